// Counts as a sentence has them: one of a thing, and more.
#include "core/in_words.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

TEST(InWords, CountsOneAndMore) {
  EXPECT_EQ(count_in_words(1, "step"), "1 step");
  EXPECT_EQ(count_in_words(0, "step"), "0 steps");
  EXPECT_EQ(count_in_words(2, "warp instruction"), "2 warp instructions");
  EXPECT_EQ(count_in_words(1024, "column"), "1,024 columns");
}

}  // namespace
}  // namespace bankmap
