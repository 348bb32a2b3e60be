#include "core/machine_json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::json;

std::string machine_text(const std::string& key) {
  return file_text(std::string(BANKMAP_ASSETS) + "/machines/" + key + ".json");
}

// sm_90 with one thing changed, as a refusal.
template <class Change>
std::string refusal(Change change) {
  Json json = Json::parse(machine_text("sm_90"));
  change(json);
  const Result<MachineProfile> read = read_machine(json.dump());
  EXPECT_FALSE(read);
  return read ? "" : to_string(read.error());
}

TEST(MachineJson, EveryFileReadsAndRoundTrips) {
  for (const std::string& key : machine_keys()) {
    SCOPED_TRACE(key);
    const MachineProfile machine = machine_named(key);
    EXPECT_EQ(machine.key, key);
    const Result<MachineProfile> again = read_machine(write_machine(machine));
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_EQ(*again, machine);
  }
}

TEST(MachineJson, EveryInstructionHasARuleOrAReason) {
  for (const std::string& key : machine_keys()) {
    const MachineProfile machine = machine_named(key);
    EXPECT_EQ(machine.rules.size() + machine.not_modelled.size(), instructions().size()) << key;
    EXPECT_EQ(machine.rule(Instruction::cp_async_cg_16), nullptr) << key;
  }
}

TEST(MachineJson, InstructionsThatAMachineLacks) {
  using enum Instruction;
  const auto lacks = [](const char* key, Instruction each) { return machine_named(key).not_modelled.contains(each); };
  EXPECT_TRUE(lacks("sm_70", ldmatrix_x4));
  EXPECT_FALSE(lacks("sm_75", ldmatrix_x4));
  EXPECT_TRUE(lacks("sm_75", cp_async_ca_4));
  EXPECT_FALSE(lacks("sm_80", cp_async_ca_4));
  EXPECT_TRUE(lacks("sm_89", stmatrix_x1_trans));
  EXPECT_FALSE(lacks("sm_90", stmatrix_x1_trans));
  EXPECT_FALSE(lacks("sm_120", stmatrix_x1_trans));
}

// A profile stands here once somebody has measured its GPU and recorded that in assets/measurements.
const std::set<std::string> measured_machines{"sm_90"};

TEST(MachineJson, OnlyTheMachineThatWasMeasuredSaysSo) {
  for (const std::string& key : machine_keys()) {
    for (const auto& [instruction, rule] : machine_named(key).rules) {
      SCOPED_TRACE(key + " " + std::string(info(instruction).name));
      EXPECT_TRUE(measured_machines.contains(key) || rule.provenance.status != FactStatus::measured);
      EXPECT_EQ(rule.provenance.device.empty(), rule.provenance.status != FactStatus::measured);
      EXPECT_FALSE(rule.provenance.source.empty());
      EXPECT_TRUE(!rule.saturated || !rule.saturated->provenance.source.empty());
      EXPECT_TRUE(!rule.latency || !rule.latency->provenance.source.empty());
      EXPECT_TRUE(!rule.loop_saturated || !rule.loop_saturated->provenance.source.empty());
      EXPECT_TRUE(!rule.loop_latency || !rule.loop_latency->provenance.source.empty());
    }
  }
}

TEST(MachineJson, PhasesOfHopper) {
  const MachineProfile machine = machine_named("sm_90");
  const InstructionRule& wide = machine.rules.at(Instruction::ld_b128);
  EXPECT_EQ(wide.phases, (std::vector<LaneMask>{0xffu, 0xff00u, 0xff0000u, 0xff000000u}));
  EXPECT_EQ(wide.merged_phases, (std::vector<LaneMask>{0xffffu, 0xffff0000u}));
  EXPECT_EQ(machine.rules.at(Instruction::ldmatrix_x2).phases, (std::vector<LaneMask>{0xffu, 0xff00u}));
  EXPECT_TRUE(machine.rules.at(Instruction::st_b64).merged_phases.empty());
  EXPECT_EQ(machine.rules.at(Instruction::atom_add_u64).loop_load, Instruction::ld_b64);
  EXPECT_EQ(machine.rules.at(Instruction::ld_b32).provenance.status, FactStatus::measured);
  EXPECT_EQ(machine.occupancy.shared_bytes_per_sm, 228 * 1024);
  EXPECT_EQ(machine.occupancy.shared_bytes_per_block, 227 * 1024);
  EXPECT_EQ(machine.occupancy.warps_per_sm, 64);
}

