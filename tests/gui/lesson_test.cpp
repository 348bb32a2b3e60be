// Lessons in the window: what a student sees before and after a guess, what a class sees on the wall, and what is remembered.
#include <gtest/gtest.h>

#include "app/lessons/lesson_files.hpp"
#include "app/views/poll.hpp"
#include "tests/gui/measured_window.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

// The second step of the transpose asks for the bank of lane 1; the third has choices or a number as the file has it.
struct LessonWindow : WindowOn {
  explicit LessonWindow(const std::string& lesson = "04", const PictureSize& size = {}) : WindowOn("broadcast", size) {
    ui.assets = test_assets();
    ui.lessons.set_course(load_lessons(test_assets()));
    ui.lessons.open(load_lesson(test_assets(), lesson).value(), editor.machines());
    gui->frames(2);
  }
  // The first step from here on that asks for a number, or has choices.
  void go_to_question(bool choices) {
    for (int step = 0; step <= ui.lessons.last_step(); ++step) {
      const auto& question = ui.lessons.lesson().steps[static_cast<std::size_t>(step)].question;
      if (!question || question->choices.empty() == choices) continue;
      ui.lessons.go(step);
      ui.lessons.ask_again();
      gui->frames(2);
      return;
    }
    FAIL() << "no such question";
  }
  std::string right() {
    const LessonStep& step = ui.lessons.current();
    return std::to_string(right_answer(*step.question, ui.lessons.figures(), view_of(step)).value() +
                          (step.question->choices.empty() ? 0 : 1));
  }
};

TEST(LessonPanel, HidesEveryNumberUntilThereIsAGuess) {
  LessonWindow window;
  window.go_to_question(false);
  EXPECT_EQ(window.editor.scenario(), window.ui.lessons.scenario()) << "the step's scenario is open";
  EXPECT_TRUE(window.gui->shows("cover.code"));
  for (const char* hidden : {"headline.wavefronts", "panels.heatmap", "lesson.verdict", "lesson.because.0"}) {
    EXPECT_FALSE(window.gui->shows(hidden)) << hidden;
  }
  EXPECT_EQ(window.ui.selection.pinned, Pointed{}) << "its sentence would say the bank";
  window.gui->click("lesson.guess");
  window.gui->type(window.right());
  window.gui->key(Key::enter);
  EXPECT_EQ(window.text("lesson.verdict"), "Right: " + window.right() + ".");
  EXPECT_TRUE(window.gui->shows("headline.wavefronts"));
  EXPECT_TRUE(window.gui->shows("lesson.because.0"));
}

TEST(LessonPanel, AWrongGuessLeadsToTheViewThatShowsWhy) {
  LessonWindow window;
  window.go_to_question(false);
  window.ui.panels.set.show_alone(ViewName::profiler);
  window.gui->click("lesson.guess");
  window.gui->type("77");
  window.gui->key(Key::enter);
  EXPECT_EQ(window.text("lesson.verdict"), "Not 77: it is " + window.right() + ".");
  const LessonLook& look = window.ui.lessons.current().look;
  EXPECT_EQ(window.ui.panels.set.shown, std::vector<ViewName>{all_views[static_cast<std::size_t>(look.view)]});
  EXPECT_EQ(window.ui.access, look.access);
  EXPECT_EQ(window.ui.selection.pinned.lane, look.lane.value_or(-1));
  window.gui->click("lesson.again");
  EXPECT_TRUE(window.gui->shows("cover.code")) << "asked again, covered again";
}

TEST(LessonPanel, WhatIsNoGuessSaysSo) {
  LessonWindow window;
  window.go_to_question(false);
  window.gui->click("lesson.guess");
  window.gui->type("1+");
  window.gui->key(Key::enter);
  EXPECT_EQ(window.text("lesson.problem"), "'1+' is no whole number; a number in digits");
  EXPECT_TRUE(window.ui.lessons.covered());
  window.gui->frames(3);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the next guess needs no click";
}

