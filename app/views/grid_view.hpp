// app/views/grid_view.hpp -- a grid that may be larger than its panel: scroll, zoom, and which cells are on the screen.
//
//     [-] [+] [fit]      Ctrl+wheel zooms about the pointer; the wheel scrolls, with Shift sideways; bars can be dragged
//     +--------------+-+
//     | cells 8..40  | |    const Grid grid = place_grid(frame, "tile", own.scroll, extent, min, room);
//     |              |#|    for rows and columns of grid.window: draw at grid.place(row, column)
//     +----####------+-+
//
// A single row or column would be a hairline: its cells stand in lines of 32, as the words of a text do.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/frame.hpp"
#include "core/tile_map.hpp"

namespace bankmap {

// What a view remembers.
struct GridScroll {
  float cell = 0;   // [px] width of a cell; 0: as fits
  ImVec2 at{0, 0};  // [px] of the content, at the top left corner
};

struct GridExtent {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  float fitted = 16;  // [px] width of a cell that fits
  float least = 2;
  float most = 64;
  float height = 1;  // of a cell, in widths
  // Cells of a single row or column that stand in lines of `columns` cells; 0: each row is a line.
  std::int64_t wrapped = 0;
  bool upright = false;  // it is a single column
};
// Cells as large as make the whole grid fit, no larger than `most` and no smaller than `least` [px].
float fitted_cell(std::int64_t rows, std::int64_t columns, ImVec2 room, float height, float least, float most);

struct Grid {
  ImVec2 min;  // of what is seen of it
  ImVec2 max;
  ImVec2 origin;  // of row 0, column 0, perhaps outside
  ImVec2 cell;    // [px] whole where cells are large
  TileWindow window;
  TileWindow lines;       // the same in lines of the screen; another where a single row or column is wrapped
  std::int64_t wrap = 0;  // cells in a line of such a one; 0: none
  bool upright = false;   // it is a single column
  float line = 1;         // [px] between cells; 0 where they are too small for it

  ImVec2 place(std::int64_t row, std::int64_t column) const;
  ImVec2 corner(std::int64_t line_of_screen, std::int64_t in_line) const;
  // The right lower corner of what a cell fills.
  ImVec2 end_of(std::int64_t row, std::int64_t column) const;
  std::optional<Coordinate> at(ImVec2 point) const;  // nothing outside of what is seen, or of the grid
  Coordinate cell_under(ImVec2 point) const;         // perhaps outside
};

// Takes wheel and scroll bars; leaves room for these where the grid is larger than the room.
Grid place_grid(const Frame& frame, std::string_view name, GridScroll& own, const GridExtent& extent, ImVec2 min,
                ImVec2 room);
// Scrolls so that the cell is seen in the next frame.
void reveal(GridScroll& own, const Grid& grid, Coordinate at);
// "−", "+" and "fit", on the line of the last item, ending at the right edge of the panel; nothing where there is no room.
void draw_zoom_buttons(const Frame& frame, std::string_view name, GridScroll& own, const GridExtent& extent);

// Many numbers of one size, each in the middle of its cell.
class CellText {
 public:
  CellText(ImFont* font, float size);
  float width(std::size_t letters) const { return advance_ * static_cast<float>(letters); }
  float height() const { return size_; }
  void centred(ImVec2 min, ImVec2 max, std::string_view text, ImU32 colour) const;
  void at(ImVec2 min, std::string_view text, ImU32 colour) const;

 private:
  ImDrawList& list_;
  ImFont* font_;
  float size_;
  float advance_;
};
// The largest size, up to the font's own, at which so many letters fit into a cell; 0 where none can be read.
float cell_text_size(const Frame& frame, const ImFont* font, ImVec2 cell, std::size_t letters);

// Why a cell is framed: it is what is pointed at, or only in the way of it.
//
//     own      thick                    the bytes pointed at, or all lanes of a bank or a pass
//     shares   colour of links          lanes that share a word with the lane pointed at
//     fights   thin                     lanes that want its bank
enum class Outline { none, fights, shares, own };
// lanes, bytes: of the cell.
Outline outline_of(const Lit& lit, LaneMask lanes, const ByteRange& bytes);
std::string_view outline_name(Outline outline);  // as the log says it: "", " fights", " shares", " lit"
void draw_outline(const Frame& frame, ImVec2 min, ImVec2 max, Outline outline);

// Slanted lines over a rectangle, cut off at its edges: padding, and lanes or rounds without a part in it.
void draw_hatching(const Frame& frame, ImVec2 min, ImVec2 max, Colour colour);

// Numbers of rows at the left of the grid, or of columns above it: as many as have room. text(i): of row or column i.
enum class GridEdge { left, top };
void draw_edge(const Frame& frame, const Grid& grid, GridEdge edge, std::int64_t count,
               const std::function<std::string(std::int64_t)>& text,
               const std::function<bool(std::int64_t)>& bright = {});
// How wide the numbers at an edge are, with the space between them and the grid.
float edge_width(const Frame& frame, std::string_view longest);

}  // namespace bankmap
