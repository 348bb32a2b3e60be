#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/advice_parts.hpp"
#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"
#include "app/views/heatmap_parts.hpp"
#include "app/views/measured_parts.hpp"
#include "core/advice/report_advice.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

// One heatmap without margins; the height that it took.
float draw_small_heatmap(const Frame& frame, ImVec2 at, float width) {
  const Selection nothing;
  Selection ignored;
  int same_access = frame.access;
  WidgetLog quiet(false);  // the cells of the large one have these names
  const Frame small{frame.scenario, frame.analysis, frame.machine, frame.machines, frame.presets, frame.theme,
                    quiet,          frame.access,   nothing,       ignored,        same_access,   frame.gesture};
  const float cell = std::max(2.0F, std::floor(width / bank_count));
  const HeatmapLayout layout{.grid = at, .cell = {cell, cell}, .numbered = false};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, layout.end(), true);
  draw_ground(small, layout);
  draw_cells(small, layout, HeatmapColour::pass);
  list.PopClipRect();
  add_rect(list, at, layout.end(), frame.u32(frame.colours().line), 0, 1);
  return layout.end().y - at.y;
}

void caption(const Frame& frame, std::string_view name, ImVec2 at, const std::string& text, Colour colour) {
  push_font(frame.theme.fonts.words_small);
  ImGui::GetWindowDrawList()->AddText(at, frame.u32(colour), text.c_str());
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  ImGui::PopFont();
  if (frame.log.on()) frame.log.area(name, at, {at.x + size.x, at.y + size.y}, text);
}

std::string wavefronts_text(const AccessAnalysis& access) {
  if (!access.shown) return "no answer";
  const int wavefronts = access.shown->served.cost.wavefronts;
  return fmt::format("{} wavefront{}", wavefronts, wavefronts == 1 ? "" : "s");
}

Colour cost_colour(const Frame& frame, const AccessAnalysis& access) {
  const bool costly = access.shown && access.shown->served.cost.excess() > 0;
  return costly ? frame.colours().costly : frame.colours().good;
}

// The step that is shown, as it is and as it would be, side by side.
void draw_pictures(const Frame& frame, const Frame& after, const std::string& name) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float between = frame.px(12);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - between) / 2);
  const float words = std::ceil(font_pixels(frame.theme.fonts.words_small) * 1.3F);
  const ImVec2 right{at.x + width + between, at.y};
  caption(frame, name + ".now", at, "now: " + wavefronts_text(frame.shown()), cost_colour(frame, frame.shown()));
  caption(frame, name + ".then", right, "then: " + wavefronts_text(after.shown()), cost_colour(frame, after.shown()));
  const float height = draw_small_heatmap(frame, {at.x, at.y + words}, width);
  draw_small_heatmap(after, {right.x, right.y + words}, width);
  ImGui::Dummy({2 * width + between, height + words + frame.px(4)});
  if (frame.log.on()) frame.log.item(name + ".pictures");
}

// Right edges of the columns, as a share of the panel's width.
constexpr float now_edge = 0.56F;
constexpr float then_edge = 0.76F;

void cell(const Frame& frame, std::string_view name, std::string_view text, float edge, ImFont* font, Colour colour) {
  push_font(font);
  const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
  ImGui::PopFont();
  ImGui::SameLine(edge - width);
  shown_text(frame, name, text, font, colour);
}

struct NumberRow {
  std::string name;
  std::string label;
  std::string now;
  std::string then;
  std::string measured;
  bool better = false;
};

void draw_number_row(const Frame& frame, const NumberRow& row, Outcome outcome) {
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const Palette& colours = frame.colours();
  ImFont* mono = frame.theme.fonts.mono_small;
  push_font(frame.theme.fonts.words_small);
  const std::string label = shortened(row.label, width * 0.40F);
  ImGui::PopFont();
  shown_text(frame, {}, label, frame.theme.fonts.words_small, colours.text_dim);
  cell(frame, row.name + ".now", row.now, left + width * now_edge, mono, colours.text);
  cell(frame, row.name + ".then", row.then, left + width * then_edge, mono, row.better ? colours.good : colours.text);
  if (!row.measured.empty())
    cell(frame, row.name + ".measured", row.measured, left + width, mono, colour_of(frame, outcome));
}

void draw_headings(const Frame& frame, std::string_view what, std::string_view measured) {
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImFont* small = frame.theme.fonts.words_small;
  const Colour faint = frame.colours().text_faint;
  shown_text(frame, {}, what, small, faint);
  cell(frame, {}, "now", left + width * now_edge, small, faint);
  cell(frame, {}, "then", left + width * then_edge, small, faint);
  if (!measured.empty()) cell(frame, {}, measured, left + width, small, faint);
}

std::string cycles_text(const std::optional<double>& cycles, int digits) {
  return cycles ? fmt::format("{:.{}f}", *cycles, digits) : std::string("–");
}

