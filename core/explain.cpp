#include "core/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "core/cycles.hpp"
#include "core/in_words.hpp"
#include "core/index.hpp"

namespace bankmap {
namespace {

std::string lanes_are(LaneMask lanes) {
  return fmt::format("{} {}", std::popcount(lanes) == 1 ? "lane" : "lanes", lane_list(lanes));
}

std::string coordinate(const AccessAnalysis& access, const LaneResult& lane) {
  return lane.has_coordinates ? fmt::format("{}[{}][{}] → ", access.tile_name, lane.row, lane.column) : "";
}

std::string bank_range(const LaneResult& lane) {
  return lane.banks == 1 ? fmt::format("bank {}", lane.bank)
                         : fmt::format("banks {}–{}", lane.bank, lane.bank + lane.banks - 1);
}

}  // namespace

std::string lane_list(LaneMask lanes) {
  std::string text;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    int last = lane;
    while (last + 1 < lane_count && has_lane(lanes, last + 1)) ++last;
    const bool run = last - lane >= 2;  // two neighbours read better as "4, 5"
    text += fmt::format("{}{}", text.empty() ? "" : ", ", lane);
    if (run) {
      text += fmt::format("–{}", last);
      lane = last;
    }
  }
  return text;
}

std::string explain_lane(const AccessAnalysis& access, int lane) {
  if (!access.shown) return fmt::format("Lane {}: no answer, see the problem above.", lane);
  const LaneResult& it = access.shown->lanes[index(lane)];
  if (!it.active) {
    const bool ignored = !has_lane(info(access.instruction).address_lanes, lane);
    return ignored ? fmt::format("Lane {}: {} does not look at its address.", lane, info(access.instruction).name)
                   : fmt::format("Lane {} is not active.", lane);
  }
  std::string text = fmt::format("Lane {}: {}byte {} → word {} → {}, pass {}.", lane, coordinate(access, it),
                                 it.byte_address, it.word, bank_range(it), it.pass + 1);
  if (it.shares_word != 0) text += fmt::format(" Shares its word with {}: served together.", lanes_are(it.shares_word));
  if (it.conflicts != 0) {
    const bool by_lane = access.law != CountLaw::words;
    text += fmt::format(" Takes turns with {}: same bank, {}.", lanes_are(it.conflicts),
                        by_lane ? "and each lane needs a turn of its own" : "different words");
  }
  return text;
}

std::string explain_bank(const AccessAnalysis& access, int bank) {
  if (!access.shown) return fmt::format("Bank {}: no answer, see the problem above.", bank);
  std::string text;
  const WarpPasses& served = access.shown->served;
  for (std::size_t phase = 0; phase < served.phases.size(); ++phase) {
    LaneMask here = 0;
    std::set<std::uint32_t> words;
    for (int lane = 0; lane < lane_count; ++lane) {
      const LaneResult& it = access.shown->lanes[index(lane)];
      if (!it.active || it.phase != static_cast<int>(phase) || bank < it.bank || bank >= it.bank + it.banks) continue;
      here |= lane_bit(lane);
      words.insert(it.word + static_cast<std::uint32_t>(bank - it.bank));
    }
    if (here == 0) continue;
    if (served.phases.size() > 1) text += fmt::format(" Phase {}:", phase + 1);
    text += fmt::format(" {} {} from {}{}.", words.size(), words.size() == 1 ? "word" : "words", lanes_are(here),
                        access.law != CountLaw::words && std::popcount(here) > 1 ? ", each of which takes a turn" : "");
  }
  if (text.empty()) return fmt::format("Bank {}: no lane touches it.", bank);
  return fmt::format("Bank {}:{}", bank, text);
}

std::string explain_pass(const AccessAnalysis& access, int pass) {
  if (!access.shown) return fmt::format("Pass {}: no answer, see the problem above.", pass + 1);
  const WarpPasses& served = access.shown->served;
  if (pass < 0 || index(pass) >= served.passes.size())
    return fmt::format("Pass {}: there {} only {}.", pass + 1, served.passes.size() == 1 ? "is" : "are",
                       served.passes.size());
  const Pass& it = served.passes[index(pass)];
  std::uint32_t banks = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& of = access.shown->lanes[index(lane)];
    for (int bank = 0; has_lane(it.lanes, lane) && bank < of.banks; ++bank) banks |= lane_bit(of.bank + bank);
  }
  const std::string phase = served.phases.size() > 1 ? fmt::format(", phase {}", it.phase + 1) : "";
  return fmt::format("Pass {} of {}{}: {} in {} bank{}.", pass + 1, served.passes.size(), phase, lanes_are(it.lanes),
                     std::popcount(banks), std::popcount(banks) == 1 ? "" : "s");
}

