#include "core/svg_profiler_sum.hpp"

#include <fmt/format.h>

#include "core/in_words.hpp"
#include "core/profiler_sum.hpp"
#include "core/svg_view.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr double indent = svg_view_margin + 16;

void row(SvgView& view, const std::string& left, const std::string& right, bool costly) {
  const Palette& colours = view.colours();
  view.y += 20;
  view.svg.text(indent, view.y, left, view.code(colours.text));
  view.svg.text(svg_view_width - svg_view_margin, view.y, right,
                view.code(costly ? colours.costly : colours.text_bright, 15, SvgAnchor::end));
}

void counter(SvgView& view, std::string_view title, std::string_view name, const std::string& product,
             const std::string& value, bool costly) {
  view.heading(title);
  if (!name.empty()) {
    view.y += 18;
    view.svg.text(indent, view.y, name, view.code(view.colours().text_dim, 12));
  }
  row(view, product, value, costly);
}

void draw_terms(SvgView& view, const ProfilerSum& sum) {
  if (sum.terms.size() < 2) return;
  view.heading("REQUESTS THAT COST THE SAME");
  for (const ProfilerTerm& term : sum.terms) {
    row(view,
        fmt::format("{}, each: wavefronts {}, phases {}, conflicts {}", count_in_words(term.requests, "request"),
                    term.wavefronts, term.phases, term.bank_conflicts),
        grouped(term.requests * term.wavefronts), term.wavefronts > term.ideal);
  }
}

void draw_kernel(SvgView& view, const Analysis& analysis) {
  view.heading("THE WHOLE KERNEL, ONE BLOCK");
  for (const KernelCounter& it : kernel_counters(analysis, 1)) row(view, it.name, grouped(it.total), false);
}

}  // namespace

std::string svg_profiler_sum(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                             int access, const SvgStyle& style) {
  const AccessAnalysis& of = analysis.accesses[static_cast<std::size_t>(access)];
  const ProfilerSum sum = profiler_sum(of, 1);
  return svg_view({scenario, machine, analysis, access}, style, [&](SvgView& view) {
    if (sum.terms.empty()) {
      return view.paragraph(sum.idle > 0 ? explain_idle(sum) : "No answer, so nothing to count.",
                            view.colours().text_dim);
    }
    if (sum.counters.wavefronts.empty())
      view.paragraph(fmt::format("No counter of the profiler sees {}.", info(of.instruction).name),
                     view.colours().text_dim);
    counter(view, "WAVEFRONTS", sum.counters.wavefronts, wavefront_product(sum), grouped(sum.wavefronts), false);
    counter(view, "BANK CONFLICTS", sum.counters.bank_conflicts, conflict_product(sum), grouped(sum.bank_conflicts),
            sum.bank_conflicts > 0);
    counter(
        view, "WAVEFRONTS PER REQUEST, THE PROFILER'S \"N-WAY\"", {},
        fmt::format("{} ÷ {}", count_in_words(sum.wavefronts, "wavefront"), count_in_words(sum.requests, "request")),
        fmt::format("{:.2f}", sum.wavefronts_per_request()), false);
    view.paragraph(explain_n_way(sum), view.colours().text);
    if (sum.idle > 0) view.paragraph(explain_idle(sum), view.colours().text_dim);
    draw_terms(view, sum);
    draw_kernel(view, analysis);
  });
}

}  // namespace bankmap
