// app/commands/copy_report.hpp -- what a cp.async.ca with sources of its own costs, for people and for scripts.
//
//     cp.async.ca.16 from these sources: 1 wavefront, ideal 1, excess 0
//
//     {"format": "bankmap-copy-order", "version": 1, "machine": {"key": "sm_90", "name": "..."}, "instruction": "cp.async.ca.16",
//      "status": "measured", "wavefronts": 1, "ideal": 1, "excess": 0, "bank_conflicts": 0, "ways": 1, "phases": 1,
//      "lanes": [{"lane": 0, "active": true, "address": 0, "source": 112, "phase": 1, "pass": 1} ...]}
//
// An inactive lane has only "lane" and "active"; phases and passes count from 1.
#pragma once

#include <string>

#include "core/copy_order.hpp"

namespace bankmap {

struct CopyAnswer {
  const MachineProfile& machine;
  const InstructionRule& rule;
  const LaneAddresses& lanes;
  const LaneSources& sources;
  CopyPasses served;
};

std::string copy_text(const CopyAnswer& answer);
std::string copy_json(const CopyAnswer& answer);

}  // namespace bankmap
