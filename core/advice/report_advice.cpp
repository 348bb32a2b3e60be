#include "core/advice/report_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/scenario_json.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

std::string padded(std::string_view text, int columns) {
  const std::string shown = shorten(printable(text), columns);
  return shown + std::string(static_cast<std::size_t>(std::max(0, columns - display_width(shown))), ' ');
}

void add_wrapped(std::string& text, std::string_view label, std::string_view words, int columns) {
  const std::string indent(label.size(), ' ');
  bool first = true;
  for (const std::string& line : wrap(printable(words), std::max(20, columns - static_cast<int>(label.size())))) {
    text += fmt::format("{}{}\n", first ? std::string(label) : indent, line);
    first = false;
  }
}

std::string blocks(const Fix& fix) {
  return fix.occupancy ? fmt::format("{}", fix.occupancy->after.blocks_per_sm) : std::string("?");
}

std::string table(const Advice& advice) {
  int widest = 12;
  for (const Fix& fix : advice.fixes) widest = std::max(widest, std::min(44, display_width(printable(fix.title))));
  std::string text = fmt::format("\n    {} {:>10} {:>8} {:>10} {:>9}  {}\n", padded("fix", widest), "excess", "bytes",
                                 "operations", "blocks/SM", "proof");
  int number = 0;
  for (const Fix& fix : advice.fixes) {
    text += fmt::format(" {:>2} {} {:>10} {:>+8} {:>10} {:>9}  {}\n", ++number, padded(fix.title, widest),
                        grouped(fix.excess_after), fix.extra_bytes, fix.operations, blocks(fix), to_string(fix.proof));
  }
  return text;
}

std::string cycles(const AccessEffect& effect) {
  if (!effect.cycles_before || !effect.cycles_after) return {};
  return fmt::format("   cycles {} -> {}", grouped(std::llround(*effect.cycles_before)),
                     grouped(std::llround(*effect.cycles_after)));
}

std::string details(const Fix& fix, int number, int columns) {
  std::string text = fmt::format("\n{}. {}  ({})\n", number, printable(fix.title), to_string(fix.family));
  add_wrapped(text, "   ", proof_sentence(fix), columns);
  if (!fix.why.empty()) add_wrapped(text, "   why        ", fix.why, columns);
  for (const AccessEffect& effect : fix.accesses) {
    text += fmt::format("   {} wavefronts {} -> {}   ideal {}{}\n", padded(effect.name, 22),
                        grouped(effect.wavefronts_before), grouped(effect.wavefronts_after), grouped(effect.ideal),
                        cycles(effect));
  }
  if (fix.occupancy) add_wrapped(text, "   occupancy  ", fix.occupancy->sentence, columns);
  for (const std::string& note : fix.notes) add_wrapped(text, "   note       ", note, columns);
  for (const CodeChange& change : fix.code) {
    text += fmt::format("   {}\n   - {}\n   + {}\n", printable(change.where), printable(change.before),
                        printable(change.after));
  }
  return text;
}

std::string searches(const Advice& advice) {
  std::string text = "\nsearched: ";
  for (const FamilySearch& search : advice.searches) {
    if (search.candidates == 0) continue;
    text += fmt::format("{}{} {}{}", text.ends_with(": ") ? "" : ", ", search.candidates, to_string(search.family),
                        search.whole ? "" : " (cut short)");
  }
  std::set<std::string> said;
  for (const FamilySearch& search : advice.searches) {
    if (!search.note.empty() && search.candidates > 0 && said.insert(search.note).second) text += "; " + search.note;
  }
  return text;
}

Json occupancy_json(const Occupancy& occupancy) {
  return {{"blocks_per_sm", occupancy.blocks_per_sm},
          {"warps_per_sm", occupancy.warps_per_sm},
          {"share", occupancy.share},
          {"limited_by", to_string(occupancy.limiter)}};
}

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json effects_json(const Fix& fix) {
  Json list = Json::array();
  for (const AccessEffect& effect : fix.accesses) {
    list.push_back({{"name", effect.name},
                    {"weight", effect.weight},
                    {"wavefronts_before", effect.wavefronts_before},
                    {"wavefronts_after", effect.wavefronts_after},
                    {"ideal_before", effect.ideal_before},
                    {"ideal", effect.ideal},
                    {"cycles_before", optional_json(effect.cycles_before)},
                    {"cycles_after", optional_json(effect.cycles_after)}});
  }
  return list;
}

