#include "core/expression.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "core/expression_operators.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

const std::vector<std::string> known{"lane", "warp", "threadIdx.x", "threadIdx.y", "a", "b", "c", "k"};

LaneValues lane_numbers() {
  LaneValues values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i);
  return values;
}
LaneValues everywhere(std::int64_t value) {
  LaneValues values{};
  values.fill(value);
  return values;
}

Expression parsed(std::string_view text) {
  auto expression = parse_expression(text, known);
  if (!expression) ADD_FAILURE() << text << ": " << expression.error().what << " / " << expression.error().hint;
  return expression ? *expression : Expression{};
}

// "lane" is the lane's number; each other name is a number of its own.
std::vector<LaneValues> values_for(const Expression& expression) {
  std::vector<LaneValues> values;
  for (const std::string& name : expression.names) {
    const auto index = std::find(known.begin(), known.end(), name) - known.begin();
    values.push_back(name == "lane" ? lane_numbers() : everywhere(std::array{0, 3, 5, 1, 7, -2, 0, 12}[static_cast<std::size_t>(index)]));
  }
  return values;
}

Result<LaneValues> evaluated(std::string_view text, LaneMask lanes = all_lanes) {
  const Expression expression = parsed(text);
  const auto values = values_for(expression);
  return evaluate(expression, {.values = values, .lanes = lanes, .rand = {}});
}

// The value of an expression that is the same in all lanes.
std::int64_t constant(std::string_view text) {
  const auto values = evaluated(text);
  if (!values) ADD_FAILURE() << text << ": " << values.error().what;
  return values ? (*values)[0] : 0;
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// ---- numbers, names, values

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
  EXPECT_EQ(constant("9223372036854775807"), highest);
  EXPECT_EQ(constant("0x7fffffffffffffff"), highest);
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
  EXPECT_EQ(constant("9000000000 / 4"), 2250000000);    // more than 32 bits
  EXPECT_EQ(constant("9000000001 % -4"), 1);
  EXPECT_EQ(constant("-9 >> 1"), -5);
  EXPECT_EQ(constant("-9 << 1"), -18);
  EXPECT_EQ(constant("-1 << 63"), lowest);
  EXPECT_EQ(constant("1 << 62"), std::int64_t{1} << 62);
  EXPECT_EQ(constant("-1 >> 63"), -1);
  EXPECT_EQ(constant("~0"), -1);
  EXPECT_EQ(constant("!5 + !0"), 1);
  EXPECT_EQ(constant("+5"), 5);
  EXPECT_EQ(constant("-9223372036854775807 - 1"), lowest);
  EXPECT_EQ(constant("2 || 0"), 1);
  EXPECT_EQ(constant("2 && 4"), 1);
}

TEST(Expression, NamesAreListedOnceInOrderOfAppearance) {
  EXPECT_EQ(parsed("warp * 32 + lane + warp + threadIdx.x").names, (std::vector<std::string>{"warp", "lane", "threadIdx.x"}));
}

TEST(Expression, RangesPointIntoTheText) {
  const Expression e = parsed(" (a+ b)*rand(c) ");
  ASSERT_EQ(e.nodes.size(), 6u);
  EXPECT_EQ(e.nodes[0].range, (TextRange{2, 3}));            // a
  EXPECT_EQ(e.nodes[2].range, (TextRange{1, 7}));            // (a+ b)
  EXPECT_EQ(e.nodes[2].operator_range, (TextRange{3, 4}));
  EXPECT_EQ(e.nodes[4].range, (TextRange{8, 15}));           // rand(c)
  EXPECT_EQ(e.nodes[4].operator_range, (TextRange{8, 12}));
  EXPECT_EQ(e.nodes[5].range, (TextRange{1, 15}));
  EXPECT_EQ(e.nodes[5].operator_range, (TextRange{7, 8}));
}

// ---- what a person can get wrong in the text

struct Wrong {
  std::string text;
  TextRange range;
  std::string what;
  std::string hint;
};

