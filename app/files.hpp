// app/files.hpp -- whole files in and out, with the operating system's reason where that fails.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/part_file.hpp"
#include "core/problem.hpp"

namespace bankmap {

// path "-" is standard input, which may take its time. Refuses directories, more than limit_bytes (so that /dev/zero ends), and
// what says nothing for some seconds, as a pipe does that no program writes into.
Result<std::string> read_file(const std::string& path, std::size_t limit_bytes);
// For a window, which must not wait, and for files that nobody named: refuses, without opening it, what is no ordinary file (a pipe
// and a device may never end; "-" is a file of that name).
Result<std::string> read_ordinary_file(const std::string& path, std::size_t limit_bytes);

// path "-" is standard output. Returns the problem, if any: a directory, a missing folder, a full disk, a closed pipe. An ordinary
// file has the old text or the new one, whole; a device or a pipe is written into.
std::optional<Problem> write_file(const std::string& path, std::string_view content);

// Writes beside the file and moves it into place, so that a reader sees the old text or the new one, whole. A link stays a link.
Result<void> replace_file(const std::filesystem::path& file, std::string_view text, Lasting lasting = Lasting::yes);

}  // namespace bankmap
