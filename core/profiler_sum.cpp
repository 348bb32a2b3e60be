#include "core/profiler_sum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "core/in_words.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

// "4", "1.5"
std::string short_number(double value) { return fmt::format("{:.3g}", value); }

bool conflicts_are_above_phases(const ProfilerSum& sum) {
  return sum.law == CountLaw::words || sum.law == CountLaw::lanes;
}

std::string factors(const ProfilerSum& sum) {
  if (sum.idle > 0)
    return fmt::format("{} × {}", count_in_words(sum.terms[0].requests, "request"),
                       count_in_words(sum.blocks, "block"));
  return fmt::format("{} × {} × {}", count_in_words(sum.steps, "step"), count_in_words(sum.warps, "warp"),
                     count_in_words(sum.blocks, "block"));
}

// "(16 × 1 + 16 × 2)": requests times what each counts.
std::string terms_in_words(const ProfilerSum& sum, int ProfilerTerm::*each) {
  constexpr std::size_t most = 4;
  std::vector<std::string> parts;
  for (const ProfilerTerm& term : sum.terms) {
    if (parts.size() == most) {
      parts.emplace_back("…");
      break;
    }
    parts.push_back(fmt::format("{} × {}", grouped(term.requests), term.*each));
  }
  return fmt::format("({})", fmt::join(parts, " + "));
}

void add(KernelCounter& counter, std::size_t access, std::int64_t value) {
  counter.of_access[access] += value;
  counter.total += value;
}

}  // namespace

bool is_request(const WarpCost& cost) { return cost.ideal > 0; }

double ProfilerSum::wavefronts_per_request() const {
  return requests == 0 ? 0 : static_cast<double>(wavefronts) / static_cast<double>(requests);
}
double ProfilerSum::conflict_percent() const {
  return wavefronts == 0 ? 0 : 100 * static_cast<double>(bank_conflicts) / static_cast<double>(wavefronts);
}

ProfilerSum profiler_sum(const AccessAnalysis& access, std::int64_t blocks) {
  ProfilerSum sum;
  sum.counters = profiler_counters(access.instruction);
  sum.law = access.law;
  sum.blocks = blocks;
  if (!access.shown) return sum;
  sum.steps = access.steps;
  sum.warps = access.warps;
  for (const WarpCost& cost : access.costs) {
    if (!is_request(cost)) {
      ++sum.idle;
      continue;
    }
    const ProfilerTerm like{1, cost.wavefronts, cost.phases, cost.bank_conflicts, cost.ideal};
    const auto same = [&](const ProfilerTerm& term) {
      ProfilerTerm one = term;
      one.requests = 1;
      return one == like;
    };
    const auto found = std::ranges::find_if(sum.terms, same);
    if (found == sum.terms.end()) {
      sum.terms.push_back(like);
    } else {
      ++found->requests;
    }
  }
  std::ranges::stable_sort(sum.terms, [](const ProfilerTerm& a, const ProfilerTerm& b) {
    return std::tie(a.wavefronts, a.bank_conflicts) > std::tie(b.wavefronts, b.bank_conflicts);
  });
  sum.requests = (access.totals.instructions - sum.idle) * blocks;
  sum.wavefronts = access.totals.wavefronts * blocks;
  sum.bank_conflicts = access.totals.bank_conflicts * blocks;
  sum.ideal = access.totals.ideal * blocks;
  return sum;
}

std::string wavefront_product(const ProfilerSum& sum) {
  if (sum.terms.empty()) return sum.idle > 0 ? "no request" : "no answer";
  if (sum.terms.size() == 1) {
    return fmt::format("{} × {} = {}", count_in_words(sum.terms[0].wavefronts, "wavefront"), factors(sum),
                       grouped(sum.wavefronts));
  }
  return fmt::format("{} wavefronts × {} = {}", terms_in_words(sum, &ProfilerTerm::wavefronts),
                     count_in_words(sum.blocks, "block"), grouped(sum.wavefronts));
}

std::string conflict_product(const ProfilerSum& sum) {
  if (sum.terms.empty()) return sum.idle > 0 ? "no request" : "no answer";
  if (sum.terms.size() > 1) {
    return fmt::format("{} conflicts × {} = {}", terms_in_words(sum, &ProfilerTerm::bank_conflicts),
                       count_in_words(sum.blocks, "block"), grouped(sum.bank_conflicts));
  }
  const ProfilerTerm& term = sum.terms[0];
  const std::string each =
      conflicts_are_above_phases(sum)
          ? fmt::format("({} − {})", count_in_words(term.wavefronts, "wavefront"), count_in_words(term.phases, "phase"))
          : count_in_words(term.bank_conflicts, "conflict");
  return fmt::format("{} × {} = {}", each, factors(sum), grouped(sum.bank_conflicts));
}

std::string explain_idle(const ProfilerSum& sum) {
  if (sum.idle == 0) return {};
  const std::int64_t all = sum.requests / sum.blocks + sum.idle;
  if (sum.requests == 0) return "No warp instruction has an active lane: nothing is issued (assumed).";
  return fmt::format(
      "{} of the {} warp instructions of a block {} no active lane and issue{} nothing (assumed): {} left as "
      "requests.",
      grouped(sum.idle), grouped(all), sum.idle == 1 ? "has" : "have", sum.idle == 1 ? "s" : "",
      all - sum.idle == 1 ? "1 is" : grouped(all - sum.idle) + " are");
}

std::string explain_n_way(const ProfilerSum& sum) {
  if (sum.requests == 0) return sum.idle > 0 ? explain_idle(sum) : "No warp instruction has an answer.";
  const double n = sum.wavefronts_per_request();
  std::string text =
      fmt::format("Nsight Compute's \"{:.1f}-way bank conflict\" is {} wavefronts ÷ {}, and not what meets in a bank.",
                  n, grouped(sum.wavefronts), count_in_words(sum.requests, "request"));
  const double floor = static_cast<double>(sum.ideal) / static_cast<double>(sum.requests);
  if (sum.wavefronts == sum.ideal) {
    text += n > 1 ? fmt::format(
                        " Here all of it is free: {} is the least that these accesses can take, and there is "
                        "no excess.",
                        short_number(floor))
                  : " One wavefront for each request is the least there is.";
  } else {
    text += fmt::format(" Of the {}, the least that these accesses can take is {}; {} could be won.", short_number(n),
                        short_number(floor), short_number(n - floor));
  }
  return text;
}

std::vector<KernelCounter> kernel_counters(const Analysis& analysis, std::int64_t blocks) {
  std::vector<KernelCounter> counters;
  const auto counter = [&](std::string_view name) -> KernelCounter& {
    const auto found = std::ranges::find(counters, name, &KernelCounter::name);
    if (found != counters.end()) return *found;
    return counters.emplace_back(
        KernelCounter{std::string(name), std::vector<std::int64_t>(analysis.accesses.size(), 0), 0});
  };
  for (std::size_t i = 0; i < analysis.accesses.size(); ++i) {
    const AccessAnalysis& access = analysis.accesses[i];
    const CounterNames names = profiler_counters(access.instruction);
    if (!access.shown || names.wavefronts.empty()) continue;
    add(counter(names.wavefronts), i, access.totals.wavefronts * blocks);
    add(counter(names.bank_conflicts), i, access.totals.bank_conflicts * blocks);
  }
  return counters;
}

}  // namespace bankmap
