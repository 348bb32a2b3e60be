#include "app/perform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/editor.hpp"
#include "app/perform_lesson.hpp"
#include "app/perform_take_away.hpp"
#include "app/session/documents.hpp"
#include "app/session/settings.hpp"
#include "app/ui.hpp"
#include "app/view_action.hpp"
#include "core/random_draws.hpp"

namespace bankmap {
namespace {

constexpr float text_step = 2;  // [px]

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::string document_name(const Editor& editor) {
  const std::string& path = editor.document().path;
  const std::string& title = editor.scenario().title;
  return !path.empty() ? file_name(path) : title.empty() ? "own scenario" : title;
}

void tell(Ui& ui, const Problem& problem) { ui.notice = Notice{to_string(problem), true}; }
void tell(Ui& ui, std::string text) { ui.notice = Notice{std::move(text), false}; }

// The problem is the caller's to tell: the sheet of files has a place for it.
Result<void> try_to_save(Editor& editor, Ui& ui, const std::string& path) {
  if (Result<void> saved = save_file(editor, path); !saved) return saved;
  remember_recent(ui.menu.recent, editor.document().path);
  tell(ui, fmt::format("Saved as {}.", file_name(path)));
  return {};
}

Result<void> try_to_open(Editor& editor, Ui& ui, const std::string& path) {
  if (Result<void> opened = open_file(editor, path); !opened) return opened;
  ui.access = costliest_access(editor.analysis());
  remember_recent(ui.menu.recent, absolute_path(path));
  tell(ui, fmt::format("Opened {}.", file_name(path)));
  return {};
}

// True if it is in the file now.
bool save_to(Editor& editor, Ui& ui, const std::string& path) {
  const Result<void> saved = try_to_save(editor, ui, path);
  if (!saved) tell(ui, saved.error());
  return saved.has_value();
}

void open_at(Editor& editor, Ui& ui, const std::string& path) {
  if (const Result<void> opened = try_to_open(editor, ui, path); !opened) tell(ui, opened.error());
}

void begin_file_sheet(const Editor& editor, Ui& ui, FilePurpose purpose) {
  ui.files.begin(purpose, editor.document().path);
  ui.sheets.open(SheetKind::files);
}

// Into the document's file, unless there is none, or another program has changed it: then that is asked about first. True if it
// is in the file now.
bool save(Editor& editor, Ui& ui) {
  const std::string path = editor.document().path;
  if (path.empty()) {
    begin_file_sheet(editor, ui, FilePurpose::save);
    return false;
  }
  ui.questions.changed = changed_meanwhile(editor);
  if (ui.questions.changed.empty()) return save_to(editor, ui, path);
  ui.questions.name = document_name(editor);
  ui.sheets.open(SheetKind::changed_file);
  return false;
}

void set_lanes(Editor& editor, const Ui& ui, LaneMask mask) {
  Access access = editor.scenario().accesses[static_cast<std::size_t>(ui.access)];
  access.mask = fmt::format("0x{:08x}", mask);
  Edits edits;
  edits.push(SetAccess{ui.access, std::move(access)});
  editor.apply(edits);
}

// Another draw each time: the next one follows from the mask that is there.
LaneMask random_lanes(const Editor& editor, const Ui& ui) {
  const auto& shown = editor.analysis().accesses[static_cast<std::size_t>(ui.access)].shown;
  const std::uint64_t seed = shown ? shown->addresses.active : 0;
  return static_cast<LaneMask>(splitmix64::mixed(seed + splitmix64::step));
}

// Beside the scenario's file, under a name that is free.
void save_picture(const Editor& editor, Ui& ui) {
  ui.take_away.begin(editor.document().path, editor.scenario().title);
  ui.notice = take_away(editor, ui, {TakeAway::picture, false});
}

template <class Values, class Value>
Value after(const Values& values, Value now) {
  const auto at = std::ranges::find(values, now);
  return at == std::end(values) || at + 1 == std::end(values) ? *std::begin(values) : *(at + 1);
}

void toggle_fold(Fold& fold, bool shown) { fold = shown ? Fold::closed : Fold::open; }

void show_view(PanelSet& set, Action action) {
  for (const ViewName view : all_views) {
    if (action == action_of(view, false)) set.show_alone(view);
    if (action == action_of(view, true)) set.toggle(view);
  }
}

void swap_ab(Editor& editor, Ui& ui) {
  if (!ui.compare.on()) return;
  Scenario before = editor.scenario();
  Edits edits;
  edits.push(ReplaceScenario{ui.compare.a->scenario});
  editor.apply(edits);
  ui.compare.pin(std::move(before), editor.machines());
}

void take_best_fix(Editor& editor, Ui& ui) {
  if (!possible_now(editor, ui).fix) return;
  Edits edits;
  edits.push(ReplaceScenario{ui.advice.fix(0, editor.scenario(), editor.machine()).scenario});
  editor.apply(edits);
}

void play(const Editor& editor, Ui& ui) {
  LoopsView& loops = ui.access_view.loops;
  const bool any = !editor.scenario().accesses[static_cast<std::size_t>(ui.access)].loops.empty();
  loops.playing = loops.playing >= 0 || !any ? -1 : 0;
  loops.of_access = ui.access;
}

int step_round(int now, int step, int count) {
  return now < 0 ? (step > 0 ? 0 : count - 1) : (now + step + count) % count;
}

void pin_lane(Ui& ui, int step) {
  ui.selection.pinned = Pointed{.lane = step_round(ui.selection.pinned.lane, step, lane_count)};
}

void pin_pass(const Editor& editor, Ui& ui, int step) {
  const auto& shown = editor.analysis().accesses[static_cast<std::size_t>(ui.access)].shown;
  if (!shown || shown->served.passes.empty()) return;
  const int count = static_cast<int>(shown->served.passes.size());
  ui.selection.pinned = Pointed{.pass = step_round(std::min(ui.selection.pinned.pass, count - 1), step, count)};
}

void perform_file(Editor& editor, Ui& ui, Action action) {
  switch (action) {
    case Action::open_file:
      return begin_file_sheet(editor, ui, FilePurpose::open);
    case Action::save:
      save(editor, ui);
      return;
    case Action::save_as:
      return begin_file_sheet(editor, ui, FilePurpose::save);
    case Action::paste:
      return ui.sheets.open(SheetKind::paste);
    case Action::take_away:
      ui.take_away.begin(editor.document().path, editor.scenario().title);
      return ui.sheets.open(SheetKind::take_away);
    case Action::copy_share:
      ui.notice = take_away(editor, ui, {TakeAway::share, true});
      return;
    case Action::copy_markdown:
      ui.notice = take_away(editor, ui, {TakeAway::markdown, true});
      return;
    case Action::copy_cuda:
      ui.notice = take_away(editor, ui, {TakeAway::cuda, true});
      return;
    case Action::save_picture:
      return save_picture(editor, ui);
    case Action::quit:
      if (may_close(editor, ui) && ui.shell.close) ui.shell.close();
      return;
    default:
      return;
  }
}

void perform_edit(Editor& editor, Ui& ui, Action action) {
  switch (action) {
    case Action::undo:
      return editor.undo();
    case Action::redo:
      return editor.redo();
    case Action::lanes_all:
      return set_lanes(editor, ui, all_lanes);
    case Action::lanes_none:
      return set_lanes(editor, ui, 0);
    case Action::lanes_even:
      return set_lanes(editor, ui, 0x5555'5555);
    case Action::lanes_first_half:
      return set_lanes(editor, ui, 0x0000'ffff);
    case Action::lanes_second_half:
      return set_lanes(editor, ui, 0xffff'0000);
    case Action::lanes_random:
      return set_lanes(editor, ui, random_lanes(editor, ui));
    default:
      return;
  }
}

void perform_view(Editor& editor, Ui& ui, Action action) {
  Look& look = ui.top_bar.look;
  HeatmapColour& colour = ui.panels.heatmap.colour;
  switch (action) {
    case Action::show_all:
      ui.panels.set.shown.assign(all_views.begin(), all_views.end());
      return;
    case Action::heatmap_colour:
      colour = after(all_heatmap_colours, colour);
      return;
    case Action::fold_setup:
      return toggle_fold(ui.top_bar.left, ui.top_bar.left_shown);
    case Action::fold_results:
      return toggle_fold(ui.top_bar.right, ui.top_bar.right_shown);
    case Action::next_theme:
      look.theme = after(all_themes, look.theme);
      return;
    case Action::next_scale:
      look.scale = after(all_scales, look.scale);
      return;
    case Action::larger_text:
      look.text_size += text_step;
      break;
    case Action::smaller_text:
      look.text_size -= text_step;
      break;
    case Action::next_access:
      ui.access = (ui.access + 1) % static_cast<int>(editor.scenario().accesses.size());
      return;
    case Action::play:
      return play(editor, ui);
    case Action::next_lane:
      return pin_lane(ui, 1);
    case Action::previous_lane:
      return pin_lane(ui, -1);
    case Action::next_pass:
      return pin_pass(editor, ui, 1);
    case Action::previous_pass:
      return pin_pass(editor, ui, -1);
    case Action::next_panel:
      ui.focused_panel = (ui.focused_panel + 1) % focusable_panels;
      ui.focus_now = true;
      return;
    default:
      return show_view(ui.panels.set, action);
  }
  look = clamped(look);
}

void perform_one(Editor& editor, Ui& ui, Action action) {
  switch (action) {
    case Action::pin_a:
      return ui.compare.pin(editor.scenario(), editor.machines());
    case Action::choose_a:
      return ui.sheets.open(SheetKind::choose_a);
    case Action::swap_ab:
      return swap_ab(editor, ui);
    case Action::end_compare:
      return ui.compare.a.reset();
    case Action::run_on_gpu:
      if (ui.desk.can_run()) ui.measured.ask = StartRun{};
      return;
    case Action::take_best_fix:
      return take_best_fix(editor, ui);
    case Action::palette:
      return ui.sheets.open(SheetKind::palette);
    case Action::keys:
      return ui.sheets.open(SheetKind::keys);
    case Action::tour:
      ui.tour.step = 0;
      return;
    default:
      break;
  }
  if (perform_lesson(editor, ui, action)) return;
  if (action <= Action::quit) return perform_file(editor, ui, action);
  if (action <= Action::lanes_random) return perform_edit(editor, ui, action);
  perform_view(editor, ui, action);
}

// What fails is said in the sheet, which stays: another file is one click away.
void do_file_ask(Editor& editor, Ui& ui, const FileAsk& ask) {
  const bool opens = ask.purpose == FilePurpose::open;
  const Result<void> done = opens ? try_to_open(editor, ui, ask.path) : try_to_save(editor, ui, ask.path);
  ui.files.problem = done ? std::nullopt : std::optional(done.error());
  if (!done) return;
  ui.sheets.close();
  if (opens) return;
  if (std::exchange(ui.closes_once_saved, false) && ui.shell.close) ui.shell.close();
}

void do_take_away(const Editor& editor, Ui& ui, const TakeAwayAsk& ask) {
  const std::optional<Notice> said = take_away(editor, ui, ask);
  ui.take_away.bad = said && said->bad;
  ui.take_away.said = said ? said->text : "";
}

void do_quit_answer(Editor& editor, Ui& ui, QuitAnswer answer) {
  if (answer == QuitAnswer::save) {
    ui.closes_once_saved = true;
    if (!save(editor, ui)) return;
  }
  ui.leaves_unsaved = answer == QuitAnswer::leave;
  if (ui.shell.close) ui.shell.close();
}

void do_changed_answer(Editor& editor, Ui& ui, ChangedAnswer answer) {
  if (answer == ChangedAnswer::save_as) return begin_file_sheet(editor, ui, FilePurpose::save);
  const bool saved = save_to(editor, ui, editor.document().path);
  if (std::exchange(ui.closes_once_saved, false) && saved && ui.shell.close) ui.shell.close();
}

void do_left_answer(Editor& editor, Ui& ui, QuestionsView::LeftAnswer answer) {
  std::vector<Unsaved>& left = ui.questions.left;
  if (answer.which >= left.size()) return;
  if (answer.restore) restore(editor, left[answer.which]);
  Autosave::forget(left[answer.which]);  // a restored one is kept from now on as the work of this program
  left.erase(left.begin() + static_cast<std::ptrdiff_t>(answer.which));
}

}  // namespace

Possible possible_now(const Editor& editor, const Ui& ui) {
  const AdviceShown advice = ui.advice.of(editor.scenario());
  const bool fix =
      advice.answer != nullptr && advice.frames_behind == 0 && *advice.answer && !(**advice.answer).fixes.empty();
  return {.undo = editor.can_undo(),
          .redo = editor.can_redo(),
          .comparing = ui.compare.on(),
          .gpu = ui.desk.can_run(),
          .fix = fix,
          .lesson = ui.lessons.on()};
}

void open_dropped(Editor& editor, Ui& ui, const std::vector<std::string>& paths) {
  if (!paths.empty()) open_at(editor, ui, paths.front());
}

std::string window_title(const Editor& editor) {
  return fmt::format("{}{} - Bankmap", document_name(editor), editor.unsaved() ? "*" : "");
}

bool may_close(const Editor& editor, Ui& ui) {
  if (!editor.unsaved()) return true;
  ui.questions.name = document_name(editor);
  ui.sheets.open(SheetKind::question);
  return false;
}

void perform(Editor& editor, Ui& ui, const std::vector<Action>& actions) {
  if (!actions.empty()) ui.notice.reset();
  for (const Action action : actions) perform_one(editor, ui, action);
  if (ui.menu.reopen) open_at(editor, ui, *std::exchange(ui.menu.reopen, {}));
  if (ui.files.ask) do_file_ask(editor, ui, *std::exchange(ui.files.ask, {}));
  if (ui.take_away.ask) do_take_away(editor, ui, *std::exchange(ui.take_away.ask, {}));
  picture_when_clear(ui);
  if (ui.questions.quit) do_quit_answer(editor, ui, *std::exchange(ui.questions.quit, {}));
  if (ui.questions.about_changed) do_changed_answer(editor, ui, *std::exchange(ui.questions.about_changed, {}));
  if (ui.questions.about_left) do_left_answer(editor, ui, *std::exchange(ui.questions.about_left, {}));
  follow_lesson(editor, ui);
  if (!ui.sheets.any()) ui.closes_once_saved = false;  // the sheet was closed, or it is done
  if (ui.compare.next_a) ui.compare.pin(*std::exchange(ui.compare.next_a, {}), editor.machines());
}

}  // namespace bankmap