TEST(LessonPanel, ChoicesAreButtons) {
  LessonWindow window;
  for (const char* lesson : {"04", "05", "06"}) {
    window.ui.lessons.open(load_lesson(test_assets(), lesson).value(), window.editor.machines());
    window.go_to_question(true);
    const int right = std::stoi(window.right());
    window.gui->click("lesson.choice." + std::to_string(right - 1));
    EXPECT_EQ(window.text("lesson.verdict"), "Right.") << lesson;
    window.gui->click("lesson.again");
    window.gui->click("lesson.choice." + std::to_string(right == 1 ? 1 : 0));
    EXPECT_TRUE(window.text("lesson.verdict").starts_with("No: ")) << window.text("lesson.verdict");
  }
}

TEST(LessonPanel, TheStudentMayTryAndComeBack) {
  LessonWindow window;
  window.ui.lessons.tell();
  window.gui->frames(2);
  window.gui->click("lesson.setup");
  window.gui->type_into("tile.padding", "3");
  window.gui->click("lesson.tab");
  EXPECT_TRUE(window.gui->shows("lesson.changed"));
  EXPECT_NE(window.editor.scenario(), window.ui.lessons.scenario());
  window.reach("lesson.restore");
  window.gui->click("lesson.restore");
  EXPECT_EQ(window.editor.scenario(), window.ui.lessons.scenario());
  window.editor.undo();
  EXPECT_EQ(window.tile().pitch.value, 3) << "nothing is lost";
}

TEST(LessonPanel, KeysGoThroughTheStepsAndTheEndIsTheWindowAsBefore) {
  LessonWindow window;
  window.gui->key(Key::page_down);
  EXPECT_EQ(window.ui.lessons.step(), 1);
  window.gui->key(Key::page_up);
  window.gui->key(Key::page_up);
  EXPECT_EQ(window.ui.lessons.step(), 0);
  window.gui->click("lesson.close");
  EXPECT_FALSE(window.ui.lessons.on());
  EXPECT_TRUE(window.gui->shows("headline.wavefronts"));
}

TEST(LessonList, OpensALessonWhereItWasLeft) {
  LessonWindow window("02");
  window.ui.lessons.go(3);
  window.ui.lessons.close();
  window.gui->key(Key::f8);
  EXPECT_TRUE(window.gui->shows("lessons.01-what-is-a-bank"));
  window.ui.tour.step = 0;
  window.gui->click("lessons.02-broadcast.open");
  EXPECT_FALSE(window.ui.tour.on()) << "one guide at a time";
  ASSERT_TRUE(window.ui.lessons.on());
  EXPECT_EQ(window.ui.lessons.step(), 3);
  EXPECT_FALSE(window.gui->shows("sheet"));
}

// Every step of the course, before and after its answer: nothing is left over, nothing throws, and the step that is asked
// about is the one that is drawn.
TEST(LessonPanel, EveryStepOfTheCourseIsDrawn) {
  LessonWindow window;
  const std::vector<NamedLesson> course = window.ui.lessons.course();
  ASSERT_GE(course.size(), 16U);
  for (const NamedLesson& lesson : course) {
    window.ui.lessons.open(lesson, window.editor.machines());
    for (int step = 0; step <= window.ui.lessons.last_step(); ++step) {
      SCOPED_TRACE(lesson.name + " step " + std::to_string(step + 1));
      window.ui.lessons.go(step);
      window.gui->frames(2);
      EXPECT_EQ(window.gui->shows("cover.title"), window.ui.lessons.covered());
      EXPECT_EQ(window.gui->shows("headline.wavefronts"), !window.ui.lessons.covered());
      if (window.ui.lessons.covered()) window.ui.lessons.tell();
      window.gui->frames(2);
      EXPECT_TRUE(window.gui->shows("headline.wavefronts"));
      EXPECT_EQ(window.editor.scenario(), window.ui.lessons.scenario());
    }
  }
}

// With a GPU the last step is measured live, in the panel and on the wall.
TEST(LessonPanel, WhatIsMeasuredIsMeasuredLiveWhereThereIsAGpu) {
  for (const bool presented : {false, true}) {
    MeasuredWindow gpu("broadcast");
    gpu.window.ui.lessons.open(load_lesson(test_assets(), "04").value(), gpu.window.editor.machines());
    gpu.window.ui.lessons.go(gpu.window.ui.lessons.last_step());
    gpu.window.gui->frames(2);
    if (gpu.window.ui.lessons.covered()) gpu.window.ui.lessons.tell();
    if (presented) gpu.window.gui->key(Key::f9);
    gpu.window.gui->frames(3);
    ASSERT_EQ(gpu.window.ui.presenter.on, presented);
    gpu.click("measure.run");
    gpu.done();
    EXPECT_EQ(gpu.text("measure.heading"), "measured");
  }
}

