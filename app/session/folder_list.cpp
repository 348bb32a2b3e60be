#include "app/session/folder_list.hpp"

#include <algorithm>
#include <system_error>
#include <tuple>

namespace bankmap {
namespace {

bool may_be_scenario(const std::string& name) { return name.ends_with(".json") || name.ends_with(".share.txt"); }

}  // namespace

Result<std::vector<FolderEntry>> list_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  if (error)
    return fail(
        {.what = "the folder cannot be read: " + error.message(), .hint = {}, .place = folder.string(), .range = {}});
  std::vector<FolderEntry> found;
  for (; entries != std::filesystem::directory_iterator() && found.size() < most_folder_entries;
       entries.increment(error)) {
    if (error) break;
    FolderEntry entry{entries->path().filename().string(), entries->is_directory(error)};
    if (entry.name.starts_with('.') || (!entry.folder && !may_be_scenario(entry.name))) continue;
    found.push_back(std::move(entry));
  }
  std::ranges::sort(found, {}, [](const FolderEntry& entry) { return std::tuple(!entry.folder, entry.name); });
  return found;
}

}  // namespace bankmap
