// app/session/folder_list.hpp -- what is in a folder, for choosing a file: folders first, then scenario files, by name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace bankmap {

struct FolderEntry {
  std::string name;
  bool folder = false;
  bool operator==(const FolderEntry&) const = default;
};
inline constexpr std::size_t most_folder_entries = 2000;  // the rest is left out

// Folders, *.json and *.share.txt; what begins with a dot is left out. Refuses what is no folder, or may not be read.
Result<std::vector<FolderEntry>> list_folder(const std::filesystem::path& folder);

}  // namespace bankmap
