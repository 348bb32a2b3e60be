// app/commands/verify_measured.hpp -- bankmap verify-model --measure N: random accesses on the GPU at hand, each beside
// its prediction.
//
//     seed 4242; ld.b64 ...: wavefronts 4 predicted, 2 measured     the accesses whose counters differ, at most 20
//     counters exact, cycles out of tolerance (no failure):
//     ld.generic.b32 ...: faster than predicted by 0.60 cycles an instruction: ...            likewise
//     1999 of 2000 exact
//     cycles, saturated: 1766 of 1766 within max(0.2, 3 %), largest difference +0.09
//
//   {"format": "bankmap-verification", "version": 1, "device": {...}, "date", "profile", "seed", "instructions",
//    "accesses": 2000, "exact": 1999, "saturated_cycles": {"compared", "within_tolerance", "largest_difference"},
//    "latency_cycles": {...}, "differing": [TEXT ...], "other_cycles": [TEXT ...]}
//
// Every instruction that the GPU's profile describes, the GPU has and a counter sees, in turn.
#pragma once

#include <cstdint>
#include <optional>

namespace bankmap {

inline constexpr int most_measured = 1'000'000;

struct MeasuredVerification {
  int count = 0;
  std::optional<std::uint64_t> seed;  // absent: a fresh one, which is printed
  int device = 0;
  bool json = false;
};

// The exit code: exit_check_failed where a counter differs. Cycles out of tolerance are listed and change nothing of it: other
// work on the GPU moves them.
int verify_measured(const MeasuredVerification& wanted);

}  // namespace bankmap
