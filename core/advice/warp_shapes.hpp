// core/advice/warp_shapes.hpp -- the accesses of one tile, evaluated once for the whole search (internal to core).
//
//     tile[lane][k], k = 0..31   coordinates (lane, k): 32 steps, but all one shape: moved by a column, banks turn and nothing else
//
// Wavefronts do not change when all addresses of a warp move by whole chunks, and a swizzle or padding moves elements, not
// coordinates. So steps are counted together, in three ways, each right for its kind of layout:
//     exact     equal coordinates                                       any layout
//     shifted   coordinates that differ by a constant row and column    no swizzle: (r + dr) * pitch + (c + dc)
//     flipped   coordinates that differ by a constant XOR               layouts that are linear over F2
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/advice/advice.hpp"
#include "core/advice/search_work.hpp"
#include "core/advice/used_vectors.hpp"
#include "core/lane_addresses.hpp"
#include "core/machine.hpp"
#include "core/tile.hpp"

namespace bankmap {

struct WarpShape {
  LaneCoordinates at;
  LaneMask active = 0;
  std::int64_t count = 0;  // warp instructions of this shape
};

enum class Sameness : std::uint8_t { exact, shifted, flipped };

struct SearchAccess {
  int access = 0;  // index in the scenario
  std::int64_t weight = 1;
  const InstructionRule* rule = nullptr;
  const InstructionRule* load_rule = nullptr;
  int access_bytes = 4;
  int element_byte = 0;
  bool depends_on_pitch = false;  // its index names the pitch
  bool depends_on_data = false;   // calls rand
  std::int64_t instructions = 0;
  std::int64_t ideal = 0;
  std::vector<WarpShape> exact, shifted, flipped;
  // So many shapes that only some are looked at, each standing for its neighbours: good enough to choose by, no proof.
  bool sampled = false;  // exact
  bool shifted_sampled = false, flipped_sampled = false;
  UsedVectors vectors;  // of all steps, also where `exact` is sampled
  const std::vector<WarpShape>& shapes(Sameness sameness) const {
    return sameness == Sameness::exact ? exact : sameness == Sameness::shifted ? shifted : flipped;
  }
};

// The access' coordinates on that tile; its swizzle does not matter, and its pitch only where the index names it.
// Refuses as addresses() does where no layout would help, and where a lane leaves the tile: then moving elements would change
// what it reads. most_shapes: of each sameness that are kept. Gives up where the person cancels.
inline constexpr std::size_t most_kept_shapes = 1024;
Result<SearchAccess> search_access(const Scenario& scenario, int access, const Tile& tile,
                                   const MachineProfile& machine, SearchWork& work,
                                   std::size_t most_shapes = most_kept_shapes);

// The same access to a tile with the same elements one after the other, in rows of another length. pre: not sampled
SearchAccess in_other_rows(const SearchAccess& access, const Tile& before, const Tile& after);

// Wavefronts of all its steps under a layout; empty where an address would not be aligned, or once they exceed give_up_above.
std::optional<std::int64_t> wavefronts_of(const SearchAccess& access, const TileLayout& layout, Sameness sameness,
                                          std::int64_t give_up_above, SearchWork& work);

// The layout of a tile without its costly checks. pre: pitch as lay_out would allow it.
TileLayout unchecked_layout(const Tile& tile, std::int64_t pitch_bits);

// What the warp asks for where its elements begin at these bits.
LaneAddresses byte_addresses(const WarpShape& shape, const LaneValues& bits, int element_byte);

}  // namespace bankmap
