#include "app/window/pace.hpp"

#include <algorithm>

namespace bankmap {

void Pace::something_happened() { frames_left_ = 1 + frames_to_settle; }

void Pace::frame_begins(double now) {
  const bool a_little_late = due_ <= now && now < due_ + frame_period;
  due_ = (a_little_late ? due_ : now) + frame_period;
}

void Pace::frame_drawn(const AfterFrame& after) {
  last_ = after;
  if (after.input_waiting) {
    something_happened();
  } else {
    frames_left_ = std::max(frames_left_ - 1, 0);
  }
}

double Pace::wait_seconds(double now) const {
  if (last_.input_waiting) return 0;  // typing must keep up
  if (draw_now() || last_.animating || last_.button_down) return std::max(due_ - now, 0.0);
  return idle_period;
}

void Pace::waited_in_vain() {
  if (!draw_now() && (last_.animating || last_.button_down)) frames_left_ = 1;
}

}  // namespace bankmap
