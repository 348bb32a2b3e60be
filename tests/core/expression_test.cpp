#include "core/expression.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/core/expression_testing.hpp"

namespace bankmap {
namespace {

TEST(Expression, WorkedValues) {
  const auto values = evaluated("(lane / 4) * 40 + lane % 4 * 2");
  ASSERT_TRUE(values);
  EXPECT_EQ((*values)[0], 0);
  EXPECT_EQ((*values)[5], 42);
  EXPECT_EQ((*values)[31], 286);
}

TEST(Expression, Numbers) {
  EXPECT_EQ(constant("0"), 0);
  EXPECT_EQ(constant("12"), 12);
  EXPECT_EQ(constant("0x1F"), 31);
  EXPECT_EQ(constant("0Xab"), 171);
  EXPECT_EQ(constant("0x00ff"), 255);
  EXPECT_EQ(constant("9223372036854775807"), highest_number);
  EXPECT_EQ(constant("0x7fffffffffffffff"), highest_number);
  EXPECT_EQ(constant("2654435761"), 2654435761);
  for (const char* suffix : {"u", "U", "l", "L", "ul", "UL", "lu", "LL", "ull", "LLU"}) {
    EXPECT_EQ(constant(std::string("31") + suffix), 31) << suffix;
    EXPECT_EQ(constant(std::string("0x1f") + suffix), 31) << suffix;
  }
}

TEST(Expression, DivisionAndShiftsAsInC) {
  EXPECT_EQ(constant("7 / 2"), 3);
  EXPECT_EQ(constant("-7 / 2"), -3);
  EXPECT_EQ(constant("7 / -2"), -3);
  EXPECT_EQ(constant("-7 % 4"), -3);
  EXPECT_EQ(constant("7 % -4"), 3);
  EXPECT_EQ(constant("9000000000 / 4"), 2250000000);  // more than 32 bits
  EXPECT_EQ(constant("9000000001 % -4"), 1);
  EXPECT_EQ(constant("-9 >> 1"), -5);
  EXPECT_EQ(constant("-9 << 1"), -18);
  EXPECT_EQ(constant("-1 << 63"), lowest_number);
  EXPECT_EQ(constant("1 << 62"), std::int64_t{1} << 62);
  EXPECT_EQ(constant("-1 >> 63"), -1);
  EXPECT_EQ(constant("~0"), -1);
  EXPECT_EQ(constant("!5 + !0"), 1);
  EXPECT_EQ(constant("+5"), 5);
  EXPECT_EQ(constant("-9223372036854775807 - 1"), lowest_number);
  EXPECT_EQ(constant("2 || 0"), 1);
  EXPECT_EQ(constant("2 && 4"), 1);
}

TEST(Expression, PowersOfTwoDivideAsOtherNumbersDo) {
  for (int shift = 0; shift < 63; ++shift) {
    const std::int64_t divisor = std::int64_t{1} << shift;
    for (const std::int64_t dividend :
         {lowest_number, lowest_number + 1, -divisor - 1, -divisor, -divisor + 1, std::int64_t{-9}, std::int64_t{-1},
          std::int64_t{0}, std::int64_t{1}, divisor - 1, divisor, highest_number}) {
      const std::vector<LaneValues> values{everywhere(dividend)};
      const auto quotient = evaluate(parsed(fmt::format("a / {}", divisor)), {.values = values, .rand = {}});
      const auto remainder = evaluate(parsed(fmt::format("a % {}", divisor)), {.values = values, .rand = {}});
      ASSERT_EQ((*quotient)[31], dividend / divisor) << dividend << " / " << divisor;
      ASSERT_EQ((*remainder)[31], dividend % divisor) << dividend << " % " << divisor;
    }
  }
}

TEST(Expression, NamesAreListedOnceInOrderOfAppearance) {
  EXPECT_EQ(parsed("warp * 32 + lane + warp + threadIdx.x").names,
            (std::vector<std::string>{"warp", "lane", "threadIdx.x"}));
}

TEST(Expression, RangesPointIntoTheText) {
  const Expression e = parsed(" (a+ b)*rand(c) ");
  ASSERT_EQ(e.nodes.size(), 6u);
  EXPECT_EQ(e.nodes[0].range, (TextRange{2, 3}));  // a
  EXPECT_EQ(e.nodes[2].range, (TextRange{1, 7}));  // (a+ b)
  EXPECT_EQ(e.nodes[2].operator_range, (TextRange{3, 4}));
  EXPECT_EQ(e.nodes[4].range, (TextRange{8, 15}));  // rand(c)
  EXPECT_EQ(e.nodes[4].operator_range, (TextRange{8, 12}));
  EXPECT_EQ(e.nodes[5].range, (TextRange{1, 15}));
  EXPECT_EQ(e.nodes[5].operator_range, (TextRange{7, 8}));
}

// ---- what a person can get wrong in the values

struct Undefined {
  std::string text;
  TextRange range;
  LaneMask lanes;
  std::string what;
};

TEST(Expression, UndefinedValuesNameOperatorLanesAndValues) {
  const Undefined rows[] = {
      {"1 + 32 / (lane - 3)", {7, 8}, 1u << 3, "division by zero in lane 3 (32 / 0)"},
      {"7 % (lane / 4)", {2, 3}, 0xfu, "division by zero in lanes 0-3 (lane 0: 7 % 0)"},
      {"1 / (lane % 2)", {2, 3}, 0x55555555u, "division by zero in lanes 0, 2, 4, 6, ... (lane 0: 1 / 0)"},
      {"1 << 64", {2, 4}, all_lanes, "shift out of range in lanes 0-31 (lane 0: 1 << 64)"},
      {"1 >> lane - 1", {2, 4}, 1u, "shift out of range in lane 0 (1 >> -1)"},
      {"1 << 63", {2, 4}, all_lanes, "the shift loses bits in lanes 0-31 (lane 0: 1 << 63)"},
      {"lane << 59", {5, 7}, 0xffff0000u, "the shift loses bits in lanes 16-31 (lane 16: 16 << 59)"},
      {"9223372036854775807 + (lane > 30)",
       {20, 21},
       1u << 31,
       "overflow of 64 bits in lane 31 (9223372036854775807 + 1)"},
      {"-9223372036854775807 - (lane == 2) * 2",
       {21, 22},
       4u,
       "overflow of 64 bits in lane 2 (-9223372036854775807 - 2)"},
      {"4611686018427387904 * (lane / 31 * 2)",
       {20, 21},
       1u << 31,
       "overflow of 64 bits in lane 31 (4611686018427387904 * 2)"},
      {"(-9223372036854775807 - 1) / -1",
       {27, 28},
       all_lanes,
       "overflow of 64 bits in lanes 0-31 (lane 0: -9223372036854775808 / -1)"},
      {"(-9223372036854775807 - 1) % -1",
       {27, 28},
       all_lanes,
       "overflow of 64 bits in lanes 0-31 (lane 0: -9223372036854775808 % -1)"},
      {"-(-9223372036854775807 - (lane == 9))",
       {0, 1},
       1u << 9,
       "overflow of 64 bits in lane 9 (-(-9223372036854775808))"},
      {"rand(4)", {0, 7}, all_lanes, "rand(n) cannot be used here"},
  };
  for (const Undefined& row : rows) {
    SCOPED_TRACE(row.text);
    const auto values = evaluated(row.text);
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().what, row.what);
    EXPECT_EQ(values.error().range, row.range);
    EXPECT_EQ(values.error().lanes, row.lanes);
    EXPECT_FALSE(values.error().hint.empty());
  }
}

TEST(Expression, OnlyTheSideThatCWouldEvaluateCanFail) {
  const LaneValues lane = lane_numbers();
  const auto guarded = evaluated("lane ? 32 / lane : 0");
  ASSERT_TRUE(guarded);
  for (std::size_t i = 0; i < lane.size(); ++i) EXPECT_EQ((*guarded)[i], i == 0 ? 0 : 32 / lane[i]);
  EXPECT_TRUE(evaluated("lane && 32 / lane"));
  EXPECT_TRUE(evaluated("!lane || 32 / lane"));
  EXPECT_TRUE(evaluated("lane == 0 || lane == 1 || 8 / (lane - 1) / lane"));
  EXPECT_TRUE(evaluated("lane < 32 ? 5 : 1 / 0"));
  EXPECT_TRUE(evaluated("lane > 3 ? lane > 4 ? 1 / (lane - 4) : 0 : 1 << lane"));
  // One lane too many on the guarded side.
  EXPECT_EQ(evaluated("lane < 2 ? 32 / lane : 0").error().lanes, 1u);
  EXPECT_EQ(evaluated("lane || 32 / lane").error().lanes, 1u);
  EXPECT_EQ(evaluated("lane < 2 && 32 / lane").error().lanes, 1u);
}

TEST(Expression, InactiveLanesAreZeroAndCannotFail) {
  const auto values = evaluated("32 / lane", 0x14u);
  ASSERT_TRUE(values);
  LaneValues expected{};
  expected[2] = 16;
  expected[4] = 8;
  EXPECT_EQ(*values, expected);
  EXPECT_EQ(*evaluated("1 / 0", 0), LaneValues{});
  EXPECT_EQ(evaluated("32 / lane", 0x15u).error().lanes, 1u);
}

TEST(Expression, RandAsksOncePerCallSiteAndActiveLane) {
  const Expression e = parsed("rand(lane + 1) * 100 + (lane == 2 ? rand(rand(7) + 50) : 0)");
  EXPECT_EQ(e.rand_calls, 3);
  const std::vector<LaneValues> values{lane_numbers()};
  std::vector<std::array<std::int64_t, 3>> asked;  // call site, lane, n
  const auto rand = [&](int site, int lane, std::int64_t n) {
    asked.push_back({site, lane, n});
    return n - 1;
  };
  const auto result = evaluate(e, {.values = values, .lanes = 0x6u, .rand = rand});
  ASSERT_TRUE(result);
  EXPECT_EQ((*result)[1], 100);
  EXPECT_EQ((*result)[2], 255);  // 2 * 100 + rand(6 + 50)
  const std::vector<std::array<std::int64_t, 3>> expected{{0, 1, 2}, {0, 2, 3}, {1, 2, 7}, {2, 2, 56}};
  EXPECT_EQ(asked, expected);
}

TEST(Expression, RandOfNothingIsRefused) {
  const Expression e = parsed("rand(lane - 1)");
  const std::vector<LaneValues> values{lane_numbers()};
  const auto result = evaluate(e, {.values = values, .rand = [](int, int, std::int64_t) { return std::int64_t{0}; }});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what, "rand(n) with no value to choose from in lanes 0-1 (lane 0: rand(-1))");
  EXPECT_EQ(result.error().lanes, 3u);
  EXPECT_TRUE(
      evaluate(e, {.values = values, .lanes = ~3u, .rand = [](int, int, std::int64_t) { return std::int64_t{0}; }}));
}

