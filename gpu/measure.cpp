#include "gpu/measure.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "gpu/counters.hpp"
#include "gpu/cuda_call.hpp"
#include "gpu/device_facts.hpp"
#include "gpu/device_runs.hpp"
#include "gpu/kernel_table.hpp"
#include "gpu/placement.hpp"

namespace bankmap {
namespace {

using gpu::check;
using gpu::GpuError;

// Runs f, which may throw GpuError, and gives its value or the problem.
template <class F>
auto guarded(F&& f) -> Result<decltype(f())> {
  try {
    return f();
  } catch (const GpuError& error) {
    return fail(error.problem);
  }
}

constexpr auto clock_is_fresh = std::chrono::milliseconds(500);

void make_current(int device_index) {
  check(cudaSetDevice(device_index), "choose the device");
  check(cudaFree(nullptr), "open the device");  // a context is made by the first call that needs one
}

Result<const gpu::KernelSet*> kernels_for(Instruction instruction, const gpu::DeviceFacts& facts) {
  const gpu::KernelSet* kernels = gpu::kernels_of(instruction);
  if (kernels == nullptr) return fail(fmt::format("there is no kernel for {}", info(instruction).name));
  if (facts.capability < kernels->least_capability) {
    return fail(fmt::format("{} has no {}", facts.device.name, info(instruction).name),
                fmt::format("it needs compute capability {}.{}, and this GPU has {}", kernels->least_capability / 10,
                            kernels->least_capability % 10, facts.device.compute_capability));
  }
  return kernels;
}

}  // namespace

Result<std::vector<GpuDevice>> devices() {
  return guarded([] {
    std::vector<GpuDevice> found;
    const int count = gpu::device_count();
    for (int index = 0; index < count; ++index) found.push_back(gpu::device_facts(index).device);
    return found;
  });
}

// What is lost when the device's context is reset.
struct OpenDevice {
  gpu::DeviceRuns runs;
  std::optional<gpu::Counters> counters;
  std::optional<CountersMissing> counters_missing;  // set once the profiler was refused: it is not asked again
};

struct GpuSession::State {
  explicit State(gpu::DeviceFacts known) : facts(std::move(known)), device_stamp(gpu::stamp(facts.device)) {}

  gpu::DeviceFacts facts;
  DeviceStamp device_stamp;
  std::optional<OpenDevice> open;  // absent at first, and after an error
  bool lost = false;
  std::optional<std::chrono::steady_clock::time_point> clock_read;

  OpenDevice& opened() {
    make_current(facts.device.index);
    if (!open) open.emplace();
    return *open;
  }

  // The clock changes slowly, and reading it takes as long as a measurement.
  double clock_mhz(gpu::DeviceRuns& runs) {
    const auto now = std::chrono::steady_clock::now();
    if (clock_read && now - *clock_read < clock_is_fresh) return device_stamp.sm_clock_mhz;
    clock_read = now;
    return runs.sm_clock_mhz();
  }

  // After an error nothing in the context can be trusted.
  void recover(bool device_lost) {
    lost = device_lost;
    if (lost && open && open->counters) open->counters->abandon();
    open.reset();
    if (!lost) cudaDeviceReset();
  }

  std::optional<CountersMissing> count(OpenDevice& device, const gpu::KernelSet& kernels, const gpu::Placement& placed,
                                       Measurement& into) {
    if (!device.counters && !device.counters_missing) {
      auto counters = gpu::Counters::open(facts.device.index);
      if (!counters) {
        device.counters_missing = counters.error();
      } else {
        device.counters.emplace(*std::move(counters));
      }
    }
    if (!device.counters) return device.counters_missing;
    const auto values = device.counters->count([&] { device.runs.counted(kernels.count, placed); });
    if (!values) return values.error();
    const CounterNames names = profiler_counters(into.instruction);
    const std::optional<double> wavefronts = gpu::metric_value(*values, names.wavefronts);
    const std::optional<double> conflicts = gpu::metric_value(*values, names.bank_conflicts);
    if (!wavefronts || !conflicts) return CountersMissing{"this GPU has no counter that sees this instruction", {}};
    into.counters = CounterFigure{std::string(names.wavefronts), *wavefronts / gpu::copies,
                                  std::string(names.bank_conflicts), *conflicts / gpu::copies};
    return std::nullopt;
  }

