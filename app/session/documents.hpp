// app/session/documents.hpp -- a scenario out of a file and into one, and unsaved work back on the desk.
#pragma once

#include <string>
#include <vector>

#include "app/editor.hpp"
#include "app/session/autosave.hpp"
#include "core/problem.hpp"

namespace bankmap {

// So that it is the same file in whatever folder the program is started next; empty where it is empty.
std::string absolute_path(const std::string& path);
// The file that a scenario read from `path` is saved into: none for one that came as a share string.
std::string document_path(const std::string& path);

// One step of the history; the path becomes an absolute one. The problem has the file and the place in it.
Result<void> open_file(Editor& editor, const std::string& path);
// Whole or not at all; a link stays a link. Writes over what is there.
Result<void> save_file(Editor& editor, const std::string& path);
// What another program did to the document's file since it was read or saved here, in words; empty where saving loses nothing: it
// is as it was, or as the scenario is now, or not there any more.
//     "It differs from what was read: tiles[0].padding was 0 and is 4 now."
std::string changed_meanwhile(const Editor& editor);
// How unsaved work differs from its file, or else from the preset of the same title: the first field, and how many more. Empty
// where there is nothing to compare with.
//     "Differs from its file: tiles[0].padding is 0 there and 4 here; 2 more fields differ."
std::string first_difference(const Unsaved& work, const std::vector<Preset>& presets);

// With the file that it belongs to, if that can still be read; unsaved in any case. What others did to the file since is still to be
// asked about (changed_meanwhile).
void restore(Editor& editor, const Unsaved& work);

}  // namespace bankmap
