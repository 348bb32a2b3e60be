// app/part_file.hpp -- a text on its way into a file: written beside it, then moved into its place.
//
//     tile.json                    the old text, whole, until ...
//     tile.json.k3Xq9z.part        ... the new one, whole and on the disk, takes its name in one step
//
// Whatever ends the program or fills the disk, the file has the old text or the new one. What a killed program left beside
// the file is removed by whoever writes the file next: a lock says which parts still have a writer.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

// What a power cut may take: nothing, or a text that another program reads at once and nobody afterwards.
enum class Lasting { yes, no };

class PartFile {
 public:
  // file: the file itself, not a link to it (real_file). Refuses a folder that takes no file, and a file that is there
  // and may not be written; the problem's place is the file.
  static Result<PartFile> beside(std::filesystem::path file, Lasting lasting = Lasting::yes);
  PartFile(PartFile&& other) noexcept;
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile();  // removes it, unless it was moved or left

  Result<void> write(std::string_view text);  // pre: once
  // These take the file's name, in one step. The problem says what the system said; the part is there still.
  Result<void> replace();         // over what is there
  Result<void> take_free_name();  // refuses a name that is taken
  std::filesystem::path leave();  // from now on it is an ordinary file of this name

 private:
  PartFile(std::filesystem::path file, Lasting lasting) : file_(std::move(file)), lasting_(lasting) {}
  Problem problem(int error) const;
  void moved();

  std::filesystem::path file_;
  std::filesystem::path part_;  // empty: it is no longer ours
  int open_ = -1;               // locked for as long as it is ours
  Lasting lasting_ = Lasting::yes;
};

// Of a folder that is the program's own: the parts that killed programs left in it.
void remove_left_parts_in(const std::filesystem::path& folder);

// The file itself where the name is a link to it, also to one that is not there yet: so the link stays.
std::filesystem::path real_file(const std::filesystem::path& path);

}  // namespace bankmap
