// The panel of measurements where there is no GPU: what is recorded, files from elsewhere, and a picture.
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/measurement_json.hpp"
#include "core/ncu_command.hpp"
#include "tests/gui/measured_window.hpp"

namespace bankmap {
namespace {

TEST(RecordedPanel, WithoutAGpuTheRecordedMeasurementIsShownAsRecorded) {
  WindowWithoutGpu gpu("transpose-float-padded-by-four");
  EXPECT_EQ(gpu.text("section.RUN ON GPU"), "no GPU");
  EXPECT_EQ(gpu.text("measure.reason"), "no NVIDIA driver is loaded");
  EXPECT_EQ(gpu.text("measure.heading"), "recorded");
  EXPECT_EQ(gpu.text("measure.badge"), "RECORDED");
  EXPECT_EQ(gpu.text("measure.date"), "2026-11-30 08:12 UTC");
  EXPECT_TRUE(has(gpu.text("measure.source"), "NVIDIA H200, compute capability 9.0, driver 580.159.04"));
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "4");
  EXPECT_EQ(gpu.text("measure.bank_conflicts.measured"), "3");
  EXPECT_EQ(gpu.text("measure.saturated.measured"), "4.00");  // 4.0048828125 in the file
  EXPECT_EQ(gpu.text("measure.latency.measured"), "34.75");
  EXPECT_EQ(gpu.text("measure.verdict"), "✓ as predicted");
  EXPECT_EQ(gpu.text("measure.command"), "bankmap measure transpose-float-padded-by-four --record measured.json");
  gpu.click("measure.command.copy");
  EXPECT_EQ(gpu.text("measure.command"), ImGui::GetClipboardText());
  gpu.window.gui->key(Key::f5);
  gpu.window.reach("measure.run");
  gpu.window.gui->click("measure.run");
  EXPECT_EQ(gpu.gpu->begun(), 0);
}

TEST(RecordedPanel, WhereNoneIsRecordedItSaysSoAndGivesTheCommand) {
  WindowWithoutGpu gpu("transpose-float-plain");
  gpu.window.gui->type_into("tile.padding.typed", "6");
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "–");
  EXPECT_EQ(gpu.text("measure.none"), "None is recorded for this access on sm_90.");
  EXPECT_FALSE(gpu.shows("measure.badge"));
  EXPECT_TRUE(has(gpu.text("measure.command"), "bankmap measure --instruction ld.b32 --addresses "));
}

TEST(RecordedPanel, WhatWasRecordedOnAnotherKindOfGpuIsNotShown) {
  WindowWithoutGpu gpu("transpose-float-plain");
  EXPECT_TRUE(gpu.shows("measure.badge"));
  gpu.window.gui->click("top.machine");
  gpu.window.gui->click("top.machine.0");
  EXPECT_FALSE(gpu.shows("measure.badge"));
}

TEST(RecordedPanel, AFileFromAServerIsOpenedAndABrokenOneRefusedWithItsPlace) {
  WindowWithoutGpu gpu("transpose-float-plain");
  gpu.window.gui->type_into("tile.padding.typed", "6");
  gpu.click("measure.elsewhere");
  const std::string file = testing::TempDir() + "bankmap_panel_test.json";
  std::ofstream(file) << "{\"format\": \"bankmap-measurements\", \"version\": 1, \"measurements\": 5}";
  gpu.window.reach("measure.path");
  gpu.window.gui->type_into("measure.path", file);
  gpu.done();
  EXPECT_EQ(gpu.text("measure.file.place"), file + ":/measurements");
  EXPECT_TRUE(gpu.shows("measure.file.problem"));
  EXPECT_FALSE(gpu.shows("measure.badge"));

  const AccessAnalysis& shown = gpu.window.editor.analysis().accesses[1];
  Measurement measured =
      *FakeGpu::as_predicted({.instruction = shown.instruction, .addresses = shown.shown->addresses});
  measured.device.name = "Server";
  std::ofstream(file) << write_measurements(std::span(&measured, 1));
  gpu.window.reach("measure.open");
  gpu.window.gui->click("measure.open");
  gpu.done();
  EXPECT_FALSE(gpu.shows("measure.file.problem"));
  EXPECT_EQ(gpu.text("measure.badge"), "RECORDED, FROM FILE");
  EXPECT_TRUE(has(gpu.text("measure.source"), "Server"));
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "2");
  EXPECT_TRUE(has(gpu.text("measure.opened"), "1 measurements of "));

  gpu.window.gui->type_into("measure.path", "/nowhere.json");
  gpu.done();
  EXPECT_EQ(gpu.text("measure.file.place"), "/nowhere.json");
  EXPECT_EQ(gpu.text("measure.badge"), "RECORDED, FROM FILE") << "what was open stays";
  std::remove(file.c_str());
}

// Paths that may never end, or are no measurements: each is refused with words, and none keeps a frame.
TEST(RecordedPanel, WhatIsNoOrdinaryFileIsRefusedWithoutBeingRead) {
  WindowWithoutGpu gpu("transpose-float-plain");
  gpu.click("measure.elsewhere");
  const std::string pipe = testing::TempDir() + "bankmap_panel_pipe";
  std::remove(pipe.c_str());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string large = testing::TempDir() + "bankmap_panel_large";
  std::ofstream(large) << "{";
  std::filesystem::resize_file(large, (std::uintmax_t{32} << 20) + 1);
  const std::pair<std::string, std::string> rows[] = {
      {"-", "there is no standard input here"},  {pipe, "this is no ordinary file"},
      {"/dev/zero", "this is no ordinary file"}, {testing::TempDir(), "this is a folder, not a file"},
      {large, "is larger than 33554432 bytes"},  {"/nowhere.json", "there is no such file"}};
  for (const auto& [path, what] : rows) {
    SCOPED_TRACE(path);
    gpu.window.reach("measure.path");
    gpu.window.gui->type_into("measure.path", path);
    gpu.done();
    ASSERT_TRUE(gpu.window.ui.desk.file_problem());
    EXPECT_EQ(gpu.window.ui.desk.file_problem()->what, what);
    EXPECT_EQ(gpu.text("measure.file.place"), path);
  }
  std::remove(pipe.c_str());
  std::remove(large.c_str());
}

