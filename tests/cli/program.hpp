// Runs the built program as a person's shell would, and keeps what it said.
#pragma once

#include <string>
#include <vector>

namespace bankmap {

struct Outcome {
  int exit_code = -1;   // 128 + signal where a signal ended it
  std::string out;
  std::string err;
};

struct Surroundings {
  std::string input;                       // standard input
  std::vector<std::string> environment;    // "NAME=value" on top of a clean environment without DISPLAY, TERM and NO_COLOR
  bool out_to_full_device = false;         // standard output is /dev/full
  bool out_closed_early = false;           // nobody reads standard output, and SIGPIPE is ignored as Python does
};

// Ends with a failed test where the program cannot be started, and kills it after 30 s.
Outcome run_program(const std::vector<std::string>& arguments, const Surroundings& around = {});

}  // namespace bankmap
