#include "app/advice/advice_worker.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace bankmap {

struct AdviceWorker::Shared {
  Shared(Adviser searcher, std::function<void()> told) : adviser(std::move(searcher)), news(std::move(told)) {}

  const Adviser adviser;

  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  std::optional<AdviceQuestion> waiting;
  std::optional<AdviceAnswer> answer;
  AdviceStatus status;    // of what is searched
  bool given_up = false;  // nobody wants the answer any more
  bool closing = false;

  std::mutex news_mutex;  // held while news is called
  std::function<void()> news;

  void tell() {
    const std::lock_guard lock(news_mutex);
    if (news) news();
  }

  bool asked_to_stop() const {
    const std::lock_guard lock(mutex);
    return closing || given_up || status.cancelling;
  }

  void progress(double share) {
    constexpr double seen = 0.05;  // smaller steps wake nobody
    {
      const std::lock_guard lock(mutex);
      if (share < status.share + seen) return;
      status.share = share;
    }
    tell();
  }

  Result<Advice> search(const AdviceQuestion& question) {
    const AdviceControl control{.cancelled = [this] { return asked_to_stop(); },
                                .progress = [this](double share) { progress(share); }};
    try {
      return adviser(question.scenario, question.options, control);
    } catch (const std::exception& error) {
      return fail(fmt::format("the search failed: {}", error.what()));
    }
  }

  void work() {
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [this] { return closing || waiting; });
      if (closing) return;
      const AdviceQuestion question = *std::exchange(waiting, {});
      status = {.number = question.number};
      given_up = false;
      lock.unlock();
      Result<Advice> found = search(question);
      lock.lock();
      if (!given_up) answer = AdviceAnswer{question.number, std::move(found)};
      status = {};
      changed.notify_all();
      lock.unlock();
      tell();
      lock.lock();
    }
  }
};

Adviser search_with(MachineProfiles machines) {
  return [machines = std::move(machines)](const Scenario& scenario, const AdviceOptions& options,
                                          const AdviceControl& control) -> Result<Advice> {
    const auto found = machines.find(scenario.machine);
    if (found != machines.end()) return advise(scenario, found->second, options, control);
    Advice refused;
    refused.outcome = AdviceOutcome::refused;
    refused.sentence = fmt::format("there is no machine profile named '{}'", scenario.machine);
    return refused;
  };
}

AdviceWorker::AdviceWorker(Adviser adviser, std::function<void()> news)
    : shared_(std::make_shared<Shared>(std::move(adviser), std::move(news))) {
  thread_ = std::thread([shared = shared_] { shared->work(); });
}

AdviceWorker::~AdviceWorker() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->closing = true;
    shared_->changed.notify_all();
  }
  thread_.join();
}

void AdviceWorker::ask(AdviceQuestion question) {
  const std::lock_guard lock(shared_->mutex);
  shared_->waiting = std::move(question);
  shared_->changed.notify_all();
}

void AdviceWorker::cancel() {
  const std::lock_guard lock(shared_->mutex);
  shared_->status.cancelling = shared_->status.busy();
}

void AdviceWorker::give_up_before(std::uint64_t number) {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->status.busy() && shared_->status.number < number) shared_->given_up = true;
}

std::optional<AdviceAnswer> AdviceWorker::take_answer() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->answer, {});
}

AdviceStatus AdviceWorker::status() const {
  const std::lock_guard lock(shared_->mutex);
  AdviceStatus status = shared_->status;
  if (!status.busy() && shared_->waiting) status.number = shared_->waiting->number;
  return status;
}

void AdviceWorker::wait_until_idle() const {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait(lock, [this] { return !shared_->status.busy() && !shared_->waiting; });
}

void AdviceWorker::stop_news() {
  const std::lock_guard lock(shared_->news_mutex);
  shared_->news = nullptr;
}

}  // namespace bankmap
