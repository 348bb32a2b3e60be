// app/session/documents.hpp -- a scenario out of a file and into one, and unsaved work back on the desk.
#pragma once

#include <string>

#include "app/editor.hpp"
#include "app/session/autosave.hpp"
#include "core/problem.hpp"

namespace bankmap {

// One step of the history; the path becomes an absolute one. The problem has the file and the place in it.
Result<void> open_file(Editor& editor, const std::string& path);
// Whole or not at all; a link stays a link. Writes over what is there.
Result<void> save_file(Editor& editor, const std::string& path);
// With the file that it belongs to, if that can still be read; unsaved in any case.
void restore(Editor& editor, const Unsaved& work);

}  // namespace bankmap
