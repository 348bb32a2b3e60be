#include "tests/fuzz/assets.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "core/machine_json.hpp"
#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

using Files = std::map<std::string, std::string, std::less<>>;  // text by name, without the ending

Files json_files(const char* folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(BANKMAP_ASSETS) / folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files.emplace(entry.path().stem().string(), std::string(std::istreambuf_iterator<char>(file), {}));
  }
  return files;
}

}  // namespace

const MachineProfiles& all_machines() {
  static const MachineProfiles machines = [] {
    MachineProfiles read;
    for (const auto& [name, text] : json_files("machines")) read.emplace(name, read_machine(text).value());
    return read;
  }();
  return machines;
}

const MachineProfile& measured_machine() {
  static const MachineProfile& machine = all_machines().at("sm_90");
  return machine;
}

Result<Scenario> preset_named(std::string_view name) {
  static const std::map<std::string, Scenario, std::less<>> presets = [] {
    std::map<std::string, Scenario, std::less<>> read;
    for (const auto& [preset, text] : json_files("scenarios")) read.emplace(preset, read_scenario(text).value());
    return read;
  }();
  const auto found = presets.find(name);
  if (found == presets.end()) return fail("there is no such preset");
  return found->second;
}

}  // namespace bankmap
