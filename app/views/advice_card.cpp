#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/advice_parts.hpp"
#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"
#include "app/views/measured_parts.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

// What a row says in short.
std::string bytes_text(const Fix& fix) {
  if (fix.extra_bytes == 0) return "no extra bytes";
  return fix.extra_bytes > 0 ? fmt::format("+{} B", grouped(fix.extra_bytes))
                             : fmt::format("saves {} B", grouped(-fix.extra_bytes));
}

std::string blocks_text(const OccupancyEffect& effect) {
  const int before = effect.before.blocks_per_sm;
  const int after = effect.after.blocks_per_sm;
  const std::string_view blocks = after == 1 ? "block" : "blocks";
  if (after == 0 && before == 0) return "fits on no SM, as before";
  if (after == before) return fmt::format("{} {}/SM kept", after, blocks);
  return fmt::format("{} {}/SM, not {}", after, blocks, before);
}

std::string_view proof_text(FixProof proof) {
  switch (proof) {
    case FixProof::ideal:
    case FixProof::floor:
      return "optimal";
    case FixProof::linear_best:
      return "best swizzle";
    case FixProof::searched_best:
      return "best found";
    case FixProof::not_best:
      break;
  }
  return "";
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// The line of code that says most: the access that is shown where its index changes, else the declaration.
const CodeChange* telling_change(const Frame& frame, const Fix& fix) {
  const CodeChange* declaration = nullptr;
  for (const CodeChange& change : fix.code) {
    if (change.where == frame.shown().name) return &change;
    if (declaration == nullptr && starts_with(change.where, "declaration")) declaration = &change;
  }
  return declaration == nullptr && !fix.code.empty() ? &fix.code.front() : declaration;
}

// Without what every declaration begins with, the statements that prepare an index, and the comment. Of PTX from the address
// on: what comes before it is as it was, and would leave it no room.
std::string code_text(const Frame& frame, const Fix& fix) {
  const CodeChange* change = telling_change(frame, fix);
  if (change == nullptr) return {};
  std::string_view text = change->after;
  if (constexpr std::string_view shared = "__shared__ "; starts_with(text, shared)) text.remove_prefix(shared.size());
  const std::size_t comment = text.find("  // ");
  const bool is_ptx = comment != std::string_view::npos && starts_with(text.substr(comment), "  // PTX");
  text = text.substr(0, comment);
  if (constexpr std::string_view block = " }"; text.ends_with(block)) text.remove_suffix(block.size());
  if (text.ends_with(';')) text.remove_suffix(1);
  if (const std::size_t prepared = text.rfind("; "); prepared != std::string_view::npos)
    text.remove_prefix(prepared + 2);
  if (const std::size_t address = text.find('['); is_ptx && address != std::string_view::npos)
    text.remove_prefix(address);
  return std::string(text);
}

// "a: padding 1 element; b: Swizzle<1,2,3>": a line for each tile.
std::vector<std::string> title_lines(const Fix& fix) {
  std::vector<std::string> lines;
  std::string_view rest = fix.title;
  while (fix.tiles.size() > 1 && rest.find("; ") != std::string_view::npos) {
    lines.emplace_back(rest.substr(0, rest.find("; ")));
    rest.remove_prefix(rest.find("; ") + 2);
  }
  lines.emplace_back(rest);
  return lines;
}

std::string measured_text(const FixFigures& figures) {
  if (!figures.wavefronts && !figures.cycles) return {};
  std::string text(word_of(figures.origin));
  if (figures.wavefronts)
    text += fmt::format(" {:g} wavefront{}", *figures.wavefronts, *figures.wavefronts == 1 ? "" : "s");
  if (figures.cycles) text += fmt::format("{} {:.2f} cycles", figures.wavefronts ? "," : "", *figures.cycles);
  return text + (figures.outcome == Outcome::agrees ? " ✓" : figures.outcome == Outcome::differs ? " ≠ promised" : "");
}

// Writes down the card, line under line.
class CardPen {
 public:
  CardPen(const Frame& frame, ImVec2 at, float width) : frame_(frame), at_(at), width_(width) {}

  float y() const { return at_.y; }
  void line(std::string_view name, std::string_view text, ImFont* font, Colour colour) {
    push_font(font);
    const std::string fitting = shortened(text, width_);
    put(name, fitting, at_.x, colour);
    ImGui::PopFont();
    next(font);
  }
  // Each after the other, with what separates it from the one before; on a line of its own where it would be cut off.
  void part(std::string_view name, std::string_view separator, std::string_view text, Colour colour) {
    const float separated = ImGui::CalcTextSize(separator.data(), separator.data() + separator.size()).x;
    const float wanted = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    if (along_ > 0 && along_ + separated + wanted > width_) {
      next(ImGui::GetFont());
    } else if (along_ > 0) {
      put({}, separator, at_.x + along_, frame_.colours().text_faint);
      along_ += separated;
    }
    const std::string fitting = shortened(text, width_ - along_);
    put(name, fitting, at_.x + along_, colour);
    along_ += ImGui::CalcTextSize(fitting.c_str()).x;
  }
  void code(std::string_view name, std::string_view text) {
    push_font(frame_.theme.fonts.mono_small);
    const auto most = static_cast<std::size_t>(width_ / ImGui::CalcTextSize("0").x) + 1;
    const std::string fitting = shortened(text.substr(0, 2 * most), width_);  // such a line may be very long
    draw_code(frame_, *ImGui::GetWindowDrawList(), at_, fitting);
    log(name, fitting, at_.x);
    ImGui::PopFont();
    next(frame_.theme.fonts.mono_small);
  }
  void right(std::string_view name, std::string_view text, ImFont* font, Colour colour) {
    push_font(font);
    put(name, text, at_.x + width_ - ImGui::CalcTextSize(text.data(), text.data() + text.size()).x, colour);
    ImGui::PopFont();
  }
  void sentence(std::string_view name, std::string_view text, Colour colour) {
    ImFont* font = frame_.theme.fonts.words_small;
    push_font(font);
    const std::string lines = broken_at_spaces(text, width_);
    ImGui::PopFont();
    const char* end = lines.data() + lines.size();
    const ImVec2 size = font->CalcTextSizeA(font_pixels(font), FLT_MAX, width_, lines.data(), end);
    ImGui::GetWindowDrawList()->AddText(font, font_pixels(font), at_, frame_.u32(colour), lines.data(), end, width_);
    if (frame_.log.on()) frame_.log.area(name, at_, {at_.x + width_, at_.y + size.y}, text);
    at_.y += size.y + frame_.px(2);
  }
  void next(const ImFont* font) {
    at_.y += std::ceil(font_pixels(font) * 1.3F);
    along_ = 0;
  }

 private:
  void log(std::string_view name, std::string_view text, float x) {
    if (!frame_.log.on() || name.empty()) return;
    const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
    frame_.log.area(name, {x, at_.y}, {x + size.x, at_.y + size.y}, text);
  }
  void put(std::string_view name, std::string_view text, float x, Colour colour) {
    ImGui::GetWindowDrawList()->AddText({x, at_.y}, frame_.u32(colour), text.data(), text.data() + text.size());
    log(name, text, x);
  }

  const Frame& frame_;
  ImVec2 at_;
  float width_;
  float along_ = 0;
};

Colour bar_colour(const Frame& frame, const Fix& fix) {
  if (fix.proof == FixProof::ideal || fix.proof == FixProof::floor) return frame.colours().good;
  return fix.excess_after < fix.excess_before ? frame.colours().accent : frame.colours().text_faint;
}

void write_price(const Frame& frame, CardPen& pen, const FixCard& card) {
  const Palette& colours = frame.colours();
  const std::string name = card.name();
  constexpr std::string_view apart = "  ·  ";
  push_font(frame.theme.fonts.words_small);
  if (const std::string_view proof = proof_text(card.fix.proof); !proof.empty()) {
    pen.part(name + ".proof", apart, proof, colours.good);
  }
  pen.part(name + ".bytes", apart, bytes_text(card.fix), card.fix.extra_bytes < 0 ? colours.good : colours.text_dim);
  if (card.fix.occupancy) {
    const bool dear = card.fix.occupancy->after.blocks_per_sm < card.fix.occupancy->before.blocks_per_sm;
    pen.part(name + ".blocks", apart, blocks_text(*card.fix.occupancy), dear ? colours.costly : colours.text_dim);
    if (const std::string& dearer = card.fix.occupancy->dearer; !dearer.empty())
      pen.part(name + ".dearer", "; ", dearer, colours.good);
  }
  ImGui::PopFont();
  pen.next(frame.theme.fonts.words_small);
}

// Everything that is text; gives the height that it took.
float write_card(const Frame& frame, const MeasureDesk& measures, const FixCard& card, ImVec2 at, float width) {
  const Palette& colours = frame.colours();
  const Fix& fix = card.fix;
  const std::string name = card.name();
  CardPen pen(frame, at, width);
  CardPen head(frame, at, width - frame.px(18));  // beside the arrow
  const std::string excess = fmt::format("{} → {}", grouped(fix.excess_before), grouped(fix.excess_after));
  push_font(frame.theme.fonts.mono);
  const float excess_width = ImGui::CalcTextSize(excess.c_str()).x;
  ImGui::PopFont();
  head.right(name + ".excess", excess, frame.theme.fonts.mono, fix.excess_after == 0 ? colours.good : colours.costly);
  const float title_width = width - frame.px(18) - excess_width - frame.px(8);
  const std::vector<std::string> titles = title_lines(fix);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    CardPen(frame, {at.x, pen.y()}, title_width)
        .line(i == 0 ? name + ".title" : std::string(), titles[i], frame.theme.fonts.words_bold,
              card.current ? colours.text_bright : colours.text);
    pen.next(frame.theme.fonts.words_bold);
  }
  write_price(frame, pen, card);
  if (const std::string code = code_text(frame, fix); !code.empty()) pen.code(name + ".code", code);
  if (card.view != nullptr) {
    const AccessAnalysis& after = card.view->analysis.accesses[static_cast<std::size_t>(frame.access)];
    const FixFigures figures = figures_of(frame, measures, after);
    if (const std::string text = measured_text(figures); !text.empty()) {
      pen.line(name + ".measured", text, frame.theme.fonts.words_small, colour_of(frame, figures.outcome));
    }
  }
  if (card.with_why && !fix.why.empty()) pen.sentence(name + ".why", fix.why, colours.text_dim);
  return pen.y() - at.y;
}

