// The parsing half of core/lane_addresses.hpp: from texts to trees, with every refusal at the field it belongs to.
#include <fmt/format.h>

#include <algorithm>

#include "core/access_names.hpp"
#include "core/analysis_work.hpp"
#include "core/identifier.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {
namespace {

struct TextField {
  std::string_view name;
  std::string_view text;
};

// What a person typed inside a pattern. Each is checked alone, so that a message points into that very text, and so that an
// unbalanced bracket cannot reach over into the rest of the index that the pattern builds around it.
std::vector<TextField> fields_inside_index(const LanePattern& pattern) {
  struct Visitor {
    std::vector<TextField> operator()(const RowPattern& p) const { return {{"row", p.row}, {"first", p.first}}; }
    std::vector<TextField> operator()(const ColumnPattern& p) const { return {{"column", p.column}}; }
    std::vector<TextField> operator()(const BlockPattern& p) const {
      return {{"row_offset", p.row_offset}, {"column_offset", p.column_offset}};
    }
    std::vector<TextField> operator()(const StridedPattern& p) const {
      return {{"stride", p.stride}, {"offset", p.offset}};
    }
    std::vector<TextField> operator()(const DiagonalPattern& p) const { return {{"offset", p.offset}}; }
    std::vector<TextField> operator()(const BroadcastPattern& p) const {
      return {{"row", p.row}, {"column", p.column}};
    }
    std::vector<TextField> operator()(const MmaPattern& p) const { return {{"reg", p.reg}}; }
    std::vector<TextField> operator()(const MatrixRowsPattern& p) const {
      return {{"row", p.row}, {"column", p.column}};
    }
    // These are typed whole, and nothing is built around them.
    std::vector<TextField> operator()(const IndexPattern&) const { return {}; }
    std::vector<TextField> operator()(const ByteOffsetPattern&) const { return {}; }
    std::vector<TextField> operator()(const AddressListPattern&) const { return {}; }
  };
  return std::visit(Visitor{}, pattern);
}

Result<void> check_loop(const Access& access, const Tile& tile, std::size_t i) {
  const LoopVariable& loop = access.loops[i];
  const auto place = [i](std::string_view field) { return fmt::format("loops[{}].{}", i, field); };
  if (!is_identifier(loop.name) || is_builtin_name(loop.name)) {
    return fail(placed(place("name"), fmt::format("'{}' cannot name a loop variable", loop.name),
                       "use a C identifier such as k that is not built in"));
  }
  if (loop.name == tile.name) {
    return fail(placed(place("name"), fmt::format("the tile is named {} too", loop.name), "rename one of them"));
  }
  const auto same = [&](const LoopVariable& other) { return other.name == loop.name; };
  if (std::count_if(access.loops.begin(), access.loops.end(), same) > 1) {
    return fail(placed(place("name"), fmt::format("two loops are named {}", loop.name), "rename one of them"));
  }
  if (loop.step < 1) return fail(placed(place("step"), "the step must be at least 1", "for example 1"));
  // Far beyond any tile, and sums of such numbers cannot overflow.
  constexpr std::int64_t limit = std::int64_t{1} << 40;
  if (loop.begin < -limit || loop.end > limit || loop.step > limit) {
    return fail(placed(place("end"), fmt::format("the loop over {} leaves the range of indices", loop.name),
                       fmt::format("begin, end and step between -{0} and {0}", limit)));
  }
  if (loop.end <= loop.begin) {
    return fail(placed(place("end"),
                       fmt::format("the loop over {} is empty: {} to {}", loop.name, loop.begin, loop.end),
                       fmt::format("end must be above {}", loop.begin)));
  }
  return {};
}

Result<std::int64_t> count_steps(const Access& access, const Tile& tile, int warps) {
  if (access.loops.size() > static_cast<std::size_t>(max_loops)) {
    return fail(placed("loops", fmt::format("{} loops", access.loops.size()), fmt::format("at most {}", max_loops)));
  }
  std::int64_t steps = 1;
  for (std::size_t i = 0; i < access.loops.size(); ++i) {
    if (const Result<void> ok = check_loop(access, tile, i); !ok) return fail(ok.error());
    steps *= trip_count(access.loops[i]);
    if (steps * warps > max_instructions_per_access) {
      return fail(placed(
          fmt::format("loops[{}].end", i),
          fmt::format("more than {} warp instructions (loop steps times {} warps)", max_instructions_per_access, warps),
          "shorten the loop: a pattern repeats long before that"));
    }
  }
  return steps;
}

Result<void> check_block(const BlockShape& block) {
  const bool in_range =
      block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x <= 1024 && block.y <= 1024 && block.z <= 64;
  if (in_range && block.threads() <= 1024) return {};
  return fail(placed("block", fmt::format("a block of {} x {} x {} threads does not exist", block.x, block.y, block.z),
                     "1 to 1024 threads in all"));
}

Result<void> bind_index(PreparedAccess& prepared) {
  const std::vector<std::string> names = index_names(prepared.access);
  const auto bind_text = [&](std::string_view text) {
    return bind_names(text, names, prepared.access, prepared.block, prepared.layout);
  };
  const LanePattern& pattern = prepared.access.pattern;
  if (std::holds_alternative<AddressListPattern>(pattern)) return {};
  if (const auto* offset = std::get_if<ByteOffsetPattern>(&pattern)) {
    Result<BoundExpression> bytes = bind_text(offset->bytes);
    if (!bytes) return fail(at("bytes", bytes.error()));
    prepared.bytes = std::move(*bytes);
    return {};
  }
  for (const TextField& field : fields_inside_index(pattern)) {
    if (const Result<BoundExpression> alone = bind_text(field.text); !alone) {
      return fail(at(std::string(field.name), alone.error()));
    }
  }
  const IndexText text = index_text(pattern);
  Result<BoundExpression> row = bind_text(text.row);
  if (!row) return fail(at("row", row.error()));
  Result<BoundExpression> column = bind_text(text.column);
  if (!column) return fail(at("column", column.error()));
  prepared.row = std::move(*row);
  prepared.column = std::move(*column);
  return {};
}

Result<void> bind_mask(PreparedAccess& prepared) {
  Result<BoundExpression> mask =
      bind_names(prepared.access.mask, index_names(prepared.access), prepared.access, prepared.block, prepared.layout);
  if (!mask) return fail(at("mask", mask.error()));
  prepared.mask = std::move(*mask);
  if (!prepared.mask.tree.names.empty() || prepared.mask.tree.rand_calls > 0) return {};
  const Result<LaneValues> bits = evaluate(prepared.mask.tree, {});
  if (!bits) return fail(at("mask", bits.error()));
  if ((*bits)[0] >= 0 && (*bits)[0] <= std::int64_t{all_lanes}) {
    prepared.constant_mask = static_cast<LaneMask>((*bits)[0]);
    return {};
  }
  return fail(placed("mask", fmt::format("{} has bits beyond the 32 lanes", prepared.access.mask),
                     "a mask between 0x0 and 0xffffffff, or a condition such as lane < 20"));
}

}  // namespace

