// How views share the room: laws over every set of views and many rooms.
#include "app/views/panel_tiling.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bankmap {
namespace {

PanelSet set_of(unsigned bits) {
  PanelSet set;
  set.shown.clear();
  for (const ViewName panel : all_views)
    if ((bits >> static_cast<unsigned>(panel) & 1U) != 0) set.shown.push_back(panel);
  return set;
}

bool overlap(const PanelPlace& a, const PanelPlace& b) {
  return a.min.x < b.min.x + b.size.x && b.min.x < a.min.x + a.size.x && a.min.y < b.min.y + b.size.y &&
         b.min.y < a.min.y + a.size.y;
}

TEST(PanelTiling, PlacesFillTheRoomAndNeverOverlap) {
  constexpr float border = 9;
  for (const ImVec2 room : {ImVec2{780, 640}, ImVec2{400, 900}, ImVec2{3000, 700}, ImVec2{333, 333}})
    for (unsigned bits = 1; bits < 1U << view_count; ++bits) {
      const std::vector<PanelPlace> places = tile_panels(set_of(bits), {10, 20}, room, border);
      ASSERT_EQ(places.size(), set_of(bits).shown.size());
      double area = 0;
      int columns = 0;
      double between = 0;  // what borders take
      for (std::size_t i = 0; i < places.size(); ++i) {
        const PanelPlace& at = places[i];
        EXPECT_EQ(at.panel, set_of(bits).shown[i]);
        EXPECT_EQ(at.min.x, std::floor(at.min.x));
        EXPECT_EQ(at.size.y, std::floor(at.size.y));
        EXPECT_GT(at.size.x, 0);
        EXPECT_GT(at.size.y, 0);
        EXPECT_LE(at.min.x + at.size.x, 10 + room.x);
        EXPECT_LE(at.min.y + at.size.y, 20 + room.y);
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(at, places[j])) << bits;
        area += double{at.size.x} * at.size.y;
        columns = std::max(columns, at.column + 1);
        if (at.row > 0) between += double{border} * at.size.x;
      }
      between += double{border} * (columns - 1) * room.y;
      EXPECT_NEAR(area + between, double{room.x} * room.y, 1e-3) << bits;
    }
}

TEST(PanelTiling, TwoStandSideBySideOrOneBelowTheOther) {
  const PanelSet two = set_of(0b11);
  EXPECT_EQ(tile_panels(two, {0, 0}, {1000, 500}, 9)[1].column, 1);
  EXPECT_EQ(tile_panels(two, {0, 0}, {500, 1000}, 9)[1].row, 1);
}

TEST(PanelTiling, SharesDivideAColumnAndARow) {
  PanelSet two = set_of(0b11);
  two.column_share = {3, 1, 1, 1, 1, 1, 1};
  const std::vector<PanelPlace> beside = tile_panels(two, {0, 0}, {1000, 500}, 0);
  EXPECT_EQ(beside[0].size.x, 750);
  EXPECT_EQ(beside[1].size.x, 250);
  two.height_share = {1, 4, 1, 1, 1, 1, 1};
  const std::vector<PanelPlace> below = tile_panels(two, {0, 0}, {500, 1000}, 0);
  EXPECT_EQ(below[0].size.y, 200);
  EXPECT_EQ(below[1].size.y, 800);
}

TEST(PanelTiling, ALittleRoomIsMadeHigher) {
  EXPECT_EQ(needed_height(set_of(0b1111111), {600, 300}, 10, 200), 2 * 200 + 10) << "two rows, of four and three";
  EXPECT_EQ(needed_height(set_of(0b1), {600, 300}, 10, 200), 300);
}

TEST(PanelTiling, OneViewAlwaysStays) {
  PanelSet set;
  set.toggle(ViewName::heatmap);
  EXPECT_EQ(set.shown, std::vector{ViewName::heatmap});
  set.toggle(ViewName::bits);
  set.toggle(ViewName::tile);
  EXPECT_EQ(set.shown, (std::vector{ViewName::heatmap, ViewName::tile, ViewName::bits}));
  set.toggle(ViewName::heatmap);
  EXPECT_EQ(set.shown, (std::vector{ViewName::tile, ViewName::bits}));
  set.show_alone(ViewName::sweep);
  EXPECT_EQ(set.shown, std::vector{ViewName::sweep});
}

TEST(PanelTiling, ABorderMovesSharesBetweenNeighboursOnly) {
  float before = 1;
  float after = 3;
  move_border(before, after, 100, 400);
  EXPECT_FLOAT_EQ(before, 2);
  EXPECT_FLOAT_EQ(after, 2);
  move_border(before, after, -4000, 400);
  EXPECT_FLOAT_EQ(before, 0.4F) << "a tenth stays";
  EXPECT_FLOAT_EQ(after, 3.6F);
}

}  // namespace
}  // namespace bankmap
