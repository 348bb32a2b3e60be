// core/analysis.hpp -- the one road from question to answer.
//
//     analyze(scenario, profile)  ->  for each access: the warp that is shown, lane by lane; the cost of every step; totals
//
// Pure: no file, clock, thread, GPU or global; the same input gives the same answer. It never throws on what a person typed:
// what is wrong is in `problems`, and the rest of the answer is there all the same.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cycles.hpp"
#include "core/lane_addresses.hpp"
#include "core/machine.hpp"
#include "core/passes.hpp"
#include "core/random_index.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct LaneResult {
  bool active = false;  // takes part, and its address counts
  bool has_coordinates = false;
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::uint32_t byte_address = 0;
  std::uint32_t word = 0;    // of its first byte
  int bank = 0;              // of its first byte
  int banks = 1;             // how many banks from there on: 4 for a 16-byte access
  int phase = -1;            // 0-based
  int pass = -1;             // 0-based over the whole instruction
  LaneMask shares_word = 0;  // other lanes served together with it because of the same word
  LaneMask conflicts = 0;    // other lanes of its phase that want its bank for another word (or must take turns)
  bool operator==(const LaneResult&) const = default;
};

// One warp instruction, looked at closely: the step and the warp that the scenario shows.
struct WarpAnalysis {
  std::vector<std::int64_t> loop_values;  // [loop]
  int warp = 0;
  LaneAddresses addresses;  // what the GPU is given too
  std::array<LaneResult, lane_count> lanes{};
  WarpPasses served;
  std::optional<CyclePrediction> saturated;
  std::optional<CyclePrediction> latency;
};

// Over all steps and warps of one access. Counts of the profiler's counters for one block.
struct AccessTotals {
  std::int64_t instructions = 0;  // warp instructions
  std::int64_t wavefronts = 0;
  std::int64_t ideal = 0;
  std::int64_t bank_conflicts = 0;
  std::int64_t bytes_asked = 0;  // active lanes * access size
  std::int64_t bytes_moved = 0;  // wavefronts * 128: what the banks could have delivered in that time
  int worst_wavefronts = 0;      // of one instruction
  std::int64_t excess() const { return wavefronts - ideal; }
  double efficiency() const {
    return bytes_moved == 0 ? 0 : static_cast<double>(bytes_asked) / static_cast<double>(bytes_moved);
  }
  bool operator==(const AccessTotals&) const = default;
};

struct AccessAnalysis {
  std::string name;
  std::string tile_name;
  Instruction instruction{};
  CountLaw law = CountLaw::words;  // what costs a wavefront, on this machine
  std::vector<Problem> problems;   // errors: no warp below; warnings: see lane_addresses.hpp
  std::optional<WarpAnalysis> shown;
  std::vector<WarpCost> costs;  // [warp * steps + step]
  std::int64_t steps = 0;
  int warps = 0;
  AccessTotals totals;
  std::optional<RandomRange> random;  // of the step that is shown, where an index depends on data
  std::string reason;                 // one plain sentence: why it costs what it costs
  std::string cuda;                   // the CUDA line this access stands for
};

struct Analysis {
  std::vector<Problem> problems;          // of the scenario as a whole, and of tiles (place "tiles[0].rows")
  std::vector<std::string> declarations;  // [tile] "__shared__ float tile[32][36];"
  std::vector<std::int64_t> tile_bytes;   // [tile] 0 where the tile is refused
  std::vector<AccessAnalysis> accesses;   // [access] always as many as the scenario has
  AccessTotals totals;                    // over all accesses that could be analysed
};

Analysis analyze(const Scenario& scenario, const MachineProfile& machine);

// The index of the access with the most excess wavefronts over its whole loop: what a person wants to see first. 0 for
// none.
int costliest_access(const Analysis& analysis);

// True if any access or tile has an error.
bool refused(const Analysis& analysis);

}  // namespace bankmap
