#include "core/wide_count.hpp"

#include <bit>
#include <cassert>
#include <cstdint>

#if defined(__x86_64__)
// GCC 12 warns of what its own header leaves unset on purpose.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
// Of these functions alone: the library runs on processors without them.
#define BANKMAP_WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq")))
#define BANKMAP_WIDE_INLINE BANKMAP_WIDE __attribute__((always_inline)) inline
#endif

namespace bankmap {

#if defined(__x86_64__)
namespace {

constexpr int bank_bits = std::countr_zero(static_cast<unsigned>(bank_count));

struct Warp {
  __m512i low, high;  // [lane % 16] addresses
};
BANKMAP_WIDE_INLINE Warp loaded(const LaneAddresses& lanes) {
  return {_mm512_loadu_si512(lanes.byte_address.data()),
          _mm512_loadu_si512(lanes.byte_address.data() + lane_count / 2)};
}

// The words of 16 lanes and of 16 more as 16 bits each. The instruction mixes their order: here a "lane" is a place in this vector,
// for nothing depends on which lane is which.
BANKMAP_WIDE_INLINE __m512i packed_words(Warp warp) {
  constexpr int byte_bits = std::countr_zero(static_cast<unsigned>(bank_bytes));
  return _mm512_packus_epi32(_mm512_srli_epi32(warp.low, byte_bits), _mm512_srli_epi32(warp.high, byte_bits));
}

// [lane] its number: set_epi16 wants the last first.
BANKMAP_WIDE_INLINE __m512i lane_numbers() {
  return _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
                          7, 6, 5, 4, 3, 2, 1, 0);
}

// Lanes whose word no lower lane has. A lane and the lane `turn` above it, counted around the warp, have equal words: the upper of
// the two is not the first, and where the count went past the last lane that is the lane itself.
BANKMAP_WIDE_INLINE LaneMask first_with_their_word(__m512i words) {
  const __m512i lane = lane_numbers();
  LaneMask repeated = 0;
#pragma GCC unroll 16
  for (int turn = 1; turn <= lane_count / 2; ++turn) {
    const __m512i from = _mm512_add_epi16(lane, _mm512_set1_epi16(static_cast<short>(turn)));  // its low 5 bits count
    const LaneMask equal = _mm512_cmpeq_epi16_mask(words, _mm512_permutexvar_epi16(from, words));
    repeated |= equal << turn | (equal & all_lanes << (lane_count - turn));
  }
  return ~repeated;
}

// [bank] the given lanes whose word is in that bank, as a mask.
struct LanesOfBanks {
  __m512i lower, upper;  // banks 0 to 15, 16 to 31
};
BANKMAP_WIDE_INLINE LanesOfBanks lanes_of_banks(__m512i words, LaneMask lanes) {
  const __m512i bit_of_bank[bank_bits - 1] = {
      _mm512_setr_epi32(0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1),
      _mm512_setr_epi32(0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1),
      _mm512_setr_epi32(0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1),
      _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1)};
  __m512i elsewhere = _mm512_setzero_si512();  // [bank] lanes that differ from it in a bit
#pragma GCC unroll 4
  for (int bit = 0; bit < bank_bits - 1; ++bit) {
    const LaneMask set = _mm512_test_epi16_mask(words, _mm512_set1_epi16(static_cast<short>(1 << bit)));
    const __m512i differ = _mm512_xor_si512(_mm512_set1_epi32(static_cast<int>(set)), bit_of_bank[bit]);
    elsewhere = _mm512_or_si512(elsewhere, differ);
  }
  const LaneMask in_upper = _mm512_test_epi16_mask(words, _mm512_set1_epi16(1 << (bank_bits - 1)));
  return {_mm512_andnot_si512(elsewhere, _mm512_set1_epi32(static_cast<int>(lanes & ~in_upper))),
          _mm512_andnot_si512(elsewhere, _mm512_set1_epi32(static_cast<int>(lanes & in_upper)))};
}

// Of the bank that has most. The greatest of 16 counts is found by the one instruction that there is: for the least of eight.
BANKMAP_WIDE_INLINE int most(LanesOfBanks lanes) {
  const __m512i counts = _mm512_max_epu32(_mm512_popcnt_epi32(lanes.lower), _mm512_popcnt_epi32(lanes.upper));
  const __m128i bytes = _mm512_cvtepi32_epi8(counts);
  const __m128i of_pairs = _mm_and_si128(_mm_max_epu8(bytes, _mm_srli_epi16(bytes, 8)), _mm_set1_epi16(0xff));
  const __m128i least = _mm_minpos_epu16(_mm_sub_epi16(_mm_set1_epi16(lane_count), of_pairs));
  return lane_count - _mm_extract_epi16(least, 0);
}

}  // namespace

bool has_wide_count() {
  static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
  return has;
}

BANKMAP_WIDE int wide_most_words(const LaneAddresses& lanes, LaneMask served) {
  assert(served != 0);
  Warp warp = loaded(lanes);
  if (served != all_lanes) {  // the others repeat one that is served: no word is added
    const auto one = static_cast<std::size_t>(std::countr_zero(served));
    const __m512i repeated = _mm512_set1_epi32(static_cast<int>(lanes.byte_address[one]));
    warp.low = _mm512_mask_mov_epi32(repeated, static_cast<__mmask16>(served), warp.low);
    warp.high = _mm512_mask_mov_epi32(repeated, static_cast<__mmask16>(served >> lane_count / 2), warp.high);
  }
  constexpr std::uint32_t too_far = ~std::uint32_t{(1u << 16) * bank_bytes - 1};
  if (_mm512_test_epi32_mask(_mm512_or_si512(warp.low, warp.high), _mm512_set1_epi32(static_cast<int>(too_far))) != 0)
    return 0;
  const __m512i words = packed_words(warp);
  return most(lanes_of_banks(words, first_with_their_word(words)));
}

BANKMAP_WIDE int wide_most_lanes(const LaneAddresses& lanes) {
  Warp warp = loaded(lanes);
  const __m512i in_row = _mm512_set1_epi32(row_bytes - 1);  // the row does not matter, and may not fit
  warp.low = _mm512_and_si512(warp.low, in_row);
  warp.high = _mm512_and_si512(warp.high, in_row);
  return most(lanes_of_banks(packed_words(warp), all_lanes));
}

#else

bool has_wide_count() { return false; }
int wide_most_words(const LaneAddresses&, LaneMask) { return 0; }
int wide_most_lanes(const LaneAddresses&) { return 0; }

#endif

}  // namespace bankmap
