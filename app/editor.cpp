#include "app/editor.hpp"

#include <cassert>
#include <utility>

namespace bankmap {
namespace {

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

Editor::Editor(Scenario first, MachineProfiles machines, std::vector<Preset> presets, std::string path)
    : machines_(std::move(machines)), presets_(std::move(presets)) {
  assert(!machines_.empty());
  auto document = std::make_shared<Document>(Document{std::move(path), first});
  show({std::move(first), std::move(document)});
}

void Editor::show(State next) {
  now_ = std::move(next);
  const auto found = machines_.find(scenario().machine);
  machine_ = found == machines_.end() ? &machines_.begin()->second : &found->second;
  analysis_ = found == machines_.end() ? without_machine(scenario(), machines_) : analyze(scenario(), *machine_);
}

void Editor::remember(std::uint32_t gesture) {
  const bool continues = gesture != 0 && gesture == gesture_;
  gesture_ = gesture;
  future_.clear();
  if (!continues) past_.push_back(now_);
}

bool Editor::apply(const Edits& edits) {
  if (edits.history != HistoryMove::none) {
    const Scenario before = scenario();
    edits.history == HistoryMove::undo ? undo() : redo();
    return scenario() != before;
  }
  if (edits.open) {
    open(*edits.open, Document{.path = {}, .saved = *edits.open});
    return true;
  }
  if (edits.gesture != gesture_) gesture_ = 0;  // the drag has ended
  if (edits.list.empty()) return false;
  Scenario next = scenario();
  for (const Edit& edit : edits.list) next = bankmap::apply(std::move(next), edit);
  if (next == scenario()) return false;
  remember(edits.gesture);
  show({std::move(next), now_.document});
  return true;
}

void Editor::open(Scenario scenario, Document document) {
  remember(0);
  show({std::move(scenario), std::make_shared<Document>(std::move(document))});
}

void Editor::mark_saved(std::string path) {
  now_.document->path = std::move(path);
  now_.document->saved = scenario();
}

void Editor::undo() {
  gesture_ = 0;
  if (past_.empty()) return;
  future_.push_back(std::move(now_));
  State before = std::move(past_.back());
  past_.pop_back();
  show(std::move(before));
}

void Editor::redo() {
  gesture_ = 0;
  if (future_.empty()) return;
  past_.push_back(std::move(now_));
  State after = std::move(future_.back());
  future_.pop_back();
  show(std::move(after));
}

}  // namespace bankmap
