// core/uniform_steps.hpp -- loop steps that move all lanes of a warp by the same distance (internal to core).
//
//     tile[lane][k], float [32][36]:   from k = 5 to k = 6 every lane moves 4 bytes on
//
// Then the banks only turn, all lanes alike, and the cost is that of the step before: phases and pairs stay, equal words stay
// equal, and lanes that shared a bank still do. Most loops of real kernels are such; a step then costs a few additions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/lane_addresses.hpp"

namespace bankmap {

class UniformSteps {
 public:
  // prepared must stay where it is for as long as this is used.
  explicit UniformSteps(const PreparedAccess& prepared);

  // The step that was worked out in full.
  void start(std::span<const std::int64_t> loops, const WarpAddresses& found);

  // True where the step at these loop values costs what the started one does: all lanes have moved by the same whole number of
  // chunks, and every active lane is inside the tile, then as now. False is always right: work it out in full.
  bool same_cost(std::span<const std::int64_t> loops) const;

 private:
  struct Slope {  // by how much the row and the column grow when a loop variable grows by 1
    std::int64_t row = 0;
    std::int64_t column = 0;
  };
  struct Extent {  // of the active lanes
    std::int64_t least = 0;
    std::int64_t most = 0;
  };

  const PreparedAccess* prepared_;
  std::vector<Slope> slopes_;  // [loop]; empty: steps of this access may do anything
  std::vector<std::int64_t> loops_;
  std::optional<Extent> rows_, columns_;  // empty: nothing started, no lane active, or some lane outside of the tile
};

}  // namespace bankmap
