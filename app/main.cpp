// bankmap: the window, or one of the subcommands of app/commands/.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/command.hpp"
#include "app/commands/open_window.hpp"
#include "core/nearest.hpp"

namespace {

using Words = std::vector<std::string>;

Words names_below(const CLI::App& command) {
  Words names;
  for (const CLI::App* each : command.get_subcommands({})) names.push_back(each->get_name());
  return names;
}

// "did you mean 'bankmap render'?" for a word that looks like a command; empty for others, and for files.
std::string command_meant(const CLI::App& app, const std::string& word) {
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) return {};
  if (word == "help" || word == "version") return fmt::format("did you mean 'bankmap --{}'?", word);
  const std::string nearest = bankmap::nearest_name(word, names_below(app));
  return nearest.empty() ? "" : fmt::format("did you mean 'bankmap {}'?", nearest);
}

int refuse_command(const std::string& word, const std::string& meant) {
  return bankmap::refuse({.what = fmt::format("there is no command '{}'", word), .hint = meant});
}

// The command that was typed, down to the last: of "lesson show 04" it is "bankmap lesson show".
struct TypedCommand {
  const CLI::App* command;
  std::string name;
  std::string help() const { return fmt::format("'{} --help' says what is possible", name); }
};

TypedCommand typed_command(const CLI::App& app) {
  TypedCommand typed{&app, app.get_name()};
  while (!typed.command->get_subcommands().empty()) {
    typed.command = typed.command->get_subcommands().front();
    typed.name += " " + typed.command->get_name();
  }
  return typed;
}

// "lesson" alone, or "lesson shwo".
bankmap::Problem command_missing(const TypedCommand& typed, const Words& extra) {
  const Words names = names_below(*typed.command);
  const std::string all = fmt::format("one of {}", fmt::join(names, ", "));
  if (extra.empty()) return {.what = fmt::format("'{}' needs a command", typed.name), .hint = all};
  const std::string nearest = bankmap::nearest_name(extra.front(), names);
  return {.what = fmt::format("'{}' has no command '{}'", typed.name, bankmap::shown(extra.front())),
          .hint = nearest.empty() ? all : fmt::format("did you mean '{} {}'?", typed.name, nearest)};
}

// An option that is unknown is the reason why a word after it is one too many.
bankmap::Problem not_expected(const TypedCommand& typed, const Words& extra) {
  const auto option = std::ranges::find_if(extra, [](const std::string& word) { return word.starts_with('-'); });
  if (option == extra.end()) {
    return {.what = fmt::format("'{}' is more than '{}' takes", bankmap::shown(extra.front()), typed.name),
            .hint = typed.help()};
  }
  Words names;
  for (const CLI::Option* each : typed.command->get_options()) {
    for (const std::string& name : each->get_lnames()) names.push_back("--" + name);
  }
  const std::string nearest = bankmap::nearest_name(option->substr(0, option->find('=')), names);
  return {.what = fmt::format("'{}' has no option {}", typed.name, bankmap::shown(*option)),
          .hint = nearest.empty() ? typed.help() : fmt::format("did you mean {}?", nearest)};
}

// Of CLI11: "Could not convert: --difficulty = hard"
bankmap::Problem in_our_words(const TypedCommand& typed, std::string_view what) {
  constexpr std::string_view conversion = "Could not convert: ", equals = " = ";
  const std::size_t end = what.find(equals);
  if (!what.starts_with(conversion) || end == std::string_view::npos) {
    return {.what = std::string(what), .hint = typed.help()};
  }
  return {.what = fmt::format("'{}' does not fit", bankmap::shown(what.substr(end + equals.size()))),
          .hint = typed.help(),
          .place = std::string(what.substr(conversion.size(), end - conversion.size()))};
}

// CLI11 numbers its errors; ours are all bad usage. Help is no error.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error, const std::string& word) {
  if (error.get_exit_code() == 0) {
    std::ostringstream help, errors;
    app.exit(error, help, errors);
    return bankmap::print(help.str());
  }
  const TypedCommand typed = typed_command(app);
  const Words extra = app.remaining(true);
  const std::string meant = typed.command == &app ? command_meant(app, word) : "";
  if (!meant.empty()) return refuse_command(word, meant);
  if (typed.command->get_require_subcommand_min() > 0) return bankmap::refuse(command_missing(typed, extra));
  const bool too_much = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (too_much && !extra.empty()) return bankmap::refuse(not_expected(typed, extra));
  return bankmap::refuse(in_our_words(typed, error.what()));
}

// A caller may close them ("2>&-"), and the next file that is opened takes the number, and our messages with it. Opened the wrong
// way round they stay what they were: nothing can be read or written there.
void keep_standard_numbers() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) != -1) continue;
    static_cast<void>(
        open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));  // the lowest that is free: this
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_numbers();
  std::signal(SIGXFSZ, SIG_IGN);  // a file over its limit is an error that is told, like a full disk
  CLI::App app{"Bankmap shows where each lane of a warp lands in shared memory, and what that costs.", "bankmap"};
  app.set_version_flag("--version", "bankmap " BANKMAP_VERSION);
  std::string scenario;
  bankmap::Command chosen;
  app.add_option("SCENARIO", scenario, "a preset or a file to open the window with");
  std::optional<std::string> measurements;
  app.add_option("--measurements", measurements, "measurements from another machine, to look at in the window");
  bankmap::add_analyze_command(app, chosen);
  bankmap::add_advise_command(app, chosen);
  bankmap::add_lint_command(app, chosen);
  bankmap::add_presets_command(app, chosen);
  bankmap::add_verify_model_command(app, chosen);
  bankmap::add_render_command(app, chosen);
  bankmap::add_export_command(app, chosen);
  bankmap::add_measure_command(app, chosen);
  bankmap::add_probe_command(app, chosen);
  bankmap::add_lesson_command(app, chosen);
  bankmap::add_exercise_command(app, chosen);
  // After the commands: a command made later would begin with this as its own.
  app.footer(
      "for example: bankmap transpose-float-plain\n"
      "             bankmap analyze transpose-float-plain");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error, scenario);
  }
  if (chosen) return chosen();
  if (const std::string meant = command_meant(app, scenario); !meant.empty()) return refuse_command(scenario, meant);
  return bankmap::open_window(scenario, measurements);
}
