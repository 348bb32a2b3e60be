// app/commands/open_window.hpp -- bankmap [SCENARIO] [--measurements FILE]: the window. With no display it says so, and
// what to type instead.
#pragma once

#include <optional>
#include <string>

namespace bankmap {

// name_or_file: empty for the transpose preset. measurements: a file that 'bankmap measure --record' wrote, "-" for standard
// input.
// Returns the exit code.
// For tests that click by name: BANKMAP_WIDGET_LOG names a file that always holds the widgets of the last frame.
int open_window(const std::string& name_or_file, const std::optional<std::string>& measurements);

}  // namespace bankmap
