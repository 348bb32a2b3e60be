#include "app/session/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/assets.hpp"
#include "app/new_file.hpp"
#include "core/scenario_difference.hpp"
#include "core/scenario_json.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr int most_of_a_value = 40;  // characters: a title or a note may be long

std::string difference_in_words(const std::string& from, const Scenario& before, const Scenario& after) {
  const std::vector<FieldDifference> found = differences(before, after);
  if (found.empty()) return fmt::format("The same as {}.", from);
  const auto value = [](const std::string& text) { return shorten(printable(text), most_of_a_value); };
  const FieldDifference& first = found.front();
  const std::size_t more = found.size() - 1;
  return fmt::format("Differs from {}: {} is {} there and {} here{}.", from, first.place, value(first.before),
                     value(first.after),
                     more == 0   ? ""
                     : more == 1 ? "; 1 more field differs"
                                 : fmt::format("; {} more fields differ", more));
}

}  // namespace

std::string absolute_path(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error).lexically_normal();
  return error ? path : result.string();
}

std::string document_path(const std::string& path) {
  return path.empty() || is_share_file(path) ? std::string() : absolute_path(path);
}

Result<void> open_file(Editor& editor, const std::string& path) {
  Result<Scenario> scenario = read_scenario_file(path);
  if (!scenario) return fail(scenario.error());
  Document document{document_path(path), *scenario};
  editor.open(*std::move(scenario), std::move(document));
  return {};
}

Result<void> save_file(Editor& editor, const std::string& path) {
  Result<NewFile> file = NewFile::open(path, path, true);
  if (!file) return fail(file.error());
  if (auto problem = file->write(write_scenario(editor.scenario()))) return fail(*std::move(problem));
  editor.mark_saved(absolute_path(path));
  return {};
}

std::string first_difference(const Unsaved& work, const std::vector<Preset>& presets) {
  if (!work.path.empty()) {
    if (const Result<Scenario> saved = read_scenario_file(work.path))
      return difference_in_words("its file", *saved, work.scenario);
  }
  const auto same_title = [&work](const Preset& preset) { return preset.scenario.title == work.scenario.title; };
  const auto preset = std::ranges::find_if(presets, same_title);
  if (preset == presets.end()) return {};
  return difference_in_words("the preset " + preset->name, preset->scenario, work.scenario);
}

void restore(Editor& editor, const Unsaved& work) {
  Document document;
  if (!work.path.empty()) {
    if (Result<Scenario> saved = read_scenario_file(work.path)) document = {work.path, *std::move(saved)};
  }
  editor.open(work.scenario, std::move(document));
}

}  // namespace bankmap
