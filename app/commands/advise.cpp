// bankmap advise SCENARIO [--json] [--threads N] [--registers N] [--shared BYTES] [--cc 8.6] [--weights 1,2,...]
//                         [--lane-orders] [--vector-widths] [--per-family N]
//                         [--work copy|matrix-multiply] [--arithmetic N] [--global-bytes N]
//
// Ranked fixes. Exit code 0 where one was found or none is needed, 3 where none exists or none was found.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/command.hpp"
#include "core/advice/advice.hpp"
#include "core/advice/matter.hpp"
#include "core/advice/report_advice.hpp"

namespace bankmap {
namespace {

struct AdviseOptions {
  std::string scenario;
  OtherMachine machine;
  bool json = false;
  std::optional<int> threads;
  std::string work;  // a preset of other work, or the two numbers
  std::optional<double> arithmetic, global_bytes;
  AdviceOptions advice;
};

// The option that a place of the core's stands for.
std::string option_name(const std::string& place) {
  if (place == "kernel.compute capability") return "--cc";
  if (place == "kernel.threads") return "--threads";
  if (place == "kernel.registers") return "--registers";
  if (place == "kernel.shared") return "--shared";
  if (place == "weights") return "--weights";
  if (place == "fixes per family") return "--per-family";
  return place;
}

int exit_code(AdviceOutcome outcome) {
  if (outcome == AdviceOutcome::none_exists || outcome == AdviceOutcome::none_found) return exit_no_solution;
  return outcome == AdviceOutcome::refused ? exit_bad_input : exit_ok;
}

// Does it matter, beside the kernel's other work? Empty where nobody asked; where it cannot be said, a note says why.
Result<std::optional<MatterEstimate>> estimate(const AdviseOptions& options, const Answer& answer, Advice& advice) {
  const bool asked = !options.work.empty() || options.arithmetic || options.global_bytes;
  const Result<WorkPreset> preset = work_named(options.work.empty() ? "none" : options.work);
  if (!preset) return fail(Problem{preset.error().what, preset.error().hint, "--work", {}});
  constexpr double most_work = 1e15;
  for (const auto& [name, work] :
       {std::pair{"--arithmetic", options.arithmetic}, std::pair{"--global-bytes", options.global_bytes}}) {
    if (work && !(*work >= 0 && *work <= most_work))  // no number is neither
      return fail(Problem{fmt::format("{} is out of range", *work), "0 to 1e15", name, {}});
  }
  if (!asked) return std::nullopt;
  if (advice.outcome != AdviceOutcome::fixes_found) {
    advice.notes.emplace_back("whether it matters is not estimated: no fix saves a wavefront");
    return std::nullopt;
  }
  OtherWork work = work_of(*preset, answer.scenario, advice.fixes.front());
  work.arithmetic = options.arithmetic.value_or(work.arithmetic);
  work.global_bytes = options.global_bytes.value_or(work.global_bytes);
  Result<MatterEstimate> matter = does_it_matter(advice.fixes.front(), work, answer.machine);
  if (matter) return *std::move(matter);
  advice.notes.push_back("whether it matters is not estimated: " + to_string(matter.error()));
  return std::nullopt;
}

int run(const AdviseOptions& options) {
  const Result<Answer> answer = answer_for(options.scenario, options.machine);
  if (!answer) return refuse(answer.error());
  if (const int refusal = report_refusals(options.scenario, answer->analysis); refusal != exit_ok) return refusal;
  AdviceOptions asked = options.advice;
  asked.kernel.threads = options.threads;
  Result<Advice> advice = advise(answer->scenario, answer->machine, asked);
  if (!advice) {
    Problem problem = advice.error();
    problem.place = option_name(problem.place);
    return refuse(problem);
  }
  const Result<std::optional<MatterEstimate>> matter = estimate(options, *answer, *advice);
  if (!matter) return refuse(matter.error());
  const int printed = print(options.json ? advice_json(answer->scenario, *advice, *matter)
                                         : report_advice(answer->scenario, *advice, *matter));
  return printed != exit_ok ? printed : exit_code(advice->outcome);
}

}  // namespace

void add_advise_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<AdviseOptions>();
  KernelResources& kernel = options->advice.kernel;
  CLI::App* command = app.add_subcommand("advise", "the cheapest paddings and swizzles, ranked, with proof");
  command->footer(
      "for example: bankmap advise transpose-float-plain\n"
      "             bankmap advise ldmatrix-half-plain --threads 256 --weights 1,16");
  command->add_option("SCENARIO", options->scenario, "a preset, a file, or - for standard input")->required();
  add_machine_option(*command, options->machine);
  command->add_flag("--json", options->json, "the whole answer as JSON, with the scenario of each fix");
  command->add_option("--threads", options->threads,
                      "threads a block, for the occupancy; the scenario's block unless given");
  command->add_option("--registers", kernel.registers_per_thread, "registers a thread, 32 unless given");
  command->add_option("--shared", kernel.other_shared_bytes,
                      "bytes of shared memory that the kernel uses besides the tiles");
  command->add_option("--cc", kernel.compute_capability,
                      "compute capability for the occupancy, the machine's unless given");
  command
      ->add_option("--weights", options->advice.weights, "how often each access runs, compared with the others: 1,16")
      ->delimiter(',');
  command->add_flag("--lane-orders", options->advice.allow_lane_orders, "also try other orders of the lanes");
  command->add_flag("--vector-widths", options->advice.allow_vector_widths, "also try wider and narrower accesses");
  command->add_option("--work", options->work,
                      "the kernel's other work, for the share of time: copy or matrix-multiply");
  command->add_option("--arithmetic", options->arithmetic,
                      "multiply-adds of all threads of a block in one pass over the steps");
  command->add_option("--global-bytes", options->global_bytes,
                      "global bytes that a block reads and writes in one pass");
  command->add_option("--per-family", options->advice.fixes_per_family, "fixes listed of each family, 1 unless given");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
