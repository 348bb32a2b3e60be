#include "core/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text_layout.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

constexpr int text_width = 100;

std::optional<double> law(const std::optional<CyclePrediction>& prediction) {
  return prediction ? std::optional(prediction->cycles_per_instruction) : std::nullopt;
}

// What is predicted; all absent where the instruction is not modelled.
struct PredictedFigures {
  std::optional<double> wavefronts, bank_conflicts, saturated, latency;
};

PredictedFigures figures_of(const std::optional<Prediction>& prediction) {
  if (!prediction) return {};
  return {prediction->wavefronts, prediction->bank_conflicts, law(prediction->saturated), law(prediction->latency)};
}

std::optional<double> median_of(const std::optional<CycleFigure>& figure) {
  return figure ? std::optional(figure->median_cycles) : std::nullopt;
}

std::optional<double> counted(const Measurement& measurement, double CounterFigure::*counter) {
  return measurement.counters ? std::optional((*measurement.counters).*counter) : std::nullopt;
}

std::string number(const std::optional<double>& value, bool whole) {
  if (!value) return "-";
  return whole ? fmt::format("{:g}", *value) : fmt::format("{:.2f}", *value);
}

std::string difference(const std::optional<ComparedFigure>& figure, bool whole) {
  if (!figure) return "-";
  if (whole) return figure->difference() == 0 ? "=" : fmt::format("{:+g}", figure->difference());
  return fmt::format("{:+.2f}", figure->difference_shown());
}

std::string row(std::string_view name, const std::optional<double>& predicted, const std::optional<double>& measured,
                const std::optional<ComparedFigure>& figure, bool whole) {
  const std::string_view mark = figure && !figure->agrees() ? "   differs" : "";
  return fmt::format("  {:22}{:>12}{:>12}{:>13}{}\n", name, number(predicted, whole), number(measured, whole),
                     difference(figure, whole), mark);
}

std::string sentences(std::string_view lead, const std::string& text) {
  std::string lines;
  for (const std::string& line : wrap(fmt::format("{}{}", lead, printable(text)), text_width - 2))
    lines += "  " + line + "\n";
  return lines;
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json predicted_json(const PredictedFigures& predicted) {
  return {{"wavefronts", or_null(predicted.wavefronts)},
          {"bank_conflicts", or_null(predicted.bank_conflicts)},
          {"saturated_cycles", or_null(predicted.saturated)},
          {"latency_cycles", or_null(predicted.latency)}};
}

Json measured_json(const Measurement& measurement) {
  return {{"wavefronts", or_null(counted(measurement, &CounterFigure::wavefronts))},
          {"bank_conflicts", or_null(counted(measurement, &CounterFigure::bank_conflicts))},
          {"saturated_cycles", or_null(median_of(measurement.saturated))},
          {"latency_cycles", or_null(median_of(measurement.latency))},
          {"one_warp_cycles", or_null(median_of(measurement.one_warp))}};
}

std::string verdict_of(const MeasuredAccess& each, const Comparison& comparison) {
  return each.not_run ? "not run: " + to_string(*each.not_run) : verdict(comparison);
}

Json access_json(const MeasuredAccess& each) {
  const Measurement& measurement = each.measurement;
  const Comparison comparison = compare(each.prediction, measurement);
  Json json{{"scenario", each.scenario},
            {"access", each.access},
            {"instruction", info(measurement.instruction).name},
            {"date", measurement.date},
            {"active_mask", fmt::format("{:08x}", measurement.addresses.active)},
            {"addresses_hash", addresses_hash(measurement.addresses)},
            {"predicted", predicted_json(figures_of(each.prediction))},
            {"measured", measured_json(measurement)},
            {"agrees", comparison.outcome() == Outcome::nothing_compared ? Json() : Json(comparison.agrees())},
            {"verdict", verdict_of(each, comparison)}};
  if (each.not_run) json["not_run"] = to_string(*each.not_run);
  if (measurement.counters_missing) {
    json["counters_missing"] = {{"reason", measurement.counters_missing->reason},
                                {"command", measurement.counters_missing->command}};
  }
  json["notes"] = measurement.notes;
  return json;
}

std::string pair(const std::optional<double>& predicted, const std::optional<double>& measured, bool whole) {
  return fmt::format("{:>8}{:>8}", number(predicted, whole), number(measured, whole));
}

std::string table_line(const MeasuredAccess& each) {
  const Measurement& measurement = each.measurement;
  const Comparison comparison = compare(each.prediction, measurement);
  const PredictedFigures predicted = figures_of(each.prediction);
  std::string line =
      fmt::format("{:30} {:18}{}{}{}\n", shorten(printable(each.scenario), 30), info(measurement.instruction).name,
                  pair(predicted.wavefronts, counted(measurement, &CounterFigure::wavefronts), true),
                  pair(predicted.saturated, median_of(measurement.saturated), false),
                  pair(predicted.latency, median_of(measurement.latency), false));
  if (comparison.outcome() == Outcome::differs) line += sentences("differs: ", verdict(comparison));
  if (comparison.outcome() == Outcome::nothing_compared) line += sentences("", verdict_of(each, comparison));
  return line;
}

// The first that was run: the others have no device.
const DeviceStamp* device_of(std::span<const MeasuredAccess> measured) {
  const auto run =
      std::find_if(measured.begin(), measured.end(), [](const MeasuredAccess& each) { return !each.not_run; });
  return run == measured.end() ? nullptr : &run->measurement.device;
}

}  // namespace

