#include "core/report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ansi.hpp"
#include "core/explain.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

class Report {
 public:
  Report(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, const TextStyle& style)
      : scenario_(scenario), machine_(machine), analysis_(analysis), style_(style), ansi_(style.colour) {}

  std::string text() {
    title();
    for (const Problem& problem : analysis_.problems) add_problem(problem);
    for (std::size_t i = 0; i < analysis_.accesses.size(); ++i) add_access(i);
    if (analysis_.accesses.size() > 1 && analysis_.totals.instructions > 0) {
      line("");
      line(ansi_.bold("all accesses"));
      add_totals(analysis_.totals);
    }
    return std::move(text_);
  }

 private:
  void line(const std::string& content) {
    text_ += content;
    text_ += '\n';
  }

  // left ... right, the right one at the last column where there is room, else on a line of its own.
  void spread(const std::string& left, const std::string& right, bool bold_left) {
    if (right.empty()) return wrapped(left, bold_left);
    const int gap = style_.columns - display_width(left) - display_width(right);
    const std::string shown = bold_left ? ansi_.bold(left) : left;
    if (gap >= 2) {
      line(shown + std::string(static_cast<std::size_t>(gap), ' ') + ansi_.dim(right));
    } else {
      wrapped(left, bold_left);
      for (const std::string& each : wrap(right, style_.columns - 2)) line("  " + ansi_.dim(each));
    }
  }

  void wrapped(const std::string& content, bool bold) {
    for (const std::string& each : wrap(content, style_.columns)) line(bold ? ansi_.bold(each) : each);
  }

  void paragraph(std::string_view content, int indent) {
    for (const std::string& each : wrap(printable(content), style_.columns - indent)) {
      line(std::string(static_cast<std::size_t>(indent), ' ') + each);
    }
  }

  void title() {
    const std::string machine = printable(fmt::format("{}: {}", machine_.key, machine_.name));
    if (scenario_.title.empty()) {
      line(ansi_.dim(machine));
    } else {
      spread(printable(scenario_.title), machine, true);
    }
    if (!scenario_.note.empty()) paragraph(scenario_.note, 0);
    for (std::size_t i = 0; i < analysis_.declarations.size(); ++i) {
      if (analysis_.declarations[i].empty()) continue;
      spread(printable(analysis_.declarations[i]), grouped(analysis_.tile_bytes[i]) + " bytes", false);
    }
  }

