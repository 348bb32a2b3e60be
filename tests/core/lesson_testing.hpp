// A small lesson on two presets, and what reading and asking it needs.
#pragma once

#include <string>

#include "core/lesson/figures.hpp"
#include "core/lesson/lesson_json.hpp"
#include "core/scenario_json.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {

inline Result<Scenario> preset_scenario(std::string_view name) {
  const std::string path = std::string(BANKMAP_ASSETS) + "/scenarios/" + std::string(name) + ".json";
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("there is no preset '" + std::string(name) + "'", "'bankmap presets' lists them");
  return read_scenario(file_text(path));
}

inline const MachineProfiles& lesson_machines() {
  static const MachineProfiles machines{{"sm_90", machine_named("sm_90")}};
  return machines;
}

// Access 0 stores a row, access 1 loads a column: 32 wavefronts plain, 1 padded (worked out by hand: 33 is odd).
inline Lesson transpose_lesson() {
  Lesson lesson{
      .title = "Reading down a column", .summary = "What a pad does.", .beliefs = {20}, .scenarios = {}, .steps = {}};
  lesson.scenarios.push_back({"plain", "transpose-float-plain", *preset_scenario("transpose-float-plain")});
  lesson.scenarios.push_back({"padded", "transpose-float-padded", *preset_scenario("transpose-float-padded")});
  LessonStep read{.title = "Read a column",
                  .text = "Lane 1 reads word {lane1.word}.",
                  .scenario = "plain",
                  .look = {.view = ViewName::heatmap, .access = 1, .lane = 1, .bank = {}, .pass = {}},
                  .question = LessonQuestion{"How many wavefronts?", "wavefronts", {}},
                  .because = "All {bank0.words} words are in one bank.",
                  .claims = {"wavefronts == 32", "padded.excess == 0"},
                  .notes = "Count two rows by hand.",
                  .measured = false};
  LessonStep pad{.title = "One word of padding",
                 .text = "{declaration}",
                 .scenario = "padded",
                 .look = {.view = ViewName::memory, .access = 1, .lane = {}, .bank = {}, .pass = {}},
                 .question = LessonQuestion{"And now?",
                                            "",
                                            {{"as before", "wavefronts == plain.wavefronts"},
                                             {"{wavefronts}: each lane alone", "wavefronts == 1"}}},
                 .because = "33 is odd.",
                 .claims = {},
                 .notes = {},
                 .measured = true};
  lesson.steps = {std::move(read), std::move(pad)};
  return lesson;
}

}  // namespace bankmap
