// Share strings, summaries and single views on the command line.
#include <gtest/gtest.h>

#include <fstream>

#include "core/view_name.hpp"
#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

std::string share_of(const std::string& scenario) {
  const Outcome outcome = run_program({"export", scenario, "--format", "share"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.ends_with('\n'));
  return outcome.out.substr(0, outcome.out.size() - 1);
}

TEST(Share, StandsWhereAScenarioMayStand) {
  const std::string share = share_of("transpose-float-padded-by-four");
  EXPECT_TRUE(share.starts_with("bankmap1."));
  const Outcome direct = run_program({"analyze", "transpose-float-padded-by-four", "--json"});
  const Outcome shared = run_program({"analyze", share, "--json"});
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
  EXPECT_EQ(shared.out, direct.out);
  EXPECT_EQ(share_of(share), share);
}

TEST(Share, AFileAndStandardInputMayHoldOne) {
  const std::string share = share_of("broadcast");
  const std::string file = testing::TempDir() + "bankmap-broadcast.share.txt";
  std::ofstream(file) << share << "\n";
  const Outcome direct = run_program({"analyze", "broadcast", "--json"});
  EXPECT_EQ(run_program({"analyze", file, "--json"}).out, direct.out);
  EXPECT_EQ(run_program({"analyze", "-", "--json"}, {.input = share + "\n"}).out, direct.out);
  std::ofstream(file) << share << "A\n";
  const Outcome broken = run_program({"analyze", file});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(contains(broken.err, file) && contains(broken.err, "the share string is damaged")) << broken.err;
}

TEST(Share, ABrokenOneIsRefused) {
  const Outcome outcome = run_program({"analyze", share_of("broadcast") + "A"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "the share string is damaged")) << outcome.err;
}

TEST(Export, Markdown) {
  const Outcome outcome = run_program({"export", "transpose-float-plain", "--format", "markdown"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "| ld.b32 | 32 | 1 | 31 | 31 | ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, share_of("transpose-float-plain")));
}

TEST(Export, EveryViewIsAPictureOfItsOwn) {
  std::vector<std::string> pictures;
  const std::string page = file_content(BANKMAP_SOURCE "/app/commands/README.md");
  for (const char* view : view_names) {
    EXPECT_TRUE(contains(page, "`" + std::string(view) + "`")) << view << " is not in app/commands/README.md";
    const Outcome outcome = run_program({"export", "transpose-float-plain", "--format", "svg", "--view", view});
    EXPECT_EQ(outcome.exit_code, 0) << view << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "<svg ") && outcome.out.ends_with("</svg>\n")) << view;
    for (const std::string& other : pictures) EXPECT_NE(other, outcome.out) << view;
    pictures.push_back(outcome.out);
  }
}

TEST(Export, AWrongViewIsRefused) {
  const Outcome unknown = run_program({"export", "broadcast", "--format", "svg", "--view", "banks"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "'banks' is no view; one of heatmap, tile")) << unknown.err;
  const Outcome of_csv = run_program({"export", "broadcast", "--format", "csv", "--view", "tile"});
  EXPECT_EQ(of_csv.exit_code, 2);
  EXPECT_TRUE(contains(of_csv.err, "only svg has views")) << of_csv.err;
}

}  // namespace
}  // namespace bankmap
