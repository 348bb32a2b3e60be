// Fast input, frame by frame: what a frame is given, and that in the end nothing is lost.
#include "app/input_queue.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/gui/harness.hpp"

namespace bankmap {
namespace {

// A context in which every frame notes what Dear ImGui reports.
class InputQueueTest : public testing::Test {
 protected:
  Offscreen screen{{.width = 320, .height = 200, .scale = 1}};
  InputQueue& queue = screen.input();
  char typed[256] = "";

  // What a view sees in the next frame, in words.
  std::string next_frame() {
    std::string seen;
    screen.frame([&] {
      const auto note = [&](bool is_so, const char* what) {
        seen += is_so ? std::string(seen.empty() ? "" : " ") + what : "";
      };
      note(ImGui::IsMouseClicked(0), "click");
      note(ImGui::IsMouseReleased(0), "release");
      note(ImGui::GetIO().MouseWheel != 0, "wheel");
      note(key_pressed(Key::a), "a");
      note(key_pressed(Key::b), "b");
      note(key_pressed(Key::z), ImGui::GetIO().KeyCtrl ? "Ctrl+z" : "z");
      note(key_pressed(Key::enter), "enter");
      note(key_pressed(Key::left), "left");
    });
    return seen;
  }
  std::vector<std::string> all_frames() {
    std::vector<std::string> seen;
    do seen.push_back(next_frame());
    while (!queue.empty());
    return seen;
  }
  void tap(Key key) {
    queue.push(KeyChange{key, true});
    queue.push(KeyChange{key, false});
  }
  void tap_button() {
    queue.push(ButtonChange{0, true});
    queue.push(ButtonChange{0, false});
  }
};
using Frames = std::vector<std::string>;

TEST_F(InputQueueTest, AKeyTappedTwiceWithinAFrameIsPressedTwice) {
  tap(Key::left);
  tap(Key::left);
  EXPECT_EQ(all_frames(), (Frames{"left", "", "left", ""}));
}

TEST_F(InputQueueTest, ALetterTappedTwiceIsPressedTwice) {
  tap(Key::a);
  tap(Key::a);
  EXPECT_EQ(all_frames(), (Frames{"a", "", "a", ""}));
}

TEST_F(InputQueueTest, AWordNeedsNotAFrameForEachLetter) {
  tap(Key::a);
  tap(Key::b);
  EXPECT_EQ(all_frames(), (Frames{"a b", ""}));
  EXPECT_FALSE(key_down(Key::a));
  EXPECT_FALSE(key_down(Key::b));
}

TEST_F(InputQueueTest, ADoubleClickWithinAFrameIsTwoClicks) {
  tap_button();
  tap_button();
  EXPECT_EQ(all_frames(), (Frames{"click", "release", "click", "release"}));
}

TEST_F(InputQueueTest, AClickHitsWhatWasUnderThePointer) {
  queue.push(PointerMove{10, 20});
  queue.push(ButtonChange{0, true});
  queue.push(PointerMove{100, 120});
  queue.push(ButtonChange{0, false});
  EXPECT_EQ(next_frame(), "");  // moves first: hovering is up to date when the button goes down
  EXPECT_EQ(next_frame(), "click");
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 10);
  EXPECT_EQ(next_frame(), "");  // the drag arrives while the button is still down
  EXPECT_EQ(ImGui::GetIO().MousePos.y, 120);
  EXPECT_TRUE(queue.any_button_down());
  EXPECT_EQ(next_frame(), "release");
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(queue.any_button_down());
}

TEST_F(InputQueueTest, ModifiersKeepTheirKeys) {
  queue.push(KeyChange{Key::ctrl, true});
  queue.push(KeyChange{Key::z, true});
  queue.push(KeyChange{Key::ctrl, false});  // let go of before the letter, as people do
  queue.push(KeyChange{Key::z, false});
  tap(Key::z);
  EXPECT_EQ(all_frames(), (Frames{"Ctrl+z", "", "z", ""}));
}

TEST_F(InputQueueTest, AKeyTypedBeforeCtrlIsNotACommand) {
  queue.push(KeyChange{Key::z, true});
  queue.push(KeyChange{Key::ctrl, true});
  EXPECT_EQ(all_frames(), (Frames{"z", ""}));
}

TEST_F(InputQueueTest, CommandKeysComeOneAtATime) {
  queue.push(KeyChange{Key::left, true});
  queue.push(KeyChange{Key::enter, true});
  EXPECT_EQ(all_frames(), (Frames{"left", "enter"}));
}

TEST_F(InputQueueTest, TheWheelTurnsWhereThePointerWas) {
  queue.push(Wheel{0, 1});
  queue.push(Wheel{0, 1});
  queue.push(PointerMove{50, 60});
  EXPECT_EQ(next_frame(), "wheel");
  EXPECT_NE(ImGui::GetIO().MousePos.x, 50);
  EXPECT_EQ(next_frame(), "");
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 50);
}

TEST_F(InputQueueTest, OnlyTheLastOfManyMovesMatters) {
  for (int x = 0; x < 1000; ++x) queue.push(PointerMove{static_cast<float>(x), 5});
  next_frame();
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 999);
  EXPECT_TRUE(queue.empty());
}

TEST_F(InputQueueTest, LosingTheFocusLetsGoOfEveryKey) {
  for (const Key key : {Key::ctrl, Key::a, Key::left}) queue.push(KeyChange{key, true});
  all_frames();
  EXPECT_TRUE(key_down(Key::ctrl));
  queue.push(FocusChange{false});
  all_frames();
  for (int key = 1; key < key_count; ++key) EXPECT_FALSE(key_down(static_cast<Key>(key))) << key;
  EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
}

TEST_F(InputQueueTest, WhatIsNoKeyAndNoButtonIsDropped) {
  queue.push(KeyChange{Key::none, true});
  queue.push(KeyChange{Key::count, true});
  queue.push(KeyChange{static_cast<Key>(255), true});
  queue.push(ButtonChange{-1, true});
  queue.push(ButtonChange{ImGuiMouseButton_COUNT, true});
  EXPECT_TRUE(queue.empty());
}

// Every event of a long random history arrives: as many clicks and presses are seen as were made.
TEST_F(InputQueueTest, NothingIsLostHoweverItComes) {
  std::uint32_t state = 1;
  const auto random = [&](std::uint32_t below) { return (state = state * 1664525U + 1013904223U) / 65536U % below; };
  int clicks = 0, lefts = 0, letters = 0, seen_clicks = 0, seen_lefts = 0, seen_letters = 0;
  const auto count_frame = [&] {
    screen.frame([&] {
      seen_clicks += ImGui::IsMouseClicked(0) ? 1 : 0;
      seen_lefts += key_pressed(Key::left) ? 1 : 0;
      seen_letters += key_pressed(Key::a) ? 1 : 0;
    });
  };
  for (int i = 0; i < 2000; ++i) {
    switch (random(6)) {
      case 0:
        tap_button(), ++clicks;
        break;
      case 1:
        tap(Key::left), ++lefts;
        break;
      case 2:
        tap(Key::a), ++letters;
        break;
      case 3:
        tap(Key::shift);
        break;
      case 4:
        queue.push(PointerMove{static_cast<float>(random(300)), 7});
        break;
      default:
        count_frame();
        break;
    }
  }
  while (!queue.empty()) count_frame();
  EXPECT_EQ(seen_clicks, clicks);
  EXPECT_EQ(seen_lefts, lefts);
  EXPECT_EQ(seen_letters, letters);
  EXPECT_GT(clicks, 200);
}

}  // namespace
}  // namespace bankmap
