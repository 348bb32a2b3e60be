// core/address_bits.hpp -- which bits of row, column and lane make up the bank.
//
//     float tile[32][32], col ^ row:    bank bit 0 = c0 ^ r0,  bank bit 1 = c1 ^ r1, ...     each the parity of its sources
//     half tile[64][64]:                bank bit 0 = c1 (c0 is inside the word),  ...  bank bit 4 = c5
//     float tile[32][33]:               bank = (33 row + column) mod 32: a sum, and sums carry, so no bit is a parity;
//                                       what is still known is where each bit is added:  r0 adds 1, r1 adds 2, c0 adds 1, ...
//
// Nothing here is derived from a kind of swizzle: the tile is asked where single bits lead, and then whether every element obeys.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/analysis.hpp"
#include "core/tile.hpp"

namespace bankmap {

inline constexpr int bank_bit_count = 5;  // log2 of the banks

// [bank bit] which sources lead to it. Sources are numbered from the lowest: column bits, then row bits; or the bits of a lane.
struct BankBits {
  std::array<std::uint32_t, bank_bit_count> sources{};
  std::uint32_t flipped = 0;  // bank bits that are the opposite of that parity
  bool has(int bank_bit, int source) const { return (sources[static_cast<std::size_t>(bank_bit)] >> source & 1U) != 0; }
  bool operator==(const BankBits&) const = default;
};
// How many banks the sources reach: 2 ^ rank.
int rank(const BankBits& bits);

struct AddressBits {
  int column_bits = 0;             // that tell the columns of the tile apart; source i is column bit i ...
  int row_bits = 0;                // ... and source column_bits + i is row bit i
  std::optional<BankBits> before;  // parities without the swizzle; absent: sums that carry
  std::optional<BankBits> after;   // parities with it
  std::string why_not;             // why `after` is absent
  BankBits added;                  // without the swizzle: bank bits where the source is added, carries or not
  std::string arithmetic;          // without the swizzle: "bank = (row * 33 + column) mod 32"
  bool all_elements = true;        // false: a large tile, of which only the first rows were compared
};
// pre: the tile can be laid out (so can it without its swizzle).
AddressBits address_bits(const TileLayout& layout);

struct LaneBits {
  int lane_bits = 0;             // that tell the active lanes apart
  std::optional<BankBits> bank;  // of the first byte that the lane touches
  std::string why_not;           // why it is absent
};
LaneBits lane_bits(const WarpAnalysis& warp);

// "c3", "r0"
std::string source_name(const AddressBits& bits, int source);
// "b0 = c0 ^ r0", "b4 = c4", "b0 = 0, for all elements"
std::string explain_bank_bit(const AddressBits& bits, const BankBits& of, int bank_bit);
// "The 5 lane bits lead to 2 independent sums of bank bits: this warp starts in 2^2 = 4 banks."
std::string explain_lane_bits(const LaneBits& bits);

}  // namespace bankmap
