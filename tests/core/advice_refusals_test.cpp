// What cannot be advised on is refused, with the place.
#include <gtest/gtest.h>

#include "core/advice/advice.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

TEST(Advice, RefusesOptionsThatMeanNothing) {
  const auto place = [](const AdviceOptions& options) {
    const Result<Advice> advice = advise(float_transpose(), machine_named("sm_90"), options);
    return advice ? std::string("accepted") : advice.error().place;
  };
  EXPECT_EQ(place({.weights = {1, 2, 3}}), "weights");
  EXPECT_EQ(place({.weights = {-1}}), "weights");
  EXPECT_EQ(place({.fixes_per_family = 0}), "fixes per family");
  EXPECT_EQ(place({.kernel = {.other_shared_bytes = -1}}), "kernel.shared");
  AdviceOptions options;
  options.kernel.threads = 2000;
  EXPECT_EQ(place(options), "kernel.threads");
  options.kernel.threads = 32;
  options.kernel.compute_capability = "9.5";
  EXPECT_EQ(place(options), "kernel.compute capability");
  options.kernel.compute_capability = "8.6";
  EXPECT_EQ(place(options), "accepted");
}

TEST(Advice, ScenariosWithErrorsAreRefused) {
  Scenario scenario = float_transpose();
  scenario.accesses[1].pattern = IndexPattern{"lane %", "k"};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.outcome, AdviceOutcome::refused);
  EXPECT_NE(advice.sentence.find("operand is missing"), std::string::npos) << advice.sentence;
}

// Two tiles, each with conflicts of its own: one fix mends both, and moves the second out of the way of the first.

}  // namespace
}  // namespace bankmap
