// core/svg_sweep.hpp -- a sweep as a picture: a bar of wavefronts for each value, the part up to the ideal in the colour of what is
// good, the excess above it in that of what costs; a refused value is a hatched gap with its reason as tooltip.
#pragma once

#include <optional>
#include <string>

#include "core/parameter_sweep.hpp"
#include "core/report_svg.hpp"

namespace bankmap {

// key: which number; without one the number that matters most. pre: 0 <= access < analysis.accesses.size()
std::string svg_sweep(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                      const SvgStyle& style, std::optional<NumberKey> key = {});

}  // namespace bankmap
