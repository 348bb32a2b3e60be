// app/views/status_bar.hpp -- the facts in one quiet line: bytes of the tile, steps, warp, and how sure the machine's
// facts are.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

void draw_status_bar(const Frame& frame);

}  // namespace bankmap
