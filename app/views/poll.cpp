#include "app/views/poll.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/views/controls.hpp"
#include "core/trimmed.hpp"
#include "core/whole_number.hpp"

namespace bankmap {
namespace {

void count(Votes& votes, std::int64_t answer, int more) {
  int& of_answer = votes[answer];
  of_answer = std::clamp(of_answer + std::clamp(more, -most_votes, most_votes), 0, most_votes);
  if (of_answer == 0) votes.erase(answer);
}

// Keys 1 to 8 are the choices.
void take_digits(const LessonQuestion& question, Votes& votes) {
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const auto key = static_cast<Key>(static_cast<int>(Key::digit1) + static_cast<int>(i));
    if (key_pressed(key)) count(votes, static_cast<std::int64_t>(i) + 1, key_down(Key::shift) ? -1 : 1);
  }
}

struct Bar {
  std::int64_t answer = 0;
  std::string label;
  int votes = 0;
  bool right = false;
};

std::vector<Bar> bars_of(const LessonDesk& desk, const Votes& votes) {
  const LessonQuestion& question = *desk.current().question;
  const std::string right = desk.covered() ? "" : desk.answer();
  std::vector<Bar> bars;
  const auto votes_for = [&votes](std::int64_t answer) {
    const auto found = votes.find(answer);
    return found == votes.end() ? 0 : found->second;
  };
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const auto answer = static_cast<std::int64_t>(i) + 1;
    const std::string text = desk.filled(question.choices[i].text);
    bars.push_back({answer, fmt::format("{}   {}", answer, text), votes_for(answer), text == right});
  }
  if (!question.choices.empty()) return bars;
  Votes all = votes;
  if (const auto known = whole_number<std::int64_t>(trimmed(right)))
    all.try_emplace(*known, 0);  // nobody may have said it
  for (const auto& [answer, given] : all)
    bars.push_back({answer, fmt::format("{}", answer), given, fmt::format("{}", answer) == right});
  return bars;
}

void draw_bar(const Frame& frame, const Bar& bar, int most, Votes& votes) {
  const std::string name = fmt::format("poll.{}", bar.answer);
  const Palette& colours = frame.colours();
  wrapped(frame, name + ".label", bar.label, frame.theme.fonts.words, bar.right ? colours.text_bright : colours.text);
  const float height = ImGui::GetFrameHeight();
  const float room = ImGui::GetContentRegionAvail().x - frame.px(110);
  const float length = most == 0 ? 0 : std::max(0.0F, room) * static_cast<float>(bar.votes) / static_cast<float>(most);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + room, at.y + height}, frame.u32(colours.cell), frame.px(3));
  if (length > 0)
    list.AddRectFilled(at, {at.x + length, at.y + height}, frame.u32(bar.right ? colours.good : colours.accent),
                       frame.px(3));
  if (bar.right)
    add_rect(list, at, {at.x + room, at.y + height}, frame.u32(colours.good), frame.px(3), std::max(2.0F, frame.px(2)));
  ImGui::Dummy({room, height});
  ImGui::SameLine(0, frame.px(8));
  ImGui::AlignTextToFramePadding();
  shown_text(frame, name + ".votes", fmt::format("{}", bar.votes), frame.theme.fonts.mono_bold, colours.text_bright);
  ImGui::SameLine();
  ImGui::SetCursorPosX(content_right() - 2 * button_width("+") - frame.px(4));
  if (button(frame, name + ".less", "−", ButtonLook::quiet, bar.votes > 0)) count(votes, bar.answer, -1);
  ImGui::SameLine(0, frame.px(4));
  if (button(frame, name + ".more", "+", ButtonLook::quiet)) count(votes, bar.answer, 1);
}

void draw_typing(const Frame& frame, PollView& own, Votes& votes) {
  ImGui::SetNextItemWidth(frame.px(160));
  if (!ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextWithHint("##vote", "32, or 32*5", &own.typed,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CharsDecimal)) {
    own.not_understood = !add_votes(votes, own.typed);
    if (!own.not_understood) own.typed.clear();
  }
  if (frame.log.on()) frame.log.item("poll.typed", own.typed);
  ImGui::SameLine(0, frame.px(8));
  ImGui::AlignTextToFramePadding();
  const std::string hint = own.not_understood ? "a number, or a number * how many" : "Enter counts it";
  shown_text(frame, "poll.hint", hint, frame.theme.fonts.words_small,
             own.not_understood ? frame.colours().refused : frame.colours().text_dim);
}

}  // namespace

bool add_votes(Votes& votes, std::string_view typed) {
  const std::size_t times = typed.find('*');
  const auto answer = whole_number<std::int64_t>(trimmed(typed.substr(0, times)));
  const auto more =
      times == std::string_view::npos ? std::optional(1) : whole_number<int>(trimmed(typed.substr(times + 1)));
  if (!answer || !more) return false;
  count(votes, *answer, *more);
  return true;
}

void draw_poll(const Frame& frame, const LessonDesk& desk, PollView& own) {
  const LessonQuestion& question = *desk.current().question;
  Votes& votes = own.of_step[desk.step()];
  if (question.choices.empty()) {
    draw_typing(frame, own, votes);
  } else {
    take_digits(question, votes);
  }
  gap(frame, 8);
  const std::vector<Bar> bars = bars_of(desk, votes);
  int most = 0, all = 0;
  for (const Bar& bar : bars) {
    most = std::max(most, bar.votes);
    all += bar.votes;
  }
  for (const Bar& bar : bars) draw_bar(frame, bar, most, votes);
  gap(frame, 8);
  const std::string said = all == 0 && !question.choices.empty()
                               ? fmt::format("A key 1 to {} counts a hand; with Shift it takes one back.", bars.size())
                               : fmt::format("{} {}", all, all == 1 ? "answer" : "answers");
  wrapped(frame, "poll.all", said, frame.theme.fonts.words_small, frame.colours().text_dim);
}

}  // namespace bankmap
