#include "core/lesson/lesson_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <utility>

#include "core/lesson/answers.hpp"
#include "core/lesson/figures.hpp"
#include "core/refusals.hpp"

namespace bankmap {
namespace {

// Where a number stands before one of these words, it is a number of the model.
constexpr std::array<std::string_view, 8> figure_words{"wavefront", "wavefronts", "excess",    "ways",
                                                       "passes",    "cycles",     "conflicts", "phases"};

struct Word {
  std::string_view text;
  std::size_t begin = 0;  // [bytes] in the text
};

// Letters and digits that stand together, outside of braces.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto is_part = [&text](std::size_t i) {
      return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
    };
    if (text[at] == '{') ++depth;
    if (text[at] == '}') --depth;
    if (depth != 0 || !is_part(at)) continue;
    std::size_t end = at;
    while (is_part(end)) ++end;
    words.push_back({text.substr(at, end - at), at});
    at = end - 1;
  }
  return words;
}

bool is_number(std::string_view word) {
  return std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

class Checker {
 public:
  Checker(const Lesson& lesson, const MachineProfiles& machines) : lesson_(lesson), figures_(lesson, machines) {}

  std::vector<Problem> check() {
    for (std::size_t i = 0; i < lesson_.scenarios.size(); ++i)
      scenario(lesson_.scenarios[i], fmt::format("/scenarios/{}", i));
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) step(lesson_.steps[i], fmt::format("/steps/{}", i));
    return std::move(problems_);
  }

 private:
  // Both are JSON pointers.
  void report(const std::string& place, Problem problem) {
    problem.place = place + problem.place;
    problems_.push_back(std::move(problem));
  }

  void scenario(const LessonScenario& named, const std::string& place) {
    const auto shows = [&named](const LessonStep& each) { return each.scenario == named.name; };
    if (!std::ranges::any_of(lesson_.steps, shows) && !is_mentioned(named.name)) {
      report(place, {.what = fmt::format("no step shows or mentions '{}'", named.name), .hint = "leave it out"});
    }
    const std::vector<Problem> errors = errors_of(figures_.analysis(named.name));
    if (!errors.empty() && !is_claimed_to_be_refused(named.name)) {
      report(place, {.what = fmt::format("it is refused: {}", to_string(errors.front())),
                     .hint = "mend it, or claim errors > 0 in a step that shows it"});
    }
  }

  bool is_mentioned(const std::string& name) const {
    const std::string reference = name + ".";
    const auto mentions = [&reference](std::string_view text) {
      return text.find(reference) != std::string_view::npos;
    };
    return std::ranges::any_of(lesson_.steps, [&](const LessonStep& each) {
      const auto& question = each.question;
      return mentions(each.text) || mentions(each.because) || std::ranges::any_of(each.claims, mentions) ||
             (question &&
              (mentions(question->value) || std::ranges::any_of(question->choices, mentions, &LessonChoice::right_if)));
    });
  }

  bool is_claimed_to_be_refused(const std::string& name) const {
    return std::ranges::any_of(lesson_.steps, [&name](const LessonStep& each) {
      const std::string claim = each.scenario == name ? "errors > 0" : name + ".errors > 0";
      return std::ranges::find(each.claims, claim) != each.claims.end();
    });
  }

  void step(const LessonStep& each, const std::string& place) {
    const FigureView view = view_of(each);
    text(each.title, place + "/title", view);
    text(each.text, place + "/text", view);
    text(each.because, place + "/because", view);
    look(each.look, place + "/look", view);
    for (std::size_t i = 0; i < each.claims.size(); ++i)
      claim(each.claims[i], fmt::format("{}/claims/{}", place, i), view);
    if (!each.question) return;
    question(*each.question, place + "/question", view);
    if (each.because.empty())
      report(place, {.what = "a question without a reason", .hint = "\"because\": why it is so"});
  }

  void text(const std::string& written, const std::string& place, const FigureView& view) {
    if (const Result<std::string> filled = figures_.fill(written, view); !filled) return report(place, filled.error());
    const std::vector<Word> words = words_of(written);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const Word &number = words[i], &word = words[i + 1];
      const bool neighbours = number.begin + number.text.size() + 1 == word.begin && written[word.begin - 1] == ' ';
      if (!neighbours || !is_number(number.text)) continue;
      if (std::ranges::find(figure_words, word.text) == figure_words.end()) continue;
      report(place, {.what = fmt::format("\"{} {}\" is a number of the model written out", number.text, word.text),
                     .hint = fmt::format("a figure between braces, such as {{{}}}", "wavefronts"),
                     .place = {},
                     .range = {number.begin, word.begin + word.text.size()}});
    }
  }

  void look(const LessonLook& at_what, const std::string& place, const FigureView& view) {
    if (!at_what.pass && !at_what.lane) return;
    const auto& shown = figures_.analysis(view.scenario).accesses[static_cast<std::size_t>(view.access)].shown;
    if (!shown) return;
    const auto passes = static_cast<int>(shown->served.passes.size());
    if (at_what.pass && *at_what.pass >= passes) {
      report(place + "/pass", {.what = fmt::format("there are only {} passes", passes),
                               .hint = fmt::format("0 to {}, counted from 0", passes - 1)});
    }
    if (at_what.lane && !shown->lanes[static_cast<std::size_t>(*at_what.lane)].active) {
      report(place + "/lane",
             {.what = fmt::format("lane {} takes no part", *at_what.lane), .hint = "a lane that is active"});
    }
  }

  void claim(const std::string& condition, const std::string& place, const FigureView& view) {
    const Result<std::int64_t> holds = figures_.evaluate(condition, view);
    if (!holds) return report(place, holds.error());
    if (*holds != 0) return;
    report(place,
           {.what = fmt::format("\"{}\" does not hold{}", shown(condition), left_side(condition, view)), .hint = {}});
  }

  // ": excess is 4" for a claim that compares a figure with something; empty for others.
  std::string left_side(const std::string& condition, const FigureView& view) const {
    const std::string left = condition.substr(0, condition.find_first_of("=<>! "));
    const Result<std::int64_t> value = figures_.evaluate(left, view);
    return value ? fmt::format(": {} is {}", left, *value) : "";
  }

  void question(const LessonQuestion& asked, const std::string& place, const FigureView& view) {
    text(asked.text, place + "/text", view);
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
      if (const Result<std::string> filled = figures_.fill(asked.choices[i].text, view); !filled) {
        report(fmt::format("{}/choices/{}/text", place, i), filled.error());
      }
    }
    if (const Result<std::int64_t> answer = right_answer(asked, figures_, view); !answer)
      return report(place, answer.error());
    if (asked.fix.empty() || figures_.evaluate(asked.fix, view).value_or(0) == 0) return;
    report(place + "/fix", {.what = fmt::format("\"{}\" holds before anything is changed", shown(asked.fix)),
                            .hint = "a condition that holds once it is fixed, such as all_excess == 0"});
  }

  const Lesson& lesson_;
  Figures figures_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> check_lesson(const Lesson& lesson, const MachineProfiles& machines) {
  return Checker(lesson, machines).check();
}

}  // namespace bankmap
