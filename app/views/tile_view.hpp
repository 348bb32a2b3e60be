// app/views/tile_view.hpp -- the tile: shape, element, pitch, base, swizzle; one at a time where a scenario has
// several.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

struct TileView {
  int tile = 0;        // the one that is shown
  int of_access = -1;  // the access for which it was chosen: opening another access shows its tile
};
void draw_tile(const Frame& frame, TileView& own, Edits& edits);

}  // namespace bankmap
