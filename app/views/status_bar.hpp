// app/views/status_bar.hpp -- the facts in one quiet line: bytes of the tile, steps, warp, and how sure the machine's
// facts are; at the right how to find everything else. A notice, or what is pointed at, takes the place of the
// facts.
#pragma once

#include <optional>

#include "app/perform.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

void draw_status_bar(const Frame& frame, const std::optional<Notice>& notice);

}  // namespace bankmap
