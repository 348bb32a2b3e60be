// app/take_away.hpp -- everything that can be taken out of the window: as a text for the clipboard, or as a file.
//
//     take_away_text(markdown, ...)       "### Column of a padded tile ..."
//     free_path(folder, "tile", ".md")    tile.md, or where that is taken tile-2.md, tile-3.md, ...
//
// No ImGui, and nothing is ever written over.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/palette.hpp"
#include "core/scenario.hpp"

namespace bankmap {

enum class TakeAway : std::uint8_t {
  share,
  markdown,
  csv,
  json,
  cuda,
  static_assert_header,
  scenario,
  svg_report,
  svg_heatmap,  // these in the order of ViewName
  svg_tile,
  svg_memory,
  svg_passes,
  svg_sweep,
  svg_bits,
  svg_profiler,
  picture,  // of the window: no text
  count
};
inline constexpr int take_away_count = static_cast<int>(TakeAway::count);

struct TakeAwayInfo {
  TakeAway id;
  const char* name;    // "Summary"
  const char* about;   // one sentence
  const char* suffix;  // of the file, ".md"
};
const TakeAwayInfo& info(TakeAway kind);

struct TakenFrom {
  const Scenario& scenario;
  const MachineProfile& machine;
  const Analysis& analysis;
  int access = 0;  // of a single view
  ThemeKind theme = ThemeKind::light;
};
// file: the name it will have, for texts that say so. pre: kind is no picture
Result<std::string> take_away_text(TakeAway kind, const TakenFrom& from, std::string_view file);

// Where files go: beside the document, or into the working folder; and what they are called without a suffix: like the
// document, else like the title in letters that every file system takes.
std::filesystem::path take_away_folder(const std::string& document_path);
std::string take_away_stem(const std::string& document_path, std::string_view title);
// The first of stem.x, stem-2.x, ... that is not there. Empty: none of a thousand is free.
std::filesystem::path free_path(const std::filesystem::path& folder, std::string_view stem, std::string_view suffix);

// Writes a file of its own with the next free name; the path it has then.
Result<std::string> write_away(const std::filesystem::path& folder, std::string_view stem, std::string_view suffix,
                               std::string_view text);

}  // namespace bankmap
