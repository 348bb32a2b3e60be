#include "core/lane_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace bankmap {
namespace {

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

struct OwnValues {
  std::array<std::optional<std::int64_t>, lane_count> of_lane;
  std::string_view rest;
};

// Reads back what with_lane_value has written, and no more.
OwnValues read(std::string_view text) {
  OwnValues own{.of_lane = {}, .rest = text};
  for (;;) {
    int lane = 0;
    std::int64_t value = 0;
    std::string_view ahead = own.rest;
    const bool one = take(ahead, "lane == ") && take_number(ahead, lane) && take(ahead, " ? ") &&
                     take_number(ahead, value) && take(ahead, " : ");
    if (!one || lane < 0 || lane >= lane_count) return own;
    std::optional<std::int64_t>& first_wins = own.of_lane[static_cast<std::size_t>(lane)];
    if (!first_wins) first_wins = value;
    own.rest = ahead;
  }
}

}  // namespace

std::string with_lane_value(std::string_view text, int lane, std::int64_t value) {
  OwnValues own = read(text);
  own.of_lane[static_cast<std::size_t>(lane)] = value;
  std::string result;
  for (std::size_t each = 0; each < lane_count; ++each) {
    if (own.of_lane[each]) result += fmt::format("lane == {} ? {} : ", each, *own.of_lane[each]);
  }
  return result + std::string(own.rest);
}

std::optional<Coordinate> landing(const Access& access, const TileLayout& layout, Coordinate asked) {
  const Tile& tile = layout.tile;
  if (asked.row < 0 || asked.row >= tile.rows || asked.column < 0 || asked.column >= tile.columns) return std::nullopt;
  const int access_bytes = info(access.instruction).access_bytes;
  const std::int64_t farthest = std::max<std::int64_t>(0, asked.column - access_bytes * 8 / tile.element.bits);
  for (Coordinate at = asked; at.column >= farthest; --at.column) {
    const Result<std::int64_t> bit = layout.bit_offset(at.row, at.column);
    if (bit && (*bit / 8 + access.element_byte) % access_bytes == 0) return at;
  }
  return std::nullopt;
}

Access with_lane_at(Access access, const TileLayout& layout, int lane, Coordinate target) {
  const Result<std::int64_t> bit = layout.bit_offset(target.row, target.column);
  if (!bit) return access;
  const std::int64_t byte = *bit / 8 - layout.tile.base_bytes;
  const auto at = static_cast<std::size_t>(lane);
  if (auto* list = std::get_if<AddressListPattern>(&access.pattern)) {
    if (at < list->bytes.size()) list->bytes[at] = static_cast<std::uint32_t>(byte);
  } else if (auto* offset = std::get_if<ByteOffsetPattern>(&access.pattern)) {
    offset->bytes = with_lane_value(offset->bytes, lane, byte);
  } else {
    const IndexText text = index_text(access.pattern);
    access.pattern =
        IndexPattern{with_lane_value(text.row, lane, target.row), with_lane_value(text.column, lane, target.column)};
  }
  return access;
}

}  // namespace bankmap
