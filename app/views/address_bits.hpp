// app/views/address_bits.hpp -- which bits make up the bank.
//
//     r4 r3 r2 r1 r0 c4 c3 c2 c1 c0       boxes and lines: solid from the tile alone, dashed from the swizzle
//           \  \  \  |  |  |  |  |
//              b4 b3 b2 b1 b0
//            0  0  1  0  1             what is pointed at, be it a lane or an element: the bits of its row and column,
//                                      and of its bank; lines from bits that are 1 stand out
//     b4  +  .  .  .  .  1  .  .  .  .    b4 = c4 ^ r4        the same as a table: a click turns a bit, and the swizzle
//     ...                                                     is then the shortest that says so
//     CuTe    Swizzle<5,0,5>      [use]                       the swizzle in other words
#pragma once

#include <optional>
#include <string>

#include "app/views/cached.hpp"
#include "core/address_bits.hpp"
#include "core/element_places.hpp"
#include "core/swizzle_translation.hpp"

namespace bankmap {

struct BitsShown {
  std::string refused;  // why the tile has no layout; all else is then empty
  AddressBits bits;
  LaneBits lanes;
  bool nothing_moved = false;  // by the swizzle, if there is one: it needs no other form
  Translations forms;
  std::optional<ElementPlaces> places;  // absent where the tile is refused
};

// What a click on a bit of the table would make of the tile.
struct BitToggle {
  int bank_bit = 0;
  int source = 0;
  Result<Tile> next;
};

struct AddressBitsView {
  Cached<BitsShown> shown;
  std::optional<BitToggle> pointed;  // of the bit that the pointer was on last, in this scenario
  std::string refusal;               // of the last click, in this scenario
};
// Fills the room that the current ImGui window has left.
void draw_address_bits(const Frame& frame, AddressBitsView& own, Edits& edits);

}  // namespace bankmap
