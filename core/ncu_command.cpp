#include "core/ncu_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bankmap {
namespace {

bool is_plain(char c) {  // means nothing to any shell, anywhere in a word
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || std::string_view("_./-+,:@%").find(c) != std::string_view::npos;
}

bool is_printable_ascii(char c) { return c >= ' ' && c <= '~'; }

std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// $'...': every byte that is not plain as three octal digits, so that none can run into the next.
std::string in_escapes(std::string_view text) {
  std::string word = "$'";
  for (const char c : text) {
    word += is_plain(c) || c == ' ' ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return word + "'";
}

void add_metrics(std::string_view names, std::vector<std::string>& metrics) {
  constexpr std::string_view minus = " - ";
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(minus), names.size());
    std::string metric = fmt::format("{}.sum", names.substr(0, end));
    if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) metrics.push_back(std::move(metric));
    names.remove_prefix(std::min(end + minus.size(), names.size()));
  }
}

// "a - b" -> "a.sum minus b.sum"
std::string sums_in_words(std::string_view names) {
  constexpr std::string_view minus = " - ";
  const std::size_t end = names.find(minus);
  if (end == std::string_view::npos) return fmt::format("{}.sum", names);
  return fmt::format("{}.sum minus {}.sum", names.substr(0, end), names.substr(end + minus.size()));
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!std::all_of(text.begin(), text.end(), is_printable_ascii)) return in_escapes(text);
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), is_plain);
  return plain ? std::string(text) : in_quotes(text);
}

std::string shell_file(std::string_view path) {
  return shell_word(path.starts_with('-') ? fmt::format("./{}", path) : std::string(path));
}

std::vector<std::string> ncu_metrics(std::span<const Instruction> instructions) {
  std::vector<std::string> metrics;
  for (const Instruction instruction : instructions) {
    const CounterNames names = profiler_counters(instruction);
    add_metrics(names.wavefronts, metrics);
    add_metrics(names.bank_conflicts, metrics);
  }
  return metrics;
}

std::vector<std::string> ncu_reading(std::span<const Instruction> instructions) {
  struct Reading {
    CounterNames names;
    std::string accesses;
  };
  std::vector<Reading> readings;  // each set of counters once, in the order of the accesses
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const CounterNames names = profiler_counters(instructions[i]);
    const auto same = [&](const Reading& r) {
      return r.names.wavefronts == names.wavefronts && r.names.bank_conflicts == names.bank_conflicts;
    };
    auto found = std::find_if(readings.begin(), readings.end(), same);
    if (found == readings.end()) found = readings.insert(found, {names, {}});
    found->accesses += fmt::format("{}{} ({})", found->accesses.empty() ? "" : ", ", i, info(instructions[i]).name);
  }
  std::vector<std::string> lines{"A block of its own for each access, Access0 first. What belongs to which:"};
  for (const Reading& reading : readings) {
    lines.push_back(fmt::format("  access {}", reading.accesses));
    if (reading.names.wavefronts.empty()) {
      lines.emplace_back("    no counter sees it");
      continue;
    }
    lines.push_back("    wavefronts      " + sums_in_words(reading.names.wavefronts));
    lines.push_back("    bank conflicts  " + sums_in_words(reading.names.bank_conflicts));
  }
  return lines;
}

std::string ncu_command(std::span<const Instruction> instructions, std::string_view program) {
  const std::vector<std::string> metrics = ncu_metrics(instructions);
  if (metrics.empty()) return {};
  const bool has_folder = program.find('/') != std::string_view::npos;
  const std::string run = has_folder ? shell_word(program) : shell_word(fmt::format("./{}", program));
  return fmt::format("ncu --kernel-name {} --metrics {} {}", counted_kernel, fmt::join(metrics, ","), run);
}

std::string ncu_steps(std::span<const Instruction> instructions, std::string_view scenario) {
  constexpr std::string_view name = "bankmap_access";
  const std::string counters = ncu_command(instructions, name);
  if (counters.empty()) return {};
  return fmt::format(
      "The same counters by Nsight Compute, of all steps and warps together:\n  bankmap export {0} --format cuda -o "
      "{1}.cu\n"
      "  nvcc -std=c++17 -O3 -arch=native -o {1} {1}.cu\n  {2}\n{3}\n",
      shell_file(scenario), name, counters, fmt::join(ncu_reading(instructions), "\n"));
}

}  // namespace bankmap
