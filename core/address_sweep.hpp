// core/address_sweep.hpp -- the addresses of an access, warp after warp and step after step.
//
//     for each warp and step:   sweep.at(loop values, warp)  ->  32 byte addresses, in the sweep's own memory
//
// What does not change from one step to the next is not worked out again, and nothing is allocated: a step costs little
// more than the index text that contains its loop variable.
#pragma once

#include <optional>

#include "core/index_sweep.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {

class AddressSweep {
 public:
  // prepared must stay where it is for as long as the sweep is used.
  explicit AddressSweep(const PreparedAccess& prepared);

  // Kept until the next call. The same values and refusals as those of `addresses`, for data that rand chooses.
  Result<const WarpAddresses*> at(std::span<const std::int64_t> loops, int warp, const Evaluator::Rand& rand);
  Result<const WarpAddresses*> at(std::span<const std::int64_t> loops, int warp);

 private:
  struct Step {
    std::span<const std::int64_t> loops;
    int warp;
    const Evaluator::Rand& rand;
  };
  Result<const WarpAddresses*> find(const Step& step);
  Result<const LaneValues*> evaluate(IndexSweep& expression, const Step& step, LaneMask lanes, std::string_view place,
                                     int first_call_site);
  Result<void> find_active(const Step& step);
  Result<void> place_coordinates(const Step& step);
  Result<void> place_offsets(const Step& step);

  const PreparedAccess* prepared_;
  bool uses_rand_;
  std::optional<IndexSweep> mask_, row_, column_, bytes_;
  WarpAddresses found_;
};

}  // namespace bankmap
