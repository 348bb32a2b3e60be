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

std::string value_in_words(const std::string& text) { return shorten(printable(text), most_of_a_value); }

std::string more_in_words(std::size_t fields) {
  if (fields == 1) return {};
  return fields == 2 ? "; 1 more field differs" : fmt::format("; {} more fields differ", fields - 1);
}

std::string difference_in_words(const std::string& from, const Scenario& before, const Scenario& after) {
  const std::vector<FieldDifference> found = differences(before, after);
  if (found.empty()) return fmt::format("The same as {}.", from);
  const FieldDifference& first = found.front();
  return fmt::format("Differs from {}: {} is {} there and {} here{}.", from, first.place, value_in_words(first.before),
                     value_in_words(first.after), more_in_words(found.size()));
}

}  // namespace

std::string absolute_path(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error).lexically_normal();
  return error ? path : result.string();
}

std::string document_path(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  const bool pipe =
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);  // nothing is saved into one
  return path.empty() || pipe || is_share_file(path) ? std::string() : absolute_path(path);
}

Result<void> open_file(Editor& editor, const std::string& path) {
  Result<Scenario> scenario = read_ordinary_scenario(path);
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

std::string changed_meanwhile(const Editor& editor) {
  const Document& document = editor.document();
  std::error_code ignored;
  if (document.path.empty() || !std::filesystem::exists(document.path, ignored)) return {};
  const Result<Scenario> now = read_ordinary_scenario(document.path);
  if (!now) return fmt::format("It can no longer be read as a scenario: {}.", to_string(now.error()));
  if (*now == document.saved || *now == editor.scenario()) return {};
  const std::vector<FieldDifference> found = differences(document.saved, *now);
  if (found.empty()) return "It differs from what was read.";
  return fmt::format("It differs from what was read: {} was {} and is {} now{}.", found.front().place,
                     value_in_words(found.front().before), value_in_words(found.front().after),
                     more_in_words(found.size()));
}

std::string first_difference(const Unsaved& work, const std::vector<Preset>& presets) {
  if (!work.path.empty()) {
    if (const Result<Scenario> saved = read_ordinary_scenario(work.path))
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
    if (Result<Scenario> saved = read_ordinary_scenario(work.path)) document = {work.path, work.saved.value_or(*saved)};
  }
  editor.open(work.scenario, std::move(document));
}

}  // namespace bankmap
