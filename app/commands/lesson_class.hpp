// app/commands/lesson_class.hpp -- the commands under `bankmap lesson` that a class needs: sheets, answers, grades.
#pragma once

#include "app/commands/command.hpp"

namespace bankmap {

// lesson: the command to which they are added.
void add_class_commands(CLI::App& lesson, Command& chosen);

}  // namespace bankmap
