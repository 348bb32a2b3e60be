#include "app/views/measured.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/views/controls.hpp"
#include "app/views/measured_parts.hpp"
#include "app/views/problems.hpp"
#include "core/ncu_command.hpp"
#include "core/refusals.hpp"
#include "core/text_layout.hpp"
#include "gpu/kernel_source.hpp"

namespace bankmap {
namespace {

std::string device_text(const MeasureDesk& desk) {
  if (const GpuDevice* device = desk.chosen()) return device->name;
  if (!desk.started()) return {};
  return desk.looking() ? "looking for a GPU" : "no GPU";
}

void draw_device_picker(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  if (desk.chosen() == nullptr) return;
  const std::vector<GpuDevice>& devices = **desk.devices();
  int current = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (&devices[i] == desk.chosen()) current = static_cast<int>(i);
  }
  const auto label = [&devices](int i) {
    const GpuDevice& device = devices[static_cast<std::size_t>(i)];
    return fmt::format("{}  {} · {}", device.index, printable(device.name), device.compute_capability);
  };
  const int chosen = combo_row(frame, "measure.device", "device", static_cast<int>(devices.size()), current, label);
  if (chosen >= 0) own.ask = ChooseDevice{devices[static_cast<std::size_t>(chosen)].index};
}

void draw_silence(const Frame& frame) {
  wrapped(frame, "measure.silent",
          "The GPU does not answer. The window goes on without it; look at the GPU with nvidia-smi, and start this "
          "program again to measure.",
          frame.theme.fonts.words, frame.colours().refused);
}

// What is being done, how far it is, and how to end it.
void draw_progress(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  const WorkerStatus& status = desk.status();
  if (!status.busy()) return;
  if (status.silent) return draw_silence(frame);
  const bool looking = desk.looking();
  const std::string text = looking             ? std::string("looking for a GPU")
                           : status.cancelling ? std::string("ending")
                                               : fmt::format("{:.0f} %  {}", 100 * status.share, status.doing);
  const float cancel = looking ? 0 : button_width("Cancel") + frame.px(8);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(frame.px(40), ImGui::GetContentRegionAvail().x - cancel), ImGui::GetFrameHeight()};
  ImGui::Dummy(size);
  const ImVec2 max{min.x + size.x, min.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, frame.u32(frame.colours().control), frame.px(3));
  list.AddRectFilled({min.x, max.y - frame.px(3)},
                     {min.x + size.x * static_cast<float>(std::clamp(status.share, 0.0, 1.0)), max.y},
                     frame.u32(frame.colours().accent), frame.px(1));
  const std::string fitting = shortened(text, size.x - frame.px(16));
  list.AddText({min.x + frame.px(8), min.y + ImGui::GetStyle().FramePadding.y}, frame.u32(frame.colours().text),
               fitting.c_str());
  if (frame.log.on()) frame.log.item("measure.progress", text);
  if (looking) return;
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "measure.cancel", "Cancel", ButtonLook::ordinary, !status.cancelling)) own.ask = CancelRun{};
}

// Why nothing can be run, in words; nothing is drawn where it can, or for a picture.
void draw_why_not(const Frame& frame, const MeasureDesk& desk) {
  if (!desk.devices() || *desk.devices()) return;
  const Problem& problem = desk.devices()->error();
  wrapped(frame, "measure.reason", problem.what, frame.theme.fonts.words_small, frame.colours().text_dim);
  if (!problem.hint.empty())
    wrapped(frame, "measure.reason.hint", problem.hint, frame.theme.fonts.words_small, frame.colours().text_faint);
}

void start(MeasuredView& own) {
  own.ask = StartRun{};
  own.past.reset();
}

void draw_run_row(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  const bool can_run = desk.can_run();
  const bool pressed =
      button(frame, "measure.run", "Run on GPU", can_run ? ButtonLook::chosen : ButtonLook::ordinary, can_run);
  if (can_run && ImGui::IsItemHovered())
    hover_sentence(frame, "Runs every access of this scenario as it is shown now, and counts its wavefronts. Key: F5");
  if (pressed) start(own);
  ImGui::SameLine(0, frame.px(12));
  ImGui::BeginDisabled(!can_run);
  ImGui::Checkbox("run on change", &own.run_on_change);
  ImGui::EndDisabled();
  if (frame.log.on()) frame.log.item("measure.on_change", own.run_on_change ? "on" : "off");
}

