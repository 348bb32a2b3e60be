// core/advice/matter.hpp -- does it matter? What the excess wavefronts cost of a kernel's time, estimated.
//
//     transpose, 32 x 32 float: 1,058 cycles of shared memory and 8,192 global bytes (about 402 cycles) a pass of a block
//       before: shared memory is the slowest, 1,058 cycles;   fixed: global memory is, 402 cycles   ->  62 % of the time
//
// The estimate: a multiprocessor's pipes work side by side (enough warps are resident), so a pass of a block takes as long as its
// busiest pipe. Excess is hidden where another pipe is busier with the excess as well as without. With few warps, or where a barrier
// keeps the pipes apart, nothing is hidden: then the times add up, which is given as the other end.
//
// The rates of the other pipes are facts with a status, as all of the hardware's: the arithmetic is documented; the share of the
// memory is assumed, for it is computed from documented figures of one card, as if all multiprocessors read at once.
#pragma once

#include <string>
#include <vector>

#include "core/advice/advice.hpp"

namespace bankmap {

// What one block does in the time in which it makes all the steps of the scenario's accesses once.
struct OtherWork {
  double arithmetic = 0;    // [instructions of a thread] fused multiply-adds of 32-bit floats, over all threads
  double global_bytes = 0;  // read and written
  bool operator==(const OtherWork&) const = default;
};
enum class WorkPreset : std::uint8_t {
  none,             // shared memory alone
  copy,             // every byte of the tiles is read from global memory once and written once: a transpose
  matrix_multiply,  // every byte of the tiles is read once, and every 4 bytes that a lane loads make 4 multiply-adds
};
OtherWork work_of(WorkPreset preset, const Scenario& scenario, const Fix& fix);
Result<WorkPreset> work_named(std::string_view name);  // "none", "copy", "matrix-multiply"

// How fast the other pipes of one multiprocessor are.
struct PipeRate {
  double per_cycle = 0;
  Provenance provenance;
};
struct PipeRates {
  PipeRate arithmetic;    // [fused multiply-adds of a thread]
  PipeRate global_bytes;  // its share of the memory's bandwidth
};
// place: "compute capability"; names those that are known.
Result<PipeRates> pipe_rates(std::string_view compute_capability);

struct MatterEstimate {
  double shared_cycles_before = 0;  // [cycles of a multiprocessor] for one pass
  double shared_cycles_after = 0;
  double arithmetic_cycles = 0;
  double global_cycles = 0;
  double share_overlapped = 0;  // 0..1 of the time before that the fix saves, pipes side by side
  double share_in_turn = 0;     // ... pipes one after the other
  bool hidden = false;          // another pipe is as busy: less than a hundredth is saved where the pipes overlap
  PipeRates rates;
  std::string sentence;
  std::vector<std::string> assumptions;
};
// Refused where the machine has no cycle law for an access, or its rates are not known: the problem says which.
Result<MatterEstimate> does_it_matter(const Fix& fix, const OtherWork& work, const MachineProfile& machine);

}  // namespace bankmap
