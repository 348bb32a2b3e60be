#include "core/access_names.hpp"

#include <algorithm>
#include <numeric>

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

// The thread indices of a warp by counting on from its first thread: a division a warp, not one a lane.
void fill_thread_index(NameSource::Kind kind, const BlockShape& block, int warp, LaneValues& values) {
  int x = warp * lane_count % block.x;
  int y = warp * lane_count / block.x % block.y;
  int z = warp * lane_count / block.x / block.y;
  for (std::int64_t& value : values) {
    value = kind == NameSource::Kind::thread_x ? x : kind == NameSource::Kind::thread_y ? y : z;
    if (++x < block.x) continue;
    x = 0;
    if (++y < block.y) continue;
    y = 0;
    ++z;
  }
}

}  // namespace

std::optional<std::int64_t> value_in_all_lanes(const NameSource& source, std::span<const std::int64_t> loops,
                                               int warp) {
  switch (source.kind) {
    case NameSource::Kind::warp:
      return warp;
    case NameSource::Kind::loop:
      return loops[static_cast<std::size_t>(source.loop)];
    case NameSource::Kind::constant:
      return source.constant;
    case NameSource::Kind::lane:
    case NameSource::Kind::thread_x:
    case NameSource::Kind::thread_y:
    case NameSource::Kind::thread_z:
      break;
  }
  return std::nullopt;
}

void fill_values(const NameSource& source, const BlockShape& block, int warp, LaneValues& values) {
  if (source.kind == NameSource::Kind::lane) {
    std::iota(values.begin(), values.end(), 0);
  } else {
    fill_thread_index(source.kind, block, warp, values);
  }
}

std::vector<std::string> index_names(const Access& access) {
  const std::span<const std::string_view> builtin = builtin_names();
  std::vector<std::string> names(builtin.begin(), builtin.end());
  for (const LoopVariable& loop : access.loops) names.push_back(loop.name);
  return names;
}

Result<BoundExpression> bind_names(std::string_view text, std::span<const std::string> names, const Access& access,
                                   const BlockShape& block, const TileLayout& layout) {
  Result<Expression> tree = parse_expression(text, names);
  if (!tree) return fail(tree.error());
  BoundExpression bound{std::move(*tree), {}};
  for (const std::string& name : bound.tree.names) bound.sources.push_back(source_of(name, access, block, layout));
  return bound;
}

LaneMask lanes_of_warp(const BlockShape& block, int warp) {
  const int threads = std::clamp(block.threads() - warp * lane_count, 0, lane_count);
  return threads == lane_count ? all_lanes : lane_bit(threads) - 1;
}

}  // namespace bankmap
