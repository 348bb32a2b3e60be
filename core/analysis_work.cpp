#include "core/analysis_work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "core/lane_addresses.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t bank_model_work = 16;         // [units] of an instruction whose addresses are known
constexpr std::int64_t placing_work = 8;             // [characters] of an element whose new column is known
constexpr std::int64_t swizzle_work_of_a_unit = 16;  // elements are evaluated 32 at a time, and no banks are counted

std::int64_t characters(std::string_view text) { return static_cast<std::int64_t>(text.size()); }

std::int64_t swizzle_characters(const Tile& tile) {
  const auto* expression = std::get_if<ExpressionSwizzle>(&tile.swizzle);
  return expression == nullptr ? 0 : characters(expression->column);
}

// Of everything that is evaluated for a warp instruction.
std::int64_t index_characters(const Access& access, const Tile& tile) {
  const IndexText index = index_text(access.pattern);
  const auto* offset = std::get_if<ByteOffsetPattern>(&access.pattern);
  return characters(index.row) + characters(index.column) + (offset == nullptr ? 0 : characters(offset->bytes)) +
         characters(access.mask) + swizzle_characters(tile);
}

std::int64_t elements_of(const Tile& tile) { return std::int64_t{tile.rows} * tile.columns; }

// [elements * characters] of the check that the swizzle is one-to-one.
std::int64_t swizzle_work(const Tile& tile) {
  const std::int64_t length = swizzle_characters(tile);
  return length == 0 ? 0 : elements_of(tile) * (placing_work + length);
}

}  // namespace

std::int64_t warp_instructions(const Access& access, const BlockShape& block) {
  constexpr std::int64_t too_many = max_instructions_per_access + 1;
  std::int64_t count = std::max(1, (block.threads() + lane_count - 1) / lane_count);
  for (const LoopVariable& loop : access.loops) count = std::min(count * trip_count(loop), too_many);
  return count;
}

std::int64_t access_work(const Access& access, const Tile& tile, const BlockShape& block) {
  return warp_instructions(access, block) * (bank_model_work + index_characters(access, tile));
}

std::int64_t analysis_work(const Scenario& scenario) {
  std::int64_t units = 0;
  for (const Tile& tile : scenario.tiles) units += swizzle_work(tile) / swizzle_work_of_a_unit;
  for (const Access& access : scenario.accesses) {
    if (access.tile < 0 || access.tile >= static_cast<int>(scenario.tiles.size())) continue;
    units += access_work(access, scenario.tiles[index(access.tile)], scenario.block);
  }
  return units;
}

Result<void> check_access_work(const Access& access, const Tile& tile, const BlockShape& block) {
  if (access.loops.empty() || access_work(access, tile, block) <= max_access_work) return {};
  const std::int64_t length = index_characters(access, tile);
  return fail(
      placed(fmt::format("loops[{}].end", access.loops.size() - 1),
             fmt::format("an index and a mask of {} characters are too long for {} warp instructions", grouped(length),
                         grouped(warp_instructions(access, block))),
             fmt::format("at most {} warp instructions, for a pattern repeats long before that; or a shorter index",
                         grouped(max_access_work / (bank_model_work + length)))));
}

Result<void> check_swizzle_work(const Tile& tile) {
  if (swizzle_work(tile) <= max_swizzle_work) return {};
  const std::int64_t length = swizzle_characters(tile);
  return fail(placed("swizzle.column",
                     fmt::format("an expression of {} characters is too long for a tile of {} elements",
                                 grouped(length), grouped(elements_of(tile))),
                     fmt::format("at most {} elements, for a swizzle repeats long before that; or a shorter expression",
                                 grouped(max_swizzle_work / (placing_work + length)))));
}

}  // namespace bankmap
