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

// Draws at the cursor, and moves it below.
void draw_bit_picture(const Frame& frame, const AddressBits& bits, const BitColumns& columns);

}  // namespace bankmap
