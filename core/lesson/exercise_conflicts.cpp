#include "core/lesson/exercise_conflicts.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/in_words.hpp"
#include "core/lesson/fix.hpp"

namespace bankmap {
namespace {

constexpr std::string_view goal = "all_excess == 0";
constexpr int the_load = 1;  // index of the access in every family

struct Conflict {
  const ConflictFamily* family = nullptr;
  Scenario scenario;
};

// Every family of the difficulty with every row length, in an order that the dice give.
std::vector<Conflict> shuffled_conflicts(Dice& dice, int difficulty) {
  std::vector<Conflict> all;
  for (const ConflictFamily& family : conflict_families()) {
    if (family.difficulty != difficulty) continue;
    for (const int columns : family.columns) {
      for (const int padding : family.paddings) {
        Scenario scenario = family.make(columns);
        scenario.title = family.words.substr(0, family.words.size() - 1);
        scenario.tiles[0].pitch.value = padding;
        all.push_back({&family, std::move(scenario)});
      }
    }
  }
  dice.shuffle(all);
  return all;
}

bool is_wanted(const Scenario& scenario, const std::optional<int>& ways, const MachineProfile& machine) {
  const Analysis analysis = analyze(scenario, machine);
  if (refused(analysis)) return false;
  const int found = analysis.accesses[the_load].shown->served.cost.ways;
  return ways ? found == *ways : analysis.totals.excess() > 0 && found > 1;
}

std::string text_of(const Conflict& conflict) {
  const Tile& tile = conflict.scenario.tiles[0];
  const std::string padded = tile.pitch.value == 0
                                 ? ""
                                 : fmt::format(" Somebody has already padded its rows of {} {} by {}.", tile.columns,
                                               conflict.family->elements, tile.pitch.value);
  return fmt::format("{}{}\n\n{{declaration}}\n\n{{access0.cuda}}\n\n{{access1.cuda}}", conflict.family->words, padded);
}

Exercise exercise_of(const Conflict& conflict, std::string_view name, std::string title) {
  Exercise exercise;
  exercise.scenarios.push_back({.name = std::string(name), .preset = {}, .scenario = conflict.scenario});
  exercise.step.title = std::move(title);
  exercise.step.text = text_of(conflict);
  exercise.step.scenario = name;
  exercise.step.look.access = the_load;
  return exercise;
}

// A change of the tile that a choice offers.
struct Offer {
  std::string text;
  Tile tile;
};

// before: the padding that is there already.
std::string padded_by(int padding, std::int64_t before) {
  if (padding == 0) return "rows without padding";
  const std::string instead = before > 0 ? fmt::format(" instead of {}", before) : "";
  return fmt::format("rows padded by {}{}", count_in_words(padding, "element"), instead);
}

std::vector<Offer> shuffled_offers(Dice& dice, const Conflict& conflict) {
  const Tile& tile = conflict.scenario.tiles[0];
  std::vector<Offer> offers;
  for (const int padding : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32}) {
    if (padding == tile.pitch.value) continue;
    Tile changed = tile;
    changed.pitch.value = padding;
    offers.push_back({padded_by(padding, tile.pitch.value), std::move(changed)});
  }
  if (conflict.family->difficulty > easiest) {
    for (const int chunk : {1, 2, 4, 8}) {
      for (const int mask : {3, 7, 15, 31}) {
        Tile changed = tile;
        changed.swizzle = XorSwizzle{.chunk_elements = chunk, .shift = 0, .mask = mask};
        offers.push_back({describe(changed.swizzle), std::move(changed)});
      }
    }
  }
  dice.shuffle(offers);
  return offers;
}

struct ThreeOffers {
  std::vector<Offer> offers;  // three, of which one frees both accesses
};

// Legal ones only: what is refused has no number to compare.
std::optional<ThreeOffers> three_offers(Dice& dice, const Conflict& conflict, const MachineProfile& machine) {
  constexpr std::size_t wanted_right = 1, wanted_wrong = 2;
  std::vector<Offer> right, wrong;
  for (Offer& offer : shuffled_offers(dice, conflict)) {
    Scenario changed = conflict.scenario;
    changed.tiles[0] = offer.tile;
    const Analysis analysis = analyze(changed, machine);
    if (refused(analysis)) continue;
    const bool frees = analysis.totals.excess() == 0;
    std::vector<Offer>& kind = frees ? right : wrong;
    if (kind.size() < (frees ? wanted_right : wanted_wrong)) kind.push_back(std::move(offer));
    if (right.size() == wanted_right && wrong.size() == wanted_wrong) break;
  }
  if (right.size() < wanted_right || wrong.size() < wanted_wrong) return std::nullopt;
  ThreeOffers three{.offers = std::move(wrong)};
  three.offers.push_back(std::move(right.front()));
  dice.shuffle(three.offers);
  return three;
}

// The smallest padding that frees a conflict; empty where none does.
std::optional<std::int64_t> padding_for(const Scenario& scenario, std::string_view name,
                                        const MachineProfile& machine) {
  Lesson lesson;
  lesson.scenarios.push_back({.name = std::string(name), .preset = {}, .scenario = scenario});
  const MachineProfiles machines{{machine.key, machine}};
  const Figures figures(lesson, machines);
  const auto padding = smallest_padding(figures, {.scenario = std::string(name), .access = the_load}, goal);
  return padding ? *padding : std::nullopt;
}

}  // namespace

