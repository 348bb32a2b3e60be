// core/paste/code.hpp -- pasted CUDA, read from top to bottom: tiles, and the accesses to them (internal to core/paste).
//
//     __shared__ float tile[32][33];                        tile 32 x 33 float
//     for (int k = 0; k < 32; ++k)                          loop k = 0..31
//       if (threadIdx.x < 16) x += tile[threadIdx.x][k];    load: row threadIdx.x, column k, mask threadIdx.x < 16
//
// Understood: #define and constexpr constants, integer variables, for loops with constant bounds or those of a thread's
// own start (i = threadIdx.x; i < 1024; i += blockDim.x), if, dim3 block(...), kernel heads, loads, stores, atomics,
// __pipeline_memcpy_async, casts to vectors, and ldmatrix, stmatrix and cp.async as PTX. Everything else of C++ is passed over
// where no tile is in it.
#pragma once

#include <string>
#include <vector>

#include "core/paste/place.hpp"
#include "core/scenario.hpp"

namespace bankmap::paste {

struct CodeAccess {
  int tile = 0;      // of Code::tiles
  std::string kind;  // "load", "store", "atomic", "copy"
  Instruction instruction = Instruction::ld_b32;
  PlaceText place;
  std::string mask;  // empty: all lanes
  std::vector<LoopVariable> loops;
  TextRange range;
};

struct Code {
  std::vector<CodeTile> tiles;
  std::vector<CodeAccess> accesses;
  BlockShape block;
  bool block_given = false;                // by a dim3 in the text, or loops depend on it
  std::vector<std::string> taken_as_true;  // conditions that depend on what is not known
};

// present: the tiles that the text may use without declaring them, the block unless it says another, and for a text
// without loops and kernels the loop variables of this access.
Result<Code> read_code(std::string_view text, const Scenario& present, int access);

// Names of an index text: "threadIdx.x", "k".
std::vector<std::string> names_of(const std::string& text);

}  // namespace bankmap::paste
