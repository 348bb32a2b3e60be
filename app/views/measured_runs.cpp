#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/measure/report_texts.hpp"
#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"
#include "app/views/measured_parts.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

const MeasureRun* run_numbered(const MeasureDesk& desk, std::uint64_t number) {
  const auto& runs = desk.runs();
  const auto found =
      std::find_if(runs.begin(), runs.end(), [number](const MeasureRun& each) { return each.answer.number == number; });
  return found == runs.end() ? nullptr : &*found;
}

// "2026-11-30T03:23:14Z" -> "2026-11-30 03:23 UTC"; other texts as they are.
std::string date_text(const std::string& date) {
  if (date.size() != 20 || date[10] != 'T' || date[19] != 'Z') return shorten(printable(date), 40);
  return printable(fmt::format("{} {} UTC", date.substr(0, 10), date.substr(11, 5)));
}

std::string sheet_text(const MeasureRun& run, const MachineProfiles& machines) {
  std::string text = run.answer.ended ? to_string(*run.answer.ended) + "\n\n" : "";
  if (run.answer.probe) {
    const DeviceStamp& device = run.answer.probe->device;
    text += probe_text({*run.answer.probe, profile_for(machines, device.compute_capability)});
  }
  if (run.answer.whole_kernels) text += whole_kernels_text(*run.answer.whole_kernels);
  const std::vector<MeasuredAccess> measured = measured_accesses(run, machines);
  if (!measured.empty()) text += device_line(measured.front().measurement.device) + "\n\n" + comparison_table(measured);
  for (const AccessAnswer& each : run.answer.accesses) {
    if (!each.measured) text += fmt::format("{}: {}\n", each.scenario, to_string(each.measured.error()));
  }
  return text;
}

void look_at(const Frame& frame, const MeasureRun& run, MeasuredView& own) {
  if (run.kind == RunKind::scenario) {
    own.past = run.answer.number;
    own.past_access = frame.access;
    return;
  }
  own.sheet = {fmt::format("{}, {}", run.title, time_text(run.when)), sheet_text(run, frame.machines), true};
}

// Where figures come from must be seen at a glance.
void draw_badge(const Frame& frame, std::string_view text) {
  push_font(frame.theme.fonts.words_small);
  const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 max{min.x + size.x + frame.px(12), min.y + size.y + frame.px(2)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, frame.u32(frame.colours().control_hot), frame.px(3));
  list.AddText({min.x + frame.px(6), min.y + frame.px(1)}, frame.u32(frame.colours().text_bright), text.data(),
               text.data() + text.size());
  ImGui::PopFont();
  ImGui::Dummy({max.x - min.x, max.y - min.y});
  if (frame.log.on()) frame.log.item("measure.badge", text);
}

float run_height(const Frame& frame) {
  return 2 * std::ceil(font_pixels(frame.theme.fonts.words_small) * 1.2F) + frame.px(6);
}

// Two lines: when and what, and under it what came of it. True if it was clicked.
bool draw_run(const Frame& frame, std::string_view name, const MeasureRun& run, bool open) {
  const Palette& colours = frame.colours();
  const bool old = run.kind == RunKind::scenario && !is_present(run, frame.analysis);
  const std::string& words = run.verdict;
  const bool agrees = run.agrees;
  ImFont* small = frame.theme.fonts.words_small;
  const float line = std::ceil(font_pixels(small) * 1.2F);
  const ImVec2 size{ImGui::GetContentRegionAvail().x, run_height(frame)};
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool clicked = ImGui::InvisibleButton("run", size);
  ImGui::PopID();
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered() || open) list.AddRectFilled(min, max, frame.u32(colours.control), frame.px(3));
  list.AddRectFilled(min, {min.x + frame.px(2), max.y},
                     frame.u32(old      ? colours.text_faint
                               : agrees ? colours.good
                                        : colours.text_dim));
  const float x = min.x + frame.px(8);
  push_font(small);
  const std::string aside = old ? "old" : "";
  const float aside_width = ImGui::CalcTextSize(aside.c_str()).x;
  const std::string head =
      shortened(fmt::format("{}  {}", time_text(run.when), run.title), max.x - x - aside_width - frame.px(12));
  const std::string tail = shortened(words, max.x - x - frame.px(4));
  list.AddText({x, min.y + frame.px(2)}, frame.u32(old ? colours.text_dim : colours.text), head.c_str());
  list.AddText({max.x - aside_width - frame.px(4), min.y + frame.px(2)}, frame.u32(colours.costly), aside.c_str());
  list.AddText({x, min.y + frame.px(2) + line},
               frame.u32(old      ? colours.text_faint
                         : agrees ? colours.good
                                  : colours.text_dim),
               tail.c_str());
  ImGui::PopFont();
  const std::string all = fmt::format("{}  {}: {}{}", time_text(run.when), run.title, words,
                                      old ? " · old: the scenario is another by now" : "");
  if (frame.log.on()) frame.log.item(name, all);
  if (ImGui::IsItemHovered()) hover_sentence(frame, all);
  return clicked;
}

}  // namespace

