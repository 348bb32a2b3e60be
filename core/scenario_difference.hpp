// core/scenario_difference.hpp -- in which fields two scenarios differ: for a comparison side by side.
//
//     {place "tiles[0].padding", before "0", after "1"}      the fields of the file format, in its order
#pragma once

#include <string>
#include <vector>

#include "core/scenario.hpp"

namespace bankmap {

struct FieldDifference {
  std::string place;   // "accesses[1].pattern.kind"
  std::string before;  // as it would stand in a file, without quotes; "–" where the field is not there
  std::string after;
  bool operator==(const FieldDifference&) const = default;
};

// law: empty exactly when before == after.
std::vector<FieldDifference> differences(const Scenario& before, const Scenario& after);

}  // namespace bankmap
