#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/views/controls.hpp"
#include "app/views/measured_parts.hpp"
#include "core/explain.hpp"

namespace bankmap {
namespace {

// Right edges of the columns, as a share of the panel's width.
constexpr float predicted_edge = 0.55F;
constexpr float measured_edge = 0.77F;

// One row. A figure that there is not is absent.
struct FigureRow {
  std::string_view name;            // of the widgets: "measure.latency"
  std::string_view predicted_name;  // ... of the predicted cell
  const char* label;
  std::optional<double> predicted;
  std::optional<double> measured;
  const std::optional<ComparedFigure>* compared;
  bool whole;  // a count
  const std::optional<CycleFigure>* samples = nullptr;
  const std::optional<CyclePrediction>* law = nullptr;
  Figure figure{};
};

std::string number(double value, bool whole) {
  return whole ? fmt::format("{:g}", value) : fmt::format("{:.2f}", value);
}

std::string difference_text(const FigureRow& row) {
  if (!*row.compared) return "";
  const ComparedFigure& compared = **row.compared;
  const std::string mark = compared.agrees() ? " ✓" : " ≠";
  if (row.whole) return (compared.difference() == 0 ? "=" : fmt::format("{:+g}", compared.difference())) + mark;
  return fmt::format("{:+.2f}", compared.difference_shown()) + mark;
}

Colour colour_of(const Frame& frame, const FigureTable& table, const std::optional<ComparedFigure>& compared) {
  if (table.old) return frame.colours().text_faint;
  if (!compared) return frame.colours().text;
  return compared->agrees() ? frame.colours().good : frame.colours().costly;
}

// Text that ends at a share of the panel's width.
void cell(const Frame& frame, std::string_view name, std::string_view text, float left, float edge, ImFont* font,
          Colour colour) {
  push_font(font);
  const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
  ImGui::PopFont();
  ImGui::SameLine(std::max(left, edge - width));
  shown_text(frame, name, text, font, colour);
}

void draw_headings(const Frame& frame, std::string_view measured) {
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImFont* small = frame.theme.fonts.words_small;
  shown_text(frame, "", "per instruction", small, frame.colours().text_faint);
  cell(frame, "", "predicted", left, left + width * predicted_edge, small, frame.colours().text_dim);
  cell(frame, "measure.heading", measured, left, left + width * measured_edge, small, frame.colours().text_dim);
  cell(frame, "", "difference", left, left + width, small, frame.colours().text_dim);
}

std::string tolerance_text(const ComparedFigure& compared, bool whole) {
  return whole ? "Counters must be equal." : fmt::format("Within ±{:.2f} cycles is as predicted.", compared.tolerance);
}

// What stands behind the numbers of a row.
std::string row_sentence(const Frame& frame, const FigureTable& table, const FigureRow& row) {
  std::string text;
  if (table.explains_shown) text = explain_figure(frame.shown(), frame.machine, row.figure);
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : "\n") + more; };
  if (!table.explains_shown && row.law != nullptr && *row.law) {
    const CyclePrediction& law = **row.law;
    add(fmt::format("Predicted: ±{:.2f} · {} · {}", law.tolerance_cycles, to_string(law.provenance.status),
                    law.provenance.device.empty() ? law.provenance.source : law.provenance.device));
  }
  if (row.samples != nullptr && *row.samples) {
    const CycleFigure& figure = **row.samples;
    add(fmt::format("Measured: the median of {} samples, spread ±{:.3f} cycles", figure.samples, figure.spread_cycles));
    if (figure.dropped > 0) add(fmt::format("{} dropped: {}", figure.dropped, figure.dropped_why));
  }
  if (*row.compared) add(tolerance_text(**row.compared, row.whole));
  return text;
}

// Predicted over measured, on the scale of the larger.
constexpr float longest_bar = 0.77F;  // of the panel's width: a bar is no line across it
void draw_bars(const Frame& frame, const FigureTable& table, const FigureRow& row) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float longest = ImGui::GetContentRegionAvail().x * longest_bar;
  const float thick = frame.px(3);
  const double most = std::max({row.predicted.value_or(0), row.measured.value_or(0), 1e-9});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto bar = [&](std::string_view name, float y, const std::optional<double>& value, Colour colour) {
    if (!value || *value <= 0) return;  // nothing is no mark, and what there is at least one pixel
    const float length = std::max(1.0F, std::floor(longest * static_cast<float>(*value / most)));
    list.AddRectFilled({min.x, y}, {min.x + length, y + thick}, frame.u32(colour));
    if (frame.log.on()) frame.log.area(name, {min.x, y}, {min.x + length, y + thick});
  };
  bar(fmt::format("{}.predicted.bar", row.name), min.y, row.predicted, frame.colours().control_down);
  bar(fmt::format("{}.measured.bar", row.name), min.y + thick + 1, row.measured,
      colour_of(frame, table, *row.compared));
  ImGui::Dummy({width, 2 * thick + 1});
}