CompareCounts compare_counts(std::span<const MeasuredAccess> measured) {
  CompareCounts counts{.accesses = measured.size()};
  for (const MeasuredAccess& each : measured) {
    const Outcome outcome = compare(each.prediction, each.measurement).outcome();
    counts.compared += outcome != Outcome::nothing_compared ? 1 : 0;
    counts.agreeing += outcome == Outcome::agrees ? 1 : 0;
  }
  return counts;
}

std::string counts_text(const CompareCounts& counts) {
  if (counts.compared == 0 && counts.accesses > 0)
    return fmt::format("nothing to compare: 0 of {} accesses compared", counts.accesses);
  std::string text = fmt::format("{} of {} accesses as predicted", counts.agreeing, counts.compared);
  if (counts.compared < counts.accesses) text += fmt::format("; {} of {} compared", counts.compared, counts.accesses);
  return text;
}

std::string device_line(const DeviceStamp& device) {
  std::string line = fmt::format("{}, compute capability {}, driver {}", printable(device.name),
                                 printable(device.compute_capability), printable(device.driver));
  if (device.sm_clock_mhz > 0) line += fmt::format(", SM clock {:.0f} MHz", device.sm_clock_mhz);
  return line;
}

std::string comparison_text(const MeasuredAccess& measured) {
  const Measurement& measurement = measured.measurement;
  const Comparison comparison = compare(measured.prediction, measurement);
  const PredictedFigures predicted = figures_of(measured.prediction);
  std::string text = fmt::format("{}: {}\n  {:22}{:>12}{:>12}{:>13}\n", printable(measured.access),
                                 info(measurement.instruction).name, "", "predicted", "measured", "difference");
  text += row("wavefronts", predicted.wavefronts, counted(measurement, &CounterFigure::wavefronts),
              comparison.wavefronts, true);
  text += row("bank conflicts", predicted.bank_conflicts, counted(measurement, &CounterFigure::bank_conflicts),
              comparison.bank_conflicts, true);
  text += row("cycles, saturated", predicted.saturated, median_of(measurement.saturated), comparison.saturated, false);
  text += row("cycles, latency", predicted.latency, median_of(measurement.latency), comparison.latency, false);
  text += row("cycles, one warp", std::nullopt, median_of(measurement.one_warp), std::nullopt, false);
  text += sentences("Verdict: ", verdict_of(measured, comparison));
  if (measurement.counters_missing) {
    text += sentences("No counters: ", measurement.counters_missing->reason);
    if (!measurement.counters_missing->command.empty())
      text += sentences("What would allow them: ", measurement.counters_missing->command);
  }
  for (const std::string& note : measurement.notes) text += sentences("Note: ", note);
  return text;
}

std::string comparison_table(std::span<const MeasuredAccess> measured) {
  std::string text = fmt::format("{:49}{:>16}{:>16}{:>16}\n{:30} {:18}", "", "wavefronts", "saturated", "latency",
                                 "scenario", "instruction");
  for (int i = 0; i < 3; ++i) text += "   pred.   meas.";
  text += "\n";
  for (const MeasuredAccess& each : measured) text += table_line(each);
  return text + counts_text(compare_counts(measured)) + "\n";
}

std::string comparison_json(std::span<const MeasuredAccess> measured, std::string_view profile,
                            std::string_view incomplete) {
  Json json{{"format", "bankmap-comparison"}, {"version", 1}, {"profile", profile}};
  if (!incomplete.empty()) json["incomplete"] = incomplete;
  if (const DeviceStamp* device = device_of(measured)) {
    json["device"] = {
        {"name", device->name}, {"compute_capability", device->compute_capability}, {"driver", device->driver}};
  }
  const CompareCounts counts = compare_counts(measured);
  json["agreeing"] = counts.agreeing;
  json["compared"] = counts.compared;
  json["accesses"] = Json::array();
  for (const MeasuredAccess& each : measured) json["accesses"].push_back(access_json(each));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
