// Windows that are small, or whose text is large: what matters stays on the screen, and the rest can be reached.
#include <fmt/format.h>

#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

struct Small {
  int width;
  int height;
  float text_size;
};
void PrintTo(const Small& small, std::ostream* out) {
  *out << fmt::format("{} x {} at {} px", small.width, small.height, small.text_size);
}

struct SmallWindow : ::testing::TestWithParam<Small>, WindowOn {
  SmallWindow() : WindowOn("transpose-float-padded-by-four", {.width = GetParam().width, .height = GetParam().height}) {
    gui->screen().set_look({.theme = ThemeKind::dark, .text_size = GetParam().text_size});
    ui.top_bar.look.text_size = GetParam().text_size;
    gui->settle();
  }
  bool on_screen(const LoggedWidget& it) const {
    return it.visible && it.min.x >= 0 && it.min.y >= 0 && it.max.x <= static_cast<float>(GetParam().width) &&
           it.max.y <= static_cast<float>(GetParam().height);
  }
  void expect_on_screen(const std::string& name) const {
    const LoggedWidget& it = gui->widget(name);
    EXPECT_TRUE(on_screen(it)) << name << ": " << it.min.x << ", " << it.min.y << " to " << it.max.x << ", "
                               << it.max.y;
  }
};

TEST_P(SmallWindow, TheBarAndTheHeadlineAreWhole) {
  for (const LoggedWidget& each : gui->log().widgets()) {
    const bool in_bar = each.name.starts_with("top.") || each.name == "menu";
    if (in_bar || each.name.starts_with("headline.")) expect_on_screen(each.name);
  }
  EXPECT_EQ(text("headline.wavefronts"), "4");
  expect_on_screen("menu");
  expect_on_screen("heatmap.cell.9.9");
  expect_on_screen("heatmap.cell.31.1");
}

TEST_P(SmallWindow, NothingOfTheBarLiesOverAnother) {
  float right = 0;
  for (const char* name : {"menu", "top.left", "top.preset", "top.undo", "top.redo", "top.compare", "top.share",
                           "top.machine", "top.text_size", "top.theme", "top.right"}) {
    if (!gui->shows(name)) continue;
    EXPECT_GE(gui->widget(name).min.x, right) << name;
    right = gui->widget(name).max.x;
  }
}

TEST_P(SmallWindow, EitherPanelOpensAndTheNumbersStay) {
  if (!ui.top_bar.left_shown) gui->key(Key::f2);
  EXPECT_TRUE(gui->widget("tile.rows").visible) << "by its key, whatever the bar has room for";
  expect_on_screen("headline.wavefronts");
  if (!ui.top_bar.right_shown) gui->key(Key::f3);
  EXPECT_TRUE(gui->shows("totals.wavefronts"));
  expect_on_screen("headline.wavefronts");
  gui->key(Key::f3);
  EXPECT_FALSE(gui->shows("totals.wavefronts"));
  expect_on_screen("heatmap.cell.9.9");
}

std::string name_of(const ::testing::TestParamInfo<Small>& it) {
  return fmt::format("Of{}x{}At{}", it.param.width, it.param.height, it.param.text_size);
}
INSTANTIATE_TEST_SUITE_P(Sizes, SmallWindow,
                         ::testing::Values(Small{400, 300, 12}, Small{400, 300, 14}, Small{640, 480, 12},
                                           Small{640, 480, 14}, Small{640, 480, 20}, Small{800, 600, 12},
                                           Small{800, 600, 14}, Small{800, 600, 24}, Small{1024, 768, 40},
                                           Small{1280, 720, 24}, Small{1280, 720, 40}, Small{1440, 900, 14},
                                           Small{1920, 1080, 40}),
                         name_of);

TEST(SmallWindows, OfTwoPanelsTheOneThatWasOpenedLastStays) {
  WindowOn window("transpose-float-plain", {.width = 400, .height = 400});
  window.gui->click("top.left");
  EXPECT_TRUE(window.gui->shows("tile.rows"));
  EXPECT_FALSE(window.gui->shows("heatmap")) << "the panel lies where the picture was";
  window.gui->type_into("tile.padding", "1");
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.gui->click("top.right");
  EXPECT_TRUE(window.gui->shows("totals.wavefronts"));
  EXPECT_FALSE(window.gui->shows("tile.rows"));
  window.gui->click("top.left");
  EXPECT_TRUE(window.gui->shows("tile.rows"));
  EXPECT_FALSE(window.gui->shows("totals.wavefronts"));
  window.gui->click("top.left");
  EXPECT_TRUE(window.gui->shows("heatmap"));
}

