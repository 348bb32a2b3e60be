#include "core/lint.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text_layout.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr const char* rule_id = "excess-wavefronts";

std::string figures(const LintFinding& finding, std::int64_t max_excess) {
  return fmt::format("'{}' ({}) has {} excess wavefront{} ({}, ideal {}), over the limit of {}", finding.access,
                     finding.instruction, grouped(finding.excess), finding.excess == 1 ? "" : "s",
                     grouped(finding.wavefronts), grouped(finding.ideal), grouped(max_excess));
}

std::string message(const LintFinding& finding, std::int64_t max_excess) {
  return fmt::format("{}{}{}", figures(finding, max_excess), finding.reason.empty() ? "" : ": ", finding.reason);
}

std::string dumped(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

// "layouts/my tile.json" -> "layouts/my%20tile.json", "/ci/tile.json" -> "file:///ci/tile.json" (RFC 3986)
std::string uri_of(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string{c} : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json sarif_result(const LintFinding& finding, std::int64_t max_excess) {
  Json location{{"logicalLocations", Json::array({{{"name", finding.access}, {"kind", "access"}}})}};
  if (finding.scenario != standard_input) {
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(finding.scenario)}}},
                                    {"region", {{"startLine", 1}}}};
  }
  return {{"ruleId", rule_id},
          {"level", "error"},
          {"message", {{"text", message(finding, max_excess)}}},
          {"locations", Json::array({location})},
          {"properties",
           {{"scenario", finding.scenario},
            {"excess", finding.excess},
            {"wavefronts", finding.wavefronts},
            {"ideal", finding.ideal}}}};
}

}  // namespace

std::vector<LintFinding> lint(std::string_view scenario, const Analysis& analysis, std::int64_t max_excess) {
  std::vector<LintFinding> findings;
  for (const AccessAnalysis& access : analysis.accesses) {
    if (access.totals.excess() <= max_excess) continue;
    findings.push_back({.scenario = std::string(scenario),
                        .access = access.name,
                        .instruction = std::string(info(access.instruction).name),
                        .excess = access.totals.excess(),
                        .wavefronts = access.totals.wavefronts,
                        .ideal = access.totals.ideal,
                        .reason = access.reason,
                        .cuda = access.cuda});
  }
  return findings;
}

std::string lint_text(const LintRun& run) {
  std::string text;
  for (const LintFinding& finding : run.findings) {
    text += printable(fmt::format("{}: {}", finding.scenario, message(finding, run.max_excess))) + "\n";
  }
  return text;
}

std::string lint_json(const LintRun& run) {
  Json json{{"format", "bankmap-lint"},     {"version", format_version},
            {"max_excess", run.max_excess}, {"accesses_checked", run.accesses_checked},
            {"findings", Json::array()},    {"refusals", Json::array()}};
  for (const LintFinding& finding : run.findings) {
    json["findings"].push_back({{"scenario", finding.scenario},
                                {"access", finding.access},
                                {"instruction", finding.instruction},
                                {"excess", finding.excess},
                                {"wavefronts", finding.wavefronts},
                                {"ideal", finding.ideal},
                                {"reason", finding.reason},
                                {"cuda", finding.cuda}});
  }
  for (const LintRefusal& refusal : run.refusals)
    json["refusals"].push_back({{"scenario", refusal.scenario}, {"what", refusal.what}});
  return dumped(json);
}

std::string lint_sarif(const LintRun& run) {
  const Json rule{{"id", rule_id},
                  {"name", "ExcessWavefronts"},
                  {"shortDescription", {{"text", "A shared-memory access takes more wavefronts than it has to"}}},
                  {"help", {{"text", "'bankmap advise SCENARIO' lists paddings and swizzles that take fewer"}}}};
  Json results = Json::array();
  for (const LintFinding& finding : run.findings) results.push_back(sarif_result(finding, run.max_excess));
  Json told = Json::array();
  for (const LintRefusal& refusal : run.refusals) {
    told.push_back(
        {{"level", "error"}, {"message", {{"text", fmt::format("{}: {}", refusal.scenario, refusal.what)}}}});
  }
  const Json invocation{{"executionSuccessful", run.refusals.empty()}, {"toolExecutionNotifications", told}};
  const Json driver{{"name", "bankmap"}, {"rules", Json::array({rule})}};
  return dumped({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Json::array({{{"tool", {{"driver", driver}}},
                                        {"invocations", Json::array({invocation})},
                                        {"results", results}}})}});
}

}  // namespace bankmap
