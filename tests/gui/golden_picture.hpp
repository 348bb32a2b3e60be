// A picture of the window against one that somebody has looked at (tests/golden).
//     BANKMAP_UPDATE_PICTURES=1 build/tests/gui_tests --gtest_filter='*Golden*'     draws them anew: look at them
//
// The tolerance is on averages of blocks of 8 x 8 pixels: another version of a font moves edges, a wrong view moves blocks.
#pragma once

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/picture/image.hpp"

namespace bankmap {

inline constexpr int golden_block = 8;         // [px]
inline constexpr double block_tolerance = 24;  // of 255, in any channel
inline constexpr double share_allowed = 0.02;  // of the blocks

inline Result<Image> read_png(const std::string& path) {
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
inline double average(const Image& image, int x, int y, int channel) {
  double sum = 0;
  for (int row = 0; row < golden_block; ++row)
    for (int column = 0; column < golden_block; ++column)
      sum += image.rgba[static_cast<std::size_t>(((y + row) * image.width + x + column) * 4 + channel)];
  return sum / (golden_block * golden_block);
}

inline double share_of_other_blocks(const Image& a, const Image& b) {
  int other = 0;
  int all = 0;
  for (int y = 0; y + golden_block <= a.height; y += golden_block)
    for (int x = 0; x + golden_block <= a.width; x += golden_block) {
      bool same = true;
      for (int channel = 0; channel < 3; ++channel)
        same &= std::abs(average(a, x, y, channel) - average(b, x, y, channel)) <= block_tolerance;
      other += same ? 0 : 1;
      ++all;
    }
  return static_cast<double>(other) / all;
}

// True if it has been drawn anew instead.
inline bool expect_as_seen(const Image& drawn, const std::string& file) {
  if (std::getenv("BANKMAP_UPDATE_PICTURES") != nullptr) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    EXPECT_TRUE(write_png(drawn, file));
    return true;
  }
  const Result<Image> golden = read_png(file);
  EXPECT_TRUE(golden) << (golden ? "" : golden.error().what);
  if (!golden) return false;
  EXPECT_EQ(golden->width, drawn.width);
  EXPECT_EQ(golden->height, drawn.height);
  if (golden->width != drawn.width || golden->height != drawn.height) return false;
  const double other = share_of_other_blocks(*golden, drawn);
  if (other > share_allowed)
    (void)write_png(drawn, (std::filesystem::temp_directory_path() / "bankmap-golden-drawn.png").string());
  EXPECT_LE(other, share_allowed) << file << ": the picture of now is bankmap-golden-drawn.png in the temporary folder";
  return false;
}

}  // namespace bankmap
