// core/export_cuda.hpp -- a scenario as a stand-alone CUDA program, and what that program must print.
//
//     bankmap export transpose-float-padded --format cuda -o access.cu
//     nvcc -std=c++17 -O3 -arch=native -o access access.cu
//     ./access                cycles per instruction of every access, beside the prediction
//     ./access --addresses    "addresses ACCESS WARP STEP MASK BYTE0 ... BYTE31" for every warp instruction
//
// Laws: what the program prints with --addresses is cuda_addresses(scenario), on a GPU and, compiled by any C++17 compiler, without one.
// No text of the person's own reaches the program unread: expressions are printed from parsed trees in 64-bit arithmetic, names are
// checked identifiers, and titles go through core/source_text.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis.hpp"

namespace bankmap {

// file: where the program will be written, for the compile line in the comment on top ("access.cu" unless given); any name will do.
// Refuses what the hardware would refuse, with the access or tile as place and with the step. An access that the machine has no rule
// for is exported without a prediction: the comment says that it is unknown.
Result<std::string> export_cuda(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                                std::string_view file = {});

// The lines, from the model: bytes counted from the start of the tile, '-' for a lane that takes no part.
Result<std::string> cuda_addresses(const Scenario& scenario);

}  // namespace bankmap
