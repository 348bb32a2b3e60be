#include "core/lesson/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/expression.hpp"
#include "core/expression_tokens.hpp"
#include "core/identifier.hpp"
#include "core/lesson/figure_values.hpp"
#include "core/nearest.hpp"
#include "core/refusals.hpp"
#include "core/whole_number.hpp"

namespace bankmap {
namespace {

bool is_figure(std::span<const FigureName> figures, std::string_view name) {
  return std::ranges::find(figures, name, &FigureName::name) != figures.end();
}

std::vector<std::string> names_of(std::span<const FigureName> figures) {
  std::vector<std::string> names;
  for (const FigureName& figure : figures) names.emplace_back(figure.name);
  return names;
}

// The number behind the word: 12 of "lane12" for "lane". Empty where it is none of 0 to most.
std::optional<int> numbered(std::string_view part, std::string_view word, int most) {
  if (!part.starts_with(word)) return std::nullopt;
  const std::optional<int> value = whole_number<int>(part.substr(word.size()));
  return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

// "padded.lane5.bank" one part after the other.
class Parts {
 public:
  explicit Parts(std::string_view name) : rest_(name) {}
  std::string_view peek() const { return rest_.substr(0, rest_.find('.')); }
  bool last() const { return rest_.find('.') == std::string_view::npos; }
  void next() { rest_.remove_prefix(std::min(rest_.size(), peek().size() + 1)); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

std::string why_absent(const FigurePlace& place) {
  if (const Problem* error = first_error(place.answer())) return error->what;
  if (const std::vector<Problem> errors = errors_of(*place.analysis); !errors.empty()) return errors.front().what;
  return "the analysis gives none here";
}

Problem unknown_figure(std::string_view name, std::span<const FigureName> figures) {
  const std::vector<std::string> known = names_of(figures);
  const std::string near = nearest_name(name, known);
  return {.what = fmt::format("unknown figure '{}'", shown(name)),
          .hint = near.empty() ? fmt::format("one of {}", fmt::join(known, ", "))
                               : fmt::format("did you mean '{}'?", near)};
}

// The names in an expression, with the places where they stand. Other mistakes are left to the parser.
std::vector<Token> names_in(std::string_view expression) {
  std::vector<Token> names;
  for (std::size_t position = 0;;) {
    const Result<Token> token = next_token(expression, position);
    if (!token || token->kind == TokenKind::end) return names;
    if (token->kind == TokenKind::name && token->text != "rand") names.push_back(*token);
    position = token->range.end;
  }
}

Problem moved(Problem problem, std::size_t by) {
  problem.range.begin += by;
  problem.range.end += by;
  return problem;
}

}  // namespace

bool may_name_a_scenario(std::string_view name) {
  const bool number_word =
      numbered(name, "lane", 1'000'000) || numbered(name, "bank", 1'000'000) || numbered(name, "access", 1'000'000);
  return is_identifier(name) && !number_word && !is_figure(access_figures(), name) && !is_figure(text_figures(), name);
}

struct Figures::Place : FigurePlace {
  enum class Of { access, lane, bank } of = Of::access;
  std::string figure;
};

Figures::Figures(const Lesson& lesson, const MachineProfiles& machines) : machines_(&machines) {
  for (const LessonScenario& named : lesson.scenarios) {
    const auto found = machines.find(named.scenario.machine);
    const MachineProfile& machine = found == machines.end() ? machines.begin()->second : found->second;
    answered_.emplace(named.name, Answered{&named.scenario, &machine, analyze(named.scenario, machine)});
  }
}

const Analysis& Figures::analysis(std::string_view scenario) const { return answered_.find(scenario)->second.analysis; }
const MachineProfile& Figures::machine(std::string_view scenario) const {
  return *answered_.find(scenario)->second.machine;
}
const Scenario& Figures::scenario(std::string_view scenario) const {
  return *answered_.find(scenario)->second.scenario;
}

Result<Figures::Place> Figures::find(std::string_view name, const FigureView& view) const {
  Parts parts(name);
  auto scenario = answered_.find(view.scenario);
  auto access = static_cast<std::size_t>(view.access);
  if (const auto other = answered_.find(parts.peek()); other != answered_.end() && !parts.last()) {
    access = other == scenario ? access : std::min(access, other->second.scenario->accesses.size() - 1);
    scenario = other;
    parts.next();
  }
  if (scenario == answered_.end()) return fail(fmt::format("the lesson has no scenario '{}'", shown(view.scenario)));
  const int last_access = static_cast<int>(scenario->second.scenario->accesses.size()) - 1;
  if (const auto number = numbered(parts.peek(), "access", last_access); number && !parts.last()) {
    access = static_cast<std::size_t>(*number);
    parts.next();
  }
  Place place{{scenario->second.scenario, scenario->second.machine, &scenario->second.analysis, access, -1, -1},
              Place::Of::access,
              {}};
  if (const auto lane = numbered(parts.peek(), "lane", lane_count - 1); lane && !parts.last()) {
    place.lane = *lane;
    place.of = Place::Of::lane;
    parts.next();
  } else if (const auto bank = numbered(parts.peek(), "bank", bank_count - 1); bank && !parts.last()) {
    place.bank = *bank;
    place.of = Place::Of::bank;
    parts.next();
  }
  if (!parts.last()) {
    return fail(
        fmt::format("'{}' leads nowhere", shown(parts.peek())),
        fmt::format("a scenario of the lesson, access0 to access{}, lane0 to lane31, or bank0 to bank31", last_access));
  }
  place.figure = parts.rest();
  return place;
}

Result<std::int64_t> Figures::number(std::string_view name, const FigureView& view) const {
  const Result<Place> place = find(name, view);
  if (!place) return fail(place.error());
  const bool of_lane = place->of == Place::Of::lane, of_bank = place->of == Place::Of::bank;
  const std::span<const FigureName> known = of_lane ? lane_figures() : of_bank ? bank_figures() : access_figures();
  if (!is_figure(known, place->figure)) {
    if (!of_lane && !of_bank && is_figure(text_figures(), place->figure)) {
      return fail(fmt::format("'{}' is no whole number", place->figure), "it can stand alone between braces in a text");
    }
    return fail(unknown_figure(place->figure, known));
  }
  const std::optional<std::int64_t> value = of_lane   ? lane_figure(place->figure, *place)
                                            : of_bank ? bank_figure(place->figure, *place)
                                                      : access_figure(place->figure, *place);
  if (!value) return fail(fmt::format("'{}' has no value: {}", shown(name), why_absent(*place)));
  return *value;
}

Result<std::int64_t> Figures::evaluate(std::string_view expression, const FigureView& view) const {
  std::vector<std::string> names;
  std::vector<LaneValues> numbers;
  for (const Token& token : names_in(expression)) {
    const Result<std::int64_t> value = number(token.text, view);
    if (!value) {
      Problem problem = value.error();
      problem.range = token.range;
      return fail(std::move(problem));
    }
    names.emplace_back(token.text);
    numbers.emplace_back().fill(*value);
  }
  const Result<Expression> parsed = parse_expression(expression, names);
  if (!parsed) return fail(parsed.error());
  std::vector<LaneValues> in_order;
  for (const std::string& name : parsed->names) {
    in_order.push_back(numbers[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())]);
  }
  const Result<LaneValues> values = bankmap::evaluate(*parsed, {.values = in_order, .lanes = 1, .rand = {}});
  if (!values) {
    Problem problem = values.error();
    problem.lanes = 0;  // lanes mean nothing here
    return fail(std::move(problem));
  }
  return values->front();
}

// A text figure alone, or an expression.
Result<std::string> Figures::filled_in(std::string_view expression, const FigureView& view) const {
  if (const Result<Place> place = find(expression, view);
      place && place->of == Place::Of::access && is_figure(text_figures(), place->figure)) {
    const std::optional<std::string> text = text_figure(place->figure, *place);
    if (!text) {
      return fail(fmt::format("'{}' has no value: {}", shown(expression), why_absent(*place)), {},
                  {0, expression.size()});
    }
    return *text;
  }
  const Result<std::int64_t> value = evaluate(expression, view);
  if (!value) return fail(value.error());
  return fmt::format("{}", *value);
}

Result<std::string> Figures::fill(std::string_view text, const FigureView& view) const {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if (c != '{' && c != '}') {
      filled += c;
      ++at;
    } else if (doubled) {
      filled += c;
      at += 2;
    } else {
      const std::size_t end = text.find('}', at);
      if (c == '}' || end == std::string_view::npos) {
        return fail(c == '}' ? "a } without its {" : "a { without its }", "write {{ and }} for braces", {at, at + 1});
      }
      const Result<std::string> value = filled_in(text.substr(at + 1, end - at - 1), view);
      if (!value) return fail(moved(value.error(), at + 1));
      filled += *value;
      at = end + 1;
    }
  }
  return filled;
}

}  // namespace bankmap
