// bankmap advise, lint, and export --format static-assert from outside: exit codes, what is printed where.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

using nlohmann::json;

TEST(AdviseCommand, FixesEndWith0) {
  const Outcome outcome = run_program({"advise", "transpose-float-plain"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "col ^ (row & 31) removes all 992 excess wavefronts and takes no byte more."));
  EXPECT_TRUE(contains(outcome.out, "   + __shared__ float tile[32][33];")) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST(AdviseCommand, NothingNeededEndsWith0NothingFoundWith3) {
  const Outcome free = run_program({"advise", "reduction-sequential"});
  EXPECT_EQ(free.exit_code, 0) << free.err;
  EXPECT_TRUE(contains(free.out, "Already free"));
  const Outcome none = run_program({"advise", "histogram-atomics"});
  EXPECT_EQ(none.exit_code, 3) << none.err;
  EXPECT_TRUE(contains(none.out, "None exists: ")) << none.out;
}

TEST(AdviseCommand, JsonHoldsScenariosThatTheProgramReads) {
  const Outcome outcome = run_program({"advise", "ldmatrix-half-plain", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json advice = json::parse(outcome.out);
  EXPECT_EQ(advice.at("format"), "bankmap-advice");
  EXPECT_EQ(advice.at("outcome"), "fixes found");
  ASSERT_FALSE(advice.at("fixes").empty());
  for (const json& fix : advice.at("fixes")) {
    const Outcome again = run_program({"analyze", "-", "--json"}, {.input = fix.at("scenario").dump()});
    ASSERT_EQ(again.exit_code, 0) << again.err;
    const json analysis = json::parse(again.out);
    for (std::size_t i = 0; i < analysis.at("accesses").size(); ++i) {
      EXPECT_EQ(analysis.at("accesses")[i].at("totals").at("wavefronts"), fix.at("accesses")[i].at("wavefronts_after"))
          << fix.at("title");
    }
  }
}

TEST(AdviseCommand, TheKernelsOtherWork) {
  const Outcome outcome = run_program({"advise", "transpose-float-plain", "--work", "copy"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "does it matter? It matters: the excess costs about ")) << outcome.out;
  const Outcome hidden = run_program({"advise", "transpose-float-plain", "--arithmetic", "2560000"});
  EXPECT_TRUE(contains(hidden.out, "does it matter? Probably hidden: arithmetic ")) << hidden.out;
}

// Who asks whether it matters is answered, or told why not.
TEST(AdviseCommand, WhatCannotBeEstimatedIsSaid) {
  const Outcome free = run_program({"advise", "transpose-float-xor", "--work", "copy"});
  EXPECT_TRUE(contains(free.out, "whether it matters is not estimated: no fix saves a wavefront")) << free.out;
  const Outcome no_law = run_program({"advise", "-", "--work", "copy", "--json"}, {.input = R"(
      {"format": "bankmap-scenario", "version": 1, "machine": "sm_86", "tiles": [{"rows": 32, "columns": 32}],
       "accesses": [{"name": "a", "instruction": "ld.b32", "pattern": {"kind": "column", "column": "0"}}]})"});
  EXPECT_EQ(no_law.exit_code, 0) << no_law.err;
  const json report = json::parse(no_law.out);
  EXPECT_TRUE(report.at("matter").is_null());
  EXPECT_TRUE(contains(report.at("notes").dump(), "has no cycle law on sm_86")) << report.at("notes");
}

TEST(AdviseCommand, RefusesWithTheOption) {
  const std::vector<std::pair<Arguments, std::string>> refusals{
      {{"--threads", "0"}, "--threads: 0 is out of range; 1 to 1024"},
      {{"--registers", "256"}, "--registers: 256 is out of range; 0 to 255"},
      {{"--shared", "-1"}, "--shared: -1 bytes; 0 to 1073741824"},
      {{"--shared", "9223372036854775807"}, "--shared: 9223372036854775807 bytes; 0 to 1073741824"},
      {{"--arithmetic", "nan"}, "--arithmetic: nan is out of range; 0 to 1e15"},
      {{"--arithmetic", "inf"}, "--arithmetic: inf is out of range; 0 to 1e15"},
      {{"--cc", "9.5"}, "--cc: '9.5' is not known; one of 7.0, "},
      {{"--weights", "1,2,3"}, "--weights: 3 weights for 2 accesses; one weight for each access, in order"},
      {{"--per-family", "9"}, "--per-family: 9 fixes; 1 to 8"},
      {{"--work", "sorting"}, "--work: 'sorting' is no preset of other work; one of none, copy, matrix-multiply"},
      {{"--global-bytes", "-5"}, "--global-bytes: -5 is out of range; 0 to 1e15"}};
  for (const auto& [options, message] : refusals) {
    Arguments arguments{"advise", "transpose-float-plain"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << message;
    EXPECT_EQ(outcome.out, "") << message;
    EXPECT_TRUE(contains(outcome.err, "bankmap: " + message)) << outcome.err;
  }
  EXPECT_EQ(run_program({"advise", "no-such-preset"}).exit_code, 2);
  const Outcome broken = run_program({"advise", "-"}, {.input = R"({"format": "bankmap-scenario", "version": 1,
      "tiles": [{"rows": 32, "columns": 32, "element": "float"}], "accesses": [{"name": "a", "instruction": "ld.b32", "pattern": {"kind": "index", "row": "lane %", "column": "0"}}]})"});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(contains(broken.err, "standard input: accesses[0].row")) << broken.err;
}

TEST(LintCommand, ALineForEachAccessOverTheLimit) {
  const Outcome bad = run_program({"lint", "transpose-float-padded", "transpose-float-plain"});
  EXPECT_EQ(bad.exit_code, 1) << bad.err;
  EXPECT_EQ(bad.out.find("transpose-float-plain: 'load a column' (ld.b32) has 992 excess wavefronts"), 0u) << bad.out;
  EXPECT_EQ(std::count(bad.out.begin(), bad.out.end(), '\n'), 1);
  const Outcome good = run_program({"lint", "transpose-float-padded", "transpose-float-xor"});
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_EQ(good.out, "");
  EXPECT_EQ(run_program({"lint", "transpose-float-plain", "--max-excess", "992"}).exit_code, 0);
  EXPECT_EQ(run_program({"lint", "transpose-float-plain", "--max-excess", "991"}).exit_code, 1);
}

TEST(LintCommand, FormatsAndRefusals) {
  const Outcome sarif = run_program({"lint", "transpose-float-plain", "--format", "sarif"});
  EXPECT_EQ(sarif.exit_code, 1);
  EXPECT_EQ(json::parse(sarif.out).at("runs")[0].at("results").size(), 1u);
  const Outcome report = run_program({"lint", "transpose-float-padded", "--format", "json"});
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_EQ(json::parse(report.out).at("accesses_checked"), 2);
  EXPECT_EQ(run_program({"lint"}).exit_code, 2);
  // One that cannot be looked at hides none of the others, in any order, and no report reads as if all were well.
  for (const Arguments& order : {Arguments{"lint", "no-such-file.json", "transpose-float-plain"},
                                 Arguments{"lint", "transpose-float-plain", "no-such-file.json"}}) {
    const Outcome both = run_program(order);
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_TRUE(contains(both.out, "has 992 excess wavefronts")) << both.out;
    EXPECT_TRUE(contains(both.err, "no-such-file.json")) << both.err;
  }
  const Outcome told = run_program({"lint", "no-such-file.json", "broadcast", "--format", "sarif"});
  const json invocation = json::parse(told.out).at("runs")[0].at("invocations")[0];
  EXPECT_EQ(invocation.at("executionSuccessful"), false);
  EXPECT_EQ(invocation.at("toolExecutionNotifications").size(), 1u);
  const Outcome listed = run_program({"lint", "no-such-file.json", "--format", "json"});
  EXPECT_EQ(json::parse(listed.out).at("accesses_checked"), 0);
  EXPECT_EQ(json::parse(listed.out).at("refusals")[0].at("scenario"), "no-such-file.json");
  const Outcome format = run_program({"lint", "broadcast", "--format", "xml"});
  EXPECT_EQ(format.exit_code, 2);
  EXPECT_TRUE(contains(format.err, "--format: 'xml' is no format; one of text, json, sarif"));
  const Outcome limit = run_program({"lint", "broadcast", "--max-excess", "-1"});
  EXPECT_EQ(limit.exit_code, 2);
  EXPECT_TRUE(contains(limit.err, "--max-excess: a limit of -1; 0 or more excess wavefronts"));
}

TEST(StaticAssertExport, IsAHeader) {
  const Outcome outcome = run_program({"export", "transpose-float-padded", "--format", "static-assert"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "#pragma once"));
  EXPECT_TRUE(contains(outcome.out, "static_assert(wavefronts<load_a_column>(0, 16, 1) <= 16,")) << outcome.out;
  const Outcome data = run_program({"export", "histogram-atomics", "--format", "static-assert"});
  EXPECT_EQ(data.exit_code, 2);
  EXPECT_TRUE(contains(data.err, "depends on data: its layout is not known when compiling")) << data.err;
}

}  // namespace
}  // namespace bankmap
