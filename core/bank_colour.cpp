#include "core/bank_colour.hpp"

#include <array>

#include "core/lanes.hpp"

namespace bankmap {
namespace {

struct Ramp {
  Colour low, middle, high;  // of banks 0, 15.5 and 31
};
constexpr Ramp dark{{0x2c, 0x2f, 0x5e}, {0x3b, 0x77, 0x80}, {0xc3, 0xc0, 0x8f}};
constexpr Ramp light{{0x62, 0x6c, 0xa6}, {0x8f, 0xbb, 0xbd}, {0xf1, 0xeb, 0xc4}};

Colour along(const Ramp& ramp, double share) {
  return share < 0.5 ? mix(ramp.low, ramp.middle, share * 2) : mix(ramp.middle, ramp.high, share * 2 - 1);
}

std::array<FillColour, bank_count> all_of(const Ramp& ramp) {
  std::array<FillColour, bank_count> colours;
  for (int bank = 0; bank < bank_count; ++bank) {
    const Colour fill = along(ramp, static_cast<double>(bank) / (bank_count - 1));
    colours[static_cast<std::size_t>(bank)] = {fill, text_on(fill)};
  }
  return colours;
}

}  // namespace

FillColour bank_colour(ThemeKind theme, int bank) {
  static const auto of_dark = all_of(dark);
  static const auto of_light = all_of(light);
  const auto at = static_cast<std::size_t>(bank & (bank_count - 1));
  return theme == ThemeKind::light ? of_light[at] : of_dark[at];
}

}  // namespace bankmap
