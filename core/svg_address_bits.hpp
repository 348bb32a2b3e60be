// core/svg_address_bits.hpp -- the bit picture of a tile and an access: the bits of row and column above, those of the bank below, and a
// line for each that takes part; what the swizzle adds is dashed. Under it the lane's bits, the sums in words, and the swizzle in
// other forms.
#pragma once

#include <string>

#include "core/report_svg.hpp"

namespace bankmap {

// pre: 0 <= access < analysis.accesses.size()
std::string svg_address_bits(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                             int access, const SvgStyle& style);

}  // namespace bankmap
