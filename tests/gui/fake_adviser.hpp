// tests/gui/fake_adviser.hpp -- a search for tests: the real one, which waits where it is told to.
//
//     FakeAdviser search;
//     search.hold();                       the next search waits ...
//     desk.start(search.adviser());
//     search.until_searching(1);           ... and the test knows when it does
//     search.go_on();
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

#include "app/advice/advice_worker.hpp"
#include "app/assets.hpp"

namespace bankmap {

class FakeAdviser {
 public:
  Adviser answer = search_with(load_machines(Assets{BANKMAP_ASSETS}).value());  // set before start
  double share = 0;                                                             // told before it waits

  Adviser adviser() {
    return [this](const Scenario& scenario, const AdviceOptions& options, const AdviceControl& control) {
      return search(scenario, options, control);
    };
  }
  void hold() { set(true); }
  void go_on() { set(false); }
  // Until so many searches were begun.
  void until_searching(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ >= count; });
  }
  int begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }

 private:
  Result<Advice> search(const Scenario& scenario, const AdviceOptions& options, const AdviceControl& control) {
    if (share > 0) control.progress(share);
    std::unique_lock lock(mutex_);
    ++begun_;
    changed_.notify_all();
    while (held_) {
      if (control.cancelled()) {
        Advice found;
        found.outcome = AdviceOutcome::cancelled;
        found.sentence = "Cancelled. Nothing was found yet.";
        return found;
      }
      changed_.wait_for(lock, std::chrono::milliseconds(1));
    }
    lock.unlock();
    return answer(scenario, options, control);
  }
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
