// app/views/tile_map_parts.hpp -- the layers of the tile view (internal to it).
#pragma once

#include <span>

#include "app/views/tile_map.hpp"

namespace bankmap {

struct TilePicture {
  const Frame& frame;
  const Grid& grid;
  const TileMap& map;
  const TileDensity* density = nullptr;  // where the whole sweep is shown
  TileWindow window;                     // elements on the screen, without padding
  std::span<const std::int64_t> bits;    // [row by row of window]
  Lit lit;

  const Tile& tile() const { return map.places.tile(); }
  std::int64_t bit(std::int64_t row, std::int64_t column) const {
    return bits[static_cast<std::size_t>((row - window.first_row) * window.columns() + column - window.first_column)];
  }
};

ByteRange bytes_of_element(const Tile& tile, std::int64_t bit);

void draw_tile_cells(const TilePicture& picture);    // fills and numbers
void draw_tile_lanes(const TilePicture& picture);    // lanes that touch elements now
void draw_tile_padding(const TilePicture& picture);  // behind the last column
void draw_tile_lit(const TilePicture& picture);      // outlines of what is pointed at
void log_tile_cells(const TilePicture& picture);
// "tile[9][5]: bytes 1316–1319 ..., bank 9. Lane 9, pass 2."
std::string explain_element(const TilePicture& picture, Coordinate at);

// Hover, click and drag over the grid, and keys. lane: the one that a drag from this element moves, -1 for none.
int draggable_lane(const TilePicture& picture, Coordinate at);
void drag_lane(const TilePicture& picture, TileMapView& own, Edits& edits);
void move_lane_by_keys(const TilePicture& picture, TileMapView& own, Edits& edits);

}  // namespace bankmap
