#include "app/commands/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace bankmap {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

int terminal_columns(int widest) {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return widest;
  return std::min<int>(size.ws_col, widest);
}

}  // namespace

Result<TextStyle> terminal_style(const std::string& choice) {
  if (choice != "auto" && choice != "always" && choice != "never") {
    return fail({.what = fmt::format("'{}' is no choice of colour", choice),
                 .hint = "one of auto, always, never",
                 .place = "--color",
                 .range = {}});
  }
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  const bool by_itself = terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  TextStyle style;
  if (terminal) style.columns = terminal_columns(style.columns);
  if (choice == "always" || (choice == "auto" && by_itself)) {
    const std::string_view depth = variable("COLORTERM");
    style.colour = depth == "truecolor" || depth == "24bit" ? TextColour::full : TextColour::indexed;
  }
  return style;
}

int text_columns() {
  constexpr int narrowest = 50, widest = 100;
  return isatty(STDOUT_FILENO) == 1 ? std::max(terminal_columns(widest), narrowest) : widest;
}

}  // namespace bankmap
