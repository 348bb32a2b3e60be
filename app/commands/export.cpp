// bankmap export SCENARIO --format cuda|addresses|csv|json|markdown|share|svg|static-assert [--view VIEW] [-o FILE]
//
// Exit code 2 only where the scenario is refused: a program needs no prediction, so an access that is not modelled is no refusal there.
//
//     markdown     a summary; share: the scenario as one line, which may stand wherever SCENARIO may
//     svg          all accesses as heatmaps; with --view one view of the access that costs most, as its tab in the window shows it
//     cuda         a program that runs the accesses on a GPU; addresses: the lines that it must print (core/export_cuda.hpp)
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/command.hpp"
#include "app/files.hpp"
#include "app/take_away.hpp"
#include "core/export_cuda.hpp"
#include "core/svg_named_view.hpp"

namespace bankmap {
namespace {

struct ExportOptions {
  std::string scenario;
  std::string format;
  std::string view;  // of svg; empty: the report
  OtherMachine machine;
  std::string output = "-";
};

// The same text as the window's.
template <TakeAway kind>
Result<std::string> taken(const ExportOptions& options, const Answer& answer) {
  return take_away_text(kind, {answer.scenario, answer.machine, answer.analysis},
                        options.output == "-" ? "" : options.output);
}
Result<std::string> addresses_printed(const ExportOptions&, const Answer& answer) {
  return cuda_addresses(answer.scenario);
}
Result<std::string> share_line(const ExportOptions& options, const Answer& answer) {
  Result<std::string> text = taken<TakeAway::share>(options, answer);
  return text ? Result<std::string>(*text + "\n") : text;
}
Result<std::string> svg_or_view(const ExportOptions& options, const Answer& answer) {
  if (options.view.empty()) return taken<TakeAway::svg_report>(options, answer);
  const ViewName view = view_named(options.view).value();  // wrong_options has looked at it
  return svg_named_view(view, answer.scenario, answer.machine, answer.analysis, costliest_access(answer.analysis), {});
}

struct Format {
  std::string_view name;
  Result<std::string> (*text)(const ExportOptions& options, const Answer& answer);
  std::string_view about = {};  // in the help, behind the name
  bool predicts = true;         // false: an access that the machine has no rule for is written all the same
};
constexpr std::array formats{
    Format{.name = "cuda", .text = taken<TakeAway::cuda>, .predicts = false},
    Format{.name = "addresses", .text = addresses_printed, .about = "that the program prints", .predicts = false},
    Format{.name = "csv", .text = taken<TakeAway::csv>},
    Format{.name = "json", .text = taken<TakeAway::json>},
    Format{.name = "markdown", .text = taken<TakeAway::markdown>},
    Format{.name = "share", .text = share_line},
    Format{.name = "svg", .text = svg_or_view},
    Format{.name = "static-assert", .text = taken<TakeAway::static_assert_header>}};

const Format* format_named(std::string_view name) {
  const auto found =
      std::find_if(formats.begin(), formats.end(), [&](const Format& each) { return each.name == name; });
  return found == formats.end() ? nullptr : &*found;
}

std::string list_of_formats(bool explained) {
  std::vector<std::string> names;
  for (const Format& each : formats) {
    names.push_back(explained && !each.about.empty() ? fmt::format("{} ({})", each.name, each.about)
                                                     : std::string(each.name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// What can be said before anything is read.
std::optional<Problem> wrong_options(const ExportOptions& options) {
  if (format_named(options.format) == nullptr) {
    return Problem{.what = fmt::format("'{}' is no format", options.format),
                   .hint = fmt::format("one of {}", list_of_formats(false)),
                   .place = "--format",
                   .range = {}};
  }
  if (options.view.empty()) return std::nullopt;
  if (options.format != "svg")
    return Problem{.what = "only svg has views", .hint = "add --format svg", .place = "--view", .range = {}};
  const Result<ViewName> view = view_named(options.view);
  return view ? std::nullopt : std::optional(at("--view", view.error()));
}

bool is_error(const Problem& problem) { return problem.severity == Severity::error; }

// Addresses do not depend on the machine: of an access that has no rule on it, only the prediction is missing.
bool only_predictions_missing(const Answer& answer) {
  if (std::any_of(answer.analysis.problems.begin(), answer.analysis.problems.end(), is_error)) return false;
  return std::all_of(answer.analysis.accesses.begin(), answer.analysis.accesses.end(),
                     [&](const AccessAnalysis& access) {
                       return answer.machine.rule(access.instruction) == nullptr ||
                              std::none_of(access.problems.begin(), access.problems.end(), is_error);
                     });
}

int exit_of(const ExportOptions& options, const Format& format, const Answer& answer) {
  if (format.predicts || !only_predictions_missing(answer)) return report_refusals(options.scenario, answer.analysis);
  for (const AccessAnalysis& access : answer.analysis.accesses) {
    if (format.name != "cuda" || answer.machine.rule(access.instruction) != nullptr) continue;
    warn({.what = fmt::format("{} is exported without a prediction: it is unknown on {}", info(access.instruction).name,
                              answer.machine.key),
          .place = access.name});
  }
  return exit_ok;
}

int run(const ExportOptions& options) {
  if (const auto wrong = wrong_options(options)) return refuse(*wrong);
  const Format& format = *format_named(options.format);
  const Result<Answer> answer = answer_for(options.scenario, options.machine);
  if (!answer) return refuse(answer.error());
  if (const Result<void> output = check_output(options.scenario, options.output); !output)
    return refuse(output.error());
  const Result<std::string> text = format.text(options, *answer);
  if (!text) {
    Problem problem = text.error();
    problem.place = fmt::format("{}: {}", options.scenario == "-" ? "standard input" : options.scenario, problem.place);
    return refuse(problem);
  }
  if (const auto problem = write_file(options.output, *text)) return refuse(*problem);
  return exit_of(options, format, *answer);
}

}  // namespace

void add_export_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "the answer as a CUDA program, a table, JSON or a picture");
  command->footer(
      "for example: bankmap export float4-column --format cuda -o access.cu\n"
      "             bankmap export float4-column --format svg --view passes -o passes.svg");
  command->add_option("SCENARIO", options->scenario, "a preset, a file, a share string, or - for standard input")
      ->required();
  command->add_option("--format", options->format, list_of_formats(true))->required();
  add_machine_option(*command, options->machine);
  command->add_option("--view", options->view, "of svg: " + list_of_views());
  command->add_option("-o", options->output, "file to write; standard output unless given");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
