#include "core/report_csv.hpp"

#include <fmt/format.h>

namespace bankmap {
namespace {

constexpr std::string_view header =
    "access,instruction,warp,step,lane,active,row,column,byte_address,word,bank,banks,phase,pass,shares_word_mask,"
    "conflict_mask\n";

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string step_text(const Access& access, const WarpAnalysis& warp) {
  std::string text;
  for (std::size_t i = 0; i < warp.loop_values.size() && i < access.loops.size(); ++i) {
    text += fmt::format("{}{}={}", i > 0 ? " " : "", access.loops[i].name, warp.loop_values[i]);
  }
  return text;
}

std::string lane_columns(const LaneResult& lane) {
  if (!lane.active) return "0,,,,,,,,,,";
  const std::string coordinates = lane.has_coordinates ? fmt::format("{},{}", lane.row, lane.column) : ",";
  return fmt::format("1,{},{},{},{},{},{},{},0x{:08x},0x{:08x}", coordinates, lane.byte_address, lane.word, lane.bank,
                     lane.banks, lane.phase + 1, lane.pass + 1, lane.shares_word, lane.conflicts);
}

}  // namespace

std::string report_csv(const Scenario& scenario, const Analysis& analysis) {
  std::string table{header};
  for (std::size_t i = 0; i < analysis.accesses.size() && i < scenario.accesses.size(); ++i) {
    const AccessAnalysis& access = analysis.accesses[i];
    if (!access.shown) continue;
    const std::string lead = fmt::format("{},{},{},{}", quoted(access.name), info(access.instruction).name,
                                         access.shown->warp, quoted(step_text(scenario.accesses[i], *access.shown)));
    for (int lane = 0; lane < lane_count; ++lane) {
      table += fmt::format("{},{},{}\n", lead, lane, lane_columns(access.shown->lanes[static_cast<std::size_t>(lane)]));
    }
  }
  return table;
}

}  // namespace bankmap
