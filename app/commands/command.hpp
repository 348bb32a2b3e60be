// app/commands/command.hpp -- what the subcommands have in common: how they are added, what they print, how they end.
//
//     add_analyze_command(app, chosen);     parsing "analyze ..." sets `chosen` to a function that runs it and returns
//     the exit code
//
// A message goes to standard error as "bankmap: PLACE: what; what would be right". Texts from files are made printable.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/assets.hpp"
#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace CLI {
class App;
}

namespace bankmap {

enum ExitCode : int {
  exit_ok = 0,
  exit_check_failed = 1,
  exit_bad_input = 2,
  exit_no_solution = 3,
  exit_no_gpu = 4,       // none, or it cannot be used
  exit_cancelled = 130,  // by Ctrl-C, as a shell numbers it
};

using Command = std::function<int()>;

void add_analyze_command(CLI::App& app, Command& chosen);
void add_advise_command(CLI::App& app, Command& chosen);
void add_lint_command(CLI::App& app, Command& chosen);
void add_presets_command(CLI::App& app, Command& chosen);
void add_verify_model_command(CLI::App& app, Command& chosen);
void add_render_command(CLI::App& app, Command& chosen);
void add_export_command(CLI::App& app, Command& chosen);
void add_measure_command(CLI::App& app, Command& chosen);
void add_probe_command(CLI::App& app, Command& chosen);
void add_lesson_command(CLI::App& app, Command& chosen);
void add_exercise_command(CLI::App& app, Command& chosen);

// To standard error, at once. Where that is closed or full nobody reads, and there is nobody to tell so.
void say(std::string_view text);

// Says the problem and returns exit_bad_input. typed: the text that its range is in, shown with a marker below where
// it is given.
int refuse(const Problem& problem, std::string_view typed = {});
void warn(const Problem& problem);

// Writes to standard output, or says why that failed.
int print(std::string_view text);

struct Answer {
  Scenario scenario;
  MachineProfile machine;
  Analysis analysis;
};
// Of the program: a machine file that cannot be read is warned of, and is in nobody's way.
Result<MachineProfiles> usable_machines(const Assets& assets);
Result<MachineProfiles> usable_machines();  // of the assets that find_assets finds

// "--machine KEY": another machine than the scenario's own, where it is given.
using OtherMachine = std::optional<std::string>;
void add_machine_option(CLI::App& command, OtherMachine& machine);

// SCENARIO of the command line: a preset, a file, or "-".
Result<Answer> answer_for(const std::string& name_or_file, const OtherMachine& machine);
Result<Answer> answer_for(const std::string& name_or_file, const OtherMachine& machine, const Assets& assets,
                          const MachineProfiles& machines);
Result<Answer> answer_for(Scenario scenario, const MachineProfiles& machines);

// For after the output: prints the errors in the scenario, if any. The exit code.
int report_refusals(const std::string& name_or_file, const Analysis& analysis);

// Refuses an output that is the very file the scenario comes from. option: that names the output.
Result<void> check_output(const std::string& input, const std::string& output, std::string_view option = "-o");

}  // namespace bankmap
