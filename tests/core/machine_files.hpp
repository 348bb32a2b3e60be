// The machine profiles that ship with Bankmap, for tests.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "core/machine_json.hpp"

namespace bankmap {

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::string machine_text(const std::string& key) {
  return file_text(std::string(BANKMAP_ASSETS) + "/machines/" + key + ".json");
}

inline MachineProfile machine_file(const std::string& key) {
  const Result<MachineProfile> read = read_machine(machine_text(key));
  EXPECT_TRUE(read) << key << ": " << to_string(read.error());
  return read ? *read : MachineProfile{};
}

inline constexpr const char* machine_keys[] = {"sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"};

}  // namespace bankmap
