// core/scenario_json.hpp -- a scenario as a versioned JSON file; the format is described in assets/scenarios/README.md.
//
// law: read_scenario(write_scenario(s)) == s for every scenario that read_scenario accepts.
// Refused, with the place ("/tiles/0/rows", or line and column for broken JSON): unknown and repeated keys, wrong types, a
// version that is not ours, sizes beyond those of core/tile.hpp and core/scenario.hpp, nesting deeper than 16, texts over 4096 bytes,
// files over 1 MiB, NUL bytes. What is merely wrong (an expression that does not parse) is read: it is the person's work.
#pragma once

#include <string>
#include <string_view>

#include "core/json_reader.hpp"
#include "core/scenario.hpp"

namespace bankmap {

Result<Scenario> read_scenario(std::string_view json_text);
// A scenario that stands inside of another document, as in a lesson.
Scenario read_scenario(const JsonReader& json);
std::string write_scenario(const Scenario& scenario);

}  // namespace bankmap