void draw_arrow(const Frame& frame, ImVec2 min, ImVec2 max, bool open, bool hot) {
  const ImVec2 middle{std::floor((min.x + max.x) / 2), min.y + frame.px(17)};
  const float r = frame.px(4);
  const float turn = open ? -1.0F : 1.0F;
  ImGui::GetWindowDrawList()->AddTriangleFilled(
      {middle.x - turn * r, middle.y - turn * r / 2}, {middle.x + turn * r, middle.y - turn * r / 2},
      {middle.x, middle.y + turn * r * 0.7F}, frame.u32(hot ? frame.colours().text_bright : frame.colours().text_dim));
}

}  // namespace

std::string FixCard::name() const { return fmt::format("advice.{}", index); }

std::string_view word_of(FigureOrigin origin) { return origin == FigureOrigin::measured ? "measured" : "recorded"; }

FixFigures figures_of(const Frame& frame, const MeasureDesk& measures, const AccessAnalysis& after) {
  const AccessFigures found = measures.of_access(after, frame.machine);
  FixFigures figures;
  if (found.measurement == nullptr) return figures;
  const JudgedAccess judged = judge(frame.machines, frame.machine, *found.measurement);
  figures.origin = found.origin;
  if (found.measurement->counters) figures.wavefronts = found.measurement->counters->wavefronts;
  if (found.measurement->saturated) figures.cycles = found.measurement->saturated->median_cycles;
  figures.outcome = judged.prediction ? judged.comparison.outcome() : Outcome::nothing_compared;
  return figures;
}

