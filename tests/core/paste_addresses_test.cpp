// Lists of addresses, as people paste them.
#include <gtest/gtest.h>

#include "core/analysis.hpp"
#include "core/paste.hpp"
#include "core/paste/addresses.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

struct Row {
  const char* text;
  LaneMask active;
  std::vector<std::uint32_t> first;  // of lanes 0, 1, ...
};

TEST(PasteAddresses, Forms) {
  const Row rows[] = {{"0", 0x1, {0}},
                      {"0, 128, 256", 0x7, {0, 128, 256}},
                      {"0 128\n256\t384", 0xf, {0, 128, 256, 384}},
                      {"{0x0, 0x84, 0X18C};", 0x7, {0, 132, 396}},
                      {"[0; 4; 8]", 0x7, {0, 4, 8}},
                      {"0, -, 8, x, 16", 0x15, {0, 0, 8, 0, 16}},
                      {"8u, 12ull", 0x3, {8, 12}},
                      {"4294967295", 0x1, {4294967295U}},
                      {"1: 4\n0: 8", 0x3, {8, 4}},
                      {"lane 2: 0x10, lane 0: -", 0x4, {0, 0, 16}},
                      {"Lane 1 = 5", 0, {}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Result<LaneAddresses> read = read_addresses(row.text);
    if (row.first.empty()) {
      EXPECT_FALSE(read);
      continue;
    }
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_TRUE(looks_like_addresses(row.text));
    EXPECT_EQ(read->active, row.active);
    for (std::size_t lane = 0; lane < row.first.size(); ++lane) EXPECT_EQ(read->byte_address[lane], row.first[lane]);
  }
}

TEST(PasteAddresses, RefusalsHaveTheirPlace) {
  struct Refusal {
    const char* text;
    const char* what;
    TextRange range;
  };
  std::string many;
  for (int i = 0; i < 33; ++i) many += "0 ";
  const Refusal refusals[] = {{"0, 4294967296", "the address 4294967296 is too large", {3, 13}},
                              {"0, 0xg4", "'0xg4' is no address", {3, 7}},
                              {"a4", "'a4' is no address", {0, 2}},
                              {"0, -5", "'-5' is no address", {3, 5}},
                              {"3: 0, 3: 4", "lane 3 is there twice", {9, 10}},
                              {"32: 0", "'32' is no lane", {0, 2}},
                              {"lane 3:", "lane 3 has no address", {5, 6}},
                              {"0: 4, 8", "some addresses say which lane they belong to, and some do not", {6, 7}},
                              {many.c_str(), "there are more than 32 addresses", {64, 65}},
                              {"", "there is no address in this", {}}};
  for (const Refusal& each : refusals) {
    SCOPED_TRACE(each.text);
    const Result<LaneAddresses> read = read_addresses(each.text);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().what, each.what);
    EXPECT_EQ(read.error().range, each.range);
  }
}

TEST(PasteAddresses, CodeIsNoList) {
  for (const char* text : {"tile[0][4]", "k", "0 + 4", "for", "", " "})
    EXPECT_FALSE(looks_like_addresses(text)) << text;
}

// 0, 128, ... 1920: sixteen words in bank 0, one trip each.
TEST(PasteAddresses, AreWhatTheModelGets) {
  Scenario open;
  open.title = "mine";
  open.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 0}};
  std::string text;
  for (int lane = 0; lane < 16; ++lane) text += std::to_string(lane * 128) + ", ";
  const Result<Pasted> pasted = read_pasted(text, open, 0);
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, PastedKind::addresses);
  EXPECT_FALSE(pasted->is_document());
  EXPECT_EQ(pasted->understood, "16 addresses from 0 to 1920, for ld.b32");
  EXPECT_EQ(pasted->scenario.title, "mine");
  EXPECT_EQ(pasted->scenario.accesses[0].mask, "0x0000ffff");
  const Analysis analysis = analyze(pasted->scenario, machine_named("sm_90"));
  ASSERT_TRUE(analysis.accesses[0].shown);
  EXPECT_EQ(analysis.accesses[0].shown->addresses, *read_addresses(text));
  EXPECT_EQ(analysis.accesses[0].shown->served.cost.wavefronts, 16);
}

}  // namespace
}  // namespace bankmap
