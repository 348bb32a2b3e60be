// app/picture/triangle.hpp -- which pixels a triangle covers, exactly, and how a value runs across it.
//
//     row y:   . . # # # # .        spans() calls span(y, first, one past the last) for each row with a covered pixel
//     centre
//
// Law (tested by exhaustion): triangles that share an edge cover each pixel centre on it exactly once, whatever their
// winding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace bankmap {

struct Corner {
  float x = 0;  // [px] the centre of the first pixel is at 0.5, 0.5
  float y = 0;
};

struct PixelBox {  // half-open
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  bool empty() const { return left >= right || top >= bottom; }
};

// A value that changes evenly over the triangle: at(x, y) at the centre of that pixel.
struct Gradient {
  float value = 0;  // at the corner `from`
  Corner from;
  float dx = 0;  // [per px]
  float dy = 0;
  bool constant() const { return dx == 0 && dy == 0; }
  float at(int x, int y) const {
    return value + dx * (static_cast<float>(x) + 0.5F - from.x) + dy * (static_cast<float>(y) + 0.5F - from.y);
  }
};

class Triangle {
 public:
  Triangle(Corner a, Corner b, Corner c);
  bool covers_nothing() const { return area_ == 0; }
  // The box of pixels outside which nothing is covered.
  PixelBox bounds() const { return bounds_; }
  Gradient gradient(float at_a, float at_b, float at_c) const;
  template <class Span>
  void spans(const PixelBox& clip, Span&& span) const;

 private:
  // inside: a * x + b * y + c >= 0 at the centre of pixel (x, y)
  struct Edge {
    std::int64_t a, b, c;
  };
  std::array<Edge, 3> edges_{};
  std::array<Corner, 3> corners_{};
  std::int64_t area_ = 0;  // twice, signed, in 1/65536 px
  PixelBox bounds_;
};

namespace detail {
constexpr std::int64_t floor_divide(std::int64_t a, std::int64_t b) {  // pre: b > 0
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}
}  // namespace detail

template <class Span>
void Triangle::spans(const PixelBox& clip, Span&& span) const {
  if (covers_nothing()) return;
  const PixelBox box{std::max(clip.left, bounds_.left), std::max(clip.top, bounds_.top),
                     std::min(clip.right, bounds_.right), std::min(clip.bottom, bounds_.bottom)};
  for (int y = box.top; y < box.bottom; ++y) {
    std::int64_t first = box.left, last = box.right - 1;
    for (const Edge& edge : edges_) {
      const std::int64_t rest = edge.b * y + edge.c;  // a * x + rest >= 0
      if (edge.a > 0) {
        first = std::max(first, -detail::floor_divide(rest, edge.a));
      } else if (edge.a < 0) {
        last = std::min(last, detail::floor_divide(rest, -edge.a));
      } else if (rest < 0) {
        last = first - 1;
      }
    }
    if (first <= last) span(y, static_cast<int>(first), static_cast<int>(last + 1));
  }
}

}  // namespace bankmap
