// core/ansi.hpp -- colours of a terminal: escape sequences, or nothing where colour is off.
//
//     const Ansi ansi(TextColour::indexed);
//     ansi.fill(" 4", {fill, text})   ->  "\x1b[48;5;31;38;5;16m 4\x1b[0m"
#pragma once

#include <string>
#include <string_view>

#include "core/palette.hpp"
#include "core/report_text.hpp"

namespace bankmap {

class Ansi {
 public:
  explicit Ansi(TextColour colour) : colour_(colour) {}

  std::string fill(std::string_view text, const FillColour& colour) const;
  // In the colours that the person chose for their terminal.
  std::string bold(std::string_view text) const { return wrapped(text, "1"); }
  std::string dim(std::string_view text) const { return wrapped(text, "2"); }
  std::string good(std::string_view text) const { return wrapped(text, "1;32"); }
  std::string costly(std::string_view text) const { return wrapped(text, "1;33"); }
  std::string error(std::string_view text) const { return wrapped(text, "1;31"); }

 private:
  std::string wrapped(std::string_view text, std::string_view code) const;
  TextColour colour_;
};

// The nearest colour of the 6 x 6 x 6 cube or the 24 greys of a 256-colour terminal: 16..255.
int nearest_indexed(Colour colour);

}  // namespace bankmap
