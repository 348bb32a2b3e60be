// tests/gpu/measure_table.cpp -- measures the rows of a hardware table again, and compares.
//
//     measure_table FILE.csv [--rows N] [--no-counters] [--json FILE]
//
//     ld.b32            14 rows   counters 14/14 equal   saturated -0.08..-0.03   latency -0.03..+0.04   one warp
//     -0.2..+0.1
//
// N rows spread evenly over the instructions of the file. Exit 1 if a counter differs, 4 where there is no GPU. Prints
// the rows that differ, then the range of (measured - table) of each instruction.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_table.hpp"
#include "core/measurement_json.hpp"
#include "gpu/measure.hpp"

namespace {

using namespace bankmap;

struct Options {
  std::string table;
  std::string json;
  int rows = 500;
  bool counters = true;
};

std::map<Instruction, HardwareTable> read_table(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const Result<HardwareTable> table = read_hardware_table(text);
  if (!table) {
    fmt::print(stderr, "{}\n", to_string(at(path, table.error())));
    std::exit(2);
  }
  std::map<Instruction, HardwareTable> rows;
  for (const HardwareRow& row : *table) rows[row.instruction].push_back(row);
  return rows;
}

// `share` of them, evenly spread, at least one.
HardwareTable spread(const HardwareTable& rows, std::size_t share) {
  HardwareTable chosen;
  const std::size_t count = std::clamp<std::size_t>(share, 1, rows.size());
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(rows[i * rows.size() / count]);
  return chosen;
}

// How far measured values lie from the table's.
struct Differences {
  double least = INFINITY;
  double most = -INFINITY;
  void add(const std::optional<CycleFigure>& measured, const std::optional<double>& table) {
    if (!measured || !table) return;
    least = std::min(least, measured->median_cycles - *table);
    most = std::max(most, measured->median_cycles - *table);
  }
  std::string text() const { return least > most ? "-" : fmt::format("{:+.2f}..{:+.2f}", least, most); }
};

struct Tally {
  int rows = 0;
  int counted = 0;
  int equal = 0;
  int dropped = 0;
  Differences latency, one_warp, saturated;
};

bool same_counts(const HardwareRow& row, const CounterFigure& counters) {
  return counters.wavefronts == row.wavefronts && counters.bank_conflicts == row.bank_conflicts;
}

void add(Tally& tally, const HardwareRow& row, const Measurement& measured) {
  ++tally.rows;
  tally.latency.add(measured.latency, row.latency_cycles);
  tally.one_warp.add(measured.one_warp, row.one_warp_cycles);
  tally.saturated.add(measured.saturated, row.sixteen_warp_cycles);
  for (const auto& figure : {measured.latency, measured.one_warp, measured.saturated})
    tally.dropped += figure ? figure->dropped : 0;
  if (!measured.counters) return;
  ++tally.counted;
  if (same_counts(row, *measured.counters)) {
    ++tally.equal;
  } else {
    fmt::print("differs: {} {} mask {:08x}: wavefronts {} measured {}, conflicts {} measured {}\n",
               info(row.instruction).name, addresses_hash(row.lanes), row.lanes.active, row.wavefronts,
               measured.counters->wavefronts, row.bank_conflicts, measured.counters->bank_conflicts);
  }
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--rows" && has_value) {
      options.rows = std::atoi(argv[++i]);
    } else if (word == "--json" && has_value) {
      options.json = argv[++i];
    } else if (word == "--no-counters") {
      options.counters = false;
    } else {
      options.table = word;
    }
  }
  return options;
}

int run(const Options& options) {
  Result<GpuSession> session = GpuSession::open(0);
  if (!session) {
    fmt::print("{}\n", to_string(session.error()));
    return 4;
  }
  const auto table = read_table(options.table);
  const std::size_t share = static_cast<std::size_t>(options.rows) / std::max<std::size_t>(1, table.size());
  std::vector<Measurement> all;
  bool equal = true;
  std::string missing;
  const auto from = std::chrono::steady_clock::now();
  for (const auto& [instruction, rows] : table) {
    Tally tally;
    for (const HardwareRow& row : spread(rows, share)) {
      const auto measured =
          session->measure({.instruction = instruction, .addresses = row.lanes, .counters = options.counters});
      if (!measured) {
        fmt::print("{}: {}\n", info(instruction).name, to_string(measured.error()));
        equal = false;
        continue;
      }
      if (measured->counters_missing) missing = measured->counters_missing->reason;
      add(tally, row, *measured);
      all.push_back(*measured);
    }
    equal = equal && tally.counted == tally.equal;
    fmt::print("{:20} {:3} rows  counters {}/{} equal  saturated {}  latency {}  one warp {}  dropped {}\n",
               info(instruction).name, tally.rows, tally.equal, tally.counted, tally.saturated.text(),
               tally.latency.text(), tally.one_warp.text(), tally.dropped);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  fmt::print("{} measurements, {:.1f} ms each; {}\n", all.size(), 1000 * seconds / static_cast<double>(all.size()),
             missing.empty() ? "all counters read" : missing);
  if (!options.json.empty()) std::ofstream(options.json) << write_measurements(all);
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return run(read_options(argc, argv)); }
