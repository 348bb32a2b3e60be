// Pasting: what is on the clipboard, read in a sheet, mended there and set up.
#include "app/views/paste_sheet.hpp"

#include <gtest/gtest.h>

#include "core/share_string.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

constexpr const char* column_of_33 =
    "__shared__ float mine[32][33];\nfor (int k = 0; k < 32; ++k) x = mine[threadIdx.x][k];";

void open_with(WindowOn& window, const std::string& clipboard) {
  ImGui::SetClipboardText(clipboard.c_str());
  perform(window.editor, window.ui, {Action::paste});
  window.gui->frames(3);
}

TEST(PasteSheet, ReadsTheClipboardAndSetsItUpInOneStep) {
  WindowOn window("transpose-float-plain");
  const Scenario before = window.editor.scenario();
  open_with(window, column_of_33);
  EXPECT_EQ(window.text("paste.text"), column_of_33);
  EXPECT_EQ(window.text("paste.understood"),
            "mine float [32][33]; load (ld.b32): row threadIdx.x, column k, k = 0..31");
  EXPECT_EQ(window.editor.scenario(), before) << "only looked at so far";
  window.gui->click("paste.set_up");
  EXPECT_FALSE(window.gui->shows("paste.text"));
  EXPECT_EQ(window.tile().name, "mine");
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.editor.undo();
  EXPECT_EQ(window.editor.scenario(), before);
}

TEST(PasteSheet, CtrlEnterSetsUp) {
  WindowOn window("transpose-float-plain");
  open_with(window, "0, 128, 256, 384");
  EXPECT_EQ(window.text("paste.understood"), "4 addresses from 0 to 384, for ld.b32");
  window.gui->chord(Key::ctrl, Key::enter);
  EXPECT_FALSE(window.gui->shows("paste.text"));
  EXPECT_EQ(window.access().mask, "0x0000000f");
  EXPECT_EQ(window.text("headline.wavefronts"), "4");
}

TEST(PasteSheet, AShareStringOpensAsADocumentOfItsOwn) {
  WindowOn window("transpose-float-plain");
  const Scenario before = window.editor.scenario();
  window.editor.mark_saved("/tmp/mine.json");
  open_with(window, "  " + share_string(preset("float4-column")).value() + "\n");
  EXPECT_EQ(window.text("paste.set_up"), "Open");
  window.gui->click("paste.set_up");
  EXPECT_EQ(window.editor.scenario(), preset("float4-column"));
  EXPECT_EQ(window.editor.document().path, "") << "never written over the file that was open";
  window.editor.undo();
  EXPECT_EQ(window.editor.scenario(), before);
  EXPECT_EQ(window.editor.document().path, "/tmp/mine.json");
}

TEST(PasteSheet, ShowsWhereTheProblemIsAndSetsNothingUp) {
  WindowOn window("transpose-float-plain");
  const Scenario before = window.editor.scenario();
  open_with(window, "x = tile[0][0];\nx = tile[row][0];");
  EXPECT_EQ(window.text("paste.problem"), "row is not known");
  EXPECT_EQ(window.text("paste.caret"), "2:10");
  window.gui->click("paste.set_up");
  window.gui->chord(Key::ctrl, Key::enter);
  EXPECT_TRUE(window.gui->shows("paste.text"));
  EXPECT_EQ(window.editor.scenario(), before);
}

TEST(PasteSheet, WhatIsTypedIsReadWhileItIsTyped) {
  WindowOn window("transpose-float-plain");
  open_with(window, "");
  EXPECT_FALSE(window.gui->shows("paste.understood"));
  window.gui->type("0 4 8 12");
  EXPECT_EQ(window.text("paste.understood"), "4 addresses from 0 to 12, for ld.b32");
  window.gui->type(" 4g");
  EXPECT_EQ(window.text("paste.problem"), "'4g' is no address");
  window.gui->click("paste.clear");
  EXPECT_EQ(window.text("paste.text"), "");
}

TEST(PasteSheet, EscapeLeavesEverythingAsItWas) {
  WindowOn window("transpose-float-plain");
  const Scenario before = window.editor.scenario();
  open_with(window, column_of_33);
  window.gui->key(Key::escape);
  EXPECT_FALSE(window.gui->shows("paste.text"));
  EXPECT_EQ(window.editor.scenario(), before);
}

TEST(PasteSheet, FitsInASmallWindowWithLargeText) {
  WindowOn window(preset("transpose-float-plain"), {.width = 1280, .height = 720});
  window.ui.top_bar.look.text_size = 24;
  open_with(window, column_of_33);
  const LoggedWidget& sheet = window.gui->widget("sheet");
  const LoggedWidget& button = window.gui->widget("paste.set_up");
  EXPECT_LE(sheet.max.y, 720);
  EXPECT_LE(button.max.y, sheet.max.y);
  EXPECT_GE(button.min.y, window.gui->widget("paste.text").max.y);
}

TEST(LineAt, FindsLineAndPlace) {
  const std::string_view text = "ab\ncdef\n";
  const auto expect = [&](TextRange place, std::size_t number, std::string_view line, TextRange range) {
    const TextLine found = line_at(text, place);
    EXPECT_EQ(found.number, number);
    EXPECT_EQ(found.text, line);
    EXPECT_EQ(found.range, range);
  };
  expect({0, 1}, 1, "ab", {0, 1});
  expect({2, 2}, 1, "ab", {2, 2});
  expect({3, 5}, 2, "cdef", {0, 2});
  expect({4, 8}, 2, "cdef", {1, 4});
  expect({8, 8}, 3, "", {0, 0});
  expect({99, 100}, 3, "", {0, 0});
}

}  // namespace
}  // namespace bankmap
