#include "app/picture/rasterise.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/picture/triangle.hpp"

namespace bankmap {
namespace {

using Rgba = std::array<float, 4>;  // 0..255; opacity 0..1

Rgba rgba_of(ImU32 colour) {
  const auto channel = [colour](int shift) { return static_cast<float>((colour >> shift) & 0xFFU); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT),
          channel(IM_COL32_A_SHIFT) / 255.0F};
}

float inked(const Coverage& atlas, int x, int y) {
  const int column = std::clamp(x, 0, atlas.width - 1), row = std::clamp(y, 0, atlas.height - 1);
  return static_cast<float>(atlas.texels[static_cast<std::size_t>(row) * static_cast<std::size_t>(atlas.width) +
                                         static_cast<std::size_t>(column)]);
}

// Bilinear between the four nearest texel centres, clamped at the rim. u and v in texels.
float sample(const Coverage& atlas, float u, float v) {
  const float x = std::clamp(u, 0.0F, static_cast<float>(atlas.width)) - 0.5F;
  const float y = std::clamp(v, 0.0F, static_cast<float>(atlas.height)) - 0.5F;
  const float left = std::floor(x), top = std::floor(y);
  const int column = static_cast<int>(left), row = static_cast<int>(top);
  const float right_share = x - left, low_share = y - top;
  const float upper = std::lerp(inked(atlas, column, row), inked(atlas, column + 1, row), right_share);
  const float lower = std::lerp(inked(atlas, column, row + 1), inked(atlas, column + 1, row + 1), right_share);
  return std::lerp(upper, lower, low_share) / 255.0F;
}

void blend(std::uint8_t* pixel, const Rgba& source, float opacity) {
  for (std::size_t i = 0; i < 3; ++i) {
    const float below = pixel[i];
    pixel[i] = static_cast<std::uint8_t>(std::clamp(below + (source[i] - below) * opacity, 0.0F, 255.0F) + 0.5F);
  }
}

// What is painted inside one triangle.
struct Paint {
  Rgba colour{};  // where it is the same all over
  bool colour_varies = false;
  std::array<Gradient, 4> colour_at{};
  float cover = 1;  // where it is the same all over
  bool cover_varies = false;
  Gradient u, v;  // [texels]
};

class Painter {
 public:
  Painter(const Coverage& atlas, Image& onto) : atlas_(atlas), image_(onto) {}
  void paint(const std::array<ImDrawVert, 3>& corners, const PixelBox& clip, bool textured);

 private:
  Paint paint_of(const Triangle& triangle, const std::array<ImDrawVert, 3>& corners, bool textured) const;
  void even_span(const Paint& paint, std::uint8_t* pixel, int count) const;
  void uneven_span(const Paint& paint, int y, int x, int end, std::uint8_t* pixel) const;

