#include "core/ansi.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace bankmap {
namespace {

constexpr std::array cube_steps{0, 95, 135, 175, 215, 255};

int nearest_step(int value) {
  int nearest = 0;
  for (int i = 1; i < static_cast<int>(cube_steps.size()); ++i) {
    const auto distance = [&](int step) { return std::abs(cube_steps[static_cast<std::size_t>(step)] - value); };
    if (distance(i) < distance(nearest)) nearest = i;
  }
  return nearest;
}

int squared_distance(Colour colour, int red, int green, int blue) {
  const int r = colour.red - red;
  const int g = colour.green - green;
  const int b = colour.blue - blue;
  return r * r + g * g + b * b;
}

// "38;5;31" or "38;2;10;20;30"; ground: 38 for the text, 48 for what is behind it.
std::string code(TextColour mode, int ground, Colour colour) {
  if (mode == TextColour::indexed) return fmt::format("{};5;{}", ground, nearest_indexed(colour));
  return fmt::format("{};2;{};{};{}", ground, colour.red, colour.green, colour.blue);
}

}  // namespace

int nearest_indexed(Colour colour) {
  const int r = nearest_step(colour.red);
  const int g = nearest_step(colour.green);
  const int b = nearest_step(colour.blue);
  const auto step = [](int i) { return cube_steps[static_cast<std::size_t>(i)]; };
  const int cube_distance = squared_distance(colour, step(r), step(g), step(b));

  const int mean = (colour.red + colour.green + colour.blue) / 3;
  const int grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;  // greys are 8, 18, ... 238
  const int level = 8 + 10 * grey;
  if (squared_distance(colour, level, level, level) < cube_distance) return 232 + grey;
  return 16 + 36 * r + 6 * g + b;
}

std::string Ansi::fill(std::string_view text, const FillColour& colour) const {
  if (colour_ == TextColour::none) return std::string(text);
  return wrapped(text, code(colour_, 48, colour.fill) + ";" + code(colour_, 38, colour.text));
}

std::string Ansi::wrapped(std::string_view text, std::string_view codes) const {
  if (colour_ == TextColour::none || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", codes, text);
}

}  // namespace bankmap
