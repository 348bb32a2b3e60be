#include "app/window/window.hpp"

#include <fmt/format.h>
#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <utility>

#include "app/window/display_lost.hpp"
#include "app/window/glfw_input.hpp"
#include "app/window/pace.hpp"
#if __has_include(<backends/imgui_impl_opengl3.h>)
#include <backends/imgui_impl_opengl3.h>
#else
#include <imgui_impl_opengl3.h>
#endif

namespace bankmap {
namespace {

// What GLFW said last, as a problem.
Problem glfw_problem(std::string_view what) {
  const char* said = nullptr;
  glfwGetError(&said);
  return {
      .what = fmt::format("{}: {}", what, said != nullptr ? said : "no reason was given"),
      .hint =
          "a window needs a display with OpenGL 3.3; without one, 'bankmap analyze' and 'bankmap render' do the work",
      .place = {},
      .range = {}};
}

GLFWwindow* create_window(const WindowOptions& options) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "Bankmap");  // by which desktops find the icon: StartupWMClass
  for (const int context : {GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API}) {
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, context);
    GLFWwindow* window = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
    if (window != nullptr) return window;
  }
  return nullptr;
}

// The one that holds the middle of the window, else the first.
GLFWmonitor* monitor_under(GLFWwindow* window) {
  int x = 0, y = 0, width = 0, height = 0, count = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    const int middle_x = x + width / 2 - left, middle_y = y + height / 2 - top;
    if (mode != nullptr && middle_x >= 0 && middle_y >= 0 && middle_x < mode->width && middle_y < mode->height)
      return monitors[i];
  }
  return count > 0 ? monitors[0] : nullptr;
}

// Everything on an interface of pixels: no difference between window coordinates and the framebuffer is left for the
// views.
struct ScreenPixels {
  int width = 0;
  int height = 0;
  float scale = 1;
};
ScreenPixels screen_pixels(GLFWwindow* window) {
  ScreenPixels pixels;
  float ignored = 1;
  glfwGetFramebufferSize(window, &pixels.width, &pixels.height);
  glfwGetWindowContentScale(window, &pixels.scale, &ignored);
  return pixels;
}

// What has just been drawn; OpenGL counts rows from below.
Result<Image> drawn_picture(const ScreenPixels& pixels) {
  Result<Image> image = filled_image(pixels.width, pixels.height, {});
  if (!image) return image;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, pixels.width, pixels.height, GL_RGBA, GL_UNSIGNED_BYTE, image->rgba.data());
  const std::ptrdiff_t row = std::ptrdiff_t{4} * pixels.width;
  for (int y = 0; y < pixels.height / 2; ++y) {
    const auto upper = image->rgba.begin() + row * y;
    std::swap_ranges(upper, upper + row, image->rgba.begin() + row * (pixels.height - 1 - y));
  }
  for (std::size_t alpha = 3; alpha < image->rgba.size(); alpha += 4) image->rgba[alpha] = 255;
  return image;
}

const char* read_clipboard(void* window) { return glfwGetClipboardString(static_cast<GLFWwindow*>(window)); }
void write_clipboard(void* window, const char* text) { glfwSetClipboardString(static_cast<GLFWwindow*>(window), text); }

class Cursors {
 public:
  Cursors() {
    for (std::size_t i = 0; i < shapes.size(); ++i) cursors_[i] = glfwCreateStandardCursor(shapes[i].glfw);
  }
  ~Cursors() {
    for (GLFWcursor* cursor : cursors_) glfwDestroyCursor(cursor);
  }
  Cursors(const Cursors&) = delete;
  Cursors& operator=(const Cursors&) = delete;

  void show(GLFWwindow* window, ImGuiMouseCursor wanted) const {
    GLFWcursor* cursor = nullptr;  // the system's arrow
    for (std::size_t i = 0; i < shapes.size(); ++i)
      if (shapes[i].imgui == wanted) cursor = cursors_[i];
    glfwSetCursor(window, cursor);
  }

 private:
  struct Shape {
    ImGuiMouseCursor imgui;
    int glfw;
  };
  static constexpr std::array shapes{
      Shape{ImGuiMouseCursor_TextInput, GLFW_IBEAM_CURSOR}, Shape{ImGuiMouseCursor_Hand, GLFW_HAND_CURSOR},
      Shape{ImGuiMouseCursor_ResizeEW, GLFW_HRESIZE_CURSOR}, Shape{ImGuiMouseCursor_ResizeNS, GLFW_VRESIZE_CURSOR}};
  std::array<GLFWcursor*, shapes.size()> cursors_{};
};

}  // namespace

// Built in the order in which the parts need each other, and taken down the other way round.
struct Window::Parts {
  explicit Parts(GLFWwindow* opened);
  ~Parts();
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void refresh_theme(float scale);
  void draw(const std::function<bool()>& draw_frame);
  void sleep();
  bool wants_to_close(const WindowCallbacks& callbacks);

  GLFWwindow* window;
  GlfwInput input;
  Clipboard clipboard;
  std::optional<Cursors> cursors;
  Look look;
  bool look_changed = true;
  bool closed = false;
  Theme theme;
  Pace pace;
  double last_frame = 0;  // [s]
  std::string title;
  std::array<int, 4> before_full_screen{};            // x, y, width, height of the window
  std::function<void(Result<Image>)> wanted_picture;  // empty: none
  mutable std::atomic<bool> woken{false};
};

