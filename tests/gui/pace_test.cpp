// When the window draws and how long it sleeps.
#include "app/window/pace.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

int frames_until_rest(Pace& pace) {
  int frames = 0;
  for (; pace.draw_now() && frames < 100; ++frames) pace.frame_drawn({});
  return frames;
}

TEST(Pace, AnEventIsDrawnAndSettledThenNothing) {
  Pace pace;
  EXPECT_EQ(frames_until_rest(pace), 1 + frames_to_settle);  // the first frames of a new window
  EXPECT_EQ(pace.wait_seconds(0.005), idle_period);
  pace.waited_in_vain();
  EXPECT_FALSE(pace.draw_now());  // time alone is no reason to draw
  pace.something_happened();
  EXPECT_EQ(frames_until_rest(pace), 1 + frames_to_settle);
}

TEST(Pace, WaitingInputIsDrawnWithoutDelayAndSettlesAfterIt) {
  Pace pace;
  for (int i = 0; i < 50; ++i) {
    pace.frame_drawn({.input_waiting = true});
    EXPECT_EQ(pace.wait_seconds(0.001), 0);
    ASSERT_TRUE(pace.draw_now());
  }
  pace.frame_drawn({});  // the frame that took the last of it
  EXPECT_EQ(frames_until_rest(pace), frames_to_settle);
}

TEST(Pace, AnimationGoesOnAtSixtyFramesASecond) {
  Pace pace;
  for (int i = 0; i < 10; ++i) pace.frame_drawn({.animating = true});
  EXPECT_FALSE(pace.draw_now());
  EXPECT_NEAR(pace.wait_seconds(0.004), 1.0 / 60 - 0.004, 1e-9);
  EXPECT_EQ(pace.wait_seconds(0.040), 0);  // a slow frame is not made slower
  pace.waited_in_vain();
  EXPECT_TRUE(pace.draw_now());
}

TEST(Pace, AHeldButtonRepeats) {
  Pace pace;
  for (int i = 0; i < 10; ++i) pace.frame_drawn({.button_down = true});
  pace.waited_in_vain();
  EXPECT_TRUE(pace.draw_now());
  pace.frame_drawn({});
  pace.waited_in_vain();
  EXPECT_FALSE(pace.draw_now());
}

}  // namespace
}  // namespace bankmap
