#include "app/views/profiler_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "core/in_words.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_blocks = 2'147'483'647;  // of a grid's x

ProfilerSum times_blocks(ProfilerSum sum, std::int64_t blocks) {
  sum.blocks = blocks;
  sum.requests *= blocks;
  sum.wavefronts *= blocks;
  sum.bank_conflicts *= blocks;
  sum.ideal *= blocks;
  return sum;
}

// Lines of numbers with their names below, and signs between them. A line is broken in front of a sign.
class Equation {
 public:
  explicit Equation(const Frame& frame) : frame_(frame), list_(*ImGui::GetWindowDrawList()) {
    start_ = ImGui::GetCursorScreenPos();
    at_ = start_;
    push_font(frame.theme.fonts.mono_big);
    number_height_ = ImGui::GetTextLineHeight();
    ImGui::PopFont();
    push_font(frame.theme.fonts.words_small);
    name_height_ = ImGui::GetTextLineHeight();
    ImGui::PopFont();
    right_ = start_.x + ImGui::GetContentRegionAvail().x;
  }

  void number(std::int64_t value, const char* one, const char* many, Colour colour) {
    number(grouped(value), value == 1 ? one : many, colour);
  }
  void number(const std::string& text, const char* name, Colour colour) {
    const float width =
        std::max(extent(frame_.theme.fonts.mono_big, text.c_str()), extent(frame_.theme.fonts.words_small, name));
    float signs = 0;
    for (const char* each : waiting_) signs += sign_width(each);
    wrap_for(signs + width);
    for (const char* each : waiting_) draw_sign(each);
    waiting_.clear();
    draw(frame_.theme.fonts.mono_big, text.c_str(), width, 0, colour);
    draw(frame_.theme.fonts.words_small, name, width, number_height_ + frame_.px(2), frame_.colours().text_faint);
    at_.x += width;
  }
  void sign(const char* text) { waiting_.push_back(text); }
  void closing_sign(const char* text) { draw_sign(text); }
  void end(std::string_view name, std::string_view text) {
    const ImVec2 size{std::max(1.0F, widest_ - start_.x), at_.y - start_.y + row_height()};
    ImGui::Dummy(size);
    if (frame_.log.on()) frame_.log.item(name, text);
  }

 private:
  float row_height() const { return number_height_ + name_height_ + frame_.px(6); }
  static float extent(ImFont* font, const char* text) {
    return font->CalcTextSizeA(font_pixels(font), FLT_MAX, 0, text).x;
  }
  float sign_width(const char* text) const { return extent(frame_.theme.fonts.mono, text) + frame_.px(16); }
  void draw_sign(const char* text) {
    const float down = (number_height_ - font_pixels(frame_.theme.fonts.mono)) / 2;
    draw(frame_.theme.fonts.mono, text, sign_width(text), down, frame_.colours().text_dim);
    at_.x += sign_width(text);
  }
  void wrap_for(float width) {
    if (at_.x > start_.x && at_.x + width > right_) at_ = {start_.x + frame_.px(16), at_.y + row_height()};
    widest_ = std::max(widest_, at_.x + width);
  }
  void draw(ImFont* font, const char* text, float width, float down, Colour colour) {
    push_font(font);
    list_.AddText({std::floor(at_.x + (width - ImGui::CalcTextSize(text).x) / 2), std::floor(at_.y + down)},
                  frame_.u32(colour), text);
    ImGui::PopFont();
  }

  const Frame& frame_;
  ImDrawList& list_;
  ImVec2 start_;
  ImVec2 at_;
  std::vector<const char*> waiting_;  // signs that stand in front of the next number
  float number_height_ = 0;
  float name_height_ = 0;
  float right_ = 0;
  float widest_ = 0;
};

// The profiler's name of a counter, whole on hover where it is cut.
void draw_counter_name(const Frame& frame, std::string_view widget, std::string_view name) {
  if (name.empty()) return;
  push_font(frame.theme.fonts.mono_small);
  const std::string fitting = shortened(name, ImGui::GetContentRegionAvail().x);
  ImGui::PopFont();
  shown_text(frame, widget, fitting, frame.theme.fonts.mono_small, frame.colours().text_dim,
             [&] { return fitting == name ? std::string() : std::string(name); });
}

