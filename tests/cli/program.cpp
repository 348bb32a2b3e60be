#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace bankmap {
namespace {

// A file without a name: the program writes into it, and it is read when the program has ended.
struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File file_with(const std::string& content) {
  File file(std::tmpfile());
  if (!file) return file;
  std::fwrite(content.data(), 1, content.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string content;
  char block[65536];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file)) content.append(block, count);
  return content;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

int closed_pipe() {
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) return -1;
  close(ends[0]);
  return ends[1];
}

// number: of the standard stream. file: what a reader who listens reads.
void connect(int number, Reader reader, int file) {
  if (reader == Reader::full) file = open("/dev/full", O_WRONLY);
  if (reader == Reader::gone) {
    file = closed_pipe();
    signal(SIGPIPE, SIG_IGN);
  }
  dup2(file, number);
  if (reader == Reader::closed) close(number);
}

// Not the wall's clock: that of a busy machine would blame the program.
void limit_program() {
  constexpr rlimit seconds{10, 10};
  setrlimit(RLIMIT_CPU, &seconds);
#ifndef BANKMAP_SANITIZE  // it maps terabytes
  constexpr rlimit bytes{std::size_t{1} << 30, std::size_t{1} << 30};
  setrlimit(RLIMIT_AS, &bytes);
#endif
}

[[noreturn]] void become_program(std::vector<std::string> arguments, const Surroundings& around, int in, int out,
                                 int err) {
  arguments.insert(arguments.begin(), BANKMAP_PROGRAM);
  std::vector<std::string> environment = around.environment;
  environment.emplace_back("PATH=/usr/bin:/bin");
  dup2(in, STDIN_FILENO);
  connect(STDOUT_FILENO, around.out, out);
  connect(STDERR_FILENO, around.err, err);
  if (around.limited) limit_program();
  const rlimit room{.rlim_cur = around.largest_file, .rlim_max = around.largest_file};
  if (around.largest_file > 0) setrlimit(RLIMIT_FSIZE, &room);
  alarm(30);
  execve(BANKMAP_PROGRAM, pointers(arguments).data(), pointers(environment).data());
  _exit(127);
}

}  // namespace

Outcome run_program(const Arguments& arguments, const Surroundings& around) {
  const File in = file_with(around.input);
  const File out = file_with("");
  const File err = file_with("");
  if (!in || !out || !err) {
    ADD_FAILURE() << "no temporary file";
    return {};
  }
  const pid_t child = fork();
  if (child == 0) become_program(arguments, around, fileno(in.get()), fileno(out.get()), fileno(err.get()));
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child) {
    ADD_FAILURE() << "the program was not started";
    return {};
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  EXPECT_NE(code, 127) << BANKMAP_PROGRAM;
  return {code, content_of(out.get()), content_of(err.get()), used.ru_maxrss};
}

}  // namespace bankmap
