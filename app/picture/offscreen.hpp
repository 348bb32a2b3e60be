// app/picture/offscreen.hpp -- the window's contents without a window: for pictures and for tests.
//
//     Offscreen screen({.width = 1440, .height = 900});
//     screen.input().push(ButtonChange{0, true});
//     screen.frame([&] { draw_ui(...); });          // as often as it takes
//     write_png(screen.image(), "out.png");
//
// Has a Dear ImGui context of its own, which is the current one from construction to destruction (then the one before
// is again). No clock: every frame is said to last frame_seconds, so the same events give the same picture.
#pragma once

#include <functional>

#include "app/input_queue.hpp"
#include "app/picture/image.hpp"
#include "app/theme.hpp"

namespace bankmap {

struct PictureSize {
  int width = 1440;  // [px]
  int height = 900;  // [px]
  float scale = 1;   // as on a screen of that scale
};
// The scale at which the drawing of 1440 x 900 fills a picture of this size: 1 up to there, 2.4 at 4K.
float fitting_scale(int width, int height);

class Offscreen {
 public:
  explicit Offscreen(const PictureSize& size, const Look& look = {});  // pre: filled_image takes the size
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  const Theme& theme() const { return theme_; }
  InputQueue& input() { return input_; }
  void set_look(const Look& look);       // between frames
  void resize(const PictureSize& size);  // between frames
  void frame(const std::function<void()>& draw, float frame_seconds = 1.0F / 60);
  Image image() const;  // of the last frame

 private:
  ImGuiContext* before_ = nullptr;
  ImGuiContext* own_ = nullptr;
  PictureSize size_;
  Theme theme_;
  InputQueue input_;
};

// What draw() shows once it has settled; draw is given the theme. Refuses sizes as filled_image does.
Result<Image> draw_picture(const PictureSize& size, const Look& look, const std::function<void(const Theme&)>& draw);

}  // namespace bankmap
