// tests/gui/harness.hpp -- a person at a window that exists only in memory: moves, clicks, drags, types, and reads what
// is drawn.
//
//     Gui gui([&](const Theme& theme, WidgetLog& log) { draw_ui(ui, theme, log); });
//     gui.type_into("tile.padding", "1");
//     EXPECT_EQ(gui.text("headline.wavefronts"), "1");
//
// Everything goes through the queue that the real window uses, and every action draws frames until all that follows
// from it is on the screen. A name that is not drawn throws, with the names that are: the test fails and says what it
// could have meant.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/picture/offscreen.hpp"
#include "app/widget_log.hpp"

namespace bankmap {

class Gui {
 public:
  using Draw = std::function<void(const Theme&, WidgetLog&)>;
  explicit Gui(Draw draw, const PictureSize& size = {}, const Look& look = {});

  void frames(int count = 1, float frame_seconds = 1.0F / 60);
  void settle();  // until all input is taken, and frames_to_settle more

  void move_to(ImVec2 place);
  void press(int button = 0);
  void release(int button = 0);
  void click(ImVec2 place, int button = 0);
  void drag(ImVec2 from, ImVec2 to, int steps = 8);  // a frame for each step, as a hand does
  void wheel(float notches, float sideways = 0);     // up is positive
  void key(Key key);
  void chord(Key modifier, Key key);  // Ctrl+Z: chord(Key::ctrl, Key::z)
  void type(std::string_view utf8);   // keys and characters, all at once: as fast as xdotool

  void hover(std::string_view name);
  void click(std::string_view name, int button = 0);
  void double_click(std::string_view name);
  void drag(std::string_view name, ImVec2 by);                   // from its middle
  void drag_along(std::string_view name, float from, float to);  // 0 its left end, 1 its right end
  void type_into(std::string_view name, std::string_view utf8);  // Ctrl+click, select all, type, Enter

  bool shows(std::string_view name) const { return log_.find(name) != nullptr; }
  const LoggedWidget& widget(std::string_view name) const;  // throws std::out_of_range
  const std::string& text(std::string_view name) const { return widget(name).text; }
  const WidgetLog& log() const { return log_; }
  Image image() const { return screen_.image(); }
  Offscreen& screen() { return screen_; }
  // Events as a window system might deliver them, without a frame in between; settle() afterwards.
  InputQueue& input() { return screen_.input(); }

 private:
  void frame(bool read, float frame_seconds = 1.0F / 60);  // read: what it shows will be asked for

  Draw draw_;
  WidgetLog log_{true};
  Offscreen screen_;
};

}  // namespace bankmap
