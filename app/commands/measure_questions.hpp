// app/commands/measure_questions.hpp -- what `bankmap measure` is to measure, all of it checked before a GPU is asked: opening
// one takes seconds, and what is wrong with the input is wrong on every GPU.
//
//     wanted   transpose-float-plain, or --instruction ld.b32 --addresses 0,4, or --all-presets
//       -> scenarios, each with a name
//       -> questions: each with its prediction, by the profile of the GPU or of its own machine
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/assets.hpp"
#include "app/commands/command.hpp"

namespace bankmap {

struct MeasureWanted {
  std::string scenario;
  std::string instruction;
  std::vector<std::string> addresses;  // the words of the command line; together one list
  std::optional<std::string> mask;
  bool all_presets = false;
  bool all_lessons = false;  // what the measured steps of the course show
};

struct NamedScenario {
  std::string name;
  Scenario scenario;
};

// Refuses unknown names, and addresses that no GPU accepts.
Result<std::vector<NamedScenario>> scenarios_of(const MeasureWanted& wanted, const Assets& assets);

// A scenario with its prediction.
struct Question {
  std::string name;
  Answer answer;
};

// profile: of the GPU that measures, whatever the scenarios name; null: the machine that each names.
// Refuses a machine that is not known.
Result<std::vector<Question>> questions_of(std::vector<NamedScenario> scenarios, const MachineProfiles& machines,
                                           const MachineProfile* profile);

// Where none of the accesses could be run on any GPU: says why, and gives exit_bad_input. Else exit_ok: one that cannot be
// run does not stop the others.
int report_if_none_runs(const std::vector<Question>& questions);

}  // namespace bankmap
