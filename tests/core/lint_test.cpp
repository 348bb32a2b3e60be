#include "core/lint.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

using nlohmann::json;

LintRun run_on(const Scenario& scenario, std::int64_t max_excess, std::string_view name = "tile.json") {
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  return {
      .max_excess = max_excess, .accesses_checked = 2, .findings = lint(name, analysis, max_excess), .refusals = {}};
}

TEST(Lint, OnlyWhatIsOverTheLimit) {
  EXPECT_TRUE(run_on(float_transpose(1), 0).findings.empty());
  EXPECT_TRUE(run_on(float_transpose(), 992).findings.empty()) << "at the limit";
  const LintRun run = run_on(float_transpose(), 991);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].access, "ld.b32");
  EXPECT_EQ(run.findings[0].excess, 992);
}

TEST(Lint, Text) {
  EXPECT_EQ(lint_text(run_on(float_transpose(1), 0)), "");
  const std::string text = lint_text(run_on(float_transpose(), 0));
  EXPECT_EQ(
      text.find(
          "tile.json: 'ld.b32' (ld.b32) has 992 excess wavefronts (1,024, ideal 32), over the limit of 0: Rows are "),
      0u)
      << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(Lint, TextFromAFileCannotReachTheTerminalRaw) {
  Scenario scenario = float_transpose();
  scenario.accesses[1].name = "a\x1b[2J\nb";
  const std::string text = lint_text(run_on(scenario, 0));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(Lint, Json) {
  const json report = json::parse(lint_json(run_on(float_transpose(), 0)));
  EXPECT_EQ(report.at("format"), "bankmap-lint");
  EXPECT_EQ(report.at("accesses_checked"), 2);
  ASSERT_EQ(report.at("findings").size(), 1u);
  EXPECT_EQ(report.at("findings")[0].at("excess"), 992);
  EXPECT_EQ(report.at("findings")[0].at("cuda"), "x = tile[threadIdx.x][k];");
}

// The members that SARIF 2.1.0 requires: version, runs, tool.driver.name; of a result its message; a rule for every ruleId.
TEST(Lint, Sarif) {
  for (const std::int64_t limit : {0, 1000}) {
    const json report = json::parse(lint_sarif(run_on(float_transpose(), limit)));
    EXPECT_EQ(report.at("version"), "2.1.0");
    const json& run = report.at("runs").at(0);
    EXPECT_EQ(run.at("tool").at("driver").at("name"), "bankmap");
    ASSERT_EQ(run.at("results").size(), limit == 0 ? 1u : 0u);
    EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), true);
    if (limit != 0) continue;
    const json& result = run.at("results").at(0);
    EXPECT_EQ(result.at("ruleId"), run.at("tool").at("driver").at("rules").at(0).at("id"));
    EXPECT_EQ(result.at("level"), "error");
    EXPECT_NE(result.at("message").at("text").get<std::string>().find("992 excess"), std::string::npos);
    EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri"), "tile.json");
    EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("region").at("startLine"), 1);
  }
}

// artifactLocation.uri is a URI (RFC 3986), whatever the file is named.
TEST(Lint, SarifNamesFilesByUris) {
  const std::vector<std::pair<std::string, std::string>> names{
      {"layouts/a-b_c.1~x.json", "layouts/a-b_c.1~x.json"},
      {"my tile.json", "my%20tile.json"},
      {"/ci/tile.json", "file:///ci/tile.json"},
      {"50%#?:[a]\\\"<>.json", "50%25%23%3F%3A%5Ba%5D%5C%22%3C%3E.json"},
      {"\xc3\xa4\n\xff", "%C3%A4%0A%FF"}};
  for (const auto& [name, uri] : names) {
    const json report = json::parse(lint_sarif(run_on(float_transpose(), 0, name)));
    const json& location = report.at("runs").at(0).at("results").at(0).at("locations").at(0);
    EXPECT_EQ(location.at("physicalLocation").at("artifactLocation").at("uri"), uri);
  }
  const json report = json::parse(lint_sarif(run_on(float_transpose(), 0, standard_input)));
  EXPECT_FALSE(report.at("runs").at(0).at("results").at(0).at("locations").at(0).contains("physicalLocation"));
}

TEST(Lint, WhatIsRefusedIsInEveryReport) {
  LintRun run;
  run.refusals = {{.scenario = "broken.json", .what = "line 1: no JSON"}};
  const json sarif = json::parse(lint_sarif(run));
  const json& invocation = sarif.at("runs").at(0).at("invocations").at(0);
  EXPECT_EQ(invocation.at("executionSuccessful"), false);
  EXPECT_EQ(invocation.at("toolExecutionNotifications").at(0).at("message").at("text"), "broken.json: line 1: no JSON");
  EXPECT_EQ(json::parse(lint_json(run)).at("refusals").at(0).at("what"), "line 1: no JSON");
}

}  // namespace
}  // namespace bankmap
