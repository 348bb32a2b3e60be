#include "app/views/file_sheet.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <system_error>

#include "app/views/controls.hpp"
#include "app/views/problems.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

// A folder is entered, a file is named; a double click does it.
void draw_entry(const Frame& frame, FileSheetView& own, int index, const FolderEntry& entry, bool& done) {
  const std::string label = entry.folder ? entry.name + "/" : entry.name;
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(entry.folder ? frame.colours().text : frame.colours().text_bright));
  const bool pressed = list_entry(index, label, !entry.folder && own.name == entry.name,
                                  ImGuiSelectableFlags_DontClosePopups | ImGuiSelectableFlags_AllowDoubleClick);
  ImGui::PopStyleColor();
  if (frame.log.on()) frame.log.item(fmt::format("files.entry.{}", entry.name), label);
  if (!pressed) return;
  if (entry.folder) return own.go_to(own.folder / entry.name);
  own.name = entry.name;
  own.asks_to_replace = false;
  done |= ImGui::IsMouseDoubleClicked(0);
}

// A copy of the list, for going elsewhere changes it.
void draw_entries(const Frame& frame, FileSheetView& own, bool& done) {
  const float problem = own.problem ? ImGui::GetTextLineHeightWithSpacing() * 5 : 0;
  const float below = ImGui::GetFrameHeightWithSpacing() * 2 + frame.px(40) + problem;
  begin_child("entries", {0, std::max(frame.px(60), ImGui::GetContentRegionAvail().y - below)}, true);
  const std::vector<FolderEntry> entries = own.entries;
  for (std::size_t i = 0; i < entries.size(); ++i) draw_entry(frame, own, static_cast<int>(i), entries[i], done);
  if (entries.empty())
    wrapped(frame, "files.none", "No folders, no .json and no .share.txt files here.", frame.theme.fonts.words,
            frame.colours().text_dim);
  ImGui::EndChild();
}

// A name that is a folder is entered instead.
void finish(FileSheetView& own) {
  const std::string path = own.chosen_path();
  if (path.empty()) return;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    own.name.clear();
    return own.go_to(path);
  }
  const bool taken = own.purpose == FilePurpose::save && fs::exists(path, ignored);
  if (taken && !own.asks_to_replace) {
    own.asks_to_replace = true;
    return;
  }
  own.ask = FileAsk{own.purpose, path, taken};
}

}  // namespace

void FileSheetView::begin(FilePurpose wanted, const std::string& path) {
  *this = {};
  purpose = wanted;
  std::error_code error;
  const fs::path at = path.empty() ? fs::current_path(error) : fs::absolute(path, error).parent_path();
  go_to(at.empty() ? fs::path("/") : at);
  if (purpose == FilePurpose::save) name = path.empty() ? "scenario.json" : fs::path(path).filename().string();
}

void FileSheetView::go_to(const fs::path& next) {
  Result<std::vector<FolderEntry>> listed = list_folder(next);
  asks_to_replace = false;
  if (!listed) {
    problem = listed.error();
    return;
  }
  problem.reset();
  folder = next.lexically_normal();
  entries = *std::move(listed);
}

std::string FileSheetView::chosen_path() const {
  if (name.empty()) return {};
  fs::path path = fs::path(name).is_absolute() ? fs::path(name) : folder / name;
  std::error_code ignored;
  if (purpose == FilePurpose::save && !path.has_extension() && !fs::is_directory(path, ignored)) path += ".json";
  return path.string();
}

void draw_file_sheet(const Frame& frame, SheetState& sheets, FileSheetView& own) {
  const bool saving = own.purpose == FilePurpose::save;
  Sheet sheet(frame, sheets, SheetKind::files, saving ? "Save as" : "Open", {560, 520});
  if (!sheet) return;
  const float up = button_width("Up");
  shown_text(frame, "files.folder",
             shortened(own.folder.string(), ImGui::GetContentRegionAvail().x - up - frame.px(16)),
             frame.theme.fonts.mono_small, frame.colours().text_dim);
  ImGui::SameLine();
  ImGui::SetCursorPosX(content_right() - up);
  if (button(frame, "files.up", "Up")) own.go_to(own.folder.parent_path());
  bool done = false;
  draw_entries(frame, own, done);
  const char* verb = own.asks_to_replace ? "Replace it" : saving ? "Save" : "Open";
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button_width(verb) - frame.px(8));
  if (eager_text_box("##name", "a name, or a whole path", own.name, own.box, sheet.first()))
    own.asks_to_replace = false;
  if (frame.log.on()) frame.log.item("files.name", own.name);
  done |= key_pressed(Key::enter) || key_pressed(Key::keypad_enter);
  ImGui::SameLine(0, frame.px(8));
  done |= button(frame, "files.do", verb);
  if (own.asks_to_replace)
    wrapped(frame, "files.taken", "There is a file of this name. Replace it, or give another name.",
            frame.theme.fonts.words_small, frame.colours().costly);
  if (own.problem) {
    draw_problem(frame, "files", &*own.problem);
    wrapped(frame, "files.problem.place", own.problem->place, frame.theme.fonts.mono_small, frame.colours().text_dim);
  }
  if (done && !sheet.first()) {
    own.name = text_in(own.name, own.box);
    finish(own);
  }
}

}  // namespace bankmap
