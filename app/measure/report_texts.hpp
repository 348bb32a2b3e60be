// app/measure/report_texts.hpp -- probes and whole kernels as text, for the terminal and for the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "gpu/probe.hpp"
#include "gpu/whole_kernels.hpp"

namespace bankmap {

// What the profile says otherwise, a sentence each; absent where there is nothing to compare with.
std::optional<std::vector<std::string>> probe_differences(const InstructionProbe& probed,
                                                          const MachineProfile* profile);

struct ProbeComparison {
  const ProbeReport& report;
  const MachineProfile* profile;  // null: there is none for this GPU
  std::size_t as_in_profile() const;
};
std::string probe_text(const ProbeComparison& found);

// A line for each kernel, and the published transpose to compare with.
std::string whole_kernels_text(const WholeKernelReport& report);

}  // namespace bankmap