// Like value_row, with a label that takes as many lines as it needs beside the value.
void wrapped_row(const Frame& frame, std::string_view widget, const std::string& label, const std::string& value,
                 Colour colour) {
  push_font(frame.theme.fonts.mono);
  const float value_width = ImGui::CalcTextSize(value.c_str()).x;
  ImGui::PopFont();
  const float right = content_right();
  const float label_right = std::max(ImGui::GetCursorPosX() + frame.px(48), right - value_width - frame.px(12));
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(frame.colours().text_dim));
  ImGui::TextUnformatted(broken_at_spaces(label, label_right - ImGui::GetCursorPosX()).c_str());
  ImGui::PopStyleColor();
  if (frame.log.on()) frame.log.item(fmt::format("{}.label", widget), label);
  ImGui::SameLine(std::max(0.0F, right - value_width));
  shown_text(frame, widget, value, frame.theme.fonts.mono, colour);
}

void draw_factors(Equation& line, const ProfilerSum& sum, const Palette& colours) {
  line.sign("×");
  if (sum.idle > 0) {
    line.number(sum.terms[0].requests, "request", "requests", colours.text);
  } else {
    line.number(sum.steps, "step", "steps", colours.text);
    line.sign("×");
    line.number(sum.warps, "warp", "warps", colours.text);
  }
  line.sign("×");
  line.number(sum.blocks, "block", "blocks", colours.text);
  line.sign("=");
}

void draw_wavefronts(const Frame& frame, const ProfilerSum& sum) {
  section(frame, "WAVEFRONTS");
  draw_counter_name(frame, "profiler_sum.wavefronts.counter", sum.counters.wavefronts);
  const std::string text = wavefront_product(sum);
  if (sum.terms.size() > 1)
    return wrapped_formula(frame, "profiler_sum.wavefronts", text, frame.theme.fonts.mono, frame.colours().text);
  Equation line(frame);
  line.number(sum.terms[0].wavefronts, "wavefront", "wavefronts", frame.colours().text_bright);
  draw_factors(line, sum, frame.colours());
  line.number(sum.wavefronts, "wavefront", "wavefronts", frame.colours().text_bright);
  line.end("profiler_sum.wavefronts", text);
}

void draw_conflicts(const Frame& frame, const ProfilerSum& sum) {
  section(frame, "BANK CONFLICTS");
  draw_counter_name(frame, "profiler_sum.conflicts.counter", sum.counters.bank_conflicts);
  const Palette& colours = frame.colours();
  const std::string text = conflict_product(sum);
  const Colour result = sum.bank_conflicts > 0 ? colours.costly : colours.good;
  if (sum.terms.size() > 1)
    return wrapped_formula(frame, "profiler_sum.conflicts", text, frame.theme.fonts.mono, colours.text);
  const ProfilerTerm& term = sum.terms[0];
  Equation line(frame);
  if (sum.law == CountLaw::words || sum.law == CountLaw::lanes) {
    line.sign("(");
    line.number(term.wavefronts, "wavefront", "wavefronts", colours.text_bright);
    line.sign("−");
    line.number(term.phases, "phase", "phases", colours.text_bright);
    line.closing_sign(")");
  } else {
    line.number(term.bank_conflicts, "conflict", "conflicts", colours.text_bright);
  }
  draw_factors(line, sum, colours);
  line.number(sum.bank_conflicts, "conflict", "conflicts", result);
  line.end("profiler_sum.conflicts", text);
}

// All wavefronts as one bar: the least that these accesses take, and what is above it.
void draw_share(const Frame& frame, const ProfilerSum& sum) {
  const Palette& colours = frame.colours();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({width, frame.px(12)});
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  const auto share = sum.wavefronts == 0 ? 1 : static_cast<double>(sum.ideal) / static_cast<double>(sum.wavefronts);
  const float middle = std::floor(min.x + width * static_cast<float>(std::min(1.0, share)));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, {middle, max.y}, frame.u32(colours.good), frame.px(2));
  if (middle < max.x) list.AddRectFilled({middle, min.y}, max, frame.u32(colours.costly), frame.px(2));
  const std::string text = fmt::format("{} ideal, {} excess ({:.1f} % of all)", grouped(sum.ideal),
                                       grouped(sum.wavefronts - sum.ideal), 100 * (1 - share));
  shown_text(frame, "profiler_sum.share", text, frame.theme.fonts.words_small, colours.text_dim);
}

