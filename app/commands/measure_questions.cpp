#include "app/commands/measure_questions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/commands/addresses.hpp"
#include "app/lessons/lesson_files.hpp"
#include "gpu/placement.hpp"

namespace bankmap {
namespace {

Result<NamedScenario> scenario_of_addresses(const MeasureWanted& wanted) {
  const Result<Instruction> instruction = instruction_named(wanted.instruction);
  if (!instruction) return fail(at("--instruction", instruction.error()));
  const Result<std::vector<std::uint32_t>> bytes = parse_addresses(fmt::format("{}", fmt::join(wanted.addresses, " ")));
  if (!bytes) return fail(bytes.error());
  const Result<LaneMask> active = active_lanes(wanted.mask, info(*instruction), bytes->size());
  if (!active) return fail(active.error());
  LaneAddresses lanes{.byte_address = {}, .active = *active};
  std::copy(bytes->begin(), bytes->end(), lanes.byte_address.begin());
  if (const Result<void> runs = gpu::check_lanes(*instruction, lanes); !runs) {
    const bool of_mask = wanted.mask && runs.error().lanes == 0;
    return fail(at(of_mask ? "--mask" : "--addresses", runs.error()));
  }
  return NamedScenario{"--addresses", scenario_of(*instruction, lanes, "sm_90")};
}

// Why no GPU runs this access. A machine that does not model the instruction says nothing about other machines.
std::optional<Problem> why_never(const Answer& answer, const AccessAnalysis& access) {
  if (access.shown) {
    const Result<void> runs = gpu::check_lanes(access.instruction, access.shown->addresses);
    return runs ? std::nullopt : std::optional(runs.error());
  }
  if (answer.machine.rule(access.instruction) == nullptr) return std::nullopt;
  const auto error = std::find_if(access.problems.begin(), access.problems.end(),
                                  [](const Problem& each) { return each.severity == Severity::error; });
  return error != access.problems.end() ? *error : Problem{.what = "there are no addresses to measure"};
}

// Each scenario that a measured step shows, once.
Result<std::vector<NamedScenario>> scenarios_of_lessons(const Assets& assets) {
  const Result<std::vector<NamedLesson>> lessons = load_lessons(assets);
  if (!lessons) return fail(lessons.error());
  std::vector<NamedScenario> scenarios;
  for (const NamedLesson& each : *lessons) {
    for (const LessonScenario& named : each.lesson.scenarios) {
      const bool measured = std::ranges::any_of(
          each.lesson.steps, [&named](const LessonStep& step) { return step.measured && step.scenario == named.name; });
      if (measured) scenarios.push_back({each.name + "/" + named.name, named.scenario});
    }
  }
  if (scenarios.empty()) return fail("there is no lesson with something to measure");
  return scenarios;
}

}  // namespace

Result<std::vector<NamedScenario>> scenarios_of(const MeasureWanted& wanted, const Assets& assets) {
  std::vector<NamedScenario> scenarios;
  if (!wanted.instruction.empty()) {
    Result<NamedScenario> scenario = scenario_of_addresses(wanted);
    if (!scenario) return fail(scenario.error());
    scenarios.push_back(*std::move(scenario));
    return scenarios;
  }
  if (wanted.all_lessons) return scenarios_of_lessons(assets);
  if (!wanted.all_presets) {
    Result<Scenario> scenario = load_scenario(assets, wanted.scenario);
    if (!scenario) return fail(scenario.error());
    scenarios.push_back({wanted.scenario == "-" ? "standard input" : wanted.scenario, *std::move(scenario)});
    return scenarios;
  }
  Result<std::vector<Preset>> presets = load_presets(assets);
  if (!presets) return fail(presets.error());
  for (Preset& preset : *presets) scenarios.push_back({preset.name, std::move(preset.scenario)});
  return scenarios;
}

Result<std::vector<Question>> questions_of(std::vector<NamedScenario> scenarios, const MachineProfiles& machines,
                                           const MachineProfile* profile) {
  std::vector<Question> questions;
  for (NamedScenario& each : scenarios) {
    if (profile != nullptr) each.scenario.machine = profile->key;
    Result<Answer> answer = answer_for(std::move(each.scenario), machines);
    if (!answer) return fail(at(each.name + ":/machine", answer.error()));
    questions.push_back({std::move(each.name), *std::move(answer)});
  }
  return questions;
}

int report_if_none_runs(const std::vector<Question>& questions) {
  const Question* first = nullptr;
  Problem problem{.what = "the scenario has no access"};
  for (const Question& question : questions) {
    if (question.answer.analysis.accesses.empty() && first == nullptr) first = &question;
    for (const AccessAnalysis& access : question.answer.analysis.accesses) {
      const std::optional<Problem> never = why_never(question.answer, access);
      if (!never) return exit_ok;
      if (first != nullptr) continue;
      first = &question;
      problem = at(access.name.empty() ? std::string(info(access.instruction).name) : access.name, *never);
    }
  }
  if (first == nullptr) return exit_ok;
  if (const int refusals = report_refusals(first->name, first->answer.analysis); refusals != exit_ok) return refusals;
  return refuse(at(first->name, std::move(problem)));
}

}  // namespace bankmap
