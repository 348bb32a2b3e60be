// What a person can get wrong in the text of an expression: where, what, and what would be right.
#include <gtest/gtest.h>

#include "core/expression.hpp"
#include "tests/core/expression_testing.hpp"

namespace bankmap {
namespace {

struct Wrong {
  std::string text;
  TextRange range;
  std::string what;
  std::string hint;
};

void expect_refused(const Wrong& row) {
  SCOPED_TRACE(row.text.substr(0, 60));
  const auto result = parse_expression(row.text, known_names);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what, row.what);
  EXPECT_EQ(result.error().hint, row.hint);
  EXPECT_EQ(result.error().range, row.range);
}

TEST(ExpressionProblems, WrongGrammarSaysWhereAndWhatWouldBeRight) {
  const std::string example = "for example: lane * 4", conditional = "for example: lane < 16 ? 0 : 1";
  const std::string operand = "expected a number, a name or '('",
                    rand_what = "rand needs a bound: rand(n) is one of 0 to n - 1";
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

TEST(ExpressionProblems, WrongWordsSayWhatWasProbablyMeant) {
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
      {"min(lane, 3)",
       {0, 3},
       "there is no function 'min'",
       "the only one is rand(n); a smaller of two: a < b ? a : b"},
      {"threadIdx.", {10, 10}, "a name is missing after '.'", "for example: threadIdx.x"},
      {"threadIdx.3", {10, 10}, "a name is missing after '.'", "for example: threadIdx.x"},
  };
  for (const Wrong& row : rows) expect_refused(row);
  EXPECT_EQ(parse_expression("k", {}).error().hint, "no names can be used here");
}

TEST(ExpressionProblems, WrongCharacters) {
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

TEST(ExpressionProblems, WrongNumbers) {
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

TEST(ExpressionProblems, SizeLimits) {
  const std::string shorter = "write a shorter expression";
  const std::string nesting = "more than 64 levels of nesting";
  const std::string parentheses = "leave out parentheses that change nothing, or split the expression";
  EXPECT_TRUE(parse_expression("1" + std::string(4095, ' '), known_names));
  expect_refused({std::string(5000, '1'), {4096, 5000}, "the expression has 5000 characters, more than 4096", shorter});

  EXPECT_TRUE(parse_expression(repeated("(", 64) + "1" + repeated(")", 64), known_names));
  expect_refused({repeated("(", 65) + "1" + repeated(")", 65), {64, 65}, nesting, parentheses});
  EXPECT_TRUE(parse_expression(repeated("~", 64) + "1", known_names));
  expect_refused({repeated("~", 4000), {64, 65}, nesting, parentheses});
  EXPECT_TRUE(parse_expression(repeated("a ? 1 : ", 64) + "1", known_names));
  expect_refused({repeated("a?1:", 65) + "1", {257, 258}, nesting, parentheses});
  EXPECT_TRUE(parse_expression(repeated("rand(", 64) + "1" + repeated(")", 64), known_names));
  expect_refused({repeated("rand(", 65), {320, 324}, nesting, parentheses});
  // Levels are given back: many parentheses side by side are no nesting.
  EXPECT_TRUE(parse_expression(repeated("(~rand(a ? 1 : 2)) + ", 60) + "1", known_names));

  const std::string what = "more than 512 numbers, names and operators";
  EXPECT_TRUE(parse_expression(repeated("1+", 255) + "1", known_names));   // 511 nodes, one deep chain
  expect_refused({repeated("1+", 300) + "1", {511, 512}, what, shorter});  // node 513 is the 257th number or its '+'
}

}  // namespace
}  // namespace bankmap
