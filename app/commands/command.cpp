#include "app/commands/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/files.hpp"
#include "core/refusals.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

void print_message(std::string_view kind, const Problem& problem) {
  say(fmt::format("bankmap: {}{}\n", kind, printable(to_string(problem))));
}

// The typed line with ^^^ under the range; nothing where that would not help.
void print_marker(std::string_view typed, TextRange range) {
  constexpr std::size_t longest = 160;
  if (typed.empty() || typed.size() > longest || range.begin > typed.size() || printable(typed) != typed) return;
  const std::size_t end = std::clamp(range.end, range.begin + 1, std::max(typed.size(), range.begin + 1));
  const auto before = static_cast<std::size_t>(display_width(typed.substr(0, range.begin)));
  say(fmt::format("  {}\n  {}{}\n", typed, std::string(before, ' '), std::string(end - range.begin, '^')));
}

}  // namespace

void say(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

int refuse(const Problem& problem, std::string_view typed) {
  print_message("", problem);
  print_marker(typed, problem.range);
  return exit_bad_input;
}

void warn(const Problem& problem) { print_message("warning: ", problem); }

int print(std::string_view text) {
  const std::optional<Problem> problem = write_file("-", text);
  return problem ? refuse(*problem) : exit_ok;
}

Result<Answer> answer_for(Scenario scenario, const MachineProfiles& machines) {
  const Result<const MachineProfile*> machine = find_machine(machines, scenario.machine);
  if (!machine) return fail(machine.error());
  Answer answer{.scenario = std::move(scenario), .machine = **machine, .analysis = {}};
  answer.analysis = analyze(answer.scenario, answer.machine);
  return answer;
}

Result<MachineProfiles> usable_machines(const Assets& assets) {
  BrokenFiles broken;
  Result<MachineProfiles> machines = load_machines(assets, &broken);
  if (machines) std::ranges::for_each(broken, warn);
  return machines;
}

Result<MachineProfiles> usable_machines() {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  return usable_machines(*assets);
}

void add_machine_option(CLI::App& command, OtherMachine& machine) {
  command.add_option("--machine", machine, "machine profile, the scenario's unless given: sm_80, sm_90, ...");
}

Result<Answer> answer_for(const std::string& name_or_file, const OtherMachine& machine) {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  const Result<MachineProfiles> machines = usable_machines(*assets);
  if (!machines) return fail(machines.error());
  return answer_for(name_or_file, machine, *assets, *machines);
}

Result<Answer> answer_for(const std::string& name_or_file, const OtherMachine& machine, const Assets& assets,
                          const MachineProfiles& machines) {
  Result<Scenario> scenario = load_scenario(assets, name_or_file);
  if (!scenario) return fail(scenario.error());
  scenario->machine = machine.value_or(scenario->machine);
  Result<Answer> answer = answer_for(*std::move(scenario), machines);
  if (!answer) return fail(at(machine ? "--machine" : name_or_file + ":/machine", answer.error()));
  return answer;
}

int report_refusals(const std::string& name_or_file, const Analysis& analysis) {
  if (!refused(analysis)) return exit_ok;
  const std::string where = printable(name_or_file == "-" ? "standard input" : name_or_file);
  for (const Problem& problem : errors_of(analysis)) print_message(where + ": ", problem);
  return exit_bad_input;
}

Result<void> check_output(const std::string& input, const std::string& output, std::string_view option) {
  std::error_code ignored;
  if (input == "-" || output == "-" || !std::filesystem::equivalent(input, output, ignored)) return {};
  return fail({.what = "this is the scenario itself, and would be lost",
               .hint = fmt::format("give another name to {}", option),
               .place = output,
               .range = {}});
}

}  // namespace bankmap
