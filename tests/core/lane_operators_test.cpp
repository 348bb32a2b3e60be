// Laws of the operators over a warp: what is known about the operands changes how a result is found, and never the result.
#include "core/lane_operators.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/expression_operators.hpp"
#include "tests/core/expression_testing.hpp"

namespace bankmap {
namespace {

bool is_applied(Operator op) {
  return fact(op).operands > 0 && op != Operator::rand && op != Operator::logical_and && op != Operator::logical_or &&
         op != Operator::conditional;
}

template <class OfLane>
LaneValues each(OfLane of_lane) {
  LaneValues values{};
  for (std::size_t lane = 0; lane < values.size(); ++lane) values[lane] = of_lane(static_cast<std::int64_t>(lane));
  return values;
}

// One number in all lanes, small and large slopes on both sides of zero, and the ends of the range in single lanes.
std::vector<LaneValues> operands() {
  std::vector<LaneValues> all;
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{8}, std::int64_t{31},
        std::int64_t{62}, std::int64_t{63}, std::int64_t{64}, std::int64_t{-1}, std::int64_t{-8}, std::int64_t{1} << 31,
        std::int64_t{1} << 32, std::int64_t{1} << 62, highest_number, lowest_number, lowest_number + 1}) {
    all.push_back(everywhere(number));
  }
  all.push_back(lane_numbers());
  all.push_back(each([](std::int64_t lane) { return lane - 16; }));
  all.push_back(each([](std::int64_t lane) { return lane * 33 + 5; }));
  all.push_back(each([](std::int64_t lane) { return -1 - lane; }));
  all.push_back(each([](std::int64_t lane) { return (lane - 7) << 31; }));
  all.push_back(each([](std::int64_t lane) { return lane << 32 | 1; }));
  all.push_back(each([](std::int64_t lane) { return std::int64_t{1} << (lane + 31); }));
  all.push_back(each([](std::int64_t lane) { return lane == 5 ? lowest_number : lane; }));
  all.push_back(each([](std::int64_t lane) { return lane == 31 ? highest_number : 0; }));
  return all;
}

struct Outcome {
  LaneMask undefined = 0;
  LaneValues values{};
  Bounds bounds;
};
Outcome outcome(Operator op, const LaneOperand& a, const LaneOperand& b) {
  LaneValues result = everywhere(-77);
  Outcome found;
  found.undefined = apply(op, a, b, result, found.bounds);
  LaneValues room{};
  found.values = as_lanes({&result, found.bounds}, room);
  return found;
}

TEST(LaneOperators, WhatIsKnownAboutTheOperandsDoesNotChangeTheResult) {
  const std::vector<LaneValues> all = operands();
  int compared = 0;
  for (const OperatorFact& each_fact : operator_facts) {
    if (!is_applied(each_fact.op)) continue;
    for (const LaneValues& a : all) {
      for (const LaneValues& b : all) {
        const LaneOperand a_unknown{&a, {}}, a_known{&a, bounds_of(a)};
        const LaneOperand b_unknown{&b, {}}, b_known{&b, bounds_of(b)};
        const bool one = each_fact.operands == 1;
        const Outcome plain = outcome(each_fact.op, a_unknown, one ? a_unknown : b_unknown);
        const Outcome known = outcome(each_fact.op, a_known, one ? a_known : b_known);
        const auto what = [&] {
          return std::string(each_fact.symbol) + " of " + std::to_string(a[5]) + ", " + std::to_string(b[5]);
        };
        ASSERT_EQ(known.undefined, plain.undefined) << what();
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
          ASSERT_GE(known.values[lane], known.bounds.least) << what();
          ASSERT_LE(known.values[lane], known.bounds.most) << what();
          if (has_lane(known.undefined, static_cast<int>(lane))) continue;
          ASSERT_EQ(known.values[lane], plain.values[lane]) << what() << ", lane " << lane;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 250'000);
}

TEST(LaneOperators, OneNumberStaysOneNumber) {
  const LaneOperand three{nullptr, {3, 3}}, one{nullptr, {1, 1}};
  Bounds bounds;
  LaneValues untouched = everywhere(-77);
  EXPECT_EQ(apply(Operator::shift_left, one, three, untouched, bounds), 0u);
  EXPECT_EQ(bounds, (Bounds{8, 8}));
  EXPECT_EQ(untouched, everywhere(-77));
  const LaneOperand zero{nullptr, {0, 0}};
  EXPECT_EQ(apply(Operator::divide, three, zero, untouched, bounds), all_lanes);
}

TEST(LaneOperators, BoundsOfTheHeadersExample) {
  LaneValues thread = each([](std::int64_t lane) { return 32 + lane; });
  LaneValues masked{}, moved{};
  Bounds of_masked, of_moved;
  EXPECT_EQ(apply(Operator::bit_and, {&thread, bounds_of(thread)}, {nullptr, {7, 7}}, masked, of_masked), 0u);
  EXPECT_EQ(of_masked, (Bounds{0, 7}));
  EXPECT_EQ(apply(Operator::add, {&masked, of_masked}, {nullptr, {8, 8}}, moved, of_moved), 0u);
  EXPECT_EQ(of_moved, (Bounds{8, 15}));
  EXPECT_EQ(moved[3], 11);
}

}  // namespace
}  // namespace bankmap
