// core/paste/swizzled.hpp -- a swizzle that somebody wrote out by hand in a column index (internal to core/paste).
//
//     tile[threadIdx.x][k ^ threadIdx.x]               column k, swizzle col ^ row
//     tile[r][(c ^ (r >> 1 & 3)) * 8]                  column c * 8, swizzle col ^ (row >> 1 & 3), chunks of 8
//
// Only a guess at what was meant: whoever takes it checks that no address has changed (same_addresses).
#pragma once

#include <optional>
#include <string>

#include "core/lane_addresses.hpp"
#include "core/paste/code.hpp"

namespace bankmap::paste {

struct Swizzled {
  std::string column;
  XorSwizzle swizzle;
};
// rows: of the tile, for a row that goes in without a mask.
std::optional<Swizzled> swizzled(const PlaceText& place, int rows);

// In every step and warp. False also for accesses that have so many that asking would take long, or that cannot run.
bool same_addresses(const PreparedAccess& a, const PreparedAccess& b);
// No lane of any step leaves the tile's rows and columns; false likewise.
bool stays_inside(const PreparedAccess& access);

}  // namespace bankmap::paste
