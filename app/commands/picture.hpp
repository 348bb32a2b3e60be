// app/commands/picture.hpp -- the window as a picture, drawn without a display.
//
//     show_recorded(desk, assets);                          with what is recorded
//     measure_for_picture(desk, scenario, machines);        and after "Run on GPU"
//     window_png(scenario, options, std::move(desk));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/assets.hpp"
#include "app/lessons/lesson_files.hpp"
#include "app/measure/measure_desk.hpp"
#include "core/palette.hpp"
#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct PictureExtent {
  int width = 0;  // [px] 0: the usual size
  int height = 0;
};
// "1440x900"; the usual size for an empty text. place of a problem: "--size"
Result<PictureExtent> parse_picture_size(const std::string& text);

struct PngOptions {
  ThemeKind theme = ThemeKind::dark;
  int width = 1440;                           // [px]
  int height = 900;                           // [px]
  std::vector<std::string> views{"heatmap"};  // names of the views in the centre; "all"
  std::optional<float> text_size{};           // [px] as in the window's settings; absent: as fits the picture
};

// What a picture of a lesson shows.
struct LessonPicture {
  NamedLesson lesson;
  int step = 0;            // from 0
  std::string guess;       // given before the picture is taken; empty: none
  bool answered = false;   // without a guess
  bool presented = false;  // on the wall
  bool notes = false;
  bool poll = false;
};

// Gives the desk what is recorded with the program, and the reason why a file of that cannot be read.
void show_recorded(MeasureDesk& desk, const Assets& assets);

// Runs the scenario on the GPU, waits for it, and keeps the answer for a picture. Refuses where there is no GPU or where
// it cannot measure.
Result<void> measure_for_picture(MeasureDesk& desk, const Scenario& scenario, const MachineProfiles& machines);

// The bytes of a PNG file. Refuses sizes that are too large, and everything in a build without the window.
Result<std::string> window_png(const Scenario& scenario, const PngOptions& options, MeasureDesk desk);

// The same of the window with a lesson.
Result<std::string> lesson_png(const LessonPicture& picture, const PngOptions& options, MeasureDesk desk);

}  // namespace bankmap
