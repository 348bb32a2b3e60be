#include "app/views/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/advice_parts.hpp"
#include "app/views/controls.hpp"
#include "app/views/problems.hpp"

namespace bankmap {
namespace {

constexpr std::size_t fixes_at_first = 5;
constexpr std::size_t fixes_measured = 3;

bool within(ImVec2 point, ImVec2 min, ImVec2 max) {
  return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y;
}

std::string aside_of(const Frame& frame, const AdviceShown& shown) {
  if (shown.answer == nullptr || shown.frames_behind > 0) return "searching";
  return frame.scenario.accesses.size() < 2 ? std::string("one access, all steps")
                                            : fmt::format("for all {} accesses", frame.scenario.accesses.size());
}

void draw_progress(const Frame& frame, const AdviceDesk& desk, AdviceView& own) {
  const AdviceStatus& status = desk.status();
  const float cancel = button_width("Cancel") + frame.px(8);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(frame.px(40), ImGui::GetContentRegionAvail().x - cancel), ImGui::GetFrameHeight()};
  ImGui::Dummy(size);
  const std::string text = status.cancelling ? std::string("ending") : fmt::format("{:.0f} %", 100 * status.share);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, {min.x + size.x, min.y + size.y}, frame.u32(frame.colours().control), frame.px(3));
  list.AddRectFilled({min.x, min.y + size.y - frame.px(3)},
                     {min.x + size.x * static_cast<float>(std::clamp(status.share, 0.0, 1.0)), min.y + size.y},
                     frame.u32(frame.colours().accent), frame.px(1));
  list.AddText({min.x + frame.px(8), min.y + ImGui::GetStyle().FramePadding.y}, frame.u32(frame.colours().text_dim),
               text.c_str());
  if (frame.log.on()) frame.log.item("advice.progress", text);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "advice.cancel", "Cancel", ButtonLook::ordinary, !status.cancelling)) own.cancel = true;
}

// The answer in one sentence, where the list does not say it: free, none, refused, cancelled.
void draw_outcome(const Frame& frame, const Advice& advice, AdviceView& own) {
  const Palette& colours = frame.colours();
  if (advice.outcome == AdviceOutcome::fixes_found) return;
  const bool free = advice.outcome == AdviceOutcome::already_free;
  const bool refused = advice.outcome == AdviceOutcome::refused;
  const std::string text = free      ? "✓ " + advice.sentence
                           : refused ? "There is nothing to search: " + advice.sentence
                                     : advice.sentence;
  wrapped(frame, "advice.sentence", text, frame.theme.fonts.words, free ? colours.good : colours.text);
  if (advice.outcome != AdviceOutcome::cancelled) return;
  if (button(frame, "advice.again", "Search again")) own.search_again = true;
}

// What the person said of the kernel cannot be: "kernel.registers: 300 is out of range".
void draw_refusal(const Frame& frame, Problem problem) {
  if (!problem.place.empty()) problem.what = fmt::format("{}: {}", problem.place, problem.what);
  draw_problem(frame, "advice", &problem);
}

// A click of the person's: the fix, at the step and the warp that are shown.
void apply_fix(AdviceView& own, Edits& edits, const AdviceDesk::FixView& view) {
  edits.push(ReplaceScenario{view.scenario});
  own.resting = ImGui::GetIO().MousePos;
}

void note_row(AdviceView& own, std::size_t fix, ImVec2 min, ImVec2 max) {
  const ImVec2 panel = ImGui::GetWindowPos();
  const float end = panel.y + ImGui::GetWindowHeight();
  own.rows.push_back({fix, {min.x, std::max(min.y, panel.y)}, {max.x, std::min(max.y, end)}});
}

void draw_one(const Frame& frame, AdviceDesk& desk, const MeasureDesk& measures, AdviceView& own, Edits& edits,
              FixCard card) {
  const bool wanted = card.current && (card.open || card.index < fixes_measured || own.previewed == card.index);
  if (wanted) card.view = &desk.fix(card.index, frame.scenario, frame.machine);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const CardPressed pressed = draw_fix_card(frame, measures, own, card);
  if (!card.current) return;
  note_row(own, card.index, min, {min.x + width, ImGui::GetItemRectMax().y});
  bool apply = pressed == CardPressed::apply;
  if (pressed == CardPressed::compare) {
    own.open = card.open ? std::string() : card.fix.title;
    own.resting = ImGui::GetIO().MousePos;
  }
  if (card.open && card.view != nullptr) apply |= draw_comparison(frame, measures, own, card);
  if (apply) apply_fix(own, edits, desk.fix(card.index, frame.scenario, frame.machine));
}

void draw_list(const Frame& frame, AdviceDesk& desk, const MeasureDesk& measures, AdviceView& own, Edits& edits,
               const Advice& advice, bool current) {
  const std::size_t count = own.all ? advice.fixes.size() : std::min(advice.fixes.size(), fixes_at_first);
  for (std::size_t i = 0; i < count; ++i) {
    const Fix& fix = advice.fixes[i];
    draw_one(frame, desk, measures, own, edits,
             {.fix = fix, .index = i, .current = current, .open = own.open == fix.title, .with_why = i == 0});
  }
  if (!advice.fixes.empty() && advice.fixes.front().excess_after > 0 && !advice.floor_reason.empty()) {
    wrapped(frame, "advice.left", "What is left: " + advice.floor_reason + ".", frame.theme.fonts.words_small,
            frame.colours().text_dim);
  }
  if (advice.cut_short) {
    wrapped(frame, "advice.cut_short", "The search was cut short, for there is too much to look at: not all was tried.",
            frame.theme.fonts.words_small, frame.colours().text_dim);
  }
  if (advice.fixes.size() <= fixes_at_first) return;
  const std::string label =
      own.all ? std::string("fewer") : fmt::format("{} more", advice.fixes.size() - fixes_at_first);
  if (button(frame, "advice.more", label.c_str(), ButtonLook::quiet)) own.all = !own.all;
}

