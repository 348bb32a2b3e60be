#include "core/access_names.hpp"

#include <algorithm>

#include "core/identifier.hpp"

namespace bankmap {
namespace {

NameSource source_of(const std::string& name, const Access& access, const BlockShape& block, const TileLayout& layout) {
  using Kind = NameSource::Kind;
  for (std::size_t i = 0; i < access.loops.size(); ++i) {
    if (access.loops[i].name == name) return {.kind = Kind::loop, .loop = static_cast<int>(i)};
  }
  if (name == "lane") return {.kind = Kind::lane};
  if (name == "warp") return {.kind = Kind::warp};
  if (name == "threadIdx.x") return {.kind = Kind::thread_x};
  if (name == "threadIdx.y") return {.kind = Kind::thread_y};
  if (name == "threadIdx.z") return {.kind = Kind::thread_z};
  if (name == "blockDim.x") return {.kind = Kind::constant, .constant = block.x};
  if (name == "blockDim.y") return {.kind = Kind::constant, .constant = block.y};
  if (name == "blockDim.z") return {.kind = Kind::constant, .constant = block.z};
  if (name == "rows") return {.kind = Kind::constant, .constant = layout.tile.rows};
  if (name == "columns") return {.kind = Kind::constant, .constant = layout.tile.columns};
  return {.kind = Kind::constant, .constant = layout.pitch_elements};  // "pitch": the parser let no other name through
}

std::int64_t value_of(const NameSource& source, const BlockShape& block, std::span<const std::int64_t> loops, int warp,
                      int lane) {
  const std::int64_t thread = std::int64_t{warp} * lane_count + lane;
  switch (source.kind) {
    case NameSource::Kind::lane: return lane;
    case NameSource::Kind::warp: return warp;
    case NameSource::Kind::thread_x: return thread % block.x;
    case NameSource::Kind::thread_y: return thread / block.x % block.y;
    case NameSource::Kind::thread_z: return thread / block.x / block.y;
    case NameSource::Kind::loop: return loops[static_cast<std::size_t>(source.loop)];
    case NameSource::Kind::constant: return source.constant;
  }
  return 0;
}

}  // namespace

std::vector<std::string> index_names(const Access& access) {
  const std::span<const std::string_view> builtin = builtin_names();
  std::vector<std::string> names(builtin.begin(), builtin.end());
  for (const LoopVariable& loop : access.loops) names.push_back(loop.name);
  return names;
}

Result<BoundExpression> bind_names(std::string_view text, const Access& access, const BlockShape& block, const TileLayout& layout) {
  Result<Expression> tree = parse_expression(text, index_names(access));
  if (!tree) return fail(tree.error());
  BoundExpression bound{std::move(*tree), {}};
  for (const std::string& name : bound.tree.names) bound.sources.push_back(source_of(name, access, block, layout));
  return bound;
}

std::vector<LaneValues> name_values(const BoundExpression& expression, const BlockShape& block,
                                    std::span<const std::int64_t> loops, int warp) {
  std::vector<LaneValues> values(expression.sources.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (int lane = 0; lane < lane_count; ++lane) {
      values[i][static_cast<std::size_t>(lane)] = value_of(expression.sources[i], block, loops, warp, lane);
    }
  }
  return values;
}

LaneMask lanes_of_warp(const BlockShape& block, int warp) {
  const int threads = std::clamp(block.threads() - warp * lane_count, 0, lane_count);
  return threads == lane_count ? all_lanes : lane_bit(threads) - 1;
}

}  // namespace bankmap
