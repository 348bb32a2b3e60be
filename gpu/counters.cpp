#include "gpu/counters.hpp"

#include <cuda_runtime_api.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/counter_config.hpp"

namespace bankmap::gpu {
namespace {

constexpr std::array<const char*, metric_names.size()> summed_metrics{
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum"};
using Metrics = std::span<const char* const>;

// The driver's own function, asked for at run time: the driver is not linked.
CUcontext current_context() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status{};
  constexpr unsigned first_version = 4000;
  if (cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &found, first_version, cudaEnableDefault, &status) !=
      cudaSuccess)
    return nullptr;
  CUcontext context = nullptr;
  if (found != nullptr) reinterpret_cast<CUresult (*)(CUcontext*)>(found)(&context);
  return context;
}

OrMissing<std::string> chip_name(const CuptiLibrary& cupti, int device_index) {
  auto params = cupti_params<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  params.deviceIndex = static_cast<std::size_t>(device_index);
  const CUptiResult status = cupti.cuptiDeviceGetChipName(&params);
  if (auto refused = refusal(cupti, status, "name the chip")) return tl::unexpected(*std::move(refused));
  return std::string(params.pChipName);
}

OrMissing<std::vector<std::uint8_t>> counter_availability(const CuptiLibrary& cupti, CUcontext context) {
  auto params = cupti_params<CUpti_Profiler_GetCounterAvailability_Params>(
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  params.ctx = context;
  CUptiResult status = cupti.cuptiProfilerGetCounterAvailability(&params);
  std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
  params.pCounterAvailabilityImage = image.data();
  if (status == CUPTI_SUCCESS) status = cupti.cuptiProfilerGetCounterAvailability(&params);
  if (auto refused = refusal(cupti, status, "ask which counters there are")) return tl::unexpected(*std::move(refused));
  return image;
}

}  // namespace

struct Counters::State {
  CuptiLibrary cupti;
  CounterConfig config;
  Metrics metrics;
  CUpti_RangeProfiler_Object* profiler = nullptr;
  std::vector<std::uint8_t> counter_data;

  State(const CuptiLibrary& library, CounterConfig made, Metrics counted)
      : cupti(library), config(std::move(made)), metrics(counted) {}
  ~State() {
    if (profiler == nullptr) return;
    auto params = cupti_params<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    cupti.cuptiRangeProfilerDisable(&params);
  }

  CUptiResult enable(CUcontext context) {
    auto params = cupti_params<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    params.ctx = context;
    const CUptiResult status = cupti.cuptiRangeProfilerEnable(&params);
    if (status == CUPTI_SUCCESS) profiler = params.pRangeProfilerObject;
    return status;
  }
  CUptiResult size_counter_data() {
    auto params = cupti_params<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    params.pMetricNames = const_cast<const char**>(metrics.data());
    params.numMetrics = metrics.size();
    params.maxNumOfRanges = 1;
    params.maxNumRangeTreeNodes = 1;
    const CUptiResult status = cupti.cuptiRangeProfilerGetCounterDataSize(&params);
    if (status == CUPTI_SUCCESS) counter_data.resize(params.counterDataSize);
    return status;
  }
  CUptiResult clear_counter_data() {
    auto params = cupti_params<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    params.counterDataSize = counter_data.size();
    params.pCounterData = counter_data.data();
    return cupti.cuptiRangeProfilerCounterDataImageInitialize(&params);
  }
  CUptiResult configure() {
    auto params = cupti_params<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    params.configSize = config.image().size();
    params.pConfig = config.image().data();
    params.counterDataImageSize = counter_data.size();
    params.pCounterDataImage = counter_data.data();
    params.range = CUPTI_AutoRange;
    params.replayMode = CUPTI_KernelReplay;
    params.maxRangesPerPass = 1;
    params.numNestingLevels = 1;
    params.minNestingLevel = 1;
    return cupti.cuptiRangeProfilerSetConfig(&params);
  }
  CUptiResult start() {
    auto params = cupti_params<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    return cupti.cuptiRangeProfilerStart(&params);
  }
  CUptiResult stop() {
    auto params = cupti_params<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    return cupti.cuptiRangeProfilerStop(&params);
  }
  CUptiResult decode() {
    auto params =
        cupti_params<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    params.pRangeProfilerObject = profiler;
    return cupti.cuptiRangeProfilerDecodeData(&params);
  }
  std::size_t ranges() {
    auto params = cupti_params<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
        CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    params.pCounterDataImage = counter_data.data();
    params.counterDataImageSize = counter_data.size();
    return cupti.cuptiRangeProfilerGetCounterDataInfo(&params) == CUPTI_SUCCESS ? params.numTotalRanges : 0;
  }
};

Counters::Counters(std::unique_ptr<State> state) : state_(std::move(state)) {}
Counters::Counters(Counters&&) noexcept = default;
Counters& Counters::operator=(Counters&&) noexcept = default;
Counters::~Counters() = default;

void Counters::abandon() { static_cast<void>(state_.release()); }

tl::expected<Counters, CountersMissing> Counters::open(int device_index) {
  auto counters = open(device_index, summed_metrics);
  return counters ? std::move(counters) : open(device_index, Metrics(summed_metrics).first(metrics_on_every_chip));
}

tl::expected<Counters, CountersMissing> Counters::open(int device_index, Metrics metrics) {
  const auto cupti = open_cupti();
  if (!cupti) return tl::unexpected(cupti.error());
  auto init = cupti_params<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  if (auto refused = refusal(*cupti, cupti->cuptiProfilerInitialize(&init), "start the profiler"))
    return tl::unexpected(*refused);
  const auto chip = chip_name(*cupti, device_index);
  if (!chip) return tl::unexpected(chip.error());
  const CUcontext context = current_context();
  const auto available = counter_availability(*cupti, context);
  if (!available) return tl::unexpected(available.error());
  auto config = CounterConfig::make(*cupti, *chip, metrics, *available);
  if (!config) return tl::unexpected(config.error());

  auto state = std::make_unique<State>(*cupti, *std::move(config), metrics);
  if (auto refused = refusal(*cupti, state->enable(context), "enable the profiler")) return tl::unexpected(*refused);
  if (auto refused = refusal(*cupti, state->size_counter_data(), "make room for the counters"))
    return tl::unexpected(*refused);
  return Counters(std::move(state));
}

tl::expected<MetricValues, CountersMissing> Counters::count(const std::function<void()>& launch) {
  State& state = *state_;
  const auto refused = [&state](CUptiResult status, std::string_view doing) {
    return refusal(state.cupti, status, doing);
  };
  if (auto why = refused(state.clear_counter_data(), "clear the counters")) return tl::unexpected(*why);
  if (auto why = refused(state.configure(), "configure the profiler")) return tl::unexpected(*why);
  if (auto why = refused(state.start(), "start counting")) return tl::unexpected(*why);
  launch();
  if (auto why = refused(state.stop(), "stop counting")) return tl::unexpected(*why);
  if (auto why = refused(state.decode(), "read the counters")) return tl::unexpected(*why);
  if (state.ranges() != 1) return tl::unexpected(CountersMissing{"the profiler did not see the kernel", {}});
  return state.config.evaluate(state.counter_data, state.metrics);
}

}  // namespace bankmap::gpu
