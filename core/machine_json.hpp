// core/machine_json.hpp -- a machine profile as a versioned JSON file; the format is described in assets/machines/README.md.
//
// law: read_machine(write_machine(m)) == m. Unknown keys, a fact without a source, a bank count other than 32 and phases that
// overlap are refused with their place.
#pragma once

#include <string>
#include <string_view>

#include "core/machine.hpp"

namespace bankmap {

// Problems have the JSON pointer of the value as place, or line:column where the text is no JSON.
Result<MachineProfile> read_machine(std::string_view json_text);
// The canonical form: every rule on its own, all fields written; limits of occupancy only where the table has others.
std::string write_machine(const MachineProfile& machine);

}  // namespace bankmap
