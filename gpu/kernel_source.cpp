#include "gpu/kernel_source.hpp"

#include <fmt/format.h>

#include <optional>

namespace bankmap {
namespace {

constexpr auto npos = std::string_view::npos;

// The line that holds this place, without its line break.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == npos ? 0 : before + 1;
  return text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
}

// kernel_set<CpAsync<4, true>, false>("cp.async.ca.4" ...   ->   "CpAsync<4, true>"; empty where it is not registered.
struct Registration {
  std::string_view operation;
  std::string_view entry;  // the text from kernel_set to the closing parenthesis
};
std::optional<Registration> registration(std::string_view text, std::string_view instruction) {
  constexpr std::string_view opening = "kernel_set<";
  const std::size_t name = text.find(fmt::format(">(\"{}\"", instruction));
  if (name == npos) return std::nullopt;
  const std::size_t begin = text.rfind(opening, name);
  const std::size_t last_comma = text.rfind(", ", name);
  const std::size_t end = text.find(')', name);
  if (begin == npos || last_comma == npos || last_comma < begin || end == npos) return std::nullopt;
  const std::size_t operation = begin + opening.size();
  return Registration{text.substr(operation, last_comma - operation), text.substr(begin, end + 1 - begin)};
}

// "struct LdB32 {" to "};" with the template line above it, where there is one.
std::string_view struct_of(std::string_view text, std::string_view operation) {
  const std::size_t found = text.find(fmt::format("\nstruct {} {{", operation));
  if (found == npos) return {};
  const std::string_view above = line_at(text, found - 1);
  const std::size_t begin = above.starts_with("template") ? found - above.size() : found + 1;
  const std::size_t end = text.find("\n};", found);
  return end == npos ? std::string_view{} : text.substr(begin, end + 3 - begin);
}

// The macro that makes the struct, and the line that calls it.
std::string made_by_macro(std::string_view text, std::string_view operation) {
  const std::size_t call = text.find(fmt::format("({},", operation));
  if (call == npos) return {};
  const std::string_view line = line_at(text, call);
  const std::string_view macro = line.substr(0, line.find('('));
  const std::size_t begin = text.find(fmt::format("#define {}(", macro));
  if (begin == npos) return {};
  std::size_t end = text.find('\n', begin);
  while (end != npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
  return fmt::format("{}\n{}", text.substr(begin, end - begin), line);
}

}  // namespace

std::string kernel_source(Instruction instruction) {
  for (const gpu::SourceFile& file : gpu::instruction_files()) {
    const std::optional<Registration> found = registration(file.text, info(instruction).name);
    if (!found) continue;
    const std::string_view base = found->operation.substr(0, found->operation.find('<'));
    std::string definition(struct_of(file.text, base));
    if (definition.empty()) definition = made_by_macro(file.text, base);
    return fmt::format("// {}\n{}\n\n{}\n\n{}", file.name, definition, found->entry, gpu::kernels_file().text);
  }
  return {};
}

}  // namespace bankmap
