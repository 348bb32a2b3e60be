#include "core/lesson/fix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/edit.hpp"
#include "core/refusals.hpp"
#include "core/trimmed.hpp"
#include "core/whole_number.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_padding = 1024;  // [elements] that can be typed
constexpr std::string_view right_forms = "a padding in elements, such as 1, or the new column, such as col ^ (row & 7)";

Tile& tile_of(Scenario& scenario, int access) {
  return scenario.tiles[static_cast<std::size_t>(scenario.accesses[static_cast<std::size_t>(access)].tile)];
}

// "Swizzle<3,3,3>": the three numbers; empty where it is something else.
std::optional<CuteSwizzle> cute_swizzle(std::string_view typed) {
  constexpr std::string_view begin = "Swizzle<";
  if (!typed.starts_with(begin) || !typed.ends_with('>')) return std::nullopt;
  std::string_view rest = typed.substr(begin.size(), typed.size() - begin.size() - 1);
  std::vector<int> numbers;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const auto number = whole_number<int>(trimmed(rest.substr(0, comma)));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  if (numbers.size() != 3) return std::nullopt;
  return CuteSwizzle{.bits = numbers[0], .base = numbers[1], .shift = numbers[2]};
}

// The padding that a part stands for: "1", "+1", "pad 1", "padding 1". Empty where it is none.
std::optional<std::int64_t> typed_padding(std::string_view part) {
  for (const std::string_view word : {"padding", "pad", "+"}) {
    if (part.starts_with(word)) return whole_number<std::int64_t>(trimmed(part.substr(word.size())));
  }
  return whole_number<std::int64_t>(part);
}

Result<void> change(Tile& tile, std::string_view part) {
  if (const auto padding = typed_padding(part)) {
    if (*padding < 0 || *padding > most_padding) {
      return fail(fmt::format("{} elements of padding", *padding), fmt::format("0 to {}", most_padding));
    }
    tile.pitch = {.kind = Pitch::Kind::padding, .unit = Pitch::Unit::elements, .value = *padding};
    return {};
  }
  if (const auto cute = cute_swizzle(part)) {
    const Result<Swizzle> swizzle = checked(Swizzle(*cute));
    if (!swizzle) return fail(swizzle.error());
    tile.swizzle = *swizzle;
    return {};
  }
  const ExpressionSwizzle expression{std::string(part)};
  if (const Result<Expression> parsed = parse_swizzle(expression); !parsed) {
    Problem problem = parsed.error();
    problem.place.clear();  // the whole of what was typed
    if (problem.hint.empty()) problem.hint = right_forms;
    return fail(std::move(problem));
  }
  tile.swizzle = expression;
  return {};
}

// The lesson of the one changed scenario, under the name by which the goal's figures call it.
Result<FixVerdict> verdict_on(Scenario changed, const Figures& figures, const FigureView& view, std::string_view goal) {
  Lesson lesson;
  lesson.scenarios.push_back({.name = view.scenario, .preset = {}, .scenario = std::move(changed)});
  const Figures of_changed(lesson, figures.machines());
  const Analysis& analysis = of_changed.analysis(view.scenario);
  if (const std::vector<Problem> errors = errors_of(analysis); !errors.empty()) {
    return FixVerdict{.right = false, .why = errors.front().what};
  }
  const Result<std::int64_t> holds = of_changed.evaluate(goal, view);
  if (!holds) return fail(holds.error());
  const auto bytes = [](const Analysis& of) {
    return std::accumulate(of.tile_bytes.begin(), of.tile_bytes.end(), std::int64_t{0});
  };
  FixVerdict verdict{
      .right = *holds != 0, .why = {}, .extra_bytes = bytes(analysis) - bytes(figures.analysis(view.scenario))};
  if (verdict.right) return verdict;
  const std::string left(trimmed(goal.substr(0, goal.find_first_of("=<>! "))));
  const Result<std::int64_t> value = of_changed.evaluate(left, view);
  verdict.why = value ? fmt::format("{} is {}", left, *value) : fmt::format("{} does not hold", goal);
  return verdict;
}

}  // namespace

Result<Scenario> with_fix(const Scenario& scenario, int access, std::string_view typed) {
  Scenario changed = scenario;
  Tile tile = tile_of(changed, access);
  int parts = 0;
  for (std::string_view rest = typed;; ++parts) {
    const std::size_t end = rest.find(';');
    const std::string_view part = trimmed(rest.substr(0, end));
    if (part.empty()) return fail("nothing is typed", std::string(right_forms));
    if (parts == 2) return fail("there are more than two parts", "a padding; a swizzle");
    if (const Result<void> done = change(tile, part); !done) return fail(done.error());
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  const int index = changed.accesses[static_cast<std::size_t>(access)].tile;
  return apply(std::move(changed), SetTile{index, std::move(tile)});
}

Result<FixVerdict> judge_fix(const Figures& figures, const FigureView& view, std::string_view goal,
                             std::string_view typed) {
  Result<Scenario> changed = with_fix(figures.scenario(view.scenario), view.access, typed);
  if (!changed) return fail(changed.error());
  return verdict_on(*std::move(changed), figures, view, goal);
}

std::int64_t paddings_to_try(const Tile& tile) {
  constexpr std::int64_t bits_of_all_banks = 1024;
  const std::int64_t element_bits = std::max(tile.element.bits, 1);
  return std::lcm(bits_of_all_banks, element_bits) / element_bits;
}

Result<std::optional<std::int64_t>> smallest_padding(const Figures& figures, const FigureView& view,
                                                     std::string_view goal) {
  Scenario changed = figures.scenario(view.scenario);
  Tile& tile = tile_of(changed, view.access);
  for (std::int64_t padding = 0; padding < paddings_to_try(tile); ++padding) {
    tile.pitch = {.kind = Pitch::Kind::padding, .unit = Pitch::Unit::elements, .value = padding};
    const Result<FixVerdict> verdict = verdict_on(changed, figures, view, goal);
    if (!verdict) return fail(verdict.error());
    if (verdict->right) return std::optional(padding);
  }
  return std::optional<std::int64_t>();
}

}  // namespace bankmap
