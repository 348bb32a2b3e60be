#include "app/advice/advice_desk.hpp"

#include <algorithm>
#include <utility>

namespace bankmap {
namespace {

AdviceOptions options_of(const AdviceSettings& settings, const Scenario& scenario) {
  AdviceOptions options;
  for (const Access& access : scenario.accesses) {
    const auto given = settings.weights.find(access.name);
    options.weights.push_back(given == settings.weights.end() ? 1 : given->second);
  }
  options.kernel.registers_per_thread = settings.registers_per_thread;
  options.kernel.other_shared_bytes = settings.other_shared_bytes;
  options.allow_lane_orders = settings.allow_lane_orders;
  options.allow_vector_widths = settings.allow_vector_widths;
  return options;
}

bool same_loop(const LoopVariable& a, const LoopVariable& b) {
  return a.name == b.name && a.begin == b.begin && a.end == b.end && a.step == b.step;
}

}  // namespace

Scenario question_of(Scenario shown) {
  for (Access& access : shown.accesses) {
    access.warp = 0;
    for (LoopVariable& loop : access.loops) loop.at = loop.begin;
  }
  return shown;
}

Scenario at_shown_place(Scenario fix, const Scenario& shown) {
  const std::size_t count = std::min(fix.accesses.size(), shown.accesses.size());
  for (std::size_t i = 0; i < count; ++i) {
    Access& access = fix.accesses[i];
    const Access& place = shown.accesses[i];
    access.warp = place.warp;
    if (!std::equal(access.loops.begin(), access.loops.end(), place.loops.begin(), place.loops.end(), same_loop))
      continue;
    for (std::size_t loop = 0; loop < access.loops.size(); ++loop) access.loops[loop].at = place.loops[loop].at;
  }
  return fix;
}

void AdviceDesk::start(Adviser adviser, std::function<void()> news) {
  worker_ = std::make_unique<AdviceWorker>(std::move(adviser), std::move(news));
}

void AdviceDesk::answer_now(const Scenario& scenario, const MachineProfiles& machines) {
  answered_ = asked_ = question_of(scenario);
  answer_ = AdviceAnswer{next_number_++, search_with(machines)(*asked_, {}, {})};
  fixes_.clear();
}

void AdviceDesk::take_news() {
  ++frame_;
  if (!worker_) return;
  status_ = worker_->status();
  std::optional<AdviceAnswer> answer = worker_->take_answer();
  if (!answer) return;
  answer_ = std::move(answer);
  asked_frames_.erase(asked_frames_.begin(), asked_frames_.lower_bound(answer_->number));
  const bool last = answer_->number + 1 == next_number_;
  answered_ = last ? asked_ : std::nullopt;
  fixes_.clear();
}

void AdviceDesk::ask(const Scenario& shown, const AdviceSettings& settings) {
  asked_ = question_of(shown);
  asked_settings_ = settings;
  answered_.reset();
  asked_frames_[next_number_] = frame_;
  worker_->ask({.number = next_number_++, .scenario = *asked_, .options = options_of(settings, shown)});
  status_ = worker_->status();
}

void AdviceDesk::follow(const Scenario& shown, const AdviceSettings& settings) {
  if (!worker_) return;
  if (!asked_ || asked_settings_ != settings || *asked_ != question_of(shown)) return ask(shown, settings);
  const std::uint64_t last = next_number_ - 1;
  const auto asked = asked_frames_.find(last);
  const bool waits = status_.busy() && asked != asked_frames_.end() && frame_ - asked->second >= most_frames_behind;
  if (waits) worker_->give_up_before(last);  // an older search is in the way of it
}

void AdviceDesk::cancel() {
  if (!worker_) return;
  worker_->cancel();
  status_ = worker_->status();
}

void AdviceDesk::search_again(const Scenario& shown, const AdviceSettings& settings) {
  if (worker_) ask(shown, settings);
}

void AdviceDesk::wait() {
  if (!worker_) return;
  worker_->wait_until_idle();
  take_news();
}

void AdviceDesk::stop_news() {
  if (worker_) worker_->stop_news();
}

AdviceShown AdviceDesk::of(const Scenario& shown) const {
  if (!answer_) return {};
  if (answered_ && *answered_ == question_of(shown)) return {&answer_->advice, 0};
  if (!worker_) return {};
  const auto next = asked_frames_.upper_bound(answer_->number);  // the question that made it old, where one was asked
  const std::int64_t since = next == asked_frames_.end() ? frame_ - 1 : next->second;
  const auto behind = static_cast<int>(std::clamp<std::int64_t>(frame_ - since, 1, most_frames_behind + 1));
  if (behind > most_frames_behind) return {};
  return {&answer_->advice, behind};
}

const AdviceDesk::FixView& AdviceDesk::fix(std::size_t index, const Scenario& shown, const MachineProfile& machine) {
  if (!fixes_shown_ || *fixes_shown_ != shown) {
    fixes_.clear();
    fixes_shown_ = shown;
  }
  const auto found = fixes_.find(index);
  if (found != fixes_.end()) return found->second;
  Scenario scenario = at_shown_place((*answer_->advice).fixes[index].scenario, shown);
  Analysis analysis = analyze(scenario, machine);
  return fixes_.emplace(index, FixView{std::move(scenario), std::move(analysis)}).first->second;
}

}  // namespace bankmap
