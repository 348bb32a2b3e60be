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
#include "app/measure/measure_desk.hpp"
#include "core/palette.hpp"
#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct PngOptions {
  ThemeKind theme = ThemeKind::dark;
  int width = 1440;  // [px]
  int height = 900;  // [px]
  std::vector<std::string> views{"heatmap"};  // names of the views in the centre; "all"
  std::optional<float> text_size{};           // [px] as in the window's settings; absent: as fits the picture
};

// Gives the desk what is recorded with the program, or the reason why that cannot be read.
void show_recorded(MeasureDesk& desk, const Assets& assets);

// Runs the scenario on the GPU, waits for it, and keeps the answer for a picture. Refuses where there is no GPU or where
// it cannot measure.
Result<void> measure_for_picture(MeasureDesk& desk, const Scenario& scenario, const MachineProfiles& machines);

// The bytes of a PNG file. Refuses sizes that are too large, and everything in a build without the window.
Result<std::string> window_png(const Scenario& scenario, const PngOptions& options, MeasureDesk desk);

}  // namespace bankmap
