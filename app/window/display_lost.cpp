#include "app/window/display_lost.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace bankmap {
namespace {

std::function<void()>& on_lost() {
  static std::function<void()> lost;
  return lost;
}

int end_without_display(void*) {
  static std::atomic<bool> ending{false};
  if (!ending.exchange(true) && on_lost()) on_lost()();
  std::fflush(nullptr);
  std::_Exit(exit_display_lost);
}

int pass_over(void*, void*) { return 0; }

// GLFW loads X11, or does without: we take what is there, and need no header of it.
template <class Handler>
void set_handler(const char* setter, Handler handler) {
  using Set = Handler (*)(Handler);
  if (const auto set = reinterpret_cast<Set>(dlsym(RTLD_DEFAULT, setter))) set(handler);
}

}  // namespace

void when_display_is_lost(std::function<void()> lost) {
  on_lost() = std::move(lost);
  set_handler("XSetIOErrorHandler", &end_without_display);
  set_handler("XSetErrorHandler", &pass_over);
}

}  // namespace bankmap
