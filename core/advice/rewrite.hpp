// core/advice/rewrite.hpp -- the same accesses in other words, where only that lets a layout act on them (internal to core).
//
//     float s[1024], s[lane * 32]          as float s[32][32]:   s[lane * 32 / 32][lane * 32 % 32]
//     byte offset lane * 128 (lane * 4 a column of a float tile) ->  tile[lane * 128 / 128][lane * 128 % 128 / 4]
//
// A flat array has no rows to pad; cut into rows it has: "one word more after every 32 words". Byte offsets bypass pitch and
// swizzle; as row and column they obey them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/scenario.hpp"

namespace bankmap {

// An access that a fix replaces: its index in the scenario, and what it becomes.
using ChangedAccess = std::pair<int, Access>;

struct Rewritten {
  Scenario scenario;
  std::vector<ChangedAccess> accesses;
};

bool gives_bytes(const LanePattern& pattern);  // a byte offset or an address list

// Byte offsets to the tile as rows and columns of the tile as it is declared. Refuses where that cannot be: a swizzled tile (the
// bytes are of another order), an access narrower than the element.
Result<Rewritten> bytes_as_rows(const Scenario& scenario, int tile);

// True where every access takes the tile as one row: a tile of one row, byte offsets only, or flat indices only.
bool is_flat(const Scenario& scenario, int tile);
// Numbers of columns (elements) that such a tile can be cut into: powers of two in bytes, from `least_bytes` to half of it.
std::vector<int> row_lengths(const Scenario& scenario, int tile, int least_bytes);
// The tile cut into rows of so many columns. pre: is_flat
Result<Rewritten> cut_into_rows(const Scenario& scenario, int tile, int columns);

}  // namespace bankmap
