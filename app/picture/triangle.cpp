#include "app/picture/triangle.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t steps_a_pixel = 256;
constexpr float farthest = 1 << 20;  // [px] beyond every picture; keeps the products below 2^62

std::int64_t in_steps(float pixels) {
  if (!(pixels > -farthest)) return -static_cast<std::int64_t>(farthest) * steps_a_pixel;  // also what is not a number
  return std::llround(static_cast<double>(std::min(pixels, farthest)) * steps_a_pixel);
}

struct Point {
  std::int64_t x, y;  // [steps]
};

int pixel_below(std::int64_t steps) { return static_cast<int>(detail::floor_divide(steps, steps_a_pixel)); }

}  // namespace

Triangle::Triangle(Corner a, Corner b, Corner c) : corners_{a, b, c} {
  std::array<Point, 3> p{};
  for (std::size_t i = 0; i < 3; ++i) p[i] = {in_steps(corners_[i].x), in_steps(corners_[i].y)};
  area_ = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
  if (area_ == 0) return;
  if (area_ < 0) std::swap(p[1], p[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    const Point from = p[i], to = p[(i + 1) % 3];
    const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
    // Inside is where dx * (y - from.y) - dy * (x - from.x) > 0, with y down; on the edge itself only for a top or a
    // left edge.
    const bool top_or_left = dy < 0 || (dy == 0 && dx > 0);
    const std::int64_t at_first_centre = dx * (steps_a_pixel / 2 - from.y) - dy * (steps_a_pixel / 2 - from.x);
    edges_[i] = {-dy * steps_a_pixel, dx * steps_a_pixel, at_first_centre - (top_or_left ? 0 : 1)};
  }
  const auto [left, right] = std::minmax({p[0].x, p[1].x, p[2].x});
  const auto [top, bottom] = std::minmax({p[0].y, p[1].y, p[2].y});
  bounds_ = {pixel_below(left), pixel_below(top), pixel_below(right) + 1, pixel_below(bottom) + 1};
}

Gradient Triangle::gradient(float at_a, float at_b, float at_c) const {
  if (at_a == at_b && at_b == at_c) return {at_a, corners_[0], 0, 0};
  const double x1 = double{corners_[1].x} - double{corners_[0].x}, y1 = double{corners_[1].y} - double{corners_[0].y};
  const double x2 = double{corners_[2].x} - double{corners_[0].x}, y2 = double{corners_[2].y} - double{corners_[0].y};
  const double area = x1 * y2 - x2 * y1;
  if (area == 0 || !std::isfinite(area)) return {at_a, corners_[0], 0, 0};
  const double v1 = double{at_b} - double{at_a}, v2 = double{at_c} - double{at_a};
  const double dx = (v1 * y2 - v2 * y1) / area;
  const double dy = (x1 * v2 - x2 * v1) / area;
  return {at_a, corners_[0], static_cast<float>(dx), static_cast<float>(dy)};
}

}  // namespace bankmap
