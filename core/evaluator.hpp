// core/evaluator.hpp -- one expression evaluated again and again, as over the steps of a loop.
//
//     lane % 8 * 4 + k      in the second step only k has changed: of three operators one, the +, is evaluated again
//
// The value of every subexpression is kept, with the lanes it was asked for. Setting a name forgets those that contain it;
// rand is asked again in each run. What is the same in all lanes, as k and k + 1 are, is kept and worked out as one number.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/expression.hpp"
#include "core/lane_operators.hpp"

namespace bankmap {

class Evaluator {
 public:
  // values[lane] = rand(bounds[lane]) of a call site for these lanes; pre: bounds >= 1 there.
  using Rand = std::function<void(int call_site, LaneMask lanes, const LaneValues& bounds, LaneValues& values)>;

  // expression must stay where it is for as long as the evaluator is used.
  explicit Evaluator(const Expression& expression);

  // name: index into expression.names. values must stay until set anew; after a change of them, set again.
  void set(int name, const LaneValues& values);
  void set_alike(int name, std::int64_t value);  // in all lanes

  // [lane] the values, kept until the next run; only `lanes` are meaningful, the others hold anything.
  // pre: every name is set. Refuses as evaluate does.
  Result<const LaneValues*> run(LaneMask lanes, const Rand& rand);
  const Bounds& bounds() const { return bounds_; }  // of the last run, if it was not refused: of all 32 lanes

 private:
  struct Kept {
    LaneOperand value;             // its values are those of values_
    LaneMask known = 0;            // lanes for which the value is right
    std::uint64_t depends_on = 0;  // bit i: contains name i; the last bits: see evaluator.cpp
  };

  // The value of a node, null once problem_ is set. Recursion is no deeper than the number of nodes, which is limited.
  const LaneOperand* value(int node, LaneMask lanes);
  // These fill in values where the bounds they find are not alike.
  bool compute(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes);
  bool compute_operator(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes);
  bool compute_logical(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes);
  bool compute_conditional(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes);
  bool compute_rand(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes);
  bool refuse(const ExpressionNode& node, LaneMask lanes, const LaneOperand& left, const LaneOperand& right);
  void forget(std::uint64_t names);

  const Expression* expression_;
  std::vector<LaneOperand> names_;        // [name]
  std::vector<Kept> kept_;                // [node]
  std::unique_ptr<LaneValues[]> values_;  // [node], and room for a whole expression that is one number
  Bounds bounds_;
  const Rand* rand_ = nullptr;  // of the present run
  std::optional<Problem> problem_;
};

// Asks one lane at a time. Empty where of_lane is.
Evaluator::Rand lane_by_lane(std::function<std::int64_t(int call_site, int lane, std::int64_t n)> of_lane);

}  // namespace bankmap
