// app/assets.hpp -- the files that come with the program: machine profiles and presets; and the scenarios of the
// person.
//
//     find_assets()   $BANKMAP_ASSETS, else <folder of the program>/../share/bankmap
//     load_scenario(assets, "transpose-f32-plain")   a preset, by its file name without .json
//     load_scenario(assets, "my/tile.json")          a file
//     load_scenario(assets, "tile.share.txt")        a file with a share string in it
//     load_scenario(assets, "-")                     standard input: JSON or a share string
//     load_scenario(assets, "bankmap1.3zZb0U...")    a share string
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/editor.hpp"
#include "core/machine.hpp"
#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct Assets {
  std::filesystem::path folder;
  std::filesystem::path machines() const { return folder / "machines"; }
  std::filesystem::path scenarios() const { return folder / "scenarios"; }
  std::filesystem::path lessons() const { return folder / "lessons"; }
};

// The *.json of a folder, in alphabetical order.
Result<std::vector<std::filesystem::path>> json_files(const std::filesystem::path& folder);

// Refuses with the place that was looked at. A BANKMAP_ASSETS that leads nowhere is refused, never passed over.
Result<Assets> find_assets();

// Files of the assets that cannot be read, each with its name and place. Where a function below is given a list for them, it
// leaves them out and reads the rest; else it refuses the first.
using BrokenFiles = std::vector<Problem>;

// All profiles of machines/*.json; refuses where there is none.
Result<MachineProfiles> load_machines(const Assets& assets, BrokenFiles* broken = nullptr);
// The machines of the assets that find_assets finds, for a command that needs nothing else of them.
Result<MachineProfiles> find_machines();
// Names of scenarios/*.json in alphabetical order, without ".json".
Result<std::vector<std::string>> list_presets(const Assets& assets);
// For a name that is none of them: the one that was meant, if any, and how to see them all.
std::string preset_hint(std::string_view name, std::span<const std::string> presets);
// The presets themselves.
Result<std::vector<Preset>> load_presets(const Assets& assets, BrokenFiles* broken = nullptr);
// What a loader of many files does with one that cannot be read. False: it is refused.
bool leave_out(BrokenFiles* broken, const Problem& problem);

// A preset goes before a file of the same name; text with a '/' or ending in ".json" is always a file.
// place of a problem: "file.json:3:7", "file.json:/tiles/0/rows"; "standard input:..." for "-".
Result<Scenario> load_scenario(const Assets& assets, const std::string& name_or_file);

// A file, whatever it is called: JSON, or a share string.
Result<Scenario> read_scenario_file(const std::string& path);
// The same for a window, which must not wait (read_ordinary_file).
Result<Scenario> read_ordinary_scenario(const std::string& path);
// A file that holds a share string. It is read, and never saved into: what is saved is JSON.
bool is_share_file(const std::string& path);
// The file that load_scenario would read for a name; empty for a preset, a share string and standard input.
std::string scenario_file(const Assets& assets, const std::string& name_or_file);

// The profile that a scenario names, or which keys there are.
Result<const MachineProfile*> find_machine(const MachineProfiles& machines, const std::string& key);
// The profile of a GPU of this compute capability, or null.
const MachineProfile* profile_for(const MachineProfiles& machines, std::string_view compute_capability);

}  // namespace bankmap
