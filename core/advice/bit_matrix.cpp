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
#include "core/advice/flip_basis.hpp"
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
  std::int64_t pitch_bits = 0;
  int granule = 4;                                     // [bits] below: stay as they are
  int higher = 0;                                      // [bits] that may be flipped into the group
  FlipBasis basis;                                     // of the higher bits
  int groups() const { return period_bit - granule; }  // [bits] of the bank group
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
  bool all = true;    // none was left out
};

std::uint32_t place_of(const WarpShape& shape, const Tile& tile, const AddressParts& bits, int lane) {
  const auto i = static_cast<std::size_t>(lane);
  return linear_place(tile, bits.pitch_bits, shape.at.row[i], shape.at.column[i]);
}

// Differences with the same place inside the granule: only these can be told apart by the layout alone.
void add_phase(const SearchAccess& access, const WarpShape& shape, const Tile& tile, const AddressParts& bits,
               LaneMask served, std::map<std::vector<std::uint32_t>, Need>& needs, bool& exact) {
  const int chunk_bits = std::min(log2_of(std::max(access.access_bytes, bank_bytes)), bits.granule);
  const std::uint32_t first = place_of(shape, tile, bits, lowest_lane(served)) >> chunk_bits;
  const int bits_of_period = period_bit - chunk_bits;
  const std::uint32_t inside_period = (1u << bits_of_period) - 1;
  std::set<std::uint32_t> places;
  BitSpace chunks;
  for (LaneMask rest = served; rest != 0; rest = without_lowest(rest)) {
    const std::uint32_t place = (place_of(shape, tile, bits, lowest_lane(rest)) >> chunk_bits) ^ first;
    places.insert(place);
    chunks.add((place & inside_period) | bits.basis.coordinates(place >> bits_of_period) << bits_of_period);
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
        lanes.byte_address[static_cast<std::size_t>(lane)] = place_of(shape, space.tile, bits, lane);
      const bool merged = merges(*access.rule, lanes, shape.active & address_lanes);
      for (const LaneMask phase : merged ? access.rule->merged_phases : access.rule->phases) {
        const LaneMask served = phase & shape.active & address_lanes;
        if (served != 0) add_phase(access, shape, space.tile, bits, served, needs, result.exact);
      }
    }
  }
  for (auto& [key, need] : needs) result.list.push_back(need);
  std::stable_sort(result.list.begin(), result.list.end(),
                   [](const Need& a, const Need& b) { return a.weight > b.weight; });
  if (result.list.size() > most_needs) {
    result.list.resize(most_needs);
    result.exact = result.all = false;
  }
  return result;
}

