// app/views/measured_parts.hpp -- what the panel of measurements is made of (app/views/measured.hpp).
#pragma once

#include "app/views/measured.hpp"

namespace bankmap {

// The figures of one access, ready to be drawn.
struct FigureTable {
  std::optional<Prediction> prediction;
  const Measurement* measurement = nullptr;  // null: the column stays empty
  Comparison comparison;
  std::string_view heading = "measured";
  bool old = false;             // of another scenario than the one shown: nothing is green
  bool explains_shown = false;  // the prediction is that of the access that is shown, and can be derived on hover
};

// Four rows of numbers and bars, and below them the verdict.
void draw_figures(const Frame& frame, const FigureTable& table);

// One line for each access: wavefronts and cycles, predicted and measured, and where that is from if not from here.
struct AccessLine {
  std::string name;
  std::optional<Prediction> prediction;
  const Measurement* measurement = nullptr;
  Comparison comparison;
  std::string_view origin = {};  // "rec.", "file", "other GPU"; empty: measured now, on the chosen GPU
  std::string source{};          // of those: the device and the date
  bool other_gpu = false;        // than the machine that is shown
};
// The line that was clicked, or -1.
int draw_access_lines(const Frame& frame, const std::vector<AccessLine>& lines, int open, bool old);

// Where figures come from: device, driver, clock, date; what could not be counted, and the command that would allow it.
void draw_source(const Frame& frame, const Measurement& measurement, std::string_view badge);
// A command in a box, cut after two lines, and a button that copies all of it.
void command_box(const Frame& frame, std::string_view name, std::string_view caption, const std::string& command);

void draw_history(const Frame& frame, const MeasureDesk& desk, MeasuredView& own);
// An earlier run in place of the present figures; false where there is none to look at.
bool draw_past_run(const Frame& frame, const MeasureDesk& desk, MeasuredView& own, Edits& edits);

// "03:23:14", local time.
std::string time_text(std::chrono::system_clock::time_point when);

// Green only where something was compared and nothing differs.
Colour colour_of(const Frame& frame, Outcome outcome);

}  // namespace bankmap
