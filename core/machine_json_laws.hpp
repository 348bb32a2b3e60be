// core/machine_json_laws.hpp -- the part of a machine file that says how many cycles, and where a fact comes from (internal to core).
//
//     "latency": {"base_cycles": 27, "cycles_per_wavefront": 2, "tolerance_cycles": 0.04, "status": "...", "source": "..."}
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/json_reader.hpp"
#include "core/machine.hpp"

namespace bankmap {

std::string some_text(const JsonReader& json);  // refuses an empty one
Provenance read_provenance(const JsonReader& fact);
SaturatedLaw read_saturated(const JsonReader& law);
LatencyLaw read_latency(const JsonReader& law);
LoopLaw read_loop(const JsonReader& law);

void add_provenance(nlohmann::ordered_json& fact, const Provenance& provenance);
nlohmann::ordered_json saturated_json(const SaturatedLaw& law);
nlohmann::ordered_json latency_json(const LatencyLaw& law);
nlohmann::ordered_json loop_json(const LoopLaw& law);

}  // namespace bankmap