void expect_refused(const Wrong& row) {
  SCOPED_TRACE(row.text.substr(0, 60));
  const auto result = parse_expression(row.text, known);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what, row.what);
  EXPECT_EQ(result.error().hint, row.hint);
  EXPECT_EQ(result.error().range, row.range);
}

TEST(Expression, WrongGrammarSaysWhereAndWhatWouldBeRight) {
  const std::string example = "for example: lane * 4", conditional = "for example: lane < 16 ? 0 : 1";
  const std::string operand = "expected a number, a name or '('", rand_what = "rand needs a bound: rand(n) is one of 0 to n - 1";
  const Wrong rows[] = {
      {"", {0, 0}, "an expression is missing", example},
      {" \t\r\n", {0, 4}, "an expression is missing", example},
      {"lane %", {6, 6}, "an operand is missing after '%'", "for example: lane % 8"},
      {"lane % ", {7, 7}, "an operand is missing after '%'", "for example: lane % 8"},
      {"lane * / 4", {7, 7}, "an operand is missing after '*'", "for example: lane * 8"},
      {"(lane + )", {8, 8}, "an operand is missing after '+'", "for example: lane + 8"},
      {"lane + ~", {8, 8}, "an operand is missing after '~'", operand},
      {"()", {1, 1}, "an operand is missing after '('", operand},
      {"% 8", {0, 1}, "an operand is missing before '%'", "for example: lane % 8"},
      {"(lane", {5, 5}, "expected ')' at the end", "the '(' in column 1 is open"},
      {"2 * (lane : 3)", {10, 11}, "expected ')' before ':'", "the '(' in column 5 is open"},
      {"2 * (lane 3)", {10, 11}, "expected an operator or ')' before '3'", "the '(' in column 5 is open"},
      {"lane )", {5, 6}, "')' has no '(' before it", "take it out, or put a '(' before"},
      {"lane : 3", {5, 6}, "':' has no '?' before it", conditional},
      {"lane ? 3", {8, 8}, "expected ':' and what holds otherwise", conditional},
      {"lane ? : 3", {7, 7}, "an operand is missing after '?'", operand},
      {"lane lane", {5, 9}, "expected an operator before 'lane'", "write * to multiply, + to add"},
      {"2 lane", {2, 6}, "expected an operator before 'lane'", "write * to multiply, + to add"},
      {"lane(4)", {4, 5}, "expected an operator before '('", "write * to multiply, + to add"},
      {"lane ~ 3", {5, 6}, "expected an operator before '~'", "write * to multiply, + to add"},
      {"rand", {0, 4}, rand_what, "for example: rand(256)"},
      {"rand * 2", {0, 4}, rand_what, "for example: rand(256)"},
      {"rand()", {5, 6}, rand_what, "for example: rand(256)"},
      {"rand(", {5, 5}, "an operand is missing after '('", operand},
      {"rand(3", {6, 6}, "expected ')' at the end", "the '(' in column 5 is open"},
  };
  for (const Wrong& row : rows) expect_refused(row);
}

TEST(Expression, WrongWordsSayWhatWasProbablyMeant) {
  const std::string all = "known names: lane, warp, threadIdx.x, threadIdx.y, a, b, c, k";
  const std::string no_cast = "leave the cast out: all values have 64 bits";
  const Wrong rows[] = {
      {"lan", {0, 3}, "'lan' is not a known name", "did you mean 'lane'?"},
      {"2 + Lane", {4, 8}, "'Lane' is not a known name", "did you mean 'lane'?"},
      {"threadIdx.w", {0, 11}, "'threadIdx.w' is not a known name", "did you mean 'threadIdx.x'?"},
      {"threadIdx", {0, 9}, "'threadIdx' is not a known name", "did you mean 'threadIdx.x'?"},
      {"elephant % 2", {0, 8}, "'elephant' is not a known name", all},
      {"x", {0, 1}, "'x' is not a known name", all},
      {"lan $", {0, 3}, "'lan' is not a known name", "did you mean 'lane'?"},  // the first mistake, not the last
      {std::string(50, 'x'), {0, 50}, "'" + std::string(40, 'x') + "...' is not a known name", all},
      {"a and b", {2, 5}, "expected an operator before 'and'", "write * to multiply, + to add"},
      {"not a", {0, 3}, "'not' is not a known name", "write !"},
      {"(int)lane", {1, 4}, "'int' is not a known name", no_cast},
      {"min(lane, 3)", {0, 3}, "there is no function 'min'", "the only one is rand(n); a smaller of two: a < b ? a : b"},
      {"threadIdx.", {10, 10}, "a name is missing after '.'", "for example: threadIdx.x"},
      {"threadIdx.3", {10, 10}, "a name is missing after '.'", "for example: threadIdx.x"},
  };
  for (const Wrong& row : rows) expect_refused(row);
  EXPECT_EQ(parse_expression("k", {}).error().hint, "no names can be used here");
}

