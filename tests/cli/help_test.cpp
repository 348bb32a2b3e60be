// --help of every command, found by walking down from `bankmap --help`: each has examples that run, and stands in the page of
// the command line. And --version.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view example_heading = "for example: ";

struct HelpOf {
  Arguments command;  // {"lesson", "show"}; empty: bankmap itself
  std::string text;
  std::string name() const {
    std::string name = "bankmap";
    for (const std::string& word : command) name += " " + word;
    return name;
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string first_word(const std::string& line) {
  std::string word;
  std::istringstream(line) >> word;
  return word;
}

// The first words of the entries below a heading, up to the next empty line.
std::vector<std::string> entries_below(const std::string& help, const std::string& heading) {
  std::vector<std::string> entries;
  bool below = false;
  for (const std::string& line : lines_of(help)) {
    if (line.empty()) below = false;
    if (below && line.starts_with("  ") && line[2] != ' ') entries.push_back(first_word(line));
    if (line == heading) below = true;
  }
  return entries;
}

void add_help(std::vector<HelpOf>& all, const Arguments& command) {
  Arguments arguments = command;
  arguments.emplace_back("--help");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  all.push_back({command, outcome.out});
  for (const std::string& each : entries_below(outcome.out, "Subcommands:")) {
    Arguments below = command;
    below.push_back(each);
    add_help(all, below);
  }
}

const std::vector<HelpOf>& every_help() {
  static const std::vector<HelpOf> all = [] {
    std::vector<HelpOf> found;
    add_help(found, {});
    return found;
  }();
  return all;
}

// The commands in the footer, one a line.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  for (const std::string& line : lines_of(help)) {
    if (line.starts_with(example_heading) ||
        (!examples.empty() && line.starts_with(std::string(example_heading.size(), ' '))))
      examples.push_back(line.substr(example_heading.size()));
  }
  return examples;
}

// In a shell, in a folder that has what the examples name. Its exit code; errors: what it said.
int run_in_shell(const std::string& line, std::string& errors) {
  std::string name = (fs::temp_directory_path() / "bankmap-help-XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  fs::create_directories(folder / "answers");
  fs::create_directories(folder / "layouts");
  fs::copy(BANKMAP_TEST_DATA "/h200_shared_memory.csv", folder / "measured.csv");
  fs::copy(BANKMAP_ASSETS "/lessons/04-transpose.json", folder / "mine.json");
  fs::copy(BANKMAP_ASSETS "/scenarios/transpose-float-padded.json", folder / "layouts/tile.json");
  std::ofstream(folder / "answers/one.json") << run_program({"lesson", "answers", "01"}).out;
  const std::string shell = "cd '" + folder.string() + "' && unset DISPLAY && export PATH='" +
                            fs::path(BANKMAP_PROGRAM).parent_path().string() + "':/usr/bin:/bin && (" + line +
                            ") > /dev/null 2> errors < /dev/null";
  const int status = std::system(shell.c_str());
  errors = file_content(folder / "errors");
  fs::remove_all(folder);
  return WEXITSTATUS(status);
}

bool needs_gpu(const std::string& line) {
  return line.starts_with("bankmap measure") || line.starts_with("bankmap probe") || contains(line, " --measure");
}

TEST(HelpOfEachCommand, HasAnExample) {
  EXPECT_GE(every_help().size(), 19u);  // bankmap, its 11 commands and the 7 below lesson
  for (const HelpOf& each : every_help()) {
    SCOPED_TRACE(each.name());
    const std::vector<std::string> examples = examples_in(each.text);
    ASSERT_FALSE(examples.empty()) << each.text;
    EXPECT_LE(examples.size(), 2u);
    for (const std::string& line : examples)
      EXPECT_TRUE(line.starts_with(each.name() + " ") || line == each.name()) << line;
  }
}

TEST(HelpOfEachCommand, ItsExamplesRun) {
  for (const HelpOf& each : every_help()) {
    for (const std::string& line : examples_in(each.text)) {
      if (needs_gpu(line)) continue;
      SCOPED_TRACE(line);
      std::string errors;
      const int exit_code = run_in_shell(line, errors);
      if (contains(errors, "no window")) continue;  // no display here, or a build without the window
      EXPECT_EQ(exit_code, 0) << errors;
    }
  }
}

TEST(HelpOfEachCommand, IsSaidInThePageOfTheCommandLine) {
  const std::string page = file_content(BANKMAP_SOURCE "/app/commands/README.md");
  for (const HelpOf& each : every_help()) {
    SCOPED_TRACE(each.name());
    EXPECT_TRUE(contains(page, "\n## " + each.name() + "\n") || contains(page, "\n### " + each.name() + "\n"));
    const std::size_t begin = page.find("# " + each.name() + "\n");
    const std::string section = page.substr(std::min(begin, page.size()), page.find("\n## ", begin) - begin);
    for (const std::string& option : entries_below(each.text, "Options:")) {
      const std::string last = option.substr(option.find(',') + 1);  // "-h,--help"
      EXPECT_TRUE(last == "--help" || contains(section, "`" + last)) << last;
    }
  }
}

std::string project_version() {
  const std::string project = file_content(BANKMAP_SOURCE "/CMakeLists.txt");
  const std::string before = "project(bankmap VERSION ";
  const std::size_t at = project.find(before);
  return at == std::string::npos ? "" : first_word(project.substr(at + before.size()));
}

TEST(Version, IsThatOfTheProject) {
  const Outcome outcome = run_program({"--version"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "bankmap " + project_version() + "\n");
}

TEST(ManPage, HasTheVersionAndEveryCommand) {
  const std::string page = file_content(BANKMAP_SOURCE "/app/desktop/bankmap.1");
  if (page.empty()) GTEST_SKIP() << "there is no app/desktop/bankmap.1";
  EXPECT_TRUE(contains(page, "\"Bankmap " + project_version() + "\"")) << page.substr(0, page.find('\n'));
  for (const std::string& command : entries_below(every_help().front().text, "Subcommands:")) {
    std::string typeset = command;
    for (std::size_t at = 0; (at = typeset.find('-', at)) != std::string::npos; at += 2) typeset.replace(at, 1, "\\-");
    EXPECT_TRUE(contains(page, "\n.B " + typeset + "\n")) << command;
    EXPECT_TRUE(contains(page, "bankmap " + typeset) || command == "presets") << command;
  }
  for (const char* exit_code : {"0", "1", "2", "3", "4", "130"})
    EXPECT_TRUE(contains(page, std::string("\n.B ") + exit_code + "\n"));
}

}  // namespace
}  // namespace bankmap
