// app/editor.hpp -- the one mutable object of the program: the scenario, its history, and the analysis of it.
//
//     frame: views draw from scenario() and analysis() and push into Edits   ->   apply(edits)   ->   the next frame
//
// No ImGui here. A drag is one step of the history: edits that carry the same gesture number, one after the other, undo
// together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "core/edit.hpp"

namespace bankmap {

// A scenario that comes with the program.
struct Preset {
  std::string name;  // "transpose-float-padded": of its file
  Scenario scenario;
};

enum class HistoryMove { none, undo, redo };

// What the views ask for while they draw one frame.
struct Edits {
  std::vector<Edit> list;
  HistoryMove history = HistoryMove::none;
  std::uint32_t gesture = 0;  // not 0: one drag, one typed text, one run of "play"
  void push(Edit edit) { list.push_back(std::move(edit)); }
};

class Editor {
 public:
  // pre: at least one machine.
  Editor(Scenario first, MachineProfiles machines, std::vector<Preset> presets = {});
  Editor(const Editor&) = delete;  // machine_ points into machines_
  Editor& operator=(const Editor&) = delete;

  const Scenario& scenario() const { return scenario_; }
  const Analysis& analysis() const { return analysis_; }
  // The scenario's machine; the first of all where it names none that we have (analysis().problems says so).
  const MachineProfile& machine() const { return *machine_; }
  const MachineProfiles& machines() const { return machines_; }
  const std::vector<Preset>& presets() const { return presets_; }

  // Call once a frame, with edits or without: a frame with another gesture, or none, ends the step. True if the
  // scenario is now another one.
  bool apply(const Edits& edits);
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  void undo();
  void redo();

 private:
  void show(Scenario next);
  void remember(std::uint32_t gesture);

  MachineProfiles machines_;
  std::vector<Preset> presets_;
  Scenario scenario_;
  const MachineProfile* machine_ = nullptr;
  Analysis analysis_;
  std::vector<Scenario> past_;    // oldest first
  std::vector<Scenario> future_;  // what undo took back, the nearest last
  std::uint32_t gesture_ = 0;     // of the step on top of past_; 0: closed
};

}  // namespace bankmap
