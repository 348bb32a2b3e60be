// app/views/steps_chart.hpp -- the cost of every step of the loop as a row of bars; a click shows that step.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

void draw_steps_chart(const Frame& frame, Edits& edits);

}  // namespace bankmap
