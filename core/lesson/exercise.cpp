#include "core/lesson/exercise.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/lesson/exercise_conflicts.hpp"

namespace bankmap {
namespace {

// " Look at k = 5." for an access that has more than one warp instruction.
std::string which_instruction(const Scenario& scenario) {
  const Access& access = scenario.accesses[0];
  std::vector<std::string> values;
  for (const LoopVariable& loop : access.loops) values.push_back(fmt::format("{} = {}", loop.name, loop.at));
  if (scenario.block.threads() > lane_count) values.push_back(fmt::format("warp {}", access.warp));
  return values.empty() ? "" : fmt::format(" Look at {}.", fmt::join(values, ", "));
}

Exercise exercise_of(ExerciseScene scene, std::string_view name, std::string title, const std::string& where) {
  Exercise exercise;
  exercise.step.title = std::move(title);
  exercise.step.text = scene.words + where + "\n\n{declaration}\n\n{cuda}";
  exercise.step.scenario = name;
  scene.scenario.title = scene.words.substr(0, scene.words.size() - 1);
  exercise.scenarios.push_back({.name = std::string(name), .preset = {}, .scenario = std::move(scene.scenario)});
  return exercise;
}

ExerciseScene throw_scene(Dice& dice, int difficulty) {
  const std::span<const MakeScene> scenes = exercise_scenes(difficulty);
  return scenes[static_cast<std::size_t>(dice.below(std::ssize(scenes)))](dice);
}

Exercise bank_of_a_lane(Dice& dice, const ExerciseAsked& asked, std::string_view name, const MachineProfile& machine) {
  ExerciseScene scene = throw_scene(dice, asked.difficulty);
  const Analysis analysis = analyze(scene.scenario, machine);
  constexpr int easy_lanes = 8;  // their addresses can be worked out in the head
  std::vector<int> lanes;
  const int end = asked.difficulty == easiest ? easy_lanes : lane_count;
  for (int lane = 1; lane < end; ++lane) {
    if (analysis.accesses[0].shown->lanes[static_cast<std::size_t>(lane)].active) lanes.push_back(lane);
  }
  const int lane = lanes[static_cast<std::size_t>(dice.below(std::ssize(lanes)))];
  const bool one_bank = analysis.accesses[0].shown->lanes[static_cast<std::size_t>(lane)].banks == 1;
  const std::string where = which_instruction(scene.scenario);
  Exercise exercise = exercise_of(std::move(scene), name, "The bank of a lane", where);
  exercise.step.look.lane = lane;
  exercise.step.question = {.text = one_bank ? fmt::format("In which bank does lane {} land?", lane)
                                             : fmt::format("In which bank is the first byte of lane {}?", lane),
                            .value = fmt::format("lane{}.bank", lane)};
  exercise.step.because = fmt::format(
      "Lane {0} is at byte {{lane{0}.address}}: word {{lane{0}.word}}, and {{lane{0}.word}} % 32 = {{lane{0}.bank}}.",
      lane);
  return exercise;
}

Exercise wavefronts_of_a_warp(Dice& dice, const ExerciseAsked& asked, std::string_view name) {
  ExerciseScene scene = throw_scene(dice, asked.difficulty);
  const std::string where = which_instruction(scene.scenario);
  Exercise exercise = exercise_of(std::move(scene), name, "How many wavefronts?", where);
  exercise.step.question = {.text = "How many wavefronts does this warp instruction take?", .value = "wavefronts"};
  exercise.step.because = "{reason} Wavefronts: {wavefronts}; ideal: {ideal}.";
  return exercise;
}

Exercise excess_of_a_loop(Dice& dice, const ExerciseAsked& asked, std::string_view name) {
  ExerciseScene scene = throw_scene(dice, asked.difficulty);
  const bool one = scene.scenario.accesses[0].loops.empty() && scene.scenario.block.threads() <= lane_count;
  Exercise exercise = exercise_of(std::move(scene), name, "Excess of the whole access", "");
  exercise.step.question = {.text = one ? "How many of its wavefronts are excess?"
                                        : "How many wavefronts are excess, over all {instructions} warp instructions?",
                            .value = "total_excess"};
  exercise.step.because = "{reason} In all, wavefronts: {total_wavefronts}; ideal: {total_ideal}; the rest is excess.";
  return exercise;
}

std::optional<Exercise> thrown(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                               const MachineProfile& machine) {
  constexpr int both_accesses_from = 3;  // from this difficulty on, store and load are summed
  switch (asked.kind) {
    case ExerciseKind::lane_bank:
      return bank_of_a_lane(dice, asked, name, machine);
    case ExerciseKind::wavefronts:
      return wavefronts_of_a_warp(dice, asked, name);
    case ExerciseKind::loop_excess:
      return asked.difficulty < both_accesses_from ? excess_of_a_loop(dice, asked, name)
                                                   : conflict_excess(dice, asked, name, machine);
    case ExerciseKind::which_frees:
      return which_frees(dice, asked, name, machine);
    case ExerciseKind::fix:
      break;
  }
  return conflict_to_fix(dice, asked, name, machine);
}

}  // namespace

Result<Exercise> make_exercise(const ExerciseAsked& asked, std::string_view name, const MachineProfiles& machines) {
  if (asked.difficulty < easiest || asked.difficulty > hardest) {
    return fail(Problem{.what = fmt::format("there is no difficulty {}", asked.difficulty),
                        .hint = fmt::format("{} (easy) to {} (hard)", easiest, hardest),
                        .place = "difficulty"});
  }
  if (asked.ways && std::ranges::find(exercise_ways, *asked.ways) == exercise_ways.end()) {
    return fail(Problem{.what = fmt::format("no exercise has a conflict of {} ways", *asked.ways),
                        .hint = fmt::format("one of {}", fmt::join(exercise_ways, ", ")),
                        .place = "ways"});
  }
  const auto machine = machines.find(Scenario{}.machine);
  if (machine == machines.end()) {
    return fail(fmt::format("there is no machine {}", Scenario{}.machine), "exercises are about that one");
  }
  Dice dice(asked.seed);
  std::optional<Exercise> exercise = thrown(dice, asked, name, machine->second);
  if (exercise) return *std::move(exercise);
  return fail(fmt::format("there is no such conflict of difficulty {} on {}", asked.difficulty, machine->first));
}

}  // namespace bankmap
