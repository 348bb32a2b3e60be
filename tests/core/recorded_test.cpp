// The measurements that come with the program (assets/measurements) are what the model predicts.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "core/comparison.hpp"
#include "core/machine_json.hpp"
#include "core/measurement_json.hpp"

namespace bankmap {
namespace {

std::string asset(const std::string& name) {
  std::ifstream file(std::string(BANKMAP_ASSETS) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Recorded, ThePresetsOfTheH200AreAsPredicted) {
  const auto machine = read_machine(asset("machines/sm_90.json"));
  const auto measurements = read_measurements(asset("measurements/h200-presets.json"));
  ASSERT_TRUE(machine);
  ASSERT_TRUE(measurements) << to_string(measurements.error());
  EXPECT_GE(measurements->size(), 60u);
  std::set<Instruction> kinds;
  for (const Measurement& measurement : *measurements) {
    SCOPED_TRACE(std::string(info(measurement.instruction).name) + " " + addresses_hash(measurement.addresses));
    EXPECT_EQ(measurement.device.compute_capability, machine->compute_capability);
    ASSERT_TRUE(measurement.counters);
    const auto prediction = predict(*machine, measurement.instruction, measurement.addresses);
    ASSERT_TRUE(prediction);
    const Comparison comparison = compare(*prediction, measurement);
    EXPECT_TRUE(comparison.agrees()) << verdict(comparison);
    kinds.insert(measurement.instruction);
  }
  EXPECT_GE(kinds.size(), 10u);
}

}  // namespace
}  // namespace bankmap
