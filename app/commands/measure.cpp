// bankmap measure SCENARIO [--json] [--record FILE [--force]]        the accesses of a scenario, each beside its prediction
// bankmap measure --instruction ld.b64 --addresses 0,8,16,... [--mask ffffffff] [--json] [--record FILE]
// bankmap measure --all-presets [--json] [--record FILE]
// bankmap measure --whole-kernels [--json]                 transposes and others, with and without conflicts
//
// Exit code 0: something was compared and nothing differs; 1: something differs, or nothing could be compared; 2: the input
// is wrong, which is known before a GPU is asked; 4: no GPU, or it failed; 130: Ctrl-C. An access that the GPU cannot run is
// listed with its reason and the others go on. What was measured before an end is printed, and recorded as incomplete.
//
// The prediction is made with the profile of the GPU that measures, where there is one, whatever the scenario names.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/commands/gpu_work.hpp"
#include "app/commands/measure_questions.hpp"
#include "app/commands/whole_kernels.hpp"
#include "app/new_file.hpp"
#include "core/comparison_report.hpp"
#include "core/measurement_json.hpp"
#include "core/ncu_command.hpp"
#include "core/text_layout.hpp"
#include "gpu/placement.hpp"

namespace bankmap {
namespace {

struct MeasureOptions {
  MeasureWanted wanted;
  bool whole_kernels = false;
  bool json = false;
  std::optional<std::string> record;  // the file to write
  bool force = false;
  int device = 0;
};

Result<void> check_options(const MeasureOptions& options) {
  const MeasureWanted& wanted = options.wanted;
  const bool by_addresses = !wanted.instruction.empty() || !wanted.addresses.empty() || wanted.mask;
  const int asked = static_cast<int>(!wanted.scenario.empty()) + by_addresses + wanted.all_presets +
                    wanted.all_lessons + options.whole_kernels;
  if (asked != 1) {
    return fail({.what = asked == 0 ? "nothing to measure" : "more than one thing to measure",
                 .hint = "give a SCENARIO, or --instruction and --addresses, or --all-presets, or --all-lessons, or "
                         "--whole-kernels",
                 .place = "measure",
                 .range = {}});
  }
  if (by_addresses && (wanted.instruction.empty() || wanted.addresses.empty())) {
    return fail({.what = wanted.instruction.empty() ? "--instruction is missing" : "--addresses is missing",
                 .hint = "give both, as in --instruction ld.b64 --addresses 0,8,16",
                 .place = "measure",
                 .range = {}});
  }
  if (options.force && !options.record) {
    return fail(
        {.what = "there is no file to overwrite", .hint = "give --record FILE too", .place = "--force", .range = {}});
  }
  if (options.whole_kernels && options.record) {
    return fail({.what = "whole kernels are no measurements of single instructions",
                 .hint = "use --json and keep its output",
                 .place = "--record",
                 .range = {}});
  }
  return options.record ? check_output(wanted.scenario, *options.record, "--record") : Result<void>{};
}

// What was measured, also where it ended early.
struct Measured {
  std::vector<MeasuredAccess> accesses;
  std::size_t wanted = 0;
  std::optional<Problem> ended;  // Ctrl-C, or a device that failed

