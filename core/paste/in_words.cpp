#include "core/paste/in_words.hpp"

#include <fmt/format.h>

namespace bankmap::paste {
namespace {

constexpr std::size_t most_told = 4;

std::string tile_words(const CodeTile& tile, const Scenario& scenario) {
  std::string words = fmt::format("{} {} ", tile.tile.name, tile.tile.element.name);
  for (const std::int64_t size : tile.dimensions) words += fmt::format("[{}]", size);
  for (const Tile& each : scenario.tiles) {
    if (each.name == tile.tile.name && !std::holds_alternative<NoSwizzle>(each.swizzle))
      words += fmt::format(", swizzle {}", describe(each.swizzle));
  }
  return words;
}

std::string loop_words(const LoopVariable& loop) {
  const std::int64_t last = loop.begin + (loop.end - 1 - loop.begin) / loop.step * loop.step;
  if (loop.begin == last) return fmt::format("{} = {}", loop.name, last);
  if (loop.step == 1) return fmt::format("{} = {}..{}", loop.name, loop.begin, last);
  return fmt::format("{} = {}, {}..{}", loop.name, loop.begin, loop.begin + loop.step, last);
}

std::string access_words(const Access& access, const Scenario& scenario) {
  const auto& index = std::get<IndexPattern>(access.pattern);
  const bool one_row = scenario.tiles[static_cast<std::size_t>(access.tile)].rows == 1;
  std::string words = fmt::format("{} ({}): ", access.name, info(access.instruction).name);
  words += one_row ? fmt::format("index {}", index.column) : fmt::format("row {}, column {}", index.row, index.column);
  for (const LoopVariable& each : access.loops) words += ", " + loop_words(each);
  if (access.mask != Access{}.mask) words += fmt::format(", lanes with {}", access.mask);
  return words;
}

}  // namespace

std::string in_words(const Told& told) {
  std::string words;
  const auto add = [&](const std::string& part) { words += (words.empty() ? "" : "; ") + part; };
  for (const CodeTile& each : told.code.tiles) {
    if (each.declared) add(tile_words(each, told.scenario));
  }
  for (std::size_t i = 0; i < told.made.size() && i < most_told; ++i)
    add(access_words(told.scenario.accesses[static_cast<std::size_t>(told.made[i])], told.scenario));
  if (told.made.size() > most_told) add(fmt::format("and {} more accesses", told.made.size() - most_told));
  const BlockShape& block = told.scenario.block;
  if (block != told.block_before)
    add(fmt::format("block {} x {}{}", block.x, block.y, block.z > 1 ? fmt::format(" x {}", block.z) : ""));
  for (const std::string& each : told.code.taken_as_true) add(fmt::format("{} is taken as true", each));
  return words;
}

}  // namespace bankmap::paste
