// What holds of a scenario, wherever it comes from.
#pragma once

#include "core/machine.hpp"
#include "core/scenario.hpp"

namespace bankmap {

// Written and read back, as a file, and as a share string where it is not too large.
void require_survives_writing(const Scenario& scenario);

// The analysis says of every access either why it is refused or what each of its steps costs.
void require_sound_analysis(const Scenario& scenario, const MachineProfile& machine);

}  // namespace bankmap
