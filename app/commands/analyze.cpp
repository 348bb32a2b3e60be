// bankmap analyze SCENARIO [--json]
// bankmap analyze --instruction ld.b64 --addresses 0,8,16,... [--mask ffffffff] [--json]
// bankmap analyze --instruction cp.async.ca.16 --addresses 0,16,... --sources 16,0,... [--mask ffffffff] [--json]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <memory>
#include <optional>

#include "app/assets.hpp"
#include "app/commands/addresses.hpp"
#include "app/commands/command.hpp"
#include "app/commands/copy_report.hpp"
#include "app/commands/terminal.hpp"
#include "core/report_json.hpp"
#include "core/report_text.hpp"

namespace bankmap {
namespace {

struct AnalyzeOptions {
  std::optional<std::string> scenario;
  std::string instruction;
  std::vector<std::string> addresses;  // the words of the command line; together one list
  std::vector<std::string> sources;
  std::optional<std::string> mask;
  OtherMachine machine;
  std::string colour = "auto";
  bool json = false;
};

Problem usage(std::string what) {
  return {.what = std::move(what),
          .hint = "give a SCENARIO, or both --instruction and --addresses",
          .place = "analyze",
          .range = {}};
}

// A source for each lane that has an address, no more and no less.
Result<LaneSources> sources_of(const std::string& typed, const LaneAddresses& lanes, std::size_t addresses) {
  const Result<std::vector<std::uint32_t>> bytes = parse_addresses(typed, "--sources");
  if (!bytes) return fail(bytes.error());
  const auto refuse_count = [&](std::string what) {
    return fail({.what = fmt::format("{} source{}, {}", bytes->size(), bytes->size() == 1 ? "" : "s", what),
                 .hint = fmt::format("a source for each address: {}", addresses),
                 .place = "--sources",
                 .range = {}});
  };
  if (bytes->size() > addresses) return refuse_count(fmt::format("and lane {} has no address", addresses));
  if (bytes->size() < lane_count && (lanes.active >> bytes->size()) != 0) {
    const auto first = bytes->size() + static_cast<std::size_t>(std::countr_zero(lanes.active >> bytes->size()));
    return refuse_count(fmt::format("and lane {} is active without one", first));
  }
  LaneSources sources{};
  std::copy(bytes->begin(), bytes->end(), sources.begin());
  return sources;
}

// A cp.async.ca whose source is not one run in lane order (core/copy_order.hpp).
int analyze_copy(const AnalyzeOptions& options, const LaneAddresses& lanes, std::size_t addresses,
                 const MachineProfile& machine, Instruction instruction) {
  const std::string typed = fmt::format("{}", fmt::join(options.sources, " "));
  const Result<LaneSources> sources = sources_of(typed, lanes, addresses);
  if (!sources) return refuse(sources.error(), typed);
  const InstructionRule* rule = machine.rule(instruction);
  if (rule == nullptr) return refuse(usage(fmt::format("{} has no rule on {}", info(instruction).name, machine.key)));
  Result<CopyPasses> served = serve_copy(*rule, lanes, *sources);
  if (!served) {
    served.error().place = "--sources";
    return refuse(served.error());
  }
  const CopyAnswer answer{machine, *rule, lanes, *sources, *std::move(served)};
  return print(options.json ? copy_json(answer) : copy_text(answer));
}

// Prints what is wrong itself, for it knows what was typed.
int analyze_addresses(const AnalyzeOptions& options, const TextStyle& style) {
  const Result<Instruction> instruction = instruction_named(options.instruction);
  if (!instruction) return refuse(at("--instruction", instruction.error()));
  const std::string typed = fmt::format("{}", fmt::join(options.addresses, " "));
  const Result<std::vector<std::uint32_t>> bytes = parse_addresses(typed);
  if (!bytes) return refuse(bytes.error(), typed);
  const Result<LaneMask> active = active_lanes(options.mask, info(*instruction), bytes->size());
  if (!active) return refuse(active.error());

  LaneAddresses lanes{.byte_address = {}, .active = *active};
  std::copy(bytes->begin(), bytes->end(), lanes.byte_address.begin());
  const Result<MachineProfiles> machines = usable_machines();
  if (!machines) return refuse(machines.error());
  const Result<Answer> answer =
      answer_for(scenario_of(*instruction, lanes, options.machine.value_or("sm_90")), *machines);
  if (!answer) return refuse(at("--machine", answer.error()));
  Analysis analysis = answer->analysis;
  AccessAnalysis& access = analysis.accesses.front();
  // What the tile says does not matter here: it only stands for the whole shared memory. Of the lanes something may be said.
  std::erase_if(access.problems, [](const Problem& problem) {
    return problem.severity == Severity::warning && !problem.place.ends_with(".mask");
  });
  analysis.declarations.clear();
  access.cuda.clear();
  const bool modelled = answer->machine.rule(*instruction) != nullptr;
  for (Problem& problem : access.problems)
    problem.place = problem.severity == Severity::warning ? "--mask" : modelled ? "--addresses" : "--instruction";
  if (refused(analysis)) return refuse(access.problems.front());
  if (!options.sources.empty()) return analyze_copy(options, lanes, bytes->size(), answer->machine, *instruction);
  return print(options.json ? instruction_json(answer->machine, analysis)
                            : report_text(answer->scenario, answer->machine, analysis, style));
}

int analyze_scenario(const AnalyzeOptions& options, const std::string& scenario, const TextStyle& style) {
  const Result<Answer> answer = answer_for(scenario, options.machine);
  if (!answer) return refuse(answer.error());
  const int printed = print(options.json ? report_json(answer->scenario, answer->machine, answer->analysis)
                                         : report_text(answer->scenario, answer->machine, answer->analysis, style));
  return printed != exit_ok ? printed : report_refusals(scenario, answer->analysis);
}

int run(const AnalyzeOptions& options, bool by_addresses) {
  const Result<TextStyle> style = terminal_style(options.colour);
  if (!style) return refuse(style.error());
  if (!by_addresses) {
    if (!options.scenario) return refuse(usage("nothing to analyze"));
    return analyze_scenario(options, *options.scenario, *style);
  }
  if (options.scenario)
    return refuse(
        usage(fmt::format("beside the scenario '{}' stands an option that is for addresses alone", *options.scenario)));
  if (options.instruction.empty()) return refuse(usage("--instruction is missing"));
  if (options.addresses.empty()) return refuse(usage("--addresses is missing"));
  return analyze_addresses(options, *style);
}

}  // namespace

void add_analyze_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<AnalyzeOptions>();
  CLI::App* command = app.add_subcommand("analyze", "where each lane lands and what that costs");
  command->footer(
      "for example: bankmap analyze transpose-float-plain\n"
      "             bankmap analyze --instruction ld.b64 --addresses 0,8,16,24 --json");
  command->add_option("SCENARIO", options->scenario, "a preset, a file, or - for standard input");
  const std::vector<CLI::Option*> of_addresses{
      command->add_option("--instruction", options->instruction,
                          "one instruction instead of a scenario: ld.b32, ldmatrix.x4, ..."),
      command->add_option("--addresses", options->addresses,
                          "byte addresses of lanes 0, 1, ...: 0,8,0x10; lanes without one are inactive"),
      command->add_option("--sources", options->sources,
                          "of cp.async.ca: global byte offsets of lanes 0, 1, ... where they are no run in lane order"),
      command->add_option("--mask", options->mask, "active lanes in hexadecimal, ffffffff is all")};
  command->add_option("--machine", options->machine,
                      "machine profile; the scenario's unless given, of addresses sm_90");
  command->add_flag("--json", options->json, "the whole answer as JSON");
  command->add_option("--color", options->colour, "auto, always or never");
  command->callback([options, of_addresses, &chosen] {
    const bool by_addresses =
        std::any_of(of_addresses.begin(), of_addresses.end(), [](const CLI::Option* o) { return o->count() > 0; });
    chosen = [options, by_addresses] { return run(*options, by_addresses); };
  });
}

}  // namespace bankmap
