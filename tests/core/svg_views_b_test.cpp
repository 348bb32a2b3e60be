// The SVG of the views of tile, memory and passes: the same numbers as the window, on a page of its own.
#include <gtest/gtest.h>

#include <string>

#include "core/bank_colour.hpp"
#include "core/svg_memory_map.hpp"
#include "core/svg_pass_timeline.hpp"
#include "core/svg_tile_map.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Scenario column_of_float(std::int64_t padding) {
  Scenario scenario;
  scenario.title = "A <title>";
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return scenario;
}

struct Drawn {
  explicit Drawn(const Scenario& scenario) {
    const MachineProfile& machine = machine_named("sm_90");
    const Analysis analysis = analyze(scenario, machine);
    tile = svg_tile_map(scenario, machine, analysis, 0, {});
    sweep = svg_tile_map(scenario, machine, analysis, 0, {}, TileMapShows::sweep);
    memory = svg_memory_map(scenario, machine, analysis, 0, {});
    passes = svg_pass_timeline(scenario, machine, analysis, 0, {});
  }
  std::string tile, sweep, memory, passes;
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

bool says(const std::string& svg, const std::string& part) { return svg.find(part) != std::string::npos; }

TEST(SvgTileMap, EachElementSaysItsBankAndItsLanes) {
  const Drawn drawn(column_of_float(4));
  EXPECT_EQ(count(drawn.tile, "<g>"), 1024U + 1) << "and one for the padding";
  EXPECT_EQ(count(drawn.tile, "</g>"), 1024U + 1);
  EXPECT_TRUE(says(drawn.tile, "tile[9][5]: byte 1316, bank 9; lanes 9"));
  EXPECT_TRUE(says(drawn.tile, "tile[9][6]: byte 1320, bank 10<"));
  EXPECT_TRUE(says(drawn.tile, "A &lt;title&gt;"));
  EXPECT_TRUE(says(drawn.tile, "url(#hatch)"));
  EXPECT_TRUE(says(drawn.tile, "k = 5, warp 0 of 1"));
  EXPECT_TRUE(says(drawn.tile, hex(turn_colour(ThemeKind::light, 1).fill))) << "lane 9 is served second";
  EXPECT_FALSE(says(Drawn(column_of_float(0)).tile, "url(#hatch)")) << "no padding, nothing hatched";
}

TEST(SvgTileMap, TheSweepSaysHowOften) {
  Scenario scenario = column_of_float(0);
  scenario.accesses[0].pattern = BroadcastPattern{"3", "k"};
  const Drawn drawn(scenario);
  EXPECT_TRUE(says(drawn.sweep, "at most 32 times"));
  EXPECT_EQ(count(drawn.sweep, ">32</text>"), 32U) << "row 3; nothing else is as large";
}

TEST(SvgTileMap, OfALargeTileTheBeginning) {
  Scenario scenario = column_of_float(0);
  scenario.tiles[0].rows = 65'536;
  scenario.tiles[0].columns = 8;
  const Drawn drawn(scenario);
  EXPECT_EQ(count(drawn.tile, "<g>"), 128U * 8);
  EXPECT_TRUE(says(drawn.tile, "The first 128 rows and 8 columns."));
  EXPECT_TRUE(says(drawn.memory, "the first 128 of 16384"));
}

TEST(SvgMemoryMap, WordsPaddingAndLanes) {
  const Drawn drawn(column_of_float(1));
  EXPECT_TRUE(says(drawn.memory, "padding of tile: word 32, bank 0"));
  EXPECT_TRUE(says(drawn.memory, "tile[1][0]: word 33, bank 1"));
  EXPECT_TRUE(says(drawn.memory, "tile[9][5]: word 302, bank 14; lanes 9"));
  EXPECT_EQ(count(drawn.memory, "padding of tile"), 32U);
  EXPECT_EQ(count(drawn.memory, "<g>"), 1024U + 32);
}

TEST(SvgPassTimeline, ARowAPassAndARound) {
  const Drawn drawn(column_of_float(4));
  EXPECT_EQ(count(drawn.passes, "<g>"), 4U);
  EXPECT_TRUE(says(drawn.passes, "Wavefront 2 of 4: serves lanes 8–15 in 8 banks."));
  Scenario atomic = column_of_float(0);
  atomic.accesses[0].instruction = Instruction::atom_add_f32;
  EXPECT_TRUE(says(Drawn(atomic).passes, "round 1: load 32 + swap 2"));
}

TEST(SvgViews, ARefusedTileAndAnAccessWithoutAnAnswerGetAPageThatSaysSo) {
  Scenario scenario = column_of_float(0);
  scenario.accesses[0].tile = 9;
  const Drawn no_tile(scenario);
  for (const std::string* svg : {&no_tile.tile, &no_tile.sweep, &no_tile.memory, &no_tile.passes}) {
    EXPECT_TRUE(says(*svg, "there is no tile 9")) << *svg;
    EXPECT_TRUE(svg->ends_with("</svg>\n"));
  }
  scenario = column_of_float(0);
  scenario.accesses[0].mask = "0";
  EXPECT_TRUE(says(Drawn(scenario).passes, "no lane takes part"));
  EXPECT_TRUE(says(Drawn(scenario).tile, "tile[0][0]"));
}

}  // namespace
}  // namespace bankmap
