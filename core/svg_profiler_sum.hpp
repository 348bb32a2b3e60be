// core/svg_profiler_sum.hpp -- the profiler's numbers for one block as a picture: the factors of each counter, the costs that
// differ, what its "n-way" means, and the counters of the whole kernel.
#pragma once

#include <string>

#include "core/report_svg.hpp"

namespace bankmap {

// pre: 0 <= access < analysis.accesses.size()
std::string svg_profiler_sum(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                             int access, const SvgStyle& style);

}  // namespace bankmap
