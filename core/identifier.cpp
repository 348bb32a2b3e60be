#include "core/identifier.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace bankmap {
namespace {

constexpr std::array<std::string_view, 11> builtin{"lane",        "warp",       "threadIdx.x", "threadIdx.y",
                                                   "threadIdx.z", "blockDim.x", "blockDim.y",  "blockDim.z",
                                                   "rows",        "columns",    "pitch"};

// All keywords of C++20 and its other spellings of operators.
constexpr std::string_view cpp_words[] = {
    "alignas",     "alignof",   "and",       "and_eq",    "asm",      "auto",         "bitand",
    "bitor",       "bool",      "break",     "case",      "catch",    "char",         "char8_t",
    "char16_t",    "char32_t",  "class",     "compl",     "concept",  "const",        "const_cast",
    "consteval",   "constexpr", "constinit", "continue",  "co_await", "co_return",    "co_yield",
    "decltype",    "default",   "delete",    "do",        "double",   "dynamic_cast", "else",
    "enum",        "explicit",  "export",    "extern",    "false",    "float",        "for",
    "friend",      "goto",      "if",        "inline",    "int",      "long",         "mutable",
    "namespace",   "new",       "noexcept",  "not",       "not_eq",   "nullptr",      "operator",
    "or",          "or_eq",     "private",   "protected", "public",   "register",     "reinterpret_cast",
    "requires",    "return",    "short",     "signed",    "sizeof",   "static",       "static_assert",
    "static_cast", "struct",    "switch",    "template",  "this",     "thread_local", "throw",
    "true",        "try",       "typedef",   "typeid",    "typename", "union",        "unsigned",
    "using",       "virtual",   "void",      "volatile",  "wchar_t",  "while",        "xor",
    "xor_eq"};

// What CUDA adds to them.
constexpr std::string_view cuda_words[] = {
    "__global__",       "__device__",     "__host__",          "__shared__",      "__constant__",      "__managed__",
    "__restrict__",     "__noinline__",   "__forceinline__",   "__inline_hint__", "__launch_bounds__", "__maxnreg__",
    "__cluster_dims__", "__block_size__", "__grid_constant__", "__align__",       "__builtin_align__", "threadIdx",
    "blockIdx",         "blockDim",       "gridDim",           "warpSize"};

// The names that our own expressions give a meaning to.
constexpr std::string_view expression_words[] = {"rand"};

template <std::size_t count>
bool is_one_of(const std::string_view (&words)[count], std::string_view text) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

}  // namespace

std::span<const std::string_view> builtin_names() { return builtin; }

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > 64 || !letter(text.front())) return false;
  if (!std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); })) return false;
  return !is_one_of(cpp_words, text) && !is_one_of(cuda_words, text) && !is_one_of(expression_words, text);
}

bool is_builtin_name(std::string_view name) { return std::find(builtin.begin(), builtin.end(), name) != builtin.end(); }

}  // namespace bankmap
