// Any text at all: parse, evaluate, print, parse again.
#include <string>
#include <vector>

#include "core/expression.hpp"
#include "core/swizzle.hpp"
#include "tests/fuzz/laws.hpp"

namespace bankmap {
namespace {

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

}  // namespace

void check_expression(std::string_view text) {
  const std::vector<std::string> names{"lane", "warp", "threadIdx.x", "k"};
  const Result<Expression> expression = parse_expression(text, names);
  if (const auto swizzle = parse_swizzle({std::string(text)}); !swizzle) require_reason(swizzle.error(), text);
  if (!expression) return require_reason(expression.error(), text);
  const std::string printed = to_cuda(*expression);
  const Result<Expression> again = parse_expression(printed, names);
  // Blanks around operators can make a text too long, nothing else may happen.
  if (!again) return require(printed.size() > max_expression_bytes, "what was printed parses");
  require(to_cuda(*again) == printed, "what was printed prints the same");
  for (const LaneMask lanes : {all_lanes, LaneMask{0x80000ff1u}}) {
    const Result<LaneValues> values = evaluated(*expression, lanes);
    if (!values) require_reason(values.error(), text);
    require(same_answer(values, evaluated(*again, lanes)), "what was printed evaluates the same");
  }
}

}  // namespace bankmap
