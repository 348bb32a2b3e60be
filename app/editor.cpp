#include "app/editor.hpp"

#include <cassert>
#include <utility>

namespace bankmap {
namespace {

constexpr std::size_t max_history = 500;

// An analysis without an answer, for a scenario whose machine we do not have.
Analysis without_machine(const Scenario& scenario, const MachineProfiles& machines) {
  Analysis analysis;
  std::string known;
  for (const auto& [key, profile] : machines) known += (known.empty() ? "" : ", ") + key;
  analysis.problems.push_back(Problem{.what = "there is no machine profile named '" + scenario.machine + "'",
                                      .hint = "choose one of " + known,
                                      .place = "machine",
                                      .range = {}});
  analysis.declarations.resize(scenario.tiles.size());
  analysis.tile_bytes.resize(scenario.tiles.size());
  for (const Access& access : scenario.accesses) {
    AccessAnalysis& each = analysis.accesses.emplace_back();
    each.name = access.name;
    each.instruction = access.instruction;
    each.problems = analysis.problems;
  }
  return analysis;
}

}  // namespace

Editor::Editor(Scenario first, MachineProfiles machines, std::vector<Preset> presets)
    : machines_(std::move(machines)), presets_(std::move(presets)) {
  assert(!machines_.empty());
  show(std::move(first));
}

void Editor::show(Scenario next) {
  scenario_ = std::move(next);
  const auto found = machines_.find(scenario_.machine);
  machine_ = found == machines_.end() ? &machines_.begin()->second : &found->second;
  analysis_ = found == machines_.end() ? without_machine(scenario_, machines_) : analyze(scenario_, *machine_);
}

void Editor::remember(std::uint32_t gesture) {
  const bool continues = gesture != 0 && gesture == gesture_;
  gesture_ = gesture;
  future_.clear();
  if (continues) return;
  if (past_.size() == max_history) past_.erase(past_.begin());
  past_.push_back(scenario_);
}

bool Editor::apply(const Edits& edits) {
  if (edits.history != HistoryMove::none) {
    const Scenario before = scenario_;
    edits.history == HistoryMove::undo ? undo() : redo();
    return scenario_ != before;
  }
  if (edits.gesture != gesture_) gesture_ = 0;  // the drag has ended
  if (edits.list.empty()) return false;
  Scenario next = scenario_;
  for (const Edit& edit : edits.list) next = bankmap::apply(std::move(next), edit);
  if (next == scenario_) return false;
  remember(edits.gesture);
  show(std::move(next));
  return true;
}

void Editor::undo() {
  gesture_ = 0;
  if (past_.empty()) return;
  Scenario before = std::move(past_.back());
  past_.pop_back();
  future_.push_back(std::move(scenario_));
  show(std::move(before));
}

void Editor::redo() {
  gesture_ = 0;
  if (future_.empty()) return;
  Scenario after = std::move(future_.back());
  future_.pop_back();
  past_.push_back(std::move(scenario_));
  show(std::move(after));
}

}  // namespace bankmap
