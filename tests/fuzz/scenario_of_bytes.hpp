// tests/fuzz/scenario_of_bytes.hpp -- any bytes as a scenario that a file could hold, so that a fuzzer reaches what lies behind the
// reader: its changes to the bytes are changes of numbers, kinds and texts.
//
//     ""                    Scenario of the first of every choice: one tile, one access
//     "\x07\x01..."         a tile of other rows, a swizzle, a typed index such as "(lane / 4) ^ k"
//
// Mostly what a person could mean, sometimes nonsense; loops stay short.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/scenario.hpp"

namespace bankmap {

// Decisions, a byte each (two for large ones); 0 once the bytes have run out.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t below(std::uint32_t bound);
  bool one_in(std::uint32_t n) { return below(n) == n - 1; }
  template <class T>
  T of(std::initializer_list<T> values) {
    return *(values.begin() + below(static_cast<std::uint32_t>(values.size())));
  }
  std::string text(std::uint32_t most);  // as it stands there, what is no printable ASCII as a blank

 private:
  std::uint32_t next();
  std::string_view bytes_;
};

Scenario scenario_of(Choices& choices);

}  // namespace bankmap
