// app/measure/measure_job.hpp -- what the worker is asked, and what it answers: plain values, each with the question
// inside, so that an answer can never be taken for that of another question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/editor.hpp"
#include "core/measurement.hpp"
#include "core/problem.hpp"
#include "gpu/measure.hpp"
#include "gpu/probe.hpp"
#include "gpu/whole_kernels.hpp"

namespace bankmap {

struct FindDevices {};
struct MeasureScenario {
  Preset asked;  // a copy: what the person changes meanwhile does not matter
};
struct MeasurePresets {
  std::vector<Preset> presets;
};
struct ProbeDevice {};
struct MeasureWholeKernels {};
using MeasureTask = std::variant<FindDevices, MeasureScenario, MeasurePresets, ProbeDevice, MeasureWholeKernels>;

struct MeasureJob {
  std::uint64_t number = 0;  // of the job: answers carry it
  int device = 0;
  MeasureTask task;
};

// One access as it was shown: the addresses that the model analysed, and what the GPU did with them.
struct AccessAnswer {
  std::string scenario;
  std::string access;
  Instruction instruction{};
  LaneAddresses addresses;
  Result<Measurement> measured;
};

struct MeasureAnswer {
  std::uint64_t number = 0;
  std::vector<GpuDevice> devices;
  std::vector<AccessAnswer> accesses;
  std::optional<ProbeReport> probe;
  std::optional<WholeKernelReport> whole_kernels;
  std::optional<Problem> ended;  // why there is no more: what was measured before is kept
};

// Whether a recorded or an earlier measurement is one of these very lane addresses: those of inactive lanes do not
// count.
bool same_access(Instruction a, const LaneAddresses& a_lanes, Instruction b, const LaneAddresses& b_lanes);

}  // namespace bankmap
