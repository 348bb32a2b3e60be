#include "core/report_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/report_sample.hpp"

namespace bankmap {
namespace {

using nlohmann::json;

json read(const ReportSample& sample) {
  return json::parse(report_json(sample.scenario, sample.machine, sample.analysis));
}

TEST(ReportJson, SaysWhatItIs) {
  const json report = read(four_wavefronts());
  EXPECT_EQ(report["format"], "bankmap-analysis");
  EXPECT_EQ(report["version"], 1);
  EXPECT_EQ(report["title"], "A <title> & \"more\"");
  EXPECT_EQ(report["machine"]["key"], "sm_00");
  EXPECT_EQ(report["tiles"][0],
            (json{{"name", "tile"}, {"declaration", "__shared__ float tile[32][36];"}, {"bytes", 4608}}));
}

TEST(ReportJson, FiguresOfTheInstruction) {
  const json access = read(four_wavefronts())["accesses"].at(0);
  EXPECT_EQ(access["name"], "load, \"k\"");
  EXPECT_EQ(access["instruction"], "ld.b32");
  EXPECT_EQ(access["loops"], (json{{"k", 5}}));
  EXPECT_EQ(access["wavefronts"], 4);
  EXPECT_EQ(access["ideal"], 1);
  EXPECT_EQ(access["excess"], 3);
  EXPECT_EQ(access["ways"], 4);
  EXPECT_EQ(access["bank_conflicts"], 3);
  EXPECT_EQ(access["phases"], 1);
  EXPECT_EQ(access["merged"], false);
  EXPECT_EQ(access["cycles"]["saturated"], (json{{"cycles", 4.08},
                                                 {"tolerance", 0.15},
                                                 {"status", "measured"},
                                                 {"source", "a table"},
                                                 {"device", "a device"}}));
  EXPECT_TRUE(access["cycles"]["latency"].is_null());
  EXPECT_TRUE(access["counters"]["wavefronts"].get<std::string>().starts_with("l1tex__")) << access["counters"];
  EXPECT_FALSE(access.contains("rounds"));
  EXPECT_FALSE(access.contains("random"));
}

TEST(ReportJson, LanesCountFromZeroPhasesAndPassesFromOne) {
  const json access = read(four_wavefronts())["accesses"].at(0);
  ASSERT_EQ(access["lanes"].size(), 32u);
  EXPECT_EQ(access["lanes"][9], (json{{"lane", 9},
                                      {"active", true},
                                      {"row", 9},
                                      {"column", 5},
                                      {"address", 1316},
                                      {"word", 329},
                                      {"bank", 9},
                                      {"banks", 1},
                                      {"phase", 1},
                                      {"pass", 2},
                                      {"shares_word_with", json::array()},
                                      {"conflicts_with", {1, 17, 25}}}));
  EXPECT_EQ(access["passes"][3], (json{{"pass", 4}, {"phase", 1}, {"lanes", "0xff000000"}}));
  EXPECT_EQ(access["words_in_bank"][9], 4);
  EXPECT_EQ(access["words_in_bank"].size(), 32u);
}

TEST(ReportJson, InactiveAndSharedLanes) {
  const json access = read(shared_words())["accesses"].at(0);
  EXPECT_EQ(access["lanes"][5], (json{{"lane", 5}, {"active", false}}));
  EXPECT_EQ(access["lanes"][2]["shares_word_with"], (json{0, 1, 3}));
  EXPECT_EQ(access["lanes"][17]["phase"], 2);
  EXPECT_EQ(access["lanes"][17]["banks"], 4);
  EXPECT_FALSE(access["lanes"][17].contains("row"));
  EXPECT_EQ(access["merged"], true);
}

TEST(ReportJson, Totals) {
  const json want{{"instructions", 32},   {"wavefronts", 128},    {"ideal", 32},
                  {"excess", 96},         {"bank_conflicts", 96}, {"bytes_asked", 4096},
                  {"bytes_moved", 16384}, {"efficiency", 0.25},   {"worst_wavefronts", 4}};
  EXPECT_EQ(read(four_wavefronts())["accesses"][0]["totals"], want);
  EXPECT_EQ(read(four_wavefronts())["totals"], want);
}

TEST(ReportJson, ARefusedAccessHasProblemsAndNoFigures) {
  const json access = read(refused_sample())["accesses"].at(0);
  EXPECT_FALSE(access.contains("wavefronts"));
  EXPECT_FALSE(access.contains("lanes"));
  EXPECT_EQ(access["problems"][0], (json{{"severity", "error"},
                                         {"place", "accesses[0].row"},
                                         {"what", "an operand is missing"},
                                         {"hint", "lane % 8"},
                                         {"range", {7, 8}},
                                         {"lanes", {0, 2}}}));
}

// One step of 32 is misaligned, and the one that is shown is not: it has figures, the loop has none.
TEST(ReportJson, WhereAStepIsRefusedThereAreNoTotals) {
  ReportSample sample = four_wavefronts();
  sample.analysis.accesses[0].problems = {{.what = "misaligned (at k = 1)", .place = "accesses[0].pattern"}};
  EXPECT_EQ(read(sample)["accesses"][0]["wavefronts"], 4);
  EXPECT_TRUE(read(sample)["accesses"][0]["totals"].is_null());
  EXPECT_TRUE(read(sample)["totals"].is_null());
  sample.analysis.accesses[0].problems[0].severity = Severity::warning;
  EXPECT_EQ(read(sample)["accesses"][0]["totals"]["wavefronts"], 128);
  EXPECT_EQ(read(sample)["totals"]["wavefronts"], 128);
}

TEST(ReportJson, RoundsAndRandomRange) {
  ReportSample sample = four_wavefronts();
  sample.analysis.accesses[0].shown->served.rounds = {
      {.remaining = all_lanes, .winners = 0xff, .load_wavefronts = 4, .cas_wavefronts = 2}};
  sample.analysis.accesses[0].random = RandomRange{
      .best_wavefronts = 1, .worst_wavefronts = 32, .expected_wavefronts = 3.5, .standard_error = 0.5, .draws = 7};
  const json access = read(sample)["accesses"].at(0);
  EXPECT_EQ(access["rounds"][0], (json{{"remaining", "0xffffffff"},
                                       {"winners", "0x000000ff"},
                                       {"load_wavefronts", 4},
                                       {"compare_and_swap_wavefronts", 2}}));
  EXPECT_EQ(access["random"], (json{{"best_wavefronts", 1},
                                    {"expected_wavefronts", 3.5},
                                    {"standard_error", 0.5},
                                    {"worst_wavefronts", 32},
                                    {"best_is_exact", false},
                                    {"worst_is_exact", false},
                                    {"draws", 7}}));
}

TEST(ReportJson, NumbersThatDoublesWouldRoundAreTexts) {
  ReportSample sample = four_wavefronts();
  sample.analysis.accesses[0].shown->lanes[0].row = std::int64_t{1} << 53;
  sample.analysis.accesses[0].shown->lanes[0].column = -(std::int64_t{1} << 53) - 1;
  const json lane = read(sample)["accesses"][0]["lanes"][0];
  EXPECT_EQ(lane["row"], std::int64_t{9007199254740992});
  EXPECT_EQ(lane["column"], "-9007199254740993");
}

TEST(ReportJson, BytesThatAreNoTextDoNotThrow) {
  ReportSample sample = four_wavefronts();
  sample.scenario.title = "\xff\xfe";
  EXPECT_NO_THROW(read(sample));
}

TEST(ReportJson, OneInstructionIsFlat) {
  const ReportSample sample = shared_words();
  const json answer = json::parse(instruction_json(sample.machine, sample.analysis));
  EXPECT_EQ(answer["format"], "bankmap-instruction");
  EXPECT_EQ(answer["version"], 1);
  EXPECT_EQ(answer["machine"]["key"], "sm_00");
  EXPECT_EQ(answer["instruction"], "ld.b128");
  EXPECT_EQ(answer["wavefronts"], 3);
  EXPECT_EQ(answer["phases"], 2);
  EXPECT_EQ(answer["lanes"].size(), 32u);
}

}  // namespace
}  // namespace bankmap
