// app/views/measured.hpp -- the panel that runs it on a GPU: what the model says and what the hardware did, in one row.
//
//     RUN ON GPU                                NVIDIA H200
//     [ Run on GPU ]  [x] run on change
//                    predicted   measured   difference
//     wavefronts             4          4          = ok
//     cycles / instr      4.08       4.08      +0.00 ok
//     as predicted
//
// With no GPU the figures are those that were recorded for the same lane addresses, and say so. Nothing here waits: the
// view draws what app/measure/measure_desk.hpp knows and leaves an ask, which is done after the frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/measure/measure_desk.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

// Text that wants more room than the panel has, over everything until it is closed.
struct MeasuredSheet {
  std::string title;
  std::string text;
  bool open_now = false;
};

enum class MeasuredFold { none, history, long_work, elsewhere };

struct MeasuredView {
  MeasuredFold fold = MeasuredFold::none;
  std::optional<std::uint64_t> past;  // the number of an earlier run that is looked at
  int past_access = 0;
  std::string path;  // of a recorded file, as typed
  MeasuredSheet sheet;
  bool run_on_change = false;
  std::optional<MeasureAsk> ask;  // taken after the frame
};

void draw_measured(const Frame& frame, const MeasureDesk& desk, MeasuredView& own, Edits& edits);
// Over the whole window; drawn last.
void draw_measured_sheet(const Frame& frame, MeasuredSheet& sheet);

}  // namespace bankmap
