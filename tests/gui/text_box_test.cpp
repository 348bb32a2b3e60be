// Signs that the fonts, or Dear ImGui, do not know: drawn as U+FFFD, and kept.
#include "app/views/text_box.hpp"

#include "core/scenario_json.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

TEST(TextBox, SignsBeyond16BitsComeBackWhereTheEditLeftThem) {
  struct Case {
    const char* before;
    const char* after;
    const char* kept;
  };
  const Case cases[] = {{"a😀b", "a\ufffdb", "a😀b"},
                        {"a😀b", "a\ufffdbc", "a😀bc"},
                        {"a😀b", "xa\ufffdb", "xa😀b"},
                        {"a😀b", "ab", "ab"},
                        {"a😀b", "a\ufffdxb", "a😀xb"},
                        {"😀😁", "\ufffd", "😀"},
                        {"😀 列 😁", "\ufffd  \ufffd", "😀  😁"},
                        {"😀", "q", "q"},
                        {"😀", "", ""},
                        {"a\xff😀", "a\xff\ufffd", "a\xff😀"}};
  for (const Case& each : cases) EXPECT_EQ(with_signs_kept(each.before, each.after), each.kept) << each.before;
}

TEST(TextBox, ANameKeepsItsSignsWhileItIsEdited) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.title = "転置 😀";
  scenario.accesses.back().name = "load 😀 列";
  WindowOn window(scenario);
  window.reach("access.name");
  window.gui->click("access.name");
  EXPECT_FALSE(window.editor.can_undo()) << "to look is not to change";
  window.gui->key(Key::end);
  window.gui->type("2");
  window.gui->key(Key::enter);
  EXPECT_EQ(window.access().name, "load 😀 列2");
  EXPECT_EQ(read_scenario(write_scenario(window.editor.scenario())).value().title, "転置 😀");
}

TEST(TextBox, WhatAFontLacksIsNoQuestionMark) {
  WindowOn window("transpose-float-plain");
  const Fonts& fonts = window.gui->screen().theme().fonts;
  for (const ImFont* font :
       {fonts.words, fonts.words_bold, fonts.words_small, fonts.mono, fonts.mono_small, fonts.mono_bold}) {
    EXPECT_EQ(font->FallbackChar, 0xfffd);
    EXPECT_TRUE(lacks_signs(font, "列"));
    EXPECT_TRUE(lacks_signs(font, "😀"));
    EXPECT_FALSE(lacks_signs(font, "load a column: 32 × 32 → ✓"));
  }
}

TEST(TextBox, AHoverSaysWhatTheSignStandsFor) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.title = "転置";
  WindowOn window(scenario);
  window.gui->hover("top.preset");
  EXPECT_NE(window.text("tooltip").find("The title keeps it"), std::string::npos) << window.text("tooltip");
}

}  // namespace
}  // namespace bankmap
