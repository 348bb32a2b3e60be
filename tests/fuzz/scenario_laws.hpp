// What holds of a scenario, wherever it comes from.
#pragma once

#include "core/analysis.hpp"

namespace bankmap {

// Written and read back, as a file, and as a share string where it is not too large.
void require_survives_writing(const Scenario& scenario);

// Says of every access either why it is refused or what each of its steps costs.
void require_sound(const Scenario& scenario, const Analysis& analysis);

}  // namespace bankmap
