// gpu/measure_absent.cpp -- gpu/measure.hpp and gpu/whole_kernels.hpp for a program that was built without CUDA.
#include "gpu/measure.hpp"
#include "gpu/whole_kernels.hpp"

namespace bankmap {
namespace {

tl::unexpected<Problem> absent() {
  return fail("built without GPU support",
              "build again where nvcc (CUDA 12.6 or later) is found, without -DBANKMAP_CUDA=OFF");
}

}  // namespace

struct GpuSession::State {
  GpuDevice device;
};

Result<std::vector<GpuDevice>> devices() { return absent(); }
Result<Measurement> measure(int, const MeasureRequest&) { return absent(); }
Result<WholeKernelReport> run_whole_kernels(int, const RunControl&) { return absent(); }

GpuSession::GpuSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSession::GpuSession(GpuSession&&) noexcept = default;
GpuSession& GpuSession::operator=(GpuSession&&) noexcept = default;
GpuSession::~GpuSession() = default;
Result<GpuSession> GpuSession::open(int) { return absent(); }
const GpuDevice& GpuSession::device() const { return state_->device; }
bool GpuSession::has(Instruction) const { return false; }
Result<Measurement> GpuSession::measure(const MeasureRequest&, const RunControl&) { return absent(); }

}  // namespace bankmap
