// app/views/advice.hpp -- the panel of fixes: each with its price before it is clicked.
//
//     CHEAPEST FIXES                      store + load together
//     | padding 1 element                          992 -> 0
//     | float tile[32][33];
//     | +128 B · 32 blocks/SM, as before · optimal              v     v: before and after, why, the code to change
//     [ measure top 3 ]  kernel  search
//
// While the pointer is on a fix all views show its scenario, and nothing is changed; a click applies it, as one step of the history.
// The list is of the scenario that is shown; while a search is on its way it may be of the frame or two before, and then it cannot
// be clicked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/advice/advice_desk.hpp"
#include "app/measure/measure_desk.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

enum class AdviceFold { none, kernel, search };

// Where a fix was drawn, as far as it can be seen.
struct AdviceRow {
  std::size_t fix = 0;
  ImVec2 min;
  ImVec2 max;
};

struct AdviceView {
  AdviceFold fold = AdviceFold::none;
  std::string open;  // the title of the fix that is compared; empty: none
  bool all = false;  // the whole list
  AdviceSettings settings;
  WorkPreset work = WorkPreset::none;  // what else the kernel does

  std::vector<AdviceRow> rows;           // of the last frame
  std::uint64_t rows_answer = 0;         // the answer they were drawn from
  std::optional<ImVec2> resting;         // where the pointer was at a click: no look until it moves
  std::optional<std::size_t> previewed;  // in this frame
  float height = 0;                      // [px] of the list, kept while the next one is searched

  bool cancel = false;  // taken after the frame
  bool search_again = false;
  std::optional<MeasureFixes> measure;
};

// The fix that the pointer is on, before anything is drawn: so that a look begins and ends with the frame of the pointer.
std::optional<std::size_t> fix_under_pointer(const AdviceDesk& desk, AdviceView& own, const Scenario& shown);

// frame: the person's scenario, never the one that is looked at.
void draw_advice(const Frame& frame, AdviceDesk& desk, const MeasureDesk& measures, AdviceView& own, Edits& edits);
// What is looked at, over the picture; nothing where nothing is.
void draw_preview_mark(const Frame& frame, ImVec2 min, ImVec2 max);

}  // namespace bankmap