TEST(MachineJson, CycleLawsOnlyWhereSomethingIsKnown) {
  const MachineProfile turing = machine_named("sm_75");
  const InstructionRule& load = turing.rules.at(Instruction::ld_b32);
  EXPECT_EQ(load.latency->base_cycles, 23);
  EXPECT_EQ(load.latency->up_to_wavefronts, 1);
  EXPECT_EQ(load.saturated->cycles_per_wavefront, 2);
  EXPECT_FALSE(turing.rules.at(Instruction::ld_b64).latency);
  EXPECT_EQ(machine_named("sm_80").rules.at(Instruction::ld_b32).latency->base_cycles, 29);
  EXPECT_EQ(machine_named("sm_89").rules.at(Instruction::ld_b32).latency->base_cycles, 30);
  EXPECT_FALSE(machine_named("sm_86").rules.at(Instruction::ld_b32).latency);
  const InstructionRule& loop = machine_named("sm_90").rules.at(Instruction::atom_add_u64);
  EXPECT_FALSE(loop.saturated || loop.latency);
  EXPECT_EQ(loop.loop_latency->cycles_per_round, 103);
  EXPECT_EQ(loop.loop_latency->free_wavefronts, any_wavefronts);
  EXPECT_EQ(loop.loop_saturated->warps, 16);
  EXPECT_EQ(loop.loop_saturated->free_wavefronts, 9);
  EXPECT_FALSE(machine_named("sm_90").rules.at(Instruction::red_add_u64).loop_latency) << "it has no result";
  EXPECT_FALSE(machine_named("sm_80").rules.at(Instruction::atom_add_u64).loop_saturated);
  const InstructionRule& copy = machine_named("sm_90").rules.at(Instruction::cp_async_ca_16);
  EXPECT_EQ(copy.saturated->few_cycles, (std::vector<double>{2.44, 3.24, 3.64, 4.59, 5.46}));
  EXPECT_EQ(copy.saturated->row_table, (RowTable{16, 4, {2.44, 2.56, 2.7, 2.87, 3.06}}));
  EXPECT_FALSE(machine_named("sm_80").rules.at(Instruction::cp_async_ca_16).saturated);
}

TEST(MachineJson, NoMachineDiffersFromHopperBeforeItIsMeasured) {
  const MachineProfile hopper = machine_named("sm_90");
  for (const std::string& key : machine_keys()) {
    for (const auto& [instruction, rule] : machine_named(key).rules) {
      SCOPED_TRACE(key + " " + std::string(info(instruction).name));
      if (rule.provenance.status == FactStatus::measured) continue;
      const InstructionRule& same = hopper.rules.at(instruction);
      EXPECT_EQ(rule.phases, same.phases);
      EXPECT_EQ(rule.merged_phases, same.merged_phases);
      EXPECT_EQ(rule.law, same.law);
      EXPECT_EQ(rule.loop_load, same.loop_load);
    }
  }
}

TEST(MachineJson, PhasesAsListsOfLanes) {
  Json json = Json::parse(machine_text("sm_90"));
  Json even = Json::array(), odd = Json::array();
  for (int lane = 0; lane < lane_count; lane += 2) {
    even.push_back(lane);
    odd.push_back(lane + 1);
  }
  json["rules"][0]["phase_lanes"] = {even, odd};
  const Result<MachineProfile> read = read_machine(json.dump());
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->rules.at(Instruction::ld_b8).phases, (std::vector<LaneMask>{0x55555555u, 0xaaaaaaaau}));
}

TEST(MachineJson, RefusesFactsWithoutASourceOrADevice) {
  EXPECT_EQ(refusal([](Json& json) { json["banks"].erase("source"); }), "/banks: the key \"source\" is missing");
  EXPECT_EQ(refusal([](Json& json) { json["banks"]["source"] = ""; }), "/banks/source: this text is empty");
  EXPECT_EQ(refusal([](Json& json) { json["rules"][0].erase("device"); }),
            "/rules/0: a measured fact needs a device; \"device\": \"name, driver, date\"");
  EXPECT_EQ(refusal([](Json& json) { json["rules"][0]["saturated"]["status"] = "guessed"; }),
            "/rules/0/saturated/status: unknown name \"guessed\"; one of measured, documented, assumed");
}

TEST(MachineJson, RefusesALawOfCyclesThatCannotBe) {
  const auto change_rule_of = [](std::string_view name, const std::function<void(Json&)>& change) {
    return refusal([&](Json& json) {
      for (Json& rule : json["rules"])
        if (rule["instructions"][0] == name) change(rule);
    });
  };
  EXPECT_NE(change_rule_of("atom.add.f32", [](Json& rule) { rule["latency"]["warps"] = 0; })
                .find("/latency/warps: 0 is out of range; 1 to 64"),
            std::string::npos);
  EXPECT_NE(change_rule_of("atom.add.f32", [](Json& rule) { rule["saturated"]["beats"] = 1; })
                .find("/saturated/beats: unknown key"),
            std::string::npos);
  const auto table = [&](const char* key, const Json& value) {
    return change_rule_of("cp.async.ca.4", [&](Json& rule) { rule["saturated"]["row_table"][key] = value; });
  };
  EXPECT_NE(table("rows", 65).find("/row_table/rows: 65 is out of range; 1 to 64"), std::string::npos);
  EXPECT_NE(table("copies", 9).find("/row_table/copies: 9 is out of range; 1 to 8"), std::string::npos);
  EXPECT_NE(table("cycles", Json::array()).find("/row_table/cycles"), std::string::npos);
}

