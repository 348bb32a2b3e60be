#include "app/ui.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/views/advice.hpp"
#include "app/views/consequences.hpp"
#include "app/views/controls.hpp"
#include "app/views/headline.hpp"
#include "app/views/problems.hpp"
#include "app/views/status_bar.hpp"

namespace bankmap {
namespace {

struct Widths {
  float left = 0;  // 0: folded away
  float centre = 0;
  float right = 0;
  bool covers = false;  // the one side panel that is open lies where the picture would be, under the headline
};

// The picture comes first: where there is no room for all, the right panel folds away, then the left; but one that the
// person has opened stays, and the other goes for it. Of two that were opened the one that was opened last stays.
Widths share_out(const Theme& theme, TopBarView& asked, float width) {
  const float least_centre = theme.px(520);
  const float least_of_all = theme.px(200);
  bool left = asked.left != Fold::closed;
  bool right = asked.right != Fold::closed;
  const auto centre = [&] { return width - (left ? theme.px(300) : 0) - (right ? theme.px(320) : 0); };
  if (centre() < least_centre && asked.right == Fold::automatic) right = false;
  if (centre() < least_centre && asked.left == Fold::automatic) left = false;
  if (centre() < least_of_all && left && right) {
    const bool right_is_new = asked.left_shown && !asked.right_shown;
    (right_is_new ? left : right) = false;
    (right_is_new ? asked.left : asked.right) = Fold::automatic;
  }
  asked.left_shown = left;
  asked.right_shown = right;
  if (centre() < least_of_all) return {left ? width : 0, 0, right ? width : 0, true};
  return {left ? theme.px(300) : 0, centre(), right ? theme.px(320) : 0};
}

template <class Body>
void panel(const Frame& frame, const char* id, ImVec2 at, ImVec2 size, Colour ground, ImGuiWindowFlags flags,
           Body&& body, bool focus = false) {
  ImGui::SetCursorScreenPos(at);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, frame.u32(ground));
  ImGui::PushStyleColor(ImGuiCol_Border,
                        IM_COL32(0, 0, 0, 0));  // a border, for only with one is there padding; not to be seen
  const bool visible = begin_child(id, size, true, flags);
  ImGui::PopStyleColor();
  if (focus) ImGui::SetWindowFocus();
  if (visible) body();
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

// A question of the lesson stands: no number may give the answer away.
bool is_covered(const Ui& ui) { return ui.lessons.on() && ui.lessons.covered(); }

constexpr ImGuiWindowFlags fixed_panel = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

// True once for the panel that the keyboard is sent to.
bool take_focus(Ui& ui, int panel_number) {
  if (!ui.focus_now || ui.focused_panel != panel_number) return false;
  ui.focus_now = false;
  return true;
}

void draw_line(const Frame& frame, ImVec2 from, ImVec2 to) {
  ImGui::GetWindowDrawList()->AddRectFilled(from, {std::max(to.x, from.x + 1), std::max(to.y, from.y + 1)},
                                            frame.u32(frame.colours().line));
}

struct Room {
  ImVec2 at;
  ImVec2 size;
  ImVec2 end() const { return {at.x + size.x, at.y + size.y}; }
};

// At the top of the room, or at its left; gives what is left of the room.
Room draw_headline_in(const Frame& frame, Ui& ui, const Room& room, HeadlineShape shape) {
  const ImVec2 size = headline_size(frame, shape, room.size);
  panel(frame, "headline", room.at, size, frame.colours().ground, fixed_panel, [&] { draw_headline(frame, shape); });
  ui.areas.headline = {room.at, {room.at.x + size.x, room.at.y + size.y}};
  if (shape == HeadlineShape::column) {
    const float x = room.at.x + size.x;
    draw_line(frame, {x, room.at.y}, {x, room.end().y});
    return {{x + 1, room.at.y}, {room.size.x - size.x - 1, room.size.y}};
  }
  const float y = room.at.y + size.y;
  draw_line(frame, {room.at.x, y}, {room.end().x, y});
  return {{room.at.x, y + 1}, {room.size.x, std::max(1.0F, room.size.y - size.y - 1)}};
}

void draw_centre(const Frame& frame, Ui& ui, const Room& room, Edits& edits) {
  if (is_covered(ui)) {
    ui.areas.picture = {room.at, room.end()};
    return panel(
        frame, "covered", room.at, room.size, frame.colours().ground, fixed_panel,
        [&] { draw_lesson_cover(frame, ui.lessons); }, take_focus(ui, 2));
  }
  PanelsView& panels = ui.panels;
  CompareView& compare = ui.compare;
  const Room picture = draw_headline_in(frame, ui, room, headline_shape(frame, room.size));
  ui.areas.picture = {picture.at, picture.end()};
  panel(
      frame, "picture", picture.at, picture.size, frame.colours().ground, fixed_panel,
      [&] {
        if (compare.on()) {
          draw_compare_strip(frame, compare, edits);
          draw_compared_panels(frame, compare, panels, edits);
        } else {
          draw_panel_tabs(frame, panels, edits);
          draw_panel_places(frame, panels, edits);
        }
      },
      take_focus(ui, 2));
  draw_preview_mark(frame, room.at, room.end());
}

// A lesson shows what a GPU took where its step says so, and fixes at its end, or while the student tries: else they would answer
// the questions to come.
bool shows_measured(const Ui& ui) { return !ui.lessons.on() || ui.lesson.setup || ui.lessons.current().measured; }
bool shows_fixes(const Ui& ui) {
  return !ui.lessons.on() || ui.lesson.setup || ui.lessons.step() == ui.lessons.last_step();
}

void draw_scenario(const Frame& frame, Ui& ui, Edits& edits) {
  if (ui.lessons.on()) draw_lesson_tabs(frame, ui.lesson);
  if (ui.lessons.on() && !ui.lesson.setup) return draw_lesson_panel(frame, ui.lessons, ui.lesson);
  draw_tile(frame, ui.tile, edits);
  draw_access(frame, ui.access_view, edits);
  gap(frame, 16);
}

// What comes of it: measured, what would be better, and all the rest. The list of fixes stays where it is while one of them is
// looked at, so that it cannot slip away from under the pointer.
void draw_results(const Frame& frame, const Frame& shown, Ui& ui, Edits& edits, Edits& shown_edits) {
  if (is_covered(ui)) {
    return wrapped(frame, "results.covered", "What comes of it is shown with the answer.", frame.theme.fonts.words,
                   frame.colours().text_dim);
  }
  if (shows_measured(ui)) draw_measured(frame, ui.desk, ui.measured, edits);
  if (shows_fixes(ui)) draw_advice(frame, ui.advice, ui.desk, ui.advice_view, edits);
  const float top = ImGui::GetCursorPosY();
  draw_consequences(shown, shown_edits);
  const float height = ImGui::GetCursorPosY() - top;
  if (shown.preview.empty()) ui.consequences_height = height;
  if (height < ui.consequences_height) ImGui::Dummy({0, ui.consequences_height - height});
}

void draw_setup_panel(const Frame& shown, Ui& ui, const Room& room, Edits& shown_edits) {
  ui.areas.setup = {room.at, room.end()};
  panel(
      shown, "scenario", room.at, room.size, shown.colours().panel, 0,
      [&] {
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                            {shown.px(8), shown.px(3)});  // as close as the drawing has them
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {shown.px(8), shown.px(3)});
        draw_scenario(shown, ui, shown_edits);
        ImGui::PopStyleVar(2);
      },
      take_focus(ui, 1));
}

