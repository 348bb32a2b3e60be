#include "core/advice/flip_basis.hpp"

#include <bit>

namespace bankmap {
namespace {

constexpr int period_bit = std::countr_zero(static_cast<unsigned>(row_bytes));

int log2_of(int power) { return std::countr_zero(static_cast<unsigned>(power)); }

}  // namespace

std::uint32_t FlipBasis::coordinates(std::uint32_t higher) const {
  if (vectors.empty()) return higher;
  std::uint32_t coordinates = 0;
  for (std::size_t j = 0; j < vectors.size(); ++j) {
    if ((higher >> vectors[j].pivot & 1u) == 0) continue;
    higher ^= vectors[j].bits;
    coordinates |= 1u << j;
  }
  return coordinates;
}

bool FlipBasis::add(std::uint32_t higher, int lowest_bit) {
  for (const Vector& vector : vectors) higher ^= (higher >> vector.pivot & 1u) != 0 ? vector.bits : 0;
  if (higher == 0) return false;
  vectors.push_back({higher, std::countr_zero(higher), lowest_bit});
  return true;
}

int FlipBasis::lowest_bit() const { return vectors.back().lowest_bit; }

FlipBasis flip_basis(const LayoutSpace& space, std::int64_t pitch_bits, int higher, int finest_bit,
                     std::span<const SearchAccess> accesses) {
  FlipBasis basis;
  const auto add_all_bits = [&](int lowest_bit) {
    for (int bit = 0; bit < higher; ++bit) basis.add(1u << bit, lowest_bit);
  };
  for (int size_bit = log2_of(space.widest_bytes); size_bit > finest_bit; --size_bit) {
    if (space.random_bytes == 1 << size_bit) add_all_bits(size_bit);
    for (const SearchAccess& access : accesses) {
      if (access.access_bytes != 1 << size_bit) continue;
      for (const std::uint32_t start : access.vectors.starts) {
        if (std::ssize(basis.vectors) == higher) return basis;
        const std::uint32_t place =
            linear_place(space.tile, pitch_bits, UsedVectors::row_of(start), UsedVectors::column_of(start));
        basis.add(place >> period_bit, size_bit);
      }
    }
  }
  add_all_bits(finest_bit);
  return basis;
}

std::uint32_t linear_place(const Tile& tile, std::int64_t pitch_bits, std::int64_t row, std::int64_t column) {
  return static_cast<std::uint32_t>((row * pitch_bits + column * tile.element.bits) >> 3);
}

}  // namespace bankmap
