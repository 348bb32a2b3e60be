#include "core/identifier.hpp"

#include <algorithm>
#include <array>

namespace bankmap {
namespace {

constexpr std::array<std::string_view, 11> builtin{"lane",        "warp",       "threadIdx.x", "threadIdx.y",
                                                   "threadIdx.z", "blockDim.x", "blockDim.y",  "blockDim.z",
                                                   "rows",        "columns",    "pitch"};

// Words that would change the meaning of the printed CUDA, and the names our own expressions give a meaning to.
constexpr std::array<std::string_view, 61> reserved_words{
    "alignas",  "alignof", "and",       "asm",      "auto",     "bool",    "break",    "case",    "catch",
    "char",     "class",   "const",     "continue", "default",  "delete",  "do",       "double",  "else",
    "enum",     "extern",  "false",     "float",    "for",      "friend",  "goto",     "if",      "inline",
    "int",      "long",    "namespace", "new",      "not",      "nullptr", "or",       "private", "public",
    "register", "return",  "short",     "signed",   "sizeof",   "static",  "struct",   "switch",  "template",
    "this",     "throw",   "true",      "try",      "typedef",  "union",   "unsigned", "void",    "while",
    "xor",      "rand",    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

}  // namespace

std::span<const std::string_view> builtin_names() { return builtin; }

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > 64 || !letter(text.front())) return false;
  if (!std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); })) return false;
  return std::find(reserved_words.begin(), reserved_words.end(), text) == reserved_words.end();
}

bool is_builtin_name(std::string_view name) { return std::find(builtin.begin(), builtin.end(), name) != builtin.end(); }

}  // namespace bankmap
