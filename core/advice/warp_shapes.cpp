#include "core/advice/warp_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/address_sweep.hpp"
#include "core/index.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

// Counts shapes that are equal, in the order in which they were first seen.
class ShapeCounter {
 public:
  void add(const WarpShape& shape) {
    const std::uint64_t key = hash(shape);
    const auto [first, last] = places_.equal_range(key);
    for (auto place = first; place != last; ++place) {
      WarpShape& known = shapes_[place->second];
      if (known.active != shape.active || known.at.row != shape.at.row || known.at.column != shape.at.column) continue;
      known.count += shape.count;
      return;
    }
    places_.emplace(key, shapes_.size());
    shapes_.push_back(shape);
  }
  std::vector<WarpShape> take() { return std::move(shapes_); }

 private:
  static std::uint64_t hash(const WarpShape& shape) {
    std::uint64_t state = shape.active;
    const auto stir = [&state](std::int64_t value) {
      state = (state ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15ull;
      state ^= state >> 29;
    };
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      stir(shape.at.row[lane]);
      stir(shape.at.column[lane]);
    }
    return state;
  }

  std::vector<WarpShape> shapes_;
  std::unordered_multimap<std::uint64_t, std::size_t> places_;
};

void clear_inactive(WarpShape& shape) {
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(shape.active, lane)) continue;
    shape.at.row[index(lane)] = 0;
    shape.at.column[index(lane)] = 0;
  }
}

// Coordinates move together by a multiple of `grain`: as far towards 0 as that goes.
void shift_to_origin(LaneValues& values, LaneMask active, std::int64_t grain) {
  std::int64_t least = values[index(lowest_lane(active))];
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(active, lane)) least = std::min(least, values[index(lane)]);
  }
  const std::int64_t shift = least / grain * grain;
  for (std::int64_t& value : values) value -= shift;
}

// So many elements fill whole words in a row, and so many rows do whatever the pitch: moving by these keeps what shares a word.
struct Grain {
  std::int64_t row = 1;
  std::int64_t column = 1;
};
Grain grain_of(int access_bytes, const Tile& tile) {
  if (access_bytes >= bank_bytes) return {};  // addresses are whole words already
  return {bank_bytes, word_bits / std::gcd(word_bits, tile.element.bits)};
}

WarpShape shifted(WarpShape shape, Grain grain) {
  if (shape.active == 0) return shape;
  shift_to_origin(shape.at.row, shape.active, grain.row);
  shift_to_origin(shape.at.column, shape.active, grain.column);
  clear_inactive(shape);
  return shape;
}

WarpShape flipped(WarpShape shape) {
  if (shape.active == 0) return shape;
  const std::size_t first = index(lowest_lane(shape.active));
  const std::int64_t row = shape.at.row[first], column = shape.at.column[first];
  for (std::int64_t& value : shape.at.row) value ^= row;
  for (std::int64_t& value : shape.at.column) value ^= column;
  clear_inactive(shape);
  return shape;
}

// The tile with rows so far apart that only the columns can be misaligned: padding decides about the rows later.
Tile probe_tile(const Tile& tile, bool keep_pitch) {
  Tile probe = tile;
  probe.swizzle = NoSwizzle{};
  if (keep_pitch) return probe;
  probe.base_bytes = 0;
  const std::int64_t row_bytes_needed = (std::int64_t{tile.columns} * tile.element.bits + 7) / 8;
  const std::int64_t whole_rows = (row_bytes_needed + row_bytes - 1) / row_bytes * row_bytes;
  if (whole_rows * tile.rows <= max_tile_bytes) {
    probe.pitch = {Pitch::Kind::stride, Pitch::Unit::bytes, whole_rows};
  }
  return probe;
}

bool names_pitch(const PreparedAccess& prepared) {
  const auto names = [](const Expression& tree) {
    return std::find(tree.names.begin(), tree.names.end(), "pitch") != tree.names.end();
  };
  return (prepared.row && names(prepared.row->tree)) || (prepared.column && names(prepared.column->tree)) ||
         names(prepared.mask.tree);
}

