// core/scenario.hpp -- what a person set up: a machine, tiles, and the accesses to them. A plain value: ==, JSON, undo.
//
//     tile "tile" 32 x 32 float, padding 4          access "load": ld.b32, column pattern, k = 0..31, shown at k = 5
//
// Nothing here is computed, and everything typed is kept as typed, so that a wrong expression can be shown, saved and mended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/instruction.hpp"
#include "core/pattern.hpp"
#include "core/tile.hpp"

namespace bankmap {

inline constexpr int max_tiles = 16;
inline constexpr int max_accesses = 16;
inline constexpr int max_loops = 6;
inline constexpr std::int64_t max_instructions_per_access = 65'536;  // loop steps * warps

struct BlockShape {  // blockDim
  int x = 32;
  int y = 1;
  int z = 1;  // x * y * z: 1..1024 threads
  int threads() const { return x * y * z; }
  bool operator==(const BlockShape&) const = default;
};

struct Access {
  std::string name = "load";
  int tile = 0;  // index into Scenario::tiles
  Instruction instruction = Instruction::ld_b32;
  LanePattern pattern = ColumnPattern{};
  std::string mask = "0xffffffff";  // an expression: bits of a constant, or true / false for each lane ("lane < 20");
                                    // a text without names is a mask, one with names is a condition
  int element_byte = 0;             // [bytes] where in the element the access starts: a struct member
  std::vector<LoopVariable> loops;  // outermost first
  int warp = 0;                     // the warp that is shown
  bool operator==(const Access&) const = default;
};

struct Scenario {
  std::string title;
  std::string note;               // where it comes from, what to look at
  std::string machine = "sm_90";  // key into MachineProfiles
  BlockShape block;               // every warp of the block runs every access
  std::vector<Tile> tiles{Tile{}};
  std::vector<Access> accesses{Access{}};
  bool operator==(const Scenario&) const = default;
};

}  // namespace bankmap
