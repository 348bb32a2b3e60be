// app/measure/measurer.hpp -- what the worker measures with: the GPU, or in tests something that is slow, fails, or is
// lost at a wish.
//
// All calls come from one thread, the worker's, and each may take as long as it takes: while it lasts it asks
// control.cancelled between launches, which also says that it is alive.
#pragma once

#include <memory>
#include <vector>

#include "gpu/measure.hpp"
#include "gpu/probe.hpp"
#include "gpu/whole_kernels.hpp"

namespace bankmap {

class Measurer {
 public:
  virtual ~Measurer() = default;
  virtual Result<std::vector<GpuDevice>> devices() = 0;
  // Opens the device where it is not open yet. A device that cannot be opened has everything: measure() says why not.
  virtual bool has(int device, Instruction instruction) = 0;
  virtual Result<Measurement> measure(int device, const MeasureRequest& request, const RunControl& control) = 0;
  virtual Result<ProbeReport> probe(int device, const RunControl& control) = 0;
  virtual Result<WholeKernelReport> whole_kernels(int device, const RunControl& control) = 0;
};

// The GPUs of this machine. One session is held open: the first takes more than a second.
std::unique_ptr<Measurer> gpu_measurer();

}  // namespace bankmap
