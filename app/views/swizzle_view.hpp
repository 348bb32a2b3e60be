// app/views/swizzle_view.hpp -- the kind of swizzle and its numbers; part of the tile.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

bool draw_swizzle(const Frame& frame, Swizzle& swizzle);  // true if it was changed

}  // namespace bankmap
