// Two answers written down by hand, so that the reports are tested without the model.
//
//   four_wavefronts()  ld.b32, column 5 of float [32][36]: lane i at byte i * 144 + 20, word i * 36 + 5, bank (4 i + 5)
//   % 32, pass i / 8 shared_words()     ld.b128 in two phases: lanes 0-3 on one 16-byte word group (banks 0-3), lane 4
//   on the same banks at another,
//                      lanes 16 and 17 side by side (banks 4-7, 8-11); all others off
#pragma once

#include "core/analysis.hpp"

namespace bankmap {

struct ReportSample {
  Scenario scenario;
  MachineProfile machine;
  Analysis analysis;
};

inline LaneResult sample_lane(std::uint32_t byte, int banks, int phase, int pass) {
  LaneResult lane;
  lane.active = true;
  lane.byte_address = byte;
  lane.word = byte / 4;
  lane.bank = static_cast<int>(byte / 4 % 32);
  lane.banks = banks;
  lane.phase = phase;
  lane.pass = pass;
  return lane;
}

inline ReportSample empty_sample() {
  ReportSample sample;
  sample.scenario.title = "A <title> & \"more\"";
  sample.machine.key = "sm_00";
  sample.machine.name = "Test machine";
  sample.machine.compute_capability = "0.0";
  sample.analysis.declarations = {"__shared__ float tile[32][36];"};
  sample.analysis.tile_bytes = {4608};
  sample.analysis.accesses.resize(1);
  return sample;
}

inline ReportSample four_wavefronts() {
  ReportSample sample = empty_sample();
  Access& asked = sample.scenario.accesses.front();
  asked.loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  AccessAnalysis& access = sample.analysis.accesses.front();
  access.name = asked.name = "load, \"k\"";
  access.instruction = Instruction::ld_b32;
  access.cuda = "x = tile[threadIdx.x][k];";
  access.reason = "Four lanes wait in each of eight banks.";
  access.steps = 32;
  access.warps = 1;
  access.totals = {.instructions = 32,
                   .wavefronts = 128,
                   .ideal = 32,
                   .bank_conflicts = 96,
                   .bytes_asked = 4096,
                   .bytes_moved = 16384,
                   .worst_wavefronts = 4};
  sample.analysis.totals = access.totals;
  WarpAnalysis& warp = access.shown.emplace();
  warp.loop_values = {5};
  warp.saturated = CyclePrediction{.cycles_per_instruction = 4.08,
                                   .tolerance_cycles = 0.15,
                                   .provenance = {FactStatus::measured, "a table", "a device"}};
  warp.served.cost = {.wavefronts = 4, .ideal = 1, .phases = 1, .ways = 4, .bank_conflicts = 3, .merged = false};
  warp.served.phases = {all_lanes};
  for (int pass = 0; pass < 4; ++pass) warp.served.passes.push_back({0, LaneMask{0xff} << (8 * pass)});
  for (int lane = 0; lane < lane_count; ++lane) {
    LaneResult& it = warp.lanes[static_cast<std::size_t>(lane)];
    it = sample_lane(static_cast<std::uint32_t>(lane) * 144 + 20, 1, 0, lane / 8);
    it.has_coordinates = true;
    it.row = lane;
    it.column = 5;
    it.conflicts = 0x01010101u << (lane % 8) & ~lane_bit(lane);
    warp.served.words_in_bank[static_cast<std::size_t>(it.bank)] = 4;
  }
  return sample;
}

inline ReportSample shared_words() {
  ReportSample sample = empty_sample();
  sample.scenario.accesses.front().mask = "0x0003001f";
  AccessAnalysis& access = sample.analysis.accesses.front();
  access.name = "wide";
  access.instruction = Instruction::ld_b128;
  access.steps = access.warps = 1;
  access.totals = {.instructions = 1,
                   .wavefronts = 3,
                   .ideal = 2,
                   .bank_conflicts = 1,
                   .bytes_asked = 112,
                   .bytes_moved = 384,
                   .worst_wavefronts = 3};
  WarpAnalysis& warp = access.shown.emplace();
  warp.served.cost = {.wavefronts = 3, .ideal = 2, .phases = 2, .ways = 2, .bank_conflicts = 1, .merged = true};
  warp.served.phases = {0x0000001f, 0x00030000};
  warp.served.passes = {{0, 0x0000000f}, {0, 0x00000010}, {1, 0x00030000}};
  for (int lane = 0; lane < 4; ++lane) {
    warp.lanes[static_cast<std::size_t>(lane)] = sample_lane(0, 4, 0, 0);
    warp.lanes[static_cast<std::size_t>(lane)].shares_word = 0xfu & ~lane_bit(lane);
    warp.lanes[static_cast<std::size_t>(lane)].conflicts = 0x10;
  }
  warp.lanes[4] = sample_lane(128, 4, 0, 1);
  warp.lanes[4].conflicts = 0xf;
  warp.lanes[16] = sample_lane(16, 4, 1, 2);
  warp.lanes[17] = sample_lane(32, 4, 1, 2);
  for (std::size_t bank = 0; bank < 12; ++bank) warp.served.words_in_bank[bank] = bank < 4 ? 2 : 1;
  return sample;
}

// A column that does not fit: no warp, only the problem.
inline ReportSample refused_sample() {
  ReportSample sample = empty_sample();
  AccessAnalysis& access = sample.analysis.accesses.front();
  access.name = "load";
  access.problems = {
      {.what = "an operand is missing", .hint = "lane % 8", .place = "accesses[0].row", .range = {7, 8}, .lanes = 0x5}};
  return sample;
}

}  // namespace bankmap