std::string_view badge_of(FigureOrigin origin) {
  switch (origin) {
    case FigureOrigin::measured:
      return "MEASURED";
    case FigureOrigin::recorded:
      return "RECORDED";
    case FigureOrigin::opened:
      return "RECORDED, FROM FILE";
    case FigureOrigin::none:
      break;
  }
  return "";
}

std::optional<Prediction> prediction_of(const AccessAnalysis& access, const MachineProfile& machine) {
  if (!access.shown || machine.rule(access.instruction) == nullptr) return std::nullopt;
  const WarpCost& cost = access.shown->served.cost;
  return Prediction{cost.wavefronts, cost.bank_conflicts, access.shown->saturated, access.shown->latency};
}

AccessLine line_of(const Frame& frame, const MeasureDesk& desk, const AccessAnalysis& access) {
  if (first_error(access) != nullptr) return {.name = access.name, .prediction = {}};
  AccessLine line{.name = access.name, .prediction = prediction_of(access, frame.machine)};
  const AccessFigures figures = desk.of_access(access, frame.machine);
  if (figures.measurement == nullptr) return line;
  const DeviceStamp& device = figures.measurement->device;
  const GpuDevice* chosen = desk.chosen();
  line.other_gpu = device.compute_capability != frame.machine.compute_capability ||
                   (chosen != nullptr && device.name != chosen->name);
  if (figures.origin != FigureOrigin::measured) {
    line.origin = line.other_gpu ? "other GPU" : figures.origin == FigureOrigin::opened ? "file" : "rec.";
    line.source = fmt::format("{}: {}, {}", badge_of(figures.origin), shorten(device_line(device), 160),
                              shorten(printable(figures.measurement->date), 40));
  }
  const JudgedAccess judged = judge(frame.machines, frame.machine, *figures.measurement);
  line.measurement = figures.measurement;
  line.prediction = judged.prediction;
  line.comparison = judged.comparison;
  return line;
}

// Where there is no figure: what there is instead.
void draw_no_figures(const Frame& frame, const MeasureDesk& desk, const AccessFigures& figures) {
  const auto say = [&frame](std::string_view name, const std::string& text) {
    wrapped(frame, name, text, frame.theme.fonts.words_small, frame.colours().text_dim);
  };
  if (desk.status().busy() || figures.problem != nullptr) return;
  if (!desk.runs().empty() && desk.runs().back().kind == RunKind::scenario) {
    const MeasureRun& run = desk.runs().back();
    const bool other_device = desk.chosen() != nullptr && run.device != desk.chosen()->index;
    say("measure.none",
        other_device ? fmt::format("Not measured on this GPU. The run of {} was on another device, {}.",
                                   time_text(run.when), run.device)
                     : fmt::format("Not measured as it is shown now. The run of {} is old: it was another scenario.",
                                   time_text(run.when)));
  } else {
    say("measure.none", desk.can_run() ? "Not measured yet, and none is recorded."
                                       : fmt::format("None is recorded for this access on {}.", frame.machine.key));
  }
}

// A profile other than the scenario's machine is said; so is that there is none.
void draw_profile_note(const Frame& frame, const JudgedAccess& judged, const Measurement& measurement) {
  std::string text;
  if (judged.other_profile) {
    text = fmt::format("There is no profile for compute capability {}: predicted with {}.",
                       shorten(printable(measurement.device.compute_capability), 20), judged.profile->key);
  } else if (judged.profile->key != frame.machine.key) {
    text = fmt::format("Predicted for {}, the GPU that measured; the scenario says {}.", judged.profile->key,
                       frame.machine.key);
  }
  if (!text.empty()) wrapped(frame, "measure.profile", text, frame.theme.fonts.words_small, frame.colours().costly);
}

// Why the last run ended early, or why this access has no figures of its own.
void draw_failure(const Frame& frame, const MeasureDesk& desk, const AccessFigures& figures) {
  const bool ended = !desk.runs().empty() && desk.runs().back().answer.ended;
  const Problem* problem = ended ? &*desk.runs().back().answer.ended : figures.problem;
  if (problem == nullptr) return;
  const bool cancelled = problem->what == "cancelled";
  wrapped(frame, "measure.failure", cancelled ? "the last run was cancelled" : to_string(*problem),
          frame.theme.fonts.words, cancelled ? frame.colours().text_dim : frame.colours().refused);
}

