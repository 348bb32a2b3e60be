// core/svg_named_view.hpp -- each view of an access as a picture, by the name that its tab has in the window.
//
//     bankmap export transpose-float-plain --format svg --view passes
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/report_svg.hpp"

namespace bankmap {

enum class SvgViewName : std::uint8_t { heatmap, tile, memory, passes, sweep, bits, profiler };
inline constexpr std::array all_svg_views{SvgViewName::heatmap, SvgViewName::tile,  SvgViewName::memory,
                                          SvgViewName::passes,  SvgViewName::sweep, SvgViewName::bits,
                                          SvgViewName::profiler};

std::string_view to_string(SvgViewName view);
Result<SvgViewName> svg_view_named(std::string_view name);  // refuses others, naming those there are

// pre: 0 <= access < analysis.accesses.size()
std::string svg_named_view(SvgViewName view, const Scenario& scenario, const MachineProfile& machine,
                           const Analysis& analysis, int access, const SvgStyle& style);

}  // namespace bankmap
