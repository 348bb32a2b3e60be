// bankmap render: pictures as files.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/view_name.hpp"
#include "tests/cli/folder.hpp"
#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

TEST(Render, SvgInBothThemesAndAnySize) {
  const Folder folder;
  for (const std::string theme : {"dark", "light"}) {
    const std::string file = folder.file(theme + ".svg");
    const Outcome outcome = run_program({"render", "broadcast", "-o", file, "--theme", theme, "--size", "800x600"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(file_content(file), "width=\"800\" height=\"600\""));
  }
  EXPECT_NE(file_content(folder.file("dark.svg")), file_content(folder.file("light.svg")));
}

// The program may have been built without the window; then it says so, and there is nothing to look at.
bool without_window(const Outcome& outcome) {
  return outcome.exit_code == 2 && contains(outcome.err, "this build has no window");
}

TEST(Render, PngOfTheSizeAskedFor) {
  const Folder folder;
  const std::string file = folder.file("out.png");
  const Outcome outcome = run_program({"render", "broadcast", "-o", file, "--size", "800x600"});
  if (without_window(outcome)) GTEST_SKIP() << outcome.err;
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string png = file_content(file);
  const std::string header("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x02\x58", 24);  // 800 and 600
  EXPECT_EQ(png.substr(0, header.size()), header);
  const std::string again = folder.file("again.png");
  EXPECT_EQ(run_program({"render", "broadcast", "-o", again, "--size", "800x600"}).exit_code, 0);
  EXPECT_EQ(file_content(again), png);
}

TEST(Render, APictureThatIsTooLargeIsRefused) {
  const Folder folder;
  const Outcome outcome = run_program({"render", "broadcast", "-o", folder.file("out.png"), "--size", "16384x16384"});
  if (without_window(outcome)) GTEST_SKIP() << outcome.err;
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "size")) << outcome.err;
  EXPECT_FALSE(fs::exists(folder.file("out.png")));
}

TEST(Render, AViewThatThereIsNotIsRefusedWithThoseThereAre) {
  const Folder folder;
  const Outcome outcome =
      run_program({"render", "broadcast", "-o", folder.file("a.png"), "--views", "heatmap,nothing"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "--views: 'nothing' is no view; one of heatmap, tile")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, std::string(view_names.back()) + ", all")) << outcome.err;
}

}  // namespace
}  // namespace bankmap