TEST(RecordedPanel, LinesSayWhereTheirFiguresAreFrom) {
  WindowWithoutGpu gpu("transpose-float-padded-by-four");
  EXPECT_EQ(gpu.text("measure.access.0.origin"), "rec.");
  EXPECT_EQ(gpu.text("measure.access.1.origin"), "rec.");
  std::vector<Measurement> measured;
  const auto& accesses = gpu.window.editor.analysis().accesses;
  for (const AccessAnalysis& each : accesses)
    measured.push_back(*FakeGpu::as_predicted({.instruction = each.instruction, .addresses = each.shown->addresses}));
  measured[1].device.compute_capability = "8.0";
  gpu.window.ui.desk.show_opened({"two.json", measured});
  gpu.window.gui->settle();
  EXPECT_EQ(gpu.text("measure.access.0.origin"), "file");
  EXPECT_EQ(gpu.text("measure.access.1.origin"), "other GPU");
}

TEST(RecordedPanel, ElsewhereGivesTheNcuCommandForCopying) {
  WindowWithoutGpu gpu("transpose-float-plain");
  gpu.click("measure.elsewhere");
  EXPECT_EQ(gpu.text("measure.ncu"), ncu_command(std::vector{Instruction::st_b32, Instruction::ld_b32}, "access"));
  gpu.click("measure.ncu.copy");
  EXPECT_EQ(gpu.text("measure.ncu"), ImGui::GetClipboardText());
  EXPECT_TRUE(has(gpu.text("measure.ncu"), "ncu --kernel-name execute_once --metrics "));
}

TEST(RecordedPanel, TextsOfAFileCannotBreakThePanel) {
  WindowWithoutGpu gpu("broadcast");
  const AccessAnalysis& shown = gpu.window.editor.analysis().accesses.back();
  Measurement measured =
      *FakeGpu::as_predicted({.instruction = shown.instruction, .addresses = shown.shown->addresses});
  measured.device.name = std::string(900, 'W') + "\x1b[2J%n%s";
  measured.date = std::string(900, '9');
  measured.device.compute_capability = "%d%d";
  measured.notes = {std::string(900, 'n')};
  const std::string file = testing::TempDir() + "bankmap_panel_hostile.json";
  std::ofstream(file) << write_measurements(std::span(&measured, 1));
  gpu.window.ui.desk.show_opened({file, read_measurements_file(file)});
  gpu.window.gui->settle();
  std::remove(file.c_str());
  EXPECT_EQ(gpu.text("measure.badge"), "RECORDED, FROM FILE");
  EXPECT_LE(gpu.text("measure.source").size(), 160u);
  EXPECT_LE(gpu.text("measure.date").size(), 40u);
  for (const LoggedWidget& each : gpu.window.gui->log().widgets()) {
    if (!each.name.starts_with("measure.")) continue;
    EXPECT_LE(each.max.x, 1440) << each.name;
  }
}

TEST(RecordedPanel, APictureRunsNothing) {
  WindowOn window("transpose-float-plain");
  EXPECT_EQ(window.text("measure.wavefronts.predicted"), "32");
  EXPECT_EQ(window.text("measure.wavefronts.measured"), "–");
  window.gui->key(Key::f5);
  window.gui->click("measure.run");
  window.gui->click("measure.on_change");
  EXPECT_EQ(window.text("measure.on_change"), "off");
  EXPECT_TRUE(window.ui.desk.runs().empty());
}

TEST(RecordedPanel, NothingIsClippedFromSmallToLarge) {
  for (const auto& [size, text_size] : {std::pair(PictureSize{1280, 720, 1}, 12.0F),
                                        {PictureSize{1440, 900, 1}, 15.0F},
                                        {PictureSize{1920, 1080, 1}, 24.0F},
                                        {PictureSize{3840, 2160, 1}, 40.0F}}) {
    WindowOn window("transpose-float-padded-by-four", size);
    window.ui.desk.set_recorded(load_recorded(test_assets()).value());
    window.ui.top_bar.right = Fold::open;
    window.gui->screen().set_look({.theme = ThemeKind::dark, .text_size = text_size});
    window.gui->settle();
    const float right = static_cast<float>(size.width);
    float label_end = 0;
    for (const LoggedWidget& each : window.gui->log().widgets()) {
      if (!each.name.starts_with("measure.")) continue;
      EXPECT_LE(each.max.x, right) << each.name << " at " << size.width;
      label_end = std::max(label_end, each.max.x);
    }
    EXPECT_GT(label_end, right * 0.5F);
    const auto& predicted = window.gui->widget("cycles.saturated");
    EXPECT_LT(predicted.max.x, window.gui->widget("measure.saturated.measured").min.x);
    EXPECT_LT(window.gui->widget("measure.saturated.measured").max.x,
              window.gui->widget("measure.saturated.difference").min.x);
  }
}

}  // namespace
}  // namespace bankmap
