#include "core/comparison_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace bankmap {
namespace {

CycleFigure cycles(double median) { return {.median_cycles = median, .spread_cycles = 0, .samples = 9}; }

MeasuredAccess column_load() {
  MeasuredAccess each{"transpose", "load a column", {}, {}};
  each.prediction = Prediction{32, 31, CyclePrediction{32.08, 0.01, {}}, CyclePrediction{91, 0.1, {}}};
  Measurement& measurement = each.measurement;
  measurement.device = {"NVIDIA H200", "9.0", "580.159.04", "13.0", 1980};
  measurement.date = "2026-11-30T01:45:00Z";
  measurement.instruction = Instruction::ld_b32;
  measurement.counters = CounterFigure{"w", 32, "b", 31};
  measurement.saturated = cycles(32);
  measurement.latency = cycles(91.25);
  return each;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(ComparisonText, ShowsBothAndTheDifference) {
  const std::string text = comparison_text(column_load());
  EXPECT_EQ(text,
            "load a column: ld.b32\n"
            "                           predicted    measured   difference\n"
            "  wavefronts                      32          32            =\n"
            "  bank conflicts                  31          31            =\n"
            "  cycles, saturated            32.08       32.00        -0.08\n"
            "  cycles, latency              91.00       91.25        +0.25\n"
            "  cycles, one warp                 -           -            -\n"
            "  Verdict: as predicted\n");
}

TEST(ComparisonText, MarksWhatDiffersAndSaysWhyCountersAreMissing) {
  MeasuredAccess slow = column_load();
  slow.measurement.latency = cycles(93);
  EXPECT_TRUE(has(comparison_text(slow), "        +2.00   differs\n"));
  slow.measurement.counters.reset();
  slow.measurement.counters_missing = CountersMissing{"the driver refuses", "sudo something"};
  slow.measurement.notes = {"rows were renumbered"};
  const std::string text = comparison_text(slow);
  EXPECT_TRUE(has(text, "wavefronts                      32           -            -\n")) << text;
  EXPECT_TRUE(has(text, "No counters: the driver refuses\n  What would allow them: sudo something\n")) << text;
  EXPECT_TRUE(has(text, "Note: rows were renumbered\n"));
}

TEST(ComparisonText, NoControlCharacterOfAFileGetsThrough) {
  MeasuredAccess hostile = column_load();
  hostile.access = hostile.scenario = "a\x1b[2Jb";
  EXPECT_FALSE(has(comparison_text(hostile), "\x1b"));
  const std::vector<MeasuredAccess> all{hostile};
  EXPECT_FALSE(has(comparison_table(all), "\x1b"));
}

TEST(ComparisonTable, CountsThoseThatAgree) {
  std::vector<MeasuredAccess> all{column_load(), column_load()};
  EXPECT_TRUE(comparison_table(all).ends_with("2 of 2 accesses as predicted\n"));
  all[1].measurement.counters->wavefronts = 16;
  const std::string table = comparison_table(all);
  EXPECT_TRUE(has(table, "differs: wavefronts 32 predicted, 16 measured")) << table;
  EXPECT_TRUE(table.ends_with("1 of 2 accesses as predicted\n"));
}

MeasuredAccess without_anything() {
  MeasuredAccess each = column_load();
  each.measurement.counters.reset();
  each.measurement.saturated.reset();
  each.measurement.latency.reset();
  return each;
}

MeasuredAccess not_run() {
  MeasuredAccess each = without_anything();
  each.measurement.device = {};
  each.not_run = Problem{.what = "this GPU has no ld.b32", .hint = "take another"};
  return each;
}

TEST(ComparisonTable, NothingComparedIsCountedForItself) {
  EXPECT_EQ(compare_counts(std::vector{column_load(), without_anything(), not_run()}), (CompareCounts{3, 1, 1}));
  EXPECT_EQ(counts_text({3, 3, 2}), "2 of 3 accesses as predicted");
  EXPECT_EQ(counts_text({3, 2, 2}), "2 of 2 accesses as predicted; 2 of 3 compared");
  EXPECT_EQ(counts_text({3, 0, 0}), "nothing to compare: 0 of 3 accesses compared");
  const std::string table = comparison_table(std::vector{not_run(), without_anything(), column_load()});
  EXPECT_TRUE(has(table, "  not run: this GPU has no ld.b32; take another\n")) << table;
  EXPECT_TRUE(has(table, "  nothing to compare: no counters, and no cycles were measured\n")) << table;
  EXPECT_FALSE(has(table, "differs")) << table;
  EXPECT_TRUE(table.ends_with("1 of 1 accesses as predicted; 1 of 3 compared\n")) << table;
  EXPECT_TRUE(has(comparison_text(not_run()), "Verdict: not run: this GPU has no ld.b32; take another\n"));
}

TEST(ComparisonTable, AnInstructionThatIsNotModelledHasNoPrediction) {
  MeasuredAccess each = column_load();
  each.prediction.reset();
  const std::string text = comparison_text(each);
  EXPECT_TRUE(has(text, "  wavefronts                       -          32            -\n")) << text;
  EXPECT_TRUE(has(text, "Verdict: nothing to compare: the profile does not model this instruction\n")) << text;
}

TEST(ComparisonJson, NothingComparedIsNeitherTrueNorFalse) {
  const auto json = nlohmann::json::parse(comparison_json(std::vector{not_run(), column_load()}, "sm_90"));
  EXPECT_EQ(json["agreeing"], 1);
  EXPECT_EQ(json["compared"], 1);
  EXPECT_EQ(json["device"]["name"], "NVIDIA H200") << "that of the one that ran";
  EXPECT_TRUE(json["accesses"][0]["agrees"].is_null());
  EXPECT_EQ(json["accesses"][0]["not_run"], "this GPU has no ld.b32; take another");
  EXPECT_EQ(json["accesses"][1]["agrees"], true);
  EXPECT_FALSE(json["accesses"][1].contains("not_run"));
}

TEST(ComparisonJson, HasEveryFigure) {
  std::vector<MeasuredAccess> all{column_load(), column_load()};
  all[1].measurement.saturated.reset();
  all[1].prediction->latency.reset();
  all[1].measurement.counters->wavefronts = 33;
  const auto json = nlohmann::json::parse(comparison_json(all, "sm_90"));
  EXPECT_EQ(json["format"], "bankmap-comparison");
  EXPECT_EQ(json["profile"], "sm_90");
  EXPECT_EQ(json["device"]["name"], "NVIDIA H200");
  EXPECT_EQ(json["agreeing"], 1);
  const auto& first = json["accesses"][0];
  EXPECT_EQ(first["instruction"], "ld.b32");
  EXPECT_EQ(first["predicted"]["saturated_cycles"], 32.08);
  EXPECT_EQ(first["measured"]["saturated_cycles"], 32);
  EXPECT_EQ(first["measured"]["bank_conflicts"], 31);
  EXPECT_EQ(first["verdict"], "as predicted");
  EXPECT_EQ(first["agrees"], true);
  const auto& second = json["accesses"][1];
  EXPECT_TRUE(second["measured"]["saturated_cycles"].is_null());
  EXPECT_TRUE(second["predicted"]["latency_cycles"].is_null());
  EXPECT_EQ(second["agrees"], false);
}

TEST(ComparisonJson, NothingMeasuredIsStillJson) {
  const auto json = nlohmann::json::parse(comparison_json({}, "sm_90"));
  EXPECT_TRUE(json["accesses"].empty());
  EXPECT_FALSE(json.contains("device"));
}

}  // namespace
}  // namespace bankmap
