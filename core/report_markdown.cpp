#include "core/report_markdown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <vector>

#include "core/share_string.hpp"
#include "core/source_text.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

std::string loops_shown(const AccessAnalysis& analysed, const Access& access) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < access.loops.size() && i < analysed.shown->loop_values.size(); ++i)
    values.push_back(fmt::format("{} = {}", access.loops[i].name, analysed.shown->loop_values[i]));
  if (analysed.warps > 1) values.push_back(fmt::format("warp {}", analysed.shown->warp));
  return values.empty() ? "" : fmt::format(", {}", fmt::join(values, ", "));
}

// Declarations and access lines are printed by us from checked names, and are one line each.
std::string code_block(const Scenario& scenario, const Analysis& analysis) {
  std::string code;
  for (const std::string& declaration : analysis.declarations) {
    if (!declaration.empty()) code += declaration + "\n";
  }
  for (std::size_t i = 0; i < analysis.accesses.size(); ++i) {
    const AccessAnalysis& access = analysis.accesses[i];
    if (access.cuda.empty()) continue;
    const std::string where = access.shown ? loops_shown(access, scenario.accesses[i]) : "";
    code += fmt::format("{}  // {}\n", access.cuda, comment_text(access.name + where));
  }
  return code.empty() ? "" : fmt::format("```cuda\n{}```\n\n", code);
}

std::string cycles_text(const std::optional<CyclePrediction>& cycles) {
  if (!cycles) return "not known";
  return fmt::format("{:.2f} ({})", cycles->cycles_per_instruction, to_string(cycles->provenance.status));
}

std::string row(const AccessAnalysis& access) {
  const std::string head = fmt::format("| {} | {} ", markdown_escaped(access.name), info(access.instruction).name);
  if (!access.shown) return head + "| refused | | | | |\n";
  const WarpCost& cost = access.shown->served.cost;
  return head + fmt::format("| {} | {} | {} | {} | {} |\n", cost.wavefronts, cost.ideal, cost.excess(),
                            cost.bank_conflicts, cycles_text(access.shown->saturated));
}

std::string table(const Analysis& analysis) {
  std::string text =
      "| access | instruction | wavefronts | ideal | excess | bank conflicts | cycles per instruction |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | --- |\n";
  for (const AccessAnalysis& access : analysis.accesses) text += row(access);
  return text + "\n";
}

std::string problem_line(const Problem& problem) {
  return fmt::format("- {}: {}\n", problem.severity == Severity::error ? "error" : "warning",
                     markdown_escaped(to_string(problem)));
}

std::string reasons(const Analysis& analysis) {
  std::string text;
  for (const Problem& problem : analysis.problems) text += problem_line(problem);
  if (!text.empty()) text += "\n";
  for (const AccessAnalysis& access : analysis.accesses) {
    const std::string name = markdown_escaped(access.name);
    if (!access.reason.empty()) text += fmt::format("**{}**: {}\n", name, markdown_escaped(access.reason));
    if (access.reason.empty() && !access.problems.empty()) text += fmt::format("**{}**:\n", name);
    if (!access.problems.empty()) text += "\n";
    for (const Problem& problem : access.problems) text += problem_line(problem);
    text += "\n";
  }
  return text;
}

// "phases measured": each status once.
std::string machine_line(const MachineProfile& machine, const Analysis& analysis) {
  std::set<std::string> phases;
  for (const AccessAnalysis& access : analysis.accesses) {
    if (const InstructionRule* rule = machine.rule(access.instruction))
      phases.insert(std::string(to_string(rule->provenance.status)));
  }
  const std::string served =
      phases.empty() ? "" : fmt::format("; how these instructions are served: {}", fmt::join(phases, ", "));
  return fmt::format("Machine: {}, {} (banks: {}{}).\n", markdown_escaped(machine.key), markdown_escaped(machine.name),
                     to_string(machine.banks.status), served);
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view special = "\\`*_{}[]()<>#+!|~&$";
  std::string escaped;
  for (const char c : printable(text)) {
    // A sign of the start of a line ("- ", "1.") is harmless: our lines begin with something else.
    if (special.find(c) != std::string_view::npos && c != '(' && c != ')' && c != '+') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string report_markdown(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis) {
  const std::string title = scenario.title.empty() ? "Shared-memory accesses" : markdown_escaped(scenario.title);
  std::string text = fmt::format("### {}\n\n", title);
  text += code_block(scenario, analysis) + table(analysis) + reasons(analysis) + machine_line(machine, analysis);
  if (const Result<std::string> share = share_string(scenario))
    text += fmt::format("\nOpen with Bankmap, Paste, or `bankmap analyze` it:\n\n```\n{}\n```\n", *share);
  return text;
}

}  // namespace bankmap