// Chooses the columns of A one after the other: one for each vector of the basis of the higher bits.
class KernelSearch {
 public:
  KernelSearch(const std::vector<Need>& needs, const AddressParts& bits, std::int64_t best_known, SearchWork& work)
      : needs_(needs), bits_(bits), best_cost_(best_known), work_(work) {
    for (const Need& need : needs_) {
      least_dimensions_.push_back(least_dimension(need));
      least_ += need.cost_at(least_dimensions_.back());
    }
    for (std::uint32_t column = 0; column < 1u << bits_.groups(); ++column) columns_.push_back(column);
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
  bool ended() const { return !given_up_ || best_cost_ == least_; }
  bool found() const { return found_; }  // better than what was known

 private:
  struct State {
    std::vector<BitSpace> spaces;  // [need] differences and kernel together
    std::vector<int> in_kernel;    // [need] dimension of what both share
  };

  // So low, counted from the granule, may that vector be flipped.
  int lowest_of(int vector) const {
    if (bits_.basis.vectors.empty()) return 0;
    return bits_.basis.vectors[static_cast<std::size_t>(vector)].lowest_bit - bits_.granule;
  }
  // Differences that are 0 in the `low` lowest bits of the group, and made of vectors that are not flipped into those, have only the
  // other bits of the group to differ in.
  int least_dimension(const Need& need) const {
    int least = std::max(0, need.differences.dimension() - bits_.groups());
    for (int low = 1; low < bits_.groups() && !bits_.basis.vectors.empty(); ++low) {
      int held = 0;
      while (held < bits_.higher && lowest_of(held) >= low) ++held;
      const int other_bits = bits_.groups() - low;
      least = std::max(least, need.differences.without_low_bits(low).dimension_below(other_bits + held) - other_bits);
    }
    return least;
  }
  std::int64_t cost_of(const State& state) const {
    std::int64_t cost = 0;
    for (std::size_t i = 0; i < needs_.size(); ++i)
      cost += needs_[i].cost_at(std::max(state.in_kernel[i], least_dimensions_[i]));
    return cost;
  }
  void descend(const State& state, int vector) {
    if (best_cost_ == least_ || given_up_) return;
    if (vector == bits_.higher) {
      best_cost_ = cost_of(state);
      best_columns_ = chosen_;
      found_ = true;
      return;
    }
    const std::uint32_t held_bits = (1u << lowest_of(vector)) - 1;
    for (const std::uint32_t column : columns_) {
      if ((column & held_bits) != 0) continue;
      work_.add(std::ssize(needs_));
      given_up_ = given_up_ || ++nodes_ >= most_nodes || !work_.go_on();
      if (given_up_) return;
      State next = state;
      const std::uint32_t in_kernel = column | 1u << (bits_.groups() + vector);
      for (std::size_t i = 0; i < needs_.size(); ++i) next.in_kernel[i] += next.spaces[i].add(in_kernel) ? 0 : 1;
      if (cost_of(next) >= best_cost_) continue;
      chosen_.push_back(column);
      descend(next, vector + 1);
      chosen_.pop_back();
    }
  }

  const std::vector<Need>& needs_;
  const AddressParts& bits_;
  std::vector<int> least_dimensions_;   // [need] of what it shares with the kernel, whatever the columns
  std::vector<std::uint32_t> columns_;  // all values, fewest bits first
  std::vector<std::uint32_t> chosen_, best_columns_;
  std::int64_t least_ = 0;
  std::int64_t best_cost_;
  SearchWork& work_;
  int nodes_ = 0;
  bool found_ = false;
  bool given_up_ = false;
};

// Bits of the offset in elements. columns: [vector of the basis]. pre: no element is larger than the granule.
MatrixSwizzle matrix_of(const AddressParts& bits, int element_log2_bits, const std::vector<std::uint32_t>& columns) {
  const int first_group_bit = bits.granule + 3 - element_log2_bits;
  const int first_higher_bit = first_group_bit + bits.groups();
  MatrixSwizzle swizzle;
  for (int row = 0; row < first_higher_bit; ++row) swizzle.rows.push_back(1u << row);
  for (int source = 0; source < bits.higher; ++source) {
    std::uint32_t flipped = 0;
    for (std::uint32_t parts = bits.basis.coordinates(1u << source); parts != 0; parts &= parts - 1)
      flipped ^= columns[static_cast<std::size_t>(std::countr_zero(parts))];
    for (int group_bit = 0; group_bit < bits.groups(); ++group_bit) {
      if ((flipped >> group_bit & 1u) != 0)
        swizzle.rows[static_cast<std::size_t>(first_group_bit + group_bit)] |= 1u << (first_higher_bit + source);
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

// Where nothing is known yet, everything is better.
constexpr std::int64_t nothing_known = std::numeric_limits<std::int64_t>::max();

void construct(const LayoutSpace& space, const AddressParts& bits, std::span<const SearchAccess> accesses,
               std::int64_t best_known, SearchWork& work, BitMatrixAnswer& answer) {
  const Needs needs = needs_of(space, bits, accesses, work);
  if (!needs.all && best_known != nothing_known) return;  // costs are of those that were kept: not to be compared
  KernelSearch search(needs.list, bits, best_known, work);
  search.run();
  answer.least_wavefronts = search.cost();
  answer.proven = needs.exact && search.ended() && search.cost() != nothing_known;
  if (search.found()) answer.swizzle = matrix_of(bits, log2_of(space.tile.element.bits), search.columns());
}

// The smallest granule that there can be: nothing inside an element or a word is worth moving.
int finest_bit(const LayoutSpace& space) { return log2_of(std::max(bank_bytes, space.tile.element.bits / 8)); }

AddressParts address_bits(const LayoutSpace& space, std::int64_t pitch_bits, int granule) {
  AddressParts bits{.pitch_bits = pitch_bits, .granule = granule, .higher = 0, .basis = {}};
  bits.higher = std::max(0, log2_of(pitch_bits) - 3 + bits_for(space.tile.rows) - period_bit);
  return bits;
}

}  // namespace

BitMatrixAnswer construct_bit_matrix(const LayoutSpace& space, std::int64_t pitch_bits,
                                     std::span<const SearchAccess> accesses, SearchWork& work) {
  BitMatrixAnswer answer;
  answer.why_not = why_not_linear(space, pitch_bits, accesses);
  if (!answer.why_not.empty()) return answer;
  const int granule = std::max(finest_bit(space), log2_of(space.widest_bytes));
  if (granule >= period_bit) {
    answer.why_not =
        fmt::format("an element of {} fills all banks, so none can be moved to another bank", space.tile.name);
    return answer;
  }
  const AddressParts bits = address_bits(space, pitch_bits, granule);
  construct(space, bits, accesses, nothing_known, work, answer);
  if (granule > finest_bit(space) && bits.higher > 0) {
    const FlipBasis basis = flip_basis(space, pitch_bits, bits.higher, finest_bit(space), accesses);
    answer.room_for_parts = basis.lowest_bit() < granule;
  }
  return answer;
}

BitMatrixAnswer construct_from_parts_of_vectors(const LayoutSpace& space, std::int64_t pitch_bits,
                                                std::span<const SearchAccess> accesses,
                                                const BitMatrixAnswer& whole_vectors, SearchWork& work) {
  BitMatrixAnswer answer;
  AddressParts bits = address_bits(space, pitch_bits, finest_bit(space));
  bits.basis = flip_basis(space, pitch_bits, bits.higher, bits.granule, accesses);
  bits.granule = bits.basis.lowest_bit();
  construct(space, bits, accesses, whole_vectors.swizzle ? whole_vectors.least_wavefronts : nothing_known, work,
            answer);
  return answer;
}

}  // namespace bankmap
