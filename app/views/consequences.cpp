#include "app/views/consequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"
#include "app/views/problems.hpp"
#include "app/views/steps_chart.hpp"
#include "core/explain.hpp"
#include "core/refusals.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

std::function<std::string()> derivation(const Frame& frame, Figure figure) {
  return [&frame, figure] { return explain_figure(frame.shown(), frame.machine, figure); };
}

void draw_code_section(const Frame& frame) {
  section(frame, "THIS IS", "CUDA");
  std::string code;
  for (const std::string& line : frame.analysis.declarations) code += line.empty() ? "" : line + "\n";
  code += frame.shown().cuda;
  if (!code.empty()) code_box(frame, "code", code);
}

// The best or the worst data: of all there is, or of what was tried.
void draw_extreme(const Frame& frame, std::string_view which, int wavefronts, bool exact, Colour colour) {
  const std::string label = fmt::format("{} {}", which, exact ? "data" : "seen");
  const auto explain = [&] {
    const std::string_view bound = which == "best" ? "less" : "more";
    if (exact)
      return fmt::format("{} wavefronts: data that costs this was constructed, and no data costs {}.", wavefronts,
                         bound);
    return fmt::format("{} wavefronts: the {} of the data that was tried; other data may cost {}.", wavefronts, which,
                       bound);
  };
  const std::string name = fmt::format("random.{}", which);
  value_row(frame, name, label, fmt::format("{}", wavefronts), colour, explain);
  if (frame.log.on()) frame.log.item(name + ".label", label);
}

void draw_random(const Frame& frame) {
  const std::optional<RandomRange>& random = frame.shown().random;
  if (!random) return;
  section(frame, "DATA-DEPENDENT", "wavefronts of this step");
  draw_extreme(frame, "best", random->best_wavefronts, random->exact_best, frame.colours().good);
  value_row(frame, "random.expected", "random data, mean",
            fmt::format("{:.2f} ±{:.2f}", random->expected_wavefronts, random->standard_error), frame.colours().text);
  draw_extreme(frame, "worst", random->worst_wavefronts, random->exact_worst, frame.colours().costly);
  wrapped(frame, "random.draws", fmt::format("mean of {} draws; the picture shows another", random->draws),
          frame.theme.fonts.words_small, frame.colours().text_faint);
}

