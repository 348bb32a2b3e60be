// What pasted CUDA is read as, and where its lanes go.
//
//     expect_bytes(pasted(text)->scenario, 0, 32, [](auto lane, auto k) { return lane * 132 + k * 4; });
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lane_addresses.hpp"
#include "core/paste.hpp"

namespace bankmap {

inline Result<Pasted> pasted(std::string_view text) { return read_pasted(text, Scenario{}, 0); }

inline std::string understood(std::string_view text) {
  const Result<Pasted> read = pasted(text);
  return read ? read->understood : "refused: " + read.error().what;
}

// [lane] of one access, step and warp, from the start of the tile; -1: takes no part.
inline std::vector<std::int64_t> bytes_of(const Scenario& scenario, std::size_t access, std::int64_t step,
                                          int warp = 0) {
  const Access& of = scenario.accesses[access];
  const auto prepared = prepare(of, scenario.tiles[static_cast<std::size_t>(of.tile)], scenario.block).value();
  const WarpAddresses found = addresses(prepared, loop_values(of, step), warp).value();
  std::vector<std::int64_t> bytes;
  for (int lane = 0; lane < lane_count; ++lane) {
    const std::int64_t byte =
        found.lanes.byte_address[static_cast<std::size_t>(lane)] - prepared.layout.tile.base_bytes;
    bytes.push_back(has_lane(found.lanes.active, lane) ? byte : -1);
  }
  return bytes;
}

using Formula = std::function<std::int64_t(std::int64_t lane, std::int64_t k)>;

inline void expect_bytes(const Scenario& scenario, std::size_t access, std::int64_t steps, const Formula& formula) {
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::vector<std::int64_t> bytes = bytes_of(scenario, access, step);
    for (int lane = 0; lane < lane_count; ++lane)
      EXPECT_EQ(bytes[static_cast<std::size_t>(lane)], formula(lane, step)) << "lane " << lane << ", step " << step;
  }
}

}  // namespace bankmap
