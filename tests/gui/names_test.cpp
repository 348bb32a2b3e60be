// Names that people type, or that files have, are drawn as they are, whatever Dear ImGui reads into "##" in a label.
#include <filesystem>
#include <fstream>

#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

Scenario named(const std::string& access, const std::string& tile, const std::string& title) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.title = title;
  scenario.accesses.back().name = access;
  scenario.tiles.push_back(scenario.tiles[0]);
  scenario.tiles[1].base_bytes = 8192;
  scenario.tiles[1].name = tile;
  return scenario;
}

// What is drawn over a widget of a window of its own, perhaps after a click.
std::vector<std::uint8_t> pixels(const Scenario& scenario, std::string_view name, const std::string& click = "") {
  WindowOn window(scenario);
  if (!click.empty()) window.gui->click(click);
  window.gui->move_to({700, 850});
  const LoggedWidget& it = window.gui->widget(name);
  const Image image = window.gui->image();
  std::vector<std::uint8_t> found;
  for (int y = static_cast<int>(it.min.y); y < static_cast<int>(it.max.y); ++y) {
    const auto row = image.rgba.begin() + std::ptrdiff_t{4} * y * image.width;
    found.insert(found.end(), row + std::ptrdiff_t{4} * static_cast<int>(it.min.x),
                 row + std::ptrdiff_t{4} * static_cast<int>(it.max.x));
  }
  return found;
}

// Digits are as wide as each other, so that only what they look like differs.
TEST(Names, WhatStandsBehindTwoNumberSignsIsDrawn) {
  const Scenario a = named("load##6", "t##6", "title ## 6");
  const Scenario b = named("load##9", "t##9", "title ## 9");
  for (const char* name : {"access.tab.1", "top.preset", "tile.tab.1"})
    EXPECT_NE(pixels(a, name), pixels(b, name)) << name;
  EXPECT_NE(pixels(a, "access.tile.1", "access.tile"), pixels(b, "access.tile.1", "access.tile")) << "in a list";
  EXPECT_EQ(pixels(a, "access.tile.0", "access.tile"), pixels(b, "access.tile.0", "access.tile"));
}

TEST(Names, AButtonIsAsWideAsItsWholeName) {
  WindowOn window(named("load##of a column", "t", "title"));
  WindowOn other(named("load--of a column", "t", "title"));
  const auto width = [](const WindowOn& of) {
    const LoggedWidget& tab = of.gui->widget("access.tab.1");
    return tab.max.x - tab.min.x;
  };
  EXPECT_GT(width(window), width(WindowOn(named("load", "t", "title"))) + 40);
  EXPECT_NEAR(width(window), width(other), 16);
}

TEST(Names, AreNeverIds) {
  Scenario scenario = named("load###same", "t###same", "title");
  scenario.accesses.front().name = "store###same";
  scenario.tiles.front().name = "s###same";
  WindowOn window(scenario);
  window.gui->click("access.tab.0");
  EXPECT_EQ(window.ui.access, 0);
  window.gui->click("access.tab.1");
  EXPECT_EQ(window.ui.access, 1);
  window.gui->click("access.tile");
  window.gui->click("access.tile.1");
  EXPECT_EQ(window.access().tile, 1);
}

TEST(Names, FilesThatEndAlikeAreTwoEntries) {
  const std::filesystem::path folder = testing::TempDir() + "bankmap-names";
  std::filesystem::create_directories(folder);
  for (const char* name : {"a###x.json", "b###x.json"}) std::ofstream(folder / name) << "{}";
  WindowOn window("transpose-float-plain");
  window.ui.files.begin(FilePurpose::open, (folder / "none.json").string());
  window.ui.sheets.open(SheetKind::files);
  window.gui->settle();
  window.gui->click("files.entry.b###x.json");
  EXPECT_EQ(window.ui.files.name, "b###x.json");
  window.gui->click("files.entry.a###x.json");
  EXPECT_EQ(window.ui.files.name, "a###x.json");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace bankmap
