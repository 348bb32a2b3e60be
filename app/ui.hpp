// app/ui.hpp -- the window's content, laid out and drawn once a frame.
//
//     +--------------------------- top bar ---------------------------+
//     | scenario |            headline               | consequences   |   left to right: cause to effect; the side
//     |          |            heatmap                |                |   panels scroll, the picture takes the rest
//     +--------------------------- status bar ------------------------+
//
// draw_ui changes the Editor only after all views have drawn: one frame shows one state.
#pragma once

#include "app/advice/advice_desk.hpp"
#include "app/assets.hpp"
#include "app/editor.hpp"
#include "app/lessons/lesson_desk.hpp"
#include "app/measure/measure_desk.hpp"
#include "app/perform.hpp"
#include "app/selection.hpp"
#include "app/theme.hpp"
#include "app/views/access_view.hpp"
#include "app/views/advice.hpp"
#include "app/views/compare.hpp"
#include "app/views/file_sheet.hpp"
#include "app/views/lesson_list.hpp"
#include "app/views/lesson_panel.hpp"
#include "app/views/measured.hpp"
#include "app/views/menu.hpp"
#include "app/views/palette.hpp"
#include "app/views/panels.hpp"
#include "app/views/paste_sheet.hpp"
#include "app/views/presenter.hpp"
#include "app/views/questions.hpp"
#include "app/views/step_sheet.hpp"
#include "app/views/take_away_sheet.hpp"
#include "app/views/tile_view.hpp"
#include "app/views/top_bar.hpp"
#include "app/views/tour.hpp"
#include "app/widget_log.hpp"

namespace bankmap {

// What the window remembers; none of it is part of the scenario.
struct Ui {
  int access = 0;  // the tab that is open
  Selection selection;
  TopBarView top_bar;  // holds the look that was chosen: the caller rebuilds the Theme when it changes
  TileView tile;
  AccessView access_view;
  PanelsView panels;
  MeasureDesk desk;  // measures only once it is started
  MeasuredView measured;
  AdviceDesk advice;  // searches only once it is started
  AdviceView advice_view;
  CompareView compare;
  MenuView menu;
  SheetState sheets;
  FilterList palette;
  FileSheetView files;
  PasteSheetView paste;
  TakeAwayView take_away;
  QuestionsView questions;
  TourView tour;
  LessonDesk lessons;
  LessonView lesson;
  PresenterView presenter;
  StepSheetView step_sheet;
  Assets assets;      // where a lesson's presets are looked up
  WindowAreas areas;  // of this frame
  std::optional<Notice> notice;
  Shell shell;
  int focused_panel = -1;          // where the keyboard has been sent: top bar, setup, views, results
  bool list_was_open = false;      // at the end of the frame before: Escape closes that, and no more
  bool focus_now = false;          // ... in the next frame
  bool closes_once_saved = false;  // the question before the end was answered with "save"
  bool leaves_unsaved = false;     // ... with "quit without saving": nothing is kept
  float consequences_height = 0;   // [px] below the list of fixes: a look at one never makes it less

  // True while something moves by itself: the caller goes on drawing frames without waiting for events.
  bool animating() const { return access_view.loops.playing >= 0 || panels.passes.playing; }
};

inline constexpr int focusable_panels = 4;

// A text size at which a window of this size looks as it was drawn, for a first start and for pictures.
float fitting_text_size(float width, float height);

// Between ImGui::NewFrame and ImGui::Render; fills the whole display. The log is begun anew here.
void draw_ui(Editor& editor, Ui& ui, const Theme& theme, WidgetLog& log);

}  // namespace bankmap
