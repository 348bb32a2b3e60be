// A gate that a fake on another thread waits at, so that a test sees what is shown meanwhile.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace bankmap {

class Gate {
 public:
  void hold() { set(true); }
  void go_on() { set(false); }
  // Until so many have come to the gate.
  void until_begun(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ >= count; });
  }
  int begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }
  // On the other thread: false where it was cancelled while it was held.
  bool pass(const std::function<bool()>& cancelled) {
    std::unique_lock lock(mutex_);
    ++begun_;
    changed_.notify_all();
    while (held_) {
      if (cancelled && cancelled()) return false;
      changed_.wait_for(lock, std::chrono::milliseconds(1));
    }
    return true;
  }

 private:
  void set(bool held) {
    const std::lock_guard lock(mutex_);
    held_ = held;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  int begun_ = 0;
};

}  // namespace bankmap
