// tests/cli/folder.hpp -- a folder of one test alone, gone afterwards: tests run side by side.
//
//     const Folder folder;
//     run_program({"analyze", folder.write("x.json", text)});
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace bankmap {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bankmap_cli_XXXXXX").string();
    path_ = mkdtemp(name.data()) == nullptr ? std::filesystem::path() : std::filesystem::path(name);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) found.insert(entry.path().filename().string());
    return found;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace bankmap
