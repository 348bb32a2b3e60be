// What was measured earlier or elsewhere, and the command that measures elsewhere.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/measure/measure_desk.hpp"
#include "core/measurement_json.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "bankmap_measurements_XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  Assets assets() const { return {path_}; }

 private:
  std::filesystem::path path_;
};

Measurement sample(const std::string& device) {
  Measurement measurement;
  measurement.device = {device, "9.0", "1.2.3", "13.0", 0};
  measurement.date = "2026-11-30T01:45:00Z";
  measurement.instruction = Instruction::ld_b64;
  measurement.addresses.active = 0x3;
  measurement.addresses.byte_address = {0, 8};
  measurement.counters = CounterFigure{"a", 1, "b", 0};
  return measurement;
}

AccessAnalysis access_of(const Scenario& scenario, std::size_t index) {
  const MachineProfiles machines = load_machines(test_assets()).value();
  return analyze(scenario, machines.at(scenario.machine)).accesses.at(index);
}

TEST(Recorded, IsFoundByAddressesWhateverTheName) {
  const Recorded recorded = load_recorded(test_assets()).value();
  Scenario scenario = preset("transpose-float-padded-by-four");
  scenario.title = "mine";
  scenario.tiles[0].name = "other";
  const AccessAnalysis load = access_of(scenario, 1);
  const Measurement* found = recorded.find(load.instruction, load.shown->addresses);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->counters->wavefronts, 4);
  EXPECT_EQ(found->device.name, "NVIDIA H200");
  EXPECT_EQ(recorded.find(Instruction::ld_b16, load.shown->addresses), nullptr);
  LaneAddresses others = load.shown->addresses;
  others.byte_address[31] += 4;
  EXPECT_EQ(recorded.find(load.instruction, others), nullptr);
}

// A new preset stands here until somebody with a GPU has run: bankmap measure NAME --record assets/measurements/...
const std::set<std::string> not_measured_yet{};

TEST(Recorded, EveryPresetOfTheProgramHasItsOwn) {
  const Recorded recorded = load_recorded(test_assets()).value();
  const MachineProfiles machines = load_machines(test_assets()).value();
  for (const auto& entry : std::filesystem::directory_iterator(test_assets().scenarios())) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".json" || not_measured_yet.contains(name)) continue;
    const Scenario scenario = preset(name);
    for (const AccessAnalysis& access : analyze(scenario, machines.at(scenario.machine)).accesses) {
      ASSERT_TRUE(access.shown) << name << ": " << access.name;
      EXPECT_NE(recorded.find(access.instruction, access.shown->addresses), nullptr) << name << ": " << access.name;
    }
  }
  const Folder empty;
  EXPECT_TRUE(load_recorded(empty.assets()).value().empty());
}

TEST(Recorded, TheLaterOfTwoCounts) {
  Recorded recorded;
  recorded.add({sample("first"), sample("second")});
  EXPECT_EQ(recorded.size(), 1u);
  LaneAddresses lanes = sample("").addresses;
  lanes.byte_address[20] = 77;  // not active
  EXPECT_EQ(recorded.find(Instruction::ld_b64, lanes)->device.name, "second");
}

TEST(Recorded, FilesOfOtherFormatsArePassedOverAndBrokenOnesRefused) {
  const Folder folder;
  const Measurement one = sample("one");
  folder.write("measurements/a.json", write_measurements(std::span(&one, 1)));
  folder.write("measurements/b.json", R"({"format": "bankmap-probe"})");
  folder.write("measurements/README.md", "bankmap-measurements");
  EXPECT_EQ(load_recorded(folder.assets()).value().size(), 1u);
  folder.write("measurements/c.json", R"({"format": "bankmap-measurements", "version": 9, "measurements": []})");
  const auto refused = load_recorded(folder.assets());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().place.find("c.json:/version"), std::string::npos) << refused.error().place;
}

TEST(Recorded, AFileOfAPersonIsRefusedWithItsPlace) {
  const Folder folder;
  const auto missing = read_measurements_file("/nowhere/measured.json");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().place, "/nowhere/measured.json");
  const auto broken = read_measurements_file(folder.write("x.json", "{\"format\": \"bankmap-measurements\",\n  oops"));
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().place.find("x.json:2:"), std::string::npos) << broken.error().place;
  const auto scenario = read_measurements_file(std::string(BANKMAP_ASSETS) + "/scenarios/broadcast.json");
  ASSERT_FALSE(scenario);
  EXPECT_NE(scenario.error().place.find("broadcast.json"), std::string::npos);
  EXPECT_FALSE(read_measurements_file(BANKMAP_ASSETS));
  const auto probe = read_measurements_file(std::string(BANKMAP_ASSETS) + "/measurements/h200-probe.json");
  ASSERT_FALSE(probe);
  EXPECT_EQ(probe.error().what, "these are no measurements, but \"bankmap-probe\"");
}

TEST(MeasureCommand, NamesThePresetWhateverTheMachine) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.machine = "sm_80";
  EXPECT_EQ(measure_command(scenario, access_of(scenario, 1), test_presets()),
            "bankmap measure transpose-float-plain --record measured.json");
}

TEST(MeasureCommand, GivesTheAddressesOfAnythingElse) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].pitch.value = 1;
  scenario.accesses[1].mask = "0x7";
  const std::string command = measure_command(scenario, access_of(scenario, 1), test_presets());
  EXPECT_EQ(command.find("bankmap measure --instruction ld.b32 --addresses "), 0u) << command;
  EXPECT_NE(command.find("--mask 00000007 --record measured.json"), std::string::npos) << command;
  EXPECT_NE(command.find(",0,0,0,"), std::string::npos) << "inactive lanes have no address: " << command;
}

TEST(MeasureCommand, ANameThatAShellWouldReadIsNotPrinted) {
  const Scenario scenario = preset("broadcast");
  for (const char* name : {"a; rm -rf x", "$(x)", "-x", "a b", "", "../a"}) {
    const std::string command = measure_command(scenario, access_of(scenario, 0), {{name, scenario}});
    EXPECT_EQ(command.find("bankmap measure --instruction "), 0u) << name;
  }
  EXPECT_EQ(measure_command(scenario, access_of(scenario, 0), {{"a_B-1", scenario}}),
            "bankmap measure a_B-1 --record measured.json");
}

}  // namespace
}  // namespace bankmap
