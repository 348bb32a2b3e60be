// app/views/pattern_view.hpp -- the lane pattern: its kind, its numbers, and its expressions; part of an access.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

// Changes pattern and loops (a pattern just chosen brings the loops that it needs). True if something was changed.
bool draw_pattern(const Frame& frame, Access& access);

}  // namespace bankmap
