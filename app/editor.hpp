// app/editor.hpp -- the one mutable object of the program: the scenario, its history, and the analysis of it.
//
//     frame: views draw from scenario() and analysis() and push into Edits   ->   apply(edits)   ->   the next frame
//
// No ImGui here. A drag is one step of the history: edits that carry the same gesture number, one after the other, undo
// together. The history has no limit. It runs across what was opened: undo after opening a file goes back to the scenario
// before it, which belongs to its own file (Document), so that saving never writes one scenario over another's file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/action.hpp"
#include "core/analysis.hpp"
#include "core/edit.hpp"

namespace bankmap {

// A scenario that comes with the program.
struct Preset {
  std::string name;  // "transpose-float-padded": of its file
  Scenario scenario;
};

// Where a scenario lives. All steps of the history that came of one opening share it.
struct Document {
  std::string path;  // empty: it has no file yet (a preset, something pasted)
  Scenario saved;    // as it stands in the file, or as it was opened
};

enum class HistoryMove { none, undo, redo };

// What the views ask for while they draw one frame. `open` goes before the list, and a move in the history before both.
struct Edits {
  std::vector<Edit> list;
  std::optional<Scenario> open;  // in a document of its own, without a file
  std::vector<Action> actions;   // done after the frame, and after the rest (app/perform.hpp)
  HistoryMove history = HistoryMove::none;
  std::uint32_t gesture = 0;  // not 0: one drag, one typed text, one run of "play"
  void push(Edit edit) { list.push_back(std::move(edit)); }
};

class Editor {
 public:
  // pre: at least one machine.
  // path: the file that `first` was read from, if any.
  Editor(Scenario first, MachineProfiles machines, std::vector<Preset> presets = {}, std::string path = {});
  Editor(const Editor&) = delete;  // machine_ points into machines_
  Editor& operator=(const Editor&) = delete;

  const Scenario& scenario() const { return now_.scenario; }
  const Analysis& analysis() const { return analysis_; }
  // The scenario's machine; the first of all where it names none that we have (analysis().problems says so).
  const MachineProfile& machine() const { return *machine_; }
  const MachineProfiles& machines() const { return machines_; }
  const std::vector<Preset>& presets() const { return presets_; }

  // Call once a frame, with edits or without: a frame with another gesture, or none, ends the step. True if the
  // scenario is now another one.
  bool apply(const Edits& edits);
  // Another scenario takes the place of this one, with the document it belongs to. One step of the history.
  void open(Scenario scenario, Document document);
  // The scenario as it is now stands in this file.
  void mark_saved(std::string path);
  const Document& document() const { return *now_.document; }
  bool unsaved() const { return now_.scenario != now_.document->saved; }

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  void undo();
  void redo();

 private:
  struct State {
    Scenario scenario;
    std::shared_ptr<Document> document;  // not null
  };
  void show(State next);
  void remember(std::uint32_t gesture);

  MachineProfiles machines_;
  std::vector<Preset> presets_;
  State now_;
  const MachineProfile* machine_ = nullptr;
  Analysis analysis_;
  std::vector<State> past_;    // oldest first
  std::vector<State> future_;  // what undo took back, the nearest last
  std::uint32_t gesture_ = 0;  // of the step on top of past_; 0: closed
};

}  // namespace bankmap
