// app/views/lit.hpp -- what lights up because something is pointed at: the same in every view.
//
//     pointed at lane 9  ->  lanes 1, 9, 17, 25 (they fight for its bank), bank 9, bytes 1316..1319
//     pointed at a bank, a pass or bytes  ->  the lanes that touch it, their banks
#pragma once

#include <cstdint>
#include <string>

#include "app/selection.hpp"
#include "core/analysis.hpp"

namespace bankmap {

struct Lit {
  LaneMask lanes = 0;       // all that the selection is about
  LaneMask shares = 0;      // of these, the ones that share a word with the lane pointed at
  LaneMask conflicts = 0;   // of these, the ones that take turns with it
  std::uint32_t banks = 0;  // bit b: bank b; those of the target itself, not those of lanes that fight for them
  int pass = -1;            // the target's, 0-based
  ByteRange bytes;          // the target's own; empty for a bank or a pass
  bool any() const { return lanes != 0 || banks != 0 || bytes.any(); }
};
// Nothing pointed at, or no answer: nothing lit but the bank or the bytes themselves.
Lit lit(const AccessAnalysis& access, const Pointed& pointed);

// The bytes that an active lane of the warp that is shown touches. pre: access.shown, 0 <= lane < 32
ByteRange bytes_of_lane(const AccessAnalysis& access, int lane);

// Lanes of the shown warps that are served otherwise: another bank or another pass, or active in one of them only.
LaneMask differing_lanes(const AccessAnalysis& a, const AccessAnalysis& b);

// What there is to say about the target, in a sentence; empty where nothing is pointed at.
std::string explain_pointed(const AccessAnalysis& access, const Pointed& pointed);

}  // namespace bankmap
