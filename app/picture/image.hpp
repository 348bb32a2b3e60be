// app/picture/image.hpp -- a picture in memory, and as PNG.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/palette.hpp"
#include "core/problem.hpp"

namespace bankmap {

inline constexpr int max_picture_side = 16'384;               // [px]
inline constexpr std::int64_t max_picture_pixels = 64 << 20;  // 256 MiB in memory; 8K is half of it

struct Image {
  int width = 0;                   // [px]
  int height = 0;                  // [px]
  std::vector<std::uint8_t> rgba;  // rows from the top; four bytes a pixel; opaque
  Colour at(int x, int y) const {  // pre: inside
    const std::uint8_t* pixel =
        &rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4];
    return {pixel[0], pixel[1], pixel[2]};
  }
  bool operator==(const Image&) const = default;
};

// Refuses sizes below 1 or above the limits; place "size".
Result<Image> filled_image(int width, int height, Colour colour);

// The bytes of a PNG file (8-bit RGB); the same image gives the same bytes.
Result<std::string> png_bytes(const Image& image);
Result<void> write_png(const Image& image, const std::string& path);

}  // namespace bankmap
