// tests/gui/fake_adviser.hpp -- a search for tests: the real one, which waits where it is told to.
//
//     FakeAdviser search;
//     search.hold();                       the next search waits ...
//     desk.start(search.adviser());
//     search.until_begun(1);           ... and the test knows when it does
//     search.go_on();
#pragma once

#include "app/advice/advice_worker.hpp"
#include "app/assets.hpp"
#include "tests/gui/gate.hpp"

namespace bankmap {

class FakeAdviser : public Gate {
 public:
  Adviser answer = search_with(load_machines(Assets{BANKMAP_ASSETS}).value());  // set before start
  double share = 0;                                                             // told before it waits

  Adviser adviser() {
    return [this](const Scenario& scenario, const AdviceOptions& options, const AdviceControl& control) {
      return search(scenario, options, control);
    };
  }

 private:
  Result<Advice> search(const Scenario& scenario, const AdviceOptions& options, const AdviceControl& control) {
    if (share > 0) control.progress(share);
    if (pass(control.cancelled)) return answer(scenario, options, control);
    Advice found;
    found.outcome = AdviceOutcome::cancelled;
    found.sentence = "Cancelled. Nothing was found yet.";
    return found;
  }
};

}  // namespace bankmap