Problem leaves_tile(const Tile& tile, const WarpAddresses& warp) {
  const int lane = lowest_lane(warp.outside_tile);
  return {.what = fmt::format(
              "lane {} leaves the {} x {} tile {}, at row {}, column {}: moving elements would change what it reads",
              lane, tile.rows, tile.columns, tile.name, warp.coordinates->row[index(lane)],
              warp.coordinates->column[index(lane)]),
          .hint = "enlarge the tile, shorten the loop or mask the lane",
          .place = "pattern",
          .range = {},
          .lanes = warp.outside_tile};
}

// pre: not cancelled, or nobody reads the answer.
Result<std::vector<WarpShape>> all_shapes(const PreparedAccess& prepared, std::int64_t& instructions,
                                          SearchWork& work) {
  constexpr std::int64_t steps_between_questions = 256;
  ShapeCounter counter;
  AddressSweep sweep(prepared);
  for (int warp = 0; warp < prepared.warps; ++warp) {
    std::vector<std::int64_t> loops = loop_values(prepared.access, 0);
    for (std::int64_t step = 0; step < prepared.steps; ++step, advance(prepared.access, loops)) {
      work.add(SearchWork::units_to_evaluate);
      if (step % steps_between_questions == steps_between_questions - 1 && work.cancelled()) {
        return fail(Problem{.what = "cancelled", .hint = {}, .place = "pattern", .range = {}});
      }
      const Result<const WarpAddresses*> found = sweep.at(loops, warp);
      if (!found) return fail(found.error());
      const WarpAddresses* addressed = *found;
      if (!addressed->coordinates) {
        return fail(Problem{.what = "the access gives bytes, not rows and columns",
                            .hint = "an index with a row and a column",
                            .place = "pattern",
                            .range = {}});
      }
      if (addressed->outside_tile != 0) return fail(leaves_tile(prepared.layout.tile, *addressed));
      WarpShape shape{*addressed->coordinates, addressed->lanes.active, 1};
      clear_inactive(shape);
      counter.add(shape);
      ++instructions;
    }
  }
  return counter.take();
}

// One of every n neighbours, standing for them all: not always the first, for loops come round after a power of two of steps, and
// every 64th step may be one where nothing goes wrong.
std::vector<WarpShape> thinned(std::vector<WarpShape> shapes, std::size_t most) {
  if (shapes.size() <= most) return shapes;
  const std::size_t stride = (shapes.size() + most - 1) / most;
  std::vector<WarpShape> kept;
  std::uint32_t state = 1;
  for (std::size_t begin = 0; begin < shapes.size(); begin += stride) {
    const std::size_t end = std::min(begin + stride, shapes.size());
    state = state * 1'664'525u + 1'013'904'223u;
    kept.push_back(shapes[begin + (state >> 16) % (end - begin)]);
    kept.back().count = 0;
    for (std::size_t i = begin; i < end; ++i) kept.back().count += shapes[i].count;
  }
  return kept;
}

UsedVectors vectors_of(const SearchAccess& access, const Tile& tile, const std::vector<WarpShape>& shapes) {
  VectorCollector collector(tile, access.access_bytes, access.element_byte);
  for (const WarpShape& shape : shapes) collector.add(shape.at, shape.active);
  return collector.take();
}

void keep(std::vector<WarpShape> shapes, std::size_t most, std::vector<WarpShape>& kept, bool& sampled) {
  sampled = shapes.size() > most;
  kept = thinned(std::move(shapes), most);
}

bool aligned(const LaneAddresses& lanes, int access_bytes) {
  std::uint32_t any = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    any |= has_lane(lanes.active, lane) ? lanes.byte_address[index(lane)] : 0;
  }
  return (any & static_cast<std::uint32_t>(access_bytes - 1)) == 0;
}

}  // namespace

LaneAddresses byte_addresses(const WarpShape& shape, const LaneValues& bits, int element_byte) {
  LaneAddresses lanes{.byte_address = {}, .active = shape.active};
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    lanes.byte_address[lane] = static_cast<std::uint32_t>((bits[lane] >> 3) + element_byte);
  }
  return lanes;
}

TileLayout unchecked_layout(const Tile& tile, std::int64_t pitch_bits) {
  return {.tile = tile,
          .pitch_bits = pitch_bits,
          .pitch_elements = pitch_bits / tile.element.bits,
          .size_bytes = tile.rows * (pitch_bits / 8),
          .swizzle_expression = {}};
}

