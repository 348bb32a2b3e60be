#include "app/views/take_away_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/controls.hpp"
#include "app/views/text_box.hpp"

namespace bankmap {
namespace {

void draw_name(const Frame& frame, TakeAwayView& own) {
  const float room = row_label(frame, "file name");
  ImGui::SetNextItemWidth(std::min(room, frame.px(240)));
  text_box("##stem", own.stem);
  if (frame.log.on()) frame.log.item("take.stem", own.stem);
  ImGui::SameLine(0, frame.px(8));
  ImGui::AlignTextToFramePadding();
  const std::string where = "in " + own.folder.string();
  shown_text(frame, "take.folder", shortened(where, ImGui::GetContentRegionAvail().x), frame.theme.fonts.words_small,
             frame.colours().text_dim, [where] { return where; });
}

void draw_row(const Frame& frame, TakeAwayView& own, const TakeAwayInfo& what, bool can) {
  const std::string name = fmt::format("take.{}", what.suffix + 1);
  const float top = ImGui::GetCursorPosY();
  ImGui::AlignTextToFramePadding();
  shown_text(frame, name, what.name, frame.theme.fonts.words, can ? frame.colours().text : frame.colours().text_faint);
  const float buttons = button_width("Copy") + frame.px(8) + button_width("Save");
  const float about = frame.px(210);
  ImGui::SameLine();
  ImGui::SetCursorPos({about, top});
  ImGui::AlignTextToFramePadding();
  with_font(frame.theme.fonts.words_small, [&] {
    const std::string text = shortened(what.about, content_right() - buttons - about - frame.px(16));
    shown_text(frame, name + ".about", text, frame.theme.fonts.words_small, frame.colours().text_dim,
               [&what] { return std::string(what.about); });
  });
  ImGui::SameLine();
  ImGui::SetCursorPos({content_right() - buttons, top});
  const bool text = what.id != TakeAway::picture;
  if (button(frame, name + ".copy", "Copy", ButtonLook::ordinary, can && text)) own.ask = {what.id, true};
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, name + ".save", "Save", ButtonLook::ordinary, can)) own.ask = {what.id, false};
}

}  // namespace

void TakeAwayView::begin(const std::string& document_path, std::string_view title) {
  *this = {};
  folder = take_away_folder(document_path);
  stem = take_away_stem(document_path, title);
}

void draw_take_away_sheet(const Frame& frame, SheetState& sheets, TakeAwayView& own, bool can_picture) {
  Sheet sheet(frame, sheets, SheetKind::take_away, "Take away", {720, 712});
  if (!sheet) return;
  draw_name(frame, own);
  const float below = frame.px(44);
  begin_child("kinds", {0, std::max(frame.px(80), ImGui::GetContentRegionAvail().y - below)}, false);
  for (int i = 0; i < take_away_count; ++i) {
    const auto kind = static_cast<TakeAway>(i);
    if (kind == TakeAway::share) section(frame, "TEXT");
    if (kind == TakeAway::cuda) section(frame, "CODE AND FILES");
    if (kind == TakeAway::svg_report) section(frame, "PICTURES");
    draw_row(frame, own, info(kind), kind != TakeAway::picture || can_picture);
  }
  ImGui::EndChild();
  if (own.said.empty()) {
    wrapped(frame, "take.said", "A file never replaces another one: it gets the next free name.",
            frame.theme.fonts.words_small, frame.colours().text_dim);
  } else {
    wrapped(frame, "take.said", own.said, frame.theme.fonts.words,
            own.bad ? frame.colours().refused : frame.colours().good);
  }
}

}  // namespace bankmap
