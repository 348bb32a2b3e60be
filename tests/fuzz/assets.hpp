// The program's own data, as the laws need it: read once, and a file that is missing or broken ends the run.
#pragma once

#include <optional>
#include <string_view>

#include "core/machine.hpp"
#include "core/scenario.hpp"

namespace bankmap {

const MachineProfiles& all_machines();
const MachineProfile& measured_machine();  // sm_90, the one with laws for cycles
Result<Scenario> preset_named(std::string_view name);

}  // namespace bankmap
