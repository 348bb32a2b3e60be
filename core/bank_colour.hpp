// core/bank_colour.hpp -- 32 colours for 32 banks: a ramp from cool and low to pale and high.
//
//     bank     0      ...    15     ...   31
//     fill   indigo        sea green     sand        on the dark ground; on the light one the same hues, lighter
//
// Ordered by lightness, so that the order can be told in grey and by every eye; neighbours are close, and the number in
// the cell tells them apart. Quieter than turn_colour on purpose: a lane that is served stands out from the banks.
#pragma once

#include "core/palette.hpp"

namespace bankmap {

// Banks beyond 0..31 are counted on from 0 again. text: readable on fill (WCAG contrast >= 4.5).
FillColour bank_colour(ThemeKind theme, int bank);

}  // namespace bankmap
