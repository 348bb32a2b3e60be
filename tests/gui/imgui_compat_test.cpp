// What must be the same with every version of Dear ImGui.
#include "app/imgui_compat.hpp"

#include <gtest/gtest.h>

#include "app/picture/offscreen.hpp"

namespace bankmap {
namespace {

constexpr PictureSize small_screen{.width = 300, .height = 200, .scale = 1};

// Each key, pressed alone, is that key and no other.
TEST(ImguiCompat, EveryKeyIsItself) {
  Offscreen screen(small_screen);
  for (int pressed = 1; pressed < key_count; ++pressed) {
    screen.input().push(KeyChange{static_cast<Key>(pressed), true});
    screen.frame([&] {
      for (int key = 0; key <= key_count; ++key) {
        EXPECT_EQ(key_pressed(static_cast<Key>(key)), key == pressed) << pressed << " seen as " << key;
        EXPECT_EQ(key_down(static_cast<Key>(key)), key == pressed) << pressed << " seen as " << key;
      }
    });
    screen.input().push(KeyChange{static_cast<Key>(pressed), false});
    screen.frame([&] { EXPECT_FALSE(key_down(static_cast<Key>(pressed))); });
  }
}

TEST(ImguiCompat, HeldKeysRepeatOnlyWhereAskedFor) {
  Offscreen screen(small_screen);
  screen.input().push(KeyChange{Key::left, true});
  int once = 0, repeated = 0;
  for (int i = 0; i < 60; ++i)
    screen.frame([&] {
      once += key_pressed(Key::left) ? 1 : 0;
      repeated += key_pressed(Key::left, true) ? 1 : 0;
    });
  EXPECT_EQ(once, 1);
  EXPECT_GT(repeated, 5);
}

TEST(ImguiCompat, CtrlWithAltOrSuperIsAnotherCommand) {
  for (const Key other : {Key::alt, Key::super}) {
    Offscreen screen(small_screen);
    for (const Key key : {Key::ctrl, other, Key::p}) screen.input().push(KeyChange{key, true});
    screen.frame([&] {
      EXPECT_TRUE(key_pressed(Key::p));
      EXPECT_FALSE(ctrl_pressed(Key::p));
    });
  }
}

TEST(ImguiCompat, APanelHasTheWindowsPadding) {
  Offscreen screen(small_screen);
  ImVec2 corner, inside;
  screen.frame([&] {
    ImGui::SetNextWindowSize({300, 200});
    ImGui::Begin("whole");
    corner = ImGui::GetCursorScreenPos();
    if (begin_panel("panel", {100, 50})) inside = ImGui::GetCursorScreenPos();
    ImGui::EndChild();
    ImGui::End();
  });
  EXPECT_EQ(inside.x - corner.x, screen.theme().px(12));
  EXPECT_EQ(inside.y - corner.y, screen.theme().px(8));
}

TEST(ImguiCompat, AFontIsPushedAtItsOwnSize) {
  Offscreen screen(small_screen);
  screen.frame([&] {
    EXPECT_EQ(ImGui::GetFontSize(), font_pixels(screen.theme().fonts.words));
    with_font(screen.theme().fonts.mono_big,
              [&] { EXPECT_EQ(ImGui::GetFontSize(), font_pixels(screen.theme().fonts.mono_big)); });
    EXPECT_EQ(ImGui::GetFontSize(), font_pixels(screen.theme().fonts.words));
  });
}

}  // namespace
}  // namespace bankmap
