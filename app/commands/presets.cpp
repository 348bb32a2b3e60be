// bankmap presets
//
//     preset                        access  instruction     wavefronts ideal excess  what it is
//     transpose-float-plain         store   st.b32                   1     1      0  Transpose of a 32 x 32 float tile
//                                   load    ld.b32                  32     1     31
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

std::string access_columns(const AccessAnalysis& access) {
  const std::string name = shorten(printable(access.name), 14);
  const std::string padding(static_cast<std::size_t>(14 - display_width(name)), ' ');
  const std::string_view instruction = info(access.instruction).name;
  if (!access.shown) return fmt::format("{}{} {:<18} refused", name, padding, instruction);
  const WarpCost& cost = access.shown->served.cost;
  return fmt::format("{}{} {:<18} {:>10} {:>5} {:>6}", name, padding, instruction, cost.wavefronts, cost.ideal, cost.excess());
}

std::string preset_lines(const std::string& name, const Answer& answer) {
  std::string lines = fmt::format("{}: {}\n", printable(name), printable(answer.scenario.title));
  for (const AccessAnalysis& access : answer.analysis.accesses) lines += fmt::format("    {}\n", access_columns(access));
  return lines;
}

int run() {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  const Result<MachineProfiles> machines = load_machines(*assets);
  if (!machines) return refuse(machines.error());
  const Result<std::vector<std::string>> names = list_presets(*assets);
  if (!names) return refuse(names.error());
  std::string table = fmt::format("    {:<14} {:<18} {:>10} {:>5} {:>6}\n", "access", "instruction", "wavefronts", "ideal", "excess");
  for (const std::string& name : *names) {
    Result<Scenario> scenario = load_scenario(*assets, (assets->scenarios() / (name + ".json")).string());
    if (!scenario) return refuse(scenario.error());
    const Result<Answer> answer = answer_for(*std::move(scenario), *machines);
    if (!answer) return refuse(at(name, answer.error()));
    table += preset_lines(name, *answer);
  }
  return print(table);
}

}  // namespace

void add_presets_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("presets", "lists the presets with their numbers");
  command->callback([&chosen] { chosen = run; });
}

}  // namespace bankmap
