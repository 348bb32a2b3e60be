#include "core/report_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/text_layout.hpp"
#include "tests/core/report_sample.hpp"

namespace bankmap {
namespace {

std::string text_of(const ReportSample& sample, const TextStyle& style = {}) {
  return report_text(sample.scenario, sample.machine, sample.analysis, style);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool has_line(const std::string& text, const std::string& line) {
  const std::vector<std::string> lines = lines_of(text);
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

TEST(ReportText, HeatmapOfFourWavefronts) {
  const std::string text = text_of(four_wavefronts());
  EXPECT_TRUE(has_line(
      text, "         0       4       8       12      16      20      24      28      pass    address  same word"))
      << text;
  EXPECT_TRUE(
      has_line(text, "     0   . . . . . 1 . . . . . . . . . . . . . . . . . . . . . . . . . .    1         20"))
      << text;
  EXPECT_TRUE(
      has_line(text, "     9   . . . . . . . . . 2 . . . . . . . . . . . . . . . . . . . . . .    2       1316"))
      << text;
  EXPECT_TRUE(
      has_line(text, "    31   . 4 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .    4       4484"))
      << text;
  EXPECT_TRUE(has_line(text, "  words  . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . .")) << text;
}

TEST(ReportText, FiguresAndTotals) {
  const std::string text = text_of(four_wavefronts());
  EXPECT_TRUE(has_line(text, "  wavefronts 4   ideal 1   excess 3   ways 4   bank conflicts 3   phases 1")) << text;
  EXPECT_TRUE(has_line(text, "  cycles: saturated 4.08 (+- 0.15, measured); latency not known for ld.b32 here"))
      << text;
  EXPECT_TRUE(has_line(text, "  Four lanes wait in each of eight banks.")) << text;
  EXPECT_NE(text.find("all 32 instructions: wavefronts 128, ideal 32, excess 96, bank conflicts 96;"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("4,096 of the 16,384"), std::string::npos) << text;
  EXPECT_NE(text.find("(25.0 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("k = 5, warp 0 of 1"), std::string::npos) << text;
}

TEST(ReportText, SharedWordsPhasesAndInactiveLanes) {
  const std::string text = text_of(shared_words());
  EXPECT_TRUE(has_line(text, "        -- phase 1: lanes 0–4 ------------------------------------------")) << text;
  EXPECT_TRUE(
      has_line(text, "     2  =  1   = . . . . . . . . . . . . . . . . . . . . . . . . . . . .    1          0  = 0–3"))
      << text;
  EXPECT_TRUE(
      has_line(text, "     4  [  2   ] . . . . . . . . . . . . . . . . . . . . . . . . . . . .    2        128"))
      << text;
  EXPECT_TRUE(has_line(text, "     5   / / / / / / / / / / / / / / / / / / / / / / / / / / / / / / / /  off")) << text;
  EXPECT_TRUE(has_line(text, "        -- phase 2: lanes 16, 17 ---------------------------------------")) << text;
  EXPECT_TRUE(
      has_line(text, "    17   . . . . . . . .[  3   ] . . . . . . . . . . . . . . . . . . . .    3         32"))
      << text;
  EXPECT_NE(text.find("phases 2\n  The pair rule holds, so phases are merged."), std::string::npos) << text;
}

TEST(ReportText, ARefusedAccessShowsItsProblemAndNoHeatmap) {
  const std::string text = text_of(refused_sample());
  EXPECT_TRUE(has_line(text, "  error: accesses[0].row, character 8: an operand is missing; lane % 8")) << text;
  EXPECT_EQ(text.find("words"), std::string::npos) << text;
}

TEST(ReportText, PlainTextHasNoEscapesAndColourAddsNothingElse) {
  for (const ReportSample& sample : {four_wavefronts(), shared_words(), refused_sample()}) {
    const std::string plain = text_of(sample);
    EXPECT_EQ(plain.find('\x1b'), std::string::npos);
    for (const TextColour colour : {TextColour::indexed, TextColour::full}) {
      std::string coloured = text_of(sample, {.colour = colour});
      EXPECT_NE(coloured.find('\x1b'), std::string::npos);
      for (std::size_t at = coloured.find('\x1b'); at != std::string::npos; at = coloured.find('\x1b')) {
        coloured.erase(at, coloured.find('m', at) - at + 1);
      }
      EXPECT_EQ(coloured, plain);
    }
  }
}

TEST(ReportText, CellsOfOneTurnHaveOneColourInEveryPhase) {
  const std::string text = text_of(shared_words(), {.colour = TextColour::full});
  const auto colour_before = [&](const std::string& cell) {
    const std::size_t end = text.find(cell);
    EXPECT_NE(end, std::string::npos) << cell;
    return text.substr(text.rfind('\x1b', end), end - text.rfind('\x1b', end));
  };
  EXPECT_EQ(colour_before("=  1   ="), colour_before("[  3   ]"));  // first of its phase, both times
  EXPECT_NE(colour_before("=  1   ="), colour_before("[  2   ]"));
}

TEST(ReportText, KeepsToTheWidthOfTheTerminal) {
  for (const int columns : {50, 60, 78, 79, 80, 99, 100, 132}) {
    for (const ReportSample& sample : {four_wavefronts(), shared_words(), refused_sample()}) {
      for (const std::string& line : lines_of(text_of(sample, {.columns = columns}))) {
        EXPECT_LE(display_width(line), columns) << line;
      }
    }
  }
}

TEST(ReportText, NarrowHeatmapTakesOneCharacterABank) {
  ReportSample sample = four_wavefronts();
  sample.analysis.accesses[0].shown->lanes[31].pass = 11;
  sample.analysis.accesses[0].shown->served.passes.resize(12);
  const std::string text = text_of(sample, {.columns = 60});
  EXPECT_TRUE(has_line(text, "     9  .........2......................    2")) << text;
  EXPECT_TRUE(has_line(text, "    31  .c..............................   12")) << text;  // c: the twelfth of 1..9a..z
}

TEST(ReportText, ControlCharactersOfAFileDoNotReachTheTerminal) {
  ReportSample sample = four_wavefronts();
  sample.scenario.title = "a\x1b[2Jb\xff";
  sample.scenario.note = "line\nnext\x07";
  sample.analysis.accesses[0].name =
      "\x9b"
      "31m";
  const std::string text = text_of(sample);
  for (const char forbidden : {'\x1b', '\x07', '\xff', '\x9b'}) EXPECT_EQ(text.find(forbidden), std::string::npos);
  EXPECT_NE(text.find("a?[2Jb?"), std::string::npos);
}

TEST(ReportText, RandomRange) {
  ReportSample sample = four_wavefronts();
  sample.analysis.accesses[0].random = RandomRange{
      .best_wavefronts = 1, .worst_wavefronts = 32, .expected_wavefronts = 3.5, .standard_error = 0.02, .draws = 1000};
  sample.analysis.accesses[0].random->exact_best = true;
  const std::string text = text_of(sample);
  EXPECT_NE(text.find("best 1 wavefronts, expected 3.50 (+- 0.02 over 1000 draws), worst seen"), std::string::npos)
      << text;
}

TEST(ReportText, RoundsThatCostTheSameAreOneLine) {
  ReportSample sample = four_wavefronts();
  sample.analysis.accesses[0].law = CountLaw::compare_and_swap_loop;
  sample.analysis.accesses[0].shown->served.rounds = {{0xf, 1, 2, 2}, {0xe, 2, 1, 2}, {0xc, 4, 1, 2}, {0x8, 8, 1, 2}};
  const std::string text = text_of(sample);
  EXPECT_TRUE(has_line(text, "  pass 1: a round of load, 2 wavefronts, and compare-and-swap, 2")) << text;
  EXPECT_TRUE(has_line(text, "  passes 2-4: a round each of load, 1 wavefronts, and compare-and-swap, 2")) << text;
  EXPECT_TRUE(has_line(text, "  lanes  . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . . . 4 . .")) << text;
}

}  // namespace
}  // namespace bankmap
