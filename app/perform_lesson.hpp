// app/perform_lesson.hpp -- what views left to be done with lessons: actions, and the asks of panel, list and presenter.
#pragma once

#include "app/action.hpp"

namespace bankmap {

class Editor;
struct Ui;

// True if the action was one of these.
bool perform_lesson(const Editor& editor, Ui& ui, Action action);
// The asks; and where the lesson is at another step, its scenario is opened and the views show what it looks at.
void follow_lesson(Editor& editor, Ui& ui);

}  // namespace bankmap
