// core/ways.hpp -- how many ways a lane's own bank has: what a heatmap by way count shows.
//
//     lanes 1, 9, 17, 25 on four words of bank 9   ->  4 for each of them; the largest of all lanes is WarpCost::ways
#pragma once

#include "core/analysis.hpp"

namespace bankmap {

// Distinct words that the lane's bank is asked for in the lane's phase; where each lane takes a turn of its own (laws
// other than words): lanes. 0 for a lane that is not served.
int ways_of_lane(const WarpAnalysis& warp, CountLaw law, int lane);

}  // namespace bankmap
