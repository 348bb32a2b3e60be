// bankmap measure SCENARIO [--json] [--record FILE]        the accesses of a scenario, each beside its prediction
// bankmap measure --instruction ld.b64 --addresses 0,8,16,... [--mask ffffffff] [--json] [--record FILE]
// bankmap measure --all-presets [--json] [--record FILE]
// bankmap measure --whole-kernels [--json]                 transposes and others, with and without conflicts
//
// The prediction is made with the profile of the GPU that measures, where there is one, whatever the scenario names.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/assets.hpp"
#include "app/commands/addresses.hpp"
#include "app/commands/command.hpp"
#include "app/commands/gpu_work.hpp"
#include "app/commands/whole_kernels.hpp"
#include "app/files.hpp"
#include "core/comparison_report.hpp"
#include "core/measurement_json.hpp"
#include "core/ncu_command.hpp"

namespace bankmap {
namespace {

struct MeasureOptions {
  std::string scenario;
  std::string instruction;
  std::vector<std::string> addresses;  // the words of the command line; together one list
  std::optional<std::string> mask;
  bool all_presets = false;
  bool whole_kernels = false;
  bool json = false;
  std::string record;
  int device = 0;
};

struct NamedScenario {
  std::string name;
  Scenario scenario;
};

Result<void> check_options(const MeasureOptions& options) {
  const bool by_addresses = !options.instruction.empty() || !options.addresses.empty() || options.mask;
  const int asked =
      static_cast<int>(!options.scenario.empty()) + by_addresses + options.all_presets + options.whole_kernels;
  if (asked != 1) {
    return fail({.what = asked == 0 ? "nothing to measure" : "more than one thing to measure",
                 .hint = "give a SCENARIO, or --instruction and --addresses, or --all-presets, or --whole-kernels",
                 .place = "measure",
                 .range = {}});
  }
  if (by_addresses && (options.instruction.empty() || options.addresses.empty())) {
    return fail({.what = options.instruction.empty() ? "--instruction is missing" : "--addresses is missing",
                 .hint = "give both, as in --instruction ld.b64 --addresses 0,8,16",
                 .place = "measure",
                 .range = {}});
  }
  if (options.whole_kernels && !options.record.empty()) {
    return fail({.what = "whole kernels are no measurements of single instructions",
                 .hint = "use --json and keep its output",
                 .place = "--record",
                 .range = {}});
  }
  return options.record.empty() ? Result<void>{} : check_output(options.scenario, options.record);
}

Result<NamedScenario> scenario_of_addresses(const MeasureOptions& options) {
  const Result<Instruction> instruction = instruction_named(options.instruction);
  if (!instruction) return fail(at("--instruction", instruction.error()));
  const Result<std::vector<std::uint32_t>> bytes =
      parse_addresses(fmt::format("{}", fmt::join(options.addresses, " ")));
  if (!bytes) return fail(bytes.error());
  const Result<LaneMask> active = active_lanes(options.mask, info(*instruction), bytes->size());
  if (!active) return fail(active.error());
  LaneAddresses lanes{.byte_address = {}, .active = *active};
  std::copy(bytes->begin(), bytes->end(), lanes.byte_address.begin());
  return NamedScenario{"--addresses", scenario_of(*instruction, lanes, "sm_90")};
}

Result<std::vector<NamedScenario>> scenarios_of(const MeasureOptions& options, const Assets& assets) {
  std::vector<NamedScenario> wanted;
  if (!options.instruction.empty()) {
    Result<NamedScenario> scenario = scenario_of_addresses(options);
    if (!scenario) return fail(scenario.error());
    wanted.push_back(*std::move(scenario));
    return wanted;
  }
  if (!options.all_presets) {
    Result<Scenario> scenario = load_scenario(assets, options.scenario);
    if (!scenario) return fail(scenario.error());
    wanted.push_back({options.scenario, *std::move(scenario)});
    return wanted;
  }
  Result<std::vector<Preset>> presets = load_presets(assets);
  if (!presets) return fail(presets.error());
  for (Preset& preset : *presets) wanted.push_back({preset.name, std::move(preset.scenario)});
  return wanted;
}

// A scenario with its prediction for the GPU at hand.
struct Question {
  std::string name;
  Answer answer;
};

Result<std::vector<Question>> questions_of(std::vector<NamedScenario> wanted, const MachineProfiles& machines,
                                           const MachineProfile* profile) {
  std::vector<Question> questions;
  for (NamedScenario& each : wanted) {
    if (profile != nullptr) each.scenario.machine = profile->key;
    Result<Answer> answer = answer_for(std::move(each.scenario), machines);
    if (!answer) return fail(at(each.name + ":/machine", answer.error()));
    questions.push_back({std::move(each.name), *std::move(answer)});
  }
  return questions;
}

Result<std::vector<MeasuredAccess>> measure_all(const std::vector<Question>& questions, GpuSession& session,
                                                GpuWork& work) {
  std::vector<MeasuredAccess> measured;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    work.progress(static_cast<double>(i) / static_cast<double>(questions.size()), questions[i].name);
    for (const AccessAnalysis& access : questions[i].answer.analysis.accesses) {
      if (!access.shown) continue;
      if (!session.has(access.instruction)) {
        warn({.what = fmt::format("{} has no {}", session.device().name, info(access.instruction).name),
              .place = questions[i].name});
        continue;
      }
      const MeasureRequest request{.instruction = access.instruction, .addresses = access.shown->addresses};
      Result<Measurement> measurement = session.measure(request, work.quiet());
      if (!measurement) return fail(at(questions[i].name, measurement.error()));
      const WarpCost& cost = access.shown->served.cost;
      measured.push_back({questions[i].name,
                          access.name,
                          {cost.wavefronts, cost.bank_conflicts, access.shown->saturated, access.shown->latency},
                          *std::move(measurement)});
    }
  }
  return measured;
}

std::string text_of(const std::vector<MeasuredAccess>& measured, bool table) {
  if (measured.empty()) return "nothing was measured\n";
  std::string text = device_line(measured.front().measurement.device) + "\n\n";
  if (table) return text + comparison_table(measured);
  for (const MeasuredAccess& each : measured) text += comparison_text(each) + "\n";
  return text;
}

std::optional<Problem> record(const std::string& file, const std::vector<MeasuredAccess>& measured) {
  std::vector<Measurement> measurements;
  for (const MeasuredAccess& each : measured) measurements.push_back(each.measurement);
  return write_file(file, write_measurements(measurements));
}

int exit_of(const std::vector<Question>& questions, const std::vector<MeasuredAccess>& measured) {
  for (const Question& question : questions) {
    if (const int refusals = report_refusals(question.name, question.answer.analysis); refusals != exit_ok)
      return refusals;
  }
  const bool all = std::all_of(measured.begin(), measured.end(), [](const MeasuredAccess& each) {
    return compare(each.prediction, each.measurement).agrees();
  });
  return all ? exit_ok : exit_check_failed;
}

// What to type for the same counters in Nsight Compute; of a scenario that can be named again.
std::string by_ncu(const MeasureOptions& options, const Scenario& scenario) {
  if (options.scenario.empty() || options.scenario == "-") return {};
  std::vector<Instruction> instructions;
  for (const Access& access : scenario.accesses) instructions.push_back(access.instruction);
  return ncu_steps(instructions, options.scenario);
}

int run_scenarios(const MeasureOptions& options) {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  Result<std::vector<NamedScenario>> wanted = scenarios_of(options, *assets);
  if (!wanted) return refuse(wanted.error());
  const Result<MachineProfiles> machines = load_machines(*assets);
  if (!machines) return refuse(machines.error());

  GpuWork work;
  Result<GpuSession> session = work.open(options.device);
  if (!session) return work.refuse(session.error());
  const MachineProfile* profile = profile_for(*machines, session->device().compute_capability);
  if (profile == nullptr) {
    warn({.what = fmt::format("there is no profile for compute capability {}", session->device().compute_capability),
          .hint = "the predictions are those of the machine that the scenario names"});
  }
  const Result<std::vector<Question>> questions = questions_of(*std::move(wanted), *machines, profile);
  if (!questions) return refuse(questions.error());
  const Result<std::vector<MeasuredAccess>> measured = measure_all(*questions, *session, work);
  if (!measured) return work.refuse(measured.error());
  work.clear_progress();

  const std::string key = profile != nullptr ? profile->key : questions->front().answer.machine.key;
  const int printed = print(options.json ? comparison_json(*measured, key)
                                         : text_of(*measured, options.all_presets) +
                                               by_ncu(options, questions->front().answer.scenario));
  if (printed != exit_ok) return printed;
  if (!options.record.empty()) {
    if (const auto problem = record(options.record, *measured)) return refuse(*problem);
  }
  return exit_of(*questions, *measured);
}

int run(const MeasureOptions& options) {
  if (const Result<void> checked = check_options(options); !checked) return refuse(checked.error());
  if (!options.whole_kernels) return run_scenarios(options);
  GpuWork work;
  return measure_whole_kernels(work, options.device, options.json);
}

}  // namespace

void add_measure_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<MeasureOptions>();
  CLI::App* command = app.add_subcommand(
      "measure", "runs it on a GPU, beside the prediction; exit code 1 if they differ, 4 without a GPU");
  command->add_option("SCENARIO", options->scenario, "a preset, a file, or - for standard input");
  command->add_option("--instruction", options->instruction,
                      "one instruction instead of a scenario: ld.b32, ldmatrix.x4, ...");
  command->add_option("--addresses", options->addresses,
                      "byte addresses of lanes 0, 1, ...: 0,8,0x10; lanes without one are inactive");
  command->add_option("--mask", options->mask, "active lanes in hexadecimal, ffffffff is all");
  command->add_flag("--all-presets", options->all_presets, "every access of every preset, a line each");
  command->add_flag("--whole-kernels", options->whole_kernels, "transposes and others, with and without conflicts");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--record", options->record, "file to write the measurements to, with addresses and spreads");
  command->add_option("--device", options->device, "which GPU, 0 unless given")->check(CLI::Range(0, 255));
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
