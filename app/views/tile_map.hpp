// app/views/tile_map.hpp -- the logical tile, rows and columns, each element in the colour of its bank.
//
//     [now] [whole sweep]   tile: 32 x 32 float, pitch 33            [-] [+] [fit]
//              0   1   2   3 ...  31
//          0   0   1   2   3      31 //////     a number is the element's bank; on the colour of its pass: the lane
//          1   1   2  [9]  4       0 //////     that touches it now; hatched: padding behind each row
//
// A tile of one row or one column stands in lines of 32 cells, each with the number of its first.
// Over the whole sweep a cell says how often it is touched instead, by all warps at all steps. A lane can be dragged to
// another cell, or, when it is pinned, moved by Alt and the arrow keys: the access's pattern becomes one of the person's
// own (core/lane_target.hpp), in one step of undo.
#pragma once

#include "app/views/cached.hpp"
#include "app/views/frame.hpp"
#include "app/views/grid_view.hpp"
#include "core/tile_map.hpp"

namespace bankmap {

struct LaneDrag {
  int lane = -1;  // -1: nothing is dragged
  Access before;  // as it was when the drag began
  Coordinate target;
  std::string wavefronts_before;  // what it cost then
};

struct TileMapView {
  bool sweep = false;  // whole sweep, not now
  GridScroll scroll;
  LaneDrag drag;
  Cached<Result<TileMap>> map;
  Cached<Result<TileDensity>> density;
  // Where the elements on the screen lie: worked out anew when these change.
  Tile placed_tile;
  TileWindow placed_window;
  std::vector<std::int64_t> placed;  // [bits]
};
// Fills the room that the current ImGui window has left.
void draw_tile_map(const Frame& frame, TileMapView& own, Edits& edits);

}  // namespace bankmap
