// core/advice/advice.hpp -- the cheapest fix for all accesses to a tile together, with its price and its proof.
//
//     float [32][32], stored by row, read by column: 992 excess wavefronts
//       1. col ^ (row & 31)     excess 0, optimal     0 bytes more       x = tile[threadIdx.x][k ^ threadIdx.x & 0x1f];
//       2. Swizzle<5,0,5>       excess 0, optimal     0 bytes more
//       3. padding 1 element    excess 0, optimal   128 bytes more       __shared__ float tile[32][33];
//
// The search:
//     coordinates  each access is evaluated once; padding and swizzle never change which element a lane wants, only where it lies
//     families     paddings until the banks repeat, row strides, col ^ row, Swizzle<B,M,S>, TMA, Triton, bit
//                  matrices that are constructed over F2; each is searched whole, with the bound of its best so far;
//                  swizzles that would tear apart a vector that an access takes, or may take, are dropped
//     proof        `floor` wavefronts that no layout can go below; else that the families were searched whole
//     check        every fix that is returned has been through analyze(): one-to-one, aligned, never worse than before
//     end          after so much work, the same on every machine: a search that is cut short says so
//
// Each fix holds its Scenario: a view previews it like any other, and applies it with ReplaceScenario.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "core/occupancy.hpp"
#include "core/scenario.hpp"

namespace bankmap {

enum class FixFamily : std::uint8_t {
  padding,         // whole elements after each row
  row_stride,      // bytes after each row that are no whole number of elements
  column_xor,      // XorSwizzle
  cute,            // CuteSwizzle
  tma,             // TmaSwizzle
  triton,          // TritonSwizzle
  bit_matrix,      // MatrixSwizzle, constructed
  new_rows,        // a flat array cut into rows, with padding or a swizzle
  swizzle_padded,  // a swizzle on a padded tile
  lane_order,      // lanes take the same elements in another order
  vector_width,    // each lane takes more at once
};
inline constexpr int fix_family_count = 11;
std::string_view to_string(FixFamily family);  // "padding", "row stride", "col ^ row", "Swizzle<B,M,S>", ...

// What the person's kernel takes besides the tiles.
struct KernelResources {
  std::optional<int> threads;  // a block; the scenario's block unless given
  int registers_per_thread = 32;
  std::int64_t other_shared_bytes = 0;
  std::string compute_capability;  // "8.6"; empty: that of the machine
};

struct AdviceOptions {
  std::vector<std::int64_t> weights;  // [access] how often its loops run, compared with the others; 1 where not given
  KernelResources kernel;
  bool allow_lane_orders = false;    // may change which lane gets which element
  bool allow_vector_widths = false;  // may change how much a lane takes at once
  int fixes_per_family = 1;          // 1..8
};

// Asked and told between candidates; both may be empty.
struct AdviceControl {
  std::function<bool()> cancelled;
  std::function<void(double share)> progress;  // 0..1
};

struct AccessEffect {  // over all steps and warps of one access
  std::string name;
  std::int64_t weight = 1;
  std::int64_t wavefronts_before = 0;
  std::int64_t wavefronts_after = 0;
  std::int64_t ideal_before = 0;
  std::int64_t ideal = 0;               // after; another than before only where the lanes' own order or width changes
  std::optional<double> cycles_before;  // [cycles] saturated, summed; absent where the machine has no law
  std::optional<double> cycles_after;
  std::int64_t excess_before() const { return wavefronts_before - ideal_before; }
  std::int64_t excess_after() const { return wavefronts_after - ideal; }
  bool operator==(const AccessEffect&) const = default;
};

struct OccupancyEffect {
  Occupancy before;
  Occupancy after;
  std::string sentence;  // "8 blocks on a multiprocessor, as before"
  std::string dearer;    // "padding 1 element leaves 5": a fix no better that costs a block; empty where there is none
  bool operator==(const OccupancyEffect&) const = default;
};

struct CodeChange {   // one line of CUDA that changes
  std::string where;  // "declaration of tile", "load a column"
  std::string before;
  std::string after;
  bool operator==(const CodeChange&) const = default;
};

enum class FixProof : std::uint8_t {
  ideal,  // no access has any excess left
  floor,  // excess is left that no layout can remove, see Advice::floor_reason
  linear_best,  // no bit matrix that flips higher address bits into bank bits, and keeps the vectors in use whole, does better
  searched_best,  // nothing in the families that were searched whole does better
  not_best,       // another fix in the list does better
};

struct Fix {
  FixFamily family = FixFamily::padding;
  std::string title;       // "padding 1 element", "Swizzle<3,3,3>"
  Scenario scenario;       // the whole edited scenario
  std::vector<int> tiles;  // that change
  std::vector<AccessEffect> accesses;
  std::int64_t excess_before = 0;  // weighted, over all accesses
  std::int64_t excess_after = 0;
  std::int64_t extra_bytes = 0;  // of the tiles that change; negative: saved
  int operations = 0;            // integer instructions that one index costs more: the simpler, the fewer
  FixProof proof = FixProof::searched_best;
  std::optional<OccupancyEffect> occupancy;
  std::string why;  // one sentence
  std::vector<CodeChange> code;
  std::vector<std::string> notes;  // what the person must see to: TMA alignment, another data order, ...
};

struct FamilySearch {
  int tile = 0;
  FixFamily family = FixFamily::padding;
  int candidates = 0;                       // looked at
  std::optional<std::int64_t> best_excess;  // weighted; empty: none was legal
  bool whole = true;                        // every member was looked at, or excluded by a bound
  std::string note;                         // why it was left out or cut short
};

enum class AdviceOutcome : std::uint8_t {
  already_free,  // nothing to gain in wavefronts; fixes may still save bytes
  fixes_found,
  none_exists,  // proven, with the reason in `sentence`
  none_found,   // of what was searched
  refused,      // the scenario has errors: see `sentence`
  cancelled,    // fixes found so far
};
// "already free", "fixes found", "none exists", "none found", "refused", "cancelled"
std::string_view to_string(AdviceOutcome outcome);

struct Advice {
  AdviceOutcome outcome = AdviceOutcome::none_exists;
  std::string sentence;            // the answer in one sentence
  std::vector<Fix> fixes;          // best first: weighted excess, then bytes, then operations
  std::int64_t excess_before = 0;  // weighted
  std::int64_t floor_excess = 0;   // weighted: no layout of these tiles has less
  std::string floor_reason;        // why the floor lies above the ideal; empty where it does not
  std::vector<FamilySearch> searches;
  bool cut_short = false;          // there was too much to look at: not all was tried
  std::vector<std::string> notes;  // "the bit-matrix algebra does not apply: rows are 96 bytes apart, no power of two"
};

// place of a problem: "weights", "kernel.threads", ... What is wrong in the scenario itself is outcome `refused`.
Result<Advice> advise(const Scenario& scenario, const MachineProfile& machine, const AdviceOptions& options = {},
                      const AdviceControl& control = {});

}  // namespace bankmap
