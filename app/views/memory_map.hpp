// app/views/memory_map.hpp -- physical words, 32 banks across, rows of 128 bytes down: what padding and swizzle do.
//
//              bank 0     1     2    ...   31
//     byte 0     0,0   0,1   0,2          0,31      row,column of the element in the colour of its column: where the
//        128     ///   1,0  [9]           1,30      colours stand in columns, columns stand in banks (the column
//                                                   alone where both numbers have no room)
//                                                   /// padding; on the colour of its pass: the lane that touches it now
//
// A word of small elements is parted where there is room. Bytes that lanes touch outside of the tile are shown too, and
// other tiles by name.
#pragma once

#include "app/views/cached.hpp"
#include "app/views/frame.hpp"
#include "app/views/grid_view.hpp"
#include "core/memory_map.hpp"

namespace bankmap {

struct MemoryMapView {
  GridScroll scroll;
  Cached<Result<MemoryMap>> map;
};
// Fills the room that the current ImGui window has left.
void draw_memory_map(const Frame& frame, MemoryMapView& own, Edits& edits);

}  // namespace bankmap
