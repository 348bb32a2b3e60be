// app/views/memory_map_parts.hpp -- the words of the memory view (internal to it).
#pragma once

#include "app/views/memory_map.hpp"

namespace bankmap {

struct MemoryPicture {
  const Frame& frame;
  const Grid& grid;  // its row 0 is the memory's first row
  const MemoryMap& map;
  int parts = 1;  // drawn of each word: all, or one where there is no room
  Lit lit;

  const Tile& tile() const { return map.places().tile(); }
  std::int64_t word(std::int64_t row, std::int64_t bank) const { return (map.first_row() + row) * bank_count + bank; }
  ImVec2 part_min(std::int64_t row, std::int64_t bank, int part) const;
  ImVec2 part_max(std::int64_t row, std::int64_t bank, int part) const;
};

void draw_memory_words(const MemoryPicture& picture);
void log_memory_words(const MemoryPicture& picture);
// What is pointed at, and the sentence for it.
ByteRange bytes_of_part(const MemoryPicture& picture, std::int64_t word, int part);
std::string explain_part(const MemoryPicture& picture, std::int64_t word, int part);

}  // namespace bankmap
