#include "app/assets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/files.hpp"
#include "core/machine_json.hpp"
#include "core/nearest.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

inline constexpr std::size_t max_asset_bytes = std::size_t{1} << 20;

// Problems inside a file say the file first: "tile.json:/tiles/0/rows", "tile.json:3:7".
Problem in_file(const std::string& file, Problem problem) {
  problem.place = problem.place.empty() ? file : file + ":" + problem.place;
  return problem;
}

bool holds_assets(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "machines", ignored) && fs::is_directory(folder / "scenarios", ignored);
}

// As it is installed: bin/bankmap and share/bankmap. The build folder has a link at the same place. Empty where the system does
// not say which file this program is.
fs::path folder_beside_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : (program.parent_path() / ".." / "share" / "bankmap").lexically_normal();
}

bool is_file_name(const std::string& text) {
  return text == "-" || text.find('/') != std::string::npos || text.ends_with(".json");
}

std::string preset_file(const Assets& assets, const std::string& name) {
  return (assets.scenarios() / (name + ".json")).string();
}

Result<void> add_machine(MachineProfiles& machines, const std::string& file) {
  const Result<std::string> text = read_ordinary_file(file, max_asset_bytes);
  if (!text) return fail(text.error());
  Result<MachineProfile> machine = read_machine(*text);
  if (!machine) return fail(in_file(file, machine.error()));
  const std::string key = machine->key;
  if (machines.emplace(key, *std::move(machine)).second) return {};
  return fail({.what = fmt::format("the key '{}' is used by two files", key), .hint = {}, .place = file, .range = {}});
}

Result<Scenario> scenario_in(const std::string& place, const Result<std::string>& text) {
  if (!text) return fail(text.error());
  Result<Scenario> scenario = looks_like_share_string(*text) ? read_share_string(*text) : read_scenario(*text);
  if (!scenario) return fail(in_file(place, scenario.error()));
  return scenario;
}

}  // namespace

std::string preset_hint(std::string_view name, std::span<const std::string> presets) {
  return guess_before_hint(name, presets) + "'bankmap presets' lists the presets";
}

Result<std::vector<fs::path>> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  if (error)
    return fail(
        {.what = "cannot list this folder: " + error.message(), .hint = {}, .place = folder.string(), .range = {}});
  std::sort(files.begin(), files.end());
  return files;
}

Result<Assets> find_assets() {
  if (const char* wanted = std::getenv("BANKMAP_ASSETS"); wanted != nullptr && *wanted != '\0') {
    if (holds_assets(wanted)) return Assets{wanted};
    return fail({.what = fmt::format("'{}' has no folders machines and scenarios", wanted),
                 .hint = "set it to the folder assets of Bankmap, or unset it",
                 .place = "environment variable BANKMAP_ASSETS",
                 .range = {}});
  }
  const fs::path folder = folder_beside_program();
  if (holds_assets(folder)) return Assets{folder};
  return fail(fmt::format("the machine profiles and presets were not found in '{}'", folder.string()),
              "set the environment variable BANKMAP_ASSETS to the folder assets of Bankmap");
}

bool leave_out(BrokenFiles* broken, const Problem& problem) {
  const bool is_new = broken != nullptr && std::find(broken->begin(), broken->end(), problem) == broken->end();
  if (is_new) broken->push_back(problem);  // one preset may break several lessons
  return broken != nullptr;
}

Result<MachineProfiles> load_machines(const Assets& assets, BrokenFiles* broken) {
  const Result<std::vector<fs::path>> files = json_files(assets.machines());
  if (!files) return fail(files.error());
  MachineProfiles machines;
  for (const fs::path& file : *files) {
    const Result<void> added = add_machine(machines, file.string());
    if (!added && !leave_out(broken, added.error())) return fail(added.error());
  }
  if (machines.empty()) {
    const bool any_broken = broken != nullptr && !broken->empty();
    return fail(
        any_broken
            ? broken->front()
            : Problem{.what = "no machine profile here", .hint = {}, .place = assets.machines().string(), .range = {}});
  }
  return machines;
}

Result<MachineProfiles> find_machines() {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  return load_machines(*assets);
}

Result<std::vector<std::string>> list_presets(const Assets& assets) {
  const Result<std::vector<fs::path>> files = json_files(assets.scenarios());
  if (!files) return fail(files.error());
  std::vector<std::string> names;
  for (const fs::path& file : *files) names.push_back(file.stem().string());
  return names;
}

Result<std::vector<Preset>> load_presets(const Assets& assets, BrokenFiles* broken) {
  const Result<std::vector<std::string>> names = list_presets(assets);
  if (!names) return fail(names.error());
  std::vector<Preset> presets;
  for (const std::string& name : *names) {
    Result<Scenario> scenario = read_ordinary_scenario(preset_file(assets, name));
    if (scenario) {
      presets.push_back({name, *std::move(scenario)});
    } else if (!leave_out(broken, scenario.error())) {
      return fail(scenario.error());
    }
  }
  return presets;
}

Result<Scenario> read_scenario_file(const std::string& path) {
  return scenario_in(path == "-" ? "standard input" : path, read_file(path, max_asset_bytes));
}

Result<Scenario> read_ordinary_scenario(const std::string& path) {
  return scenario_in(path, read_ordinary_file(path, max_asset_bytes));
}

bool is_share_file(const std::string& path) {
  const Result<std::string> text = path == "-" ? Result<std::string>() : read_ordinary_file(path, max_asset_bytes);
  return text && looks_like_share_string(*text);
}

Result<Scenario> load_scenario(const Assets& assets, const std::string& name_or_file) {
  if (name_or_file.empty())
    return fail("the name of the scenario is empty", "give a file, a preset, a share string, or - for standard input");
  if (looks_like_share_string(name_or_file)) return read_share_string(name_or_file);
  if (is_file_name(name_or_file)) return read_scenario_file(name_or_file);
  const Result<std::vector<std::string>> presets = list_presets(assets);
  if (!presets) return fail(presets.error());
  if (std::find(presets->begin(), presets->end(), name_or_file) != presets->end()) {
    return read_ordinary_scenario(preset_file(assets, name_or_file));
  }
  std::error_code ignored;
  if (fs::exists(name_or_file, ignored)) return read_scenario_file(name_or_file);
  return fail(fmt::format("there is no preset and no file named '{}'", name_or_file),
              preset_hint(name_or_file, *presets));
}

std::string scenario_file(const Assets& assets, const std::string& name_or_file) {
  if (name_or_file == "-" || name_or_file.empty() || looks_like_share_string(name_or_file)) return {};
  if (is_file_name(name_or_file)) return name_or_file;
  const Result<std::vector<std::string>> presets = list_presets(assets);
  const bool preset = presets && std::find(presets->begin(), presets->end(), name_or_file) != presets->end();
  return preset ? std::string() : name_or_file;
}

Result<const MachineProfile*> find_machine(const MachineProfiles& machines, const std::string& key) {
  const auto found = machines.find(key);
  if (found != machines.end()) return &found->second;
  std::vector<std::string> keys;
  for (const auto& [known, profile] : machines) keys.push_back(known);
  return fail(fmt::format("there is no machine profile '{}'", key), fmt::format("one of {}", fmt::join(keys, ", ")));
}

const MachineProfile* profile_for(const MachineProfiles& machines, std::string_view compute_capability) {
  const auto found = std::find_if(machines.begin(), machines.end(), [compute_capability](const auto& entry) {
    return entry.second.compute_capability == compute_capability;
  });
  return found == machines.end() ? nullptr : &found->second;
}

}  // namespace bankmap
