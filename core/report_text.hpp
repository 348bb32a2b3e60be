// core/report_text.hpp -- an Analysis as text for a terminal: the figures, the reason, the heatmap, the totals.
//
//     load: ld.b32                                                                  k = 5, warp 0 of 1
//       x = tile[threadIdx.x][k];
//       wavefronts 4   ideal 1   excess 3   ways 4   bank conflicts 3   phases 1
//       cycles: saturated 4.08 (+- 0.01, measured); latency 35.00 (+- 0.04, measured)
//       Rows are 36 words apart and 36 mod 32 = 4, so they use only 8 banks; ...
//
//               0       4       8       12      16      20      24      28      pass    address  same word
//          0    . . . . . 1 . . . . . . . . . . . . . . . . . . . . . . . . . .   1         20
//          1    . . . . . . . . . 1 . . . . . . . . . . . . . . . . . . . . . .   1        164
//         ...
//       words   . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . .
//
// A cell holds the pass that serves the lane in that bank, counted from 1: " 4", or "[  12  ]" over the banks of a wide
// access;
// "=" says that the word is shared (broadcast), "/" that the lane is inactive; a line divides the phases. Colour
// repeats what the signs say, as in the window (core/palette.hpp).
#pragma once

#include <string>

#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/scenario.hpp"

namespace bankmap {

enum class TextColour {
  none,
  indexed,  // the 256 colours that nearly every terminal has
  full,     // 24 bits
};

struct TextStyle {
  TextColour colour = TextColour::none;
  int columns = 100;  // no line is wider, down to 50: below 100 the addresses go, below 79 a bank gets one character
};

// All accesses of the scenario. Texts from files are made printable; problems are part of the report.
std::string report_text(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                        const TextStyle& style);

// The heatmap alone. pre: access.shown
std::string heatmap_text(const AccessAnalysis& access, const TextStyle& style);

}  // namespace bankmap
