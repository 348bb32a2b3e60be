// app/views/controls.hpp -- the few controls that all panels are made of, in one rhythm, each recorded in the widget
// log by name.
//
//     TILE                                          section(frame, "TILE")
//     rows        ------o------      [   32 ]       number_row(frame, "tile.rows", "rows", rows, {1, 128})
//     element     [ float . 4 B           v ]       combo_row(frame, "tile.element", "element", ...)
//
// The slider of a number is "tile.rows", its box for typing "tile.rows.typed"; Ctrl+click on the slider types too. A
// control changes the value it is given and returns true; the view then pushes an Edit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/views/frame.hpp"

namespace bankmap {

struct SliderRange {
  std::int64_t min = 0;
  std::int64_t max = 1;
  std::int64_t step = 1;       // between stops of the slider; what is typed may lie between and beyond
  bool powers_of_two = false;  // stops min, 2 min, 4 min, ... max; pre: min > 0
};

// The right edge of what a panel may draw, in the coordinates of SameLine.
float content_right();
void section(const Frame& frame, const char* title, std::string_view aside = {});
// The same, with what is said aside below where there is no room beside the title.
void wrapped_section(const Frame& frame, const char* title, std::string_view aside);
void gap(const Frame& frame, float drawing_pixels = 8);

bool number_row(const Frame& frame, std::string_view name, const char* label, std::int64_t& value, SliderRange range,
                const char* unit = "");
bool number_row(const Frame& frame, std::string_view name, const char* label, int& value, SliderRange range,
                const char* unit = "");
// The two parts of a number row, for rows of another make; width in pixels.
bool slider(const Frame& frame, std::string_view name, std::int64_t& value, SliderRange range, float width);
bool number_box(const Frame& frame, std::string_view name, std::int64_t& value, float width, const char* unit = "");

// item(i): the text of entry i. Returns the entry that was chosen just now, or -1. The entries are "name.0", "name.1",
// ...
int combo(const Frame& frame, std::string_view name, std::string_view shown, int count, int current,
          const std::function<std::string(int)>& item, float width);
int combo_row(const Frame& frame, std::string_view name, const char* label, int count, int current,
              const std::function<std::string(int)>& item);
// A box like that of a list which opens something else: true where it is clicked.
bool opening_box(const Frame& frame, std::string_view name, std::string_view shown, float width);
// An entry of a list that is open, over its whole width; the text stands as it is, whatever signs a person typed. index:
// another one for each entry.
bool list_entry(int index, std::string_view text, bool selected, ImGuiSelectableFlags flags = 0);
bool check_row(const Frame& frame, std::string_view name, const char* label, bool& value);

enum class ButtonLook { ordinary, chosen, quiet };
bool button(const Frame& frame, std::string_view name, const char* label, ButtonLook look = ButtonLook::ordinary,
            bool enabled = true);
// A button with a name that a person has chosen: no wider than the panel has room for, whole on hover.
bool name_button(const Frame& frame, std::string_view name, std::string_view label, ButtonLook look);

// The pointer is on the last item. While keys move through the controls Dear ImGui forgets what is hovered until the
// pointer moves; for keys that belong to what the pointer is on, the rectangle is asked.
bool pointer_over_item();
// Where the keyboard is: a frame round the last item, which Dear ImGui itself draws only round controls of its own.
void keyboard_frame(const Frame& frame);

// Starts a row: the label at the left; the cursor then stands where the control begins. Returns the width left for it.
float row_label(const Frame& frame, const char* label);

// A text that a test can read (one without a name cannot), and that explains itself: explain() is asked for the
// derivation while the pointer is on it.
void shown_text(const Frame& frame, std::string_view name, std::string_view text, ImFont* font, Colour colour,
                const std::function<std::string()>& explain = {});
// "label ........ value" across the panel, the value at the right edge, both explained on hover.
void value_row(const Frame& frame, std::string_view name, std::string_view label, std::string_view value, Colour colour,
               const std::function<std::string()>& explain = {});
// Wrapped to the width of the panel, at spaces: never inside "1,024".
void wrapped(const Frame& frame, std::string_view name, std::string_view text, ImFont* font, Colour colour);
// The same for a formula: lines break in front of an operator, and a number stays with what it counts.
void wrapped_formula(const Frame& frame, std::string_view name, std::string_view text, ImFont* font, Colour colour);
// A sentence beside the pointer, wrapped, over everything.
void hover_sentence(const Frame& frame, std::string_view text);
// The same while the pointer is in a rectangle of this panel.
void hover_over(const Frame& frame, ImVec2 min, ImVec2 max, std::string_view text);
// The text with its end cut off and "…" in place of it, where it is wider than there is room for [px]; in the current
// font.
std::string shortened(std::string_view text, float width);
// The text with a line break in place of a space wherever a line would be wider than `width` [px]; in the current font.
std::string broken_at_spaces(std::string_view text, float width);
// How wide a button with this label is [px].
float button_width(std::string_view label);

}  // namespace bankmap
