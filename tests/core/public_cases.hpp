// The accesses of tests/data/public_cases.jsonl, from public questions and reports, as scenarios.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/scenario.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {

inline std::vector<nlohmann::json> public_cases() {
  std::istringstream lines(file_text(std::string(BANKMAP_TEST_DATA) + "/public_cases.jsonl"));
  std::vector<nlohmann::json> cases;
  for (std::string line; std::getline(lines, line);) cases.push_back(nlohmann::json::parse(line));
  return cases;
}

inline std::string instruction_name(const nlohmann::json& row) {
  const std::string op = row.at("op");
  const int bytes = row.at("width_bytes");
  if (op == "ld" || op == "st") return op + ".b" + std::to_string(bytes * 8);
  if (op == "atomic") return "atom.add.u32";
  if (op == "cp_async") return "cp.async.ca." + std::to_string(bytes);
  const std::string mask = row.at("active_lanes");  // ldmatrix, stmatrix: eight row addresses a matrix
  return op + (mask == "0xff" ? ".x1" : mask == "0xffff" ? ".x2" : ".x4");
}

// The cases write integer division as in Python; no case divides a negative number.
inline std::string as_cuda(std::string expression) {
  const std::string floor_division = "//";
  std::size_t at = expression.find(floor_division);
  for (; at != std::string::npos; at = expression.find(floor_division)) expression.erase(at, 1);
  return expression;
}

// C leaves a shift by 64 and more undefined, and an index that does it is refused. The machine shifts everything out:
// the padding that this macro was meant to add, n >> (16 + n) >> 8, is 0 in every lane.
inline const std::map<std::string, std::string>& restated() {
  static const std::map<std::string, std::string> cases{{"scan-macro-precedence", "((16*lane + 7) + 0)*4"}};
  return cases;
}

inline Scenario scenario_of(const nlohmann::json& row) {
  Scenario scenario;
  scenario.title = row.at("id");
  scenario.tiles[0].rows = 1024;
  scenario.tiles[0].columns = 1024;  // 4 MiB: room for every case
  Access& access = scenario.accesses[0];
  const Result<Instruction> instruction = instruction_named(instruction_name(row));
  EXPECT_TRUE(instruction) << instruction_name(row);
  access.instruction = instruction.value_or(Instruction::ld_b32);
  const auto other_words = restated().find(row.at("id"));
  access.pattern = ByteOffsetPattern{other_words == restated().end() ? as_cuda(row.at("access")) : other_words->second};
  access.mask = row.at("active_lanes");
  // There these are the lanes that give an address; of ldmatrix.x1 and x2 the others issue it too.
  const LaneMask addressed = info(access.instruction).address_lanes;
  if (addressed != all_lanes) access.mask = fmt::format("0x{:08x}", std::stoul(access.mask, nullptr, 16) | ~addressed);
  for (const auto& [name, value] : row.at("consts").items()) {
    const std::int64_t number = value;
    access.loops.push_back({.name = name, .begin = number, .end = number + 1, .step = 1, .at = number});
  }
  return scenario;
}

inline bool has_trap(const nlohmann::json& row, const std::string& trap) {
  const nlohmann::json& traps = row.at("traps");
  return std::find(traps.begin(), traps.end(), trap) != traps.end();
}

enum class Verdict { exact, refused, no_truth, other_hardware };

inline Verdict verdict_for(const nlohmann::json& row) {
  if (std::string(row.at("arch")).rfind("nvidia cc>=5", 0) != 0) return Verdict::other_hardware;
  if (has_trap(row, "misaligned")) return Verdict::refused;
  return row.at("truth_wavefronts").is_null() ? Verdict::no_truth : Verdict::exact;
}

}  // namespace bankmap
