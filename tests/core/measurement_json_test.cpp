#include "core/measurement_json.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

Measurement sample() {
  Measurement measurement;
  measurement.device = {.name = "NVIDIA H200",
                        .compute_capability = "9.0",
                        .driver = "580.159.04",
                        .cuda_runtime = "13.0",
                        .sm_clock_mhz = 1980.5};
  measurement.date = "2026-11-30T01:45:00Z";
  measurement.instruction = Instruction::ld_b128;
  measurement.addresses.active = 0x0000ffffu;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) measurement.addresses.byte_address[lane] = lane * 16;
  measurement.addresses.byte_address[31] = 0xfffffff0u;
  measurement.latency =
      CycleFigure{.median_cycles = 33.1, .spread_cycles = 0.125, .samples = 8, .dropped = 1, .dropped_why = "late"};
  measurement.saturated = CycleFigure{.median_cycles = 4.0 / 3, .samples = 9};
  measurement.counters = CounterFigure{"reads", 2, "conflicts", 0.125};
  measurement.notes = {"rows were renumbered", "\"quoted\" and \xc3\xa4"};
  return measurement;
}

Measurement without_counters() {
  Measurement measurement = sample();
  measurement.counters.reset();
  measurement.counters_missing = CountersMissing{"not allowed", "sudo this"};
  measurement.one_warp = CycleFigure{.median_cycles = -0.25, .samples = 3};
  measurement.notes.clear();
  return measurement;
}

Problem refusal(std::string text, std::string_view from, std::string_view to) {
  const std::size_t found = text.find(from);
  EXPECT_NE(found, std::string::npos) << from;
  text.replace(found, from.size(), to);
  const auto read = read_measurements(text);
  EXPECT_FALSE(read.has_value()) << "accepted with " << to;
  return read ? Problem{} : read.error();
}

TEST(MeasurementJson, RoundTrips) {
  const std::vector<Measurement> all{sample(), without_counters()};
  const auto read = read_measurements(write_measurements(all));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, all);
}

TEST(MeasurementJson, RoundTripsEveryInstructionAndNone) {
  std::vector<Measurement> all;
  for (const InstructionInfo& each : instructions()) {
    all.push_back(sample());
    all.back().instruction = each.id;
  }
  EXPECT_EQ(read_measurements(write_measurements(all)).value(), all);
  EXPECT_TRUE(read_measurements(write_measurements({})).value().empty());
}

TEST(MeasurementJson, WritesUnitsAndOneLineForEach) {
  const std::string text = write_measurements(std::vector<Measurement>{sample(), sample()});
  EXPECT_NE(text.find("\"cycles_per_instruction\":{\"latency\":{\"median\":33.1,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"sm_clock_mhz\":1980.5"), std::string::npos);
  EXPECT_NE(text.find("\"active_mask\":\"0000ffff\""), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(MeasurementJson, AFileThatWasCutShortSaysSoAndIsReadAllTheSame) {
  const std::vector<Measurement> all{sample(), without_counters()};
  const std::string whole = write_measurements(all);
  EXPECT_EQ(whole.find("incomplete"), std::string::npos);
  const std::string cut = write_measurements(all, "cancelled after 2 of \"102\" accesses");
  EXPECT_NE(cut.find("\"version\": 1, \"incomplete\": \"cancelled after 2 of \\\"102\\\" accesses\", \"measurements\""),
            std::string::npos)
      << cut;
  EXPECT_EQ(read_measurements(cut).value(), all);
  EXPECT_EQ(refusal(cut, "\"cancelled after 2 of \\\"102\\\" accesses\"", "5").place, "/incomplete");
}

TEST(MeasurementJson, RefusesWithThePlace) {
  const std::string text = write_measurements(std::vector<Measurement>{sample()});
  EXPECT_EQ(refusal(text, "bankmap-measurements", "bankmap-scenario").place, "/format");
  EXPECT_EQ(refusal(text, "\"version\": 1", "\"version\": 2").place, "/version");
  EXPECT_EQ(refusal(text, "\"date\"", "\"day\"").place, "/measurements/0/day");
  EXPECT_EQ(refusal(text, "ld.b128", "ld.b129").place, "/measurements/0/instruction");
  EXPECT_EQ(refusal(text, "0000ffff", "0000FFFF").place, "/measurements/0/active_mask");
  EXPECT_EQ(refusal(text, "0000ffff", "-000ffff").place, "/measurements/0/active_mask");
  EXPECT_EQ(refusal(text, "[0,16,", "[16,").place, "/measurements/0/byte_addresses");
  EXPECT_EQ(refusal(text, "[0,16,", "[0,-16,").place, "/measurements/0/byte_addresses/1");
  EXPECT_EQ(refusal(text, "\"samples\":8", "\"samples\":0").place,
            "/measurements/0/cycles_per_instruction/latency/samples");
  EXPECT_EQ(refusal(text, "\"latency\"", "\"lateness\"").place, "/measurements/0/cycles_per_instruction/lateness");
}

TEST(MeasurementJson, RefusesAHashOfOtherAddresses) {
  const Problem problem = refusal(write_measurements(std::vector<Measurement>{sample()}), "[0,16,", "[0,32,");
  EXPECT_EQ(problem.place, "/measurements/0/addresses_hash");
  EXPECT_EQ(problem.what, "not the hash of these addresses");
}

TEST(MeasurementJson, RefusesWhatIsNoJson) {
  EXPECT_FALSE(read_measurements("").has_value());
  EXPECT_FALSE(read_measurements("[]").has_value());
  EXPECT_FALSE(read_measurements("{\"format\": \"bankmap-measurements\", \"version\": 1}").has_value());
}

}  // namespace
}  // namespace bankmap
