#include "core/random_access.hpp"

#include <array>

namespace bankmap {
namespace {

constexpr std::uint32_t memory_bytes = 32 << 10;
constexpr std::uint32_t shapes = 8;

bool whole_warp_only(Instruction instruction) {
  const InstructionKind kind = info(instruction).kind;
  return kind == InstructionKind::matrix_load || kind == InstructionKind::matrix_store;
}

}  // namespace

std::uint32_t RandomAccesses::index(std::uint32_t shape, std::uint32_t lane, std::uint32_t step) {
  switch (shape) {
    case 0:
      return lane * step;
    case 1:
      return (31 - lane) * step;
    case 2:
      return lane / 2 * step;  // neighbours (i, i ^ 1) agree
    case 3:
      return (lane % 2 + lane / 4 * 2) * step;  // (i, i ^ 2) agree
    case 4:
      return (lane < 16 ? lane / 2 : lane % 2 + lane / 4 * 2) * step;  // one half each way
    case 5:
      return lane / 8 * step + lane % 8;  // a block of rows
    case 6:
      return (lane ^ step % 32) + lane / 4 * 32 * (step % 5);  // rows with an exclusive or
    default:
      return below(1 + step * 8);
  }
}

LaneMask RandomAccesses::mask() {
  constexpr std::array<LaneMask, 10> usual{all_lanes,   all_lanes,   0xffffu,     0xffff0000u, 0x55555555u,
                                           0xaaaaaaaau, 0x0f0f0f0fu, 0xccccccccu, 1u,          0x7fffffffu};
  const std::uint32_t which = below(16);
  if (which < usual.size()) return usual[which];
  const auto any = static_cast<LaneMask>(random_());
  return any == 0 ? all_lanes : any;
}

LaneAddresses RandomAccesses::next(Instruction instruction) {
  const auto size = static_cast<std::uint32_t>(info(instruction).access_bytes);
  const std::uint32_t places = memory_bytes / size;
  const std::uint32_t base = below(places), step = below(130), shape = below(shapes);
  const bool noisy = below(3) == 0;
  LaneAddresses warp;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t place = noisy && below(8) == 0 ? below(places) : (base + index(shape, lane, step)) % places;
    warp.byte_address[lane] = place * size;
  }
  warp.active = whole_warp_only(instruction) ? all_lanes : mask();
  return warp;
}

}  // namespace bankmap
