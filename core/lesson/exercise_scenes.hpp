// core/lesson/exercise_scenes.hpp -- the scenarios that exercises ask about, by difficulty (internal to core/lesson).
//
//     1  full warps, 32-bit accesses to floats: a row, a column, every n-th float, shared floats
//     2  one thing more: a padding, a stride that is no power of two, half, double, a 16 x 16 block
//     3  phases and parts: float4, double by column, struct members, padded blocks, the first lanes of a warp, col ^ row
//     4  what needs the rules: bytes, the pair rule, ldmatrix, atomics, chunks of a swizzle, every n-th lane
//
// law: whatever the dice say, no scenario is refused, and none draws a warning.
#pragma once

#include <span>
#include <string>

#include "core/lesson/dice.hpp"
#include "core/scenario.hpp"

namespace bankmap {

inline constexpr int easiest = 1;
inline constexpr int hardest = 4;

// The access asked about is the first and only one.
struct ExerciseScene {
  std::string words;  // what the warp does, in a sentence
  Scenario scenario;
};

using MakeScene = ExerciseScene (*)(Dice&);
// pre: easiest <= difficulty <= hardest
std::span<const MakeScene> exercise_scenes(int difficulty);

// A conflict between the rows and columns of one tile: a store that fills it, and a load that reads it otherwise. Both are legal; the
// load (access 1) has excess for most of the row lengths that there are.
struct ConflictFamily {
  int difficulty = easiest;
  std::string_view words;         // "A warp stores rows of a float tile and reads its columns."
  std::string_view elements;      // "floats": what padding is counted in
  std::span<const int> columns;   // that the tile may have
  std::span<const int> paddings;  // [elements] that somebody may have tried
  Scenario (*make)(int columns);  // without padding
};
std::span<const ConflictFamily> conflict_families();

}  // namespace bankmap
