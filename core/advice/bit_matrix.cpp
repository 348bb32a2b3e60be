#include "core/advice/bit_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/advice/bit_space.hpp"
#include "core/powers_of_two.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

constexpr int period_bit = 7;  // address bits from here on choose no bank
constexpr int most_nodes = 20'000;
constexpr std::size_t most_needs = 64;

int log2_of(std::int64_t power) { return std::countr_zero(static_cast<std::uint64_t>(power)); }

// The address bits of a tile: fixed inside the granule, then those of the bank group, then the rest.
struct AddressParts {
  int granule = 4;  // [bits] below: stay as they are
  int groups = 3;   // [bits] of the bank group
  int higher = 0;   // [bits] that may be flipped into the group
  int pitch = 0;    // [bits] log2 of the pitch in bits
};

// The differences between the lanes of one phase, and how much they weigh.
struct Need {
  BitSpace differences;
  std::int64_t weight = 0;
  std::int64_t cost_at(int dimension_in_kernel) const { return weight << dimension_in_kernel; }
};

struct Needs {
  std::vector<Need> list;
  bool exact = true;  // wavefronts are 2^dim: the lanes of every phase fill a whole affine space
};

std::uint32_t place_of(const WarpShape& shape, const Tile& tile, int pitch, int lane) {
  const auto i = static_cast<std::size_t>(lane);
  const std::int64_t bit = (shape.at.row[i] << pitch) + shape.at.column[i] * tile.element.bits;
  return static_cast<std::uint32_t>(bit >> 3);
}

// Differences with the same place inside the granule: only these can be told apart by the layout alone.
void add_phase(const SearchAccess& access, const WarpShape& shape, const Tile& tile, const AddressParts& bits,
               LaneMask served, std::map<std::vector<std::uint32_t>, Need>& needs, bool& exact) {
  const int chunk_bits = log2_of(std::max(access.access_bytes, bank_bytes));
  const std::uint32_t first = place_of(shape, tile, bits.pitch, lowest_lane(served)) >> chunk_bits;
  std::set<std::uint32_t> places;
  BitSpace chunks;
  for (LaneMask rest = served; rest != 0; rest = without_lowest(rest)) {
    const std::uint32_t place = (place_of(shape, tile, bits.pitch, lowest_lane(rest)) >> chunk_bits) ^ first;
    places.insert(place);
    chunks.add(place);
  }
  exact &= places.size() == std::size_t{1} << chunks.dimension();
  const BitSpace differences = chunks.without_low_bits(bits.granule - chunk_bits);
  std::int64_t weight = access.weight * shape.count * (access.rule->law == CountLaw::compare_and_swap ? 2 : 1);
  if (access.rule->law != CountLaw::words) {
    weight *= std::max<std::int64_t>(1, std::popcount(served) >> chunks.dimension());
    exact &= access.rule->law != CountLaw::compare_and_swap_loop;
  }
  Need& need = needs[differences.reduced()];
  need.differences = differences;
  need.weight += weight;
}

Needs needs_of(const LayoutSpace& space, const AddressParts& bits, std::span<const SearchAccess> accesses,
               SearchWork& work) {
  constexpr std::int64_t units_of_a_shape = 50;
  std::map<std::vector<std::uint32_t>, Need> needs;
  Needs result;
  for (const SearchAccess& access : accesses) {
    const LaneMask address_lanes = info(access.rule->instruction).address_lanes;
    result.exact &= !access.flipped_sampled;
    for (const WarpShape& shape : access.flipped) {
      work.add(units_of_a_shape);
      LaneAddresses lanes{.byte_address = {}, .active = shape.active};
      for (int lane = 0; lane < lane_count; ++lane)
        lanes.byte_address[static_cast<std::size_t>(lane)] = place_of(shape, space.tile, bits.pitch, lane);
      const bool merged = merges(*access.rule, lanes, shape.active & address_lanes);
      for (const LaneMask phase : merged ? access.rule->merged_phases : access.rule->phases) {
        const LaneMask served = phase & shape.active & address_lanes;
        if (served != 0) add_phase(access, shape, space.tile, bits, served, needs, result.exact);
      }
    }
  }
  for (auto& [key, need] : needs) result.list.push_back(std::move(need));
  std::stable_sort(result.list.begin(), result.list.end(),
                   [](const Need& a, const Need& b) { return a.weight > b.weight; });
  if (result.list.size() > most_needs) {
    result.list.resize(most_needs);
    result.exact = false;
  }
  return result;
}

// Chooses the columns of A one after the other.
class KernelSearch {
 public:
  KernelSearch(const std::vector<Need>& needs, int groups, int higher, SearchWork& work)
      : needs_(needs), groups_(groups), higher_(higher), work_(work) {
    for (const Need& need : needs_) least_ += need.cost_at(least_dimension(need));
    for (std::uint32_t column = 0; column < 1u << groups; ++column) columns_.push_back(column);
    std::stable_sort(columns_.begin(), columns_.end(),
                     [](std::uint32_t a, std::uint32_t b) { return std::popcount(a) < std::popcount(b); });
  }

