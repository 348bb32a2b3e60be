#include "core/svg_named_view.hpp"

#include "core/svg_address_bits.hpp"
#include "core/svg_heatmap.hpp"
#include "core/svg_memory_map.hpp"
#include "core/svg_pass_timeline.hpp"
#include "core/svg_profiler_sum.hpp"
#include "core/svg_sweep.hpp"
#include "core/svg_tile_map.hpp"
#include "core/svg_view.hpp"

namespace bankmap {
namespace {

// Under the head that all views have; a refused access has only its problems, which stand there.
std::string heatmap(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                    const SvgStyle& style) {
  const AccessAnalysis& of = analysis.accesses[static_cast<std::size_t>(access)];
  return svg_view({scenario, machine, analysis, access}, style, [&](SvgView& view) {
    if (!of.shown) return;
    view.paragraph(of.reason, view.colours().text);
    view.y += svg_view_margin;
    draw_svg_heatmap(view.svg, svg_view_margin, view.y, of, view.theme);
    view.y += svg_heatmap_height;
  });
}

}  // namespace

std::string svg_named_view(ViewName view, const Scenario& scenario, const MachineProfile& machine,
                           const Analysis& analysis, int access, const SvgStyle& style) {
  switch (view) {
    case ViewName::heatmap:
      return heatmap(scenario, machine, analysis, access, style);
    case ViewName::tile:
      return svg_tile_map(scenario, machine, analysis, access, style);
    case ViewName::memory:
      return svg_memory_map(scenario, machine, analysis, access, style);
    case ViewName::passes:
      return svg_pass_timeline(scenario, machine, analysis, access, style);
    case ViewName::sweep:
      return svg_sweep(scenario, machine, analysis, access, style);
    case ViewName::bits:
      return svg_address_bits(scenario, machine, analysis, access, style);
    case ViewName::profiler:
      return svg_profiler_sum(scenario, machine, analysis, access, style);
  }
  return {};
}

}  // namespace bankmap
