// app/new_file.hpp -- a file that takes long to come: whether it can be written is known before the work begins,
// and what is there already is not lost unless --force says so.
//
//     Result<NewFile> file = NewFile::open("--record", "measured.json", force);    refused: nothing has been asked of a GPU
//     ... minutes ...
//     if (auto problem = file->write(text)) ...                                    measured.json is there, whole
//
// Half a file is never seen (app/part_file.hpp). Where it is never written, nothing is left behind.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/part_file.hpp"
#include "core/problem.hpp"

namespace bankmap {

class NewFile {
 public:
  // Refuses, with the option as the place: no name, "-", a folder, a missing folder, what is no ordinary file, a file that
  // exists (without force), and a folder that takes no file.
  static Result<NewFile> open(std::string option, const std::string& path, bool force);

  // Once. Where the name was taken meanwhile, the text stays in a file beside it, which the problem names.
  std::optional<Problem> write(std::string_view text);

 private:
  NewFile(std::string option, PartFile part, bool force);
  std::string option_;
  PartFile part_;
  bool force_ = false;
};

}  // namespace bankmap
