#include "app/commands/whole_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands/command.hpp"
#include "app/measure/report_texts.hpp"
#include "gpu/whole_kernels.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

std::string json_of(const WholeKernelReport& report) {
  Json json{{"format", "bankmap-whole-kernels"},
            {"version", 1},
            {"device",
             {{"name", report.device.name},
              {"compute_capability", report.device.compute_capability},
              {"driver", report.device.driver},
              {"cuda_runtime", report.device.cuda_runtime}}},
            {"date", report.date},
            {"published_transpose_speedup", {{"device", "RTX 3090"}, {"speedup", article_transpose_speedup}}},
            {"results", Json::array()}};
  for (const WholeKernelResult& each : report.results) {
    json["results"].push_back({{"kernel", each.kernel},
                               {"variant", each.variant},
                               {"size", each.size},
                               {"milliseconds", each.milliseconds},
                               {"spread_milliseconds", each.spread_milliseconds},
                               {"samples", each.samples},
                               {"gigabytes_per_second", each.gigabytes_per_second},
                               {"speedup", each.speedup},
                               {"correct", each.correct}});
  }
  return json.dump(1) + "\n";
}

}  // namespace

int measure_whole_kernels(GpuWork& work, int device, bool json) {
  const Result<WholeKernelReport> report = run_whole_kernels(device, work.talking());
  if (!report) return work.refuse(report.error());
  work.clear_progress();
  const int printed = print(json ? json_of(*report) : whole_kernels_text(*report));
  if (printed != exit_ok) return printed;
  const bool correct = std::all_of(report->results.begin(), report->results.end(),
                                   [](const WholeKernelResult& each) { return each.correct; });
  return correct ? exit_ok : exit_check_failed;
}

}  // namespace bankmap
