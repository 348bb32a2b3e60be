#include "app/widget_log.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/gui/harness.hpp"

namespace bankmap {
namespace {

void long_list(WidgetLog& log) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({200, 100});
  ImGui::Begin("list", nullptr, ImGuiWindowFlags_NoDecoration);
  for (int i = 0; i < 20; ++i) {
    const std::string name = "row" + std::to_string(i);
    ImGui::Button(name.c_str(), {80, 20});
    log.item(name, "shows " + std::to_string(i));
  }
  ImGui::End();
}

TEST(WidgetLog, HoldsTheLastFrameWithRectangles) {
  Gui gui([](const Theme&, WidgetLog& log) { long_list(log); }, {.width = 300, .height = 200, .scale = 1});
  EXPECT_EQ(gui.log().widgets().size(), 20U);
  const LoggedWidget& first = gui.widget("row0");
  EXPECT_EQ(first.text, "shows 0");
  EXPECT_EQ(first.max.x - first.min.x, 80);
  EXPECT_EQ(first.max.y - first.min.y, 20);
  EXPECT_TRUE(first.visible);
  EXPECT_FALSE(gui.widget("row19").visible);  // below what the window shows
  EXPECT_FALSE(gui.shows("row20"));
  EXPECT_THROW(gui.widget("row20"), std::out_of_range);
}

TEST(WidgetLog, SwitchedOffItHoldsNothing) {
  WidgetLog log(false);
  Offscreen screen({.width = 300, .height = 200, .scale = 1});
  screen.frame([&] { long_list(log); });
  EXPECT_TRUE(log.widgets().empty());
  EXPECT_FALSE(log.on());
}

TEST(WidgetLog, TheLaterOfTwoWithOneNameIsFound) {
  WidgetLog log(true);
  Offscreen screen({.width = 300, .height = 200, .scale = 1});
  screen.frame([&] {
    log.begin_frame();
    log.area("a", {0, 0}, {1, 1}, "first");
    log.area("a", {2, 2}, {4, 6}, "second");
  });
  ASSERT_NE(log.find("a"), nullptr);
  EXPECT_EQ(log.find("a")->text, "second");
  EXPECT_EQ(log.find("a")->middle().y, 4);
}

TEST(WidgetLog, IsWrittenAsJson) {
  WidgetLog log(true);
  Offscreen screen({.width = 300, .height = 200, .scale = 1});
  screen.frame([&] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({300, 200});
    ImGui::Begin("whole", nullptr, ImGuiWindowFlags_NoTitleBar);
    log.area("cell \"1\"", {21, 22}, {24, 28}, "\xff is no UTF-8");
    ImGui::End();
  });
  const std::string path = testing::TempDir() + "bankmap_widget_log_test.json";
  ASSERT_TRUE(write_widget_log(log, path).has_value());
  std::ifstream in(path);
  const auto json = nlohmann::json::parse(in);
  ASSERT_EQ(json["widgets"].size(), 1U);
  const auto& widget = json["widgets"][0];
  EXPECT_EQ(widget["name"], "cell \"1\"");
  EXPECT_EQ(widget["x"], 21);
  EXPECT_EQ(widget["y"], 22);
  EXPECT_EQ(widget["width"], 3);
  EXPECT_EQ(widget["height"], 6);
  EXPECT_EQ(widget["visible"], true);
  for (const auto& beside : std::filesystem::directory_iterator(testing::TempDir()))
    EXPECT_FALSE(beside.path().string().starts_with(path + ".")) << beside.path();
  std::filesystem::remove(path);
}

TEST(WidgetLog, ABadPathIsAProblem) {
  const auto refused = write_widget_log(WidgetLog(true), testing::TempDir() + "no/such/folder/log.json");
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().place.find("log.json"), std::string::npos);
}

}  // namespace
}  // namespace bankmap
