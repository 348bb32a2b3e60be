#include "gpu/counter_config.hpp"

#include <utility>

namespace bankmap::gpu {
namespace {

// CUPTI takes lists of names as const char**, and leaves them alone.
const char** names(std::span<const char* const> metrics) { return const_cast<const char**>(metrics.data()); }

}  // namespace

std::optional<CountersMissing> refusal(const CuptiLibrary& cupti, CUptiResult status, std::string_view doing) {
  if (status == CUPTI_SUCCESS) return std::nullopt;
  const char* text = nullptr;
  if (cupti.cuptiGetResultString(status, &text) != CUPTI_SUCCESS || text == nullptr) text = "unknown error";
  return cupti_refusal(status, text, doing);
}

OrMissing<CounterConfig> CounterConfig::make(const CuptiLibrary& cupti, const std::string& chip,
                                             std::span<const char* const> metrics,
                                             std::span<const std::uint8_t> availability) {
  auto init = cupti_params<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  init.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  init.pChipName = chip.c_str();
  init.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
  const CUptiResult made = cupti.cuptiProfilerHostInitialize(&init);
  if (auto refused = refusal(cupti, made, "set up the counters of " + chip)) return tl::unexpected(*std::move(refused));

  CounterConfig config(cupti, init.pHostObject);
  if (auto refused = refusal(cupti, config.add(metrics), "choose the counters"))
    return tl::unexpected(*std::move(refused));
  if (auto refused = refusal(cupti, config.fetch_image(), "configure the counters"))
    return tl::unexpected(*std::move(refused));
  return config;
}

CounterConfig::CounterConfig(CounterConfig&& other) noexcept
    : cupti_(other.cupti_), host_(std::exchange(other.host_, nullptr)), image_(std::move(other.image_)) {}

CounterConfig& CounterConfig::operator=(CounterConfig&& other) noexcept {
  std::swap(cupti_, other.cupti_);
  std::swap(host_, other.host_);
  std::swap(image_, other.image_);
  return *this;
}

CounterConfig::~CounterConfig() {
  if (host_ == nullptr) return;
  auto end = cupti_params<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
  end.pHostObject = host_;
  cupti_.cuptiProfilerHostDeinitialize(&end);
}

CUptiResult CounterConfig::add(std::span<const char* const> metrics) {
  auto params = cupti_params<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
      CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
  params.pHostObject = host_;
  params.ppMetricNames = names(metrics);
  params.numMetrics = metrics.size();
  return cupti_.cuptiProfilerHostConfigAddMetrics(&params);
}

CUptiResult CounterConfig::fetch_image() {
  auto size = cupti_params<CUpti_Profiler_Host_GetConfigImageSize_Params>(
      CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host_;
  const CUptiResult sized = cupti_.cuptiProfilerHostGetConfigImageSize(&size);
  if (sized != CUPTI_SUCCESS) return sized;
  image_.resize(size.configImageSize);
  auto fetch =
      cupti_params<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  fetch.pHostObject = host_;
  fetch.configImageSize = image_.size();
  fetch.pConfigImage = image_.data();
  return cupti_.cuptiProfilerHostGetConfigImage(&fetch);
}

OrMissing<std::size_t> CounterConfig::passes() {
  auto params =
      cupti_params<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
  params.configImageSize = image_.size();
  params.pConfigImage = image_.data();
  const CUptiResult status = cupti_.cuptiProfilerHostGetNumOfPasses(&params);
  if (auto refused = refusal(cupti_, status, "count the passes")) return tl::unexpected(*std::move(refused));
  return params.numOfPasses;
}

OrMissing<std::vector<double>> CounterConfig::evaluate(std::span<const std::uint8_t> counter_data,
                                                       std::span<const char* const> metrics) const {
  std::vector<double> values(metrics.size());
  auto params = cupti_params<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
      CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
  params.pHostObject = host_;
  params.pCounterDataImage = counter_data.data();
  params.counterDataImageSize = counter_data.size();
  params.rangeIndex = 0;
  params.ppMetricNames = names(metrics);
  params.numMetrics = metrics.size();
  params.pMetricValues = values.data();
  const CUptiResult status = cupti_.cuptiProfilerHostEvaluateToGpuValues(&params);
  if (auto refused = refusal(cupti_, status, "evaluate the counters")) return tl::unexpected(*std::move(refused));
  return values;
}

}  // namespace bankmap::gpu
