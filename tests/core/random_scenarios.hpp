// Scenarios of all kinds that the advice looks at, the same for the same seed.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>

#include "core/scenario.hpp"

namespace bankmap {

class RandomScenarios {
 public:
  explicit RandomScenarios(std::uint32_t seed) : random_(seed) {}

  Scenario next() {
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    tile.element = *element_named(pick({"float", "half", "int8", "double", "float4", "int4"}));
    if (below(12) == 0) tile.element = *struct_element("Particle", 4 * (1 + static_cast<int>(below(9))), 4);
    tile.rows = pick({1, 4, 8, 16, 24, 32, 40, 64});
    tile.columns = pick({8, 16, 24, 32, 48, 64, 128});
    if (below(3) == 0) tile.pitch.value = 8 * below(4);
    if (below(4) == 0)
      tile.swizzle = XorSwizzle{static_cast<int>(1u << below(4)), static_cast<int>(below(3)), (1 << below(4)) - 1};
    if (below(8) == 0) tile.base_bytes = 16 * below(80);
    scenario.block.x = below(5) == 0 ? 64 : 32;
    const bool bytes = below(8) == 0;
    if (bytes) tile.swizzle = NoSwizzle{};
    scenario.accesses.clear();
    for (std::uint32_t i = 0, count = 1 + below(3); i < count; ++i)
      scenario.accesses.push_back(bytes ? byte_access(tile) : access(tile));
    return scenario;
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_()) % bound; }
  template <class T>
  T pick(std::initializer_list<T> of) {
    return *(of.begin() + below(static_cast<std::uint32_t>(of.size())));
  }

  // Inside the tile: rows and columns are taken modulo its size, vectors start at multiples of their length.
  Access access(const Tile& tile) {
    const Instruction instruction =
        pick({Instruction::ld_b8, Instruction::ld_b16, Instruction::ld_b32, Instruction::ld_b64, Instruction::ld_b128,
              Instruction::st_b16, Instruction::st_b32, Instruction::st_b64, Instruction::st_b128,
              Instruction::ldmatrix_x4, Instruction::stmatrix_x2, Instruction::atom_add_u32, Instruction::atom_cas_b32,
              Instruction::red_add_f32, Instruction::cp_async_ca_16});
    const int vector = std::max(1, info(instruction).access_bytes * 8 / tile.element.bits);
    const int places = std::max(1, tile.columns / vector);
    const std::string row = pick<const char*>(
        {"lane", "lane / 4", "lane / 8", "k", "lane % 8", "k + lane / 16", "lane ^ k", "lane * 2", "lane / 2 * 3"});
    const std::string column =
        pick<const char*>({"k", "lane % 4", "lane % 8", "lane", "lane / 8 + k", "lane * 2", "0", "lane % 2 + k * 2"});
    Access access =
        access_of(instruction,
                  IndexPattern{"(" + row + ") % " + std::to_string(tile.rows),
                               "(" + column + ") % " + std::to_string(places) + " * " + std::to_string(vector)},
                  1 + below(6));
    if (tile.element.is_struct && info(instruction).access_bytes == 4) {
      access.element_byte = 4 * static_cast<int>(below(static_cast<std::uint32_t>(tile.element.bits / 32)));
    }
    if (below(6) == 0) access.mask = pick<const char*>({"0xffff", "0x0f0f0f0f", "lane < 20", "0x80000001"});
    return access;
  }

  // Offsets inside the tile, at multiples of the access size.
  Access byte_access(const Tile& tile) {
    const Instruction instruction =
        pick({Instruction::ld_b16, Instruction::ld_b32, Instruction::st_b32, Instruction::ld_b128});
    const int size = info(instruction).access_bytes;
    const std::int64_t places = std::int64_t{tile.rows} * tile.columns * tile.element.bits / 8 / size;
    return access_of(
        instruction,
        ByteOffsetPattern{"(lane * " + std::to_string(1 + below(64)) + " + k) % " +
                          std::to_string(std::max<std::int64_t>(1, places)) + " * " + std::to_string(size)},
        1 + below(4));
  }

  // Over a loop of k.
  static Access access_of(Instruction instruction, LanePattern pattern, std::int64_t steps) {
    Access access;
    access.name = std::string(info(instruction).name);
    access.instruction = instruction;
    access.pattern = std::move(pattern);
    access.loops = {{.name = "k", .begin = 0, .end = steps, .step = 1, .at = 0}};
    return access;
  }

  std::mt19937 random_;
};

}  // namespace bankmap
