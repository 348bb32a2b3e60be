// app/files.hpp -- whole files in and out, with the operating system's reason where that fails.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

// path "-" is standard input. Refuses directories, and more than limit_bytes (so that /dev/zero ends).
Result<std::string> read_file(const std::string& path, std::size_t limit_bytes);

// path "-" is standard output. Returns the problem, if any: a directory, a missing folder, a full disk, a closed pipe.
std::optional<Problem> write_file(const std::string& path, std::string_view content);

// Writes beside the file and moves it into place, so that a reader sees the old text or the new one, whole.
Result<void> replace_file(const std::filesystem::path& file, std::string_view text);

}  // namespace bankmap
