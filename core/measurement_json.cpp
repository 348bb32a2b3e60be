#include "core/measurement_json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/json_reader.hpp"

namespace bankmap {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format_name = "bankmap-measurements";
constexpr int measurement_version = 1;
constexpr JsonLimits limits{.document_bytes = 32u << 20, .text_bytes = 1024, .depth = 8, .values = 2 << 20};
constexpr std::size_t most_measurements = 20'000;
constexpr std::size_t most_notes = 16;
constexpr double most_cycles = 1e9;
constexpr double most_count = 1e9;
constexpr double most_mhz = 1e5;
constexpr int most_samples = 1'000'000;

// The three figures under their names in the file.
using FigureMember = std::optional<CycleFigure> Measurement::*;
constexpr std::array<std::pair<std::string_view, FigureMember>, 3> figure_names{
    {{"latency", &Measurement::latency}, {"one_warp", &Measurement::one_warp}, {"saturated", &Measurement::saturated}}};

ordered_json figure_json(const CycleFigure& figure) {
  ordered_json out{{"median", figure.median_cycles},
                   {"spread", figure.spread_cycles},
                   {"samples", figure.samples},
                   {"dropped", figure.dropped}};
  if (!figure.dropped_why.empty()) out["dropped_why"] = figure.dropped_why;
  return out;
}

ordered_json counters_json(const CounterFigure& counters) {
  return {{"wavefronts", {{"counter", counters.wavefronts_name}, {"value", counters.wavefronts}}},
          {"bank_conflicts", {{"counter", counters.bank_conflicts_name}, {"value", counters.bank_conflicts}}}};
}

ordered_json device_json(const DeviceStamp& device) {
  return {{"name", device.name},
          {"compute_capability", device.compute_capability},
          {"driver", device.driver},
          {"cuda_runtime", device.cuda_runtime},
          {"sm_clock_mhz", device.sm_clock_mhz}};
}

ordered_json measurement_json(const Measurement& measurement) {
  ordered_json cycles = ordered_json::object();
  for (const auto& [name, member] : figure_names) {
    if (measurement.*member) cycles[std::string(name)] = figure_json(*(measurement.*member));
  }
  ordered_json out{{"device", device_json(measurement.device)},
                   {"date", measurement.date},
                   {"instruction", std::string(info(measurement.instruction).name)},
                   {"active_mask", fmt::format("{:08x}", measurement.addresses.active)},
                   {"byte_addresses", measurement.addresses.byte_address},
                   {"addresses_hash", addresses_hash(measurement.addresses)},
                   {"cycles_per_instruction", std::move(cycles)}};
  if (measurement.counters) out["counts_per_instruction"] = counters_json(*measurement.counters);
  if (const auto& missing = measurement.counters_missing) {
    out["counters_missing"] = {{"reason", missing->reason}, {"command", missing->command}};
  }
  out["notes"] = measurement.notes;
  return out;
}

DeviceStamp read_device(const JsonReader& json) {
  json.keys({"name", "compute_capability", "driver", "cuda_runtime", "sm_clock_mhz"});
  return {.name = json["name"].text(),
          .compute_capability = json["compute_capability"].text(),
          .driver = json["driver"].text(),
          .cuda_runtime = json["cuda_runtime"].text(),
          .sm_clock_mhz = json["sm_clock_mhz"].number(0, most_mhz)};
}

CycleFigure read_figure(const JsonReader& json) {
  json.keys({"median", "spread", "samples", "dropped"}, {"dropped_why"});
  return {.median_cycles = json["median"].number(-most_cycles, most_cycles),
          .spread_cycles = json["spread"].number(0, most_cycles),
          .samples = json["samples"].integer<int>(1, most_samples),
          .dropped = json["dropped"].integer<int>(0, most_samples),
          .dropped_why = json.has("dropped_why") ? json["dropped_why"].text() : ""};
}

std::pair<std::string, double> read_count(const JsonReader& json) {
  json.keys({"counter", "value"});
  return {json["counter"].text(), json["value"].number(0, most_count)};
}

CounterFigure read_counters(const JsonReader& json) {
  json.keys({"wavefronts", "bank_conflicts"});
  const auto [wavefronts_name, wavefronts] = read_count(json["wavefronts"]);
  const auto [conflicts_name, conflicts] = read_count(json["bank_conflicts"]);
  return {wavefronts_name, wavefronts, conflicts_name, conflicts};
}

LaneMask read_mask(const JsonReader& json) {
  const std::string text = json.text();
  LaneMask mask = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mask, 16);
  const bool whole = error == std::errc() && end == text.data() + text.size() && text.size() == 8;
  if (!whole || text != fmt::format("{:08x}", mask))
    json.refuse("not a lane mask", "8 hex digits in small letters, such as 0000ffff");
  return mask;
}

