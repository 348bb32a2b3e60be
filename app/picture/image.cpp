#include "app/picture/image.hpp"

#include <fmt/format.h>
#include <png.h>

#include <cstring>

#include "app/files.hpp"

namespace bankmap {

Result<Image> filled_image(int width, int height, Colour colour) {
  const bool too_large = width > max_picture_side || height > max_picture_side ||
                         std::int64_t{width} * std::int64_t{height} > max_picture_pixels;
  if (width < 1 || height < 1 || too_large)
    return fail(at("size", Problem{fmt::format("a picture of {}x{} pixels cannot be made", width, height),
                                   fmt::format("1 to {} pixels a side and at most {} in all", max_picture_side,
                                               max_picture_pixels),
                                   {},
                                   {}}));
  Image image{.width = width, .height = height, .rgba = {}};
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  image.rgba.resize(pixels * 4);
  const std::uint8_t pixel[4] = {colour.red, colour.green, colour.blue, 255};
  for (std::size_t i = 0; i < pixels; ++i) std::memcpy(&image.rgba[i * 4], pixel, 4);
  return image;
}

Result<std::string> png_bytes(const Image& image) {
  png_image writer{};
  writer.version = PNG_IMAGE_VERSION;
  writer.width = static_cast<png_uint_32>(image.width);
  writer.height = static_cast<png_uint_32>(image.height);
  writer.format = PNG_FORMAT_RGB;  // the picture is opaque
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 4 <= image.rgba.size(); i += 4)
    rgb.insert(rgb.end(), image.rgba.begin() + static_cast<std::ptrdiff_t>(i),
               image.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(writer), '\0');
  png_alloc_size_t size = bytes.size();
  const int written = png_image_write_to_memory(&writer, bytes.data(), &size, 0, rgb.data(), 0, nullptr);
  if (written == 0) return fail(fmt::format("the picture cannot be written as PNG: {}", writer.message));
  bytes.resize(size);
  return bytes;
}

Result<void> write_png(const Image& image, const std::string& path) {
  const auto bytes = png_bytes(image);
  if (!bytes) return tl::unexpected(at(path, bytes.error()));
  if (const auto problem = write_file(path, *bytes)) return fail(*problem);
  return {};
}

}  // namespace bankmap
