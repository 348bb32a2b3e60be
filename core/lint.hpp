// core/lint.hpp -- accesses over a limit, for continuous integration: as lines, as JSON, and as SARIF.
//
//     layouts/tile.json: 'load a column' (ld.b32) has 992 excess wavefronts (1,024, ideal 32), over the limit of 0: Rows are ...
//
// Excess is counted over all steps and warps of the access, as in the totals of every report. What could not be looked at is said
// too: a report without findings would read as "all is well".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/analysis.hpp"

namespace bankmap {

inline constexpr std::string_view standard_input = "standard input";

struct LintFinding {
  std::string scenario;  // as it was named: a file, a preset, "standard input"
  std::string access;
  std::string instruction;
  std::int64_t excess = 0;
  std::int64_t wavefronts = 0;
  std::int64_t ideal = 0;
  std::string reason;
  std::string cuda;
  bool operator==(const LintFinding&) const = default;
};

// Accesses with more than max_excess excess wavefronts. What could not be analysed is no finding: see report_refusals.
std::vector<LintFinding> lint(std::string_view scenario, const Analysis& analysis, std::int64_t max_excess);

struct LintRefusal {
  std::string scenario;  // likewise
  std::string what;      // why it could not be looked at
  bool operator==(const LintRefusal&) const = default;
};

struct LintRun {
  std::int64_t max_excess = 0;
  int accesses_checked = 0;  // of scenarios that are refused: none
  std::vector<LintFinding> findings;
  std::vector<LintRefusal> refusals;
};
std::string lint_text(const LintRun& run);  // a line for each finding; nothing where there is none
// {"format": "bankmap-lint", "version": 1, "max_excess", "accesses_checked", "findings": [...], "refusals": [...]}
std::string lint_json(const LintRun& run);
// SARIF 2.1.0, one rule: "excess-wavefronts". A file is named by a URI, with no place in it but its first line; standard input has none.
std::string lint_sarif(const LintRun& run);

}  // namespace bankmap
