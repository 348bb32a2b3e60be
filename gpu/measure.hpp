// gpu/measure.hpp -- runs one warp instruction of shared memory on a GPU, and says what it cost.
//
//     place      the lanes' addresses in the kernel's shared memory: moved by multiples of 128 bytes, so the banks stay
//     for each of latency, one warp, saturated:
//       launch   one block; each of its warps runs the instruction R1 times, then R2 > R1 times, again and again (9
//       samples);
//                  latency    each instruction adds the last one's result (0) to its address: one warp, nothing
//                  overlaps one warp   eight copies, 128 bytes apart, then their results; one warp saturated  the same
//                  by 16 warps
//       sample   (cycles of the long run - cycles of the short run) / (R2 - R1): what both have in common is gone; the
//       cycles of a
//                run go from the first warp's start to the last warp's stop, on the clock of the multiprocessor
//       figure   median and spread of the samples, without outliers (core/measurement.hpp)
//     for the counters:
//       launch   one warp that runs eight copies of the instruction, and nothing else that touches shared memory, under
//       CUPTI's
//                range profiler; counts / 8
//
// Lanes that are not active branch around the instruction. A kernel that does not answer within seconds is given up:
// its session is lost, the program lives on. No session is shared between threads at the same time; each measure()
// keeps its thread busy. After an error on the device its context is reset, which ends every session of this process on
// that device; the next measure() opens it again. (On some virtual machines the driver then refuses this process; it
// says so, and a new one works.)
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/instruction.hpp"
#include "core/lanes.hpp"
#include "core/measurement.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct GpuDevice {
  int index = 0;
  std::string name;                // "NVIDIA H200"
  std::string compute_capability;  // "9.0"
  int multiprocessors = 0;
  int shared_bytes_per_block = 0;  // the most that a kernel may ask for
};

// Why there is none, where there is none: no driver, one that is too old, no device, or a program built without CUDA.
Result<std::vector<GpuDevice>> devices();

struct MeasureRequest {
  Instruction instruction{};
  LaneAddresses addresses;  // exactly what the model analysed
  bool latency = true;      // left out for instructions without a result
  bool one_warp = true;
  bool saturated = true;
  bool counters = true;
};

// Asked between launches. What takes long also says how far it is.
struct RunControl {
  std::function<bool()> cancelled;                                     // may be empty
  std::function<void(double share, std::string_view doing)> progress;  // may be empty; share 0 to 1
};

// One device, held open: the kernels are loaded and the profiler is set up once, then a measurement takes milliseconds.
class GpuSession {
 public:
  static Result<GpuSession> open(int device_index);
  GpuSession(GpuSession&&) noexcept;
  GpuSession& operator=(GpuSession&&) noexcept;
  ~GpuSession();

  const GpuDevice& device() const;
  bool has(Instruction instruction) const;  // stmatrix needs compute capability 9.0, cp.async 8.0
  Result<Measurement> measure(const MeasureRequest& request, const RunControl& control = {});

 private:
  struct State;
  explicit GpuSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Opens the device, measures once, closes it again.
Result<Measurement> measure(int device_index, const MeasureRequest& request);

}  // namespace bankmap
