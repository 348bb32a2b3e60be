#include "tests/fuzz/laws.hpp"

#include <algorithm>
#include <array>

namespace bankmap {
namespace {

constexpr std::array laws{ReaderLaw{"addresses", check_addresses},
                          ReaderLaw{"answers", check_answers},
                          ReaderLaw{"expression", check_expression},
                          ReaderLaw{"hardware_table", check_hardware_table},
                          ReaderLaw{"lesson", check_lesson},
                          ReaderLaw{"machine", check_machine},
                          ReaderLaw{"measurements", check_measurements},
                          ReaderLaw{"paste", check_paste},
                          ReaderLaw{"progress", check_progress},
                          ReaderLaw{"scenario", check_scenario},
                          ReaderLaw{"share_string", check_share_string},
                          ReaderLaw{"whole_way", check_whole_way}};

}  // namespace

void require_reason(const Problem& problem, std::string_view text) {
  require(!problem.what.empty(), "a refusal has a reason");
  require(problem.range.begin <= problem.range.end && problem.range.end <= text.size(), "a range lies in the text");
}

std::span<const ReaderLaw> reader_laws() { return laws; }

const ReaderLaw* law_of(std::string_view reader) {
  const auto found = std::ranges::find(laws, reader, &ReaderLaw::reader);
  return found == laws.end() ? nullptr : &*found;
}

}  // namespace bankmap
