#include <optional>
#include <utility>

#include "app/measure/measurer.hpp"

namespace bankmap {
namespace {

class GpuMeasurer : public Measurer {
 public:
  Result<std::vector<GpuDevice>> devices() override { return bankmap::devices(); }

  bool has(int device, Instruction instruction) override {
    const Result<GpuSession*> session = opened(device);
    return !session || (*session)->has(instruction);
  }

  Result<Measurement> measure(int device, const MeasureRequest& request, const RunControl& control) override {
    const Result<GpuSession*> session = opened(device);
    if (!session) return fail(session.error());
    return (*session)->measure(request, control);
  }

  Result<ProbeReport> probe(int device, const RunControl& control) override {
    const Result<GpuSession*> session = opened(device);
    if (!session) return fail(session.error());
    std::vector<Instruction> wanted;
    for (const InstructionInfo& each : instructions()) {
      if (can_probe(each.id)) wanted.push_back(each.id);
    }
    return bankmap::probe(**session, wanted, control);
  }

  Result<WholeKernelReport> whole_kernels(int device, const RunControl& control) override {
    return run_whole_kernels(device, control);
  }

 private:
  Result<GpuSession*> opened(int device) {
    if (session_ && session_->device().index == device) return &*session_;
    session_.reset();
    Result<GpuSession> session = GpuSession::open(device);
    if (!session) return fail(session.error());
    return &session_.emplace(*std::move(session));
  }

  std::optional<GpuSession> session_;
};

}  // namespace

std::unique_ptr<Measurer> gpu_measurer() { return std::make_unique<GpuMeasurer>(); }

}  // namespace bankmap
