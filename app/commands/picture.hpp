// app/commands/picture.hpp -- the window as a picture, drawn without a display.
#pragma once

#include <string>

#include "core/palette.hpp"
#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct PngOptions {
  ThemeKind theme = ThemeKind::dark;
  int width = 1440;  // [px]
  int height = 900;  // [px]
};

// The bytes of a PNG file. Refuses sizes that are too large, and everything in a build without the window.
Result<std::string> window_png(const Scenario& scenario, const PngOptions& options);

}  // namespace bankmap
