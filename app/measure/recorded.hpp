// app/measure/recorded.hpp -- measurements that were made earlier or elsewhere, found again by what was measured.
//
//     assets/measurements/h200-presets.json  ->  ld.b32 with the addresses 0, 132, 264, ...  ->  4 wavefronts, ...
//
// The key is the instruction and the lanes' addresses: a scenario of any name finds the measurement of its access.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/assets.hpp"
#include "core/measurement.hpp"
#include "core/problem.hpp"

namespace bankmap {

class Recorded {
 public:
  // The later of two with one key counts.
  void add(std::vector<Measurement> measurements);
  const Measurement* find(Instruction instruction, const LaneAddresses& lanes) const;  // null: none
  bool empty() const { return measurements_.empty(); }
  std::size_t size() const { return measurements_.size(); }

 private:
  std::map<std::pair<Instruction, std::string>, Measurement> measurements_;  // by instruction and addresses_hash
};

// The file of a person, named on the command line; "-" is standard input. place of a problem:
// "measured.json:/measurements/3/date".
Result<std::vector<Measurement>> read_measurements_file(const std::string& path);
// The same for a path that was typed into the window: refuses, without opening it, what is no ordinary file ("-", a pipe, a
// device: they may never end) and what is too large.
Result<std::vector<Measurement>> read_ordinary_measurements(const std::string& path);

// Those of the program, of all files of that format in assets/measurements.
Result<Recorded> load_recorded(const Assets& assets, BrokenFiles* broken = nullptr);

}  // namespace bankmap
