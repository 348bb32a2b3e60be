#include "core/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/identifier.hpp"

namespace bankmap {
namespace {

constexpr int max_struct_bytes = 4096;

struct KnownElement {
  Element element;
  std::string_view cuda_type;
};

// Sizes and alignments of CUDA's own types: the programming guide's table of built-in vector types, cuda_fp16.h and
// cuComplex.h.
const std::array<KnownElement, 22>& table() {
  static const std::array<KnownElement, 22> known{{
      {{"int2", 2, 1}, "unsigned char"},  {{"int4", 4, 1}, "unsigned char"},
      {{"int8", 8, 1}, "signed char"},    {{"uint8", 8, 1}, "unsigned char"},
      {{"char", 8, 1}, "char"},           {{"fp8", 8, 1}, "__nv_fp8_e4m3"},
      {{"int16", 16, 2}, "short"},        {{"half", 16, 2}, "half"},
      {{"bf16", 16, 2}, "__nv_bfloat16"}, {{"int", 32, 4}, "int"},
      {{"uint", 32, 4}, "unsigned int"},  {{"float", 32, 4}, "float"},
      {{"half2", 32, 4}, "half2"},        {{"bf16x2", 32, 4}, "__nv_bfloat162"},
      {{"int64", 64, 8}, "long long"},    {{"double", 64, 8}, "double"},
      {{"float2", 64, 8}, "float2"},      {{"complex64", 64, 8}, "float2"},
      {{"float3", 96, 4}, "float3"},      {{"float4", 128, 16}, "float4"},
      {{"double2", 128, 16}, "double2"},  {{"complex128", 128, 16}, "double2"},
  }};
  return known;
}

struct Alias {
  std::string_view name;
  std::string_view known;
};
constexpr std::array<Alias, 20> aliases{{{"signed char", "int8"},
                                         {"int8_t", "int8"},
                                         {"unsigned char", "uint8"},
                                         {"uint8_t", "uint8"},
                                         {"__nv_fp8_e4m3", "fp8"},
                                         {"short", "int16"},
                                         {"int16_t", "int16"},
                                         {"__half", "half"},
                                         {"__nv_bfloat16", "bf16"},
                                         {"int32", "int"},
                                         {"int32_t", "int"},
                                         {"unsigned", "uint"},
                                         {"unsigned int", "uint"},
                                         {"uint32_t", "uint"},
                                         {"__half2", "half2"},
                                         {"__nv_bfloat162", "bf16x2"},
                                         {"long long", "int64"},
                                         {"int64_t", "int64"},
                                         {"complex<float>", "complex64"},
                                         {"complex<double>", "complex128"}}};

const KnownElement* find_known(std::string_view name) {
  const auto* alias =
      std::find_if(aliases.begin(), aliases.end(), [&](const Alias& each) { return each.name == name; });
  if (alias != aliases.end()) name = alias->known;
  const auto* known =
      std::find_if(table().begin(), table().end(), [&](const KnownElement& each) { return each.element.name == name; });
  return known == table().end() ? nullptr : known;
}

}  // namespace

std::span<const Element> known_elements() {
  static const auto elements = [] {
    std::array<Element, std::tuple_size_v<std::remove_cvref_t<decltype(table())>>> all;
    std::transform(table().begin(), table().end(), all.begin(), [](const KnownElement& each) { return each.element; });
    return all;
  }();
  return elements;
}

Result<Element> element_named(std::string_view name) {
  if (const KnownElement* known = find_known(name)) return known->element;
  std::string names;
  for (const Element& each : known_elements()) names += (names.empty() ? "" : ", ") + each.name;
  return fail(placed("name", fmt::format("there is no element '{}'", name.substr(0, 64)),
                     fmt::format("one of {}; or a struct with its size and alignment", names)));
}

Result<Element> struct_element(std::string_view name, int bytes, int align_bytes) {
  if (!is_identifier(name) || find_known(name) != nullptr) {
    return fail(placed("name", fmt::format("'{}' cannot name a struct", name.substr(0, 64)),
                       "a C identifier such as Particle that is no built-in type"));
  }
  if (bytes < 1 || bytes > max_struct_bytes) {
    return fail(
        placed("bytes", fmt::format("a struct of {} bytes", bytes), fmt::format("1 to {} bytes", max_struct_bytes)));
  }
  if (align_bytes < 1 || !std::has_single_bit(static_cast<unsigned>(align_bytes)) || bytes % align_bytes != 0) {
    const int largest = bytes & -bytes;
    return fail(placed("align_bytes",
                       fmt::format("a struct of {} bytes cannot be aligned to {} bytes", bytes, align_bytes),
                       fmt::format("a power of two that divides the size: up to {}", largest)));
  }
  return Element{.name = std::string(name), .bits = bytes * 8, .align_bytes = align_bytes, .is_struct = true};
}

Result<Element> checked(const Element& element) {
  if (!element.is_struct) {
    const Result<Element> known = element_named(element.name);
    if (!known || *known == element) return known;
    return fail(placed("bits",
                       fmt::format("{} has {} bits aligned to {} bytes, not {} aligned to {}", known->name, known->bits,
                                   known->align_bytes, element.bits, element.align_bytes),
                       "leave size and alignment of a built-in element away, or make it a struct"));
  }
  if (element.bits % 8 != 0) {
    return fail(placed("bits", fmt::format("a struct of {} bits", element.bits), "a whole number of bytes"));
  }
  return struct_element(element.name, element.bits / 8, element.align_bytes);
}

std::string_view cuda_type(const Element& element) {
  const KnownElement* known = element.is_struct ? nullptr : find_known(element.name);
  return known ? known->cuda_type : std::string_view(element.name);
}

}  // namespace bankmap
