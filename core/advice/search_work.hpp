// core/advice/search_work.hpp -- when a search has to stop: once it has looked at too much, or nobody waits for it (internal to core).
//
//     1 unit                                  one warp instruction placed by one layout, and counted: some 0.1 microseconds
//     store and load of a half [64][64]       some 20,000 units
//     16 accesses of 65,536 steps each        all that a search may take: it is cut short, and says so
//
// Counted, not timed: the same question has the same answer on every machine. What comes in parts gets a share each, and what one
// part leaves is for those after it:
//
//     { WorkShare first(work, 3); ... }  { WorkShare second(work, 2); ... }  { WorkShare third(work, 1); ... }
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/advice/advice.hpp"

namespace bankmap {

class SearchWork {
 public:
  static constexpr std::int64_t most_units = 8'000'000;
  static constexpr std::int64_t units_to_evaluate = 4;  // an index text for 32 lanes
  static constexpr std::int64_t units_to_analyze = 4;   // one warp instruction of a finished fix, whole

  explicit SearchWork(const AdviceControl& control = {}, std::int64_t most = most_units)
      : control_(control), end_(most) {}
  SearchWork(const SearchWork&) = delete;
  SearchWork& operator=(const SearchWork&) = delete;

  void add(std::int64_t units) { spent_ += units; }
  // False once the person has cancelled, or where `ahead` units more would be too many.
  bool go_on(std::int64_t ahead = 0) {
    if (cancelled()) return false;
    const bool enough = spent_ + ahead < end_;
    cut_short_ = cut_short_ || !enough;
    return enough;
  }
  bool cancelled() {
    cancelled_ = cancelled_ || (control_.cancelled && control_.cancelled());
    return cancelled_;
  }
  bool cut_short() const { return cut_short_; }
  std::int64_t spent() const { return spent_; }

  // 0..1 of the part that is searched; never goes back.
  void tell(double share) {
    told_ = std::max(told_, (part_ + share) / parts_);
    if (control_.progress) control_.progress(told_);
  }
  void begin_part(int part, int parts) {
    part_ = part;
    parts_ = parts;
  }

 private:
  friend class WorkShare;

  const AdviceControl control_;
  std::int64_t end_;  // [units] of the share that is spent now
  std::int64_t spent_ = 0;
  bool cut_short_ = false;
  bool cancelled_ = false;
  double told_ = 0;
  int part_ = 0, parts_ = 1;
};

// As long as it lives, only one part of what is left may be spent.
class WorkShare {
 public:
  WorkShare(SearchWork& work, std::int64_t parts_left) : work_(work), outer_end_(work.end_) {
    const std::int64_t left = std::max<std::int64_t>(0, work.end_ - work.spent_);
    work.end_ = work.spent_ + left / std::max<std::int64_t>(1, parts_left);
  }
  ~WorkShare() { work_.end_ = outer_end_; }
  WorkShare(const WorkShare&) = delete;
  WorkShare& operator=(const WorkShare&) = delete;

 private:
  SearchWork& work_;
  std::int64_t outer_end_;
};

}  // namespace bankmap
