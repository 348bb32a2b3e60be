#include "core/advice/matter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text_layout.hpp"
#include "core/tile.hpp"

namespace bankmap {
namespace {

struct KnownRates {
  std::string_view compute_capability;
  double arithmetic_per_cycle;
  double global_bytes_per_cycle;
  std::string_view memory_source;  // bandwidth / multiprocessors / boost clock, as the data sheet gives them
};
constexpr std::string_view arithmetic_source = "CUDA C++ Programming Guide, Arithmetic Instructions";
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

constexpr double a_hundredth = 0.01;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string rate_text(std::string_view what, const PipeRate& rate) {
  return fmt::format("{:g} {} a cycle and multiprocessor ({}: {})", rate.per_cycle, what,
                     to_string(rate.provenance.status), rate.provenance.source);
}

std::string_view busiest_pipe(const MatterEstimate& estimate, double shared_cycles) {
  if (shared_cycles >= std::max(estimate.arithmetic_cycles, estimate.global_cycles)) return "shared memory";
  return estimate.arithmetic_cycles >= estimate.global_cycles ? "arithmetic" : "global memory";
}

std::string sentence_of(const MatterEstimate& estimate) {
  const std::string_view before = busiest_pipe(estimate, estimate.shared_cycles_before);
  const std::string_view after = busiest_pipe(estimate, estimate.shared_cycles_after);
  if (estimate.hidden) {
    return fmt::format(
        "Probably hidden: {} sets the time with the excess as well as without; at most {} of the time where "
        "nothing overlaps (estimate).",
        after, percent(estimate.share_in_turn));
  }
  if (estimate.share_overlapped < a_hundredth) {
    return fmt::format(
        "It hardly matters: {} stays the busiest pipe, and the fix saves less than 1 % of its cycles (estimate).",
        after);
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

Result<PipeRates> pipe_rates(std::string_view compute_capability) {
  std::string names;
  for (const KnownRates& rates : known) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", rates.compute_capability);
    if (rates.compute_capability != compute_capability) continue;
    return PipeRates{
        .arithmetic = {rates.arithmetic_per_cycle,
                       {.status = FactStatus::documented, .source = std::string(arithmetic_source), .device = {}}},
        .global_bytes = {rates.global_bytes_per_cycle,
                         {.status = FactStatus::assumed,
                          .source = fmt::format("data sheet of {}, shared evenly", rates.memory_source),
                          .device = {}}}};
  }
  return fail(
      Problem{.what = fmt::format("how fast the other pipes of '{}' are is not known", shown(compute_capability)),
              .hint = "known are " + names,
              .place = "compute capability",
              .range = {}});
}

Result<MatterEstimate> does_it_matter(const Fix& fix, const OtherWork& work, const MachineProfile& machine) {
  const Result<PipeRates> rates = pipe_rates(machine.compute_capability);
  if (!rates) return fail(rates.error());
  MatterEstimate estimate{.rates = *rates};
  for (const AccessEffect& effect : fix.accesses) {
    if (!effect.cycles_before || !effect.cycles_after) {
      return fail(Problem{.what = fmt::format("'{}' has no cycle law on {}", effect.name, machine.key),
                          .hint = "another instruction, or another machine",
                          .place = {},
                          .range = {}});
    }
    estimate.shared_cycles_before += static_cast<double>(effect.weight) * *effect.cycles_before;
    estimate.shared_cycles_after += static_cast<double>(effect.weight) * *effect.cycles_after;
  }
  estimate.arithmetic_cycles = work.arithmetic / rates->arithmetic.per_cycle;
  estimate.global_cycles = work.global_bytes / rates->global_bytes.per_cycle;
  const double others = std::max(estimate.arithmetic_cycles, estimate.global_cycles);
  const double before = std::max(estimate.shared_cycles_before, others);
  const double after = std::max(estimate.shared_cycles_after, others);
  const double in_turn = estimate.shared_cycles_before + estimate.arithmetic_cycles + estimate.global_cycles;
  estimate.share_overlapped = before <= 0 ? 0 : (before - after) / before;
  estimate.share_in_turn = in_turn <= 0 ? 0 : (estimate.shared_cycles_before - estimate.shared_cycles_after) / in_turn;
  estimate.hidden = estimate.share_overlapped < a_hundredth && others >= estimate.shared_cycles_after;
  estimate.sentence = sentence_of(estimate);
  estimate.assumptions = {
      fmt::format("one pass of a block: shared memory {} -> {} cycles, arithmetic {}, global memory {}",
                  grouped(std::llround(estimate.shared_cycles_before)),
                  grouped(std::llround(estimate.shared_cycles_after)),
                  grouped(std::llround(estimate.arithmetic_cycles)), grouped(std::llround(estimate.global_cycles))),
      rate_text("multiply-adds", rates->arithmetic), rate_text("global bytes", rates->global_bytes),
      "enough warps are resident for the pipes to work side by side; caches, latency and barriers are left out"};
  return estimate;
}

}  // namespace bankmap