TEST(MachineJson, RefusesAnotherMachine) {
  EXPECT_EQ(refusal([](Json& json) { json["banks"]["count"] = 64; }), "/banks/count: 64 is out of range; 32 to 32");
  EXPECT_EQ(refusal([](Json& json) { json["banks"]["lanes"] = 64; }), "/banks/lanes: 64 is out of range; 32 to 32");
  EXPECT_EQ(refusal([](Json& json) { json["version"] = 2; }), "/version: 2 is out of range; 1 to 1");
  EXPECT_EQ(refusal([](Json& json) { json["format"] = "x"; }), "/format: not a machine profile; \"bankmap machine\"");
  EXPECT_EQ(refusal([](Json& json) { json["extra"] = 1; }).find("/extra: unknown key \"extra\""), 0u);
}

TEST(MachineJson, RefusesPhasesThatDoNotServeEachLaneOnce) {
  EXPECT_EQ(refusal([](Json& json) {
              json["rules"][0]["phase_lanes"] = {{0, 1}, {1, 2}};
            }),
            "/rules/0/phase_lanes/1/0: lane 1 is in two places; a lane is served once");
  EXPECT_EQ(refusal([](Json& json) {
              json["rules"][0]["phase_lanes"] = {{0, 1}, {2}};
            }),
            "/rules/0/phase_lanes: the phases serve the lanes 00000007, not the address lanes ffffffff; each lane that "
            "gives an "
            "address is in one phase");
  EXPECT_EQ(refusal([](Json& json) { json["rules"][0]["phase_lanes"] = {{32}}; }),
            "/rules/0/phase_lanes/0/0: 32 is out of range; 0 to 31");
  EXPECT_EQ(refusal([](Json& json) { json["rules"][0]["phase_lanes"] = 0; }),
            "/rules/0/phase_lanes: 0 is out of range; 1 to 32");
}

TEST(MachineJson, RefusesInstructionsGivenTwiceOrNotAtAll) {
  EXPECT_EQ(refusal([](Json& json) { json["rules"][1]["instructions"] = {"ld.b8"}; }),
            "/rules/1/instructions/0: ld.b8 has a rule already");
  EXPECT_EQ(refusal([](Json& json) { json["not_modelled"][0]["instructions"].push_back("ld.b8"); }),
            "/not_modelled/0/instructions/1: ld.b8 is given twice; a rule, or one reason why there is none");
  EXPECT_EQ(refusal([](Json& json) { json["rules"].erase(0); }),
            "nothing is said about ld.b8; a rule, or a reason in not_modelled");
  EXPECT_EQ(refusal([](Json& json) { json["rules"][0]["instructions"] = {"ld.b7"}; }),
            "/rules/0/instructions/0: unknown instruction \"ld.b7\"; the nearest are ld.b8, ld.b16 or ld.b32");
}

TEST(MachineJson, RefusesALoopWithoutItsLoad) {
  const auto with_loop = [](auto change) {
    return refusal([&](Json& json) {
      for (Json& rule : json["rules"]) {
        if (rule["instructions"][0] == "atom.add.f32") change(json, rule);
      }
    });
  };
  EXPECT_NE(with_loop([](Json&, Json& rule) { rule.erase("loop_load"); }).find("the key \"loop_load\" is missing"),
            std::string::npos);
  EXPECT_NE(with_loop([](Json&, Json& rule) { rule["loop_load"] = "ldmatrix.x1"; }).find("this load has other lanes"),
            std::string::npos);
  EXPECT_EQ(with_loop([](Json&, Json& rule) { rule["loop_load"] = "atom.add.f32"; }),
            "/rules: the loop of atom.add.f32 loads with atom.add.f32, which has no rule with the law words");
  EXPECT_NE(refusal([](Json& json) {
              json["rules"][0]["loop_load"] = "ld.b32";
            }).find("only a compare_and_swap_loop has a load"),
            std::string::npos);
}

TEST(MachineJson, FactStatusInWords) {
  EXPECT_EQ(to_string(FactStatus::measured), "measured");
  EXPECT_EQ(to_string(FactStatus::documented), "documented");
  EXPECT_EQ(to_string(FactStatus::assumed), "assumed");
}

}  // namespace
}  // namespace bankmap
