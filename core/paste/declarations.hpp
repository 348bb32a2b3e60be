// core/paste/declarations.hpp -- __shared__ declarations of pasted CUDA (internal to core/paste).
//
//     __shared__ __align__(16) half A[2][64][72], b[64];     A: 128 rows of 72 halves; b: one row of 64
#pragma once

#include <vector>

#include "core/paste/place.hpp"

namespace bankmap::paste {

// The tokens of one declaration, without its semicolon. first_byte: where its first tile may begin; they follow each
// other. Refuses types and sizes that are not known, and "extern", whose size only the launch says.
Result<std::vector<CodeTile>> read_declaration(Tokens declaration, std::int64_t first_byte, const Names& names);

// The first byte behind all tiles, where the next one may begin.
std::int64_t end_of(std::span<const CodeTile> tiles);

}  // namespace bankmap::paste