  void add_problem(const Problem& problem) {
    const bool error = problem.severity == Severity::error;
    const std::string word = error ? "error: " : "warning: ";
    const std::vector<std::string> lines = wrap(printable(to_string(problem)), style_.columns - 11);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string lead = i > 0 ? "" : error ? ansi_.error(word) : ansi_.costly(word);
      line("  " + lead + (i > 0 ? "         " : "") + lines[i]);
    }
  }

  void add_access(std::size_t index) {
    const AccessAnalysis& access = analysis_.accesses[index];
    line("");
    access_head(access, scenario_.accesses[index]);
    for (const Problem& problem : access.problems) add_problem(problem);
    if (!access.shown) return;
    figures(access.shown->served.cost);
    cycles(access);
    not_measured(access.instruction);
    if (access.random) add_random(*access.random);
    if (!access.reason.empty()) paragraph(access.reason, 2);
    line("");
    legend();
    text_ += heatmap_text(access, style_);
    rounds(access.shown->served.rounds);
    if (access.totals.instructions > 1) add_totals(access.totals);
  }

  void access_head(const AccessAnalysis& access, const Access& asked) {
    const std::string name =
        printable(access.name.empty() ? "" : access.name + ": ") + std::string(info(access.instruction).name);
    std::string where;
    if (access.shown) {
      for (std::size_t i = 0; i < access.shown->loop_values.size() && i < asked.loops.size(); ++i) {
        where += fmt::format("{} = {}, ", printable(asked.loops[i].name), access.shown->loop_values[i]);
      }
      where += fmt::format("warp {} of {}", access.shown->warp, access.warps);
      if (access.warps == 1 && access.shown->loop_values.empty()) where.clear();
    }
    spread(name, where, true);
    if (!access.cuda.empty()) paragraph(access.cuda, 2);
  }

  void figures(const WarpCost& cost) {
    struct Figure {
      std::string_view name;
      int value;
      bool costly;
    };
    const bool costly = cost.excess() > 0;
    std::string shown;
    int width = 0;
    for (const Figure& each :
         {Figure{"wavefronts", cost.wavefronts, costly}, Figure{"ideal", cost.ideal, false},
          Figure{"excess", cost.excess(), costly}, Figure{"ways", cost.ways, false},
          Figure{"bank conflicts", cost.bank_conflicts, false}, Figure{"phases", cost.phases, false}}) {
      const std::string number = std::to_string(each.value);
      const int needed = static_cast<int>(each.name.size() + 1 + number.size());
      if (width > 0 && width + 3 + needed > style_.columns) {
        line(std::exchange(shown, ""));
        width = 0;
      }
      shown += fmt::format("{}{} {}", width == 0 ? "  " : "   ", each.name,
                           each.costly ? ansi_.costly(number) : ansi_.bold(number));
      width += (width == 0 ? 2 : 3) + needed;
    }
    line(shown);
    if (cost.merged && costly) paragraph("The pair rule holds, so phases are merged.", 2);  // else the reason says so
  }

  void cycles(const AccessAnalysis& access) {
    const auto law = [&](const std::optional<CyclePrediction>& prediction, std::string_view what) {
      if (!prediction) return fmt::format("{} not known for {} here", what, info(access.instruction).name);
      return fmt::format("{} {:.2f} (+- {:.2f}, {})", what, prediction->cycles_per_instruction,
                         prediction->tolerance_cycles, to_string(prediction->provenance.status));
    };
    paragraph(
        fmt::format("cycles: {}; {}", law(access.shown->saturated, "saturated"), law(access.shown->latency, "latency")),
        2);
  }

  // Where the wavefronts are not those of a measured rule.
  void not_measured(Instruction instruction) {
    const InstructionRule* rule = machine_.rule(instruction);
    if (rule == nullptr || rule->provenance.status == FactStatus::measured) return;
    paragraph(fmt::format("how {} serves it: {} ({})", machine_.key, to_string(rule->provenance.status),
                          rule->provenance.source),
              2);
  }

  void add_random(const RandomRange& random) {
    paragraph(
        fmt::format("The index depends on data: {} {} wavefronts, expected {:.2f} (+- {:.2f} over {} draws), {} {}; "
                    "one draw is shown.",
                    random.exact_best ? "best" : "best seen", random.best_wavefronts, random.expected_wavefronts,
                    random.standard_error, random.draws, random.exact_worst ? "worst" : "worst seen",
                    random.worst_wavefronts),
        2);
  }

  // Above the first heatmap only.
  void legend() {
    if (std::exchange(legend_shown_, true)) return;
    for (const std::string& each :
         wrap("lanes down, banks across; the number is the pass that serves the lane; = shares its word; / off",
              style_.columns - 2)) {
      line("  " + ansi_.dim(each));
    }
  }

  // Rounds that cost the same are one line; who wins in which is in the heatmap, where a pass is a round.
  void rounds(const std::vector<CasRound>& all) {
    for (std::size_t first = 0; first < all.size();) {
      std::size_t end = first + 1;
      while (end < all.size() && all[end].load_wavefronts == all[first].load_wavefronts &&
             all[end].cas_wavefronts == all[first].cas_wavefronts) {
        ++end;
      }
      const std::string which = end == first + 1 ? fmt::format("pass {}: a round", end)
                                                 : fmt::format("passes {}-{}: a round each", first + 1, end);
      paragraph(fmt::format("{} of load, {} wavefronts, and compare-and-swap, {}", which, all[first].load_wavefronts,
                            all[first].cas_wavefronts),
                2);
      first = end;
    }
  }

  void add_totals(const AccessTotals& totals) {
    paragraph(fmt::format(
                  "all {} instructions: wavefronts {}, ideal {}, excess {}, bank conflicts {}; {} of the {} bytes that "
                  "the banks could have moved ({:.1f} %)",
                  grouped(totals.instructions), grouped(totals.wavefronts), grouped(totals.ideal),
                  grouped(totals.excess()), grouped(totals.bank_conflicts), grouped(totals.bytes_asked),
                  grouped(totals.bytes_moved), 100 * totals.efficiency()),
              2);
  }

  const Scenario& scenario_;
  const MachineProfile& machine_;
  const Analysis& analysis_;
  TextStyle style_;
  Ansi ansi_;
  std::string text_;
  bool legend_shown_ = false;
};

}  // namespace

std::string report_text(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                        const TextStyle& style) {
  return Report(scenario, machine, analysis, style).text();
}

}  // namespace bankmap
