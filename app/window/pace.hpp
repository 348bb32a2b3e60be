// app/window/pace.hpp -- when to draw and how long to sleep, apart from any window so that it can be tested.
//
//     event --> draw, draw, draw, draw --> sleep until the next event          nothing happens: no frame, next to no
//     CPU
#pragma once

#include "app/input_queue.hpp"

namespace bankmap {

class Pace {
 public:
  struct AfterFrame {
    bool input_waiting = false;  // the queue could not hand over everything
    bool animating = false;      // the views want the next frame soon
    bool button_down = false;    // held buttons repeat
  };

  void something_happened();      // an event, wake(), a new size: draw until settled
  void frame_begins(double now);  // [s] of any clock
  void frame_drawn(const AfterFrame& after);
  bool draw_now() const { return frames_left_ > 0; }
  // [s] how long to wait for events. 0: do not wait. A wait always ends a little late; that is made good by the next one, so that
  // animations keep their sixty frames a second.
  double wait_seconds(double now) const;
  // The wait ended without an event: whether that is a reason to draw.
  void waited_in_vain();

 private:
  int frames_left_ = 1 + frames_to_settle;
  double due_ = 0;  // [s] when the next frame should begin
  AfterFrame last_;
};

inline constexpr double frame_period =
    1.0 / 60;                              // [s] animations are no faster, also where swapping buffers does not wait
inline constexpr double idle_period = 60;  // [s] nothing to do; only a bound on how long a lost event can hide

}  // namespace bankmap
