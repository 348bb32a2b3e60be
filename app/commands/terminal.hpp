// app/commands/terminal.hpp -- how standard output wants its text: in colour, how wide.
#pragma once

#include <string>

#include "core/problem.hpp"
#include "core/report_text.hpp"

namespace bankmap {

// choice: auto, always or never. auto: colour on a terminal unless NO_COLOR is set or TERM is dumb.
// A terminal narrower than 100 columns gets narrower text; what is piped is 100 wide.
Result<TextStyle> terminal_style(const std::string& choice);

// Of running text on standard output: as wide as the terminal, from 50 to 100; 100 where it is piped.
int text_columns();

}  // namespace bankmap
