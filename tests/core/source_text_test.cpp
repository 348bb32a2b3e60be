#include "core/source_text.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

struct TypedRow {
  const char* what;
  std::string text;
  std::string comment;
  std::string literal;
};

TEST(SourceText, WhatCouldBreakOutDoesNot) {
  const TypedRow rows[] = {
      {"plain", "load a column, k = 3", "load a column, k = 3", "\"load a column, k = 3\""},
      {"the end of a comment", "*/ int x; /*", "*/ int x; /*", "\"*/ int x; /*\""},
      {"a line break", "a\nint x;\r\n#error", "a int x;  #error", "\"a int x;  #error\""},
      {"a line splice", "ends in \\", "ends in /", "\"ends in /\""},
      {"a trigraph of a backslash", "ends in ?\?/", "ends in ? ?/", "\"ends in ? ?/\""},
      {"many question marks", "?\?\?\?", "? ? ? ?", "\"? ? ? ?\""},
      {"quotes", "\"); system(\"id\"); //", "\"); system(\"id\"); //", "\"'); system('id'); //\""},
      {"an escape", "\x1b[2J\x7f", "?[2J?", "\"?[2J?\""},
      {"letters of other alphabets", "\xc3\xa4 \xe5\x8d\xb1", "\xc3\xa4 \xe5\x8d\xb1", "\"? ?\""},
      {"right to left override",
       "a\xe2\x80\xae"
       "b",
       "a?b", "\"a?b\""},
      {"a line separator",
       "a\xe2\x80\xa8"
       "b",
       "a?b", "\"a?b\""},
      {"no UTF-8", "a\xff\xc3", "a? ?", "\"a? ?\""},
      {"a nul", std::string("a\0b", 3), "a?b", "\"a?b\""},
  };
  for (const TypedRow& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(comment_text(row.text), row.comment);
    EXPECT_EQ(string_literal(row.text), row.literal);
  }
}

TEST(SourceText, EveryByteAndEveryPairStaysInside) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      const std::string comment = comment_text(text);
      ASSERT_EQ(comment.find_first_of("\n\r\\\v\f"), std::string::npos) << first << " " << second;
      ASSERT_EQ(comment.find("?\?"), std::string::npos) << first << " " << second;
      const std::string literal = string_literal(text);
      const std::string inside = literal.substr(1, literal.size() - 2);
      ASSERT_EQ(inside.find_first_of("\"\n\r\\\v\f"), std::string::npos) << first << " " << second;
      ASSERT_EQ(inside.find("?\?"), std::string::npos) << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace bankmap
