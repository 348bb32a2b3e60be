// Every view in every theme, and a step of every lesson on the wall, against pictures that somebody has looked at.
#include "app/lessons/lesson_files.hpp"
#include "tests/gui/golden_picture.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

std::string golden_file(ViewName panel, ThemeKind theme) {
  return std::string(BANKMAP_SOURCE "/tests/golden/views/") + to_string(panel) + "-" + std::string(theme_name(theme)) +
         ".png";
}

class GoldenPictures : public ::testing::TestWithParam<std::tuple<ViewName, ThemeKind>> {};

TEST_P(GoldenPictures, LooksAsItWasSeen) {
  const auto [panel, theme] = GetParam();
  WindowOn window("transpose-float-padded-by-four", {1120, 720});
  window.ui.panels.set.show_alone(panel);
  window.gui->screen().set_look({.theme = theme, .text_size = 13});
  window.gui->settle();
  if (expect_as_seen(window.gui->image(), golden_file(panel, theme))) GTEST_SKIP() << "drawn anew";
}

std::string name_of(const ::testing::TestParamInfo<std::tuple<ViewName, ThemeKind>>& info) {
  const std::string theme(theme_name(std::get<1>(info.param)));
  return std::string(to_string(std::get<0>(info.param))) + "_" + theme.substr(0, theme.find('-'));
}
INSTANTIATE_TEST_SUITE_P(All, GoldenPictures,
                         ::testing::Combine(::testing::ValuesIn(all_views), ::testing::ValuesIn(all_themes)), name_of);

class GoldenLessons : public ::testing::TestWithParam<std::string> {};

// The last step that asks something, answered: every second lesson in light colours.
TEST_P(GoldenLessons, LooksAsItWasSeen) {
  WindowOn window("broadcast", {1120, 720});
  window.ui.desk.set_recorded(load_recorded(test_assets()).value());
  window.ui.lessons.open(load_lesson(test_assets(), GetParam()).value(), window.editor.machines());
  int step = window.ui.lessons.last_step();
  while (step > 0 && !window.ui.lessons.lesson().steps[static_cast<std::size_t>(step)].question) --step;
  window.ui.lessons.go(step);
  window.ui.lessons.tell();
  window.gui->key(Key::f9);
  const bool light = GetParam()[1] % 2 == 0;
  window.gui->screen().set_look(
      {.theme = light ? ThemeKind::light : ThemeKind::dark, .text_size = presenter_text_size(720)});
  window.gui->settle();
  const std::string file = BANKMAP_SOURCE "/tests/golden/lessons/" + GetParam() + ".png";
  if (expect_as_seen(window.gui->image(), file)) GTEST_SKIP() << "drawn anew";
}

std::string lesson_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Course, GoldenLessons, ::testing::ValuesIn(list_lessons(test_assets()).value()), lesson_name);

}  // namespace
}  // namespace bankmap