// One line a round: who is still in, who wins and leaves, what it costs.
void draw_rounds(const Frame& frame) {
  if (!frame.shown().shown || frame.shown().shown->served.rounds.empty()) return;
  const std::vector<CasRound>& rounds = frame.shown().shown->served.rounds;
  section(frame, "COMPARE-AND-SWAP ROUNDS", fmt::format("{}", rounds.size()));
  push_font(frame.theme.fonts.mono_small);
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_PadOuterX;
  if (ImGui::BeginTable("rounds", 4, flags)) {
    for (const char* title : {"round", "lanes in", "leave", "load+swap"}) {
      ImGui::TableNextColumn();
      ImGui::TextColored(frame.theme.vec(frame.colours().text_faint), "%s", title);
    }
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const CasRound& round = rounds[i];
      const std::string cells[] = {fmt::format("{}", i + 1), fmt::format("{}", std::popcount(round.remaining)),
                                   fmt::format("{}", std::popcount(round.winners)),
                                   fmt::format("{} + {}", round.load_wavefronts, round.cas_wavefronts)};
      for (const std::string& cell : cells) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(cell.c_str());
        if (&cell == &cells[2] && ImGui::IsItemHovered())
          hover_sentence(frame, fmt::format("Done after this round: lanes {}.", lane_list(round.winners)));
      }
      if (frame.log.on())
        frame.log.item(fmt::format("rounds.{}", i),
                       fmt::format("{}/{}/{}+{}", cells[1], cells[2], round.load_wavefronts, round.cas_wavefronts));
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

// A sum over the whole loop: a dash where some step is refused, for then there is none.
void total_row(const Frame& frame, std::string_view name, std::string_view label, const std::string& value,
               Colour colour, Figure figure) {
  if (first_error(frame.shown()) == nullptr)
    return value_row(frame, name, label, value, colour, derivation(frame, figure));
  value_row(frame, name, label, "–", frame.colours().text_faint, {});
}

void draw_totals(const Frame& frame, Edits& edits) {
  const AccessAnalysis& access = frame.shown();
  const AccessTotals& totals = access.totals;
  const Palette& colours = frame.colours();
  const std::string aside = fmt::format("{} {} × {} {}", access.steps, access.steps == 1 ? "step" : "steps",
                                        access.warps, access.warps == 1 ? "warp" : "warps");
  section(frame, "WHOLE LOOP", aside);
  if (const Problem* error = first_error(access))
    wrapped(frame, "totals.refused", "refused: " + error->what, frame.theme.fonts.words, colours.refused);
  draw_steps_chart(frame, edits);
  const Colour excess = totals.excess() > 0 ? colours.costly : colours.good;
  const auto row = [&frame](const char* name, const char* label, const std::string& value, Colour colour,
                            Figure figure) { total_row(frame, name, label, value, colour, figure); };
  row("totals.instructions", "warp instructions", grouped(totals.instructions), colours.text,
      Figure::total_instructions);
  row("totals.wavefronts", "wavefronts", grouped(totals.wavefronts), colours.text, Figure::total_wavefronts);
  row("totals.ideal", "ideal", grouped(totals.ideal), colours.text, Figure::total_ideal);
  row("totals.excess", "excess", grouped(totals.excess()), excess, Figure::total_excess);
  row("totals.bytes_asked", "bytes asked for", grouped(totals.bytes_asked), colours.text, Figure::bytes_asked);
  row("totals.bytes_moved", "bytes moved", grouped(totals.bytes_moved), colours.text, Figure::bytes_moved);
  row("totals.efficiency", "efficiency", fmt::format("{:.1f} %", 100 * totals.efficiency()), colours.text,
      Figure::efficiency);
}

// The end of the first line of a counter's name: after a '_' or a space, where the width asks for more than one line.
std::size_t name_line_end(std::string_view name, std::size_t most) {
  if (name.size() <= most) return name.size();
  const std::size_t sign = name.substr(0, most).find_last_of("_ ");
  return sign == std::string_view::npos ? most : sign + 1;
}

// The name over as many lines as it takes, and the value at the end of the last.
void draw_counter(const Frame& frame, std::string_view name, std::string_view counter, std::int64_t value,
                  Figure figure) {
  push_font(frame.theme.fonts.mono_small);
  const float advance = ImGui::CalcTextSize("0").x;
  ImGui::PopFont();
  const auto columns = static_cast<std::size_t>(std::max(10.0F, ImGui::GetContentRegionAvail().x / advance));
  const std::string text = grouped(value);
  const std::size_t for_value = text.size() * 5 / 4 + 2;  // its font is larger
  while (counter.size() + for_value > columns) {
    const std::size_t end = name_line_end(counter, std::min(columns, counter.size() - 1));
    shown_text(frame, "", counter.substr(0, end), frame.theme.fonts.mono_small, frame.colours().text_dim);
    counter.remove_prefix(end);
  }
  push_font(frame.theme.fonts.mono_small);
  total_row(frame, name, counter, text, frame.colours().text, figure);
  ImGui::PopFont();
}

void draw_profiler(const Frame& frame) {
  section(frame, "PROFILER WILL SAY", "for one block");
  const CounterNames names = profiler_counters(frame.shown().instruction);
  const AccessTotals& totals = frame.shown().totals;
  if (!names.wavefronts.empty())
    draw_counter(frame, "profiler.wavefronts", names.wavefronts, totals.wavefronts, Figure::total_wavefronts);
  if (!names.bank_conflicts.empty()) {
    draw_counter(frame, "profiler.bank_conflicts", names.bank_conflicts, totals.bank_conflicts,
                 Figure::total_bank_conflicts);
  }
}

void draw_pointed(const Frame& frame) {
  const Pointed& pointed = frame.selection.shown();
  if (!pointed.any()) {
    section(frame, "POINTED AT");
    wrapped(frame, "pointed.sentence", "Point at a cell, a lane, a bank, a pass or an element; a click pins it.",
            frame.theme.fonts.words, frame.colours().text_faint);
    return;
  }
  const bool pinned = pointed == frame.selection.pinned;
  if (pointed.lane >= 0) {
    section(frame, fmt::format("LANE {}", pointed.lane).c_str(), pinned ? "pinned" : "");
    wrapped(frame, "pointed.lane", explain_lane(frame.shown(), pointed.lane), frame.theme.fonts.words,
            frame.colours().text);
  }
  if (pointed.bank >= 0) {
    section(frame, fmt::format("BANK {}", pointed.bank).c_str(), pinned && pointed.lane < 0 ? "pinned" : "");
    wrapped(frame, "pointed.bank", explain_bank(frame.shown(), pointed.bank), frame.theme.fonts.words,
            frame.colours().text);
  }
  if (pointed.lane >= 0 || pointed.bank >= 0) return;
  const std::string title = pointed.pass >= 0 ? fmt::format("PASS {}", pointed.pass + 1) : "BYTES";
  section(frame, title.c_str(), pinned ? "pinned" : "");
  wrapped(frame, pointed.pass >= 0 ? "pointed.pass" : "pointed.bytes", explain_pointed(frame.shown(), pointed),
          frame.theme.fonts.words, frame.colours().text);
}

}  // namespace

void draw_consequences(const Frame& frame, Edits& edits) {
  draw_code_section(frame);
  for (const Problem& problem : frame.shown().problems) {
    if (problem.severity == Severity::warning) draw_problem(frame, "warning", &problem);
  }
  if (frame.shown().shown) {
    draw_random(frame);
    draw_totals(frame, edits);
    draw_profiler(frame);
  }
  draw_pointed(frame);
  draw_rounds(frame);  // last: there may be 32 of them
}

}  // namespace bankmap
