// core/profiler_sum.hpp -- how the profiler arrives at its numbers for an access: the factors, and the sum.
//
//     column read of float [32][36], one warp, k = 0..31, one block
//       wavefronts       4 a request            x 32 steps x 1 warp x 1 block = 128
//       bank conflicts   4 wavefronts - 1 phase x 32 steps x 1 warp x 1 block =  96
//       "4-way"          128 wavefronts / 32 requests = 4
//
// The last is what Nsight Compute calls an n-way bank conflict. It is no count of what meets in a bank: a clean 16-byte load takes
// four wavefronts for one request, reads as 4-way, and has no conflict.
//
// A request is a warp instruction with a lane that takes part. `if (threadIdx.x < 128 >> p)` over 8 steps of 8 warps has 64 warp
// instructions and 12 requests: where all lanes are off, the warp is taken to jump over the access.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis.hpp"

namespace bankmap {

// Whether some lane takes part: else the cost has no phase and no ideal.
bool is_request(const WarpCost& cost);

// Requests that cost the same.
struct ProfilerTerm {
  std::int64_t requests = 0;  // of one block
  int wavefronts = 0;         // of each
  int phases = 0;
  int bank_conflicts = 0;  // wavefronts - phases, where the law is that of words or lanes
  int ideal = 0;
  bool operator==(const ProfilerTerm&) const = default;
};

struct ProfilerSum {
  CounterNames counters;
  CountLaw law = CountLaw::words;
  std::vector<ProfilerTerm> terms;  // the costliest first
  std::int64_t steps = 0;
  std::int64_t warps = 0;
  std::int64_t blocks = 1;
  std::int64_t idle = 0;  // warp instructions of one block without an active lane: no requests
  // Of all blocks together.
  std::int64_t requests = 0;
  std::int64_t wavefronts = 0;
  std::int64_t bank_conflicts = 0;
  std::int64_t ideal = 0;
  double wavefronts_per_request() const;  // the profiler's n; 0 without requests
  double conflict_percent() const;        // bank conflicts of all wavefronts
};
// pre: blocks >= 1. Of an access without an answer everything is 0; of one whose lanes are all off, everything but `idle`.
ProfilerSum profiler_sum(const AccessAnalysis& access, std::int64_t blocks);

// "4 wavefronts × 32 steps × 1 warp × 1 block = 128"; where steps differ: "(16 × 1 + 16 × 2) wavefronts × 1 block = 48"; where some
// have no active lane: "1 wavefront × 12 requests × 1 block = 12"
std::string wavefront_product(const ProfilerSum& sum);
// "(4 wavefronts − 1 phase) × 32 steps × 1 warp × 1 block = 96"
std::string conflict_product(const ProfilerSum& sum);
// "52 of the 64 warp instructions have no active lane and issue nothing (assumed): ..."; empty where all have one.
std::string explain_idle(const ProfilerSum& sum);
// What "n-way" means here, and what of it could be won.
std::string explain_n_way(const ProfilerSum& sum);

// A counter of the whole kernel: every access that it counts, added up.
struct KernelCounter {
  std::string name;
  std::vector<std::int64_t> of_access;  // [access] 0 where the counter does not see it
  std::int64_t total = 0;
};
std::vector<KernelCounter> kernel_counters(const Analysis& analysis, std::int64_t blocks);

}  // namespace bankmap