TEST(Expression, WrongCharacters) {
  const std::string characters = "an expression has numbers, names, ( ) and the operators of C";
  const std::string assigns = "changes a variable, and an expression only has a value";
  const Wrong rows[] = {
      {"3 $ 4", {2, 3}, "unexpected character '$'", characters},
      {"3 \xc3\x97 4", {2, 4}, "unexpected character '\u00d7'", "write *"},
      {"3 \xe2\x82\xac 4", {2, 5}, "unexpected character '\u20ac'", characters},
      {"3 \xff 4", {2, 3}, "unexpected byte 0xff", characters},
      {"3 \xe2\x82", {2, 3}, "unexpected byte 0xe2", characters},
      {std::string("3 \0 4", 5), {2, 3}, "unexpected byte 0x00", characters},
      {"3\x1b[0m", {1, 2}, "unexpected byte 0x1b", characters},
      {"a = 3", {2, 3}, "'=' " + assigns, "write == to compare"},
      {"a += 3", {2, 4}, "'+=' " + assigns, "write +"},
      {"a <<= 3", {2, 5}, "'<<=' " + assigns, "write <<"},
      {"a++", {1, 3}, "'++' " + assigns, "write a + 1, or a + +b with a space"},
      {"a--b", {1, 3}, "'--' " + assigns, "write a - 1, or a - -b with a space"},
      {"a ** 2", {2, 4}, "'**' is not an operator of C", "write a * a, or 1 << n for a power of two"},
      {"a // 2", {2, 4}, "'//' starts a comment in C", "write /, which rounds towards zero"},
      {"a, b", {1, 2}, "',' is not known here", "one value is asked for; row and column have a text each"},
      {"t[3]", {0, 1}, "'t' is not a known name", "did you mean 'threadIdx.x'?"},
      {"a[3]", {1, 2}, "'[' is not known here", "give the index alone, without the array"},
      {".5", {0, 1}, "'.' is not known here", "numbers are whole; names are written like threadIdx.x"},
  };
  for (const Wrong& row : rows) expect_refused(row);
}

TEST(Expression, WrongNumbers) {
  const std::string example = "for example: 12 or 0x1f", most = "at most 9223372036854775807";
  const Wrong rows[] = {
      {"12abc", {0, 5}, "'12abc' is not a number", example},
      {"1 + 0x", {4, 6}, "'0x' is not a number", example},
      {"0xfg", {0, 4}, "'0xfg' is not a number", example},
      {"5uu", {0, 3}, "'5uu' is not a number", example},
      {"5lul", {0, 4}, "'5lul' is not a number", example},
      {"1.5", {0, 3}, "'1.5' is not a whole number", example},
      {"1e5", {0, 3}, "'1e5' is not a number", example},
      {"0b101", {0, 5}, "'0b101' is not a number", "write it in decimal, or in hexadecimal like 0x1f"},
      {"010", {0, 3}, "a leading 0 means octal in C", "write 10, or 0xa in hexadecimal"},
      {"09", {0, 2}, "a leading 0 means octal in C", "write 9, or 0x9 in hexadecimal"},
      {"9223372036854775808", {0, 19}, "'9223372036854775808' is too large for a signed 64-bit number", most},
      {"-9223372036854775808", {1, 20}, "'9223372036854775808' is too large for a signed 64-bit number", most},
      {"0xffffffffffffffff", {0, 18}, "'0xffffffffffffffff' is too large for a signed 64-bit number", most},
      {"99999999999999999999u", {0, 21}, "'99999999999999999999u' is too large for a signed 64-bit number", most},
  };
  for (const Wrong& row : rows) expect_refused(row);
}

