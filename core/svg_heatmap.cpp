#include "core/svg_heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/explain.hpp"
#include "core/turn.hpp"
#include "core/word_links.hpp"

namespace bankmap {
namespace {

constexpr double label_width = 88;  // phase and lane at the left
constexpr double cell_width = 22;
constexpr double cell_height = 19;
constexpr double head_height = 20;  // bank numbers
constexpr double gap = 1;           // between cells
constexpr double grid_width = bank_count * cell_width;
constexpr double grid_height = lane_count * cell_height;
constexpr double bar_width = 88;
constexpr double link_width = 4;          // of the line that joins the pieces of a word, with its frame
constexpr double strip = link_width + 2;  // what a cell leaves free for the line of another word
static_assert(label_width + grid_width + 32 + bar_width == svg_heatmap_width);
static_assert(head_height + grid_height + 28 == svg_heatmap_height);

class Picture {
 public:
  Picture(SvgWriter& svg, double x, double y, const AccessAnalysis& access, ThemeKind theme)
      : svg_(svg),
        left_(x + label_width),
        top_(y + head_height),
        access_(access),
        warp_(*access.shown),
        links_(word_links(warp_)),
        theme_(theme) {}

  void draw() {
    heads();
    for (int lane = 0; lane < lane_count; ++lane) {
      svg_.begin_group(explain_lane(access_, lane));
      ground(lane);
      svg_.end_group();
    }
    bands();
    links();
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!served(lane)) continue;
      svg_.begin_group(explain_lane(access_, lane));
      cells(lane);
      bar(lane);
      svg_.end_group();
    }
    counts();
  }

 private:
  const Palette& colours() const { return palette(theme_); }
  const LaneResult& result_of(int lane) const { return warp_.lanes[static_cast<std::size_t>(lane)]; }
  bool served(int lane) const { return result_of(lane).active && result_of(lane).pass >= 0; }
  double column(int bank) const { return left_ + bank * cell_width; }
  double row(int lane) const { return top_ + lane * cell_height; }
  int turn(const LaneResult& lane) const { return turn_of_pass(warp_.served, lane.pass); }
  FillColour fill_of(const LaneResult& lane) const { return turn_colour(theme_, turn(lane)); }
  SvgText small(Colour colour, SvgAnchor anchor) const {
    return {.fill = hex(colour), .size = 11, .mono = true, .bold = false, .anchor = anchor};
  }

  void heads() {
    svg_.text(left_ - 8, top_ - 7, "lane ↓ bank →", small(colours().text_faint, SvgAnchor::end));
    for (int bank = 0; bank < bank_count; ++bank) {
      svg_.text(column(bank) + cell_width / 2, top_ - 7, std::to_string(bank),
                small(colours().text_faint, SvgAnchor::middle));
    }
    svg_.text(left_ + grid_width + 28, top_ - 7, "pass", small(colours().text_faint, SvgAnchor::end));
  }