  // "cancelled after 31 of 102 accesses"; empty where all are there
  std::string incomplete() const {
    return ended ? fmt::format("{} after {} of {} accesses", ended->what, accesses.size(), wanted) : "";
  }
};

// An access that this GPU, or any, cannot run says so, and the others go on.
Result<void> can_run(const AccessAnalysis& access, const GpuSession& session) {
  if (!session.has(access.instruction))
    return fail(fmt::format("{} has no {}", session.device().name, info(access.instruction).name));
  return gpu::check_lanes(access.instruction, access.shown->addresses);
}

Measured measure_all(const std::vector<Question>& questions, GpuSession& session, GpuWork& work) {
  Measured all;
  std::vector<std::pair<const Question*, const AccessAnalysis*>> wanted;
  for (const Question& question : questions) {
    for (const AccessAnalysis& access : question.answer.analysis.accesses) {
      if (access.shown) wanted.emplace_back(&question, &access);
    }
  }
  all.wanted = wanted.size();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& [question, access] = wanted[i];
    work.progress(static_cast<double>(i) / static_cast<double>(wanted.size()), question->name);
    const WarpAnalysis& shown = *access->shown;
    const WarpCost& cost = shown.served.cost;
    MeasuredAccess one{.scenario = question->name,
                       .access = access->name,
                       .prediction = Prediction{cost.wavefronts, cost.bank_conflicts, shown.saturated, shown.latency}};
    one.measurement.instruction = access->instruction;
    one.measurement.addresses = shown.addresses;
    if (const Result<void> runs = can_run(*access, session); !runs) {
      one.not_run = runs.error();
    } else {
      const MeasureRequest request{.instruction = access->instruction, .addresses = shown.addresses};
      Result<Measurement> measurement = session.measure(request, work.quiet());
      if (!measurement) {
        all.ended = at(question->name, measurement.error());
        return all;
      }
      one.measurement = *std::move(measurement);
    }
    all.accesses.push_back(std::move(one));
  }
  return all;
}

std::string text_of(const Measured& measured, const GpuDevice& device, bool table) {
  if (measured.accesses.empty()) return "nothing was measured\n";
  const auto run = std::find_if(measured.accesses.begin(), measured.accesses.end(),
                                [](const MeasuredAccess& each) { return !each.not_run; });
  const bool any = run != measured.accesses.end();
  std::string text = (any ? device_line(run->measurement.device) : printable(device.name)) + "\n\n";
  if (table) {
    text += comparison_table(measured.accesses);
  } else {
    for (const MeasuredAccess& each : measured.accesses) text += comparison_text(each) + "\n";
    const CompareCounts counts = compare_counts(measured.accesses);
    if (counts.compared < counts.accesses) text += counts_text(counts) + "\n";
  }
  return text + (measured.ended ? "incomplete: " + printable(measured.incomplete()) + "\n" : "");
}

std::optional<Problem> record(NewFile& file, const Measured& measured) {
  std::vector<Measurement> measurements;
  for (const MeasuredAccess& each : measured.accesses) {
    if (!each.not_run) measurements.push_back(each.measurement);
  }
  if (measurements.empty()) {
    return Problem{.what = "nothing was measured, so nothing is written", .hint = {}, .place = "--record", .range = {}};
  }
  return file.write(write_measurements(measurements, measured.incomplete()));
}

// That nothing differs is only good where something was compared.
int exit_of(const std::vector<Question>& questions, const std::vector<MeasuredAccess>& measured) {
  for (const Question& question : questions) {
    if (const int refusals = report_refusals(question.name, question.answer.analysis); refusals != exit_ok)
      return refusals;
  }
  const CompareCounts counts = compare_counts(measured);
  return counts.compared > 0 && counts.agreeing == counts.compared ? exit_ok : exit_check_failed;
}

// What to type for the same counters in Nsight Compute; of a scenario that can be named again.
std::string by_ncu(const MeasureOptions& options, const Scenario& scenario) {
  if (options.wanted.scenario.empty() || options.wanted.scenario == "-") return {};
  std::vector<Instruction> instructions;
  for (const Access& access : scenario.accesses) instructions.push_back(access.instruction);
  return ncu_steps(instructions, options.wanted.scenario);
}

// Records first: whatever happens to the output, what was measured is kept.
int give(const MeasureOptions& options, std::optional<NewFile>& file, const std::vector<Question>& questions,
         const Measured& measured, const GpuSession& session, const std::string& profile) {
  std::optional<Problem> unwritten;
  if (file) unwritten = record(*file, measured);
  if (unwritten) refuse(*unwritten);
  if (measured.accesses.empty() && measured.ended) return exit_ok;
  const std::string text =
      options.json ? comparison_json(measured.accesses, profile, measured.incomplete())
                   : text_of(measured, session.device(), options.wanted.all_presets || options.wanted.all_lessons) +
                         by_ncu(options, questions.front().answer.scenario);
  const int printed = print(text);
  return unwritten ? exit_bad_input : printed;
}

int run_scenarios(const MeasureOptions& options, std::optional<NewFile>& file) {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  const Result<std::vector<NamedScenario>> wanted = scenarios_of(options.wanted, *assets);
  if (!wanted) return refuse(wanted.error());
  const Result<MachineProfiles> machines = usable_machines(*assets);
  if (!machines) return refuse(machines.error());
  const Result<std::vector<Question>> asked = questions_of(*wanted, *machines, nullptr);
  if (!asked) return refuse(asked.error());
  if (const int refused_all = report_if_none_runs(*asked); refused_all != exit_ok) return refused_all;

  GpuWork work;
  Result<GpuSession> session = work.open(options.device);
  if (!session) return work.refuse(session.error());
  const MachineProfile* profile = profile_for(*machines, session->device().compute_capability);
  if (profile == nullptr) {
    warn({.what = fmt::format("there is no profile for compute capability {}", session->device().compute_capability),
          .hint = "the predictions are those of the machine that the scenario names"});
  }
  const Result<std::vector<Question>> questions = questions_of(*wanted, *machines, profile);
  if (!questions) return refuse(questions.error());
  const Measured measured = measure_all(*questions, *session, work);
  work.clear_progress();
  const std::string key = profile != nullptr ? profile->key : questions->front().answer.machine.key;
  const int given = give(options, file, *questions, measured, *session, key);
  if (measured.ended) return work.refuse(*measured.ended);
  return given != exit_ok ? given : exit_of(*questions, measured.accesses);
}

int run(const MeasureOptions& options) {
  if (const Result<void> checked = check_options(options); !checked) return refuse(checked.error());
  std::optional<NewFile> file;
  if (options.record) {
    Result<NewFile> opened = NewFile::open("--record", *options.record, options.force);
    if (!opened) return refuse(opened.error());
    file.emplace(*std::move(opened));
  }
  if (!options.whole_kernels) return run_scenarios(options, file);
  GpuWork work;
  return measure_whole_kernels(work, options.device, options.json);
}

}  // namespace