Json fix_json(const Fix& fix) {
  Json json{{"title", fix.title},
            {"family", to_string(fix.family)},
            {"tiles", fix.tiles},
            {"excess_before", fix.excess_before},
            {"excess_after", fix.excess_after},
            {"extra_bytes", fix.extra_bytes},
            {"operations", fix.operations},
            {"proof", to_string(fix.proof)},
            {"why", fix.why},
            {"accesses", effects_json(fix)},
            {"occupancy", nullptr},
            {"code", Json::array()},
            {"notes", fix.notes},
            {"scenario", Json::parse(write_scenario(fix.scenario))}};
  if (fix.occupancy) {
    json["occupancy"] = {{"before", occupancy_json(fix.occupancy->before)},
                         {"after", occupancy_json(fix.occupancy->after)},
                         {"sentence", fix.occupancy->sentence},
                         {"dearer", fix.occupancy->dearer}};
  }
  for (const CodeChange& change : fix.code) {
    json["code"].push_back({{"where", change.where}, {"before", change.before}, {"after", change.after}});
  }
  return json;
}

Json rate_json(const PipeRate& rate) {
  return {
      {"per_cycle", rate.per_cycle}, {"status", to_string(rate.provenance.status)}, {"source", rate.provenance.source}};
}

Json matter_json(const MatterEstimate& matter) {
  return {
      {"share_overlapped", matter.share_overlapped},
      {"share_in_turn", matter.share_in_turn},
      {"hidden", matter.hidden},
      {"shared_cycles_before", matter.shared_cycles_before},
      {"shared_cycles_after", matter.shared_cycles_after},
      {"arithmetic_cycles", matter.arithmetic_cycles},
      {"global_cycles", matter.global_cycles},
      {"rates",
       {{"arithmetic", rate_json(matter.rates.arithmetic)}, {"global_bytes", rate_json(matter.rates.global_bytes)}}},
      {"sentence", matter.sentence},
      {"assumptions", matter.assumptions}};
}

Json search_json(const FamilySearch& search) {
  return {{"tile", search.tile},
          {"family", to_string(search.family)},
          {"candidates", search.candidates},
          {"best_excess", search.best_excess ? Json(*search.best_excess) : Json(nullptr)},
          {"whole", search.whole},
          {"note", search.note}};
}

}  // namespace

std::string_view to_string(FixProof proof) {
  constexpr std::array<std::string_view, 5> names{"ideal", "floor", "linear best", "searched best", "not best"};
  return names[static_cast<std::size_t>(proof)];
}

std::string proof_sentence(const Fix& fix) {
  switch (fix.proof) {
    case FixProof::ideal:
      return "Optimal: every access takes its ideal number of wavefronts.";
    case FixProof::floor:
      return "Optimal: what excess is left, no layout can remove.";
    case FixProof::linear_best:
      return "No swizzle that flips higher address bits into bank bits, and keeps the vectors in use whole, does "
             "better: "
             "the rank of the lanes' places allows no less.";
    case FixProof::searched_best:
      return "Best of the families that were searched; no proof that nothing else is better.";
    case FixProof::not_best:
      return "Not the best: another fix leaves less excess.";
  }
  return {};
}

std::string report_advice(const Scenario& scenario, const Advice& advice, const std::optional<MatterEstimate>& matter,
                          int columns) {
  std::string text;
  if (!scenario.title.empty()) text += printable(scenario.title) + "\n";
  add_wrapped(text, "", advice.sentence, columns);
  if (!advice.floor_reason.empty()) add_wrapped(text, "floor: ", advice.floor_reason, columns);
  for (const std::string& note : advice.notes) {
    if (advice.sentence.find(note) == std::string::npos) add_wrapped(text, "note: ", note, columns);
  }
  if (matter) {
    add_wrapped(text, "does it matter? ", matter->sentence, columns);
    for (const std::string& assumption : matter->assumptions) add_wrapped(text, "   taken: ", assumption, columns);
  }
  if (!advice.fixes.empty()) text += table(advice);
  int number = 0;
  for (const Fix& fix : advice.fixes) text += details(fix, ++number, columns);
  if (!advice.searches.empty()) add_wrapped(text, "", searches(advice), columns);
  return text;
}

std::string advice_json(const Scenario& scenario, const Advice& advice, const std::optional<MatterEstimate>& matter) {
  Json json{{"format", "bankmap-advice"},
            {"version", format_version},
            {"title", scenario.title},
            {"machine", scenario.machine},
            {"outcome", to_string(advice.outcome)},
            {"sentence", advice.sentence},
            {"excess_before", advice.excess_before},
            {"floor_excess", advice.floor_excess},
            {"floor_reason", advice.floor_reason},
            {"matter", matter ? matter_json(*matter) : Json(nullptr)},
            {"cut_short", advice.cut_short},
            {"fixes", Json::array()},
            {"searches", Json::array()},
            {"notes", advice.notes}};
  for (const Fix& fix : advice.fixes) json["fixes"].push_back(fix_json(fix));
  for (const FamilySearch& search : advice.searches) json["searches"].push_back(search_json(search));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
