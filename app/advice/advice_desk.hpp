// app/advice/advice_desk.hpp -- what the window knows of fixes: the question that was asked last, and the newest answer. No ImGui,
// and nothing here waits.
//
//     frame: desk.take_news()  ->  views draw desk.of(scenario)  ->  desk.follow(scenario)   ->   the next frame
//
// An answer belongs to a scenario, and of() gives it for no other. Which step and warp are shown is no part of the question: a
// search sums over all of them, so that "play" searches nothing, and a fix is shown at the step that is shown.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/advice/advice_worker.hpp"
#include "core/advice/matter.hpp"
#include "core/analysis.hpp"

namespace bankmap {

// What the person says about the kernel around the accesses.
struct AdviceSettings {
  std::map<std::string, std::int64_t>
      weights;  // by the access' name: how often it runs, compared with the others; else 1
  int registers_per_thread = 32;
  std::int64_t other_shared_bytes = 0;
  bool allow_lane_orders = false;
  bool allow_vector_widths = false;
  bool operator==(const AdviceSettings&) const = default;
};

// The answer to show for a scenario.
struct AdviceShown {
  const Result<Advice>* answer = nullptr;  // null: there is none
  int frames_behind = 0;                   // 0: of this very scenario; else of what was shown so many frames ago
};
inline constexpr int most_frames_behind = 2;

class AdviceDesk {
 public:
  AdviceDesk() = default;  // searches nothing

  // From then on there is a thread.
  void start(Adviser adviser, std::function<void()> news = {});
  // Searches here and now, for a picture: no thread.
  void answer_now(const Scenario& scenario, const MachineProfiles& machines);

  void take_news();  // before a frame
  void follow(const Scenario& shown,
              const AdviceSettings& settings);  // after a frame: asks where it is another question
  void cancel();
  void search_again(const Scenario& shown, const AdviceSettings& settings);
  void wait();  // until all is searched, and takes the news: for pictures and tests
  void stop_news();

  const AdviceStatus& status() const { return status_; }
  // The answer where it is of this scenario; an old one for no more than most_frames_behind frames.
  AdviceShown of(const Scenario& shown) const;
  std::uint64_t answer_number() const { return answer_ ? answer_->number : 0; }
  // The fix at the step and the warp that are shown, and its analysis; kept until the question or the place is another.
  // pre: of(shown) is not behind, and has so many fixes
  struct FixView {
    Scenario scenario;
    Analysis analysis;
  };
  const FixView& fix(std::size_t index, const Scenario& shown, const MachineProfile& machine);

 private:
  void ask(const Scenario& shown, const AdviceSettings& settings);

  std::unique_ptr<AdviceWorker> worker_;
  AdviceStatus status_;
  std::uint64_t next_number_ = 1;
  std::int64_t frame_ = 0;
  std::map<std::uint64_t, std::int64_t> asked_frames_;  // when each question was asked; none older than the answer
  std::optional<Scenario> asked_;                       // the last question
  AdviceSettings asked_settings_;
  std::optional<Scenario> answered_;  // the question of answer_, where it was the last one
  std::optional<AdviceAnswer> answer_;
  std::map<std::size_t, FixView> fixes_;
  std::optional<Scenario> fixes_shown_;  // what fixes_ belong to
};

// The scenario without what no search depends on: the step and the warp that are shown.
Scenario question_of(Scenario shown);
// The fix at the step and the warp that are shown, where it still has those loops.
Scenario at_shown_place(Scenario fix, const Scenario& shown);

}  // namespace bankmap
