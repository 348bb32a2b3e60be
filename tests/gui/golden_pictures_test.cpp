// Every view in every theme against a picture that somebody has looked at (tests/golden/views).
//     BANKMAP_UPDATE_PICTURES=1 build/tests/gui_tests --gtest_filter='GoldenPictures.*'     draws them anew: look at them
//
// The tolerance is on averages of blocks of 8 x 8 pixels: another version of a font moves edges, a wrong view moves blocks.
#include <png.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

constexpr int block = 8;                // [px]
constexpr double block_tolerance = 24;  // of 255, in any channel
constexpr double share_allowed = 0.02;  // of the blocks

std::string golden_file(Panel panel, ThemeKind theme) {
  return std::string(BANKMAP_SOURCE "/tests/golden/views/") + panel_name(panel) + "-" + std::string(theme_name(theme)) + ".png";
}

Result<Image> read_png(const std::string& path) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&png, path.c_str()) == 0) return fail(path + ": " + png.message);
  png.format = PNG_FORMAT_RGBA;
  Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
  image.rgba.resize(PNG_IMAGE_SIZE(png));
  if (png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) == 0) return fail(path + ": " + png.message);
  return image;
}

// The average of a block in one channel.
double average(const Image& image, int x, int y, int channel) {
  double sum = 0;
  for (int row = 0; row < block; ++row)
    for (int column = 0; column < block; ++column)
      sum += image.rgba[static_cast<std::size_t>(((y + row) * image.width + x + column) * 4 + channel)];
  return sum / (block * block);
}

double share_of_other_blocks(const Image& a, const Image& b) {
  int other = 0;
  int all = 0;
  for (int y = 0; y + block <= a.height; y += block)
    for (int x = 0; x + block <= a.width; x += block) {
      bool same = true;
      for (int channel = 0; channel < 3; ++channel)
        same &= std::abs(average(a, x, y, channel) - average(b, x, y, channel)) <= block_tolerance;
      other += same ? 0 : 1;
      ++all;
    }
  return static_cast<double>(other) / all;
}

class GoldenPictures : public ::testing::TestWithParam<std::tuple<Panel, ThemeKind>> {};

TEST_P(GoldenPictures, LooksAsItWasSeen) {
  const auto [panel, theme] = GetParam();
  WindowOn window("transpose-float-padded-by-four", {1120, 720});
  window.ui.panels.set.show_alone(panel);
  window.gui->screen().set_look({.theme = theme, .text_size = 13});
  window.gui->settle();
  const Image drawn = window.gui->image();
  const std::string file = golden_file(panel, theme);
  if (std::getenv("BANKMAP_UPDATE_PICTURES") != nullptr) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    ASSERT_TRUE(write_png(drawn, file));
    GTEST_SKIP() << "drawn anew: look at " << file;
  }
  const Result<Image> golden = read_png(file);
  ASSERT_TRUE(golden) << golden.error().what;
  ASSERT_EQ(golden->width, drawn.width);
  ASSERT_EQ(golden->height, drawn.height);
  const double other = share_of_other_blocks(*golden, drawn);
  if (other > share_allowed) (void)write_png(drawn, (std::filesystem::temp_directory_path() / "bankmap-golden-drawn.png").string());
  EXPECT_LE(other, share_allowed) << file << ": the picture of now is bankmap-golden-drawn.png in the temporary folder";
}

std::string name_of(const ::testing::TestParamInfo<std::tuple<Panel, ThemeKind>>& info) {
  const std::string theme(theme_name(std::get<1>(info.param)));
  return std::string(panel_name(std::get<0>(info.param))) + "_" + theme.substr(0, theme.find('-'));
}
INSTANTIATE_TEST_SUITE_P(All, GoldenPictures, ::testing::Combine(::testing::ValuesIn(all_panels), ::testing::ValuesIn(all_themes)),
                         name_of);

}  // namespace
}  // namespace bankmap
