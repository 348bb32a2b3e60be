// tests/gui/fake_gpu.hpp -- a GPU for tests: it answers what it is told, as slowly as it is told, or not at all.
//
//     auto gpu = std::make_shared<FakeGpu>();
//     gpu->hold();                          the next measurement waits ...
//     desk.start(fake_measurer(gpu), ...);
//     gpu->until_begun(1);              ... and the test knows when it does
//     gpu->go_on();
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "app/assets.hpp"
#include "app/measure/measurer.hpp"
#include "core/comparison.hpp"
#include "tests/gui/gate.hpp"

namespace bankmap {

inline constexpr std::chrono::milliseconds for_ever = std::chrono::hours(24);

class FakeGpu : public Gate {
 public:
  Result<std::vector<GpuDevice>> devices =
      std::vector<GpuDevice>{{.index = 0, .name = "Fake H200", .compute_capability = "9.0"}};
  std::function<Result<Measurement>(const MeasureRequest&)> answer = as_predicted;
  std::function<bool(Instruction)> has = [](Instruction) { return true; };
  bool deaf = false;  // while it is held it does not ask whether it is cancelled

  Result<Measurement> measure(const MeasureRequest& request, const RunControl& control) {
    if (!pass(deaf ? nullptr : control.cancelled)) return fail("cancelled");
    return answer(request);
  }

  // What the model says, and latency half a cycle more.
  static Result<Measurement> as_predicted(const MeasureRequest& request) {
    static const MachineProfiles machines = load_machines(Assets{BANKMAP_ASSETS}).value();
    const Prediction predicted = predict(machines.at("sm_90"), request.instruction, request.addresses).value();
    Measurement measured;
    measured.device = {"Fake H200", "9.0", "1.2.3", "13.0", 1980};
    measured.date = "2026-11-30T01:45:00Z";
    measured.instruction = request.instruction;
    measured.addresses = request.addresses;
    if (predicted.saturated)
      measured.saturated = CycleFigure{.median_cycles = predicted.saturated->cycles_per_instruction, .samples = 9};
    if (predicted.latency)
      measured.latency = CycleFigure{.median_cycles = predicted.latency->cycles_per_instruction + 0.5, .samples = 9};
    measured.counters = CounterFigure{"wavefronts", static_cast<double>(predicted.wavefronts), "conflicts",
                                      static_cast<double>(predicted.bank_conflicts)};
    return measured;
  }
};

class FakeMeasurer : public Measurer {
 public:
  explicit FakeMeasurer(std::shared_ptr<FakeGpu> gpu) : gpu_(std::move(gpu)) {}
  Result<std::vector<GpuDevice>> devices() override { return gpu_->devices; }
  bool has(int, Instruction instruction) override { return gpu_->has(instruction); }
  Result<Measurement> measure(int device, const MeasureRequest& request, const RunControl& control) override {
    Result<Measurement> measured = gpu_->measure(request, control);
    if (measured && device > 0) measured->device.name += " " + std::to_string(device);
    return measured;
  }
  Result<ProbeReport> probe(int, const RunControl& control) override {
    control.progress(0.25, "ld.b64");
    if (const auto held = gpu_->measure({.instruction = Instruction::ld_b64, .addresses = {}}, control); !held)
      return fail(held.error());
    ProbeReport report{.device = {"Fake H200", "9.0", "1.2.3", "13.0", 0}, .date = "2026-11-30T01:45:00Z"};
    report.instructions.push_back({.instruction = Instruction::ld_b64,
                                   .phases = {0x0000ffffu, 0xffff0000u},
                                   .merged_phases = {all_lanes},
                                   .equal_words_merge = true,
                                   .cycles_per_wavefront = 1.0,
                                   .latency_cycles_per_wavefront = 2.0});
    return report;
  }
  Result<WholeKernelReport> whole_kernels(int, const RunControl&) override {
    WholeKernelReport report{.device = {"Fake H200", "9.0", "1.2.3", "13.0", 0}, .date = "2026-11-30T01:45:00Z"};
    report.results.push_back({.kernel = "transpose float",
                              .variant = "padded",
                              .size = 1024,
                              .milliseconds = 0.5,
                              .samples = 21,
                              .gigabytes_per_second = 16.8,
                              .speedup = 2.2,
                              .correct = true});
    return report;
  }

 private:
  std::shared_ptr<FakeGpu> gpu_;
};

inline std::unique_ptr<Measurer> fake_measurer(std::shared_ptr<FakeGpu> gpu) {
  return std::make_unique<FakeMeasurer>(std::move(gpu));
}

}  // namespace bankmap
