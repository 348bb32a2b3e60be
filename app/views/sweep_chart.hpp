// app/views/sweep_chart.hpp -- wavefronts against any number of the scenario.
//
//     [padding = 4 v]   4 wavefronts at padding 4 elements. The fewest are 1, at 1, 3, 5, 7 and 28 more.
//     32 |#                               #
//     16 |#               #               #       what a bar has above the ideal line is excess; a value that is refused
//      8 |#       #       #       #       #       is a marked gap
//      1 |#_#_#_#_#_#_#_#_#_#_#_#_#_#_#_#_#
//         0   2   4   6   8                       a click goes to that value, a drag runs along, and so do left and right
#pragma once

#include <optional>

#include "app/views/cached.hpp"
#include "core/parameter_sweep.hpp"

namespace bankmap {

struct SweepChartView {
  std::optional<NumberKey> chosen;  // none: the number that matters most
  Cached<std::vector<ScenarioNumber>> numbers;
  Cached<SweepQuestion> question;
  NumberKey asked;  // of `question`
  Sweep sweep;      // of the last question that differed
};
// Fills the room that the current ImGui window has left.
void draw_sweep_chart(const Frame& frame, SweepChartView& own, Edits& edits);

}  // namespace bankmap