struct Presenting : LessonWindow {
  explicit Presenting(const PictureSize& size = {}) : LessonWindow("04", size) {
    gui->key(Key::f9);
    gui->frames(2);
  }
};

TEST(Presenter, ShowsTheStepAndNothingAroundIt) {
  Presenting window;
  ASSERT_TRUE(window.ui.presenter.on);
  EXPECT_EQ(window.text("present.step"), "1 of " + std::to_string(window.ui.lessons.last_step() + 1));
  for (const char* around : {"menu", "top.preset", "tile.padding", "panels.heatmap", "lesson.close"}) {
    EXPECT_FALSE(window.gui->shows(around)) << around;
  }
  EXPECT_EQ(window.ui.top_bar.look.text_size, presenter_text_size(900));
  window.gui->key(Key::escape);
  EXPECT_FALSE(window.ui.presenter.on);
  EXPECT_EQ(window.ui.top_bar.look.text_size, default_text_size) << "the window's own again";
}

TEST(Presenter, ARemoteControlGoesOnByWayOfTheAnswer) {
  Presenting window;
  window.go_to_question(false);
  const int step = window.ui.lessons.step();
  for (const Key key : {Key::page_down, Key::right, Key::space, Key::enter}) {
    window.ui.lessons.go(step);
    window.ui.lessons.ask_again();
    window.gui->frames(2);
    window.gui->key(key);
    EXPECT_EQ(window.ui.lessons.step(), step) << "the answer first";
    EXPECT_FALSE(window.ui.lessons.covered());
    window.gui->key(key);
    EXPECT_EQ(window.ui.lessons.step(), step + 1);
  }
  window.gui->key(Key::page_up);
  EXPECT_EQ(window.ui.lessons.step(), step);
  window.gui->key(Key::end);
  EXPECT_EQ(window.ui.lessons.step(), window.ui.lessons.last_step());
}

TEST(Presenter, BlackNotesAndPoll) {
  Presenting window;
  window.gui->key(Key::b);
  EXPECT_TRUE(window.gui->shows("present.black"));
  const int step = window.ui.lessons.step();
  window.gui->key(Key::page_down);
  EXPECT_FALSE(window.gui->shows("present.black"));
  EXPECT_EQ(window.ui.lessons.step(), step) << "the first key only brings the picture back";
  window.gui->key(Key::n);
  EXPECT_TRUE(window.gui->shows("present.notes"));
  window.go_to_question(true);
  window.gui->key(Key::p);
  EXPECT_TRUE(window.gui->shows("poll.all"));
  window.gui->key(Key::digit2);
  window.gui->key(Key::digit2);
  window.gui->key(Key::digit1);
  EXPECT_EQ(window.text("poll.2.votes"), "2");
  EXPECT_EQ(window.text("poll.all"), "3 answers");
  window.gui->chord(Key::shift, Key::digit2);
  EXPECT_EQ(window.text("poll.2.votes"), "1");
  window.gui->key(Key::p);
  EXPECT_FALSE(window.gui->shows("poll.all"));
}

TEST(Presenter, NumbersOfAPollAreTyped) {
  Presenting window;
  window.go_to_question(false);
  window.gui->key(Key::p);
  window.gui->frames(3);
  window.gui->type("32*5");
  window.gui->key(Key::enter);
  window.gui->type("7");
  window.gui->key(Key::enter);
  EXPECT_EQ(window.text("poll.32.votes"), "5");
  EXPECT_EQ(window.text("poll.7.votes"), "1");
  window.gui->key(Key::page_down);
  EXPECT_FALSE(window.ui.lessons.covered()) << "a remote control works all the same";
  EXPECT_TRUE(window.gui->shows("poll." + window.right() + ".votes")) << "the right one, also where nobody said it";
}

