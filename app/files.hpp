// app/files.hpp -- whole files in and out, with the operating system's reason where that fails.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

// path "-" is standard input. Refuses directories, and more than limit_bytes (so that /dev/zero ends).
Result<std::string> read_file(const std::string& path, std::size_t limit_bytes);

// path "-" is standard output. Returns the problem, if any: a directory, a missing folder, a full disk, a closed pipe.
std::optional<Problem> write_file(const std::string& path, std::string_view content);

}  // namespace bankmap