TEST(Expression, SizeLimits) {
  const std::string shorter = "write a shorter expression";
  const std::string nesting = "more than 64 levels of nesting";
  const std::string parentheses = "leave out parentheses that change nothing, or split the expression";
  EXPECT_TRUE(parse_expression("1" + std::string(4095, ' '), known));
  expect_refused({std::string(5000, '1'), {4096, 5000}, "the expression has 5000 characters, more than 4096", shorter});

  EXPECT_TRUE(parse_expression(repeated("(", 64) + "1" + repeated(")", 64), known));
  expect_refused({repeated("(", 65) + "1" + repeated(")", 65), {64, 65}, nesting, parentheses});
  EXPECT_TRUE(parse_expression(repeated("~", 64) + "1", known));
  expect_refused({repeated("~", 4000), {64, 65}, nesting, parentheses});
  EXPECT_TRUE(parse_expression(repeated("a ? 1 : ", 64) + "1", known));
  expect_refused({repeated("a?1:", 65) + "1", {257, 258}, nesting, parentheses});
  EXPECT_TRUE(parse_expression(repeated("rand(", 64) + "1" + repeated(")", 64), known));
  expect_refused({repeated("rand(", 65), {320, 324}, nesting, parentheses});
  // Levels are given back: many parentheses side by side are no nesting.
  EXPECT_TRUE(parse_expression(repeated("(~rand(a ? 1 : 2)) + ", 60) + "1", known));

  const std::string what = "more than 512 numbers, names and operators";
  EXPECT_TRUE(parse_expression(repeated("1+", 255) + "1", known));            // 511 nodes, one deep chain
  expect_refused({repeated("1+", 300) + "1", {511, 512}, what, shorter});     // node 513 is the 257th number or its '+'
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
      {"9223372036854775807 + (lane > 30)", {20, 21}, 1u << 31,
       "overflow of 64 bits in lane 31 (9223372036854775807 + 1)"},
      {"-9223372036854775807 - (lane == 2) * 2", {21, 22}, 4u, "overflow of 64 bits in lane 2 (-9223372036854775807 - 2)"},
      {"4611686018427387904 * (lane / 31 * 2)", {20, 21}, 1u << 31,
       "overflow of 64 bits in lane 31 (4611686018427387904 * 2)"},
      {"(-9223372036854775807 - 1) / -1", {27, 28}, all_lanes,
       "overflow of 64 bits in lanes 0-31 (lane 0: -9223372036854775808 / -1)"},
      {"(-9223372036854775807 - 1) % -1", {27, 28}, all_lanes,
       "overflow of 64 bits in lanes 0-31 (lane 0: -9223372036854775808 % -1)"},
      {"-(-9223372036854775807 - (lane == 9))", {0, 1}, 1u << 9, "overflow of 64 bits in lane 9 (-(-9223372036854775808))"},
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
  EXPECT_TRUE(evaluate(e, {.values = values, .lanes = ~3u, .rand = [](int, int, std::int64_t) { return std::int64_t{0}; }}));
}

TEST(Expression, ALongChainIsNoDanger) {
  EXPECT_EQ(constant(repeated("1+", 255) + "1"), 256);
  EXPECT_EQ(to_cuda(parsed(repeated("1+", 255) + "1")), repeated("1 + ", 255) + "1");
}

// ---- precedence, compared with the C++ compiler

