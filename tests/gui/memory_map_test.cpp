// Shared memory as it lies: what words say, and the selection that all views share.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

struct MemoryWindowOn : ViewOn {
  explicit MemoryWindowOn(Scenario scenario, const PictureSize& size = {})
      : ViewOn(ViewName::memory, std::move(scenario), size) {}
};

TEST(MemoryMap, WordsSayTheirElementPaddingAndLane) {
  MemoryWindowOn window(column_with_padding(1, 5));
  EXPECT_EQ(window.text("memory.word.31"), "tile[0][31]");
  EXPECT_EQ(window.text("memory.word.32"), "padding");
  EXPECT_EQ(window.text("memory.word.33"), "tile[1][0]");
  EXPECT_EQ(window.text("memory.word.302"), "tile[9][5] lane 9");
  EXPECT_EQ(window.gui->widget("memory.word.31").min.y, window.gui->widget("memory.word.0").min.y);
  EXPECT_GT(window.gui->widget("memory.word.32").min.y, window.gui->widget("memory.word.31").min.y);
  EXPECT_TRUE(window.gui->widget("memory.word.31").visible) << "32 banks are seen across";
}

TEST(MemoryMap, AWordAndABankCanBePointedAtAndPinned) {
  MemoryWindowOn window(column_with_padding(1, 5));
  window.gui->hover("memory.word.302");
  EXPECT_NE(window.text("tooltip").find("tile[9][5]. Bytes 1208–1211: word 302, bank 14. Lane 9"), std::string::npos)
      << window.text("tooltip");
  EXPECT_EQ(window.text("memory.word.302"), "tile[9][5] lane 9 lit");
  window.gui->hover("memory.word.32");
  EXPECT_NE(window.text("tooltip").find("Padding of tile. Bytes 128–131"), std::string::npos) << window.text("tooltip");
  window.gui->click("memory.bank.14");
  EXPECT_EQ(window.ui.selection.pinned.bank, 14);
  window.gui->move_to({860, 20});
  EXPECT_EQ(window.text("memory.word.302"), "tile[9][5] lane 9 lit");
}

TEST(MemoryMap, APinnedLaneIsSingledOutFromThoseThatFightWithIt) {
  MemoryWindowOn window(column_with_padding(0, 0));
  window.ui.selection.pinned = {.lane = 5};
  window.gui->frames(3);
  EXPECT_EQ(window.text("memory.word.160"), "tile[5][0] lane 5 lit");
  EXPECT_EQ(window.text("memory.word.128"), "tile[4][0] lane 4 fights");
  EXPECT_EQ(window.text("memory.word.161"), "tile[5][1]");
}

TEST(MemoryMap, CellsHaveTextAtTheSizeThatFits) {
  MemoryWindowOn window(column_with_padding(0, 0));
  EXPECT_EQ(window.text("memory.numbers"), "column") << "32,32 has no room in 1/32 of the panel";
  for (int i = 0; i < 6; ++i) window.gui->click("memory.larger");
  EXPECT_EQ(window.text("memory.numbers"), "row,column");
}

TEST(MemoryMap, HalvesArePartsOfAWord) {
  MemoryWindowOn window(preset("transpose-half-plain"));
  EXPECT_EQ(window.text("memory.word.1").substr(0, 24), "tile[0][2] | tile[0][3]");
}

TEST(MemoryMap, ItScrollsDownALongTile) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.tiles[0].rows = 65'536;
  scenario.tiles[0].columns = 16;
  MemoryWindowOn window(scenario);
  EXPECT_TRUE(window.gui->shows("memory.scroll.down"));
  const LoggedWidget bar = window.gui->widget("memory.scroll.down");
  window.gui->drag({bar.middle().x, bar.min.y + 4}, {bar.middle().x, bar.max.y});
  EXPECT_TRUE(window.gui->shows("memory.word.1048575")) << "the last one";
  EXPECT_FALSE(window.gui->shows("memory.word.0"));
}

TEST(MemoryMap, NothingCrashesOnWhatIsOddOrWrong) {
  std::vector<Scenario> odd;
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().tile = 9;
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().mask = "lane <";
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().pattern = AddressListPattern{std::vector<std::uint32_t>(32, 4'000'000'000)};
  odd.push_back(preset("int2-unpack-plain"));
  odd.push_back(preset("aos-float3"));
  odd.push_back(preset("tma-128b-ldmatrix"));
  for (const Scenario& scenario : odd) {
    MemoryWindowOn window(scenario);
    window.gui->move_to({700, 500});
    window.gui->wheel(-3);
    window.gui->click(ImVec2{700, 500});
  }
}

}  // namespace
}  // namespace bankmap