// frame: what the person set up; shown: the same, or the fix that the pointer is on. What is only looked at cannot be edited.
void draw_results_panel(const Frame& frame, const Frame& shown, Ui& ui, const Room& room, Edits& edits,
                        Edits& shown_edits) {
  ui.areas.results = {room.at, room.end()};
  panel(
      frame, "consequences", room.at, room.size, frame.colours().panel, ImGuiWindowFlags_AlwaysVerticalScrollbar,
      [&] { draw_results(frame, shown, ui, edits, shown_edits); }, take_focus(ui, 3));
}

// Between the top bar and the status bar.
void draw_body(const Frame& frame, const Frame& shown, Ui& ui, const Room& body, Edits& edits) {
  Edits ignored;
  Edits& shown_edits = shown.preview.empty() ? edits : ignored;
  const Widths widths = share_out(frame.theme, ui.top_bar, body.size.x);
  if (widths.covers) {
    const HeadlineShape flat = headline_shape(shown, {body.size.x, body.size.x});
    const Room rest = draw_headline_in(shown, ui, body, flat);
    if (widths.left > 0) return draw_setup_panel(shown, ui, rest, shown_edits);
    return draw_results_panel(frame, shown, ui, rest, edits, shown_edits);
  }
  const ImVec2 from{body.at.x + widths.left, body.at.y};
  const ImVec2 to{from.x + widths.centre, body.end().y};
  if (widths.left > 0) draw_setup_panel(shown, ui, {body.at, {widths.left, body.size.y}}, shown_edits);
  draw_centre(shown, ui, {from, {widths.centre, body.size.y}}, shown_edits);
  if (widths.right > 0)
    draw_results_panel(frame, shown, ui, {{to.x, from.y}, {widths.right, body.size.y}}, edits, shown_edits);
  if (widths.left > 0) draw_line(frame, from, {from.x, to.y});
  if (widths.right > 0) draw_line(frame, {to.x, from.y}, to);
}

