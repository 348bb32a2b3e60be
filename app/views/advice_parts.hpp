// app/views/advice_parts.hpp -- what the panel of fixes is made of (app/views/advice.hpp).
#pragma once

#include "app/views/advice.hpp"

namespace bankmap {

// One fix as it is drawn.
struct FixCard {
  const Fix& fix;
  std::size_t index = 0;
  bool current = true;  // of the scenario that is shown: it can be clicked
  bool open = false;    // compared
  bool with_why = false;
  const AdviceDesk::FixView* view = nullptr;  // where figures are wanted of it
  std::string name() const;                   // of its widgets: "advice.0"
};

enum class CardPressed { no, apply, compare };
CardPressed draw_fix_card(const Frame& frame, const MeasureDesk& measures, AdviceView& own, const FixCard& card);

// Before and after: pictures, numbers, why, and the code that must change. True where it is to be applied.
bool draw_comparison(const Frame& frame, const MeasureDesk& measures, const AdviceView& own, const FixCard& card);

// What the GPU did with the step of an access that is shown, were the fix applied.
struct FixFigures {
  FigureOrigin origin = FigureOrigin::none;
  std::optional<double> wavefronts;
  std::optional<double> cycles;
  Outcome outcome = Outcome::nothing_compared;  // with what is promised
};
FixFigures figures_of(const Frame& frame, const MeasureDesk& measures, const AccessAnalysis& after);
std::string_view word_of(FigureOrigin origin);  // "measured", "recorded"

// The kernel around the accesses: registers, other shared memory, weights, what else it does.
void draw_kernel_fold(const Frame& frame, AdviceView& own);
// What was searched, and what it proves.
void draw_search_fold(const Frame& frame, const Advice& advice);

}  // namespace bankmap
