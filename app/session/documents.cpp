#include "app/session/documents.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "app/assets.hpp"
#include "app/new_file.hpp"
#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error).lexically_normal();
  return error ? path : result.string();
}

}  // namespace

Result<void> open_file(Editor& editor, const std::string& path) {
  Result<Scenario> scenario = read_scenario_file(path);
  if (!scenario) return fail(scenario.error());
  Document document{absolute(path), *scenario};
  editor.open(*std::move(scenario), std::move(document));
  return {};
}

Result<void> save_file(Editor& editor, const std::string& path) {
  Result<NewFile> file = NewFile::open(path, path, true);
  if (!file) return fail(file.error());
  if (auto problem = file->write(write_scenario(editor.scenario()))) return fail(*std::move(problem));
  editor.mark_saved(absolute(path));
  return {};
}

void restore(Editor& editor, const Unsaved& work) {
  Document document;
  if (!work.path.empty()) {
    if (Result<Scenario> saved = read_scenario_file(work.path)) document = {work.path, *std::move(saved)};
  }
  editor.open(work.scenario, std::move(document));
}

}  // namespace bankmap