// The step that is shown could be judged, but not the access: "as predicted" would be read as a word about all of it.
void draw_refused(const Frame& frame, const Problem& error) {
  const AccessAnalysis& access = frame.shown();
  draw_figures(frame, {.prediction = prediction_of(access, frame.machine),
                       .measurement = nullptr,
                       .comparison = {},
                       .explains_shown = access.shown.has_value()});
  wrapped(frame, "measure.refused", fmt::format("Not compared: this access is refused. {}", error.what),
          frame.theme.fonts.words_small, frame.colours().refused);
}

void draw_present(const Frame& frame, const MeasureDesk& desk) {
  const AccessAnalysis& access = frame.shown();
  const Problem* error = first_error(access);
  const AccessFigures figures = error == nullptr ? desk.of_access(access, frame.machine) : AccessFigures{};
  draw_failure(frame, desk, figures);
  if (error != nullptr) return draw_refused(frame, *error);
  if (figures.measurement == nullptr) {
    draw_figures(frame, {.prediction = prediction_of(access, frame.machine),
                         .measurement = nullptr,
                         .comparison = {},
                         .explains_shown = access.shown.has_value()});
    draw_no_figures(frame, desk, figures);
    return;
  }
  const JudgedAccess judged = judge(frame.machines, frame.machine, *figures.measurement);
  draw_figures(frame, {.prediction = judged.prediction,
                       .measurement = figures.measurement,
                       .comparison = judged.comparison,
                       .heading = figures.origin == FigureOrigin::measured ? "measured" : "recorded",
                       .explains_shown = judged.profile->key == frame.machine.key});
  draw_profile_note(frame, judged, *figures.measurement);
  draw_source(frame, *figures.measurement, badge_of(figures.origin));
}

void draw_present_lines(const Frame& frame, const MeasureDesk& desk) {
  if (frame.analysis.accesses.size() < 2) return;
  std::vector<AccessLine> lines;
  for (const AccessAnalysis& access : frame.analysis.accesses) lines.push_back(line_of(frame, desk, access));
  if (const int clicked = draw_access_lines(frame, lines, frame.access, false); clicked >= 0)
    frame.next_access = clicked;
}

void draw_file_opening(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  shown_text(frame, "", "open a recorded file", frame.theme.fonts.words_small, frame.colours().text_dim);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button_width("Open") - frame.px(8));
  push_font(frame.theme.fonts.mono_small);
  const bool entered =
      ImGui::InputTextWithHint("##path", "measured.json", &own.path, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopFont();
  if (frame.log.on()) frame.log.item("measure.path", own.path);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "measure.open", "Open") || entered) own.ask = OpenRecorded{own.path};
  if (desk.reading_file())
    shown_text(frame, "measure.reading", "reading the file", frame.theme.fonts.words_small, frame.colours().text_dim);
  if (desk.file_problem()) draw_problem(frame, "measure.file", &*desk.file_problem());
  if (desk.file_problem() && !desk.file_problem()->place.empty())
    wrapped(frame, "measure.file.place", desk.file_problem()->place, frame.theme.fonts.mono_small,
            frame.colours().text_dim);
  if (desk.opened_count() > 0)
    wrapped(frame, "measure.opened", fmt::format("{} measurements of {}", desk.opened_count(), desk.opened_file()),
            frame.theme.fonts.words_small, frame.colours().text_dim);
}

void draw_command(const Frame& frame) {
  const std::string command = measure_command(frame.scenario, frame.shown(), frame.presets);
  if (!command.empty()) command_box(frame, "measure.command", "on a machine with a GPU", command);
}

// Of all accesses: the exported program has them all in one kernel.
void draw_ncu(const Frame& frame) {
  std::vector<Instruction> instructions;
  for (const Access& access : frame.scenario.accesses) instructions.push_back(access.instruction);
  const std::string command = ncu_command(instructions, "access");
  if (!command.empty()) command_box(frame, "measure.ncu", "or the exported .cu, by ncu", command);
}

void draw_elsewhere(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  draw_command(frame);
  draw_ncu(frame);
  draw_file_opening(frame, desk, own);
}

