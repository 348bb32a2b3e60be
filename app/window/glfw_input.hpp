// app/window/glfw_input.hpp -- what GLFW reports, as events of our queue.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/input_queue.hpp"

struct GLFWwindow;

namespace bankmap {

Key key_of_glfw(int glfw_key);  // Key::none for keys that we have no use for

// Installs callbacks on a window and keeps what they report. One for each window, at a fixed address while the window
// lives.
class GlfwInput {
 public:
  explicit GlfwInput(GLFWwindow* window);
  GlfwInput(const GlfwInput&) = delete;
  GlfwInput& operator=(const GlfwInput&) = delete;

  InputQueue queue;
  std::function<void(const std::vector<std::string>&)> files_dropped;
  bool happened = false;  // since the owner last cleared it: input, a new size, the system wants a redraw

 private:
  static GlfwInput& heard(GLFWwindow* window);
  void listen_to_person();
  void listen_to_system();
  void on_key(int glfw_key, int scancode, bool down);
  void on_pointer(double x, double y);  // [window coordinates]

  GLFWwindow* window_ = nullptr;
  std::bitset<8>
      modifiers_;  // left and right Ctrl, Shift, Alt, Super: one of a pair may come up while the other is held
};

}  // namespace bankmap