CardPressed draw_fix_card(const Frame& frame, const MeasureDesk& measures, AdviceView& own, const FixCard& card) {
  const Palette& colours = frame.colours();
  const float pad = frame.px(8);
  const float arrow = frame.px(24);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);  // the ground is drawn last: only then it is known how high the text is
  list.ChannelsSetCurrent(1);
  const ImVec2 text_at{min.x + pad + frame.px(3), min.y + pad};
  const float height =
      2 * pad - frame.px(2) + write_card(frame, measures, card, text_at, width - 2 * pad - frame.px(3));
  const ImVec2 max{min.x + width, min.y + height};
  ImGui::PushID(card.name().c_str());
  bool apply = ImGui::InvisibleButton("apply", {width - arrow, height}) && card.current;
  if (frame.log.on()) frame.log.item(card.name(), card.current ? card.fix.title : "behind");
  ImGui::SameLine(0, 0);
  const bool compare = ImGui::InvisibleButton("compare", {arrow, height}) && card.current;
  const bool arrow_hot = card.current && ImGui::IsItemHovered();
  if (arrow_hot) hover_sentence(frame, "Before and after, why it works, and the code to change.");
  if (frame.log.on()) frame.log.item(card.name() + ".compare", card.open ? "open" : "closed");
  ImGui::PopID();
  draw_arrow(frame, {max.x - arrow, min.y}, max, card.open, arrow_hot);
  list.ChannelsSetCurrent(0);
  const bool previewed = own.previewed == card.index && card.current;
  list.AddRectFilled(min, max, frame.u32(previewed ? colours.control_hot : colours.control, previewed ? 1.0F : 0.55F),
                     frame.px(3));
  list.AddRectFilled(min, {min.x + frame.px(3), max.y}, frame.u32(bar_colour(frame, card.fix)));
  list.ChannelsMerge();
  return apply ? CardPressed::apply : compare ? CardPressed::compare : CardPressed::no;
}

}  // namespace bankmap
