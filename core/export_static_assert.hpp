// core/export_static_assert.hpp -- the layout as a C++17 header that does not compile once it has more conflicts than now.
//
//     namespace bankmap_transpose {
//     struct tile { static constexpr int64_t pitch_bits = 1056; ...  byte(row, col) };
//     struct load_a_column { ...  static constexpr Warp warp_at(step, warp); };
//     static_assert(wavefronts<load_a_column>(0, 16) <= 16, "load a column, warp instructions 0 to 15: 16 wavefronts ...");
//     }
//
// Self-contained: no include but <cstdint>, no CUDA needed; with nvcc the functions are for host and device, so that a kernel can
// take its offsets from the very functions that are checked. Each static_assert covers up to 16 warp instructions, so that compilers'
// limits on constant evaluation are not met; an access with more than 1024 is checked at every n-th, and the header says so.
#pragma once

#include <string>

#include "core/analysis.hpp"

namespace bankmap {

// name: of the namespace, "bankmap_" + name; made an identifier where it is none. Refuses what has no constant layout: a scenario
// with errors, and an index that depends on data. place: "accesses[1]", ...
Result<std::string> static_assert_header(const Scenario& scenario, const MachineProfile& machine,
                                         const Analysis& analysis, std::string_view name);

// The part that is the same in every header: counting wavefronts, written for constant evaluation (core/static_assert_engine.cpp).
std::string_view static_assert_engine();

}  // namespace bankmap