void draw_n_way(const Frame& frame, const ProfilerSum& sum) {
  wrapped_section(frame, "WAVEFRONTS PER REQUEST", "what the profiler calls \"n-way\"");
  const Palette& colours = frame.colours();
  Equation line(frame);
  line.number(sum.wavefronts, "wavefront", "wavefronts", colours.text);
  line.sign("÷");
  line.number(sum.requests, "request", "requests", colours.text);
  line.sign("=");
  const std::string n = fmt::format("{:.2f}", sum.wavefronts_per_request());
  line.number(n, "a request", sum.wavefronts == sum.ideal ? colours.good : colours.costly);
  line.end("profiler_sum.n_way", n);
  wrapped(frame, "profiler_sum.sentence", explain_n_way(sum), frame.theme.fonts.words, colours.text);
  if (sum.idle > 0) wrapped(frame, "profiler_sum.idle", explain_idle(sum), frame.theme.fonts.words, colours.text_dim);
  gap(frame, 4);
  draw_share(frame, sum);
}

void draw_terms(const Frame& frame, const ProfilerSum& sum) {
  if (sum.terms.size() < 2) return;
  wrapped_section(frame, "REQUESTS THAT COST THE SAME", "of one block");
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const ProfilerTerm& term = sum.terms[i];
    const std::string each =
        fmt::format("{} × ({}, {})", count_in_words(term.requests, "request"),
                    count_in_words(term.wavefronts, "wavefront"), count_in_words(term.bank_conflicts, "conflict"));
    wrapped_row(frame, fmt::format("profiler_sum.term.{}", i), each, grouped(term.requests * term.wavefronts),
                term.wavefronts > term.ideal ? frame.colours().costly : frame.colours().good);
  }
}

// A counter's terms: which accesses it adds up.
std::string parts_of(const Analysis& analysis, const KernelCounter& counter) {
  std::string text;
  for (std::size_t i = 0; i < counter.of_access.size(); ++i) {
    if (counter.of_access[i] == 0) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ",  ", printable(analysis.accesses[i].name),
                        grouped(counter.of_access[i]));
  }
  return text.empty() ? "nothing to count" : text;
}

void draw_kernel(const Frame& frame, std::int64_t blocks) {
  wrapped_section(frame, "THE WHOLE KERNEL", "every access of this scenario");
  const std::vector<KernelCounter> counters = kernel_counters(frame.analysis, blocks);
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const KernelCounter& it = counters[i];
    const std::string widget = fmt::format("profiler_sum.kernel.{}", i);
    draw_counter_name(frame, widget + ".counter", it.name);
    wrapped_row(frame, widget, parts_of(frame.analysis, it), grouped(it.total), frame.colours().text);
  }
  for (const AccessAnalysis& access : frame.analysis.accesses) {
    if (!access.shown || access.law != CountLaw::compare_and_swap_loop) continue;
    wrapped(frame, "profiler_sum.loops", "The swaps of a compare-and-swap loop count as writes, too.",
            frame.theme.fonts.words_small, frame.colours().text_faint);
    return;
  }
}

}  // namespace

void draw_profiler_sum(const Frame& frame, ProfilerSumView& own, Edits&) {
  const ProfilerSum& one = own.one_block.of(frame, [&] { return profiler_sum(frame.shown(), 1); });
  if (one.terms.empty()) {
    return wrapped(frame, "profiler_sum.empty",
                   one.idle > 0 ? explain_idle(one) : "No answer, so the profiler has nothing to count.",
                   frame.theme.fonts.words, frame.colours().text_dim);
  }
  if (begin_child("profiler_sum", ImGui::GetContentRegionAvail(), false)) {
    number_row(frame, "profiler_sum.blocks", "blocks", own.blocks, {1, 65'536, 1, true});
    own.blocks = std::clamp<std::int64_t>(own.blocks, 1, most_blocks);
    const ProfilerSum sum = times_blocks(one, own.blocks);
    if (sum.counters.wavefronts.empty()) {
      wrapped(frame, "profiler_sum.unseen",
              fmt::format("No counter of the profiler sees {}: it reads 0.", info(frame.shown().instruction).name),
              frame.theme.fonts.words, frame.colours().costly);
    }
    draw_wavefronts(frame, sum);
    draw_conflicts(frame, sum);
    draw_n_way(frame, sum);
    draw_terms(frame, sum);
    draw_kernel(frame, own.blocks);
    gap(frame, 16);
  }
  ImGui::EndChild();
}

}  // namespace bankmap