void draw_arranged(const Frame& frame, const Frame& shown, Ui& ui, const Possible& now, ImVec2 display, Edits& edits) {
  const float top = frame.px(44);
  const float status =
      display.y < frame.px(420) ? 0 : frame.px(28);  // large text in a low window: the picture needs the room
  const Room body{{0, top}, {display.x, std::max(1.0F, display.y - top - status)}};
  const Palette& colours = frame.colours();
  ui.areas = {};
  ui.areas.top = {{0, 0}, {display.x, top}};
  panel(
      frame, "top", {0, 0}, {display.x, top}, colours.panel, fixed_panel,
      [&] { draw_top_bar(frame, ui.top_bar, ui.menu, now, edits); }, take_focus(ui, 0));
  draw_body(frame, shown, ui, body, edits);
  if (status > 0)
    panel(frame, "status", {0, display.y - status}, {display.x, status}, colours.panel, fixed_panel, [&] {
      if (!is_covered(ui)) draw_status_bar(shown, ui.notice);
    });
  draw_line(frame, {0, top}, {display.x, top});
  draw_line(frame, {0, display.y - status}, {display.x, display.y - status});
}

// All views, and the sheet over them; what the pointer is on may be looked at.
void draw_frame(const Frame& frame, Ui& ui, const Possible& now, ImVec2 display, Edits& edits) {
  if (ui.presenter.on && ui.lessons.on()) {
    return draw_presenter(frame, ui.lessons, ui.presenter, ui.panels, ui.desk, ui.measured, ui.lesson.ask, edits);
  }
  AdviceView& own = ui.advice_view;
  own.previewed = fix_under_pointer(ui.advice, own, frame.scenario);
  own.rows.clear();  // those of this frame follow, unless the panel is folded away
  if (own.previewed) {
    const AdviceDesk::FixView& fix = ui.advice.fix(*own.previewed, frame.scenario, frame.machine);
    const std::string title = (**ui.advice.of(frame.scenario).answer).fixes[*own.previewed].title;
    draw_arranged(frame, frame.showing(fix.scenario, fix.analysis, title, frame.access, &frame.machine), ui, now,
                  display, edits);
  } else {
    draw_arranged(frame, frame, ui, now, display, edits);
  }
  draw_measured_sheet(frame, ui.measured.sheet);
  draw_palette(frame, ui.sheets, ui.palette, now, edits);
  draw_keys(frame, ui.sheets);
  draw_choice_of_a(frame, ui.sheets, ui.compare);
  draw_file_sheet(frame, ui.sheets, ui.files);
  draw_paste_sheet(frame, ui.sheets, ui.paste, edits);
  draw_take_away_sheet(frame, ui.sheets, ui.take_away, ui.shell.save_picture != nullptr);
  draw_lesson_list(frame, ui.sheets, ui.lessons, ui.lesson.ask);
  draw_step_sheet(frame, ui.sheets, ui.step_sheet);
  draw_quit_question(frame, ui.sheets, ui.questions);
  draw_changed_question(frame, ui.sheets, ui.questions);
  draw_left_behind(frame, ui.sheets, ui.questions);
  if (!ui.sheets.any()) draw_tour(frame, ui.tour, ui.areas);
}

