// bankmap lint SCENARIO... [--max-excess N] [--format text|json|sarif]
//
// For continuous integration: exit code 1 and a line for each access with more excess wavefronts than the limit.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands/command.hpp"
#include "core/lint.hpp"
#include "core/refusals.hpp"

namespace bankmap {
namespace {

struct LintOptions {
  std::vector<std::string> scenarios;
  OtherMachine machine;
  std::int64_t max_excess = 0;
  std::string format = "text";
};

std::string report(const LintOptions& options, const LintRun& found) {
  if (options.format == "json") return lint_json(found);
  return options.format == "sarif" ? lint_sarif(found) : lint_text(found);
}

// One that cannot be looked at hides none of the others.
void look_at(const std::string& scenario, const OtherMachine& machine, const Assets& assets,
             const MachineProfiles& machines, LintRun& run) {
  const std::string named = scenario == "-" ? std::string(standard_input) : scenario;
  const Result<Answer> answer = answer_for(scenario, machine, assets, machines);
  if (!answer) {
    refuse(answer.error());
    run.refusals.push_back({.scenario = named, .what = to_string(answer.error())});
    return;
  }
  if (report_refusals(scenario, answer->analysis) != exit_ok) {
    for (const Problem& problem : errors_of(answer->analysis))
      run.refusals.push_back({.scenario = named, .what = to_string(problem)});
    return;
  }
  run.accesses_checked += static_cast<int>(answer->analysis.accesses.size());
  const std::vector<LintFinding> findings = lint(named, answer->analysis, run.max_excess);
  run.findings.insert(run.findings.end(), findings.begin(), findings.end());
}

int run(const LintOptions& options) {
  if (options.format != "text" && options.format != "json" && options.format != "sarif") {
    return refuse({.what = fmt::format("'{}' is no format", options.format),
                   .hint = "one of text, json, sarif",
                   .place = "--format",
                   .range = {}});
  }
  if (options.max_excess < 0) {
    return refuse({.what = fmt::format("a limit of {}", options.max_excess),
                   .hint = "0 or more excess wavefronts",
                   .place = "--max-excess",
                   .range = {}});
  }
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  const Result<MachineProfiles> machines = usable_machines(*assets);
  if (!machines) return refuse(machines.error());
  LintRun found{.max_excess = options.max_excess, .accesses_checked = 0, .findings = {}, .refusals = {}};
  for (const std::string& scenario : options.scenarios) look_at(scenario, options.machine, *assets, *machines, found);
  const int printed = print(report(options, found));
  if (printed != exit_ok) return printed;
  if (!found.refusals.empty()) return exit_bad_input;
  return found.findings.empty() ? exit_ok : exit_check_failed;
}

}  // namespace

void add_lint_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<LintOptions>();
  CLI::App* command = app.add_subcommand("lint", "for continuous integration: a line for each access over the limit");
  command->footer(
      "for example: bankmap lint transpose-float-padded float4-column --max-excess 224\n"
      "             bankmap lint layouts/*.json --format sarif > lint.sarif");
  command->add_option("SCENARIO", options->scenarios, "presets or files, or - for standard input")->required();
  add_machine_option(*command, options->machine);
  command->add_option("--max-excess", options->max_excess,
                      "excess wavefronts that an access may have in all, 0 unless given");
  command->add_option("--format", options->format, "text, json or sarif");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