std::string explain_bytes(const AccessAnalysis& access, std::int64_t begin, std::int64_t end) {
  const std::int64_t last = std::max(begin, end - 1);
  const std::int64_t first_word = begin / bank_bytes;
  const std::int64_t last_word = last / bank_bytes;
  std::string text = begin == last ? fmt::format("Byte {}", begin) : fmt::format("Bytes {}–{}", begin, last);
  if (first_word == last_word) {
    text += fmt::format(": word {}, bank {}.", first_word, first_word % bank_count);
  } else {
    const bool all = last_word - first_word >= bank_count - 1;
    text +=
        fmt::format(": words {}–{}, {}.", first_word, last_word,
                    all ? "all banks" : fmt::format("banks {}–{}", first_word % bank_count, last_word % bank_count));
  }
  if (!access.shown) return text;
  LaneMask lanes = 0;
  std::set<int> passes;
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = access.shown->lanes[index(lane)];
    const std::int64_t at = it.byte_address;
    if (!it.active || at > last || at + info(access.instruction).access_bytes <= begin) continue;
    lanes |= lane_bit(lane);
    passes.insert(it.pass + 1);
  }
  if (lanes == 0) return text + " No lane touches it now.";
  const std::string at = lanes_are(lanes);
  return text + fmt::format(" L{}, pass{} {}.", at.substr(1), passes.size() == 1 ? "" : "es", fmt::join(passes, ", "));
}

namespace {

// "wavefronts: 4 = 1 + 1 + 1 + 1 over the phases"
std::string wavefront_sum(const WarpPasses& served) {
  std::vector<int> of_phase(served.phases.size(), 0);
  for (const Pass& pass : served.passes) ++of_phase[index(pass.phase)];
  return fmt::format("{}", fmt::join(of_phase, " + "));
}

std::string explain_wavefronts(const AccessAnalysis& access) {
  const WarpCost& cost = access.shown->served.cost;
  const WarpPasses& served = access.shown->served;
  if (!served.rounds.empty()) {
    return fmt::format(
        "{} wavefronts: {} rounds; each loads for the lanes that remain, then compare-and-swap takes 2 more a phase.",
        cost.wavefronts, served.rounds.size());
  }
  if (access.law == CountLaw::compare_and_swap) {
    return fmt::format("{} wavefronts = 2 × {} lanes that want the busiest bank.", cost.wavefronts,
                       cost.wavefronts / 2);
  }
  const std::string what = access.law == CountLaw::words ? "distinct words" : "lanes";
  if (served.phases.size() == 1) {
    return fmt::format("{} wavefronts: the busiest bank holds {} {}, and a bank serves one at a time.", cost.wavefronts,
                       cost.ways, what);
  }
  return fmt::format("{} wavefronts = {}: in each phase, the {} of its busiest bank.", cost.wavefronts,
                     wavefront_sum(served), what);
}

std::string explain_ideal(const AccessAnalysis& access) {
  const WarpCost& cost = access.shown->served.cost;
  if (access.law == CountLaw::compare_and_swap || access.law == CountLaw::compare_and_swap_loop) {
    return fmt::format("{} wavefronts are the least that {} takes when no two lanes want one bank.", cost.ideal,
                       info(access.instruction).name);
  }
  return fmt::format("{} phase{} with an active lane, each at least one wavefront{}.", cost.ideal,
                     cost.ideal == 1 ? "" : "s", cost.merged ? " (the pair rule has merged phases)" : "");
}

std::string explain_prediction(const char* what, const std::optional<CyclePrediction>& cycles,
                               const MachineProfile& machine, const std::string& law) {
  if (!cycles)
    return fmt::format("{}: no law is known for this instruction on {}, so none is guessed.", what, machine.key);
  return fmt::format("{:.2f} cycles {} = {}; {} to ±{:.2f}. Source: {}{}{}.", cycles->cycles_per_instruction, what, law,
                     to_string(cycles->provenance.status), cycles->tolerance_cycles, cycles->provenance.source,
                     cycles->provenance.device.empty() ? "" : "; ", cycles->provenance.device);
}

std::string explain_saturated(const AccessAnalysis& access, const MachineProfile& machine) {
  const InstructionRule* rule = machine.rule(access.instruction);
  const WarpCost& cost = access.shown->served.cost;
  const std::string law = rule == nullptr ? std::string() : saturated_law_text(*rule, cost);
  return explain_prediction("saturated (many warps issue the same)", access.shown->saturated, machine, law);
}

std::string explain_latency(const AccessAnalysis& access, const MachineProfile& machine) {
  const InstructionRule* rule = machine.rule(access.instruction);
  const WarpCost& cost = access.shown->served.cost;
  const std::string law = rule == nullptr ? std::string() : latency_law_text(*rule, cost);
  return explain_prediction("of latency (a dependent chain, with one integer add)", access.shown->latency, machine,
                            law);
}

std::string explain_total(const AccessAnalysis& access, const char* what, std::int64_t total) {
  return fmt::format("{} {}: summed over {} = {} × {}.", total, what,
                     count_in_words(access.totals.instructions, "warp instruction"),
                     count_in_words(access.steps, "step"), count_in_words(access.warps, "warp"));
}

}  // namespace

