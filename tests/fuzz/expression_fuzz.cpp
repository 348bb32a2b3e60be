// Any text at all: parse, evaluate, print, parse again. Build with -fsanitize=fuzzer,address,undefined.
#include <cstdlib>
#include <string>
#include <vector>

#include "core/expression.hpp"

namespace {

using namespace bankmap;

void require(bool holds) {
  if (!holds) std::abort();
}

Result<LaneValues> evaluated(const Expression& expression, LaneMask lanes) {
  std::vector<LaneValues> values(expression.names.size());
  for (std::size_t name = 0; name < values.size(); ++name) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      values[name][lane] =
          expression.names[name] == "lane" ? static_cast<std::int64_t>(lane) : static_cast<std::int64_t>(name) - 1;
    }
  }
  const auto rand = [](int site, int lane, std::int64_t n) { return (std::int64_t{site} * 7 + lane) % n; };
  return evaluate(expression, {.values = values, .lanes = lanes, .rand = rand});
}

bool same_answer(const Result<LaneValues>& a, const Result<LaneValues>& b) {
  if (a.has_value() != b.has_value()) return false;
  return a ? *a == *b : a.error().what == b.error().what && a.error().lanes == b.error().lanes;
}

void require_sound(const Problem& problem, std::string_view text) {
  require(!problem.what.empty() && problem.range.begin <= problem.range.end && problem.range.end <= text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> names{"lane", "warp", "threadIdx.x", "k"};
  const Result<Expression> expression = parse_expression(text, names);
  if (!expression) {
    require_sound(expression.error(), text);
    return 0;
  }
  const std::string printed = to_cuda(*expression);
  const Result<Expression> again = parse_expression(printed, names);
  if (!again) {  // blanks around operators can make a text too long, nothing else may happen
    require(printed.size() > max_expression_bytes);
    return 0;
  }
  require(to_cuda(*again) == printed);
  for (const LaneMask lanes : {all_lanes, LaneMask{0x80000ff1u}}) {
    const Result<LaneValues> values = evaluated(*expression, lanes);
    if (!values) require_sound(values.error(), text);
    require(same_answer(values, evaluated(*again, lanes)));
  }
  return 0;
}
