#include "app/perform_lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/ui.hpp"

namespace bankmap {
namespace {

void end_presenting(Ui& ui) {
  if (!ui.presenter.on) return;
  ui.top_bar.look.text_size = ui.presenter.text_size_before;
  ui.presenter = {};
  if (ui.shell.full_screen) ui.shell.full_screen(false);
}

void present(Ui& ui) {
  if (!ui.lessons.on()) return;
  if (ui.presenter.on) return end_presenting(ui);
  ui.presenter = {};
  ui.presenter.on = true;
  ui.presenter.text_size_before = ui.top_bar.look.text_size;
  if (ui.shell.full_screen) ui.shell.full_screen(true);
}

void end_lesson(Ui& ui) {
  end_presenting(ui);
  ui.lessons.close();
  ui.lesson = {};
}

void begin_step_sheet(const Editor& editor, Ui& ui) {
  StepSheetView& sheet = ui.step_sheet;
  if (sheet.path.empty()) sheet.path = (take_away_folder(editor.document().path) / "lesson.json").string();
  sheet.said.clear();
  ui.sheets.open(SheetKind::lesson_step);
}

LessonLook look_of(const Ui& ui) {
  LessonLook look{.view = ui.panels.set.shown.front(), .access = ui.access, .lane = {}, .bank = {}, .pass = {}};
  const Pointed& pinned = ui.selection.pinned;
  if (pinned.lane >= 0) {
    look.lane = pinned.lane;
  } else if (pinned.bank >= 0) {
    look.bank = pinned.bank;
  } else if (pinned.pass >= 0) {
    look.pass = pinned.pass;
  }
  return look;
}

void look_at(Ui& ui, const LessonLook& look) {
  ui.panels.set.show_alone(look.view);
  ui.access = look.access;
  if (ui.lessons.covered()) {  // what is pinned has a sentence, and with it the answer
    ui.selection = {};
    return;
  }
  ui.selection.pinned = {
      .lane = look.lane.value_or(-1), .bank = look.bank.value_or(-1), .pass = look.pass.value_or(-1)};
}

struct Doing {
  Editor& editor;
  Ui& ui;

  void operator()(const OpenLesson& ask) const {
    const auto& course = ui.lessons.course();
    const auto found = std::ranges::find(course, ask.name, &NamedLesson::name);
    if (found == course.end()) return;
    ui.lesson = {};
    ui.tour.step = -1;  // one guide at a time
    ui.lessons.open(*found, editor.machines());
  }
  void operator()(const GoToStep& ask) const { ui.lessons.go(ask.step); }
  void operator()(const Guess& ask) const {
    const Result<void> judged = ui.lessons.guess(ask.typed);
    const std::optional<Problem> problem = judged ? std::nullopt : std::optional(judged.error());
    ui.lesson.box.problem = ui.presenter.box.problem = problem;
  }
  void operator()(const TellAnswer&) const { ui.lessons.tell(); }
  void operator()(const AskAgain&) const { ui.lessons.ask_again(); }
  void operator()(const RestoreScenario&) const {
    editor.open(ui.lessons.scenario(), Document{{}, ui.lessons.scenario()});
  }
  void operator()(const EndLesson&) const { end_lesson(ui); }
};

void do_save_step(const Editor& editor, Ui& ui) {
  StepSheetView& sheet = ui.step_sheet;
  const Result<int> saved = save_step(ui.assets, editor.machines(), sheet.path, "My lesson",
                                      typed_step(sheet, look_of(ui)), editor.scenario());
  sheet.bad = !saved;
  sheet.said = saved ? fmt::format("Step {} of {}.", *saved, sheet.path) : to_string(saved.error());
  if (!saved) return;
  sheet.title.clear();
  sheet.text.clear();
  sheet.question.clear();
  sheet.answer.clear();
  sheet.reason.clear();
}

}  // namespace

bool perform_lesson(const Editor& editor, Ui& ui, Action action) {
  switch (action) {
    case Action::lessons:
      ui.sheets.open(SheetKind::lessons);
      return true;
    case Action::present:
      present(ui);
      return true;
    case Action::next_step:
    case Action::previous_step:
      if (ui.lessons.on()) ui.lessons.go(ui.lessons.step() + (action == Action::next_step ? 1 : -1));
      return true;
    case Action::save_step:
      begin_step_sheet(editor, ui);
      return true;
    case Action::end_lesson:
      end_lesson(ui);
      return true;
    default:
      return false;
  }
}

void follow_lesson(Editor& editor, Ui& ui) {
  if (std::exchange(ui.step_sheet.ask, false)) do_save_step(editor, ui);
  if (ui.lesson.ask && (ui.lessons.on() || std::holds_alternative<OpenLesson>(*ui.lesson.ask))) {
    std::visit(Doing{editor, ui}, *std::exchange(ui.lesson.ask, {}));
  }
  ui.lesson.ask.reset();
  if (!ui.lessons.on() || !ui.lessons.take_news()) return;
  if (const std::optional<Scenario> scenario = ui.lessons.take_scenario()) {
    editor.open(*scenario, Document{{}, *scenario});
    ui.lesson.box = ui.presenter.box = {};
    ui.compare.a.reset();
  }
  ui.lesson.setup = false;
  look_at(ui, ui.lessons.current().look);
}

}  // namespace bankmap