  Measurement measure(const MeasureRequest& request, const gpu::KernelSet& kernels, const gpu::Placement& placed,
                      const RunControl& control);
};

namespace {

// One part of a measurement after the other; a cancelled one throws.
class Steps {
 public:
  Steps(const RunControl& control, int count) : control_(control), count_(count) {}
  void next(std::string_view doing) {
    if (control_.cancelled && control_.cancelled()) {
      throw GpuError{{.what = "cancelled"}, GpuError::Kind::cancelled};
    }
    if (control_.progress) control_.progress(static_cast<double>(done_) / count_, doing);
    ++done_;
  }

 private:
  const RunControl& control_;
  int count_;
  int done_ = 0;
};

}  // namespace

Measurement GpuSession::State::measure(const MeasureRequest& request, const gpu::KernelSet& kernels,
                                       const gpu::Placement& placed, const RunControl& control) {
  OpenDevice& device = opened();
  Steps steps(control, 4);
  Measurement result;
  result.device = device_stamp;
  result.date = gpu::utc_now();
  result.instruction = request.instruction;
  result.addresses = request.addresses;
  if (placed.renumbered) {
    result.notes.emplace_back(
        "the addresses do not fit into shared memory: their rows of 128 bytes were renumbered, which keeps "
        "every bank and every shared word");
  }
  steps.next("latency");
  if (request.latency && kernels.chain != nullptr)
    result.latency = summarize(device.runs.timed(kernels.chain, placed, 1));
  steps.next("one warp");
  if (request.one_warp) result.one_warp = summarize(device.runs.timed(kernels.stream, placed, 1));
  steps.next("saturated");
  if (request.saturated) result.saturated = summarize(device.runs.timed(kernels.stream, placed, gpu::saturating_warps));
  if (request.latency || request.one_warp || request.saturated) device_stamp.sm_clock_mhz = clock_mhz(device.runs);
  result.device.sm_clock_mhz = device_stamp.sm_clock_mhz;
  steps.next("counters");
  if (request.counters) result.counters_missing = count(device, kernels, placed, result);
  return result;
}

Result<GpuSession> GpuSession::open(int device_index) {
  return guarded([device_index] {
    auto state = std::make_unique<State>(gpu::device_facts(device_index));  // says so where there is no such device
    make_current(device_index);
    return GpuSession(std::move(state));
  });
}

GpuSession::GpuSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSession::GpuSession(GpuSession&&) noexcept = default;
GpuSession& GpuSession::operator=(GpuSession&&) noexcept = default;
GpuSession::~GpuSession() = default;

const GpuDevice& GpuSession::device() const { return state_->facts.device; }

bool GpuSession::has(Instruction instruction) const { return kernels_for(instruction, state_->facts).has_value(); }

Result<Measurement> GpuSession::measure(const MeasureRequest& request, const RunControl& control) {
  State& state = *state_;
  if (state.lost) return fail("the device did not answer before", "start this program again");
  const Result<const gpu::KernelSet*> kernels = kernels_for(request.instruction, state.facts);
  if (!kernels) return fail(kernels.error());
  const auto most_bytes = static_cast<std::uint32_t>(state.facts.device.shared_bytes_per_block);
  const Result<gpu::Placement> placed = gpu::place(request.instruction, request.addresses, most_bytes);
  if (!placed) return fail(placed.error());
  try {
    return state.measure(request, **kernels, *placed, control);
  } catch (const GpuError& error) {
    if (error.kind != GpuError::Kind::cancelled) state.recover(error.kind == GpuError::Kind::lost);
    return fail(error.problem);
  }
}

Result<Measurement> measure(int device_index, const MeasureRequest& request) {
  Result<GpuSession> session = GpuSession::open(device_index);
  if (!session) return fail(session.error());
  return session->measure(request);
}

}  // namespace bankmap