LaneAddresses read_addresses(const JsonReader& json) {
  LaneAddresses lanes;
  lanes.active = read_mask(json["active_mask"]);
  const std::vector<JsonReader> items = json["byte_addresses"].items(lane_count, lane_count);
  for (std::size_t lane = 0; lane < items.size(); ++lane) {
    lanes.byte_address[lane] = items[lane].integer<std::uint32_t>(0, UINT32_MAX);
  }
  const JsonReader hash = json["addresses_hash"];
  if (hash.text() != addresses_hash(lanes)) hash.refuse("not the hash of these addresses", addresses_hash(lanes));
  return lanes;
}

Instruction measured_instruction(const JsonReader& json) {
  const Result<Instruction> found = instruction_named(json.text());
  if (!found) json.refuse(found.error());
  return found.value_or(Instruction{});
}

void read_optional_parts(const JsonReader& json, Measurement& measurement) {
  const JsonReader cycles = json["cycles_per_instruction"];
  cycles.keys({}, {"latency", "one_warp", "saturated"});
  for (const auto& [name, member] : figure_names) {
    if (cycles.has(name)) measurement.*member = read_figure(cycles[name]);
  }
  if (json.has("counts_per_instruction")) measurement.counters = read_counters(json["counts_per_instruction"]);
  if (json.has("counters_missing")) {
    const JsonReader missing = json["counters_missing"];
    missing.keys({"reason", "command"});
    measurement.counters_missing = CountersMissing{missing["reason"].text(), missing["command"].text()};
  }
}

Measurement read_measurement(const JsonReader& json) {
  json.keys({"device", "date", "instruction", "active_mask", "byte_addresses", "addresses_hash",
             "cycles_per_instruction", "notes"},
            {"counts_per_instruction", "counters_missing"});
  Measurement measurement;
  measurement.device = read_device(json["device"]);
  measurement.date = json["date"].text();
  measurement.instruction = measured_instruction(json["instruction"]);
  measurement.addresses = read_addresses(json);
  read_optional_parts(json, measurement);
  for (const JsonReader& note : json["notes"].items(most_notes)) measurement.notes.push_back(note.text());
  return measurement;
}

}  // namespace

Result<std::vector<Measurement>> read_measurements(std::string_view json_text) {
  return read_json<std::vector<Measurement>>(json_text, limits, [](const JsonReader& json) {
    std::vector<Measurement> measurements;
    // First, so that a file of another kind is told what it is not, and not which of its keys is unknown.
    if (const std::string format = json.has("format") ? json["format"].text() : std::string(format_name);
        format != format_name) {
      json["format"].refuse(fmt::format("these are no measurements, but \"{}\"", shown(format)),
                            fmt::format("\"format\": \"{}\"", format_name));
    }
    json.keys({"format", "version", "measurements"}, {"incomplete"});
    if (json.has("incomplete")) json["incomplete"].text();
    json["version"].integer<int>(measurement_version, measurement_version);
    for (const JsonReader& item : json["measurements"].items(most_measurements)) {
      if (json.refused()) break;
      measurements.push_back(read_measurement(item));
    }
    return measurements;
  });
}

std::string write_measurements(std::span<const Measurement> measurements, std::string_view incomplete) {
  std::string lines;  // one for each measurement: a file of thousands stays readable, and its changes stay small
  for (const Measurement& measurement : measurements) {
    lines += lines.empty() ? "\n" : ",\n";
    // Names may come from a driver in any encoding: what is not UTF-8 is replaced, never a reason to stop.
    lines += measurement_json(measurement).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  }
  const std::string mark =
      incomplete.empty()
          ? ""
          : fmt::format("\"incomplete\": {}, ",
                        ordered_json(incomplete).dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  return fmt::format("{{\"format\": \"{}\", \"version\": {}, {}\"measurements\": [{}\n]}}\n", format_name,
                     measurement_version, mark, lines);
}

}  // namespace bankmap
