// core/parameter_sweep.hpp -- the cost of an access at every value of one of its numbers.
//
//     float tile[32][32 + padding], column read
//     padding      0   1   2   3   4   5   6   7   8 ...
//     wavefronts  32   1   2   1   4   1   2   1   8 ...      = gcd(32 + padding, 32), the shape of a ruler
//     ideal        1   1   1   1   1   1   1   1   1 ...
//
// Each point is `analyze` of the scenario with that value, so a sweep cannot disagree with the headline. What the answer does not
// depend on (other accesses, the value itself, which step is shown) is not in the question: a question that stays equal needs no
// new sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "core/scenario_numbers.hpp"

namespace bankmap {

// What a point counts.
enum class SweepScope : std::uint8_t {
  all_steps,   // every step and warp of the access
  shown_step,  // the step that is shown, of every warp: all steps of all values would take too long
  one,         // one warp instruction: the number chooses which
};

struct SweepQuestion {
  Scenario scenario;  // of the one access and its tile, with the first of the values
  NumberKey key;
  std::string name;  // of the number
  std::string unit;
  std::vector<std::int64_t> values;
  SweepScope scope = SweepScope::all_steps;
  bool operator==(const SweepQuestion&) const = default;
};
// Empty where the access has no such number. pre: 0 <= access < scenario.accesses.size()
std::optional<SweepQuestion> sweep_question(const Scenario& scenario, int access, const NumberKey& key);

struct SweepPoint {
  std::int64_t value = 0;
  std::string refused;            // why there is no answer; empty: there is one
  std::int64_t instructions = 0;  // with a lane that takes part: others issue nothing
  std::int64_t wavefronts = 0;    // of all `instructions`
  std::int64_t ideal = 0;         // likewise
  std::optional<std::int64_t>
      stride_words;  // from lane to lane, or row to row, where the number sets it in whole words

  std::int64_t excess() const { return wavefronts - ideal; }
  double wavefronts_each() const;  // per warp instruction, on average; 0 where refused, and where no lane is active
  double ideal_each() const;
  double excess_each() const;
  bool operator==(const SweepPoint&) const = default;
};

struct Sweep {
  SweepQuestion question;
  std::vector<SweepPoint> points;  // [value of question.values]
};
Sweep sweep(const SweepQuestion& question, const MachineProfile& machine);

// "1", "4.5": wavefronts per warp instruction.
std::string each_in_words(double wavefronts);
// What the height of a bar is: "wavefronts per warp instruction, on average", or "wavefronts of one warp instruction".
std::string axis_in_words(const Sweep& sweep);
// "padding 4 elements: 4 wavefronts per warp instruction, on average (128 over 32), ideal 1, of these 3 excess. Rows are 36 words
// apart: gcd(36, 32) = 4."
std::string explain_point(const Sweep& sweep, const SweepPoint& point);
// "At padding 1 element: 1.50 wavefronts per warp instruction, on average (48 over 32), of these 0.50 excess. The step that is shown: 2.
// The fewest are 1, at 2, 6, 10 and 14."
// value: the one that is set now; shown: wavefronts of the step that is shown, where there is one.
std::string explain_sweep(const Sweep& sweep, std::int64_t value, std::optional<int> shown);

}  // namespace bankmap