bool PreparedAccess::uses_rand() const {
  const auto calls = [](const std::optional<BoundExpression>& e) { return e ? e->tree.rand_calls : 0; };
  return calls(row) + calls(column) + calls(bytes) + mask.tree.rand_calls > 0;
}

Result<PreparedAccess> prepare(const Access& access, const Tile& tile, const BlockShape& block) {
  const Result<TileLayout> layout = lay_out(tile);
  if (!layout) return fail(at("tile", layout.error()));
  return prepare(access, *layout, block);
}

Result<PreparedAccess> prepare(const Access& access, const TileLayout& layout, const BlockShape& block) {
  if (const Result<void> ok = check_block(block); !ok) return fail(ok.error());
  const Tile& tile = layout.tile;
  PreparedAccess prepared{.access = access, .block = block, .layout = layout};
  prepared.warps = (block.threads() + lane_count - 1) / lane_count;
  const Result<std::int64_t> steps = count_steps(access, tile, prepared.warps);
  if (!steps) return fail(steps.error());
  prepared.steps = *steps;
  if (const Result<void> ok = check_access_work(access, tile, block); !ok) return fail(ok.error());
  const int element_bytes = std::max(1, tile.element.bits / 8);
  if (access.element_byte < 0 || access.element_byte >= element_bytes) {
    return fail(placed("element_byte",
                       fmt::format("byte {} is not inside an element of {} bytes", access.element_byte, element_bytes),
                       fmt::format("0 to {}", element_bytes - 1)));
  }
  if (const Result<LanePattern> ok = checked(access.pattern); !ok) return fail(at("pattern", ok.error()));
  if (const Result<void> ok = bind_index(prepared); !ok) return fail(ok.error());
  if (const Result<void> ok = bind_mask(prepared); !ok) return fail(ok.error());
  return prepared;
}

std::int64_t trip_count(const LoopVariable& loop) {
  if (loop.step < 1 || loop.end <= loop.begin) return 1;
  // As unsigned, the distance of any two 64-bit numbers fits.
  const std::uint64_t distance = static_cast<std::uint64_t>(loop.end) - static_cast<std::uint64_t>(loop.begin) - 1;
  const std::uint64_t trips = distance / static_cast<std::uint64_t>(loop.step);
  return static_cast<std::int64_t>(std::min<std::uint64_t>(trips, max_instructions_per_access)) + 1;
}

std::vector<std::int64_t> loop_values(const Access& access, std::int64_t step) {
  std::vector<std::int64_t> values(access.loops.size());
  for (std::size_t i = access.loops.size(); i-- > 0;) {
    const std::int64_t trips = trip_count(access.loops[i]);
    values[i] = access.loops[i].begin + step % trips * access.loops[i].step;
    step /= trips;
  }
  return values;
}

void advance(const Access& access, std::vector<std::int64_t>& values) {
  for (std::size_t i = access.loops.size(); i-- > 0;) {
    const LoopVariable& loop = access.loops[i];
    if (values[i] < loop.end - loop.step) {
      values[i] += loop.step;
      return;
    }
    values[i] = loop.begin;
  }
}

std::int64_t step_of(const Access& access) {
  std::int64_t step = 0;
  for (const LoopVariable& loop : access.loops) {
    const std::int64_t trips = trip_count(loop);
    const std::int64_t last = loop.begin + (trips - 1) * loop.step;
    const std::int64_t at = std::clamp(loop.at, loop.begin, last);
    step = step * trips + (at - loop.begin) / loop.step;
  }
  return step;
}

}  // namespace bankmap
