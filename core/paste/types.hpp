// core/paste/types.hpp -- the types of pasted CUDA, as elements of a tile (internal to core/paste).
//
//     "unsigned char" -> uint8     "__half" -> half     "int4" -> 16 bytes, as float4     "Particle" -> none
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/element.hpp"
#include "core/paste/tokens.hpp"

namespace bankmap::paste {

// In CUDA's own sense, in which int2 and int4 are vectors of 8 and 16 bytes.
std::optional<Element> element_of_type(std::string_view type);

// "const", "static", "volatile", ...: says nothing about how much memory there is.
bool is_qualifier(std::string_view word);
// "int", "unsigned", "size_t", ...: a type in which indices are kept.
bool is_integer_word(std::string_view word);

// One type without qualifiers, "unsigned int" or "complex<float>", from the tokens at `at` on, which then stands behind it.
// Empty text: there is none.
std::string take_type(std::span<const Token> tokens, std::size_t& at);

// Of a vector: how many parts have names, ".x" to ".w"; 0 for others.
int component_count(const Element& element);

}  // namespace bankmap::paste
