// tests/core/expression_testing.hpp -- names and values that the tests of expressions share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression.hpp"

namespace bankmap {

inline constexpr std::int64_t highest_number = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t lowest_number = std::numeric_limits<std::int64_t>::min();

inline const std::vector<std::string> known_names{"lane", "warp", "threadIdx.x", "threadIdx.y", "a", "b", "c", "k"};

inline LaneValues lane_numbers() {
  LaneValues values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i);
  return values;
}
inline LaneValues everywhere(std::int64_t value) {
  LaneValues values{};
  values.fill(value);
  return values;
}

inline Expression parsed(std::string_view text) {
  auto expression = parse_expression(text, known_names);
  if (!expression) ADD_FAILURE() << text << ": " << expression.error().what << " / " << expression.error().hint;
  return expression ? *expression : Expression{};
}

// "lane" is the lane's number; each other name is a number of its own.
inline std::vector<LaneValues> values_for(const Expression& expression) {
  std::vector<LaneValues> values;
  for (const std::string& name : expression.names) {
    const auto index = std::find(known_names.begin(), known_names.end(), name) - known_names.begin();
    values.push_back(name == "lane"
                         ? lane_numbers()
                         : everywhere(std::array{0, 3, 5, 1, 7, -2, 0, 12}[static_cast<std::size_t>(index)]));
  }
  return values;
}

inline Result<LaneValues> evaluated(std::string_view text, LaneMask lanes = all_lanes) {
  const Expression expression = parsed(text);
  const auto values = values_for(expression);
  return evaluate(expression, {.values = values, .lanes = lanes, .rand = {}});
}

// The value of an expression that is the same in all lanes.
inline std::int64_t constant(std::string_view text) {
  const auto values = evaluated(text);
  if (!values) ADD_FAILURE() << text << ": " << values.error().what;
  return values ? (*values)[0] : 0;
}

inline std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace bankmap
