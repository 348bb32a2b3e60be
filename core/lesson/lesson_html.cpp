#include "core/lesson/lesson_html.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/in_words.hpp"
#include "core/lesson/answers.hpp"
#include "core/svg_named_view.hpp"
#include "core/svg_writer.hpp"

namespace bankmap {
namespace {

constexpr std::string_view style_sheet = R"(
@page { size: A4; margin: 15mm 15mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 9pt sans-serif; } }
* { box-sizing: border-box; }
body { max-width: 180mm; margin: 8mm auto; padding: 0 4mm; color: #000; background: #fff;
       font: 11pt/1.4 "Inter", "Helvetica Neue", Arial, sans-serif; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
h1 { font-size: 18pt; line-height: 1.2; margin: 0 0 1mm; }
h2 { font-size: 12.5pt; margin: 0 0 1.5mm; break-after: avoid; }
h2 span { display: inline-block; min-width: 8mm; }
p { margin: 0 0 2mm; }
header { border-bottom: 1.2pt solid #000; padding-bottom: 4mm; margin-bottom: 5mm; }
.who { display: flex; gap: 6mm; margin-top: 5mm; }
.who span { border-bottom: .6pt solid #000; padding-bottom: .5mm; white-space: nowrap; }
.who .name { flex: 3; } .who .date { flex: 1.4; } .who .score { flex: 1; text-align: right; }
.step { break-inside: avoid; margin-bottom: 6mm; padding-bottom: 4mm; border-bottom: .4pt solid #999; }
.step:last-child { border-bottom: 0; }
pre { margin: 0 0 2mm; padding: 1.5mm 2.5mm; border-left: 1.2pt solid #000; white-space: pre-wrap; overflow-wrap: anywhere;
      font: 9.5pt/1.4 "JetBrains Mono", "DejaVu Sans Mono", Consolas, monospace; }
pre + pre { margin-top: -2mm; padding-top: 0; }
.asks { font-weight: 600; }
.choices { list-style: none; margin: 0 0 2mm; padding: 0; }
.choices li { margin-bottom: 1mm; }
.choices i { display: inline-block; width: 3.4mm; height: 3.4mm; margin: 0 2mm 0 0; border: .8pt solid #000; vertical-align: -.4mm; }
.choices .right { font-weight: 700; } .choices .right i { background: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.line { display: flex; gap: 2mm; align-items: flex-end; height: 8mm; }
.line i { flex: 1; border-bottom: .6pt solid #000; }
.banks { display: grid; grid-template-columns: repeat(32, 1fr); margin: 1mm 0 2mm; font-size: 6.5pt; text-align: center; }
.banks i { height: 9mm; border: .4pt solid #777; border-left-width: 0; font-style: normal; color: #444; line-height: 3mm; }
.banks i:first-child { border-left-width: .4pt; }
.small { font-size: 9pt; color: #333; }
figure { margin: 0 0 2mm; } figure svg { display: block; width: 100%; height: auto; max-height: 125mm; }
.answer { font-weight: 700; }
.teacher { border: .6pt solid #000; padding: 1.5mm 2.5mm; font-size: 9.5pt; }
)";

constexpr int free_lines = 2;  // to write the reason on

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// A picture as part of a page: without the head of an XML file, and with the names of its hatches its own. No text of a person's can
// look like one of them: quotes are escaped there.
std::string inline_svg(std::string svg, std::size_t number) {
  svg.erase(0, svg.find("<svg"));
  svg = replaced(std::move(svg), "id=\"", fmt::format("id=\"s{}-", number));
  return replaced(std::move(svg), "\"url(#", fmt::format("\"url(#s{}-", number));
}

std::vector<std::string_view> paragraphs_of(std::string_view text) {
  std::vector<std::string_view> paragraphs;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    paragraphs.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
  return paragraphs;
}

// "ld.b32, 4 bytes a lane; at k = 5, warp 3; lanes for which lane < 20"
std::string access_in_words(const Scenario& scenario, const Access& access) {
  std::vector<std::string> at;
  for (const LoopVariable& loop : access.loops) at.push_back(fmt::format("{} = {}", loop.name, loop.at));
  if (scenario.block.threads() > lane_count) at.push_back(fmt::format("warp {}", access.warp));
  const InstructionInfo& instruction = info(access.instruction);
  return fmt::format("{}: {}, {} a lane{}{}", access.name, instruction.name,
                     count_in_words(instruction.access_bytes, "byte"),
                     at.empty() ? "" : fmt::format("; at {}", fmt::join(at, ", ")),
                     access.mask == Access{}.mask ? "" : fmt::format("; lanes: {}", access.mask));
}

// One step after the other; the first problem is kept, with its place.
class Sheet {
 public:
  Sheet(const Figures& figures, const LessonHtmlStyle& style) : figures_(figures), style_(style) {}

  void step(const LessonStep& step, std::size_t number) {
    place_ = fmt::format("/steps/{}", number - 1);
    view_ = view_of(step);
    const bool open = step.question && !style_.solutions;
    out_ += fmt::format("<section class=\"step\">\n<h2><span>{}</span>{}</h2>\n", number, filled(step.title));
    const std::string text = or_keep(figures_.fill(step.text, view_));
    words(text);
    if (open) code_unless_in(text);
    if (!open) picture(step, number);
    if (step.question) question(*step.question);
    if (!step.because.empty() && !open) paragraph(filled(step.because));
    if (style_.solutions && !step.notes.empty())
      out_ += fmt::format("<p class=\"teacher\">For who teaches: {}</p>\n", xml_escaped(step.notes));
    out_ += "</section>\n";
  }

  Result<std::string> result() && {
    if (problem_) return fail(*std::move(problem_));
    return std::move(out_);
  }

 private:
  template <class T>
  T or_keep(Result<T> result) {
    if (result) return *std::move(result);
    if (!problem_) problem_ = at(place_, result.error());
    return {};
  }
  std::string filled(const std::string& text) { return xml_escaped(or_keep(figures_.fill(text, view_))); }
  void paragraph(const std::string& escaped) { out_ += fmt::format("<p>{}</p>\n", escaped); }

  const Analysis& analysis() const { return figures_.analysis(view_.scenario); }
  const Scenario& scenario() const { return figures_.scenario(view_.scenario); }

  bool is_code(std::string_view text) const {
    const auto is_cuda_of = [text](const AccessAnalysis& access) { return access.cuda == text; };
    return std::ranges::find(analysis().declarations, text) != analysis().declarations.end() ||
           std::ranges::any_of(analysis().accesses, is_cuda_of);
  }

  void words(const std::string& text) {
    for (const std::string_view each : paragraphs_of(text)) {
      out_ += is_code(each) ? fmt::format("<pre>{}</pre>\n", xml_escaped(each))
                            : fmt::format("<p>{}</p>\n", xml_escaped(each));
    }
  }

  // What is asked about, where the text does not say it.
  void code_unless_in(const std::string& text) {
    const auto access = static_cast<std::size_t>(view_.access);
    const std::string& cuda = analysis().accesses[access].cuda;
    const auto tile = static_cast<std::size_t>(scenario().accesses[access].tile);
    if (text.find(cuda) != std::string::npos || tile >= analysis().declarations.size()) return;
    out_ += fmt::format("<pre>{}</pre>\n<pre>{}</pre>\n<p class=\"small\">{}</p>\n",
                        xml_escaped(analysis().declarations[tile]), xml_escaped(cuda),
                        xml_escaped(access_in_words(scenario(), scenario().accesses[access])));
  }

  void picture(const LessonStep& step, std::size_t number) {
    const std::string svg = svg_named_view(step.look.view, scenario(), figures_.machine(view_.scenario), analysis(),
                                           view_.access, {.theme = ThemeKind::light});
    out_ += fmt::format("<figure>{}</figure>\n", inline_svg(svg, number));
  }

  void question(const LessonQuestion& asked) {
    out_ += fmt::format("<p class=\"asks\">{}</p>\n", filled(asked.text));
    const std::int64_t answer = style_.solutions ? or_keep(right_answer(asked, figures_, view_)) : -1;
    if (!asked.choices.empty()) choices(asked, answer);
    if (style_.solutions && asked.choices.empty())
      out_ += fmt::format("<p class=\"answer\">= {}{}</p>\n", answer,
                          asked.fix.empty() ? "" : ", or any other that does it");
    if (style_.solutions) return;
    out_ += "<div class=\"banks\">";
    for (int bank = 0; bank < bank_count; ++bank) out_ += fmt::format("<i>{}</i>", bank);
    out_ += "</div>\n";
    if (asked.choices.empty()) out_ += "<div class=\"line\">Answer <i></i></div>\n";
    for (int line = 0; line < free_lines; ++line)
      out_ += fmt::format("<div class=\"line\">{}<i></i></div>\n", line == 0 ? "Why " : "");
  }

  // right: which one is marked; none where it is negative.
  void choices(const LessonQuestion& asked, std::int64_t right) {
    out_ += "<ol class=\"choices\">\n";
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
      out_ += fmt::format("<li{}><i></i>{}&#8194;{}</li>\n",
                          static_cast<std::int64_t>(i) == right ? " class=\"right\"" : "", i + 1,
                          filled(asked.choices[i].text));
    }
    out_ += "</ol>\n";
  }

  const Figures& figures_;
  LessonHtmlStyle style_;
  std::string place_;
  FigureView view_;
  std::string out_;
  std::optional<Problem> problem_;
};

}  // namespace

Result<std::string> lesson_html(const Lesson& lesson, const Figures& figures, const LessonHtmlStyle& style) {
  Sheet steps(figures, style);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) steps.step(lesson.steps[i], i + 1);
  const Result<std::string> body = std::move(steps).result();
  if (!body) return fail(body.error());
  const auto questions =
      std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.question.has_value(); });
  const std::string title = xml_escaped(lesson.title);
  const std::string who =
      style.solutions ? "<p class=\"small\">With solutions</p>"
                      : fmt::format(
                            "<div class=\"who\"><span class=\"name\">Name</span><span class=\"date\">Date</span>"
                            "<span class=\"score\">of {}</span></div>",
                            questions);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n<header>\n<h1>{}</h1>\n<p>{}</p>\n{}\n</header>\n{}</body>\n</html>\n",
      title, style_sheet, title, xml_escaped(lesson.summary), who, *body);
}

}  // namespace bankmap
