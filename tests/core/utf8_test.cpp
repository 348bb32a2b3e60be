// Code points into bytes and back.
#include "core/utf8.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

TEST(Utf8, EveryCodePointRoundTrips) {
  for (std::uint32_t code = 0; code <= 0x10ffff; ++code) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    std::string text;
    append_utf8(text, code);
    const CodePoint read = decode_utf8(text);
    ASSERT_TRUE(read.valid) << code;
    ASSERT_EQ(read.value, code);
    ASSERT_EQ(read.length, text.size());
  }
}

TEST(Utf8, WhatIsNoCodePointIsAQuestionMark) {
  std::string text;
  append_utf8(text, 0xd800);
  append_utf8(text, 0x110000);
  EXPECT_EQ(text, "??");
}

}  // namespace
}  // namespace bankmap
