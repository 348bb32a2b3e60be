// core/lane_target.hpp -- an access with one lane pointed at another element: what dragging a lane in the tile makes.
//
//     tile[lane][k], lane 9 dragged to [12][3]   ->   tile[lane == 9 ? 12 : lane][lane == 9 ? 3 : k]
//     ... and then to [4][0]                     ->   tile[lane == 9 ? 4 : lane][lane == 9 ? 0 : k]
//
// The pattern becomes the person's own expressions rather than 32 numbers: what was not dragged goes on following its
// loops, padding and swizzle go on having their effect, and the line of code says what was done. All 32 lanes fit. A
// pattern in bytes, or a list of addresses, stays what it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/element_places.hpp"

namespace bankmap {

// Where a lane would land: the element itself, or the nearest one to its left whose address is a multiple of the access
// size (a 16-byte access of floats starts at every fourth). Nothing where there is none, or outside of the tile.
std::optional<Coordinate> landing(const Access& access, const TileLayout& layout, Coordinate asked);

// pre: 0 <= lane < 32, target inside the tile. A pattern that cannot be changed (a list of fewer than 32) stays.
Access with_lane_at(Access access, const TileLayout& layout, int lane, Coordinate target);

// "lane == 9 ? 12 : lane": the text with the lane's own value in front, in place of the one it had before.
std::string with_lane_value(std::string_view text, int lane, std::int64_t value);

}  // namespace bankmap
