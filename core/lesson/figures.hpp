// core/lesson/figures.hpp -- the numbers of a lesson's scenarios under the names by which its expressions call them.
//
//     wavefronts              of the warp instruction that is shown, of the access that the step looks at
//     lane5.bank              the bank of lane 5             bank0.words    distinct words that bank 0 is asked for
//     access1.total_excess    of another access of the scenario, over all of its steps and warps
//     padded.access1.ways     of another scenario of the lesson
//
// grammar: [scenario '.'] ['access' N '.'] ['lane' N '.' | 'bank' N '.'] figure
// Everything comes of analyze(); a lesson has no other road to a number. Some figures are no whole numbers (cycles, mean
// wavefronts, the CUDA line): they can be filled into a text, alone between braces, and stand in no expression.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis.hpp"
#include "core/lesson/lesson.hpp"
#include "core/machine.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct FigureName {
  std::string_view name;
  std::string_view meaning;  // with its unit
};
// In the order of the README: of an access, of a lane, of a bank, and those that are texts.
std::span<const FigureName> access_figures();
std::span<const FigureName> lane_figures();
std::span<const FigureName> bank_figures();
std::span<const FigureName> text_figures();

// Whether a lesson may call a scenario so: an identifier, and nothing that means something else in an expression.
bool may_name_a_scenario(std::string_view name);

// Which scenario and access a bare name is about.
struct FigureView {
  std::string scenario;  // LessonScenario::name
  int access = 0;
};

class Figures {
 public:
  // Analyses every scenario of the lesson once. A scenario that names no machine of these has problems, as in the window.
  // pre: both outlive this; machines is not empty
  Figures(const Lesson& lesson, const MachineProfiles& machines);

  // The value of an expression over the figures. A wrong one has the range in the text, and names what is near.
  Result<std::int64_t> evaluate(std::string_view expression, const FigureView& view) const;
  // The text with what is between braces filled in; "{{" and "}}" stand for braces. The range of a problem is in the text.
  Result<std::string> fill(std::string_view text, const FigureView& view) const;

  // pre: the lesson has it
  const Analysis& analysis(std::string_view scenario) const;
  const MachineProfile& machine(std::string_view scenario) const;
  const Scenario& scenario(std::string_view scenario) const;
  const MachineProfiles& machines() const { return *machines_; }

 private:
  struct Answered {
    const Scenario* scenario = nullptr;
    const MachineProfile* machine = nullptr;
    Analysis analysis;
  };
  struct Place;  // what a name leads to
  Result<Place> find(std::string_view name, const FigureView& view) const;
  Result<std::int64_t> number(std::string_view name, const FigureView& view) const;
  Result<std::string> filled_in(std::string_view expression, const FigureView& view) const;

  const MachineProfiles* machines_;
  std::map<std::string, Answered, std::less<>> answered_;  // by LessonScenario::name
};

}  // namespace bankmap
