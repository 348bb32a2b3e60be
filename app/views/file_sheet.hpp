// app/views/file_sheet.hpp -- choosing a file, to open or to save into, with mouse or keyboard.
//
//     /home/ada/kernels                                   [up]
//       shared/
//       transpose.json
//     [ transpose.json                                ] [Open]      Enter does it; a typed path goes anywhere
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/session/folder_list.hpp"
#include "app/views/eager_text.hpp"
#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

enum class FilePurpose { open, save };

struct FileAsk {
  FilePurpose purpose = FilePurpose::open;
  std::string path;
  bool replace = false;  // what is there may be written over
};

struct FileSheetView {
  FilePurpose purpose = FilePurpose::open;
  std::filesystem::path folder;
  std::string name;  // as typed: in the folder, or a path of its own
  EagerText box;
  std::vector<FolderEntry> entries;  // of the folder
  std::optional<Problem> problem;    // why the folder has none, or the file could not be opened or written
  bool asks_to_replace = false;      // the name is taken
  std::optional<FileAsk> ask;        // taken after the frame

  // For a purpose, beginning where `path` is; the working folder where it is empty.
  void begin(FilePurpose purpose, const std::string& path);
  void go_to(const std::filesystem::path& next);
  std::string chosen_path() const;  // empty: nothing is typed
};
void draw_file_sheet(const Frame& frame, SheetState& sheets, FileSheetView& own);

}  // namespace bankmap
