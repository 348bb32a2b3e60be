#include "core/report_markdown.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/share_string.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Scenario padded_by_four() {
  Scenario scenario;
  scenario.title = "Column of a padded tile";
  scenario.tiles[0].pitch.value = 4;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return scenario;
}

std::string markdown(const Scenario& scenario) {
  const MachineProfile& machine = machine_named("sm_90");
  return report_markdown(scenario, machine, analyze(scenario, machine));
}

// Rows 36 words apart, gcd(36, 32) = 4: 8 banks with 4 words each.
TEST(ReportMarkdown, ASummary) {
  const std::string text = markdown(padded_by_four());
  EXPECT_TRUE(
      text.starts_with("### Column of a padded tile\n\n```cuda\n__shared__ float tile[32][36];\nx = "
                       "tile[threadIdx.x][k];  // load, k = 5\n```\n"))
      << text;
  EXPECT_NE(text.find("\n| load | ld.b32 | 4 | 1 | 3 | 3 | 4.08 (measured) |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n**load**: Rows are 36 words apart"), std::string::npos) << text;
  EXPECT_NE(text.find("Machine: sm\\_90, "), std::string::npos) << text;
}

TEST(ReportMarkdown, EndsWithTheShareString) {
  const std::string text = markdown(padded_by_four());
  const std::size_t begin = text.find("bankmap1.");
  ASSERT_NE(begin, std::string::npos);
  const std::string share = text.substr(begin, text.find('\n', begin) - begin);
  EXPECT_EQ(read_share_string(share).value(), padded_by_four());
}

TEST(ReportMarkdown, NoTextOfAPersonBreaksOut) {
  Scenario scenario = padded_by_four();
  scenario.title = "a | b\n# c <img src=x> `d` [e](f) **g** ```";
  scenario.accesses[0].name = "x | y\n\n```\n<b>";
  const std::string text = markdown(scenario);
  EXPECT_TRUE(
      text.starts_with("### a \\| b \\# c \\<img src=x\\> \\`d\\` \\[e\\](f) \\*\\*g\\*\\* \\`\\`\\`\n\n```cuda\n"))
      << text;
  EXPECT_NE(text.find("\n| x \\| y  \\`\\`\\` \\<b\\> | ld.b32 | 4 |"), std::string::npos) << text;
  std::size_t fences = 0;
  for (std::size_t at = 0; (at = text.find("\n```", at)) != std::string::npos; ++at) ++fences;
  EXPECT_EQ(fences, 4U) << "the code and the share string, each with a beginning and an end\n" << text;
}

TEST(ReportMarkdown, ARefusedAccessSaysWhy) {
  Scenario scenario = padded_by_four();
  scenario.accesses[0].mask = "lane <";
  const std::string text = markdown(scenario);
  EXPECT_NE(text.find("| load | ld.b32 | refused | | | | |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n- error: "), std::string::npos) << text;
}

TEST(ReportMarkdown, SaysWhereCyclesAreNotKnown) {
  Scenario scenario = padded_by_four();
  const MachineProfile machine = [] {
    MachineProfile changed = machine_named("sm_90");
    changed.rules.at(Instruction::ld_b32).saturated.reset();
    return changed;
  }();
  EXPECT_NE(report_markdown(scenario, machine, analyze(scenario, machine)).find("| 3 | 3 | not known |"),
            std::string::npos);
}

TEST(MarkdownEscaped, Signs) {
  EXPECT_EQ(markdown_escaped("a_b*c|d<e>&f`g[h]\\~$#!{}"), "a\\_b\\*c\\|d\\<e\\>\\&f\\`g\\[h\\]\\\\\\~\\$\\#\\!\\{\\}");
  EXPECT_EQ(markdown_escaped("32 x 32 (float), k + 1: 4.5"), "32 x 32 (float), k + 1: 4.5");
}

}  // namespace
}  // namespace bankmap