void draw_long_work(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  struct Choice {
    const char* name;
    const char* label;
    RunKind kind;
    const char* what;
  };
  static constexpr Choice choices[] = {
      {"measure.all_presets", "presets", RunKind::presets, "Every access of every preset, beside its prediction."},
      {"measure.probe", "phases", RunKind::probe,
       "Finds the phases of every instruction by timing pairs of lanes, and compares them with the profile."},
      {"measure.whole_kernels", "whole kernels", RunKind::whole_kernels,
       "Transposes and others, with and without conflicts. Takes seconds and about 600 MB of the GPU."}};
  for (const Choice& each : choices) {
    if (&each != choices) ImGui::SameLine(0, frame.px(4));
    if (button(frame, each.name, each.label, ButtonLook::ordinary, desk.can_run())) own.ask = StartRun{each.kind};
    if (ImGui::IsItemHovered()) hover_sentence(frame, each.what);
  }
}

void fold_button(const Frame& frame, std::string_view name, const std::string& label, MeasuredFold fold,
                 MeasuredView& own) {
  const bool open = own.fold == fold;
  if (button(frame, name, label.c_str(), open ? ButtonLook::chosen : ButtonLook::ordinary))
    own.fold = open ? MeasuredFold::none : fold;
}

void draw_folds(const Frame& frame, const MeasureDesk& desk, MeasuredView& own) {
  gap(frame, 4);
  fold_button(frame, "measure.history", "history", MeasuredFold::history, own);
  ImGui::SameLine(0, frame.px(4));
  if (button(frame, "measure.kernel", "kernel")) {
    const Instruction instruction = frame.shown().instruction;
    own.sheet = {fmt::format("What is launched for {}", info(instruction).name), kernel_source(instruction), true};
  }
  if (ImGui::IsItemHovered()) hover_sentence(frame, "The source of the kernels that measure this instruction.");
  ImGui::SameLine(0, frame.px(4));
  fold_button(frame, "measure.long_work", "more", MeasuredFold::long_work, own);
  ImGui::SameLine(0, frame.px(4));
  fold_button(frame, "measure.elsewhere", "elsewhere", MeasuredFold::elsewhere, own);
  if (own.fold == MeasuredFold::history) draw_history(frame, desk, own);
  if (own.fold == MeasuredFold::long_work) draw_long_work(frame, desk, own);
  if (own.fold == MeasuredFold::elsewhere) draw_elsewhere(frame, desk, own);
}

}  // namespace

void draw_measured(const Frame& frame, const MeasureDesk& desk, MeasuredView& own, Edits& edits) {
  section(frame, "RUN ON GPU", printable(device_text(desk)));
  draw_device_picker(frame, desk, own);
  draw_run_row(frame, desk, own);
  draw_progress(frame, desk, own);
  draw_why_not(frame, desk);
  if (desk.problem()) draw_problem(frame, "measure.recorded", &*desk.problem());
  if (desk.problem() && !desk.problem()->place.empty())
    wrapped(frame, "measure.recorded.place", desk.problem()->place, frame.theme.fonts.mono_small,
            frame.colours().text_dim);
  if (!draw_past_run(frame, desk, own, edits)) {
    draw_present(frame, desk);
    draw_present_lines(frame, desk);
  }
  draw_folds(frame, desk, own);
  const bool no_gpu = desk.devices() && !*desk.devices();
  if (no_gpu && own.fold != MeasuredFold::elsewhere) draw_command(frame);
}

void draw_measured_sheet(const Frame& frame, MeasuredSheet& sheet) {
  constexpr const char* id = "measure.sheet";
  if (sheet.open_now) ImGui::OpenPopup(id);
  sheet.open_now = false;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.1F, display.y * 0.08F});
  ImGui::SetNextWindowSize({display.x * 0.8F, display.y * 0.84F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.px(16), frame.px(12)});
  const bool open = ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  ImGui::PopStyleVar();
  if (!open) return;
  shown_text(frame, "sheet.title", sheet.title, frame.theme.fonts.words_bold, frame.colours().text_bright);
  ImGui::SameLine();
  ImGui::SetCursorPosX(
      std::max(ImGui::GetCursorPosX(), content_right() - button_width("Copy") - button_width("Close") - frame.px(8)));
  if (button(frame, "sheet.copy", "Copy")) ImGui::SetClipboardText(sheet.text.c_str());
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "sheet.close", "Close") || key_pressed(Key::escape)) ImGui::CloseCurrentPopup();
  gap(frame, 4);
  if (begin_child("text", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar))
    shown_text(frame, "sheet.text", sheet.text, frame.theme.fonts.mono_small, frame.colours().text);
  ImGui::EndChild();
  ImGui::EndPopup();
}

}  // namespace bankmap