std::string explain_figure(const AccessAnalysis& access, const MachineProfile& machine, Figure figure) {
  if (!access.shown) return "No answer: see the problem.";
  const WarpCost& cost = access.shown->served.cost;
  const AccessTotals& totals = access.totals;
  const int access_bytes = info(access.instruction).access_bytes;
  switch (figure) {
    case Figure::wavefronts:
      return explain_wavefronts(access);
    case Figure::ideal:
      return explain_ideal(access);
    case Figure::excess:
      return fmt::format("{} excess = {} − {} ideal: what a better layout could win.", cost.excess(),
                         count_in_words(cost.wavefronts, "wavefront"), cost.ideal);
    case Figure::bank_conflicts:
      return fmt::format("{}: what the profiler's {} will read for this instruction.",
                         count_in_words(cost.bank_conflicts, "bank conflict"),
                         profiler_counters(access.instruction).bank_conflicts);
    case Figure::ways:
      return fmt::format(
          "{} {} in one bank in one phase, at the worst. The profiler's \"n-way\" is another number: wavefronts per "
          "request, here {}.",
          cost.ways, access.law == CountLaw::words ? "distinct words" : "lanes", cost.wavefronts);
    case Figure::saturated_cycles:
      return explain_saturated(access, machine);
    case Figure::latency_cycles:
      return explain_latency(access, machine);
    case Figure::total_instructions:
      return fmt::format("{} = {} × {} of the block.", count_in_words(totals.instructions, "warp instruction"),
                         count_in_words(access.steps, "loop step"), count_in_words(access.warps, "warp"));
    case Figure::total_wavefronts:
      return explain_total(access, "wavefronts", totals.wavefronts);
    case Figure::total_ideal:
      return explain_total(access, "ideal wavefronts", totals.ideal);
    case Figure::total_excess:
      return fmt::format("{} excess = {} wavefronts − {} ideal.", totals.excess(), totals.wavefronts, totals.ideal);
    case Figure::total_bank_conflicts:
      return explain_total(access, "bank conflicts", totals.bank_conflicts);
    case Figure::bytes_asked:
      return fmt::format("{} bytes asked for: {} bytes for each active lane of {} warp instructions.",
                         totals.bytes_asked, access_bytes, totals.instructions);
    case Figure::bytes_moved:
      return fmt::format("{} bytes = {} wavefronts × {} bytes that 32 banks can deliver in each.", totals.bytes_moved,
                         totals.wavefronts, row_bytes);
    case Figure::efficiency:
      return fmt::format(
          "{:.0f} % = {} bytes asked for ÷ {} bytes the banks could have delivered; above 100 % when lanes share "
          "words.",
          100 * totals.efficiency(), totals.bytes_asked, totals.bytes_moved);
  }
  return {};
}

}  // namespace bankmap
