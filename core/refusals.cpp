#include "core/refusals.hpp"

#include <algorithm>
#include <iterator>

namespace bankmap {

std::vector<Problem> errors_of(const Analysis& analysis) {
  std::vector<Problem> errors;
  const auto add = [&errors](const std::vector<Problem>& problems) {
    std::copy_if(problems.begin(), problems.end(), std::back_inserter(errors),
                 [](const Problem& problem) { return problem.severity == Severity::error; });
  };
  add(analysis.problems);
  for (const AccessAnalysis& access : analysis.accesses) add(access.problems);
  return errors;
}

const Problem* first_error(const AccessAnalysis& access) {
  const auto found = std::ranges::find(access.problems, Severity::error, &Problem::severity);
  return found == access.problems.end() ? nullptr : &*found;
}

}  // namespace bankmap
