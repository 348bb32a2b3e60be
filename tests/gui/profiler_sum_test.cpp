// The profiler's sums: the factors as they stand on the screen, and what they are multiplied by.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

class ProfilerWindow : public WindowOn {
 public:
  explicit ProfilerWindow(const Scenario& scenario, const PictureSize& size = {}) : WindowOn(scenario, size) {
    gui->click("panels.profiler");
    gui->settle();
  }
};

TEST(ProfilerSumView, TheFactorsOfAColumnRead) {
  ProfilerWindow window(preset("transpose-float-padded-by-four"));
  EXPECT_EQ(window.text("profiler_sum.wavefronts"), "4 wavefronts × 32 steps × 1 warp × 1 block = 128");
  EXPECT_EQ(window.text("profiler_sum.conflicts"), "(4 wavefronts − 1 phase) × 32 steps × 1 warp × 1 block = 96");
  EXPECT_EQ(window.text("profiler_sum.n_way"), "4.00");
  EXPECT_EQ(window.text("profiler_sum.share"), "32 ideal, 96 excess (75.0 % of all)");
}

TEST(ProfilerSumView, BlocksMultiplyAndAreNoPartOfTheScenario) {
  ProfilerWindow window(preset("transpose-float-padded-by-four"));
  window.gui->type_into("profiler_sum.blocks", "10");
  EXPECT_EQ(window.text("profiler_sum.conflicts"), "(4 wavefronts − 1 phase) × 32 steps × 1 warp × 10 blocks = 960");
  EXPECT_EQ(window.text("profiler_sum.n_way"), "4.00");
  EXPECT_FALSE(window.editor.can_undo());
  window.gui->type_into("profiler_sum.blocks", "0");
  EXPECT_NE(window.text("profiler_sum.conflicts").find("× 1 block"), std::string::npos) << "at least one";
}

TEST(ProfilerSumView, ACleanWideLoadIsFourWayAndFree) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].columns = 128;
  scenario.accesses.back().instruction = Instruction::ld_b128;
  scenario.accesses.back().pattern = RowPattern{.row = "k", .first = "0", .step = 4};
  ProfilerWindow window(scenario);
  EXPECT_EQ(window.text("profiler_sum.n_way"), "4.00");
  EXPECT_NE(window.text("profiler_sum.sentence").find("all of it is free"), std::string::npos);
  EXPECT_EQ(window.text("profiler_sum.share"), "128 ideal, 0 excess (0.0 % of all)");
}

TEST(ProfilerSumView, StepsThatDifferHaveARowEach) {
  ProfilerWindow window(preset("transpose-half-padded-by-one"));
  EXPECT_EQ(window.text("profiler_sum.wavefronts"), "(16 × 2 + 16 × 1) wavefronts × 1 block = 48");
  EXPECT_EQ(window.text("profiler_sum.term.0"), "32");
  EXPECT_EQ(window.text("profiler_sum.term.1"), "16");
}

TEST(ProfilerSumView, WarpsWithoutAnActiveLaneAreNoRequests) {
  ProfilerWindow window(preset("reduction-sequential"));
  EXPECT_EQ(window.text("profiler_sum.wavefronts"), "1 wavefront × 12 requests × 1 block = 12");
  EXPECT_EQ(window.text("profiler_sum.n_way"), "1.00");
  EXPECT_NE(window.text("profiler_sum.sentence").find("12 wavefronts ÷ 12 requests"), std::string::npos);
  EXPECT_EQ(window.text("profiler_sum.idle").find("52 of the 64 warp instructions"), 0u);
  ProfilerWindow other(preset("transpose-float-plain"));
  EXPECT_FALSE(other.gui->shows("profiler_sum.idle"));
}

TEST(ProfilerSumView, NothingIsCutOrDrawnOverAnotherWhereThereIsLittleRoom) {
  ProfilerWindow window(preset("transpose-half-padded-by-one"), PictureSize{1440, 900, 1});
  window.gui->key(Key::digit0);
  const LoggedWidget panel = window.gui->widget("panel.profiler");
  for (const char* row : {"profiler_sum.term.0", "profiler_sum.kernel.0", "profiler_sum.kernel.1"}) {
    const LoggedWidget& label = window.gui->widget(std::string(row) + ".label");
    EXPECT_LE(label.max.x, window.gui->widget(row).min.x) << row;
    EXPECT_LE(window.gui->widget(row).max.x, panel.max.x) << row;
  }
  for (const char* line : {"profiler_sum.wavefronts", "profiler_sum.conflicts", "profiler_sum.n_way",
                           "profiler_sum.wavefronts.counter", "profiler_sum.conflicts.counter"})
    EXPECT_LE(window.gui->widget(line).max.x, panel.max.x) << line;
}

TEST(ProfilerSumView, TheKernelAddsUpStoreAndLoad) {
  ProfilerWindow window(preset("transpose-float-plain"));
  int found = 0;
  for (int i = 0; i < 3; ++i) {
    const std::string& total = window.text("profiler_sum.kernel." + std::to_string(i));
    found += total == "1,024" || total == "32" || total == "992" ? 1 : 0;
  }
  EXPECT_EQ(found, 3);
}

TEST(ProfilerSumView, NeverCrashesWithoutAnAnswer) {
  std::vector<Scenario> scenarios(3, preset("transpose-float-plain"));
  scenarios[0].tiles[0].rows = 0;
  scenarios[1].accesses.back().mask = "0";
  scenarios[2].accesses.back().instruction = Instruction::cp_async_cg_16;
  for (const Scenario& scenario : scenarios) {
    ProfilerWindow window(scenario, PictureSize{1280, 720, 1});
    EXPECT_TRUE(window.gui->shows("profiler_sum.empty") || window.gui->shows("profiler_sum.sentence"));
  }
}

}  // namespace
}  // namespace bankmap