TEST(SmallWindows, TheLeastNeededGoesFirst) {
  const auto shown = [](int width) {
    WindowOn window("transpose-float-plain", {.width = width, .height = 600});
    std::string names;
    for (const char* name :
         {"top.preset", "top.left", "top.theme", "top.text_size", "top.undo", "top.machine", "top.compare"})
      names += window.gui->shows(name) ? std::string(name).substr(4) + " " : "";
    return names;
  };
  const std::string all = shown(1440);
  EXPECT_EQ(all, "preset left theme text_size undo machine compare ");
  std::string before = all;
  for (int width = 1300; width >= 300; width -= 50) {
    const std::string now = shown(width);
    EXPECT_TRUE(before.starts_with(now)) << width << ": " << now;
    before = now;
  }
}

// All views at once, with text for a class.
struct LargeText : WindowOn {
  explicit LargeText(float text_size) : WindowOn("transpose-float-padded-by-four", {.width = 1920, .height = 1080}) {
    gui->screen().set_look({.theme = ThemeKind::dark, .text_size = text_size});
    gui->key(Key::digit0);
  }
};

TEST(LargeTexts, NumbersAtTheAxisOfTheSweepStandApart) {
  for (const float text_size : {14.0F, 24.0F, 40.0F}) {
    LargeText window(text_size);
    float top = 1e9F;
    int numbers = 0;
    for (const LoggedWidget& each : window.gui->log().widgets()) {
      if (!each.name.starts_with("sweep.axis.")) continue;
      EXPECT_LE(each.max.y, top + 1) << each.name << " at " << text_size;
      top = each.min.y;
      ++numbers;
    }
    EXPECT_GE(numbers, 2) << text_size;
  }
}

TEST(LargeTexts, ARowWithoutRoomForItsSliderKeepsItsBox) {
  for (const float text_size : {14.0F, 24.0F}) {
    LargeText window(text_size);
    const float right = window.gui->widget("panel.profiler").max.x;
    EXPECT_LE(window.gui->widget("profiler_sum.blocks.typed").max.x, right) << text_size;
  }
}

TEST(LargeTexts, OfAComparisonNothingIsCut) {
  for (const float text_size : {14.0F, 40.0F}) {
    WindowOn window("transpose-float-plain", {.width = 1280, .height = 720});
    window.gui->screen().set_look({.theme = ThemeKind::dark, .text_size = text_size});
    window.gui->chord(Key::ctrl, Key::d);
    EXPECT_TRUE(window.gui->shows("compare.a.wavefronts")) << text_size;
    EXPECT_TRUE(window.gui->shows("compare.b.wavefronts")) << text_size;
    for (const LoggedWidget& each : window.gui->log().widgets()) {
      if (each.name.starts_with("compare.")) {
        EXPECT_LE(each.max.x, 1280) << each.name << " at " << text_size;
      }
    }
    EXPECT_EQ(window.gui->shows("compare.a.cycles"), text_size < 20) << text_size;
  }
}

TEST(LargeTexts, ASheetIsWhole) {
  WindowOn window("transpose-float-plain", {.width = 1920, .height = 1080});
  window.gui->screen().set_look({.theme = ThemeKind::dark, .text_size = 40});
  window.gui->chord(Key::ctrl, Key::e);
  EXPECT_LE(window.gui->widget("sheet").max.y, 1080);
}

TEST(SmallWindows, WithBothPanelsFoldedTheHeadlineIsAColumnAsWideAsAPanel) {
  WindowOn window("transpose-float-padded-by-four", {.width = 1440, .height = 900});
  window.gui->key(Key::f2);
  window.gui->key(Key::f3);
  const ScreenArea& headline = window.ui.areas.headline;
  const ScreenArea& picture = window.ui.areas.picture;
  EXPECT_EQ(headline.max.x - headline.min.x, 300);
  EXPECT_EQ(headline.max.y - headline.min.y, picture.max.y - picture.min.y);
  EXPECT_EQ(picture.max.x, 1440);
}

}  // namespace
}  // namespace bankmap
