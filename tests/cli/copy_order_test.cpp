// bankmap analyze --sources: a cp.async.ca whose source is no run in lane order.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

// Eight lanes of 16 bytes to one row of the banks; lane i reads chunk `chunk_of(i)` of the source.
Outcome copy_from(const std::string& sources, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "analyze", "--instruction", "cp.async.ca.16", "--addresses", "0,16,32,48,64,80,96,112", "--sources", sources};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments);
}

TEST(CopyOrderCommand, APermutedSourceIsAsGoodAsARun) {
  const Outcome outcome = copy_from("112,96,80,64,48,32,16,0");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "cp.async.ca.16 from these sources: 1 wavefront, ideal 1, excess 0\n"))
      << outcome.out;
}

TEST(CopyOrderCommand, OneSourceForAllIsReadOnceForEach) {
  const Outcome outcome = copy_from("0,0,0,0,0,0,0,0", {"--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto cost = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(cost["wavefronts"], 8);
  EXPECT_EQ(cost["ideal"], 1);
  EXPECT_EQ(cost["bank_conflicts"], 7);
  EXPECT_EQ(cost["format"], "bankmap-copy-order");
  EXPECT_EQ(cost["version"], 1);
  EXPECT_EQ(cost["machine"]["key"], "sm_90");
  EXPECT_EQ(cost["status"], "measured");
  ASSERT_EQ(cost["lanes"].size(), 32u);
  EXPECT_EQ(cost["lanes"][5],
            nlohmann::json::parse(R"({"lane": 5, "active": true, "address": 80, "source": 0, "phase": 1, "pass": 6})"));
  EXPECT_EQ(cost["lanes"][8], nlohmann::json::parse(R"({"lane": 8, "active": false})"));
}

TEST(CopyOrderCommand, SaysWhereTheRuleIsOnlyAssumed) {
  EXPECT_TRUE(contains(copy_from("112,96,80,64,48,32,16,0").out, "  Measured on an H200, for sources"));
  const Outcome other = copy_from("112,96,80,64,48,32,16,0", {"--machine", "sm_80"});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_TRUE(contains(other.out, "  Assumed for sm_80, as measured on an H200, for sources")) << other.out;
}

TEST(CopyOrderCommand, RefusesWhatIsNotKnown) {
  const Outcome apart = copy_from("0,16,32,48,64,80,96,512");
  EXPECT_EQ(apart.exit_code, 2);
  EXPECT_TRUE(contains(apart.err, "lane 7 reads byte 512")) << apart.err;
  const Outcome few = copy_from("0,16");
  EXPECT_EQ(few.exit_code, 2);
  EXPECT_TRUE(contains(few.err, "2 sources, and lane 2 is active without one")) << few.err;
  const Outcome nonsense = copy_from("0,x");
  EXPECT_EQ(nonsense.exit_code, 2);
  EXPECT_TRUE(contains(nonsense.err, "bankmap: --sources, character 3: 'x' is no address")) << nonsense.err;
  const Outcome misaligned = copy_from("0,16,32,48,64,80,96,4");
  EXPECT_EQ(misaligned.exit_code, 2);
  EXPECT_TRUE(contains(misaligned.err, "bankmap: --sources: misaligned: lane 7")) << misaligned.err;
  const Outcome many = copy_from("0,16,32,48,64,80,96,112,128");
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_TRUE(contains(many.err, "--sources: 9 sources, and lane 8 has no address; a source for each address: 8"))
      << many.err;
  const Outcome beyond = copy_from(numbers(33, 16));
  EXPECT_EQ(beyond.exit_code, 2);
  EXPECT_TRUE(contains(beyond.err, "--sources")) << beyond.err;
  EXPECT_TRUE(contains(beyond.err, "more than 32 addresses")) << beyond.err;
  const Outcome store = run_program({"analyze", "--instruction", "st.b32", "--addresses", "0,4", "--sources", "0,4"});
  EXPECT_EQ(store.exit_code, 2);
  EXPECT_TRUE(contains(store.err, "st.b32 has no source order")) << store.err;
}

}  // namespace
}  // namespace bankmap
