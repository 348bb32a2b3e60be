// core/scenario_numbers.hpp -- every number that a scenario has, as seen from one access: what it is called, what it is,
// and which values are worth trying.
//
//     float tile[32][32 + 4], tile[lane][k], k = 5
//                                  padding 4           0, 1, 2 ... 64
//                                  base offset 0       0, 4, 8 ... 128
//                                  k 5                 0 ... 31
//     tile[lane * 2][k]            number 1 in row 2   0, 1, 2 ... 64      numbers inside a typed index, too
//
// A number is named by a key, which stays the same while the number changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/edit.hpp"
#include "core/scenario.hpp"

namespace bankmap {

enum class NumberKind : std::uint8_t {
  pitch,  // padding or stride, in the tile's own unit
  base,   // [bytes]
  rows,
  columns,
  swizzle,       // index: the field of the tile's swizzle, in the order of its struct
  block,         // index: 0 x, 1 y, 2 z
  access_bytes,  // the width of a plain load or store: 1, 2, 4, 8 or 16
  element_byte,  // of a struct
  pattern,       // index: the field of the pattern, in the order of its struct
  literal,       // index: the text of the pattern; literal: which number in it
  loop_at,       // index: the loop; the value that is shown
  loop_end,
  loop_step,
  warp,  // that is shown
};

struct NumberKey {
  NumberKind kind = NumberKind::pitch;
  int index = 0;
  int literal = 0;
  bool operator==(const NumberKey&) const = default;
};

struct ScenarioNumber {
  NumberKey key;
  std::string name;  // "padding", "k", "number 1 in column"
  std::string unit;  // "elements", "bytes"; empty where it has none
  std::int64_t value = 0;
  std::vector<std::int64_t> values;  // ascending; `value` is one of them
};

// Those that the access depends on, the tile's first. A number with one sensible value only (rows of 8 bytes in steps of 16) is not
// in the list. pre: 0 <= access < scenario.accesses.size()
std::vector<ScenarioNumber> scenario_numbers(const Scenario& scenario, int access);

// The number that matters most: the stride of a strided walk, a number of a typed byte offset, else the pitch of the tile.
NumberKey first_number(const Scenario& scenario, int access);

// The scenario with another value; unchanged where it has no such number. What is nonsense stays, and is refused by `analyze`.
Scenario with_number(Scenario scenario, int access, const NumberKey& key, std::int64_t value);
// The same as an edit of the part that the number belongs to.
Edit number_edit(const Scenario& scenario, int access, const NumberKey& key, std::int64_t value);

}  // namespace bankmap
