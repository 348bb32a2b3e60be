// Everything that can become of a scenario: its analysis, every report and export, and the search for better layouts. The first
// bytes say on which machine, and what is asked for.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "core/advice/advice.hpp"
#include "core/advice/report_advice.hpp"
#include "core/analysis.hpp"
#include "core/analysis_work.hpp"
#include "core/explain.hpp"
#include "core/export_cuda.hpp"
#include "core/export_static_assert.hpp"
#include "core/lint.hpp"
#include "core/parameter_sweep.hpp"
#include "core/report_csv.hpp"
#include "core/report_json.hpp"
#include "core/report_markdown.hpp"
#include "core/report_svg.hpp"
#include "core/report_text.hpp"
#include "core/scenario_json.hpp"
#include "core/scenario_numbers.hpp"
#include "core/svg_named_view.hpp"
#include "tests/fuzz/assets.hpp"
#include "tests/fuzz/laws.hpp"
#include "tests/fuzz/scenario_laws.hpp"
#include "tests/fuzz/scenario_of_bytes.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_work = 50'000;         // [units] of one analysis
constexpr std::int64_t most_work_of_each = 5'000;  // likewise, where there are many

void check_texts(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis) {
  require(!report_text(scenario, machine, analysis, {}).empty(), "there is a report");
  require(!report_text(scenario, machine, analysis, {.colour = TextColour::full, .columns = 60}).empty(),
          "and a narrow one");
  require(nlohmann::json::accept(report_json(scenario, machine, analysis)), "the report for scripts is JSON");
  require(!report_markdown(scenario, machine, analysis).empty(), "there is a summary");
  require(report_csv(scenario, analysis).starts_with("access,"), "a table has a first line");
  const LintRun run{.findings = lint("fuzz", analysis, 0), .refusals = {}};
  require(nlohmann::json::accept(lint_sarif(run)) && nlohmann::json::accept(lint_json(run)), "findings are JSON");
}

void check_pictures(Choices& choices, const Scenario& scenario, const MachineProfile& machine,
                    const Analysis& analysis) {
  const auto view = all_views[choices.below(all_views.size())];
  const int access = static_cast<int>(choices.below(static_cast<std::uint32_t>(scenario.accesses.size())));
  require(svg_named_view(view, scenario, machine, analysis, access, {}).ends_with("</svg>\n"), "a picture is whole");
  require(report_svg(scenario, machine, analysis, {}).ends_with("</svg>\n"), "the report's picture is whole");
}

// Where nothing is refused, the program is there; it prints what the model says.
void check_programs(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis) {
  const auto program = export_cuda(scenario, machine, analysis);
  if (!program) require(!program.error().what.empty(), "a refusal has a reason");
  if (!refused(analysis)) require(program.has_value(), "what can be analysed can be exported");
  const auto lines = cuda_addresses(scenario);
  require(lines.has_value() == program.has_value(), "a program has addresses to print");
  const auto header = static_assert_header(scenario, machine, analysis, "layout");
  if (!header) require(!header.error().what.empty(), "a refusal has a reason");
}

void check_sweep(Choices& choices, const Scenario& scenario, const MachineProfile& machine) {
  const std::vector<ScenarioNumber> numbers = scenario_numbers(scenario, 0);
  if (numbers.empty()) return;
  const ScenarioNumber& number = numbers[choices.below(static_cast<std::uint32_t>(numbers.size()))];
  require(std::ranges::find(number.values, number.value) != number.values.end(),
          "a number's value is one of its values");
  const Scenario mended = with_number(scenario, 0, number.key, number.value);  // a loop's `at` is one of its values
  require(with_number(mended, 0, number.key, number.value) == mended, "the same number changes nothing");
  if (analysis_work(with_number(scenario, 0, number.key, number.values.back())) > most_work) return;
  const auto question = sweep_question(scenario, 0, number.key);
  if (!question) return;
  const Sweep answer = sweep(*question, machine);
  require(answer.points.size() == question->values.size(), "each value has a point");
  for (const SweepPoint& point : answer.points) {
    require(!point.refused.empty() || point.wavefronts >= point.ideal, "no point beats its ideal");
    require(!explain_point(answer, point).empty(), "a point is explained");
  }
}

std::int64_t excess_of(const Analysis& analysis) {
  std::int64_t sum = 0;
  for (const AccessAnalysis& access : analysis.accesses) sum += access.totals.excess();
  return sum;
}

// Every fix holds what it promises.
void check_advice(Choices& choices, const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis) {
  AdviceOptions options;
  options.allow_lane_orders = choices.one_in(4);
  options.allow_vector_widths = choices.one_in(4);
  const Result<Advice> advice = advise(scenario, machine, options);
  if (!advice) return require(!advice.error().what.empty(), "a refusal has a reason");
  require(!advice->sentence.empty(), "advice has a sentence");
  require((advice->outcome == AdviceOutcome::refused) == refused(analysis), "what is refused has no advice");
  for (const Fix& fix : advice->fixes) {
    const Analysis after = analyze(fix.scenario, machine);
    require(!refused(after), "a fix is legal");
    require(excess_of(after) == fix.excess_after, "a fix takes what it promises");
    require(fix.excess_after <= fix.excess_before && fix.excess_after >= advice->floor_excess, "a fix is no worse");
    require_survives_writing(fix.scenario);
  }
  require(!report_advice(scenario, *advice).empty(), "advice is told");
  require(nlohmann::json::accept(advice_json(scenario, *advice)), "advice for scripts is JSON");
}

// A file holds no tile as large as may be typed in the window.
void check_file(const Scenario& scenario) {
  if (read_scenario(write_scenario(scenario))) require_survives_writing(scenario);
}

const MachineProfile& some_machine(Choices& choices) {
  if (!choices.one_in(4)) return measured_machine();
  const auto count = static_cast<std::uint32_t>(all_machines().size());
  return std::next(all_machines().begin(), choices.below(count))->second;
}

}  // namespace

void check_whole_way(std::string_view bytes) {
  Choices choices(bytes);
  const std::uint32_t asked = choices.below(8);
  const MachineProfile& machine = some_machine(choices);
  Scenario scenario = scenario_of(choices);
  scenario.machine = machine.key;
  const std::int64_t work = analysis_work(scenario);
  if (work > most_work) return;
  const Analysis analysis = analyze(scenario, machine);
  require_sound(scenario, analysis);
  const bool little = work <= most_work_of_each;
  switch (asked) {
    case 0:
      return check_texts(scenario, machine, analysis);
    case 1:
      return check_pictures(choices, scenario, machine, analysis);
    case 2:
      return check_programs(scenario, machine, analysis);
    case 3:
      return little ? check_sweep(choices, scenario, machine) : void();
    case 4:
      return little ? check_advice(choices, scenario, machine, analysis) : void();
    case 5:
      return check_file(scenario);
    default:
      return;
  }
}

}  // namespace bankmap
