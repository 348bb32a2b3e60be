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
  EXPECT_EQ(pace.wait_seconds(5), idle_period);
  pace.waited_in_vain();
  EXPECT_FALSE(pace.draw_now());  // time alone is no reason to draw
  pace.something_happened();
  EXPECT_EQ(frames_until_rest(pace), 1 + frames_to_settle);
}

TEST(Pace, WaitingInputIsDrawnWithoutDelayAndSettlesAfterIt) {
  Pace pace;
  for (int i = 0; i < 50; ++i) {
    pace.frame_drawn({.input_waiting = true});
    EXPECT_EQ(pace.wait_seconds(5), 0);
    ASSERT_TRUE(pace.draw_now());
  }
  pace.frame_drawn({});  // the frame that took the last of it
  EXPECT_EQ(frames_until_rest(pace), frames_to_settle);
}

TEST(Pace, AnimationGoesOnAtSixtyFramesASecond) {
  Pace pace;
  for (int i = 0; i < 10; ++i) pace.frame_drawn({.animating = true});
  EXPECT_FALSE(pace.draw_now());
  pace.frame_begins(100);
  EXPECT_NEAR(pace.wait_seconds(100.004), 1.0 / 60 - 0.004, 1e-9);
  EXPECT_EQ(pace.wait_seconds(100.040), 0);  // a slow frame is not made slower
  pace.waited_in_vain();
  EXPECT_TRUE(pace.draw_now());
}

TEST(Pace, WaitsThatEndLateCostNoFrames) {
  Pace pace;
  double now = 7;
  for (int frame = 0; frame < 600; ++frame) {
    pace.frame_begins(now);
    pace.frame_drawn({.animating = true});
    now += 0.003;                            // the frame itself
    now += pace.wait_seconds(now) + 0.0007;  // and a wait, as the system ends it
  }
  EXPECT_NEAR(now - 7, 10, 0.02);  // 600 frames, ten seconds
}

TEST(Pace, AfterAFrameThatCameEarlyOrVeryLateAWholePeriodIsWaited) {
  Pace pace;
  pace.frame_begins(5);
  pace.frame_begins(5.001);  // an event
  pace.frame_drawn({.animating = true});
  EXPECT_NEAR(pace.wait_seconds(5.001), frame_period, 1e-9);
  pace.frame_begins(9);  // after a sleep: no burst of frames to make up for it
  pace.frame_drawn({.animating = true});
  pace.frame_begins(9 + frame_period);
  EXPECT_NEAR(pace.wait_seconds(9 + frame_period), frame_period, 0.02);
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
