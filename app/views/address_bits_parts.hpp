// app/views/address_bits_parts.hpp -- where the bits of the picture and of its table stand (internal to the view of bits).
#pragma once

#include "app/views/address_bits.hpp"

namespace bankmap {

// Sources stand in the same columns in the picture and in the table, the highest at the left.
struct BitColumns {
  int sources = 0;
  float left = 0;   // of the first column
  float pitch = 0;  // from column to column
  float x(int source) const { return left + pitch * static_cast<float>(sources - 1 - source); }
};

// The element that is pointed at, in bits: tile[5][0] of 32 x 32 has sources 00101 00000, and its bank 0 is 00000.
struct BitValues {
  Coordinate at;
  std::uint32_t sources = 0;  // numbered as those of AddressBits
  int bank = 0;               // of its first byte
};

// A text in the middle of a box, smaller where it would not fit; in the current font.
void draw_in_box(const Frame& frame, ImVec2 min, ImVec2 max, const std::string& text, Colour colour);

// Draws at the cursor, and moves it below. Lines of 1 bits stand out where values are given; room for them is always kept.
void draw_bit_picture(const Frame& frame, const AddressBits& bits, const BitColumns& columns,
                      const std::optional<BitValues>& values);

}  // namespace bankmap