TEST(Presenter, EscapeLeavesThePollAndThenTheWall) {
  for (const bool choices : {true, false}) {
    Presenting window;
    window.go_to_question(choices);
    window.gui->key(Key::p);
    window.gui->frames(3);
    if (!choices) window.gui->type("32*");
    window.gui->key(Key::escape);
    EXPECT_FALSE(window.gui->shows("poll.all"));
    EXPECT_TRUE(window.ui.presenter.on) << "a number that is given up is no end of the class";
    window.gui->key(Key::escape);
    EXPECT_FALSE(window.ui.presenter.on);
  }
}

TEST(Poll, CountsWhatIsTyped) {
  Votes votes;
  EXPECT_TRUE(add_votes(votes, "32"));
  EXPECT_TRUE(add_votes(votes, " 32 * 4 "));
  EXPECT_TRUE(add_votes(votes, "1*999999"));
  EXPECT_EQ(votes, (Votes{{32, 5}, {1, most_votes}}));
  EXPECT_TRUE(add_votes(votes, "32*-9"));
  EXPECT_EQ(votes, (Votes{{1, most_votes}})) << "never below none";
  for (const char* wrong : {"", "x", "3*", "*3", "3*x", "99999999999999999999"})
    EXPECT_FALSE(add_votes(votes, wrong)) << wrong;
}

TEST(StepSheet, AddsWhatIsOnTheScreenToALesson) {
  std::string folder = (std::filesystem::temp_directory_path() / "bankmap-step-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  WindowOn window("transpose-float-plain");
  window.ui.assets = test_assets();
  window.ui.step_sheet.path = folder + "/mine.json";
  window.ui.selection.pinned = {.lane = 5};
  window.gui->key(Key::f10);
  window.gui->frames(3);
  window.gui->click("step.title");
  window.gui->type("My step");
  window.gui->click("step.text");
  window.gui->type("Lane 5: word {lane5.word}.");
  EXPECT_EQ(window.text("step.text.filled"), "Lane 5: word 160.");
  window.gui->click("step.question");
  window.gui->type("How many?");
  window.gui->click("step.answer");
  window.gui->type("wavefront");
  EXPECT_EQ(window.text("step.answer.filled"), "unknown figure 'wavefront'; did you mean 'wavefronts'?");
  window.gui->click("step.add");
  EXPECT_TRUE(window.text("step.said").find("unknown figure") != std::string::npos) << window.text("step.said");
  EXPECT_FALSE(std::filesystem::exists(folder + "/mine.json")) << "a wrong step is not kept";
  window.gui->click("step.answer");
  window.gui->type("s");
  EXPECT_EQ(window.text("step.answer.filled"), "= 32");
  window.gui->click("step.reason");
  window.gui->type("One bank.");
  window.gui->click("step.add");
  EXPECT_EQ(window.text("step.said"), "Step 1 of " + folder + "/mine.json.");
  const Lesson lesson = load_lesson(test_assets(), folder + "/mine.json").value().lesson;
  ASSERT_EQ(lesson.steps.size(), 1U);
  EXPECT_EQ(lesson.steps[0].look.lane, 5);
  EXPECT_EQ(lesson.steps[0].look.access, 1);
  EXPECT_EQ(lesson.steps[0].question->value, "wavefronts");
  EXPECT_EQ(lesson.scenarios[0].scenario, window.editor.scenario());
  std::filesystem::remove_all(folder);
}

TEST(StepSheet, WritesIntoOrdinaryFilesAlone) {
  const MachineProfiles machines = load_machines(test_assets()).value();
  LessonStep step;
  step.title = "one";
  for (const char* path : {"-", "/dev/zero", "/dev/stdin", "/"}) {
    const Result<int> saved = save_step(test_assets(), machines, path, "mine", step, Scenario{});
    ASSERT_FALSE(saved) << path;
    EXPECT_EQ(saved.error().what, "'" + std::string(path) + "' is no ordinary file");
  }
}

TEST(LessonProgress, ComesBackAsItWas) {
  const Progress progress{{"04-transpose", {.step = 3, .answers = {{1, {"32", false}}, {2, {"", true}}}}}, {"x", {}}};
  EXPECT_EQ(read_progress(write_progress(progress)).value(), progress);
  EXPECT_EQ(to_string(read_progress("{\"bankmap_progress\": 2, \"lessons\": []}").error()),
            "/bankmap_progress: 2 is out of range; 1 to 1");
  EXPECT_FALSE(read_progress("nonsense"));
}

}  // namespace
}  // namespace bankmap
