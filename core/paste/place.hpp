// core/paste/place.hpp -- the place in a tile that an expression of pasted CUDA names, with casts and all (internal to core/paste).
//
//     tile[r][c]                                   4 bytes, a value
//     *(float4*)&tile[r][c]                        16 bytes, a value
//     reinterpret_cast<float4*>(&tile[r][c])[1]    16 bytes, one float4 further
//     (&tile[0][0])[i]                             a flat index
//     vectors[i].y                                 4 bytes, 4 bytes into the element
//     &hist[b]                                     an address, as atomicAdd takes it
#pragma once

#include <optional>
#include <vector>

#include "core/paste/names.hpp"
#include "core/tile.hpp"

namespace bankmap::paste {

struct CodeTile {
  Tile tile;
  std::vector<std::int64_t> dimensions;  // as declared, outermost first
  bool declared = false;                 // in the text; else it is one of the scenario that is open
  TextRange range;                       // of its declaration
  std::int64_t width() const { return dimensions.back(); }
};

struct Place {
  std::size_t begin = 0;  // tokens
  std::size_t end = 0;
  bool is_pointer = false;
  Element element;                 // what is there, or what is pointed at
  std::vector<Tokens> subscripts;  // of the tile
  std::optional<Tokens> moved;     // further on, in units of moved_bytes
  int moved_bytes = 0;
  int component_byte = 0;  // where in the element it starts
};

// tokens[at] names the tile. Refuses a subscript that does not end, and casts to types that are not known.
Result<Place> place_at(Tokens tokens, std::size_t at, const CodeTile& tile);

// Row and column of a place, from the texts of its subscripts; what is left of an element, in bytes.
struct PlaceText {
  std::string row;
  std::string column;
  std::string last_rows_index;  // of more than two dimensions: the one next to the column
  int element_byte = 0;
};
Result<PlaceText> text_of(const Place& place, const CodeTile& tile, const Names& names, TextRange range);

// The token that closes the bracket at `open`, or tokens.size().
std::size_t closing(Tokens tokens, std::size_t open);

}  // namespace bankmap::paste