  void run() {
    State start;
    for (const Need& need : needs_) start.spaces.push_back(need.differences);
    start.in_kernel.assign(needs_.size(), 0);
    descend(start, 0);
  }
  const std::vector<std::uint32_t>& columns() const { return best_columns_; }
  std::int64_t cost() const { return best_cost_; }
  std::int64_t least() const { return least_; }
  bool ended() const { return !given_up_ || best_cost_ == least_; }
  bool found() const { return best_cost_ != std::numeric_limits<std::int64_t>::max(); }

 private:
  struct State {
    std::vector<BitSpace> spaces;  // [need] differences and kernel together
    std::vector<int> in_kernel;    // [need] dimension of what both share
  };

  int least_dimension(const Need& need) const { return std::max(0, need.differences.dimension() - groups_); }
  std::int64_t cost_of(const State& state) const {
    std::int64_t cost = 0;
    for (std::size_t i = 0; i < needs_.size(); ++i)
      cost += needs_[i].cost_at(std::max(state.in_kernel[i], least_dimension(needs_[i])));
    return cost;
  }
  void descend(const State& state, int higher_bit) {
    if (best_cost_ == least_ || given_up_) return;
    if (higher_bit == higher_) {
      best_cost_ = cost_of(state);
      best_columns_ = chosen_;
      return;
    }
    for (const std::uint32_t column : columns_) {
      work_.add(std::ssize(needs_));
      given_up_ = given_up_ || ++nodes_ >= most_nodes || !work_.go_on();
      if (given_up_) return;
      State next = state;
      const std::uint32_t vector = column | 1u << (groups_ + higher_bit);
      for (std::size_t i = 0; i < needs_.size(); ++i) next.in_kernel[i] += next.spaces[i].add(vector) ? 0 : 1;
      if (cost_of(next) >= best_cost_) continue;
      chosen_.push_back(column);
      descend(next, higher_bit + 1);
      chosen_.pop_back();
    }
  }

  const std::vector<Need>& needs_;
  int groups_, higher_;
  std::vector<std::uint32_t> columns_;  // all values, fewest bits first
  std::vector<std::uint32_t> chosen_, best_columns_;
  std::int64_t least_ = 0;
  std::int64_t best_cost_ = std::numeric_limits<std::int64_t>::max();
  SearchWork& work_;
  int nodes_ = 0;
  bool given_up_ = false;
};

// Bits of the offset in elements. pre: no element is larger than the granule.
MatrixSwizzle matrix_of(const AddressParts& bits, int element_log2_bits, const std::vector<std::uint32_t>& columns) {
  const int first_group_bit = bits.granule + 3 - element_log2_bits;
  MatrixSwizzle swizzle;
  for (int row = 0; row < first_group_bit + bits.groups; ++row) swizzle.rows.push_back(1u << row);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (int group_bit = 0; group_bit < bits.groups; ++group_bit) {
      const std::uint32_t source = 1u << (first_group_bit + bits.groups + static_cast<int>(j));
      if ((columns[j] >> group_bit & 1u) != 0)
        swizzle.rows[static_cast<std::size_t>(first_group_bit + group_bit)] |= source;
    }
  }
  return swizzle;
}

std::string why_not_linear(const LayoutSpace& space, std::int64_t pitch_bits, std::span<const SearchAccess> accesses) {
  const auto is_power = [](std::int64_t value) { return std::has_single_bit(static_cast<std::uint64_t>(value)); };
  if (!is_power(pitch_bits)) {
    return fmt::format("rows of {} are {} bytes apart, which is no power of two", space.tile.name, pitch_bits / 8);
  }
  if (!is_power(space.tile.element.bits)) {
    return fmt::format("an element of {} takes {} bytes, which is no power of two", space.tile.name,
                       space.tile.element.bits / 8);
  }
  if (!is_linear(space.tile, pitch_bits))
    return fmt::format("{} does not start at a multiple of 16 bytes", space.tile.name);
  for (const SearchAccess& access : accesses) {
    if (access.depends_on_data) return "an index depends on data";
  }
  return {};
}

}  // namespace

BitMatrixAnswer construct_bit_matrix(const LayoutSpace& space, std::int64_t pitch_bits,
                                     std::span<const SearchAccess> accesses, SearchWork& work) {
  BitMatrixAnswer answer;
  answer.why_not = why_not_linear(space, pitch_bits, accesses);
  if (!answer.why_not.empty()) return answer;
  AddressParts bits;
  const std::int64_t granule_bytes = std::max({bank_bytes, space.widest_bytes, space.tile.element.bits / 8});
  bits.granule = log2_of(granule_bytes);
  bits.pitch = log2_of(pitch_bits);
  bits.groups = period_bit - bits.granule;
  if (bits.groups <= 0) {
    answer.why_not =
        fmt::format("an element of {} fills all banks, so none can be moved to another bank", space.tile.name);
    return answer;
  }
  bits.higher = std::max(0, bits.pitch - 3 + bits_for(space.tile.rows) - period_bit);
  const Needs needs = needs_of(space, bits, accesses, work);
  KernelSearch search(needs.list, bits.groups, bits.higher, work);
  search.run();
  if (!search.found()) return answer;
  answer.swizzle = matrix_of(bits, log2_of(space.tile.element.bits), search.columns());
  answer.least_wavefronts = search.cost();
  answer.proven = needs.exact && search.ended();
  return answer;
}

}  // namespace bankmap