void draw_row(const Frame& frame, const FigureTable& table, const FigureRow& row) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const Palette& colours = frame.colours();
  ImFont* mono = frame.theme.fonts.mono;
  const Colour measured = colour_of(frame, table, *row.compared);
  shown_text(frame, "", row.label, frame.theme.fonts.words, colours.text_dim);
  const bool known = row.predicted.has_value();
  cell(frame, row.predicted_name, known ? number(*row.predicted, row.whole) : "not known", left,
       left + width * predicted_edge, known ? mono : frame.theme.fonts.words_small,
       known ? (table.old ? colours.text_faint : colours.text) : colours.text_faint);
  cell(frame, fmt::format("{}.measured", row.name), row.measured ? number(*row.measured, row.whole) : "–", left,
       left + width * measured_edge, mono, row.measured ? measured : colours.text_faint);
  cell(frame, fmt::format("{}.difference", row.name), difference_text(row), left, left + width, mono, measured);
  draw_bars(frame, table, row);
  hover_over(frame, corner, {corner.x + width, ImGui::GetCursorScreenPos().y}, row_sentence(frame, table, row));
}

std::array<FigureRow, 4> rows_of(const FigureTable& table) {
  static const std::optional<CycleFigure> no_samples;
  static const std::optional<CyclePrediction> no_law;
  const Measurement* measured = table.measurement;
  const auto counter = [measured](double CounterFigure::*which) {
    return measured != nullptr && measured->counters ? std::optional((*measured->counters).*which) : std::nullopt;
  };
  const auto law = [](const std::optional<CyclePrediction>& prediction) {
    return prediction ? std::optional(prediction->cycles_per_instruction) : std::nullopt;
  };
  const auto median_of = [](const std::optional<CycleFigure>& figure) {
    return figure ? std::optional(figure->median_cycles) : std::nullopt;
  };
  const auto& saturated = measured != nullptr ? measured->saturated : no_samples;
  const auto& latency = measured != nullptr ? measured->latency : no_samples;
  const auto& saturated_law = table.prediction ? table.prediction->saturated : no_law;
  const auto& latency_law = table.prediction ? table.prediction->latency : no_law;
  const auto count = [&table](int Prediction::*which) {
    return table.prediction ? std::optional<double>((*table.prediction).*which) : std::nullopt;
  };
  return {
      {{"measure.wavefronts", "measure.wavefronts.predicted", "wavefronts", count(&Prediction::wavefronts),
        counter(&CounterFigure::wavefronts), &table.comparison.wavefronts, true, nullptr, nullptr, Figure::wavefronts},
       {"measure.bank_conflicts", "measure.bank_conflicts.predicted", "bank conflicts",
        count(&Prediction::bank_conflicts), counter(&CounterFigure::bank_conflicts), &table.comparison.bank_conflicts,
        true, nullptr, nullptr, Figure::bank_conflicts},
       {"measure.saturated", "cycles.saturated", "cycles / instr", law(saturated_law), median_of(saturated),
        &table.comparison.saturated, false, &saturated, &saturated_law, Figure::saturated_cycles},
       {"measure.latency", "cycles.latency", "latency", law(latency_law), median_of(latency), &table.comparison.latency,
        false, &latency, &latency_law, Figure::latency_cycles}}};
}

// Right edges of the columns of the lines of all accesses.
constexpr float wavefronts_edge = 0.54F;
constexpr float cycles_edge = 0.91F;
constexpr float origin_edge = 0.31F;  // "rec." ends there
constexpr float name_share = 0.32F;

void draw_line_headings(const Frame& frame) {
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImFont* small = frame.theme.fonts.words_small;
  shown_text(frame, "", "accesses", small, frame.colours().text_faint);
  cell(frame, "", "wavefronts", left, left + width * wavefronts_edge, small, frame.colours().text_faint);
  cell(frame, "", "cycles / instr", left, left + width * cycles_edge, small, frame.colours().text_faint);
}

// "4.08 / 4.00": predicted and measured; a dash for what there is not.
std::string both(const FigureRow& row) {
  const auto text = [&row](const std::optional<double>& value) {
    return value ? number(*value, row.whole) : std::string("–");
  };
  return fmt::format("{} / {}", text(row.predicted), text(row.measured));
}

FigureTable table_of(const AccessLine& line) {
  return {.prediction = line.prediction, .measurement = line.measurement, .comparison = line.comparison};
}

// Predicted and measured, in cycles, or in wavefronts where there is no law or no time.
std::pair<double, double> cost_of(const AccessLine& line) {
  const FigureTable table = table_of(line);
  const std::array<FigureRow, 4> rows = rows_of(table);
  const FigureRow& cycles = rows[2];
  const FigureRow& row = cycles.predicted || cycles.measured ? cycles : rows[0];
  return {row.predicted.value_or(0), row.measured.value_or(0)};
}

