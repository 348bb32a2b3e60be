#include "core/paste/addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace bankmap {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool divides(char c) { return std::string_view(" \t\r\n,;{}[]()").find(c) != std::string_view::npos; }

struct Word {
  std::string_view text;  // a number, '-', "lane", ':', ...; empty: the end
  TextRange range;
};

// A colon is a word of its own, and so is '-' unless a digit follows; a word of letters and digits goes on as long as they do.
Word next_word(std::string_view text, std::size_t at) {
  while (at < text.size() && divides(text[at])) ++at;
  const bool negative = at + 1 < text.size() && text[at] == '-' && is_digit(text[at + 1]);
  std::size_t end = negative ? at + 1 : at;
  while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
  if (end == at && at < text.size()) ++end;
  return {text.substr(at, end - at), {at, end}};
}

bool is_off(std::string_view word) { return word == "-" || word == "x" || word == "X"; }
bool is_lane_word(std::string_view word) { return word == "lane" || word == "Lane" || word == "LANE"; }

Result<std::uint32_t> number(const Word& word) {
  const bool hexadecimal = word.text.starts_with("0x") || word.text.starts_with("0X");
  std::string_view digits = word.text.substr(hexadecimal ? 2 : 0);
  while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
    digits.remove_suffix(1);
  std::uint32_t value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), last, value, hexadecimal ? 16 : 10);
  if (error == std::errc::result_out_of_range)
    return fail(fmt::format("the address {} is too large", shown(word.text)), "at most 4294967295, in bytes",
                word.range);
  if (error != std::errc{} || stop != last)
    return fail(fmt::format("'{}' is no address", shown(word.text)),
                "write a number of bytes, 132 or 0x84, or - for a lane that takes no part", word.range);
  return value;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), word_(next_word(text, 0)) {}

  Result<LaneAddresses> read() {
    while (!word_.text.empty()) {
      if (const Result<void> entry = read_entry(); !entry) return fail(entry.error());
    }
    if (entries_ == 0) return fail("there is no address in this", "for example: 0, 132, 264");
    return found_;
  }

 private:
  void take() { word_ = next_word(text_, word_.range.end); }

  // "lane 5: 0x84", "5: 0x84", "0x84" or "-".
  Result<void> read_entry() {
    bool named = is_lane_word(word_.text);
    if (named) take();
    const Word first = word_;
    take();
    named |= word_.text == ":";
    if (entries_ > 0 && named != named_)
      return fail("some addresses say which lane they belong to, and some do not", "name all lanes, or none",
                  first.range);
    named_ = named;
    if (!named) return add(entries_, first);
    const Result<std::uint32_t> lane = number(first);
    if (!lane || *lane >= std::uint32_t{lane_count})
      return fail(fmt::format("'{}' is no lane", shown(first.text)), "lanes are 0 to 31", first.range);
    if (word_.text == ":") take();
    const Word address = word_;
    if (address.text.empty())
      return fail(fmt::format("lane {} has no address", *lane), "for example: 5: 0x84", first.range);
    take();
    return add(static_cast<int>(*lane), address);
  }

  Result<void> add(int lane, const Word& word) {
    if (lane >= lane_count) return fail("there are more than 32 addresses", "a warp has 32 lanes", word.range);
    if (has_lane(seen_, lane)) return fail(fmt::format("lane {} is there twice", lane), "", word.range);
    seen_ |= lane_bit(lane);
    ++entries_;
    if (is_off(word.text)) return {};
    const Result<std::uint32_t> address = number(word);
    if (!address) return fail(address.error());
    found_.active |= lane_bit(lane);
    found_.byte_address[static_cast<std::size_t>(lane)] = *address;
    return {};
  }

  std::string_view text_;
  Word word_;
  LaneAddresses found_{.byte_address = {}, .active = 0};
  LaneMask seen_ = 0;
  int entries_ = 0;
  bool named_ = false;
};

// Letters that occur in numbers, so that "0xg4" is a wrong number and "k" is not one.
bool is_number_like(std::string_view word) {
  return is_digit(word.front()) || (word.front() == '-' && word.size() > 1) || std::ranges::all_of(word, [](char c) {
           return is_digit(c) || std::string_view("abcdefABCDEF").find(c) != std::string_view::npos;
         });
}

}  // namespace

bool looks_like_addresses(std::string_view text) {
  Word word = next_word(text, 0);
  if (word.text.empty()) return false;
  for (; !word.text.empty(); word = next_word(text, word.range.end)) {
    if (!is_number_like(word.text) && !is_off(word.text) && !is_lane_word(word.text) && word.text != ":") return false;
  }
  return true;
}

Result<LaneAddresses> read_addresses(std::string_view text) { return Reader(text).read(); }

}  // namespace bankmap
