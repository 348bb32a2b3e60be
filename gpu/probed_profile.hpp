// gpu/probed_profile.hpp -- a machine profile out of what `bankmap probe` has found on a GPU. Pure.
//
//     ld.b64 on a GPU of 8.8, nearest profile sm_89:
//       phases, pair rule, merge of equal words     measured on this GPU
//       saturated, latency                          cycles a wavefront measured, the rest of sm_89: so `assumed`
//     atom.add.f32, occupancy, banks                of sm_89, `assumed`, its source said
//     stmatrix.x4                                   not modelled: the GPU does not have it
#pragma once

#include "core/machine.hpp"
#include "core/problem.hpp"
#include "gpu/probe.hpp"

namespace bankmap {

// The known profile whose compute capability is nearest, in tenths (8.7 is one away from 8.6, two from 8.9); of equals the older. Null
// where nothing is known, or where the text is no compute capability.
const MachineProfile* nearest_profile(const MachineProfiles& known, std::string_view compute_capability);

// Where a part of the probe did not work out (a note, or lanes that fall into no phases), the whole instruction is the nearest profile's,
// and the source says why. Refuses a report without a device, a GPU of a kind nothing is known about, and what core/machine_json would
// not read back.
Result<MachineProfile> probed_profile(const ProbeReport& report, const MachineProfiles& known);

}  // namespace bankmap
