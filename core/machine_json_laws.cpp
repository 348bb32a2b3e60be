#include "core/machine_json_laws.hpp"

#include <array>
#include <utility>

namespace bankmap {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr double most_cycles = 10'000;  // of any constant of a cycle law

constexpr std::array<std::pair<std::string_view, FactStatus>, 3> status_names{
    {{"measured", FactStatus::measured}, {"documented", FactStatus::documented}, {"assumed", FactStatus::assumed}}};

std::vector<double> read_cycles(const JsonReader& list) {
  std::vector<double> read;
  for (const JsonReader& cycles : list.items(lane_count, 1)) read.push_back(cycles.number(0, most_cycles));
  return read;
}

RowTable read_row_table(const JsonReader& table) {
  table.keys({"rows", "copies", "cycles"});
  return {.rows = table["rows"].integer<int>(1, most_table_rows),
          .copies = table["copies"].integer<int>(1, most_table_copies),
          .cycles = read_cycles(table["cycles"])};
}

}  // namespace

// ---- reading ----

std::string some_text(const JsonReader& json) {
  std::string text = json.text();
  if (text.empty()) json.refuse("this text is empty");
  return text;
}

Provenance read_provenance(const JsonReader& fact) {
  Provenance read;
  read.status = fact["status"].one_of<FactStatus>(status_names);
  read.source = some_text(fact["source"]);
  if (fact.has("device")) read.device = some_text(fact["device"]);
  if (read.status == FactStatus::measured && read.device.empty()) {
    fact.refuse("a measured fact needs a device", "\"device\": \"name, driver, date\"");
  }
  return read;
}

SaturatedLaw read_saturated(const JsonReader& law) {
  law.keys({"overhead_cycles", "beats", "tolerance_cycles", "status", "source"},
           {"merged_beats", "cycles_per_wavefront", "few_cycles", "row_table", "device"});
  SaturatedLaw read;
  read.overhead_cycles = law["overhead_cycles"].number(-most_cycles, most_cycles);
  if (law.has("cycles_per_wavefront")) read.cycles_per_wavefront = law["cycles_per_wavefront"].number(0, most_cycles);
  read.beats = law["beats"].number(0, most_cycles);
  read.merged_beats = law.has("merged_beats") ? law["merged_beats"].number(0, most_cycles) : read.beats;
  if (law.has("few_cycles")) read.few_cycles = read_cycles(law["few_cycles"]);
  if (law.has("row_table")) read.row_table = read_row_table(law["row_table"]);
  read.tolerance_cycles = law["tolerance_cycles"].number(0, most_cycles);
  read.provenance = read_provenance(law);
  return read;
}

LatencyLaw read_latency(const JsonReader& law) {
  law.keys({"base_cycles", "cycles_per_wavefront", "tolerance_cycles", "status", "source"},
           {"merged_base_cycles", "up_to_wavefronts", "device"});
  LatencyLaw read;
  read.base_cycles = law["base_cycles"].number(-most_cycles, most_cycles);
  read.merged_base_cycles =
      law.has("merged_base_cycles") ? law["merged_base_cycles"].number(-most_cycles, most_cycles) : read.base_cycles;
  read.cycles_per_wavefront = law["cycles_per_wavefront"].number(0, most_cycles);
  if (law.has("up_to_wavefronts")) read.up_to_wavefronts = law["up_to_wavefronts"].integer<int>(1, any_wavefronts);
  read.tolerance_cycles = law["tolerance_cycles"].number(0, most_cycles);
  read.provenance = read_provenance(law);
  return read;
}

LoopLaw read_loop(const JsonReader& law) {
  law.keys({"warps", "base_cycles", "cycles_per_round", "cycles_per_wavefront", "status", "source"},
           {"cycles_per_split_load", "first_turn_cycles", "further_turn_cycles", "last_turn_cycles", "free_wavefronts",
            "cycles_per_crowded_wavefront", "tolerance_cycles", "tolerance_share", "device"});
  const auto cycles = [&](std::string_view key) {
    return law.has(key) ? law[key].number(-most_cycles, most_cycles) : 0.0;
  };
  LoopLaw read;
  read.warps = law["warps"].integer<int>(1, 64);
  read.base_cycles = cycles("base_cycles");
  read.cycles_per_round = cycles("cycles_per_round");
  read.cycles_per_wavefront = cycles("cycles_per_wavefront");
  read.cycles_per_split_load = cycles("cycles_per_split_load");
  read.first_turn_cycles = cycles("first_turn_cycles");
  read.further_turn_cycles = cycles("further_turn_cycles");
  read.last_turn_cycles = cycles("last_turn_cycles");
  if (law.has("free_wavefronts")) read.free_wavefronts = law["free_wavefronts"].integer<int>(0, any_wavefronts);
  read.cycles_per_crowded_wavefront = cycles("cycles_per_crowded_wavefront");
  read.tolerance_cycles = law.has("tolerance_cycles") ? law["tolerance_cycles"].number(0, most_cycles) : 0;
  read.tolerance_share = law.has("tolerance_share") ? law["tolerance_share"].number(0, 1) : 0;
  read.provenance = read_provenance(law);
  return read;
}

// ---- writing ----

void add_provenance(OrderedJson& fact, const Provenance& provenance) {
  fact["status"] = to_string(provenance.status);
  fact["source"] = provenance.source;
  if (!provenance.device.empty()) fact["device"] = provenance.device;
}

OrderedJson saturated_json(const SaturatedLaw& law) {
  OrderedJson json;
  json["overhead_cycles"] = law.overhead_cycles;
  json["cycles_per_wavefront"] = law.cycles_per_wavefront;
  json["beats"] = law.beats;
  json["merged_beats"] = law.merged_beats;
  if (!law.few_cycles.empty()) json["few_cycles"] = law.few_cycles;
  if (law.row_table) {
    json["row_table"] = {
        {"rows", law.row_table->rows}, {"copies", law.row_table->copies}, {"cycles", law.row_table->cycles}};
  }
  json["tolerance_cycles"] = law.tolerance_cycles;
  add_provenance(json, law.provenance);
  return json;
}

OrderedJson latency_json(const LatencyLaw& law) {
  OrderedJson json;
  json["base_cycles"] = law.base_cycles;
  json["merged_base_cycles"] = law.merged_base_cycles;
  json["cycles_per_wavefront"] = law.cycles_per_wavefront;
  json["up_to_wavefronts"] = law.up_to_wavefronts;
  json["tolerance_cycles"] = law.tolerance_cycles;
  add_provenance(json, law.provenance);
  return json;
}

OrderedJson loop_json(const LoopLaw& law) {
  OrderedJson json;
  json["warps"] = law.warps;
  json["base_cycles"] = law.base_cycles;
  json["cycles_per_round"] = law.cycles_per_round;
  json["cycles_per_wavefront"] = law.cycles_per_wavefront;
  json["cycles_per_split_load"] = law.cycles_per_split_load;
  json["first_turn_cycles"] = law.first_turn_cycles;
  json["further_turn_cycles"] = law.further_turn_cycles;
  json["last_turn_cycles"] = law.last_turn_cycles;
  json["free_wavefronts"] = law.free_wavefronts;
  json["cycles_per_crowded_wavefront"] = law.cycles_per_crowded_wavefront;
  json["tolerance_cycles"] = law.tolerance_cycles;
  json["tolerance_share"] = law.tolerance_share;
  add_provenance(json, law.provenance);
  return json;
}

}  // namespace bankmap
