#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/views/memory_map_parts.hpp"
#include "core/bank_colour.hpp"
#include "core/explain.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

constexpr double even_row =
    0.74;  // of the colour of a column; rows of the tile take turns, so that they are seen apart
constexpr double odd_row = 0.58;
constexpr double dimmed = 0.22;
constexpr std::size_t letters_of_lane = 2;

class Painter {
 public:
  explicit Painter(const MemoryPicture& picture)
      : picture_(picture),
        frame_(picture.frame),
        list_(*ImGui::GetWindowDrawList()),
        part_size_{picture.grid.cell.x / static_cast<float>(picture.parts) - picture.grid.line,
                   picture.grid.cell.y - picture.grid.line} {
    const Pointed& pointed = frame_.selection.shown();
    by_bank_ = pointed.bank >= 0 && pointed.lane < 0;
    const auto digits = [](std::int64_t count) {
      return fmt::format("{}", std::max<std::int64_t>(0, count - 1)).size();
    };
    const std::size_t letters = digits(picture.tile().rows) + digits(picture.tile().columns) + 1;
    coordinate_size_ = cell_text_size(frame_, frame_.theme.fonts.mono_small, part_size_, letters);
    column_only_ = coordinate_size_ == 0;
    if (column_only_)
      coordinate_size_ =
          cell_text_size(frame_, frame_.theme.fonts.mono_small, part_size_, digits(picture.tile().columns));
    lane_size_ = cell_text_size(frame_, frame_.theme.fonts.mono_bold, part_size_, letters_of_lane);
  }

  void draw() {
    collect();
    for (const Drawn& each : drawn_) fill(each);
    if (frame_.log.on())
      frame_.log.area("memory.numbers", picture_.grid.min, picture_.grid.max,
                      coordinate_size_ == 0 ? "none"
                      : column_only_        ? "column"
                                            : "row,column");
    if (coordinate_size_ > 0) {
      push_font(frame_.theme.fonts.mono_small);
      const CellText text(frame_.theme.fonts.mono_small, coordinate_size_);
      for (const Drawn& each : drawn_) write_coordinate(text, each);
      ImGui::PopFont();
    }
    push_font(frame_.theme.fonts.mono_bold);
    const CellText text(frame_.theme.fonts.mono_bold, std::max(1.0F, lane_size_));
    for (const Drawn& each : drawn_) draw_lanes(text, each);
    ImGui::PopFont();
    for (const Drawn& each : drawn_) outline(each, false);
    for (const Drawn& each : drawn_) outline(each, true);
  }

 private:
  struct Drawn {
    MemoryPart part;
    ImVec2 min;
    ImVec2 max;
    ByteRange bytes;
    int bank = 0;
  };

  void collect() {
    const TileWindow& window = picture_.grid.window;
    for (std::int64_t row = window.first_row; row < window.end_row; ++row) {
      for (std::int64_t bank = window.first_column; bank < window.end_column; ++bank) {
        for (int part = 0; part < picture_.parts; ++part) {
          const std::int64_t word = picture_.word(row, bank);
          MemoryPart found = picture_.map.part(word, part);
          if (picture_.parts < picture_.map.parts_in_word()) found.lanes = picture_.map.lanes_of_word(word);
          if (found.holds == MemoryHolds::nothing && found.lanes == 0 && !picture_.lit.bytes.any()) continue;
          drawn_.push_back({found, picture_.part_min(row, bank, part), picture_.part_max(row, bank, part),
                            bytes_of_part(picture_, word, part), static_cast<int>(bank)});
        }
      }
    }
  }

  Colour ground(const MemoryPart& part, int bank) const {
    const Palette& colours = frame_.colours();
    if (part.holds == MemoryHolds::other_tile) return colours.cell_lit;
    if (part.holds != MemoryHolds::element) return colours.cell;
    const int of_column = static_cast<int>(part.at.column * picture_.tile().element.bits / 32 % bank_count);
    const bool other = by_bank_ && (picture_.lit.banks >> bank & 1U) == 0;
    return mix(colours.cell, bank_colour(frame_.theme.look.theme, of_column).fill,
               other                  ? dimmed
               : part.at.row % 2 == 0 ? even_row
                                      : odd_row);
  }

  void fill(const Drawn& each) {
    const auto& [part, min, max, bytes, bank] = each;
    if (part.holds == MemoryHolds::nothing) return;
    const bool goes_on = part.holds == MemoryHolds::element && !part.starts && bank > 0;
    const float left = goes_on ? min.x - picture_.grid.line : min.x;
    list_.AddRectFilled({left, min.y}, max, frame_.u32(ground(part, bank)));
    if (part.holds == MemoryHolds::padding) draw_hatching(frame_, min, max, frame_.colours().hatch);
  }

  void write_coordinate(const CellText& text, const Drawn& each) const {
    const auto& [part, min, max, bytes, bank] = each;
    if (part.holds != MemoryHolds::element || !part.starts || part.lanes != 0) return;
    std::array<char, 32> label{};
    const auto end = column_only_ ? fmt::format_to_n(label.data(), label.size(), "{}", part.at.column)
                                  : fmt::format_to_n(label.data(), label.size(), "{},{}", part.at.row, part.at.column);
    text.centred(min, max, {label.data(), end.size}, frame_.u32(text_on(ground(part, bank)), 0.8F));
  }

