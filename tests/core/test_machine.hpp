// The measured machine, read from its file: what the tests of the model run against.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine_json.hpp"

namespace bankmap {

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Of every profile in assets/machines.
inline std::vector<std::string> machine_keys() {
  std::vector<std::string> keys;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/machines")) {
    if (entry.path().extension() == ".json") keys.push_back(entry.path().stem().string());
  }
  EXPECT_GE(keys.size(), 8U);
  return keys;
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
