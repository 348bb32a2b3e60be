#include "core/text_layout.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

using Lines = std::vector<std::string>;

TEST(Printable, ControlCharactersAndBrokenUtf8) {
  EXPECT_EQ(printable("plain → text"), "plain → text");
  EXPECT_EQ(printable("a\x1b[2J"), "a?[2J");
  EXPECT_EQ(printable("a\nb\tc"), "a b c");
  EXPECT_EQ(printable("\x7f\xc2\x9b"), "??");        // DEL, and the one-character form of ESC [
  EXPECT_EQ(printable("\xff\xc0\xaf"), "???");       // never UTF-8; overlong '/'
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // past U+10FFFF
  EXPECT_EQ(printable("\xe2\x86"), "??");            // cut short
  EXPECT_EQ(printable("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

// "tile\u202e[32]" would show what follows from right to left; letters of scripts that are written so are left alone.
TEST(Printable, NothingTurnsTheDirectionOfTheTextAfterIt) {
  for (const char* turn : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066",
                           "\u2067", "\u2068", "\u2069"}) {
    EXPECT_EQ(printable(std::string("a") + turn + "b"), "a?b") << turn;
  }
  EXPECT_EQ(printable("a\u2028b\u2029c"), "a b c") << "line and paragraph separators";
  for (const char* kept : {"\u061b", "\u200d", "\u2010", "\u2030", "\u2065", "\u206a", "שלום"})
    EXPECT_EQ(printable(kept), kept);
}

TEST(DisplayWidth, CountsCodePoints) {
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("0–7 → 3"), 7);
}

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(wrap("three small words", 11), (Lines{"three small", "words"}));
  EXPECT_EQ(wrap("three small words", 10), (Lines{"three", "small", "words"}));
  EXPECT_EQ(wrap("unbreakable", 4), (Lines{"unbr", "eaka", "ble"}));
  EXPECT_EQ(wrap("", 10), (Lines{""}));
  EXPECT_EQ(wrap("a b", 0), (Lines{"a", "b"}));
  EXPECT_EQ(wrap("→→→→ →", 4), (Lines{"→→→→", "→"}));
}

TEST(Shorten, KeepsWhatFits) {
  EXPECT_EQ(shorten("abcdef", 6), "abcdef");
  EXPECT_EQ(shorten("abcdefg", 6), "abcd..");
  EXPECT_EQ(shorten("0–7–9–11", 6), "0–7–..");
}

TEST(Grouped, Thousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-1234567), "-1,234,567");
  EXPECT_EQ(grouped(INT64_MIN), "-9,223,372,036,854,775,808");
}

}  // namespace
}  // namespace bankmap
