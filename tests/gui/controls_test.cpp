// Texts that take as many lines as the panel makes them: lines end at spaces, never inside a number.
#include "app/views/controls.hpp"

#include <gtest/gtest.h>

#include "tests/gui/harness.hpp"

namespace bankmap {
namespace {

// In the font and with the room that `width` of some text takes.
std::string broken(const std::string& text, const std::string& widest) {
  std::string result;
  Gui gui([&](const Theme& theme, WidgetLog&) {
    push_font(theme.fonts.words);
    result = broken_at_spaces(text, ImGui::CalcTextSize(widest.c_str()).x);
    ImGui::PopFont();
  });
  gui.frames(1);
  return result;
}

TEST(Controls, LinesEndAtSpacesAndNotInsideANumber) {
  EXPECT_EQ(broken("takes 1,024 bytes", "takes 1,02"), "takes\n1,024\nbytes");
  EXPECT_EQ(broken("takes 1,024 bytes", "takes 1,024"), "takes 1,024\nbytes");
  EXPECT_EQ(broken("takes 1,024 bytes", "takes 1,024 bytes"), "takes 1,024 bytes");
  EXPECT_EQ(broken("about 1.75 each", "about 1."), "about\n1.75\neach");
}

TEST(Controls, BreaksOfTheTextAndLongWordsAndNothingAreKept) {
  EXPECT_EQ(broken("one\n\ntwo three", "two three"), "one\n\ntwo three");
  EXPECT_EQ(broken("averyverylongword x", "word"), "averyverylongword\nx");
  EXPECT_EQ(broken("", "word"), "");
  EXPECT_EQ(broken("  two spaces  ", "  two spaces  "), "  two spaces") << "none at the end, where nothing follows";
}

}  // namespace
}  // namespace bankmap
