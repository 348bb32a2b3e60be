#include "core/paste/types.hpp"

#include <algorithm>
#include <array>

namespace bankmap::paste {
namespace {

struct CudaType {
  std::string_view name;
  std::string_view element;  // of the same size and alignment
};
// CUDA's vectors have the size of these; the programming guide's table of built-in vector types.
constexpr std::array<CudaType, 38> cuda_types{{{"char", "int8"},
                                               {"bool", "uint8"},
                                               {"uchar", "uint8"},
                                               {"std::uint8_t", "uint8"},
                                               {"std::int8_t", "int8"},
                                               {"unsigned short", "int16"},
                                               {"uint16_t", "int16"},
                                               {"ushort", "int16"},
                                               {"signed", "int"},
                                               {"signed int", "int"},
                                               {"uint", "uint"},
                                               {"long", "int64"},
                                               {"unsigned long", "int64"},
                                               {"unsigned long long", "int64"},
                                               {"uint64_t", "int64"},
                                               {"size_t", "int64"},
                                               {"signed short", "int16"},
                                               {"char4", "int"},
                                               {"uchar4", "int"},
                                               {"short2", "int"},
                                               {"ushort2", "int"},
                                               {"int1", "int"},
                                               {"uint1", "int"},
                                               {"float1", "float"},
                                               {"nv_bfloat16", "bf16"},
                                               {"nv_bfloat162", "bf16x2"},
                                               {"short4", "float2"},
                                               {"ushort4", "float2"},
                                               {"int2", "float2"},
                                               {"uint2", "float2"},
                                               {"cuComplex", "complex64"},
                                               {"int4", "float4"},
                                               {"uint4", "float4"},
                                               {"longlong2", "double2"},
                                               {"ulonglong2", "double2"},
                                               {"cuDoubleComplex", "complex128"},
                                               {"cuFloatComplex", "complex64"},
                                               {"thrust::complex<float>", "complex64"}}};

constexpr std::array<std::string_view, 12> qualifiers{"const",    "constexpr", "static",       "volatile",
                                                      "inline",   "register",  "struct",       "__restrict__",
                                                      "typename", "constinit", "thread_local", "mutable"};

constexpr std::array<std::string_view, 20> integer_words{
    "int",     "unsigned", "signed",   "long",    "short",    "char",    "size_t",   "auto", "uint",   "int8_t",
    "uint8_t", "int16_t",  "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "bool", "ushort", "uchar"};

// Words that may follow each other in one type.
constexpr std::array<std::string_view, 6> joining{"unsigned", "signed", "long", "short", "int", "char"};

template <class Words>
bool has(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::optional<Element> element_of_type(std::string_view type) {
  for (const std::string_view prefix : {"cuda::", "std::"}) {
    if (type.starts_with(prefix)) type.remove_prefix(prefix.size());
  }
  const auto known = std::ranges::find_if(cuda_types, [&](const CudaType& each) { return each.name == type; });
  if (known != cuda_types.end()) type = known->element;
  const Result<Element> element = element_named(type);
  return element && element->bits >= 8 ? std::optional(*element) : std::nullopt;
}

bool is_qualifier(std::string_view word) { return has(qualifiers, word); }
bool is_integer_word(std::string_view word) { return has(integer_words, word); }

std::string take_type(std::span<const Token> tokens, std::size_t& at) {
  const auto here = [&] { return at < tokens.size() ? tokens[at] : Token{}; };
  const auto skip_qualifiers = [&] {
    while (is_qualifier(here().text)) ++at;
  };
  skip_qualifiers();
  if (!here().is_name()) return {};
  std::string type(here().text);
  bool joins = has(joining, here().text);
  ++at;
  skip_qualifiers();
  while (here().is("::") || (joins && has(joining, here().text))) {
    type += here().is("::") ? "::" : " " + std::string(here().text);
    ++at;
    if (type.ends_with("::") && here().is_name()) type += tokens[at++].text;
    skip_qualifiers();
  }
  if (here().is("<") && at + 2 < tokens.size() && tokens[at + 2].is(">")) {
    type += "<" + std::string(tokens[at + 1].text) + ">";
    at += 3;
  }
  if (type == "long long int") type = "long long";
  if (type == "short int") type = "short";
  if (type == "long int") type = "long";
  skip_qualifiers();
  return type;
}

int component_count(const Element& element) {
  if (element.name.ends_with("2") && element.bits >= 32) return 2;
  if (element.name.starts_with("complex") || element.name == "bf16x2") return 2;
  if (element.name == "float3") return 3;
  return element.name == "float4" ? 4 : 0;
}

}  // namespace bankmap::paste
