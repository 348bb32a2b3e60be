// core/report_csv.hpp -- an Analysis as a table: one row a lane of the warp that is shown, for each access.
//
//     access,instruction,warp,step,lane,active,row,column,byte_address,word,bank,banks,phase,pass,shares_word_mask,conflict_mask
//     load,ld.b32,0,k=5,9,1,9,5,1316,329,9,1,1,2,0x00000000,0x02020002
//
//     access            name of the access
//     step              values of its loop variables, "k=5 j=0"; may be empty
//     active            1 or 0; the rest of the row is empty where 0
//     row, column       of the first element; empty for addresses given in bytes
//     bank, banks       of the first byte; how many banks from there on
//     phase, pass       counted from 1, as on the screen; lanes, banks and words count from 0
//     shares_word_mask  lanes served together because of the same word; bit i is lane i
//     conflict_mask     lanes of the phase that want a bank of this lane and must wait for their turn
//
// Quoted as RFC 4180 asks, lines end in a line feed. An access that is refused has no rows.
#pragma once

#include <string>

#include "core/analysis.hpp"
#include "core/scenario.hpp"

namespace bankmap {

// analysis: of that scenario. Never fails: what was refused is left out.
std::string report_csv(const Scenario& scenario, const Analysis& analysis);

}  // namespace bankmap
