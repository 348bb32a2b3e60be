// Where the cells of the heatmap lie in small and oblong rooms, and what is still written there.
#include "app/views/heatmap_layout.hpp"

#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

constexpr HeatmapMargins no_margins;

TEST(HeatmapLayout, CellsAreSquareWhereTheRoomIs) {
  const HeatmapLayout layout = fit_heatmap({0, 0}, {640, 640}, no_margins);
  EXPECT_EQ(layout.cell.x, 20);
  EXPECT_EQ(layout.cell.y, 20);
}

TEST(HeatmapLayout, FreeHeightIsUsedUpToTwiceTheWidth) {
  EXPECT_EQ(fit_heatmap({0, 0}, {320, 512}, no_margins).cell.y, 16) << "10 wide: all of the height";
  EXPECT_EQ(fit_heatmap({0, 0}, {320, 900}, no_margins).cell.y, 20) << "twice the width, and no more";
  EXPECT_EQ(fit_heatmap({0, 0}, {900, 320}, no_margins).cell.x, 20);
}

TEST(HeatmapLayout, SmallCellsLabelEveryFourth) {
  const HeatmapLayout large = fit_heatmap({0, 0}, {640, 640}, no_margins);
  EXPECT_EQ(large.lane_label_step(), 1);
  EXPECT_EQ(large.bank_label_step(), 1);
  const HeatmapLayout low = fit_heatmap({0, 0}, {640, 224}, {.top = 10});
  EXPECT_EQ(low.cell.y, 6);
  EXPECT_EQ(low.lane_label_step(), 4);
  EXPECT_EQ(low.bank_label_step(), 1);
  HeatmapLayout from_afar = large;
  from_afar.small = 26;  // of text size 40: labels as low as these cells would not be read
  EXPECT_EQ(from_afar.lane_label_step(), 4);
  EXPECT_EQ(from_afar.bank_label_step(), 4);
  EXPECT_GE(low.lane_label_size(12), 8) << "and can be read";
  const HeatmapLayout narrow = fit_heatmap({0, 0}, {288, 600}, {.top = 10});
  EXPECT_EQ(narrow.cell.x, 9);
  EXPECT_EQ(narrow.lane_label_step(), 1) << "half of a comparison: high enough for each lane ...";
  EXPECT_EQ(narrow.bank_label_step(), 4) << "... but too narrow for each bank";
  EXPECT_GE(narrow.bank_label_size(12), 8);
}

TEST(HeatmapLayout, NumbersThatNobodyCouldReadAreLeftOut) {
  Scenario scenario = preset("transpose-float-plain");
  WindowOn large(scenario, PictureSize{1440, 900, 1});
  EXPECT_EQ(large.text("heatmap.number.5.0"), "6");
  EXPECT_EQ(large.text("heatmap.lane.5"), "5");
  WindowOn all(scenario, PictureSize{1280, 720, 1});
  for (const ViewName panel : all_views)
    if (!all.ui.panels.set.shows(panel)) all.ui.panels.set.toggle(panel);
  all.gui->frames(2);
  for (const LoggedWidget& each : all.gui->log().widgets()) {
    if (!each.name.starts_with("heatmap.number.")) continue;
    EXPECT_GE(each.max.y - each.min.y, least_number) << each.name;
  }
}

}  // namespace
}  // namespace bankmap
