// core/memory_map.hpp -- shared memory as it lies: rows of 128 bytes, 32 words in each, and what every word holds.
//
//     float tile[32][33]    bank 0        1        2     ...    31
//     row 0, byte 0       [0][0]   [0][1]   [0][2]  ...  [0][31]
//     row 1, byte 128    padding   [1][0]   [1][1]  ...  [1][30]        one word of padding moves every row on by one bank
//     row 2, byte 256     [1][31]  padding  [2][0]
//
// A word may hold several elements (half: 2), or a part of one (double: words 0 and 1): hence parts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis.hpp"
#include "core/element_places.hpp"

namespace bankmap {

enum class MemoryHolds : std::uint8_t { nothing, padding, element, other_tile };

// A word, or one of the elements in it.
struct MemoryPart {
  MemoryHolds holds = MemoryHolds::nothing;
  Coordinate at;        // of the element
  int tile = -1;        // of the scenario: the element's, the padding's, or the other tile's
  bool starts = false;  // the element starts here: false in the second word of a double
  LaneMask lanes = 0;   // of the warp that is shown, that touch a byte of it now
  bool operator==(const MemoryPart&) const = default;
};

class MemoryMap {
 public:
  // Rows of 128 bytes that are shown: those of the tile, and those that lanes touch outside of it, as far as `far_rows`.
  static constexpr std::int64_t far_rows = 4096;
  std::int64_t first_row() const { return first_row_; }
  std::int64_t end_row() const { return end_row_; }
  LaneMask beyond() const { return beyond_; }  // lanes farther away

  const ElementPlaces& places() const { return places_; }
  // Elements of the access's tile in one word: 1 where an element is a word or more.
  int parts_in_word() const { return parts_in_word_; }
  // pre: word >= 0, 0 <= part < parts_in_word()
  MemoryPart part(std::int64_t word, int part) const;
  LaneMask lanes_of_word(std::int64_t word) const;

 private:
  friend Result<MemoryMap> memory_map(const Scenario&, const Analysis&, int);
  explicit MemoryMap(ElementPlaces places) : places_(std::move(places)) {}
  void add_lanes(const AccessAnalysis& access);
  LaneMask lanes_in(std::int64_t begin_byte, std::int64_t end_byte) const;

  struct Span {  // [bytes] half open
    std::int64_t begin = 0;
    std::int64_t end = 0;
    int of = -1;  // a lane, or a tile
  };
  ElementPlaces places_;
  int own_tile_ = 0;
  int parts_in_word_ = 1;
  std::vector<Span> tiles_;  // all others that are laid out
  std::vector<Span> lanes_;  // active ones, by where they begin
  std::int64_t access_bytes_ = 0;
  std::int64_t first_row_ = 0;
  std::int64_t end_row_ = 1;
  LaneMask beyond_ = 0;
};
// Refused where the access's tile is; an access without an answer has no lanes.
Result<MemoryMap> memory_map(const Scenario& scenario, const Analysis& analysis, int access);

}  // namespace bankmap
