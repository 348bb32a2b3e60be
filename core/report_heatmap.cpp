// heatmap_text of core/report_text.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "core/ansi.hpp"
#include "core/explain.hpp"
#include "core/report_text.hpp"
#include "core/text_layout.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

constexpr int columns_with_addresses = 100;
constexpr int columns_with_wide_cells = 79;

class Heatmap {
 public:
  Heatmap(const AccessAnalysis& access, const TextStyle& style)
      : warp_(*access.shown),
        counted_(access.law == CountLaw::words ? "words" : "lanes"),
        ansi_(style.colour),
        columns_(style.columns),
        cell_width_(style.columns >= columns_with_wide_cells ? 2 : 1),
        with_addresses_(style.columns >= columns_with_addresses) {}

  std::string text() const {
    std::string result = header();
    int phase = -1;
    for (int lane = 0; lane < lane_count; ++lane) {
      const LaneResult& at = result_of(lane);
      if (at.active && at.phase >= 0 && at.phase != phase) {
        if (warp_.served.cost.phases > 1) result += phase_line(at.phase);
        phase = at.phase;
      }
      result += lane_line(lane);
    }
    return result + counts_line();
  }

 private:
  const LaneResult& result_of(int lane) const { return warp_.lanes[static_cast<std::size_t>(lane)]; }

  std::string header() const {
    std::string banks;
    for (int bank = 0; bank < bank_count; bank += 4) banks += fmt::format("{:<{}}", bank, 4 * cell_width_);
    if (cell_width_ == 2) banks.insert(0, " ").pop_back();
    std::string line = fmt::format("        {} pass", banks);
    if (with_addresses_) line += "    address  same word";
    return ansi_.dim(line) + "\n";
  }

  std::string phase_line(int phase) const {
    const LaneMask lanes = warp_.served.phases[static_cast<std::size_t>(phase)];
    const std::string label =
        fmt::format("-- phase {}: {} {} ", phase + 1, std::has_single_bit(lanes) ? "lane" : "lanes", lane_list(lanes));
    const int width = bank_count * cell_width_;
    return "        " + ansi_.dim(fmt::format("{:-<{}}", label, width)) + "\n";
  }

  std::string lane_line(int lane) const {
    const LaneResult& at = result_of(lane);
    std::string line = fmt::format("  {:>4}  ", lane);
    if (!at.active || at.pass < 0) {
      std::string hatch;
      for (int bank = 0; bank < bank_count; ++bank) hatch += cell_width_ == 2 ? " /" : "/";
      return line + ansi_.dim(hatch + "  off") + "\n";
    }
    for (int bank = 0; bank < bank_count;) {
      const bool inside = bank >= at.bank && bank < at.bank + at.banks;
      const int end = inside ? at.bank + at.banks : bank < at.bank ? at.bank : bank_count;
      line += inside ? filled(at, end - bank) : empty(end - bank);
      bank = end;
    }
    return line + margin(lane) + "\n";
  }

  std::string empty(int cells) const {
    std::string dots;
    for (int i = 0; i < cells; ++i) dots += cell_width_ == 2 ? " ." : ".";
    return ansi_.dim(dots);
  }

  std::string filled(const LaneResult& at, int cells) const {
    const std::string text =
        cell_width_ == 2 ? wide_cells(at, cells) : std::string(static_cast<std::size_t>(cells), pass_digit(at.pass));
    return ansi_.fill(text, turn_colour(ThemeKind::dark, turn_of_pass(warp_.served, at.pass)));
  }

  // One bank: " 4", "=4" where the word is shared, "12" (the margin says whether it is). Several: "[  12  ]", "=  12
  // =".
  static std::string wide_cells(const LaneResult& at, int cells) {
    const std::string number = std::to_string(at.pass + 1);
    const bool shared = at.shares_word != 0;
    if (cells > 1) return fmt::format("{}{:^{}}{}", shared ? '=' : '[', number, 2 * cells - 2, shared ? '=' : ']');
    if (number.size() > 1) return number;
    return (shared ? "=" : " ") + number;
  }

  // 1..9, then a..z for 10..35: no instruction of a warp takes more passes.
  static char pass_digit(int pass) {
    constexpr std::string_view digits = "123456789abcdefghijklmnopqrstuvwxyz+";
    return digits[std::min(static_cast<std::size_t>(pass), digits.size() - 1)];
  }

  std::string margin(int lane) const {
    const LaneResult& at = result_of(lane);
    std::string text = fmt::format("{:>5}", at.pass + 1);
    if (with_addresses_) text += fmt::format("{:>11}", at.byte_address);
    if (at.shares_word == 0) return text;
    if (!with_addresses_) return text + " =";
    return text + "  = " + shortened(lane_list(at.shares_word | lane_bit(lane)));
  }

  std::string shortened(const std::string& lanes) const {
    constexpr int before = 8 + bank_count * 2 + 5 + 11 + 4;  // columns
    return shorten(lanes, std::max(columns_ - before, 8));
  }

  std::string counts_line() const {
    std::string line;
    for (const int words : warp_.served.words_in_bank) {
      const std::string number = words == 0         ? "."
                                 : cell_width_ == 2 ? std::to_string(words)
                                                    : std::string(1, pass_digit(words - 1));
      const std::string cell = fmt::format("{:>{}}", number, cell_width_);
      line += words > 1 ? ansi_.costly(cell) : ansi_.dim(cell);
    }
    return ansi_.dim(fmt::format("  {} ", counted_)) + line + "\n";
  }

  const WarpAnalysis& warp_;
  std::string_view counted_;  // what a bank serves one at a time
  Ansi ansi_;
  int columns_;
  int cell_width_;
  bool with_addresses_;
};

}  // namespace

std::string heatmap_text(const AccessAnalysis& access, const TextStyle& style) { return Heatmap(access, style).text(); }

}  // namespace bankmap
