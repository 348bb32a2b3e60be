// Pictures without a window: sizes, PNG files, the same bytes every time.
#include <gtest/gtest.h>
#include <png.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/picture/image.hpp"
#include "app/picture/offscreen.hpp"

namespace bankmap {
namespace {

Image read_png(const std::string& bytes) {
  png_image reader{};
  reader.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&reader, bytes.data(), bytes.size()), 0) << reader.message;
  reader.format = PNG_FORMAT_RGBA;
  Image image{.width = static_cast<int>(reader.width), .height = static_cast<int>(reader.height), .rgba = {}};
  image.rgba.resize(PNG_IMAGE_SIZE(reader));
  EXPECT_NE(png_image_finish_read(&reader, nullptr, image.rgba.data(), 0, nullptr), 0) << reader.message;
  return image;
}

void some_widgets(const Theme& theme) {
  ImGui::SetNextWindowPos({10, 10});
  ImGui::Begin("A window", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::TextUnformatted("words \u2192 \u00d7 \u2713");
  with_font(theme.fonts.mono_big, [] { ImGui::TextUnformatted("4.08"); });
  ImGui::Button("Run");
  ImGui::End();
}

TEST(Image, IsFilledWithItsColour) {
  const auto image = filled_image(3, 2, {1, 2, 3});
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->rgba, (std::vector<std::uint8_t>{1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255,
                                                    1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255}));
}

TEST(Image, SizesThatCannotBeAreRefused) {
  for (const auto& [width, height] :
       {std::pair{0, 10}, {10, 0}, {-5, 5}, {16'385, 1}, {1, 2'000'000'000}, {16'384, 16'384}}) {
    const auto image = filled_image(width, height, {});
    ASSERT_FALSE(image.has_value()) << width << "x" << height;
    EXPECT_EQ(image.error().place, "size");
    EXPECT_FALSE(image.error().hint.empty());
    EXPECT_FALSE(
        draw_picture({.width = width, .height = height, .scale = 1}, {}, [](const Theme&) { FAIL(); }).has_value());
  }
  EXPECT_TRUE(filled_image(7'680, 4'320, {}).has_value());
}

TEST(Image, PngKeepsEveryPixel) {
  Image image = *filled_image(17, 9, {});
  for (std::size_t i = 0; i < image.rgba.size(); ++i)
    if (i % 4 != 3) image.rgba[i] = static_cast<std::uint8_t>(i * 37 % 251);
  const auto bytes = png_bytes(image);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(read_png(*bytes), image);
  EXPECT_EQ(*png_bytes(image), *bytes);
}

TEST(Image, PngIsWrittenOrTheReasonGiven) {
  const Image image = *filled_image(4, 4, {9, 8, 7});
  const std::string path = testing::TempDir() + "bankmap_image_test.png";
  ASSERT_TRUE(write_png(image, path).has_value());
  std::ifstream in(path, std::ios::binary);
  EXPECT_EQ(read_png({std::istreambuf_iterator<char>(in), {}}), image);
  std::filesystem::remove(path);
  const auto refused = write_png(image, testing::TempDir() + "no/such/folder/x.png");
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().what.find("No such file"), std::string::npos);
  EXPECT_NE(refused.error().place.find("x.png"), std::string::npos);
}

TEST(Picture, IsTheSameEveryTime) {
  const PictureSize size{.width = 400, .height = 300, .scale = 1};
  const auto first = draw_picture(size, {}, some_widgets);
  ASSERT_TRUE(first.has_value());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(draw_picture(size, {}, some_widgets), first);
}

TEST(Picture, DependsOnThemeAndScale) {
  const PictureSize size{.width = 400, .height = 300, .scale = 1};
  const auto dark = draw_picture(size, {}, some_widgets);
  const auto light = draw_picture(size, {.theme = ThemeKind::light}, some_widgets);
  EXPECT_EQ(dark->at(399, 299), palette(ThemeKind::dark).ground);
  EXPECT_EQ(light->at(399, 299), palette(ThemeKind::light).ground);
  const auto extent = [](const Image& image) {  // the rightmost pixel that is not ground
    const Colour ground = image.at(image.width - 1, image.height - 1);
    int right = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        if (image.at(x, y) != ground) right = std::max(right, x);
    return right;
  };
  const auto twice = draw_picture({.width = 400, .height = 300, .scale = 2}, {}, some_widgets);
  EXPECT_GT(extent(*dark), 60);
  EXPECT_NEAR(extent(*twice) - 10, 2 * (extent(*dark) - 10), 6);
}

TEST(Picture, ContextsNest) {
  Offscreen outer({.width = 100, .height = 100, .scale = 1});
  ImGuiContext* own = ImGui::GetCurrentContext();
  EXPECT_TRUE(draw_picture({.width = 50, .height = 50, .scale = 1}, {}, some_widgets).has_value());
  EXPECT_EQ(ImGui::GetCurrentContext(), own);
  outer.frame([&] { some_widgets(outer.theme()); });
  EXPECT_EQ(outer.image().width, 100);
}

TEST(Picture, LookAndSizeChangeBetweenFrames) {
  Offscreen screen({.width = 200, .height = 100, .scale = 1});
  screen.frame([&] { some_widgets(screen.theme()); });
  screen.set_look({.theme = ThemeKind::light, .text_size = 30});
  screen.resize({.width = 300, .height = 150, .scale = 2});
  screen.frame([&] { some_widgets(screen.theme()); });
  EXPECT_EQ(screen.image().width, 300);
  EXPECT_EQ(screen.theme().look.theme, ThemeKind::light);
  EXPECT_FLOAT_EQ(screen.theme().unit, 30.0F / default_text_size * 2);
}

TEST(Picture, FittingScale) {
  EXPECT_EQ(fitting_scale(1280, 720), 1);
  EXPECT_EQ(fitting_scale(1440, 900), 1);
  EXPECT_EQ(fitting_scale(2880, 1800), 2);
  EXPECT_FLOAT_EQ(fitting_scale(3840, 2160), 2.4F);
  EXPECT_EQ(fitting_scale(0, -1), 1);
}

}  // namespace
}  // namespace bankmap
