// core/swizzle_translation.hpp -- one swizzle in the words of others: what is the same on this tile, and proven so.
//
//     half tile[64][64], TMA 128B      =  Swizzle<3,3,3>  =  vec 8, perPhase 1, maxPhase 8  =  col ^ (row & 7), chunks of 8
//     float tile[32][32], col ^ row    =  Swizzle<5,0,5>  =  vec 1, perPhase 1, maxPhase 32;   no TMA mode moves single words
//
// A form is found from where the tile puts single bits, and then every element of the tile is compared. Equal on this tile is
// not equal on every tile: the pitch is part of Swizzle<B,M,S>, the base of a TMA mode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tile.hpp"

namespace bankmap {

enum class SwizzleForm : std::uint8_t { column_flips, cute, triton, tma, matrix };
std::string_view form_name(SwizzleForm form);  // "col ^ row", "CuTe", "Triton", "TMA", "bit matrix"

struct Translation {
  SwizzleForm form = SwizzleForm::column_flips;
  std::optional<Swizzle> swizzle;  // the same places for every element
  std::string text;                // "Swizzle<3,3,3>"; without a swizzle why there is none
  bool is_own = false;             // the tile is written in this form
};
struct Translations {
  std::vector<Translation> forms;  // in the order of SwizzleForm
  bool all_elements = true;        // false: of a large tile, only the first rows were compared
};
Translations translations(const TileLayout& layout);

// The swizzle as bits of the element offset: bit i of the new offset is the parity of (offset & rows[i]).
// Refuses where it is none: a pitch that is no power of two, an expression that is not linear.
Result<MatrixSwizzle> swizzle_matrix(const TileLayout& layout);

// Whether every element is where it would be without the swizzle.
bool moves_nothing(const TileLayout& layout);

// The same places under the shortest name: none, col ^ row or Swizzle<B,M,S> where one is equal, else the matrix.
// pre: the tile can be laid out.
Swizzle simplest(const Tile& tile);

// The tile with one more (or one less) source of a bank bit; source numbers are those of core/address_bits.hpp. Refuses where two
// elements would then share a place, and where the bank bit is inside an element.
Result<Tile> with_bit_toggled(const TileLayout& layout, int bank_bit, int source);

}  // namespace bankmap