// One instruction: the step and the warp that are shown.
void draw_step(const Frame& frame, const Frame& after, const MeasureDesk& measures, const std::string& name) {
  const AccessAnalysis& now = frame.shown();
  const AccessAnalysis& then = after.shown();
  if (!now.shown || !then.shown) return;
  const FixFigures figures = figures_of(frame, measures, then);
  draw_headings(frame, "this step", figures.origin == FigureOrigin::none ? "" : word_of(figures.origin));
  const WarpCost& was = now.shown->served.cost;
  const WarpCost& is = then.shown->served.cost;
  const auto cycles = [](const WarpAnalysis& warp) -> std::optional<double> {
    if (!warp.saturated) return std::nullopt;
    return warp.saturated->cycles_per_instruction;
  };
  draw_number_row(
      frame,
      {name + ".wavefronts", "wavefronts", fmt::format("{}", was.wavefronts), fmt::format("{}", is.wavefronts),
       figures.wavefronts ? fmt::format("{:g}", *figures.wavefronts) : "", is.wavefronts < was.wavefronts},
      figures.outcome);
  draw_number_row(frame,
                  {name + ".step_excess", "excess", fmt::format("{}", was.excess()), fmt::format("{}", is.excess()), "",
                   is.excess() < was.excess()},
                  figures.outcome);
  const std::optional<double> before_cycles = cycles(*now.shown);
  const std::optional<double> after_cycles = cycles(*then.shown);
  draw_number_row(frame,
                  {name + ".cycles", "cycles / instr", cycles_text(before_cycles, 2), cycles_text(after_cycles, 2),
                   figures.cycles ? fmt::format("{:.2f}", *figures.cycles) : "",
                   before_cycles && after_cycles && *after_cycles < *before_cycles},
                  figures.outcome);
}

// Every access over all its steps and warps: wavefronts and cycles; measured is the step that is shown.
void draw_totals(const Frame& frame, const Frame& after, const MeasureDesk& measures, const Fix& fix,
                 const std::string& name) {
  std::vector<FixFigures> all;
  for (const AccessAnalysis& access : after.analysis.accesses) all.push_back(figures_of(frame, measures, access));
  const auto some = std::ranges::find_if(all, [](const FixFigures& each) { return each.wavefronts.has_value(); });
  draw_headings(frame, "wavefronts, all steps", some == all.end() ? "" : "per step");
  for (std::size_t i = 0; i < fix.accesses.size() && i < all.size(); ++i) {
    const AccessEffect& effect = fix.accesses[i];
    draw_number_row(frame,
                    {fmt::format("{}.access.{}", name, i), effect.name, grouped(effect.wavefronts_before),
                     grouped(effect.wavefronts_after),
                     all[i].wavefronts ? fmt::format("{:g} {}", *all[i].wavefronts,
                                                     all[i].outcome == Outcome::agrees    ? "✓"
                                                     : all[i].outcome == Outcome::differs ? "≠"
                                                                                          : "")
                                       : "",
                     effect.wavefronts_after < effect.wavefronts_before},
                    all[i].outcome);
  }
  double before = 0, then = 0;
  bool known = true;
  for (const AccessEffect& effect : fix.accesses) {
    known = known && effect.cycles_before && effect.cycles_after;
    before += static_cast<double>(effect.weight) * effect.cycles_before.value_or(0);
    then += static_cast<double>(effect.weight) * effect.cycles_after.value_or(0);
  }
  if (!known) return;
  draw_number_row(frame,
                  {name + ".all_cycles", "cycles, together", fmt::format("{:.0f}", before), fmt::format("{:.0f}", then),
                   "", then < before},
                  Outcome::agrees);
}

void draw_words(const Frame& frame, const AdviceView& own, const FixCard& card, const std::string& name) {
  const auto say = [&frame](std::string_view which, const std::string& text, Colour colour) {
    if (!text.empty()) wrapped(frame, which, text, frame.theme.fonts.words_small, colour);
  };
  const Palette& colours = frame.colours();
  if (!card.with_why) say(name + ".why", card.fix.why, colours.text);
  say(name + ".proven", proof_sentence(card.fix), colours.text_dim);
  if (card.fix.occupancy) say(name + ".occupancy", card.fix.occupancy->sentence + ".", colours.text_dim);
  for (std::size_t i = 0; i < card.fix.notes.size(); ++i)
    say(fmt::format("{}.note.{}", name, i), card.fix.notes[i], colours.costly);
  if (own.work == WorkPreset::none) return;
  const Result<MatterEstimate> matter =
      does_it_matter(card.fix, work_of(own.work, frame.scenario, card.fix), frame.machine);
  if (!matter) {
    say(name + ".matter", "Whether it matters is not estimated: " + to_string(matter.error()), colours.text_dim);
    return;
  }
  say(name + ".matter", matter->sentence, colours.text);
  for (std::size_t i = 0; i < matter->assumptions.size(); ++i)
    say(fmt::format("{}.assumed.{}", name, i), matter->assumptions[i], colours.text_dim);
}

std::string whole_code(const Fix& fix) {
  std::string code;
  for (const CodeChange& change : fix.code) code += change.after + "\n";
  return code;
}

void draw_code_changes(const Frame& frame, const Fix& fix, const std::string& name) {
  for (std::size_t i = 0; i < fix.code.size(); ++i) {
    const CodeChange& change = fix.code[i];
    shown_text(frame, {}, printable(change.where), frame.theme.fonts.words_small, frame.colours().text_dim);
    code_box(frame, fmt::format("{}.change.{}", name, i), fmt::format("- {}\n+ {}", change.before, change.after));
  }
}

}  // namespace

bool draw_comparison(const Frame& frame, const MeasureDesk& measures, const AdviceView& own, const FixCard& card) {
  const std::string name = card.name();
  const Frame after =
      frame.showing(card.view->scenario, card.view->analysis, card.fix.title, frame.access, &frame.machine);
  ImGui::Indent(frame.px(11));
  draw_pictures(frame, after, name);
  draw_step(frame, after, measures, name);
  gap(frame, 2);
  draw_totals(frame, after, measures, card.fix, name);
  gap(frame, 2);
  draw_words(frame, own, card, name);
  draw_code_changes(frame, card.fix, name);
  const bool apply = button(frame, name + ".apply", "Apply", ButtonLook::chosen);
  ImGui::SameLine(0, frame.px(4));
  if (button(frame, name + ".copy", "Copy the code")) ImGui::SetClipboardText(whole_code(card.fix).c_str());
  ImGui::Unindent(frame.px(11));
  gap(frame, 4);
  return apply;
}

}  // namespace bankmap