Window::Parts::Parts(GLFWwindow* opened) : window(opened), input(opened) {
  clipboard = {.owner = window, .read = read_clipboard, .write = write_clipboard};
  cursors.emplace();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // what a window remembers is kept by the program, not by Dear ImGui
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // nothing happens, nothing is drawn
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  input_start(io);
  input_clipboard(clipboard);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  last_frame = glfwGetTime();
}

Window::Parts::~Parts() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
  cursors.reset();
  glfwDestroyWindow(window);
  glfwTerminate();
}

void Window::Parts::refresh_theme(float scale) {
  if (!look_changed && scale == theme.screen_scale) return;
  look_changed = false;
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  theme = build_theme(look, scale);
  ImGui_ImplOpenGL3_CreateFontsTexture();
#else
  theme = build_theme(look, scale);
#endif
  theme.screen_scale =
      scale;  // as the system gave it, so that a scale beyond our limits is not a change in every frame
}

void Window::Parts::draw(const std::function<bool()>& draw_frame) {
  const ScreenPixels pixels = screen_pixels(window);
  if (pixels.width <= 0 || pixels.height <= 0) {  // minimised: nothing to see
    pace.frame_drawn({});
    return;
  }
  refresh_theme(pixels.scale);
  ImGuiIO& io = ImGui::GetIO();
  const double now = glfwGetTime();
  io.DisplaySize = {static_cast<float>(pixels.width), static_cast<float>(pixels.height)};
  io.DeltaTime = static_cast<float>(std::clamp(now - last_frame, 0.001, 0.1));  // sleep is no time for animations
  last_frame = now;
  pace.frame_begins(now);
  input.queue.take(io);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  const bool animating = draw_frame();
  ImGui::Render();
  cursors->show(window, ImGui::GetMouseCursor());
  const ImVec4 ground = theme.vec(theme.colours->ground);
  glViewport(0, 0, pixels.width, pixels.height);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (wanted_picture) std::exchange(wanted_picture, nullptr)(drawn_picture(pixels));
  glfwSwapBuffers(window);
  pace.frame_drawn(
      {.input_waiting = !input.queue.empty(), .animating = animating, .button_down = input.queue.any_button_down()});
}

void Window::Parts::sleep() {
  const double seconds = pace.wait_seconds(glfwGetTime());
  if (seconds > 0) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
  const bool happened = std::exchange(input.happened, false) || look_changed;
  if (woken.exchange(false) || happened) {
    pace.something_happened();
  } else {
    pace.waited_in_vain();
  }
}

bool Window::Parts::wants_to_close(const WindowCallbacks& callbacks) {
  if (closed) return true;
  if (glfwWindowShouldClose(window) == GLFW_FALSE) return false;
  if (!callbacks.may_close || callbacks.may_close()) return true;
  glfwSetWindowShouldClose(window, GLFW_FALSE);
  pace.something_happened();
  return false;
}

Window::Window(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Window::~Window() = default;

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  if (glfwInit() == GLFW_FALSE) return fail(glfw_problem("no window can be opened"));
  GLFWwindow* window = create_window(options);
  if (window == nullptr) {
    const Problem problem = glfw_problem("no window can be opened");
    glfwTerminate();
    return fail(problem);
  }
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    const Problem problem = glfw_problem("OpenGL 3.3 cannot be used");
    glfwDestroyWindow(window);
    glfwTerminate();
    return fail(problem);
  }
  auto parts = std::make_unique<Parts>(window);
  parts->look = clamped(options.look);
  parts->refresh_theme(screen_pixels(window).scale);
  return std::unique_ptr<Window>(new Window(std::move(parts)));
}

void Window::run(const WindowCallbacks& callbacks) {
  Parts& parts = *parts_;
  parts.input.files_dropped = callbacks.files_dropped;
  when_display_is_lost(callbacks.display_lost);
  while (!parts.wants_to_close(callbacks)) {
    if (parts.pace.draw_now()) parts.draw(callbacks.draw_frame);
    if (!parts.closed) parts.sleep();
  }
  when_display_is_lost(nullptr);
  parts.input.files_dropped = nullptr;  // it may refer to what the caller is about to take down
}

const Theme& Window::theme() const { return parts_->theme; }

void Window::set_look(const Look& look) {
  if (clamped(look) == parts_->look) return;
  parts_->look = clamped(look);
  parts_->look_changed = true;
}

void Window::set_title(const std::string& title) {
  if (title == parts_->title) return;
  parts_->title = title;
  glfwSetWindowTitle(parts_->window, title.c_str());
}

void Window::set_full_screen(bool on) {
  GLFWwindow* window = parts_->window;
  auto& [x, y, width, height] = parts_->before_full_screen;
  if (on == (glfwGetWindowMonitor(window) != nullptr)) return;
  if (!on) return glfwSetWindowMonitor(window, nullptr, x, y, width, height, GLFW_DONT_CARE);
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor* monitor = monitor_under(window);
  if (monitor == nullptr) return;
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  if (mode != nullptr) glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::take_picture(std::function<void(Result<Image>)> done) {
  parts_->wanted_picture = std::move(done);
  parts_->pace.something_happened();
}

int Window::width() const {
  const ScreenPixels pixels = screen_pixels(parts_->window);
  return static_cast<int>(static_cast<float>(pixels.width) / std::max(0.1F, pixels.scale));
}
int Window::height() const {
  const ScreenPixels pixels = screen_pixels(parts_->window);
  return static_cast<int>(static_cast<float>(pixels.height) / std::max(0.1F, pixels.scale));
}

void Window::close() { parts_->closed = true; }

void Window::wake() const {
  parts_->woken = true;
  glfwPostEmptyEvent();
}

}  // namespace bankmap
