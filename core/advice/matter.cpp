#include "core/advice/matter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text_layout.hpp"
#include "core/tile.hpp"

namespace bankmap {
namespace {

struct KnownRates {
  std::string_view compute_capability;
  double arithmetic_per_cycle;
  double global_bytes_per_cycle;
  std::string_view source;
};
// Arithmetic: CUDA C++ Programming Guide, Arithmetic Instructions. Memory: data sheet bandwidth / multiprocessors / boost clock.
constexpr std::array<KnownRates, 8> known{{
    {"7.0", 64, 7.3, "V100: 900 GB/s, 80 multiprocessors, 1.53 GHz"},
    {"7.5", 64, 5.0, "T4: 320 GB/s, 40 multiprocessors, 1.59 GHz"},
    {"8.0", 64, 13.4, "A100 80 GB: 2,039 GB/s, 108 multiprocessors, 1.41 GHz"},
    {"8.6", 128, 6.7, "RTX 3090: 936 GB/s, 82 multiprocessors, 1.70 GHz"},
    {"8.9", 128, 3.1, "RTX 4090: 1,008 GB/s, 128 multiprocessors, 2.52 GHz"},
    {"9.0", 128, 18.4, "H200: 4,800 GB/s, 132 multiprocessors, 1.98 GHz"},
    {"10.0", 128, 27.5, "B200: 8,000 GB/s, 148 multiprocessors, 1.965 GHz"},
    {"12.0", 128, 4.4, "RTX 5090: 1,792 GB/s, 170 multiprocessors, 2.41 GHz"},
}};

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string rounded(double cycles) { return grouped(static_cast<std::int64_t>(cycles + 0.5)); }

std::string_view busiest_pipe(const MatterEstimate& estimate, double shared_cycles) {
  if (shared_cycles >= std::max(estimate.arithmetic_cycles, estimate.global_cycles)) return "shared memory";
  return estimate.arithmetic_cycles >= estimate.global_cycles ? "arithmetic" : "global memory";
}

std::string sentence_of(const MatterEstimate& estimate) {
  const std::string_view before = busiest_pipe(estimate, estimate.shared_cycles_before);
  const std::string_view after = busiest_pipe(estimate, estimate.shared_cycles_after);
  if (estimate.hidden) {
    return fmt::format(
        "Probably hidden: {} is the busiest pipe with the excess as well as without; at most {} of the time where "
        "nothing "
        "overlaps (estimate).",
        before, percent(estimate.share_in_turn));
  }
  return fmt::format(
      "It matters: the excess costs about {} of the time, as {} is the busiest pipe before and {} after (estimate).",
      percent(estimate.share_overlapped), before, after);
}

}  // namespace

Result<WorkPreset> work_named(std::string_view name) {
  if (name == "none") return WorkPreset::none;
  if (name == "copy") return WorkPreset::copy;
  if (name == "matrix-multiply") return WorkPreset::matrix_multiply;
  return fail(Problem{.what = fmt::format("'{}' is no preset of other work", shown(name)),
                      .hint = "one of none, copy, matrix-multiply",
                      .place = "work",
                      .range = {}});
}

OtherWork work_of(WorkPreset preset, const Scenario& scenario, const Fix& fix) {
  if (preset == WorkPreset::none) return {};
  double tile_bytes = 0;
  for (const Tile& tile : scenario.tiles)
    tile_bytes += static_cast<double>(std::int64_t{tile.rows} * tile.columns * tile.element.bits / 8);
  if (preset == WorkPreset::copy) return {.arithmetic = 0, .global_bytes = 2 * tile_bytes};
  constexpr double multiply_adds_per_word = 4;
  double words = 0;  // an ideal wavefront of a load gives up to 32 words
  for (std::size_t i = 0; i < fix.accesses.size() && i < scenario.accesses.size(); ++i) {
    const InstructionKind kind = info(scenario.accesses[i].instruction).kind;
    const bool load =
        kind == InstructionKind::load || kind == InstructionKind::generic_load || kind == InstructionKind::matrix_load;
    if (load) words += static_cast<double>(fix.accesses[i].ideal) * bank_count;
  }
  return {.arithmetic = multiply_adds_per_word * words, .global_bytes = tile_bytes};
}

std::optional<PipeRates> pipe_rates(std::string_view compute_capability) {
  for (const KnownRates& rates : known) {
    if (rates.compute_capability == compute_capability)
      return PipeRates{rates.arithmetic_per_cycle, rates.global_bytes_per_cycle, std::string(rates.source)};
  }
  return std::nullopt;
}

std::optional<MatterEstimate> does_it_matter(const Fix& fix, const OtherWork& work, const MachineProfile& machine) {
  const std::optional<PipeRates> rates = pipe_rates(machine.compute_capability);
  if (!rates) return std::nullopt;
  MatterEstimate estimate;
  for (const AccessEffect& effect : fix.accesses) {
    if (!effect.cycles_before || !effect.cycles_after) return std::nullopt;
    estimate.shared_cycles_before += static_cast<double>(effect.weight) * *effect.cycles_before;
    estimate.shared_cycles_after += static_cast<double>(effect.weight) * *effect.cycles_after;
  }
  estimate.arithmetic_cycles = work.arithmetic / rates->arithmetic_per_cycle;
  estimate.global_cycles = work.global_bytes / rates->global_bytes_per_cycle;
  const double others = std::max(estimate.arithmetic_cycles, estimate.global_cycles);
  const double before = std::max(estimate.shared_cycles_before, others);
  const double after = std::max(estimate.shared_cycles_after, others);
  const double in_turn = estimate.shared_cycles_before + estimate.arithmetic_cycles + estimate.global_cycles;
  estimate.share_overlapped = before <= 0 ? 0 : (before - after) / before;
  estimate.share_in_turn = in_turn <= 0 ? 0 : (estimate.shared_cycles_before - estimate.shared_cycles_after) / in_turn;
  constexpr double a_hundredth = 0.01;
  estimate.hidden = estimate.share_overlapped < a_hundredth;
  estimate.sentence = sentence_of(estimate);
  estimate.assumptions = {
      fmt::format("one pass of a block: shared memory {} -> {} cycles, arithmetic {}, global memory {}",
                  rounded(estimate.shared_cycles_before), rounded(estimate.shared_cycles_after),
                  rounded(estimate.arithmetic_cycles), rounded(estimate.global_cycles)),
      fmt::format("{:g} multiply-adds and {:g} global bytes a cycle and multiprocessor ({})",
                  rates->arithmetic_per_cycle, rates->global_bytes_per_cycle, rates->source),
      "enough warps are resident for the pipes to work side by side; caches, latency and barriers are left out"};
  return estimate;
}

}  // namespace bankmap