void add_measure_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<MeasureOptions>();
  CLI::App* command = app.add_subcommand("measure",
                                         "runs it on a GPU, beside the prediction; exit code 1 if they differ or "
                                         "nothing could be compared, 4 without a GPU");
  command->footer(
      "for example: bankmap measure transpose-float-plain\n"
      "             bankmap measure --all-presets --record measured.json");
  command->add_option("SCENARIO", options->wanted.scenario, "a preset, a file, or - for standard input");
  command->add_option("--instruction", options->wanted.instruction,
                      "one instruction instead of a scenario: ld.b32, ldmatrix.x4, ...");
  command->add_option("--addresses", options->wanted.addresses,
                      "byte addresses of lanes 0, 1, ...: 0,8,0x10; lanes without one are inactive");
  command->add_option("--mask", options->wanted.mask, "active lanes in hexadecimal, ffffffff is all");
  command->add_flag("--all-presets", options->wanted.all_presets, "every access of every preset, a line each");
  command->add_flag("--all-lessons", options->wanted.all_lessons,
                    "every access of what the lessons measure, a line each");
  command->add_flag("--whole-kernels", options->whole_kernels, "transposes and others, with and without conflicts");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--record", options->record, "file to write the measurements to, with addresses and spreads");
  command->add_flag("--force", options->force, "overwrite that file");
  command->add_option("--device", options->device, "which GPU, 0 unless given")->check(CLI::Range(0, 255));
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
