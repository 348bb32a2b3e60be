#include "app/commands/gpu_work.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/commands/command.hpp"
#include "core/text_layout.hpp"

namespace bankmap {

RunControl GpuWork::quiet() const {
  return {.cancelled = [this] { return interrupt_.seen(); }, .progress = {}};
}

RunControl GpuWork::talking() {
  return {.cancelled = [this] { return interrupt_.seen(); },
          .progress = [this](double share, std::string_view doing) { progress(share, doing); }};
}

void GpuWork::progress(double share, std::string_view doing) {
  constexpr int columns = 60;
  const std::string what = shorten(printable(doing), columns);
  if (isatty(STDERR_FILENO) == 1) {
    say(fmt::format("\r\x1b[K{:3.0f} %  {}", 100 * share, what));
    line_open_ = true;
    return;
  }
  const int tenths = static_cast<int>(10 * std::clamp(share, 0.0, 1.0));
  if (tenths == tenths_) return;
  tenths_ = tenths;
  say(fmt::format("{:3.0f} %  {}\n", 100 * share, what));
}

void GpuWork::clear_progress() {
  if (line_open_) say("\r\x1b[K");
  line_open_ = false;
}

int GpuWork::refuse(const Problem& problem) {
  clear_progress();
  if (interrupt_.seen()) {
    say("bankmap: cancelled\n");
    return exit_cancelled;
  }
  bankmap::refuse(problem);
  return exit_no_gpu;
}

}  // namespace bankmap
