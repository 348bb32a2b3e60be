// tests/gui/measured_window.hpp -- the window on a preset, on a machine with the GPU of tests/gui/fake_gpu.hpp, or with
// none.
#pragma once

#include "tests/gui/fake_gpu.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class MeasuredWindow {
 public:
  explicit MeasuredWindow(const std::string& name, std::chrono::milliseconds patience = for_ever,
                          std::shared_ptr<FakeGpu> with = std::make_shared<FakeGpu>())
      : gpu(std::move(with)), window(name) {
    window.ui.desk.start(fake_measurer(gpu), load_machines(test_assets()).value(),
                         {.news = [this] { news(); }, .patience = patience});
    done();
  }
  ~MeasuredWindow() {
    gpu->go_on();
    window.ui.desk.stop_news();
    window.ui.desk.worker()->close(for_ever);
  }

  void done() {
    window.ui.desk.wait();
    window.gui->settle();
  }
  void run() {
    window.gui->key(Key::f5);
    done();
  }
  void click(const std::string& name) {
    window.reach(name);
    window.gui->click(name);
  }
  const std::string& text(std::string_view name) const { return window.text(name); }
  bool shows(std::string_view name) const { return window.gui->shows(name); }
  void until_news(const std::function<bool()>& wanted) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, wanted);
    lock.unlock();
    window.gui->settle();
  }

  std::shared_ptr<FakeGpu> gpu;
  WindowOn window;

 private:
  void news() {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
};

inline std::shared_ptr<FakeGpu> absent() {
  auto gpu = std::make_shared<FakeGpu>();
  gpu->devices = fail("no NVIDIA driver is loaded", "nvidia-smi must work first");
  return gpu;
}

// With what is recorded, and no GPU.
class WindowWithoutGpu : public MeasuredWindow {
 public:
  explicit WindowWithoutGpu(const std::string& name) : MeasuredWindow(name, for_ever, absent()) {
    window.ui.desk.set_recorded(load_recorded(test_assets()).value());
    window.gui->settle();
  }
};

}  // namespace bankmap
