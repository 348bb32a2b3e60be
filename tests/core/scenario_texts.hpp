// Scenario files as texts, valid but for the part that a test is about.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/scenario_json.hpp"

namespace bankmap {

inline constexpr std::string_view minimal_tile = R"({"rows": 32, "columns": 32})";
inline constexpr std::string_view minimal_access = R"({"instruction": "ld.b32", "pattern": {"kind": "column"}})";

inline std::string document(std::string_view tiles, std::string_view accesses, std::string_view more = {}) {
  return fmt::format(R"({{"format": "bankmap-scenario", "version": 1, "tiles": [{}], "accesses": [{}]{}{}}})", tiles,
                     accesses, more.empty() ? "" : ", ", more);
}
inline std::string with_tile(std::string_view fields) {
  return document(fmt::format(R"({{"rows": 8, "columns": 8, {}}})", fields), minimal_access);
}
inline std::string with_access(std::string_view fields) {
  return document(minimal_tile,
                  fmt::format(R"({{"instruction": "ld.b32", "pattern": {{"kind": "column"}}, {}}})", fields));
}
inline std::string with_pattern(std::string_view pattern) {
  return document(minimal_tile, fmt::format(R"({{"instruction": "ld.b32", "pattern": {}}})", pattern));
}
inline std::string with_more(std::string_view more) { return document(minimal_tile, minimal_access, more); }

inline void expect_round_trip(const Scenario& scenario) {
  const std::string text = write_scenario(scenario);
  const Result<Scenario> read = read_scenario(text);
  ASSERT_TRUE(read) << to_string(read.error()) << "\n" << text;
  EXPECT_EQ(*read, scenario) << text;
}

}  // namespace bankmap
