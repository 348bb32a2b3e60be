// The measured machine, read from its file: what the tests of the model run against.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "core/machine_json.hpp"

namespace bankmap {

inline constexpr const char* machine_keys[] = {"sm_70", "sm_75", "sm_80",  "sm_86",
                                               "sm_89", "sm_90", "sm_100", "sm_120"};

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline const MachineProfile& machine_named(std::string_view key) {
  static std::map<std::string, MachineProfile, std::less<>> read;
  const auto found = read.find(key);
  if (found != read.end()) return found->second;
  Result<MachineProfile> machine =
      read_machine(file_text(std::string(BANKMAP_ASSETS) + "/machines/" + std::string(key) + ".json"));
  EXPECT_TRUE(machine) << (machine ? "" : to_string(machine.error()));
  return read.emplace(std::string(key), machine.value_or(MachineProfile{})).first->second;
}

}  // namespace bankmap
