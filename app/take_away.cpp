#include "app/take_away.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/new_file.hpp"
#include "core/export_cuda.hpp"
#include "core/export_static_assert.hpp"
#include "core/report_csv.hpp"
#include "core/report_json.hpp"
#include "core/report_markdown.hpp"
#include "core/report_svg.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "core/svg_named_view.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::array<TakeAwayInfo, take_away_count> table{{
    {TakeAway::share, "Share string", "All of it as a short text, to be pasted.", ".share.txt"},
    {TakeAway::markdown, "Summary, Markdown", "Numbers and reason, for an issue or a review.", ".md"},
    {TakeAway::csv, "Table, CSV", "One row a lane: address, word, bank, phase, pass.", ".csv"},
    {TakeAway::json, "Answer, JSON", "All numbers, lane by lane, for a script.", ".analysis.json"},
    {TakeAway::cuda, "CUDA program", "Runs the accesses on a GPU and times them.", ".cu"},
    {TakeAway::static_assert_header, "static_assert header", "Keeps the layout free of conflicts in your own build.",
     ".hpp"},
    {TakeAway::scenario, "Scenario file, JSON", "What is set up, to be opened again.", ".json"},
    {TakeAway::svg_report, "All accesses, SVG", "The heatmap of every access, one below the other.", ".svg"},
    {TakeAway::svg_heatmap, "Heatmap, SVG", "Lanes down, banks across.", ".heatmap.svg"},
    {TakeAway::svg_tile, "Tile, SVG", "Rows and columns of the tile.", ".tile.svg"},
    {TakeAway::svg_memory, "Memory, SVG", "Shared memory as it lies.", ".memory.svg"},
    {TakeAway::svg_passes, "Passes, SVG", "One row a wavefront.", ".passes.svg"},
    {TakeAway::svg_sweep, "Sweep, SVG", "Wavefronts against a number.", ".sweep.svg"},
    {TakeAway::svg_bits, "Address bits, SVG", "Which bits make the bank.", ".bits.svg"},
    {TakeAway::svg_profiler, "Profiler's sum, SVG", "How the counters come about.", ".profiler.svg"},
    {TakeAway::picture, "Picture of the window, PNG", "The window as it is, without this sheet.", ".png"},
}};

constexpr bool table_follows_the_enum() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].id != static_cast<TakeAway>(i)) return false;
  }
  return true;
}
static_assert(table_follows_the_enum());
constexpr auto first_view = static_cast<int>(TakeAway::svg_heatmap);
static_assert(static_cast<int>(TakeAway::picture) - first_view == static_cast<int>(view_count),
              "each view has an svg_..., in the order of ViewName");

bool keeps(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// "Transpose, 32 x 32 float" -> "transpose-32-x-32-float"
std::string slug(std::string_view title) {
  constexpr std::size_t longest = 60;
  std::string name;
  for (char c : title) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    if (keeps(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
    if (name.size() == longest) break;
  }
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "bankmap" : name;
}

}  // namespace

const TakeAwayInfo& info(TakeAway kind) { return table[static_cast<std::size_t>(kind)]; }

Result<std::string> take_away_text(TakeAway kind, const TakenFrom& from, std::string_view file) {
  const SvgStyle style{.theme = from.theme, .width = 0, .height = 0};
  switch (kind) {
    case TakeAway::share:
      return share_string(from.scenario);
    case TakeAway::markdown:
      return report_markdown(from.scenario, from.machine, from.analysis);
    case TakeAway::csv:
      return report_csv(from.scenario, from.analysis);
    case TakeAway::json:
      return report_json(from.scenario, from.machine, from.analysis);
    case TakeAway::cuda:
      return export_cuda(from.scenario, from.machine, from.analysis, file);
    case TakeAway::static_assert_header: {
      const std::string stem = fs::path(file).stem().string();
      return static_assert_header(from.scenario, from.machine, from.analysis, stem);
    }
    case TakeAway::scenario:
      return write_scenario(from.scenario);
    case TakeAway::svg_report:
      return report_svg(from.scenario, from.machine, from.analysis, style);
    case TakeAway::svg_heatmap:
    case TakeAway::svg_tile:
    case TakeAway::svg_memory:
    case TakeAway::svg_passes:
    case TakeAway::svg_sweep:
    case TakeAway::svg_bits:
    case TakeAway::svg_profiler:
      return svg_named_view(static_cast<ViewName>(static_cast<int>(kind) - first_view), from.scenario, from.machine,
                            from.analysis, from.access, style);
    case TakeAway::picture:
    case TakeAway::count:
      break;
  }
  return fail("a picture of the window is no text");
}

fs::path take_away_folder(const std::string& document_path) {
  std::error_code error;
  const fs::path folder =
      document_path.empty() ? fs::current_path(error) : fs::absolute(document_path, error).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

std::string take_away_stem(const std::string& document_path, std::string_view title) {
  return document_path.empty() ? slug(title) : fs::path(document_path).stem().string();
}

fs::path free_path(const fs::path& folder, std::string_view stem, std::string_view suffix) {
  constexpr int most = 1000;
  for (int number = 1; number <= most; ++number) {
    fs::path path =
        folder / (number == 1 ? fmt::format("{}{}", stem, suffix) : fmt::format("{}-{}{}", stem, number, suffix));
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (status.type() == fs::file_type::not_found) return path;
  }
  return {};
}

Result<std::string> write_away(const fs::path& folder, std::string_view stem, std::string_view suffix,
                               std::string_view text) {
  const fs::path path = free_path(folder, stem, suffix);
  if (path.empty())
    return fail(fmt::format("no name like {}{} is free in {}", stem, suffix, folder.string()), "give another name");
  Result<NewFile> file = NewFile::open({}, path.string(), false);
  if (!file) return fail(file.error());
  if (auto problem = file->write(text)) return fail(*std::move(problem));
  return path.string();
}

}  // namespace bankmap
