// app/advice/advice_worker.hpp -- the thread that searches for fixes, so that no frame of the window waits for a search.
//
//     AdviceWorker worker(search_with(machines), [&] { window.wake(); });
//     worker.ask({.number = 1, .scenario = ..., .options = ...});      returns at once
//     ... news() ...
//     if (std::optional<AdviceAnswer> answer = worker.take_answer()) ...      once a frame
//
// Only the last question counts: one that waits is replaced. What is searched already is finished, for it may be the list that is
// shown a frame later; give_up_before() ends it where it takes longer than that. An answer carries the number of its question.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "core/advice/advice.hpp"

namespace bankmap {

struct AdviceQuestion {
  std::uint64_t number = 0;  // not 0; later questions have larger ones
  Scenario scenario;         // a copy: what the person changes meanwhile does not matter
  AdviceOptions options;
};

struct AdviceAnswer {
  std::uint64_t number = 0;
  Result<Advice> advice;
};

struct AdviceStatus {
  std::uint64_t number = 0;  // of the question that is searched, or waits; 0: none
  double share = 0;          // of the search, 0 to 1
  bool cancelling = false;
  bool busy() const { return number != 0; }
};

// What the worker calls: advise(), or in tests something that is slow or fails at a wish. Called by the worker's thread only.
using Adviser = std::function<Result<Advice>(const Scenario&, const AdviceOptions&, const AdviceControl&)>;
// advise() with the scenario's machine; a scenario for a machine that is not there is refused.
Adviser search_with(MachineProfiles machines);

class AdviceWorker {
 public:
  // news: from another thread: an answer or progress; may be empty.
  AdviceWorker(Adviser adviser, std::function<void()> news);
  ~AdviceWorker();  // ends the search and waits for the thread
  AdviceWorker(const AdviceWorker&) = delete;
  AdviceWorker& operator=(const AdviceWorker&) = delete;

  void ask(AdviceQuestion question);
  void cancel();                              // answered with what was found so far
  void give_up_before(std::uint64_t number);  // a search for an earlier question ends, and is not answered
  std::optional<AdviceAnswer> take_answer();  // the newest
  AdviceStatus status() const;

  void wait_until_idle() const;  // for pictures and tests
  void stop_news();              // returns once no call of news is under way

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace bankmap
