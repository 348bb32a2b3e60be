#include "app/window/glfw_input.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cfloat>

namespace bankmap {
namespace {

struct NamedKey {
  int glfw;
  Key key;
};
constexpr std::array named_keys{
    NamedKey{GLFW_KEY_TAB, Key::tab},
    NamedKey{GLFW_KEY_LEFT, Key::left},
    NamedKey{GLFW_KEY_RIGHT, Key::right},
    NamedKey{GLFW_KEY_UP, Key::up},
    NamedKey{GLFW_KEY_DOWN, Key::down},
    NamedKey{GLFW_KEY_PAGE_UP, Key::page_up},
    NamedKey{GLFW_KEY_PAGE_DOWN, Key::page_down},
    NamedKey{GLFW_KEY_HOME, Key::home},
    NamedKey{GLFW_KEY_END, Key::end},
    NamedKey{GLFW_KEY_INSERT, Key::insert},
    NamedKey{GLFW_KEY_DELETE, Key::del},
    NamedKey{GLFW_KEY_BACKSPACE, Key::backspace},
    NamedKey{GLFW_KEY_SPACE, Key::space},
    NamedKey{GLFW_KEY_ENTER, Key::enter},
    NamedKey{GLFW_KEY_ESCAPE, Key::escape},
    NamedKey{GLFW_KEY_KP_ENTER, Key::keypad_enter},
    NamedKey{GLFW_KEY_MINUS, Key::minus},
    NamedKey{GLFW_KEY_KP_SUBTRACT, Key::minus},
    NamedKey{GLFW_KEY_EQUAL, Key::equal},
    NamedKey{GLFW_KEY_KP_ADD, Key::equal},  // Ctrl + and Ctrl - change the text size, on both halves of the keyboard
    NamedKey{GLFW_KEY_COMMA, Key::comma},
    NamedKey{GLFW_KEY_PERIOD, Key::period},
    NamedKey{GLFW_KEY_SLASH, Key::slash},
    NamedKey{GLFW_KEY_LEFT_BRACKET, Key::left_bracket},
    NamedKey{GLFW_KEY_RIGHT_BRACKET, Key::right_bracket},
};

constexpr std::array modifier_keys{
    // pairs: left, right
    NamedKey{GLFW_KEY_LEFT_CONTROL, Key::ctrl}, NamedKey{GLFW_KEY_RIGHT_CONTROL, Key::ctrl},
    NamedKey{GLFW_KEY_LEFT_SHIFT, Key::shift},  NamedKey{GLFW_KEY_RIGHT_SHIFT, Key::shift},
    NamedKey{GLFW_KEY_LEFT_ALT, Key::alt},      NamedKey{GLFW_KEY_RIGHT_ALT, Key::alt},
    NamedKey{GLFW_KEY_LEFT_SUPER, Key::super},  NamedKey{GLFW_KEY_RIGHT_SUPER, Key::super},
};

Key in_run(int glfw_key, int first, Key ours) { return static_cast<Key>(static_cast<int>(ours) + glfw_key - first); }

// Letters go by what is printed on the key, so that Ctrl+Z is Ctrl+Z on every layout; GLFW's own numbers go by
// position.
Key key_as_printed(int glfw_key, int scancode) {
  const char* name = glfwGetKeyName(glfw_key, scancode);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return Key::none;
  if (name[0] >= 'a' && name[0] <= 'z') return in_run(name[0], 'a', Key::a);
  return Key::none;
}

}  // namespace

Key key_of_glfw(int glfw_key) {
  if (glfw_key >= GLFW_KEY_A && glfw_key <= GLFW_KEY_Z) return in_run(glfw_key, GLFW_KEY_A, Key::a);
  if (glfw_key >= GLFW_KEY_0 && glfw_key <= GLFW_KEY_9) return in_run(glfw_key, GLFW_KEY_0, Key::digit0);
  if (glfw_key >= GLFW_KEY_F1 && glfw_key <= GLFW_KEY_F12) return in_run(glfw_key, GLFW_KEY_F1, Key::f1);
  for (const NamedKey& each : named_keys)
    if (each.glfw == glfw_key) return each.key;
  for (const NamedKey& each : modifier_keys)
    if (each.glfw == glfw_key) return each.key;
  return Key::none;
}

// Every callback starts here: something has happened.
GlfwInput& GlfwInput::heard(GLFWwindow* window) {
  GlfwInput& input = *static_cast<GlfwInput*>(glfwGetWindowUserPointer(window));
  input.happened = true;
  return input;
}

GlfwInput::GlfwInput(GLFWwindow* window) : window_(window) {
  glfwSetWindowUserPointer(window, this);
  listen_to_person();
  listen_to_system();
}

void GlfwInput::listen_to_person() {
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int) {
    GlfwInput& input = heard(window);
    if (action != GLFW_REPEAT) input.on_key(key, scancode, action == GLFW_PRESS);
  });
  glfwSetCharCallback(window_,
                      [](GLFWwindow* window, unsigned int code) { heard(window).queue.push(Character{code}); });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) { heard(window).on_pointer(x, y); });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int entered) {
    GlfwInput& input = heard(window);
    if (entered == GLFW_FALSE) input.queue.push(PointerMove{-FLT_MAX, -FLT_MAX});
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
    heard(window).queue.push(ButtonChange{button, action == GLFW_PRESS});
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double dx, double dy) {
    heard(window).queue.push(Wheel{static_cast<float>(dx), static_cast<float>(dy)});
  });
}

void GlfwInput::listen_to_system() {
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int focused) {
    GlfwInput& input = heard(window);
    if (focused == GLFW_FALSE) input.modifiers_.reset();
    input.queue.push(FocusChange{focused == GLFW_TRUE});
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    GlfwInput& input = heard(window);
    if (input.files_dropped) input.files_dropped(std::vector<std::string>(paths, paths + count));
  });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { heard(window); });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* window, float, float) { heard(window); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { heard(window); });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* window) { heard(window); });
}

void GlfwInput::on_key(int glfw_key, int scancode, bool down) {
  for (std::size_t i = 0; i < modifier_keys.size(); ++i) {
    if (modifier_keys[i].glfw != glfw_key) continue;
    const std::size_t other = i ^ 1;
    modifiers_.set(i, down);
    if (!modifiers_.test(other)) queue.push(KeyChange{modifier_keys[i].key, down});
    return;
  }
  const Key printed = key_as_printed(glfw_key, scancode);
  queue.push(KeyChange{printed != Key::none ? printed : key_of_glfw(glfw_key), down});
}

void GlfwInput::on_pointer(double x, double y) {
  int width = 0, height = 0, pixels_across = 0, pixels_down = 0;
  glfwGetWindowSize(window_, &width, &height);
  glfwGetFramebufferSize(window_, &pixels_across, &pixels_down);
  const auto in_pixels = [](double at, int pixels, int size) {
    return static_cast<float>(size > 0 ? at * pixels / size : at);
  };
  queue.push(PointerMove{in_pixels(x, pixels_across, width), in_pixels(y, pixels_down, height)});
}

}  // namespace bankmap