// What may be done while a lesson is on the wall, where other keys are the presenter's.
bool may_while_presenting(Action action) {
  switch (action) {
    case Action::present:
    case Action::next_theme:
    case Action::next_scale:
    case Action::larger_text:
    case Action::smaller_text:
    case Action::quit:
      return true;
    default:
      return false;
  }
}

// Keys of actions, where nothing lies over the window that has keys of its own.
void take_keys(const Ui& ui, const Possible& now, Edits& edits) {
  const Action pressed = pressed_action(ImGui::GetIO().WantTextInput);
  if (ui.presenter.on && !may_while_presenting(pressed)) return;
  if (pressed != Action::count && possible(pressed, now)) edits.actions.push_back(pressed);
}

// The text of the presenter, once the display has the size that it will keep.
void fit_to_wall(Ui& ui, const Theme& theme, ImVec2 display) {
  if (!ui.presenter.on || display.y == ui.presenter.fitted_height) return;
  ui.presenter.fitted_height = display.y;
  ui.top_bar.look.text_size = presenter_text_size(display.y / theme.screen_scale);
}

// What views left to be done once all have drawn.
void do_asked(Ui& ui, const Editor& editor) {
  if (ui.measured.ask) ui.desk.do_ask(*std::exchange(ui.measured.ask, {}), editor.scenario(), editor.presets());
  if (ui.advice_view.measure)
    ui.desk.do_ask(*std::exchange(ui.advice_view.measure, {}), editor.scenario(), editor.presets());
  if (ui.measured.run_on_change) ui.desk.follow(editor.scenario(), editor.analysis());
  if (std::exchange(ui.advice_view.cancel, false)) ui.advice.cancel();
  if (std::exchange(ui.advice_view.search_again, false))
    ui.advice.search_again(editor.scenario(), ui.advice_view.settings);
  ui.advice.follow(editor.scenario(), ui.advice_view.settings);
}

}  // namespace

float fitting_text_size(float width, float height) {
  return std::clamp(std::floor(std::min(width / 96, height / 60)), min_text_size, max_text_size);
}

void draw_ui(Editor& editor, Ui& ui, const Theme& theme, WidgetLog& log) {
  log.begin_frame();
  ui.desk.take_news();
  ui.advice.take_news();
  const bool list_was_open = ui.list_was_open;  // Dear ImGui has closed it on Escape before we are asked
  const bool sheet_was_open = ui.sheets.any();
  Edits edits;
  Selection next = ui.selection;
  next.hovered = {};
  int next_access = ui.access;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  fit_to_wall(ui, theme, display);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(display);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                     ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::Begin("bankmap", nullptr, flags);
  ImGui::PopStyleVar();
  const Scenario& scenario = editor.scenario();
  if (!scenario.tiles.empty() && !scenario.accesses.empty()) {
    const int last = static_cast<int>(scenario.accesses.size()) - 1;
    const Frame frame{scenario,
                      editor.analysis(),
                      editor.machine(),
                      editor.machines(),
                      editor.presets(),
                      theme,
                      log,
                      std::clamp(ui.access, 0, last),
                      ui.selection,
                      next,
                      next_access,
                      edits.gesture,
                      editor.can_undo(),
                      editor.can_redo()};
    ui.top_bar.file = std::filesystem::path(editor.document().path).filename().string();
    ui.top_bar.changed = editor.unsaved();
    ui.top_bar.covered = is_covered(ui);
    if (ui.top_bar.covered) ui.top_bar.file = ui.lessons.lesson().title;  // a title such as "padded" says too much
    const Possible now = possible_now(editor, ui);
    if (!list_was_open && !sheet_was_open) take_keys(ui, now, edits);
    draw_frame(frame, ui, now, display, edits);
  }
  ui.list_was_open = !ui.sheets.any() && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  ImGui::End();
  if (key_pressed(Key::escape) && !list_was_open && !sheet_was_open) {
    if (ui.tour.on()) {
      ui.tour.step = -1;
    } else {
      next.pinned = {};
      ui.notice.reset();
    }
  }
  if (editor.apply(edits)) ui.notice.reset();
  ui.access = next_access;
  ui.selection = next;
  perform(editor, ui, edits.actions);
  do_asked(ui, editor);
  ui.access = std::clamp(ui.access, 0, std::max(0, static_cast<int>(editor.scenario().accesses.size()) - 1));
}

}  // namespace bankmap
