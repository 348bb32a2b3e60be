// The harness itself, on a small panel of ordinary controls: what a hand does, the controls do.
#include "tests/gui/harness.hpp"

#include <gtest/gtest.h>

#include <array>

namespace bankmap {
namespace {

struct TestPanel {
  int rows = 32;
  int presses = 0;
  int double_clicks = 0;
  int undos = 0;
  int redos = 0;
  std::array<char, 200> text{};
  std::string hovered;
  float scroll = 0;

  void draw(WidgetLog& log) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({300, 300});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove);
    ImGui::SliderInt("rows", &rows, 0, 100);
    log.item("rows", std::to_string(rows));
    presses += ImGui::Button("press me") ? 1 : 0;
    log.item("press", std::to_string(presses));
    hovered = ImGui::IsItemHovered() ? "press" : "";
    double_clicks += ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) ? 1 : 0;
    ImGui::InputText("text", text.data(), text.size());
    log.item("text", text.data());
    undos += ctrl_pressed(Key::u) ? 1 : 0;
    redos += ctrl_pressed(Key::u, true) ? 1 : 0;
    ImGui::Dummy({10, 800});
    scroll = ImGui::GetScrollY();
    ImGui::End();
  }
};

class HarnessTest : public testing::Test {
 protected:
  TestPanel panel;
  Gui gui{[this](const Theme&, WidgetLog& log) { panel.draw(log); }, {.width = 400, .height = 300, .scale = 1}};
};

TEST_F(HarnessTest, ClicksByName) {
  gui.click("press");
  gui.click("press");
  gui.click("press");
  EXPECT_EQ(gui.text("press"), "3");
  EXPECT_EQ(panel.double_clicks, 0);
  gui.double_click("press");
  EXPECT_EQ(panel.double_clicks, 1);
  EXPECT_EQ(gui.text("press"), "5");
}

TEST_F(HarnessTest, DragsSliders) {
  gui.drag_along("rows", 0.5F, 1);
  EXPECT_EQ(panel.rows, 100);
  gui.drag_along("rows", 0.5F, 0);
  EXPECT_EQ(panel.rows, 0);
  gui.drag("rows", {0, 0});
  EXPECT_NEAR(panel.rows, 50, 20);  // the log's rectangle includes the label
}

TEST_F(HarnessTest, TypesIntoSliders) {
  gui.type_into("rows", "17");
  EXPECT_EQ(panel.rows, 17);
}

TEST_F(HarnessTest, TypesEverySignInOrderHoweverFast) {
  const std::string line = "aa  bb((lane+1)%32)^(k>>2)  0x1F  \u00b5\u2192 1000 -- //";
  for (int i = 0; i < 20; ++i) {
    gui.type_into("text", line);
    ASSERT_EQ(gui.text("text"), line);
    gui.type_into("text", "x");
    ASSERT_EQ(gui.text("text"), "x");
  }
}

TEST_F(HarnessTest, EditsWithKeysInOrder) {
  gui.type_into("text", "abc");
  gui.click("text");
  gui.key(Key::end);
  gui.input().push(KeyChange{Key::backspace, true});
  gui.input().push(KeyChange{Key::backspace, false});
  gui.type("d");
  gui.key(Key::home);
  gui.type("_");
  EXPECT_EQ(gui.text("text"), "_abd");
}

TEST_F(HarnessTest, CopiesAndPastes) {
  gui.type_into("text", "lane");
  gui.click("text");
  for (const Key key : {Key::a, Key::c}) gui.chord(Key::ctrl, key);
  gui.key(Key::end);
  gui.chord(Key::ctrl, Key::v);
  EXPECT_EQ(gui.text("text"), "lanelane");
}

TEST_F(HarnessTest, HoversAndLeaves) {
  gui.hover("press");
  EXPECT_EQ(panel.hovered, "press");
  gui.move_to({390, 290});
  EXPECT_EQ(panel.hovered, "");
}

TEST_F(HarnessTest, Chords) {
  gui.chord(Key::ctrl, Key::u);  // a letter that has no key of its own in Dear ImGui 1.86
  EXPECT_EQ(panel.undos, 1);
  EXPECT_EQ(panel.redos, 0);
  gui.input().push(KeyChange{Key::shift, true});
  gui.chord(Key::ctrl, Key::u);
  gui.input().push(KeyChange{Key::shift, false});
  gui.settle();
  EXPECT_EQ(panel.undos, 1);
  EXPECT_EQ(panel.redos, 1);
  gui.key(Key::u);
  EXPECT_EQ(panel.undos + panel.redos, 2);
}

TEST_F(HarnessTest, Scrolls) {
  gui.hover("press");
  gui.wheel(-2);
  EXPECT_GT(panel.scroll, 20);
}

TEST_F(HarnessTest, TheSameActionsGiveTheSamePicture) {
  const auto act = [] {
    TestPanel own;
    Gui other([&](const Theme&, WidgetLog& log) { own.draw(log); }, {.width = 400, .height = 300, .scale = 1});
    other.drag_along("rows", 0.2F, 0.3F);
    other.type_into("text", "(lane ^ k) * 4");
    other.hover("press");
    return other.image();
  };
  const Image first = act();
  for (int i = 0; i < 4; ++i) ASSERT_EQ(act(), first);
}

}  // namespace
}  // namespace bankmap
