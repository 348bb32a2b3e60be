// app/views/problems.hpp -- what is wrong, shown where it is wrong: under the control whose field the problem names.
#pragma once

#include <string>
#include <string_view>

#include "app/views/frame.hpp"

namespace bankmap {

// The first problem of this field: `place` is "accesses[0].loops[1].end" or the end of it; null: nothing is wrong
// there.
const Problem* problem_at(const std::vector<Problem>& problems, std::string_view place);
bool is_error(const std::vector<Problem>& problems);

// The sentence and, below it, what would be right. Nothing is drawn for null.
void draw_problem(const Frame& frame, std::string_view name, const Problem* problem);

// A box for an expression: a line of code, and under it the caret line, the sentence and the hint when `problem` is not
// null. Returns true if the text has changed.
bool expression_box(const Frame& frame, std::string_view name, std::string& text, const Problem* problem);

}  // namespace bankmap
