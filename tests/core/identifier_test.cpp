#include "core/identifier.hpp"

#include <gtest/gtest.h>

#include <string>

namespace bankmap {
namespace {

TEST(Identifier, NamesOfAPersonsOwn) {
  for (const char* name : {"k", "tile_b", "K2", "_x", "Data", "row", "keyword", "andy", "restrict", "half"})
    EXPECT_TRUE(is_identifier(name)) << name;
  EXPECT_TRUE(is_identifier(std::string(64, 'a')));
}

TEST(Identifier, WhatIsNoNameInC) {
  for (const char* text : {"", "3k", "a.b", "a-b", "a b",
                           "gr\xc3\xb6\xc3\x9f"
                           "e",
                           "k ", "\xff"})
    EXPECT_FALSE(is_identifier(text)) << text;
  EXPECT_FALSE(is_identifier(std::string(65, 'a')));
}

// [lex.key] and [lex.digraph] of C++20.
TEST(Identifier, EveryWordOfCpp20IsRefused) {
  for (const char* word : {"alignas",       "alignof",     "asm",       "auto",      "bool",         "break",
                           "case",          "catch",       "char",      "char8_t",   "char16_t",     "char32_t",
                           "class",         "concept",     "const",     "consteval", "constexpr",    "constinit",
                           "const_cast",    "continue",    "co_await",  "co_return", "co_yield",     "decltype",
                           "default",       "delete",      "do",        "double",    "dynamic_cast", "else",
                           "enum",          "explicit",    "export",    "extern",    "false",        "float",
                           "for",           "friend",      "goto",      "if",        "inline",       "int",
                           "long",          "mutable",     "namespace", "new",       "noexcept",     "nullptr",
                           "operator",      "private",     "protected", "public",    "register",     "reinterpret_cast",
                           "requires",      "return",      "short",     "signed",    "sizeof",       "static",
                           "static_assert", "static_cast", "struct",    "switch",    "template",     "this",
                           "thread_local",  "throw",       "true",      "try",       "typedef",      "typeid",
                           "typename",      "union",       "unsigned",  "using",     "virtual",      "void",
                           "volatile",      "wchar_t",     "while",     "and",       "or",           "xor",
                           "not",           "bitand",      "bitor",     "compl",     "and_eq",       "or_eq",
                           "xor_eq",        "not_eq"})
    EXPECT_FALSE(is_identifier(word)) << word;
}

TEST(Identifier, WordsOfCudaAndOfOurExpressionsAreRefused) {
  for (const char* word :
       {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__restrict__",
        "__launch_bounds__", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "rand"})
    EXPECT_FALSE(is_identifier(word)) << word;
}

}  // namespace
}  // namespace bankmap
