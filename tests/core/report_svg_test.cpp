#include "core/report_svg.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/svg_writer.hpp"
#include "tests/core/report_sample.hpp"

namespace bankmap {
namespace {

std::string svg_of(const ReportSample& sample, const SvgStyle& style = {}) {
  return report_svg(sample.scenario, sample.machine, sample.analysis, style);
}

int times(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

// True if xmllint takes it. pre: xmllint is installed (tests/packages.txt)
bool valid_xml(const std::string& svg, const std::string& name) {
  const std::string path = (std::filesystem::temp_directory_path() / ("bankmap_" + name + ".svg")).string();
  std::ofstream(path, std::ios::binary) << svg;
  const bool valid = std::system(("xmllint --noout --nonet '" + path + "'").c_str()) == 0;
  std::filesystem::remove(path);
  return valid;
}

TEST(ReportSvg, IsValidXml) {
  EXPECT_TRUE(valid_xml(svg_of(four_wavefronts()), "four"));
  EXPECT_TRUE(valid_xml(svg_of(shared_words(), {.theme = ThemeKind::dark}), "shared"));
  EXPECT_TRUE(valid_xml(svg_of(refused_sample()), "refused"));
}

TEST(ReportSvg, HostileTextsStayTexts) {
  ReportSample sample = four_wavefronts();
  sample.scenario.title = "</title><script>alert(1)</script>\x01\xff\xef\xbf\xbf\xed\xa0\x80";
  sample.analysis.accesses[0].name = "\"/><image href='x'/>";
  sample.analysis.accesses[0].cuda = "]]><![CDATA[";
  const std::string svg = svg_of(sample);
  EXPECT_TRUE(valid_xml(svg, "hostile"));
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("<image"), std::string::npos);
}

TEST(ReportSvg, CellsHaveTheColoursOfTheWindow) {
  for (const ThemeKind theme : all_themes) {
    const std::string svg = svg_of(four_wavefronts(), {.theme = theme});
    for (int turn = 0; turn < 4; ++turn) {
      // eight cells and eight bars
      EXPECT_EQ(times(svg, "fill=\"" + hex(turn_colour(theme, turn).fill) + "\""), 16)
          << theme_name(theme) << " " << turn;
    }
    EXPECT_NE(svg.find("fill=\"" + hex(palette(theme).ground) + "\""), std::string::npos);
  }
}

TEST(ReportSvg, BroadcastsInactiveLanesAndPhases) {
  const std::string svg = svg_of(shared_words());
  EXPECT_EQ(times(svg, "url(#hatch)"), 32 - 7);
  const std::string framed = "fill=\"" + hex(palette(ThemeKind::light).link) + "\" rx=\"4\"";
  EXPECT_EQ(times(svg, framed), 1);  // lanes 0-3 in banks 0-3: neighbours, so one piece and no line
  EXPECT_EQ(times(svg, ">phase 1<"), 1);
  EXPECT_EQ(times(svg, ">phase 2<"), 1);
  EXPECT_EQ(times(svg_of(four_wavefronts()), ">phase 1<"), 0);
}

TEST(ReportSvg, TwoWordsOfOneBankAreTwoLinkedShapes) {
  ReportSample sample = empty_sample();
  WarpAnalysis& warp = sample.analysis.accesses.front().shown.emplace();
  warp.served.phases = {0x0000000f};
  warp.served.passes = {{0, 0x5}, {0, 0xa}};
  for (int lane = 0; lane < 4; ++lane) {  // lanes 0 and 2 on word 0, lanes 1 and 3 on word 32
    LaneResult& it = warp.lanes[static_cast<std::size_t>(lane)];
    it = sample_lane(lane % 2 == 0 ? 0 : 128, 1, 0, lane % 2);
    it.shares_word = (lane % 2 == 0 ? 0x5U : 0xaU) & ~lane_bit(lane);
  }
  const std::string svg = svg_of(sample);
  const std::string framed = "\" fill=\"" + hex(palette(ThemeKind::light).link) + "\" rx=\"4\"";
  EXPECT_EQ(times(svg, framed), 4 + 2) << "a piece for each lane, a line for each word";
  EXPECT_EQ(times(svg, "width=\"4\" height=\"56\"" + framed.substr(1)), 2) << "over three rows of 19, less the gap";
}

TEST(ReportSvg, FiguresAreThere) {
  const std::string svg = svg_of(four_wavefronts());
  for (const char* text : {">4<", ">4.08<", ">wavefronts<", ">excess<", "A &lt;title&gt; &amp; &quot;more&quot;",
                           ">k = 5, warp 0 of 1<"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
}

TEST(ReportSvg, AsksForTheSizeItIsGiven) {
  EXPECT_NE(svg_of(four_wavefronts(), {.theme = ThemeKind::light, .width = 800, .height = 600})
                .find("width=\"800\" height=\"600\" viewBox=\"0 0 960 "),
            std::string::npos);
  EXPECT_NE(svg_of(four_wavefronts()).find("width=\"960\" "), std::string::npos);
}

TEST(XmlEscaped, Table) {
  struct Row {
    const char* text;
    const char* want;
  };
  for (const Row& row : {Row{"a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"}, Row{"\x1b[0m", "?[0m"}, Row{"\xff", "?"},
                         Row{"\xef\xbf\xbe", "?"}, Row{"\xe2\x86\x92", "\xe2\x86\x92"}, Row{"", ""}}) {
    EXPECT_EQ(xml_escaped(row.text), row.want);
  }
}

}  // namespace
}  // namespace bankmap
