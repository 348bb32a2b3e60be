// app/views/filter_list.hpp -- a list that typing makes shorter: commands, presets, whatever has a line of text.
//
//     > half pad                                 words and parts of words, in any order
//       Transpose, 32 x 32 half, padded          arrows choose, Enter or a click takes one
//
// Fills the room that the current ImGui window has left.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/eager_text.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

struct FilterLine {
  std::string name;  // in the widget log, after that of the list: "Larger text"
  std::string text;  // "View: Larger text"
  std::string key{};
  std::string about{};      // on hover
  std::size_t heading = 0;  // [bytes] of the text before what one begins to type: 6
  bool enabled = true;
};

// Which lines contain each word of what is typed, whatever the case; those that begin with it after their heading
// first, else in order.
std::vector<std::size_t> matching(std::span<const FilterLine> lines, std::string_view typed);

struct FilterList {
  std::string typed;
  EagerText box;
  int chosen = 0;  // of those that match
};

struct FilterTexts {
  std::string_view name;  // "palette": the box is "palette.typed", a line "palette.Larger text"
  const char* hint;       // in the empty box
  const char* none;       // where no line matches
};
// The line that was taken in this frame. first: the frame in which the list appears; it then asks for the keyboard.
std::optional<std::size_t> draw_filter_list(const Frame& frame, const FilterTexts& texts, FilterList& own, bool first,
                                            std::span<const FilterLine> lines);

}  // namespace bankmap
