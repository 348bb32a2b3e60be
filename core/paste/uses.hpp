// core/paste/uses.hpp -- what one statement of pasted CUDA does with tiles (internal to core/paste).
//
//     tile[a][b] += other[c];      load other[c], load tile[a][b], store tile[a][b]
//     atomicAdd(&hist[b], 1);      a reduction (its result is not used)
//     cp.async.ca.shared.global [&tile[a][b]], [source], 16;      PTX with an index in it
#pragma once

#include <string>
#include <vector>

#include "core/instruction.hpp"
#include "core/paste/place.hpp"

namespace bankmap::paste {

struct Use {
  int tile = 0;
  Place place;
  std::string kind;  // "load", "store", "atomic", "copy"
  Instruction instruction = Instruction::ld_b32;
  std::optional<Tokens> copy_bytes;  // of a copy: its size, which decides the instruction
  TextRange range;
};

// Loads first. Refuses a tile whose address goes elsewhere, and what no single instruction moves.
Result<std::vector<Use>> uses_in(Tokens statement, std::span<const CodeTile> tiles);
// The tile that the token names, or -1.
int tile_named(const Token& token, std::span<const CodeTile> tiles);
// cp.async of so many bytes.
Result<Instruction> copy_of(std::int64_t bytes, TextRange range);

}  // namespace bankmap::paste
