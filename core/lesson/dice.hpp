// core/lesson/dice.hpp -- the throws that make an exercise: the same for the same seed, on every machine.
//
//     Dice dice(7);   dice.below(32)   0 to 31;    dice.one_of({2, 4, 8});    dice.shuffle(choices);
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/random_draws.hpp"

namespace bankmap {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(splitmix64::mixed(seed + splitmix64::step)) {}

  std::int64_t below(std::int64_t n) {  // pre: n >= 1
    state_ += splitmix64::step;
    return splitmix64::scaled(splitmix64::mixed(state_), n);
  }
  // pre: not empty
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return *(values.begin() + below(static_cast<std::int64_t>(values.size())));
  }
  // Each order as likely as any other (Fisher and Yates).
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t left = values.size(); left > 1; --left) {
      std::swap(values[left - 1], values[static_cast<std::size_t>(below(static_cast<std::int64_t>(left)))]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace bankmap