std::string time_text(std::chrono::system_clock::time_point when) {
  return fmt::format("{:%H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(when)));
}

void draw_history(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  const auto& runs = desk.runs();
  if (runs.empty()) {
    wrapped(frame, "measure.no_runs", "Nothing was run yet.", frame.theme.fonts.words_small,
            frame.colours().text_faint);
    return;
  }
  const float line = 2 * std::ceil(font_pixels(frame.theme.fonts.words_small) * 1.2F) + frame.px(10);
  const float height = std::min(line * static_cast<float>(runs.size()), line * 5) + frame.px(2);
  if (begin_child("measure.runs", {0, height}, false)) {
    ImGuiListClipper visible;
    visible.Begin(static_cast<int>(runs.size()), run_height(frame) + ImGui::GetStyle().ItemSpacing.y);
    while (visible.Step()) {
      for (int i = visible.DisplayStart; i < visible.DisplayEnd; ++i) {
        const MeasureRun& run = runs[runs.size() - 1 - static_cast<std::size_t>(i)];  // the newest first
        if (draw_run(frame, fmt::format("measure.run.{}", i), run, own.past == run.answer.number))
          look_at(frame, run, own);
      }
    }
  }
  ImGui::EndChild();
}

bool draw_past_run(const Frame& frame, const MeasureDesk& desk, MeasuredView& own, Edits& edits) {
  const MeasureRun* run = own.past ? run_numbered(desk, *own.past) : nullptr;
  if (run == nullptr) {
    own.past.reset();
    return false;
  }
  const bool old = !is_present(*run, frame.analysis);
  wrapped(frame, "measure.past",
          fmt::format("Run of {}: {}{}", time_text(run->when), run->title,
                      old ? " · old, the scenario is another by now" : " · as it is shown now"),
          frame.theme.fonts.words, old ? frame.colours().costly : frame.colours().text);
  if (button(frame, "measure.back", "back to now")) own.past.reset();
  if (old) {
    ImGui::SameLine(0, frame.px(8));
    if (button(frame, "measure.restore", "bring this scenario back")) {
      edits.push(ReplaceScenario{run->asked.scenario});
      own.past.reset();
    }
  }
  const std::vector<AccessAnswer>& accesses = run->answer.accesses;
  if (run->answer.ended)
    wrapped(frame, "measure.failure", to_string(*run->answer.ended), frame.theme.fonts.words, frame.colours().refused);
  if (accesses.empty()) return true;
  std::vector<AccessLine> lines;
  for (const AccessAnswer& each : accesses) {
    AccessLine& line = lines.emplace_back(AccessLine{.name = each.access});
    if (!each.measured) continue;
    const JudgedAccess judged = judge(frame.machines, frame.machine, *each.measured);
    line.measurement = &*each.measured;
    line.prediction = judged.prediction;
    line.comparison = judged.comparison;
  }
  const int open = std::clamp(own.past_access, 0, static_cast<int>(lines.size()) - 1);
  const AccessLine& shown = lines[static_cast<std::size_t>(open)];
  draw_figures(frame, {shown.prediction, shown.measurement, shown.comparison, old ? "old run" : "measured", old});
  if (shown.measurement != nullptr) draw_source(frame, *shown.measurement, old ? "OLD RUN" : "MEASURED");
  if (const int clicked = draw_access_lines(frame, lines, open, old); clicked >= 0) own.past_access = clicked;
  return true;
}

void draw_source(const Frame& frame, const Measurement& measurement, std::string_view badge) {
  ImFont* small = frame.theme.fonts.words_small;
  gap(frame, 2);
  draw_badge(frame, badge);
  ImGui::SameLine(0, frame.px(8));
  push_font(small);
  const std::string date = shortened(date_text(measurement.date), ImGui::GetContentRegionAvail().x);
  ImGui::PopFont();
  shown_text(frame, "measure.date", date, small, frame.colours().text_dim);
  wrapped(frame, "measure.source", shorten(device_line(measurement.device), 160), small, frame.colours().text_dim);
  for (const std::string& note : measurement.notes)
    wrapped(frame, "measure.note", shorten(printable(note), 300), small, frame.colours().text_dim);
  if (!measurement.counters_missing) return;
  wrapped(frame, "measure.no_counters",
          fmt::format("cycles alone, no counters: {}", shorten(printable(measurement.counters_missing->reason), 300)),
          frame.theme.fonts.words, frame.colours().costly);
  if (!measurement.counters_missing->command.empty())
    command_box(frame, "measure.counters_command", "what would allow it",
                printable(measurement.counters_missing->command));
}

void command_box(const Frame& frame, std::string_view name, std::string_view caption, const std::string& command) {
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "", caption, frame.theme.fonts.words_small, frame.colours().text_dim);
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - button_width("Copy")));
  if (button(frame, fmt::format("{}.copy", name), "Copy")) ImGui::SetClipboardText(command.c_str());
  push_font(frame.theme.fonts.mono_small);
  const float columns = (ImGui::GetContentRegionAvail().x - frame.px(16)) / ImGui::CalcTextSize("0").x;
  ImGui::PopFont();
  const int most = std::max(16, 2 * static_cast<int>(columns) - 12);  // lines end early, at spaces
  const std::string cut = shorten(command, most);
  code_box(frame, fmt::format("{}.shown", name), cut);
  if (frame.log.on()) frame.log.item(name, command);
  if (cut != command && ImGui::IsItemHovered()) hover_sentence(frame, command);
}

}  // namespace bankmap
