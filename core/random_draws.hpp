// core/random_draws.hpp -- what rand(n) gives: the same for the same question, on every machine.
//
//     RandomDraws draws(0, loops, warp);   draws(0, lane, 256)   a value in [0, 256) for each call site and lane
#pragma once

#include <cstdint>
#include <span>

namespace bankmap {

namespace splitmix64 {  // Steele, Lea, Flood 2014: a step moves the state, the mix spreads it over all bits

inline constexpr std::uint64_t step = 0x9e3779b97f4a7c15ull;

constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// The high half of bits * n: as uniform in [0, n) as bits are.
constexpr std::int64_t scaled(std::uint64_t bits, std::int64_t n) {
  const unsigned __int128 product = static_cast<unsigned __int128>(bits) * static_cast<std::uint64_t>(n);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(product >> 64));
}

}  // namespace splitmix64

// Uniform values: a pure function (SplitMix64 of all arguments and a fixed seed). Sample 0 is the draw that is shown.
class RandomDraws {
 public:
  RandomDraws(std::uint64_t sample, std::span<const std::int64_t> loops, int warp);
  std::int64_t operator()(int call_site, int lane, std::int64_t n) const;  // pre: n >= 1
  // [lane] the same for all lanes; without meaning where the bound is below 1.
  void fill(int call_site, std::span<const std::int64_t> bounds, std::span<std::int64_t> values) const;

 private:
  std::uint64_t state_;
};

// The same kind of values one after the other, where nothing asks for the fifth before the first.
class RandomStream {
 public:
  // Uniform in [0, n) to n / 2^32. Two values come of one mix, which is most of the work. pre: 1 <= n <= 2^32
  std::int64_t below(std::int64_t n) {
    has_half_ = !has_half_;
    if (has_half_) mix();
    return has_half_ ? of_upper_half(n) : of_lower_half(n);
  }
  // As many values as there is room for: those that so many calls of below would give, without asking each time for the half.
  void fill(std::int64_t n, std::span<std::int64_t> values) {
    std::size_t next = 0;
    if (has_half_ && !values.empty()) values[next++] = below(n);
    for (; next + 1 < values.size(); next += 2) {
      mix();
      values[next] = of_upper_half(n);
      values[next + 1] = of_lower_half(n);
    }
    if (next < values.size()) values[next] = below(n);
  }

 private:
  void mix() { bits_ = splitmix64::mixed(state_ += splitmix64::step); }
  std::int64_t of_upper_half(std::int64_t n) const { return scaled(bits_ >> 32, n); }
  std::int64_t of_lower_half(std::int64_t n) const { return scaled(bits_ & 0xffff'ffffu, n); }
  static std::int64_t scaled(std::uint64_t half, std::int64_t n) {
    return static_cast<std::int64_t>(half * static_cast<std::uint64_t>(n) >> 32);
  }

  std::uint64_t state_ = 0;
  std::uint64_t bits_ = 0;  // of the last mix
  bool has_half_ = false;   // the lower half of it is still unused
};

}  // namespace bankmap