// Builds its own text by the compiler's precedence: Written{"a"} + Written{"b"} * Written{"c"} is "(a+(b*c))".
struct Written {
  std::string text;
};
#define BANKMAP_BINARY_OPERATORS(X) X(*) X(/) X(%) X(+) X(-) X(<<) X(>>) X(<) X(<=) X(>) X(>=) X(==) X(!=) X(&) X(^) X(|) X(&&) X(||)
#define BANKMAP_UNARY_OPERATORS(X) X(-) X(+) X(~) X(!)
#define BANKMAP_DEFINE_BINARY(op) \
  Written operator op(const Written& x, const Written& y) { return {"(" + x.text + #op + y.text + ")"}; }
#define BANKMAP_DEFINE_UNARY(op) \
  Written operator op(const Written& x) { return {"(" #op + x.text + ")"}; }
BANKMAP_BINARY_OPERATORS(BANKMAP_DEFINE_BINARY)
BANKMAP_UNARY_OPERATORS(BANKMAP_DEFINE_UNARY)

std::string written(const Expression& e, int index) {
  const ExpressionNode& node = e.nodes[static_cast<std::size_t>(index)];
  const std::string symbol(fact(node.op).symbol);
  if (node.op == Operator::name) return e.names[static_cast<std::size_t>(node.name)];
  if (fact(node.op).operands == 1) return "(" + symbol + written(e, node.operands[0]) + ")";
  return "(" + written(e, node.operands[0]) + symbol + written(e, node.operands[1]) + ")";
}
std::string tree_of(std::string_view text) {
  const Expression e = parsed(text);
  return e.nodes.empty() ? std::string() : written(e, static_cast<int>(e.nodes.size()) - 1);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"

TEST(Expression, PrecedenceIsTheCompilers) {
  const Written a{"a"}, b{"b"}, c{"c"};
  int pairs = 0;
  const auto same = [&](std::string_view text, const Written& compiler) {
    EXPECT_EQ(tree_of(text), compiler.text) << text;
    ++pairs;
  };
#define BANKMAP_PAIR(first, second) same("a " #first " b " #second " c", a first b second c);
#define BANKMAP_WITH_EACH(second) \
  BANKMAP_PAIR(*, second) BANKMAP_PAIR(/, second) BANKMAP_PAIR(%, second) BANKMAP_PAIR(+, second) \
  BANKMAP_PAIR(-, second) BANKMAP_PAIR(<<, second) BANKMAP_PAIR(>>, second) BANKMAP_PAIR(<, second) \
  BANKMAP_PAIR(<=, second) BANKMAP_PAIR(>, second) BANKMAP_PAIR(>=, second) BANKMAP_PAIR(==, second) \
  BANKMAP_PAIR(!=, second) BANKMAP_PAIR(&, second) BANKMAP_PAIR(^, second) BANKMAP_PAIR(|, second) \
  BANKMAP_PAIR(&&, second) BANKMAP_PAIR(||, second)
  BANKMAP_BINARY_OPERATORS(BANKMAP_WITH_EACH)
#define BANKMAP_UNARY_WITH_EACH(op) \
  same("-a " #op " ~b", -a op ~b); same("!a " #op " +b", !a op +b); same("a " #op " - -b", a op - -b);
  BANKMAP_BINARY_OPERATORS(BANKMAP_UNARY_WITH_EACH)
  EXPECT_EQ(pairs, 18 * 18 + 18 * 3);
}

TEST(Expression, ValuesAreTheCompilers) {
  const auto same = [&](std::string_view text, std::int64_t compiler) { EXPECT_EQ(constant(text), compiler) << text; };
#define BANKMAP_VALUE(op) \
  same("13L " #op " 3L", 13L op 3L); same("-13L " #op " 3L", static_cast<std::int64_t>(-13L op 3L)); \
  same("3L " #op " 13L", 3L op 13L); same("5L " #op " 5L", 5L op 5L); same("7L - 2L " #op " 3L + 1L", 7L - 2L op 3L + 1L);
#define BANKMAP_CHOICE(op) \
  same("1L " #op " 0L ? 2L " #op " 3L : 4L ? 5L : 6L " #op " 7L", 1L op 0L ? 2L op 3L : 4L ? 5L : 6L op 7L);
  BANKMAP_BINARY_OPERATORS(BANKMAP_VALUE)
  BANKMAP_CHOICE(+) BANKMAP_CHOICE(<<) BANKMAP_CHOICE(<) BANKMAP_CHOICE(==) BANKMAP_CHOICE(&) BANKMAP_CHOICE(^)
  BANKMAP_CHOICE(|) BANKMAP_CHOICE(&&) BANKMAP_CHOICE(||)
  same("0L ? 1L : 0L ? 2L : 3L", 0L ? 1L : 0L ? 2L : 3L);
  same("(1L ? 0L : 1L) ? 2L : 3L", (1L ? 0L : 1L) ? 2L : 3L);
}

#pragma GCC diagnostic pop

// ---- laws on random trees

class RandomTree {
 public:
  explicit RandomTree(std::uint32_t seed) : random_(seed) {}
  Expression make() {
    tree_ = {};
    build(static_cast<int>(random_() % 6));
    return std::move(tree_);
  }

 private:
  int build(int levels) {
    ExpressionNode node;
    node.op = levels == 0 ? (random_() % 2 == 0 ? Operator::number : Operator::name)
                          : static_cast<Operator>(3 + random_() % (operator_facts.size() - 3));
    if (node.op == Operator::number) {
      constexpr std::array<std::int64_t, 12> numbers{0, 1, 2, 3, 5, 31, 63, 64, 1000, std::int64_t{1} << 40, highest - 1, highest};
      node.number = numbers[random_() % numbers.size()];
      node.hexadecimal = random_() % 4 == 0;
    } else if (node.op == Operator::name) {
      node.name = name(random_() % 2 == 0 ? "lane" : known[random_() % known.size()]);
    }
    for (int i = 0; i < fact(node.op).operands; ++i) {
      node.operands[static_cast<std::size_t>(i)] = build(static_cast<int>(random_() % static_cast<unsigned>(levels)));
    }
    tree_.nodes.push_back(node);
    return static_cast<int>(tree_.nodes.size()) - 1;
  }
  int name(const std::string& text) {
    const auto found = std::find(tree_.names.begin(), tree_.names.end(), text);
    if (found == tree_.names.end()) tree_.names.push_back(text);
    return static_cast<int>(std::find(tree_.names.begin(), tree_.names.end(), text) - tree_.names.begin());
  }

  std::mt19937 random_;
  Expression tree_;
};

// Equal but for where it stood in a text.
Expression without_ranges(Expression e) {
  for (ExpressionNode& node : e.nodes) node.range = node.operator_range = {};
  return e;
}

// The slow, obvious way: one lane, one node after the other, in 128 bits. Empty where C leaves the value undefined.
std::optional<std::int64_t> oracle(const Expression& e, int index, const std::vector<LaneValues>& names, std::size_t lane) {
  const ExpressionNode& node = e.nodes[static_cast<std::size_t>(index)];
  const auto operand = [&](std::size_t i) { return oracle(e, node.operands[i], names, lane); };
  if (node.op == Operator::number) return node.number;
  if (node.op == Operator::name) return names[static_cast<std::size_t>(node.name)][lane];
  const std::optional<std::int64_t> first = operand(0);
  if (!first) return std::nullopt;
  if (node.op == Operator::conditional) return operand(*first != 0 ? 1 : 2);
  if (node.op == Operator::logical_and && *first == 0) return 0;
  if (node.op == Operator::logical_or && *first != 0) return 1;
  const std::optional<std::int64_t> second = fact(node.op).operands == 2 ? operand(1) : 0;
  if (!second) return std::nullopt;
  const __int128 a = *first, b = *second;
  __int128 value = 0;
  switch (node.op) {
    case Operator::negate: value = -a; break;
    case Operator::plus: value = a; break;
    case Operator::bit_not: value = -a - 1; break;
    case Operator::logical_not: value = a == 0; break;
    case Operator::multiply: value = a * b; break;
    case Operator::divide: if (b == 0) return std::nullopt; value = a / b; break;
    case Operator::modulo: if (b == 0 || (b == -1 && a == lowest)) return std::nullopt; value = a % b; break;
    case Operator::add: value = a + b; break;
    case Operator::subtract: value = a - b; break;
    case Operator::shift_left: if (b < 0 || b > 63) return std::nullopt; value = a * (__int128{1} << b); break;
    case Operator::shift_right:
      if (b < 0 || b > 63) return std::nullopt;
      value = a;
      for (__int128 i = 0; i < b; ++i) value = (value - (value % 2 != 0 && value < 0)) / 2;
      break;
    case Operator::less: value = a < b; break;
    case Operator::less_equal: value = a <= b; break;
    case Operator::greater: value = a > b; break;
    case Operator::greater_equal: value = a >= b; break;
    case Operator::equal: value = a == b; break;
    case Operator::not_equal: value = a != b; break;
    case Operator::bit_and: value = a & b; break;
    case Operator::bit_xor: value = a ^ b; break;
    case Operator::bit_or: value = a | b; break;
    default: value = b != 0; break;  // the right side of && and || decides
  }
  if (value < lowest || value > highest) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

TEST(Expression, EqualsTheObviousEvaluatorOnRandomTrees) {
  int defined = 0, refused = 0;
  for (std::uint32_t seed = 0; seed < 6000; ++seed) {
    const Expression e = RandomTree(seed).make();
    SCOPED_TRACE(to_cuda(e));
    const std::vector<LaneValues> names = values_for(e);
    const LaneMask lanes = seed % 3 == 0 ? all_lanes : seed * 2654435761u;
    const auto values = evaluate(e, {.values = names, .lanes = lanes, .rand = {}});
    LaneMask undefined = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(lanes, lane)) continue;
      const auto expected = oracle(e, static_cast<int>(e.nodes.size()) - 1, names, static_cast<std::size_t>(lane));
      if (!expected) undefined |= lane_bit(lane);
      if (values) { ASSERT_EQ((*values)[static_cast<std::size_t>(lane)], expected) << lane; }
    }
    ASSERT_EQ(values.has_value(), undefined == 0);
    if (values) {
      ++defined;
    } else {
      ++refused;  // the first operator that fails may concern only some of the lanes that fail in the end
      ASSERT_NE(values.error().lanes, 0u);
      ASSERT_EQ(values.error().lanes & ~undefined, 0u);
    }
  }
  EXPECT_GT(defined, 2000);
  EXPECT_GT(refused, 500);
}

TEST(Expression, ParseOfPrintIsTheSameTree) {
  for (std::uint32_t seed = 0; seed < 6000; ++seed) {
    const Expression e = RandomTree(seed).make();
    const std::string text = to_cuda(e);
    const auto again = parse_expression(text, known);
    ASSERT_TRUE(again) << text << ": " << again.error().what;
    ASSERT_EQ(without_ranges(*again), without_ranges(e)) << text;
    ASSERT_EQ(to_cuda(*again), text);
  }
}

// Each '(' with its ')', but for those of rand.
std::vector<std::array<std::size_t, 2>> pairs_of_parentheses(std::string_view text) {
  std::vector<std::size_t> open;
  std::vector<std::array<std::size_t, 2>> pairs;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    pairs.push_back({open.back(), i});
    open.pop_back();
  }
  return pairs;
}

TEST(Expression, EveryPrintedParenthesisIsNeeded) {
  int removed = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    const Expression e = RandomTree(seed).make();
    const std::string text = to_cuda(e);
    for (const auto& [begin, end] : pairs_of_parentheses(text)) {
      std::string fewer = text;
      fewer[begin] = fewer[end] = ' ';
      const auto other = parse_expression(fewer, known);
      if (other) { ASSERT_NE(without_ranges(*other), without_ranges(e)) << text << " and " << fewer; }
      ++removed;
    }
  }
  EXPECT_GT(removed, 3000);
}

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
  for (const std::int64_t number : {std::int64_t{-5}, lowest}) {
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
      if (direct) { EXPECT_EQ(*direct, *again); }
      e.nodes[2].operands = {1, 0, -1};
      EXPECT_TRUE(parse_expression(to_cuda(e), known)) << to_cuda(e);
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
      EXPECT_EQ(result.error().what, row.at("problem"));
      continue;
    }
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_EQ(std::vector<std::int64_t>(result->begin(), result->end()), row.at("values").get<std::vector<std::int64_t>>());
  }
}

}  // namespace
}  // namespace bankmap