  void draw_lanes(const CellText& text, const Drawn& each) const {
    const auto& [part, min, max, bytes, bank] = each;
    const AccessAnalysis& access = frame_.shown();
    if (part.lanes == 0 || !access.shown) return;
    const int first = std::countr_zero(part.lanes);
    const int pass = access.shown->lanes[static_cast<std::size_t>(first)].pass;
    const FillColour paint = frame_.theme.turn(pass < 0 ? 0 : turn_of_pass(access.shown->served, pass));
    const bool dim = picture_.lit.lanes != 0 && (picture_.lit.lanes & part.lanes) == 0;
    const auto mixed = [&](Colour colour) { return frame_.u32(mix(frame_.colours().cell, colour, dim ? 0.45 : 1.0)); };
    const float in = picture_.grid.line == 0 ? 0 : std::max(1.0F, std::floor(part_size_.y * 0.08F));
    list_.AddRectFilled({min.x + in, min.y + in}, {std::max(max.x - in, min.x + 1), std::max(max.y - in, min.y + 1)},
                        mixed(paint.fill), std::min(frame_.px(3), part_size_.y * 0.2F));
    if (lane_size_ == 0) return;
    const auto letters = static_cast<std::size_t>(std::max(0.0F, part_size_.x - 2 * in) / text.width(1));
    const std::string all = lane_list(part.lanes);
    const bool one = std::popcount(part.lanes) == 1;
    text.centred(min, max, one || all.size() <= letters ? all : fmt::format("{}+", first), mixed(paint.text));
  }

  // Words and elements that the selection is about; what is pointed at itself comes last, on top of its neighbours.
  void outline(const Drawn& each, bool own) {
    const Outline how = outline_of(picture_.lit, each.part.lanes, each.bytes);
    if ((how == Outline::own) != own) return;
    const float out = picture_.grid.line;
    draw_outline(frame_, {each.min.x - out, each.min.y - out}, {each.max.x + out, each.max.y + out}, how);
  }

  const MemoryPicture& picture_;
  const Frame& frame_;
  ImDrawList& list_;
  ImVec2 part_size_;
  std::vector<Drawn> drawn_;
  bool by_bank_ = false;
  float coordinate_size_ = 0;  // [px] of the text; 0: nothing could be read
  bool column_only_ = false;   // row and column have no room together
  float lane_size_ = 0;
};

std::string content_text(const MemoryPicture& picture, const MemoryPart& part) {
  switch (part.holds) {
    case MemoryHolds::nothing:
      return "nothing";
    case MemoryHolds::padding:
      return "padding";
    case MemoryHolds::element:
      return fmt::format("{}[{}][{}]", picture.tile().name, part.at.row, part.at.column);
    case MemoryHolds::other_tile:
      return picture.frame.tile(part.tile).name;
  }
  return "";
}

}  // namespace

ByteRange bytes_of_part(const MemoryPicture& picture, std::int64_t word, int part) {
  const std::int64_t bits = bank_bytes * 8 / picture.parts;
  const std::int64_t begin = word * bank_bytes * 8 + part * bits;
  return {begin / 8, (begin + bits + 7) / 8};
}

std::string explain_part(const MemoryPicture& picture, std::int64_t word, int part) {
  const MemoryPart found = picture.map.part(word, part);
  const ByteRange bytes = bytes_of_part(picture, word, part);
  std::string text = content_text(picture, found);
  if (found.holds == MemoryHolds::nothing) text = "No tile lies here";
  if (found.holds == MemoryHolds::padding) text = "Padding of " + picture.tile().name;
  if (found.holds == MemoryHolds::other_tile) text = "Of tile " + text;
  return text + ". " + explain_bytes(picture.frame.shown(), bytes.begin, bytes.end);
}

void draw_memory_words(const MemoryPicture& picture) { Painter(picture).draw(); }

void log_memory_words(const MemoryPicture& picture) {
  const TileWindow& window = picture.grid.window;
  for (std::int64_t row = window.first_row; row < window.end_row; ++row) {
    for (std::int64_t bank = window.first_column; bank < window.end_column; ++bank) {
      const std::int64_t word = picture.word(row, bank);
      std::string text;
      for (int part = 0; part < picture.parts; ++part) {
        const MemoryPart found = picture.map.part(word, part);
        text += (part == 0 ? "" : " | ") + content_text(picture, found);
        if (found.lanes != 0) text += " lane " + lane_list(found.lanes);
        const ByteRange bytes = bytes_of_part(picture, word, part);
        text += outline_name(outline_of(picture.lit, found.lanes, bytes));
      }
      picture.frame.log.area(fmt::format("memory.word.{}", word), picture.grid.place(row, bank),
                             picture.grid.end_of(row, bank), text);
    }
  }
}

}  // namespace bankmap
