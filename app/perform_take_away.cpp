#include "app/perform_take_away.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/editor.hpp"
#include "app/ui.hpp"

namespace bankmap {
namespace {

constexpr int frames_without_sheet = 2;  // the one that is being drawn still shows it

std::string wanted_stem(const TakeAwayView& view) { return view.stem.empty() ? "bankmap" : view.stem; }

Notice save(const TakeAwayView& view, TakeAway kind, const std::string& text) {
  const Result<std::string> path = write_away(view.folder, wanted_stem(view), info(kind).suffix, text);
  if (!path) return {to_string(path.error()), true};
  return {fmt::format("Saved as {}.", *path), false};
}

}  // namespace

std::optional<Notice> take_away(const Editor& editor, Ui& ui, const TakeAwayAsk& ask) {
  TakeAwayView& view = ui.take_away;
  if (ask.kind == TakeAway::picture) {
    ui.sheets.close();
    view.frames_to_picture = frames_without_sheet;
    return std::nullopt;
  }
  const TakenFrom from{editor.scenario(), editor.machine(), editor.analysis(), ui.access, ui.top_bar.look.theme};
  const Result<std::string> text =
      take_away_text(ask.kind, from, ask.copy ? std::string() : wanted_stem(view) + info(ask.kind).suffix);
  if (!text) return Notice{to_string(text.error()), true};
  if (!ask.copy) return save(view, ask.kind, *text);
  ImGui::SetClipboardText(text->c_str());
  return Notice{fmt::format("{}: on the clipboard.", info(ask.kind).name), false};
}

void picture_when_clear(Ui& ui) {
  TakeAwayView& view = ui.take_away;
  if (view.frames_to_picture == 0 || --view.frames_to_picture > 0 || !ui.shell.save_picture) return;
  const std::string path = free_path(view.folder, wanted_stem(view), info(TakeAway::picture).suffix).string();
  ui.shell.save_picture(path, [&ui, path](const Result<void>& saved) {
    ui.notice =
        saved ? Notice{fmt::format("The picture is in {}.", path), false} : Notice{to_string(saved.error()), true};
  });
}

}  // namespace bankmap