void draw_measure_button(const Frame& frame, AdviceDesk& desk, const MeasureDesk& measures, AdviceView& own,
                         const Advice& advice) {
  if (!measures.can_run() || advice.fixes.empty()) return;
  const std::size_t count = std::min(advice.fixes.size(), fixes_measured);
  const bool busy = measures.status().busy();
  const std::string label = busy ? std::string("measuring") : fmt::format("measure top {}", count);
  if (button(frame, "advice.measure", label.c_str(), ButtonLook::ordinary, !busy)) {
    own.measure.emplace();
    for (std::size_t i = 0; i < count; ++i)
      own.measure->fixes.push_back({advice.fixes[i].title, desk.fix(i, frame.scenario, frame.machine).scenario});
  }
  if (!busy && ImGui::IsItemHovered())
    hover_sentence(frame, "Runs every access of these fixes on the GPU, and puts what it did beside what is promised.");
  ImGui::SameLine(0, frame.px(4));
}

void fold_button(const Frame& frame, std::string_view name, const char* label, AdviceFold fold, AdviceView& own) {
  const bool open = own.fold == fold;
  if (button(frame, name, label, open ? ButtonLook::chosen : ButtonLook::ordinary))
    own.fold = open ? AdviceFold::none : fold;
}

void draw_folds(const Frame& frame, AdviceDesk& desk, const MeasureDesk& measures, AdviceView& own,
                const Advice* advice) {
  gap(frame, 2);
  if (advice != nullptr) draw_measure_button(frame, desk, measures, own, *advice);
  fold_button(frame, "advice.kernel", "kernel", AdviceFold::kernel, own);
  if (ImGui::IsItemHovered())
    hover_sentence(frame,
                   "What the kernel takes and does besides: registers, shared memory, how often each access runs.");
  ImGui::SameLine(0, frame.px(4));
  fold_button(frame, "advice.search", "search", AdviceFold::search, own);
  if (ImGui::IsItemHovered()) hover_sentence(frame, "What was searched, and what is proven.");
  if (own.fold == AdviceFold::kernel) draw_kernel_fold(frame, own);
  if (own.fold == AdviceFold::search && advice != nullptr) draw_search_fold(frame, *advice);
}

}  // namespace

std::optional<std::size_t> fix_under_pointer(const AdviceDesk& desk, AdviceView& own, const Scenario& shown) {
  const ImGuiIO& io = ImGui::GetIO();
  if (own.resting && (own.resting->x != io.MousePos.x || own.resting->y != io.MousePos.y)) own.resting.reset();
  const bool elsewhere =
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) || io.WantTextInput || own.resting.has_value();
  if (elsewhere || own.rows_answer == 0 || own.rows_answer != desk.answer_number()) return std::nullopt;
  const AdviceShown answer = desk.of(shown);
  if (answer.answer == nullptr || answer.frames_behind > 0 || !*answer.answer) return std::nullopt;
  for (const AdviceRow& row : own.rows) {
    const bool dragged_here = io.MouseDown[0] && !within(io.MouseClickedPos[0], row.min, row.max);
    if (within(io.MousePos, row.min, row.max) && !dragged_here && row.fix < (*answer.answer)->fixes.size())
      return row.fix;
  }
  return std::nullopt;
}

void draw_advice(const Frame& frame, AdviceDesk& desk, const MeasureDesk& measures, AdviceView& own, Edits& edits) {
  const AdviceShown shown = desk.of(frame.scenario);
  const bool current = shown.answer != nullptr && shown.frames_behind == 0;
  own.rows_answer = current ? desk.answer_number() : 0;
  if (!current && !desk.status().busy() && shown.answer == nullptr) return;  // nobody searches
  section(frame, "CHEAPEST FIXES", aside_of(frame, shown));
  const float top = ImGui::GetCursorPosY();
  const Advice* advice = shown.answer != nullptr && *shown.answer ? &**shown.answer : nullptr;
  if (shown.answer == nullptr) draw_progress(frame, desk, own);
  if (shown.answer != nullptr && advice == nullptr) draw_refusal(frame, shown.answer->error());
  if (advice != nullptr) {
    draw_outcome(frame, *advice, own);
    draw_list(frame, desk, measures, own, edits, *advice, current);
  }
  const float height = ImGui::GetCursorPosY() - top;
  if (current) own.height = height;
  if (shown.answer == nullptr && height < own.height) ImGui::Dummy({0, own.height - height});
  draw_folds(frame, desk, measures, own, current ? advice : nullptr);
}

void draw_preview_mark(const Frame& frame, ImVec2 min, ImVec2 max) {
  if (frame.preview.empty()) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();  // over the panels, which are windows of their own
  const float thick = std::max(1.0F, frame.px(2));
  add_rect(list, min, max, frame.u32(frame.colours().accent), 0, thick);
  push_font(frame.theme.fonts.words_small);
  const std::string whole = fmt::format("PREVIEW  {}  ·  a click applies it", frame.preview);
  const std::string text = shortened(whole, max.x - min.x - frame.px(48));
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 pad{frame.px(10), frame.px(3)};
  const ImVec2 from{max.x - size.x - 2 * pad.x, max.y - size.y - 2 * pad.y};
  list.AddRectFilled(from, max, frame.u32(frame.colours().accent), frame.px(3));
  list.AddText({from.x + pad.x, from.y + pad.y}, frame.u32(frame.colours().accent_text), text.c_str());
  if (frame.log.on()) frame.log.area("preview", from, max, text);
  ImGui::PopFont();
}

}  // namespace bankmap
