// tests/fuzz/laws.hpp -- what holds for every reader, whatever the bytes: the one text that libFuzzer and the tests both run.
//
//     law_of("scenario")->check(bytes)      returns, or throws BrokenLaw: "what was read is written and read back"
//
// For all of them: reading ends with a value, or with a Problem that says why and points into the bytes; what has a writer survives
// being written and read again; and where a value leads further (an analysis, a report, an exported program), its laws hold too.
// A new reader is one row in laws.cpp.
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

class BrokenLaw : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void require(bool holds, const char* law) {
  if (!holds) throw BrokenLaw(law);
}

// A refusal has a reason, and its range lies in the text.
void require_reason(const Problem& problem, std::string_view text);

struct ReaderLaw {
  std::string_view reader;
  void (*check)(std::string_view bytes);
};
std::span<const ReaderLaw> reader_laws();
const ReaderLaw* law_of(std::string_view reader);  // null: none

// The rows of the table.
void check_addresses(std::string_view bytes);
void check_answers(std::string_view bytes);
void check_expression(std::string_view bytes);
void check_hardware_table(std::string_view bytes);
void check_lesson(std::string_view bytes);
void check_machine(std::string_view bytes);
void check_measurements(std::string_view bytes);
void check_paste(std::string_view bytes);
void check_progress(std::string_view bytes);
void check_scenario(std::string_view bytes);
void check_share_string(std::string_view bytes);
void check_whole_way(std::string_view bytes);

}  // namespace bankmap
