#include "app/commands/copy_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

Json lane_json(const CopyAnswer& answer, int lane) {
  const auto i = static_cast<std::size_t>(lane);
  if (!has_lane(answer.lanes.active, lane)) return {{"lane", lane}, {"active", false}};
  return {{"lane", lane},
          {"active", true},
          {"address", answer.lanes.byte_address[i]},
          {"source", answer.sources[i]},
          {"phase", answer.served.phase_of_lane[i] + 1},
          {"pass", answer.served.pass_of_lane[i] + 1}};
}

}  // namespace

std::string copy_text(const CopyAnswer& answer) {
  const WarpCost& cost = answer.served.cost;
  const bool measured = answer.rule.provenance.status == FactStatus::measured;
  const std::string known =
      measured ? "Measured on an H200" : fmt::format("Assumed for {}, as measured on an H200", answer.machine.key);
  return fmt::format(
      "{} from these sources: {} wavefront{}, ideal {}, excess {}\n"
      "  A pass reads each bank of the source line once and writes each bank of shared memory once, lanes in their "
      "order.\n"
      "  {}, for sources inside one aligned block of {} bytes.\n",
      info(answer.rule.instruction).name, cost.wavefronts, cost.wavefronts == 1 ? "" : "s", cost.ideal, cost.excess(),
      known, known_source_bytes);
}

std::string copy_json(const CopyAnswer& answer) {
  const WarpCost& cost = answer.served.cost;
  Json json{{"format", "bankmap-copy-order"},
            {"version", 1},
            {"machine", {{"key", answer.machine.key}, {"name", answer.machine.name}}},
            {"instruction", info(answer.rule.instruction).name},
            {"status", to_string(answer.rule.provenance.status)},
            {"wavefronts", cost.wavefronts},
            {"ideal", cost.ideal},
            {"excess", cost.excess()},
            {"bank_conflicts", cost.bank_conflicts},
            {"ways", cost.ways},
            {"phases", cost.phases}};
  json["lanes"] = Json::array();
  for (int lane = 0; lane < lane_count; ++lane) json["lanes"].push_back(lane_json(answer, lane));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