  const Coverage& atlas_;
  Image& image_;
};

Paint Painter::paint_of(const Triangle& triangle, const std::array<ImDrawVert, 3>& corners, bool textured) const {
  const auto& [a, b, c] = corners;
  Paint paint;
  paint.colour = rgba_of(a.col);
  if (a.col != b.col || b.col != c.col) {
    const Rgba of_b = rgba_of(b.col), of_c = rgba_of(c.col);
    paint.colour_varies = true;
    for (std::size_t i = 0; i < 4; ++i) paint.colour_at[i] = triangle.gradient(paint.colour[i], of_b[i], of_c[i]);
  }
  if (!textured || atlas_.texels == nullptr) return paint;
  const auto width = static_cast<float>(atlas_.width), height = static_cast<float>(atlas_.height);
  paint.u = triangle.gradient(a.uv.x * width, b.uv.x * width, c.uv.x * width);
  paint.v = triangle.gradient(a.uv.y * height, b.uv.y * height, c.uv.y * height);
  paint.cover_varies = !paint.u.constant() || !paint.v.constant();
  if (!paint.cover_varies) paint.cover = sample(atlas_, paint.u.value, paint.v.value);
  return paint;
}

void Painter::even_span(const Paint& paint, std::uint8_t* pixel, int count) const {
  const float opacity = paint.colour[3] * paint.cover;
  if (opacity >= 1) {
    const std::array<std::uint8_t, 3> solid{static_cast<std::uint8_t>(paint.colour[0]),
                                            static_cast<std::uint8_t>(paint.colour[1]),
                                            static_cast<std::uint8_t>(paint.colour[2])};
    for (int i = 0; i < count; ++i, pixel += 4) std::copy(solid.begin(), solid.end(), pixel);
  } else if (opacity > 0) {
    for (int i = 0; i < count; ++i, pixel += 4) blend(pixel, paint.colour, opacity);
  }
}

void Painter::uneven_span(const Paint& paint, int y, int x, int end, std::uint8_t* pixel) const {
  for (; x < end; ++x, pixel += 4) {
    const float cover = paint.cover_varies ? sample(atlas_, paint.u.at(x, y), paint.v.at(x, y)) : paint.cover;
    if (cover <= 0) continue;
    Rgba source = paint.colour;
    if (paint.colour_varies)
      for (std::size_t i = 0; i < 4; ++i)
        source[i] = std::clamp(paint.colour_at[i].at(x, y), 0.0F, i < 3 ? 255.0F : 1.0F);
    blend(pixel, source, source[3] * cover);
  }
}

void Painter::paint(const std::array<ImDrawVert, 3>& corners, const PixelBox& clip, bool textured) {
  const Triangle triangle({corners[0].pos.x, corners[0].pos.y}, {corners[1].pos.x, corners[1].pos.y},
                          {corners[2].pos.x, corners[2].pos.y});
  if (triangle.covers_nothing()) return;
  const Paint paint = paint_of(triangle, corners, textured);
  const bool even = !paint.colour_varies && !paint.cover_varies;
  triangle.spans(clip, [&](int y, int first, int end) {
    std::uint8_t* pixel = &image_.rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) +
                                        static_cast<std::size_t>(first)) *
                                       4];
    if (even) {
      even_span(paint, pixel, end - first);
    } else {
      uneven_span(paint, y, first, end, pixel);
    }
  });
}

// Pixels of the image from a place in the draw data.
struct ToPixels {
  ImVec2 origin;
  ImVec2 scale;
  ImVec2 operator()(ImVec2 at) const { return {(at.x - origin.x) * scale.x, (at.y - origin.y) * scale.y}; }
};

int whole(float pixels, int limit) {
  return pixels > 0 ? static_cast<int>(std::min(pixels, static_cast<float>(limit))) : 0;
}

PixelBox clip_box(const ImVec4& clip, const ToPixels& to_pixels, const Image& image) {
  const ImVec2 min = to_pixels({clip.x, clip.y}), max = to_pixels({clip.z, clip.w});
  return {whole(min.x, image.width), whole(min.y, image.height), whole(max.x, image.width), whole(max.y, image.height)};
}

void draw_list(const ImDrawList& list, const ToPixels& to_pixels, ImTextureID atlas_id, Painter& painter,
               const Image& image) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback != nullptr) continue;
    const PixelBox clip = clip_box(command.ClipRect, to_pixels, image);
    if (clip.empty()) continue;
    const bool textured = command.GetTexID() == atlas_id;
    for (unsigned int i = 0; i + 2 < command.ElemCount; i += 3) {
      std::array<ImDrawVert, 3> corners;
      for (unsigned int corner = 0; corner < 3; ++corner) {
        const unsigned int at = list.IdxBuffer[static_cast<int>(command.IdxOffset + i + corner)] + command.VtxOffset;
        corners[corner] = list.VtxBuffer[static_cast<int>(at)];
        corners[corner].pos = to_pixels(corners[corner].pos);
      }
      painter.paint(corners, clip, textured);
    }
  }
}

}  // namespace

Coverage coverage_of(ImFontAtlas& atlas) {
  Coverage coverage;
  unsigned char* texels = nullptr;
  atlas.GetTexDataAsAlpha8(&texels, &coverage.width, &coverage.height);
  coverage.texels = texels;
  return coverage;
}

void rasterise(const ImDrawData& data, const Coverage& atlas, ImTextureID atlas_id, Image& onto) {
  Painter painter(atlas, onto);
  const ToPixels to_pixels{data.DisplayPos, data.FramebufferScale};
  for (int i = 0; i < data.CmdListsCount; ++i) draw_list(*data.CmdLists[i], to_pixels, atlas_id, painter, onto);
}

}  // namespace bankmap
