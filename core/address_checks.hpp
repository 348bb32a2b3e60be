// core/address_checks.hpp -- what the hardware refuses, and what lies outside of the tile (internal to core).
//
//     ld.b64, lane 1 at byte 4:   refused, "misaligned: lane 1 is at byte 4, not a multiple of the 8 bytes that ld.b64 needs"
#pragma once

#include "core/lane_addresses.hpp"
#include "core/lane_operators.hpp"

namespace bankmap {

// byte: [lane] from the start of shared memory, before it is known to fit. Fills in the addresses of the active lanes (the
// others are 0), or refuses as the hardware would: out of range, or misaligned.
// pre: warp has its active lanes, and its coordinates where there are some.
Result<void> check_and_store(const PreparedAccess& prepared, const LaneValues& byte, WarpAddresses& warp);

// What one access reaches: 16 bytes of half are 8 elements; the last one may be reached in part.
int elements_reached(int access_bytes, int element_byte, const Element& element);
// How many elements the swizzle moves as one, from a place that is a multiple of that; 1: nothing is promised.
std::int64_t elements_moved_as_one(const TileLayout& layout);
// Lanes whose `element`-th element after the first is not where the run of bytes has it, and is wanted: of a first element in the
// middle of its byte, the access ends as many elements sooner. first_bit: [lane] of the first. pre: 0 < element < elements
Result<LaneMask> lanes_torn(const TileLayout& layout, int elements, int element, const LaneCoordinates& at,
                            const LaneValues& first_bit, LaneMask active);

// An access is one run of bytes: the elements after the first must follow it in memory, also through the swizzle.
// pre: coordinates of lanes that are not active are 0. first_bit: [lane] of the first element.
Result<void> elements_stay_together(const PreparedAccess& prepared, const LaneCoordinates& at,
                                    const LaneValues& first_bit, LaneMask active);

// Active lanes that touch a byte outside of the tile's rows and columns, or of its bytes: allowed, and a reason to warn.
// pre: coordinates of lanes that are not active are 0.
LaneMask lanes_outside(const PreparedAccess& prepared, const LaneCoordinates& at, LaneMask active);
// The same for any lanes with coordinates within these bounds: true where no look at each of them is needed.
bool surely_inside(const PreparedAccess& prepared, const Bounds& rows, const Bounds& columns);
LaneMask lanes_outside_bytes(const PreparedAccess& prepared, const LaneValues& byte, LaneMask active);

Problem in_lanes(Problem problem, LaneMask lanes);

}  // namespace bankmap
