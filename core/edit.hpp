// core/edit.hpp -- the ways in which a scenario changes. Views push edits while they draw; they are applied after the frame.
#pragma once

#include <string>
#include <variant>

#include "core/scenario.hpp"

namespace bankmap {

struct ReplaceScenario {
  Scenario scenario;
};
struct SetMachine {
  std::string key;
};
struct SetBlock {
  BlockShape block;
};
struct SetTile {
  int tile = 0;
  Tile value;
};
struct AddTile {
  Tile value;
};
struct RemoveTile {
  int tile = 0;
};  // its accesses go with it; the last tile stays, and so does the last
    // access: it then goes to the first tile
struct SetAccess {
  int access = 0;
  Access value;
};
struct AddAccess {
  Access value;
};
struct RemoveAccess {
  int access = 0;
};  // the last access stays
struct SetLoopValue {
  int access = 0;
  int loop = 0;
  std::int64_t at = 0;
};  // to the nearest value of the loop

using Edit = std::variant<ReplaceScenario, SetMachine, SetBlock, SetTile, AddTile, RemoveTile, SetAccess, AddAccess,
                          RemoveAccess, SetLoopValue>;

// The next scenario. An edit that does not fit (an index out of range, one tile too many, a block that does not exist) changes
// nothing. The warp that an access shows is kept inside the block.
Scenario apply(Scenario before, const Edit& edit);

}  // namespace bankmap