Result<SearchAccess> search_access(const Scenario& scenario, int access, const Tile& tile,
                                   const MachineProfile& machine, SearchWork& work, std::size_t most_shapes) {
  const Access& asked = scenario.accesses[index(access)];
  Result<PreparedAccess> prepared = prepare(asked, probe_tile(tile, true), scenario.block);
  if (!prepared) return fail(prepared.error());
  SearchAccess result;
  result.access = access;
  result.rule = machine.rule(asked.instruction);
  if (result.rule == nullptr) {
    return fail(Problem{.what = fmt::format("{} is not modelled on {}", info(asked.instruction).name, machine.key),
                        .hint = "choose another instruction, or another machine",
                        .place = "instruction",
                        .range = {}});
  }
  if (result.rule->loop_load) result.load_rule = machine.rule(*result.rule->loop_load);
  result.access_bytes = info(asked.instruction).access_bytes;
  result.element_byte = asked.element_byte;
  result.depends_on_pitch = names_pitch(*prepared);
  result.depends_on_data = prepared->uses_rand();
  if (!result.depends_on_pitch) {
    prepared = prepare(asked, probe_tile(tile, false), scenario.block);
    if (!prepared) return fail(prepared.error());
  }
  Result<std::vector<WarpShape>> shapes = all_shapes(*prepared, result.instructions, work);
  if (!shapes && !result.depends_on_pitch && !work.cancelled()) {
    // Columns alone may be misaligned, and rows make up for it.
    prepared = prepare(asked, probe_tile(tile, true), scenario.block);
    result.instructions = 0;
    if (prepared) shapes = all_shapes(*prepared, result.instructions, work);
  }
  if (!prepared) return fail(prepared.error());
  if (!shapes) return fail(shapes.error());
  ShapeCounter by_shift, by_flip;
  for (const WarpShape& shape : *shapes) {
    by_shift.add(shifted(shape, grain_of(result.access_bytes, tile)));
    by_flip.add(flipped(shape));
    LaneAddresses lanes = byte_addresses(
        shape, prepared->layout.bit_offsets(shape.at.row, shape.at.column, shape.active).value_or(LaneValues{}),
        result.element_byte);
    result.ideal += shape.count * count_wavefronts(*result.rule, result.load_rule, lanes).ideal;
  }
  result.vectors = vectors_of(result, tile, *shapes);
  keep(by_shift.take(), most_shapes, result.shifted, result.shifted_sampled);
  keep(by_flip.take(), most_shapes, result.flipped, result.flipped_sampled);
  keep(*std::move(shapes), most_shapes, result.exact, result.sampled);
  return result;
}

SearchAccess in_other_rows(const SearchAccess& access, const Tile& before, const Tile& after) {
  SearchAccess result = access;
  ShapeCounter by_shift, by_flip;
  for (WarpShape& shape : result.exact) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      const std::int64_t place = shape.at.row[lane] * before.columns + shape.at.column[lane];
      shape.at.row[lane] = place / after.columns;
      shape.at.column[lane] = place % after.columns;
    }
    by_shift.add(shifted(shape, grain_of(access.access_bytes, after)));
    by_flip.add(flipped(shape));
  }
  result.shifted = by_shift.take();
  result.flipped = by_flip.take();
  result.vectors = vectors_of(result, after, result.exact);
  return result;
}

std::optional<std::int64_t> wavefronts_of(const SearchAccess& access, const TileLayout& layout, Sameness sameness,
                                          std::int64_t give_up_above, SearchWork& work) {
  std::int64_t total = 0;
  for (const WarpShape& shape : access.shapes(sameness)) {
    work.add(1);
    const Result<LaneValues> bits = layout.bit_offsets(shape.at.row, shape.at.column, shape.active);
    if (!bits) return std::nullopt;
    const LaneAddresses lanes = byte_addresses(shape, *bits, access.element_byte);
    if (!aligned(lanes, access.access_bytes)) return std::nullopt;
    total += shape.count * count_wavefronts(*access.rule, access.load_rule, lanes).wavefronts;
    if (total > give_up_above) return std::nullopt;
  }
  return total;
}

}  // namespace bankmap
