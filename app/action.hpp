// app/action.hpp -- everything that a person can have done by a menu, a key, a button or the command palette.
//
// A view pushes an Action as it pushes an Edit; it is done after the frame (app/perform.hpp). What it is called, where
// it stands in the menu, its key and a sentence about it: app/views/action_table.hpp.
#pragma once

#include <cstdint>

namespace bankmap {

enum class Action : std::uint8_t {
  // file
  open_file,
  save,
  save_as,
  paste,      // addresses, a declaration with an index, a share string, a scenario
  take_away,  // pictures, tables, code, text: to a file or the clipboard
  copy_share,
  copy_markdown,
  copy_cuda,
  save_picture,
  quit,
  // edit
  undo,
  redo,
  lanes_all,
  lanes_none,
  lanes_even,
  lanes_first_half,
  lanes_second_half,
  lanes_random,
  // view: show_* alone, beside_* with the others; in the order of ViewName
  show_heatmap,
  show_tile,
  show_memory,
  show_passes,
  show_sweep,
  show_bits,
  show_profiler,
  beside_heatmap,
  beside_tile,
  beside_memory,
  beside_passes,
  beside_sweep,
  beside_bits,
  beside_profiler,
  show_all,
  heatmap_colour,
  fold_setup,
  fold_results,
  next_theme,
  next_scale,
  larger_text,
  smaller_text,
  next_access,
  play,
  next_lane,
  previous_lane,
  next_pass,
  previous_pass,
  next_panel,
  // compare
  pin_a,
  choose_a,
  swap_ab,
  end_compare,
  // run
  run_on_gpu,
  take_best_fix,
  // learn
  lessons,
  present,  // on the wall, or back in the window
  next_step,
  previous_step,
  save_step,  // the scenario as a step of a lesson of one's own
  end_lesson,
  // help
  palette,
  keys,
  tour,
  count
};

}  // namespace bankmap
