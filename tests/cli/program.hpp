// Runs the built program as a person's shell would, and keeps what it said.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace bankmap {

struct Outcome {
  int exit_code = -1;  // 128 + signal where a signal ended it
  std::string out;
  std::string err;
  long peak_kib = 0;  // of memory
};

// What becomes of what the program says.
enum class Reader {
  listens,
  full,    // /dev/full: a disk without room
  gone,    // a pipe that nobody reads, with SIGPIPE ignored as Python does
  closed,  // there is no such file: "2>&-"
};

struct Surroundings {
  std::string input;  // standard input
  // "NAME=value" on top of a clean environment without DISPLAY, TERM and NO_COLOR
  std::vector<std::string> environment;
  unsigned long largest_file =
      0;  // [bytes] that it may write, as on a disk with that much room; 0: as large as it likes
  Reader out = Reader::listens;
  Reader err = Reader::listens;
  bool limited = false;  // to 1 GiB of memory and 10 seconds of a processor
};

using Arguments = std::vector<std::string>;

// Ends with a failed test where the program cannot be started, and kills it after 30 s.
Outcome run_program(const Arguments& arguments, const Surroundings& around = {});

// As often as it fits into so many bytes.
inline std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() + part.size() <= bytes) text += part;
  return text;
}

// Of a file; empty where there is none.
inline std::string file_content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// "0,4,8": that many multiples.
inline std::string numbers(int count, int step) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i > 0 ? "," : "") + std::to_string(i * step);
  return list;
}

}  // namespace bankmap