  // Where there are several phases: a line above the first lane of each run of lanes, with the phase's number.
  void bands() {
    if (warp_.served.cost.phases < 2) return;
    int phase = -1;
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!served(lane) || result_of(lane).phase == phase) continue;
      phase = result_of(lane).phase;
      const double y = row(lane);
      svg_.line(left_ - label_width, y, left_ + grid_width + 32, y, hex(colours().text_dim), 1);
      svg_.text(left_ - label_width, y + 14, fmt::format("phase {}", phase + 1),
                small(colours().text_dim, SvgAnchor::start));
    }
  }

  // The lane's number, and the empty cells behind its own.
  void ground(int lane) {
    const double y = row(lane);
    svg_.text(left_ - 8, y + 14, std::to_string(lane), small(colours().text_dim, SvgAnchor::end));
    if (!served(lane)) {
      svg_.rect({left_, y + gap, grid_width - gap, cell_height - gap}, {.fill = "url(#hatch)"});
      svg_.text(left_ + grid_width + 28, y + 14, "off", small(colours().text_faint, SvgAnchor::end));
      return;
    }
    for (int bank = 0; bank < bank_count; ++bank) {
      svg_.rect({column(bank), y + gap, cell_width - gap, cell_height - gap}, {.fill = hex(colours().cell)});
    }
  }

  // What lanes next to each other fill of their banks: all but the strips of other words' lines.
  SvgBox piece(LaneRun lanes) const {
    const LaneResult& it = result_of(lanes.first);
    const double left = link_passes(links_, warp_, lanes.first, lanes, 0) ? strip : 0;
    const double right = link_passes(links_, warp_, lanes.first, lanes, 1) ? strip : 0;
    return {column(it.bank) + left, row(lanes.first) + gap, it.banks * cell_width - gap - left - right,
            (lanes.last - lanes.first + 1) * cell_height - gap};
  }

  // Lanes that share a word are one shape: one frame round its pieces and the line that joins them.
  void links() {
    for (const WordLink& link : links_) {
      std::vector<SvgBox> parts;
      for (const LaneRun& run : runs(link.lanes)) parts.push_back(piece(run));
      if (link.track != no_track) {
        const SvgBox first = parts.front();
        const double x = link.track == 0 ? first.x : first.x + first.width - link_width;
        parts.push_back({x, first.y, link_width, parts.back().y + parts.back().height - first.y});
      }
      for (const SvgBox& part : parts) svg_.rect(part, {.fill = hex(colours().link), .radius = 4});
      for (const SvgBox& part : parts) {
        svg_.rect({part.x + 1, part.y + 1, part.width - 2, part.height - 2},
                  {.fill = hex(fill_of(result_of(link.first())).fill), .radius = 3});
      }
    }
  }

  void cells(int lane) {
    const LaneResult& at = result_of(lane);
    const SvgBox own = piece({lane, lane});
    const double in = at.shares_word == 0 ? 0 : 2;  // inside the linked shape: so that pointing at it finds the lane
    svg_.rect({own.x + in, own.y + in, own.width - 2 * in, own.height - 2 * in},
              {.fill = hex(fill_of(at).fill), .radius = 3});
    for (int bank = at.bank; bank < at.bank + at.banks; ++bank) {
      const double left = std::max(column(bank), own.x);
      const double right = std::min(column(bank + 1), own.x + own.width);
      svg_.text((left + right) / 2, row(lane) + 14, std::to_string(at.pass + 1),
                small(fill_of(at).text, SvgAnchor::middle));
    }
  }

  // How long this lane waits inside its phase, beside the number of its pass.
  void bar(int lane) {
    const LaneResult& at = result_of(lane);
    svg_.text(left_ + grid_width + 28, row(lane) + 14, std::to_string(at.pass + 1),
              small(colours().text, SvgAnchor::end));
    const double longest = std::max(8, warp_.served.cost.ways);
    const double length = bar_width * std::min(1.0, (turn(at) + 1) / longest);
    svg_.rect({left_ + grid_width + 32 + 4, row(lane) + 5, length - 4, cell_height - 9},
              {.fill = hex(turn_colour(theme_, turn(at)).fill), .stroke = {}, .stroke_width = 1, .radius = 2});
  }

  void counts() {
    const double y = top_ + grid_height + 18;
    svg_.text(left_ - 8, y, access_.law == CountLaw::words ? "words" : "lanes",
              small(colours().text_faint, SvgAnchor::end));
    for (int bank = 0; bank < bank_count; ++bank) {
      const int count = warp_.served.words_in_bank[static_cast<std::size_t>(bank)];
      const Colour colour = count > 1 ? colours().costly : count == 1 ? colours().text : colours().text_faint;
      svg_.text(column(bank) + cell_width / 2, y, std::to_string(count), small(colour, SvgAnchor::middle));
    }
  }

  SvgWriter& svg_;
  double left_;
  double top_;
  const AccessAnalysis& access_;
  const WarpAnalysis& warp_;
  std::vector<WordLink> links_;
  ThemeKind theme_;
};

}  // namespace

void draw_svg_heatmap(SvgWriter& svg, double x, double y, const AccessAnalysis& access, ThemeKind theme) {
  Picture(svg, x, y, access, theme).draw();
}

}  // namespace bankmap