TEST(Expression, ALongChainIsNoDanger) {
  EXPECT_EQ(constant(repeated("1+", 255) + "1"), 256);
  EXPECT_EQ(to_cuda(parsed(repeated("1+", 255) + "1")), repeated("1 + ", 255) + "1");
}

// ---- printing

TEST(Expression, PrintsAsPeopleWrite) {
  const std::array<const char*, 2> rows[] = {
      {"((lane))/4*40+(lane%4)*2", "lane / 4 * 40 + lane % 4 * 2"},
      {"a-(b-c)", "a - (b - c)"},
      {"(a-b)-c", "a - b - c"},
      {"(a&b)==c", "(a & b) == c"},
      {"a ^ ((b >> 3) & 0X70)", "a ^ b >> 3 & 0x70"},
      {"(a?b:c)?a:(b?c:a)", "(a ? b : c) ? a : b ? c : a"},
      {"a ? (b ? 1 : 2) : 3", "a ? b ? 1 : 2 : 3"},
      {"-(-a)", "- -a"},
      {"+(-a)", "+-a"},
      {"!(!a)", "!!a"},
      {"a-(-(-b))", "a - - -b"},
      {"-(a*b)", "-(a * b)"},
      {"~(a)", "~a"},
      {"rand((a+b))*2", "rand(a + b) * 2"},
      {"12uL", "12"},
  };
  for (const auto& [typed, printed] : rows) EXPECT_EQ(to_cuda(parsed(typed)), printed);
}

