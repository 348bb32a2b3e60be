#include "core/advice/floor.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/index.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

using GranuleName = std::pair<std::int64_t, std::int64_t>;  // row, and number in the row

struct GranulePlace {
  GranuleName granule;
  std::int64_t inside = 0;  // which chunk of it
  auto operator<=>(const GranulePlace&) const = default;
};

class Granules {
 public:
  Granules(const Tile& tile, std::int64_t bytes) : tile_(tile), bytes_(bytes) {}

  std::int64_t bytes() const { return bytes_; }
  GranulePlace place(const SearchAccess& access, const WarpShape& shape, int lane) const {
    const std::int64_t byte = place_in_row(access, shape, lane);
    const std::int64_t chunk_bytes = std::max(access.access_bytes, bank_bytes);
    return {{shape.at.row[index(lane)], byte / bytes_}, byte % bytes_ / chunk_bytes};
  }
  // Only what this access takes stays whole.
  void add_whole(const SearchAccess& access) {
    all_whole_ = false;
    for (const WarpShape& shape : access.exact) {
      for (LaneMask rest = shape.active; rest != 0; rest = without_lowest(rest))
        whole_.insert(place(access, shape, lowest_lane(rest)).granule);
    }
  }
  // True where every vector that this access takes is one granule, not parts of two.
  bool are_vectors_of(const SearchAccess& access) const {
    return std::all_of(access.exact.begin(), access.exact.end(), [&](const WarpShape& shape) {
      for (LaneMask rest = shape.active; rest != 0; rest = without_lowest(rest)) {
        if (place_in_row(access, shape, lowest_lane(rest)) % bytes_ != 0) return false;
      }
      return true;
    });
  }
  bool is_whole(const GranuleName& granule) const { return all_whole_ || whole_.contains(granule); }

 private:
  std::int64_t place_in_row(const SearchAccess& access, const WarpShape& shape, int lane) const {
    return (shape.at.column[index(lane)] * tile_.element.bits >> 3) + access.element_byte;
  }

  const Tile& tile_;
  std::int64_t bytes_;
  bool all_whole_ = true;
  std::set<GranuleName> whole_;
};

// The fewest turns that these lanes take in one bank.
int least_turns(const SearchAccess& access, const WarpShape& shape, LaneMask served, const Granules& granules) {
  const int places = static_cast<int>(std::max<std::int64_t>(1, row_bytes / granules.bytes()));
  const bool lanes_take_turns = access.rule->law != CountLaw::words;
  std::map<GranulePlace, int> lanes_at;
  for (LaneMask rest = served; rest != 0; rest = without_lowest(rest)) {
    const GranulePlace place = granules.place(access, shape, lowest_lane(rest));
    if (granules.is_whole(place.granule)) ++lanes_at[place];
  }
  std::map<std::int64_t, int> wanted;  // by the chunk inside a granule: those of one number share few banks
  int turns = 1;
  for (const auto& [place, lanes] : lanes_at) {
    wanted[place.inside] += lanes_take_turns ? lanes : 1;
    turns = std::max(turns, lanes_take_turns ? lanes : 1);
  }
  for (const auto& [inside, count] : wanted) turns = std::max(turns, (count + places - 1) / places);
  return turns;
}

int floor_of(const SearchAccess& access, const Tile& tile, const WarpShape& shape, const Granules& granules) {
  const TileLayout plain = unchecked_layout(tile, (std::int64_t{tile.columns} * tile.element.bits + 7) / 8 * 8);
  const LaneValues bits = plain.bit_offsets(shape.at.row, shape.at.column, shape.active).value_or(LaneValues{});
  const WarpCost cost =
      count_wavefronts(*access.rule, access.load_rule, byte_addresses(shape, bits, access.element_byte));
  const int each = access.rule->law == CountLaw::compare_and_swap ? 2 : 1;
  int floor = 0;
  int rounds = 0;
  for (const LaneMask phase : cost.merged ? access.rule->merged_phases : access.rule->phases) {
    const LaneMask served = phase & shape.active & info(access.rule->instruction).address_lanes;
    if (served == 0) continue;
    const int turns = least_turns(access, shape, served, granules);
    floor += each * turns;
    rounds = std::max(rounds, turns);
  }
  constexpr int load_and_swap = 3;
  return access.rule->law == CountLaw::compare_and_swap_loop ? std::max(cost.ideal, load_and_swap * rounds) : floor;
}

// Elements keep their alignment; one of 24 bytes may start at any multiple of 8.
std::int64_t element_granule(const Element& element) {
  const std::int64_t bytes = element.bits / 8;
  const std::int64_t even = bytes & -bytes;
  return std::max<std::int64_t>(bank_bytes,
                                bytes > even ? std::min<std::int64_t>(element.align_bytes, even) : element.align_bytes);
}

}  // namespace

std::vector<Floor> floors(const Tile& tile, std::span<const SearchAccess> accesses) {
  const Granules elements(tile, element_granule(tile.element));
  int widest_bytes = 0;
  for (const SearchAccess& access : accesses) widest_bytes = std::max(widest_bytes, access.access_bytes);
  const std::int64_t element_bits = tile.element.bits;
  Granules vectors(tile, std::max(widest_bytes, bank_bytes));
  bool whole_vectors = widest_bytes * 8 % element_bits == 0 || element_bits % (widest_bytes * 8) == 0;
  for (const SearchAccess& access : accesses) {
    if (access.access_bytes != widest_bytes) continue;
    vectors.add_whole(access);
    whole_vectors = whole_vectors && vectors.are_vectors_of(access);
  }
  std::vector<Floor> result;
  for (const SearchAccess& access : accesses) {
    const bool look_at_vectors = whole_vectors && vectors.bytes() > elements.bytes() && !access.sampled;
    Floor floor{0, elements.bytes()};
    if (!look_at_vectors && access.shifted_sampled) {  // nothing can be said of those that are not looked at
      result.push_back({access.ideal, elements.bytes()});
      continue;
    }
    for (const WarpShape& shape : look_at_vectors ? access.exact : access.shifted) {
      const int by_elements = floor_of(access, tile, shape, elements);
      const int by_vectors = look_at_vectors ? floor_of(access, tile, shape, vectors) : 0;
      if (by_vectors > by_elements) floor.granule_bytes = vectors.bytes();
      floor.wavefronts += shape.count * std::max(by_elements, by_vectors);
    }
    result.push_back(floor);
  }
  return result;
}

}  // namespace bankmap
