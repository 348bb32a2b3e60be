// core/random_index.hpp -- what an access costs when its index depends on data: tile[rand(256)].
//
//     32 random words out of 1024: expected about 3.43 wavefronts, best 1, worst 32
//
// `expected` is the mean over a fixed set of draws (same seed, same answer), with its standard error. `best` and `worst` are
// costs of actual data that we construct: lanes sent to one word or spread over banks, and lanes matched to distinct words of one
// bank (a maximum matching, so the worst is exact for one phase); never a bound that no data reaches.
//
// To construct them, the data is enumerated: every value of rand, or every combination where rand is called several times.
// Where there are too many, or where the mask itself depends on data, the extremes of what was tried are given, and not as exact.
#pragma once

#include <span>

#include "core/lane_addresses.hpp"
#include "core/machine.hpp"
#include "core/passes.hpp"

namespace bankmap {

struct RandomRange {
  int best_wavefronts = 0;
  int worst_wavefronts = 0;
  bool exact_best = false;   // no data costs less
  bool exact_worst = false;  // no data costs more
  double expected_wavefronts = 0;
  double standard_error = 0;  // [wavefronts] of `expected`
  int draws = 0;              // the one that is shown counts for best and worst, and not always for the mean
  bool operator==(const RandomRange&) const = default;
};

// pre: the prepared access calls rand. loops, warp: the step that is shown.
// Data for which the hardware would fault is a problem (a warning, as the draw that is shown stands).
Result<RandomRange> random_range(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp,
                                 const InstructionRule& rule, const InstructionRule* load_rule);

}  // namespace bankmap
