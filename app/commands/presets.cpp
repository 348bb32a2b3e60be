// bankmap presets
//
//     transpose-float-plain: Transpose, 32 x 32 float, plain
//         store a row                st.b32                      1     1      0           32            0
//         load a column              ld.b32                     32     1     31           32          992
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr int access_column = 26;  // columns wide

std::string access_columns(const AccessAnalysis& access) {
  const std::string name = shorten(printable(access.name), access_column);
  const std::string padding(static_cast<std::size_t>(access_column - display_width(name)), ' ');
  const std::string_view instruction = info(access.instruction).name;
  if (!access.shown) return fmt::format("{}{} {:<18} refused", name, padding, instruction);
  const WarpCost& cost = access.shown->served.cost;
  return fmt::format("{}{} {:<18} {:>10} {:>5} {:>6} {:>12} {:>12}", name, padding, instruction, cost.wavefronts,
                     cost.ideal, cost.excess(), grouped(access.totals.instructions), grouped(access.totals.excess()));
}

std::string preset_lines(const std::string& name, const Answer& answer) {
  std::string lines = fmt::format("{}: {}\n", printable(name), printable(answer.scenario.title));
  for (const AccessAnalysis& access : answer.analysis.accesses)
    lines += fmt::format("    {}\n", access_columns(access));
  return lines;
}

int print_presets() {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  const Result<MachineProfiles> machines = usable_machines(*assets);
  if (!machines) return refuse(machines.error());
  BrokenFiles broken;
  Result<std::vector<Preset>> presets = load_presets(*assets, &broken);
  if (!presets) return refuse(presets.error());
  std::string table = fmt::format("    {:<{}} {:<18} {:>10} {:>5} {:>6} {:>12} {:>12}\n", "access", access_column,
                                  "instruction", "wavefronts", "ideal", "excess", "instructions", "total excess");
  for (Preset& preset : *presets) {
    const Result<Answer> answer = answer_for(std::move(preset.scenario), *machines);
    if (answer) {
      table += preset_lines(preset.name, *answer);
    } else {
      broken.push_back(at(preset.name, answer.error()));
    }
  }
  const int printed = print(table);
  for (const Problem& problem : broken) refuse(problem);
  return broken.empty() ? printed : exit_bad_input;
}

}  // namespace

void add_presets_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("presets", "lists the presets with their numbers");
  command->footer("for example: bankmap presets");
  command->callback([&chosen] { chosen = print_presets; });
}

}  // namespace bankmap
