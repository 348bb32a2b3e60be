#include "app/views/action_table.hpp"

#include <fmt/format.h>

#include <array>

namespace bankmap {
namespace {

constexpr Chord plain(Key key) { return {key, false, false}; }
constexpr Chord shift(Key key) { return {key, false, true}; }
constexpr Chord ctrl(Key key) { return {key, true, false}; }
constexpr Chord ctrl_shift(Key key) { return {key, true, true}; }
constexpr std::array table{
    ActionInfo{Action::open_file, "File", "Open…", ctrl(Key::o), "Opens a scenario file."},
    ActionInfo{Action::save, "File", "Save", ctrl(Key::s), "Writes the scenario into its file."},
    ActionInfo{Action::save_as, "File", "Save as…", ctrl_shift(Key::s), "Writes the scenario into another file."},
    ActionInfo{
        Action::paste, "File", "Paste…", ctrl_shift(Key::v),
        "Sets up tile and access from what you copied: 32 addresses, a __shared__ declaration with an index, a share "
        "string, or a scenario."},
    ActionInfo{Action::take_away, "File", "Take away…", ctrl(Key::e),
               "Pictures, tables, CUDA, a summary or a share string, into a file or the clipboard."},
    ActionInfo{Action::copy_share, "File", "Copy share string", ctrl_shift(Key::c),
               "The whole scenario as a short text for the clipboard: whoever pastes it sees the same."},
    ActionInfo{Action::copy_markdown, "File", "Copy summary as Markdown", ctrl_shift(Key::m),
               "Tile, accesses, numbers and the reason, for an issue or a review."},
    ActionInfo{Action::copy_cuda, "File", "Copy CUDA program", ctrl_shift(Key::k),
               "A program that runs this access and times it, for the clipboard."},
    ActionInfo{Action::save_picture, "File", "Save picture of the window", plain(Key::f12),
               "A PNG of the window as it is, beside the scenario's file or in the folder the program was started in."},
    ActionInfo{Action::quit, "File", "Quit", ctrl(Key::q), "Ends the program; unsaved work is asked about."},
    ActionInfo{Action::undo, "Edit", "Undo", ctrl(Key::z), "Takes the last edit back."},
    ActionInfo{Action::redo, "Edit", "Redo", ctrl(Key::y), "Does again what was taken back."},
    ActionInfo{Action::lanes_all, "Edit", "All lanes", shift(Key::a), "All 32 lanes take part in the access."},
    ActionInfo{Action::lanes_none, "Edit", "No lanes", shift(Key::n),
               "No lane takes part; click lanes to switch them on."},
    ActionInfo{Action::lanes_even, "Edit", "Even lanes", shift(Key::e), "Lanes 0, 2, 4, ... take part."},
    ActionInfo{Action::lanes_first_half, "Edit", "First half-warp", shift(Key::h), "Lanes 0 to 15 take part."},
    ActionInfo{Action::lanes_second_half, "Edit", "Second half-warp", shift(Key::j), "Lanes 16 to 31 take part."},
    ActionInfo{Action::lanes_random, "Edit", "Random lanes", shift(Key::r),
               "About half of the lanes, drawn anew each time."},
    ActionInfo{Action::show_heatmap, "View", "Heatmap", plain(Key::digit1),
               "The heatmap alone: lanes down, banks across."},
    ActionInfo{Action::show_tile, "View", "Tile", plain(Key::digit2), "The tile alone: rows and columns."},
    ActionInfo{Action::show_memory, "View", "Memory", plain(Key::digit3), "Shared memory alone, as it lies."},
    ActionInfo{Action::show_passes, "View", "Passes", plain(Key::digit4), "The passes alone, one row a wavefront."},
    ActionInfo{Action::show_sweep, "View", "Sweep", plain(Key::digit5),
               "The chart of wavefronts against a number, alone."},
    ActionInfo{Action::show_bits, "View", "Bits", plain(Key::digit6), "The address bits alone."},
    ActionInfo{Action::show_profiler, "View", "Profiler", plain(Key::digit7), "The profiler's sum alone."},
    ActionInfo{Action::beside_heatmap, "View", "Heatmap beside", shift(Key::digit1),
               "Heatmap: beside the others, or away."},
    ActionInfo{Action::beside_tile, "View", "Tile beside", shift(Key::digit2), "Tile: beside the others, or away."},
    ActionInfo{Action::beside_memory, "View", "Memory beside", shift(Key::digit3),
               "Memory: beside the others, or away."},
    ActionInfo{Action::beside_passes, "View", "Passes beside", shift(Key::digit4),
               "Passes: beside the others, or away."},
    ActionInfo{Action::beside_sweep, "View", "Sweep beside", shift(Key::digit5), "Sweep: beside the others, or away."},
    ActionInfo{Action::beside_bits, "View", "Bits beside", shift(Key::digit6), "Bits: beside the others, or away."},
    ActionInfo{Action::beside_profiler, "View", "Profiler beside", shift(Key::digit7),
               "Profiler: beside the others, or away."},
    ActionInfo{Action::show_all, "View", "All views", plain(Key::digit0),
               "All views at once; 1 brings the heatmap back."},
    ActionInfo{Action::heatmap_colour, "View", "Next colour of the heatmap", plain(Key::c),
               "What number and colour of a cell mean: pass, phase, way count, who conflicts with whom."},
    ActionInfo{Action::fold_setup, "View", "Setup panel", plain(Key::f2),
               "Folds the left panel away, or brings it back."},
    ActionInfo{Action::fold_results, "View", "Results panel", plain(Key::f3),
               "Folds the right panel away, or brings it back."},
    ActionInfo{Action::next_theme, "View", "Next theme", plain(Key::f4), "Dark, light, high contrast."},
    ActionInfo{Action::next_scale, "View", "Next colour scale", shift(Key::f4),
               "Three scales for passes, each safe for colour-blind eyes and different in greyscale."},
    ActionInfo{Action::larger_text, "View", "Larger text", ctrl(Key::equal), "Up to 40 px."},
    ActionInfo{Action::smaller_text, "View", "Smaller text", ctrl(Key::minus), "Down to 12 px."},
    ActionInfo{Action::next_access, "View", "Next access", plain(Key::a), "Opens the next access of the scenario."},
    ActionInfo{Action::play, "View", "Play the loop", plain(Key::p),
               "Runs through the steps of the first loop, or stops."},
    ActionInfo{Action::next_lane, "View", "Pin the next lane", plain(Key::period),
               "All views show it, with its sentence."},
    ActionInfo{Action::previous_lane, "View", "Pin the lane before", plain(Key::comma), "All views show it."},
    ActionInfo{Action::next_pass, "View", "Pin the next pass", plain(Key::right_bracket),
               "All views show which lanes and banks it serves."},
    ActionInfo{Action::previous_pass, "View", "Pin the pass before", plain(Key::left_bracket), "All views show it."},
    ActionInfo{Action::next_panel, "View", "Next panel", plain(Key::f6),
               "The keyboard goes on in the next panel: arrows move, Space or Enter presses."},
    ActionInfo{Action::pin_a, "Compare", "Pin as A", ctrl(Key::d),
               "Keeps the present state as A; what you change from here on is B, beside it."},
    ActionInfo{Action::choose_a, "Compare", "Compare with a preset…", ctrl_shift(Key::a),
               "A list of presets, made shorter by typing; the one that is taken is A, beside the present state."},
    ActionInfo{Action::swap_ab, "Compare", "Swap A and B", ctrl_shift(Key::d), "A becomes B, and B becomes A."},
    ActionInfo{Action::end_compare, "Compare", "End the comparison", ctrl_shift(Key::e), "B goes on alone."},
    ActionInfo{Action::run_on_gpu, "Run", "Run on GPU", plain(Key::f5), "Measures the accesses on the GPU."},
    ActionInfo{Action::take_best_fix, "Run", "Take the cheapest fix", plain(Key::f7),
               "Applies the first of the list of fixes; undo takes it back."},
    ActionInfo{Action::lessons, "Learn", "Lessons…", plain(Key::f8),
               "The course: predict, see why, and see it measured."},
    ActionInfo{Action::present, "Learn", "Present the lesson", plain(Key::f9),
               "The lesson on the wall, in large text and with nothing around it. Space or a remote control goes on, P "
               "is a poll, "
               "N are notes, B is black, Escape ends the poll, then all."},
    ActionInfo{Action::next_step, "Learn", "Next step", plain(Key::page_down), "The next step of the lesson."},
    ActionInfo{Action::previous_step, "Learn", "Step before", plain(Key::page_up),
               "The step of the lesson before this one."},
    ActionInfo{Action::save_step, "Learn", "Save as lesson step…", plain(Key::f10),
               "Adds this scenario, as you look at it, to a lesson file of your own: with a text, and a question if "
               "you like."},
    ActionInfo{Action::end_lesson, "Learn", "End the lesson", shift(Key::f8),
               "The window is as before; the lesson goes on where you left it."},
    ActionInfo{Action::palette, "Help", "Command palette", ctrl(Key::p), "Every command by its name: type, Enter."},
    ActionInfo{Action::keys, "Help", "Keys", plain(Key::f1), "All keys on one sheet."},
    ActionInfo{Action::tour, "Help", "Tour", shift(Key::f1), "Six steps through the window."},
};
static_assert(table.size() == static_cast<std::size_t>(Action::count));

constexpr std::array<const char*, 7> menu_order{"File", "Edit", "View", "Compare", "Run", "Learn", "Help"};

struct KeyName {
  Key key;
  const char* name;
};
constexpr std::array special_keys{KeyName{Key::equal, "+"},         KeyName{Key::minus, "-"},
                                  KeyName{Key::escape, "Esc"},      KeyName{Key::period, "."},
                                  KeyName{Key::comma, ","},         KeyName{Key::left_bracket, "["},
                                  KeyName{Key::right_bracket, "]"}, KeyName{Key::page_down, "Page Down"},
                                  KeyName{Key::page_up, "Page Up"}};

std::string key_name(Key key) {
  const int at = static_cast<int>(key);
  if (key >= Key::a && key <= Key::z) return std::string(1, static_cast<char>('A' + at - static_cast<int>(Key::a)));
  if (key >= Key::digit0 && key <= Key::digit9) return fmt::format("{}", at - static_cast<int>(Key::digit0));
  if (key >= Key::f1 && key <= Key::f12) return fmt::format("F{}", at - static_cast<int>(Key::f1) + 1);
  for (const KeyName& each : special_keys)
    if (each.key == key) return each.name;
  return "";
}

// In a text box these are the box's own.
bool of_text_boxes(const Chord& chord) {
  if (!chord.ctrl) return chord.key < Key::f1 || chord.key > Key::f12;
  return chord.key == Key::z || chord.key == Key::y;
}

}  // namespace

std::string chord_text(const Chord& chord) {
  if (chord.key == Key::none) return "";
  return fmt::format("{}{}{}", chord.ctrl ? "Ctrl+" : "", chord.shift ? "Shift+" : "", key_name(chord.key));
}

std::span<const ActionInfo> action_table() { return table; }
const ActionInfo& info(Action action) { return table[static_cast<std::size_t>(action)]; }
std::span<const char* const> menus() { return menu_order; }

bool possible(Action action, const Possible& now) {
  switch (action) {
    case Action::undo:
      return now.undo;
    case Action::redo:
      return now.redo;
    case Action::swap_ab:
    case Action::end_compare:
      return now.comparing;
    case Action::run_on_gpu:
      return now.gpu;
    case Action::take_best_fix:
      return now.fix;
    case Action::present:
    case Action::next_step:
    case Action::previous_step:
    case Action::end_lesson:
      return now.lesson;
    default:
      return true;
  }
}

Action pressed_action(bool typing) {
  for (const ActionInfo& each : table) {
    const Chord& chord = each.key;
    if (chord.key == Key::none || (typing && of_text_boxes(chord))) continue;
    if (key_down(Key::alt) || key_down(Key::super)) continue;
    if (key_down(Key::ctrl) != chord.ctrl || key_down(Key::shift) != chord.shift) continue;
    if (key_pressed(chord.key)) return each.id;
  }
  if (!typing && ctrl_pressed(Key::z, true)) return Action::redo;  // the other usual key for it
  if (ctrl_pressed(Key::equal, true)) return Action::larger_text;  // where + is typed with Shift
  return Action::count;
}

}  // namespace bankmap