std::optional<Exercise> conflict_excess(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                                        const MachineProfile& machine) {
  for (const Conflict& conflict : shuffled_conflicts(dice, asked.difficulty)) {
    if (!is_wanted(conflict.scenario, std::nullopt, machine)) continue;
    Exercise exercise = exercise_of(conflict, name, "Excess of store and load");
    exercise.step.question = {
        .text =
            "How many wavefronts are excess, over all {access0.instructions} warp instructions of the "
            "store and {access1.instructions} of the load together?",
        .value = "all_excess"};
    exercise.step.because =
        "The load: {access1.reason} Excess of the store, over its loops: {access0.total_excess}. Of the load: "
        "{access1.total_excess}.";
    return exercise;
  }
  return std::nullopt;
}

std::optional<Exercise> which_frees(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                                    const MachineProfile& machine) {
  for (const Conflict& conflict : shuffled_conflicts(dice, asked.difficulty)) {
    if (!is_wanted(conflict.scenario, std::nullopt, machine)) continue;
    const std::optional<ThreeOffers> three = three_offers(dice, conflict, machine);
    if (!three) continue;
    Exercise exercise = exercise_of(conflict, name, "Which one frees it?");
    exercise.step.question = {.text = "Which of these leaves neither access any excess?"};
    exercise.step.because = "{reason} Excess with each of the three, over all loops:";
    for (std::size_t i = 0; i < three->offers.size(); ++i) {
      LessonScenario changed = exercise.scenarios.front();
      changed.name = fmt::format("{}_{}", name, static_cast<char>('a' + i));
      changed.scenario.tiles[0] = three->offers[i].tile;
      exercise.step.question->choices.push_back(
          {.text = three->offers[i].text, .right_if = fmt::format("{}.all_excess == 0", changed.name)});
      exercise.step.because += fmt::format("{} {{{}.all_excess}}", i > 0 ? "," : "", changed.name);
      exercise.scenarios.push_back(std::move(changed));
    }
    exercise.step.because += ".";
    return exercise;
  }
  return std::nullopt;
}

std::optional<Exercise> conflict_to_fix(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                                        const MachineProfile& machine) {
  for (const Conflict& conflict : shuffled_conflicts(dice, asked.difficulty)) {
    if (!is_wanted(conflict.scenario, asked.ways, machine)) continue;
    const auto padding = padding_for(conflict.scenario, name, machine);
    if (!padding) continue;
    Exercise exercise = exercise_of(conflict, name, "A conflict to fix");
    exercise.step.text += "\n\nThe load asks its busiest bank for {ways} different words in one phase.";
    exercise.step.question = {
        .text = fmt::format(
            "Give the whole padding, in {} after each row, that leaves neither access any excess; or the new column, "
            "such as col ^ (row & 1). The smallest padding is best.",
            conflict.family->elements),
        .fix = std::string(goal)};
    if (asked.ways) exercise.step.claims.push_back(fmt::format("ways == {}", *asked.ways));
    LessonScenario fixed = exercise.scenarios.front();
    fixed.name = fmt::format("{}_fixed", name);
    fixed.scenario.tiles[0].pitch.value = *padding;
    exercise.step.because = fmt::format(
        "{{reason}} With the smallest padding the load asks no bank for more than {{{0}.ways}} in one phase: "
        "{{{0}.declaration}}",
        fixed.name);
    exercise.scenarios.push_back(std::move(fixed));
    return exercise;
  }
  return std::nullopt;
}

}  // namespace bankmap