TEST(Expression, PrintsOtherNames) {
  const auto rename = [](const std::string& name) { return name == "lane" ? std::string("(threadIdx.x % 32)") : name; };
  EXPECT_EQ(to_cuda(parsed("lane * 4 + k"), rename), "(threadIdx.x % 32) * 4 + k");
}

TEST(Expression, NegativeNumbersOfABuiltTreePrintAsC) {
  for (const std::int64_t number : {std::int64_t{-5}, lowest_number}) {
    for (const Operator op : {Operator::subtract, Operator::multiply}) {
      Expression e;
      ExpressionNode leaf, one, root;
      leaf.number = number;
      one.number = 1;
      root.op = op;
      root.operands = {0, 1, -1};
      e.nodes = {leaf, one, root};
      const auto direct = evaluate(e, {});
      const auto again = evaluate(parsed(to_cuda(e)), {});
      ASSERT_EQ(direct.has_value(), again.has_value()) << to_cuda(e);
      if (direct) {
        EXPECT_EQ(*direct, *again);
      }
      e.nodes[2].operands = {1, 0, -1};
      EXPECT_TRUE(parse_expression(to_cuda(e), known_names)) << to_cuda(e);
    }
  }
}

// ---- index expressions from public code

TEST(Expression, PublicIndexExpressionsParseAndEvaluate) {
  std::ifstream file(BANKMAP_TEST_DATA "/expressions.json");
  ASSERT_TRUE(file);
  const nlohmann::json rows = nlohmann::json::parse(file);
  ASSERT_GE(rows.size(), 80u);
  for (const auto& row : rows) {
    const std::string text = row.at("text");
    SCOPED_TRACE(text);
    std::vector<std::string> names{"lane"};
    for (const auto& [name, value] : row.at("constants").items()) names.push_back(name);
    const auto e = parse_expression(text, names);
    ASSERT_TRUE(e) << e.error().what;
    std::vector<LaneValues> values;
    for (const std::string& name : e->names) {
      values.push_back(name == "lane" ? lane_numbers() : everywhere(row.at("constants").at(name).get<std::int64_t>()));
    }
    const auto result = evaluate(*e, {.values = values, .rand = {}});
    if (row.contains("problem")) {
      ASSERT_FALSE(result);
      EXPECT_EQ(result.error().what, row.at("problem").get<std::string>());
      continue;
    }
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_EQ(std::vector<std::int64_t>(result->begin(), result->end()),
              row.at("values").get<std::vector<std::int64_t>>());
  }
}

}  // namespace
}  // namespace bankmap
