// app/window/window.hpp -- one window on the screen, and the loop that draws into it only when there is something new.
//
//     auto window = Window::open({.title = "Bankmap"});
//     if (!window) return say(window.error());                                     // no display, no OpenGL 3.3: a
//     Problem
//     (*window)->run({.draw_frame = [&] { draw_ui(..., (*window)->theme(), ...); return playing; }});
//
// The loop knows nothing of views. It sleeps until the mouse, the keyboard, the window system or wake() has something;
// then it draws until all input has been taken and Dear ImGui has settled, and sleeps again. Coordinates are pixels of
// the screen throughout.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/picture/image.hpp"
#include "app/theme.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct WindowOptions {
  std::string title;
  int width = 1440;  // [px at scale 1]
  int height = 900;
  Look look{};
};

struct WindowCallbacks {
  // Between ImGui::NewFrame and Render. True: draw another frame at once (something is playing), else sleep when input
  // is taken.
  std::function<bool()> draw_frame{};
  std::function<void(const std::vector<std::string>& paths)> files_dropped{};  // may be empty
  // The display has gone, and the process is about to end: nothing can be drawn or asked any more. On the thread that noticed.
  std::function<void()> display_lost{};
  std::function<bool()> may_close{};  // may be empty; false keeps the window open (and draws, so that it can say why)
};

class Window {
 public:
  // At most one at a time, on the main thread. The problem says what the system said.
  static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  void run(const WindowCallbacks& callbacks);  // until it is closed
  const Theme& theme() const;
  void set_look(const Look& look);  // fonts and colours change before the next frame
  void set_title(const std::string& title);
  // The whole of the screen that the window is on, and back to where it was.
  void set_full_screen(bool on);
  // Of the frame that is drawn next, as it is on the screen.
  void take_picture(std::function<void(Result<Image>)> done);
  int width() const;  // [px at scale 1]
  int height() const;
  void close();       // run() ends after this frame; may_close is not asked
  void wake() const;  // from any thread: there is something new to draw

 private:
  struct Parts;
  explicit Window(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace bankmap