std::string line_sentence(const AccessLine& line) {
  const FigureTable table = table_of(line);
  std::string text = fmt::format("{}, predicted / measured:", line.name);
  for (const FigureRow& row : rows_of(table)) text += fmt::format("\n{}  {}", row.label, both(row));
  if (line.measurement != nullptr) text += "\n" + verdict(line.comparison);
  if (!line.source.empty()) text += "\n" + line.source;
  return text;
}

// Gives the colour of what was measured.
Colour draw_access_line(const Frame& frame, const std::string& name, const AccessLine& line, bool open, bool old) {
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const Palette& colours = frame.colours();
  ImFont* mono = frame.theme.fonts.mono_small;
  const Outcome outcome = line.comparison.outcome();
  const Colour colour = old || line.measurement == nullptr ? colours.text_faint : colour_of(frame, outcome);
  push_font(frame.theme.fonts.words_small);
  const float origin = line.origin.empty() ? 0 : ImGui::CalcTextSize(line.origin.data()).x + frame.px(6);
  const std::string fitting = shortened(line.name, std::min(width * name_share, width * origin_edge - origin));
  ImGui::PopFont();
  const FigureTable table = table_of(line);
  const std::array<FigureRow, 4> rows = rows_of(table);
  shown_text(frame, "", fitting, frame.theme.fonts.words_small, open ? colours.text_bright : colours.text_dim);
  if (!line.origin.empty()) {
    cell(frame, name + ".origin", line.origin, left, left + width * origin_edge, frame.theme.fonts.words_small,
         line.other_gpu ? colours.costly : colours.text_faint);
  }
  cell(frame, name, both(rows[0]), left, left + width * wavefronts_edge, mono, colour);
  cell(frame, name + ".cycles", both(rows[2]), left, left + width * cycles_edge, mono, colour);
  cell(frame, name + ".mark",
       outcome == Outcome::nothing_compared ? "–"
       : outcome == Outcome::agrees         ? "✓"
                                            : "≠",
       left, left + width, mono, colour);
  return colour;
}

// On one scale for all accesses: which one costs most.
void draw_line_bars(const Frame& frame, const AccessLine& line, double most, Colour measured) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float thick = frame.px(2);
  const auto bar = [&](float y, double value, Colour colour) {
    if (value <= 0) return;
    const float length = std::max(1.0F, std::floor(width * cycles_edge * static_cast<float>(value / most)));
    ImGui::GetWindowDrawList()->AddRectFilled({min.x, y}, {min.x + length, y + thick}, frame.u32(colour));
  };
  const auto [predicted, seen] = cost_of(line);
  bar(min.y - frame.px(2), predicted, frame.colours().control_down);
  bar(min.y - frame.px(2) + thick, seen, measured);
  ImGui::Dummy({width, 2 * thick - frame.px(2)});
}

}  // namespace

// Green only what was compared and agrees.
Colour colour_of(const Frame& frame, Outcome outcome) {
  if (outcome == Outcome::nothing_compared) return frame.colours().text_dim;
  return outcome == Outcome::agrees ? frame.colours().good : frame.colours().costly;
}

void draw_figures(const Frame& frame, const FigureTable& table) {
  draw_headings(frame, table.heading);
  for (const FigureRow& row : rows_of(table)) draw_row(frame, table, row);
  if (table.prediction && !table.prediction->saturated && !table.prediction->latency) {
    wrapped(frame, "cycles.none",
            fmt::format("No law has been measured for this instruction on {}, so none is guessed.", frame.machine.key),
            frame.theme.fonts.words_small, frame.colours().text_faint);
  }
  if (table.measurement == nullptr) return;
  const Outcome outcome = table.comparison.outcome();
  const std::string_view mark = outcome == Outcome::agrees ? "✓ " : outcome == Outcome::differs ? "≠ " : "";
  wrapped(frame, "measure.verdict", fmt::format("{}{}", mark, verdict(table.comparison)), frame.theme.fonts.words,
          table.old ? frame.colours().text_faint : colour_of(frame, outcome));
  wrapped(frame, "measure.tolerance",
          fmt::format("as predicted is: equal counters, cycles within {:g} or {:g} %, latency within {:g}",
                      saturated_tolerance_cycles, 100 * saturated_tolerance_share, latency_tolerance_cycles),
          frame.theme.fonts.words_small, frame.colours().text_faint);
}

int draw_access_lines(const Frame& frame, const std::vector<AccessLine>& lines, int open, bool old) {
  draw_line_headings(frame);
  double most = 1e-9;
  for (const AccessLine& line : lines) most = std::max({most, cost_of(line).first, cost_of(line).second});
  int clicked = -1;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const Colour colour =
        draw_access_line(frame, fmt::format("measure.access.{}", i), lines[i], static_cast<int>(i) == open, old);
    draw_line_bars(frame, lines[i], most, colour);
    const ImVec2 end{corner.x + width, ImGui::GetCursorScreenPos().y};
    hover_over(frame, corner, end, line_sentence(lines[i]));
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, end) && ImGui::IsMouseClicked(0))
      clicked = static_cast<int>(i);
  }
  return clicked;
}

}  // namespace bankmap
