// What the benchmarks read: presets, and the machine they are asked of.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/machine_json.hpp"

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline const bankmap::MachineProfile& hopper() {
  static const bankmap::MachineProfile machine =
      bankmap::read_machine(text_of(std::filesystem::path(BANKMAP_ASSETS) / "machines/sm_90.json")).value();
  return machine;
}
