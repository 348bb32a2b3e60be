// core/svg_named_view.hpp -- each view of an access as a picture, by the name that its tab has in the window.
//
//     bankmap export transpose-float-plain --format svg --view passes
#pragma once

#include <string>

#include "core/report_svg.hpp"
#include "core/view_name.hpp"

namespace bankmap {

// pre: 0 <= access < analysis.accesses.size()
std::string svg_named_view(ViewName view, const Scenario& scenario, const MachineProfile& machine,
                           const Analysis& analysis, int access, const SvgStyle& style);

}  // namespace bankmap
