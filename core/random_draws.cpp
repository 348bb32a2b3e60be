#include "core/random_draws.hpp"

namespace bankmap {
namespace {

constexpr std::uint64_t stirred(std::uint64_t state, std::uint64_t value) {
  return splitmix64::mixed(state + splitmix64::step + value);
}

}  // namespace

RandomDraws::RandomDraws(std::uint64_t sample, std::span<const std::int64_t> loops, int warp)
    : state_(0x42616e6b6d617021ull) {  // the fixed seed
  state_ = stirred(state_, sample);
  for (const std::int64_t loop : loops) state_ = stirred(state_, static_cast<std::uint64_t>(loop));
  state_ = stirred(state_, static_cast<std::uint64_t>(warp));
}

std::int64_t RandomDraws::operator()(int call_site, int lane, std::int64_t n) const {
  const std::uint64_t of_site = stirred(state_, static_cast<std::uint64_t>(call_site));
  return splitmix64::scaled(stirred(of_site, static_cast<std::uint64_t>(lane)), n);
}

void RandomDraws::fill(int call_site, std::span<const std::int64_t> bounds, std::span<std::int64_t> values) const {
  const std::uint64_t of_site = stirred(state_, static_cast<std::uint64_t>(call_site));
  for (std::size_t lane = 0; lane < bounds.size(); ++lane) {
    values[lane] = splitmix64::scaled(stirred(of_site, lane), bounds[lane]);
  }
}

}  // namespace bankmap
