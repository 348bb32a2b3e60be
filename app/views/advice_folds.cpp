#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/advice_parts.hpp"
#include "app/views/controls.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::array works{WorkPreset::none, WorkPreset::copy, WorkPreset::matrix_multiply};
constexpr std::array work_labels{"nothing said", "a copy", "matrix multiply"};

void draw_weights(const Frame& frame, AdviceSettings& settings) {
  const std::size_t count = frame.scenario.accesses.size();
  if (count < 2) return;
  shown_text(frame, {}, "how often each access runs", frame.theme.fonts.words_small, frame.colours().text_dim);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& access = frame.scenario.accesses[i].name;
    const auto given = settings.weights.find(access);
    std::int64_t weight = given == settings.weights.end() ? 1 : given->second;
    const std::string label = shortened(access, frame.px(92));
    if (number_row(frame, fmt::format("advice.weight.{}", i), label.c_str(), weight, {0, 16, 1}))
      settings.weights[access] = weight;
  }
}

// "26 tried, best 93"; what was cut short says so.
std::string search_text(const FamilySearch& search) {
  const std::string best = search.best_excess ? fmt::format("best {}", grouped(*search.best_excess)) : "none fits";
  return fmt::format("{} tried, {}{}", grouped(search.candidates), best, search.whole ? "" : " …");
}

void allowed(const Frame& frame, std::string_view name, const char* label, bool& value) {
  ImGui::Checkbox(label, &value);
  if (frame.log.on()) frame.log.item(name, value ? "on" : "off");
}

}  // namespace

void draw_kernel_fold(const Frame& frame, AdviceView& own) {
  AdviceSettings& settings = own.settings;
  value_row(frame, "advice.threads", "threads of a block", fmt::format("{}", frame.scenario.block.threads()),
            frame.colours().text, [] { return std::string("Those of the scenario: see BLOCK OF THREADS."); });
  number_row(frame, "advice.registers", "registers", settings.registers_per_thread, {0, 255});
  if (ImGui::IsItemHovered())
    hover_sentence(frame, "Registers of a thread, as the compiler reports them; 0: not counted.");
  number_row(frame, "advice.shared", "other shared", settings.other_shared_bytes, {0, 98'304, 1024}, "B");
  constexpr std::int64_t most_shared = std::int64_t{1} << 30;  // no block has it
  settings.other_shared_bytes = std::clamp(settings.other_shared_bytes, -most_shared, most_shared);
  draw_weights(frame, settings);
  const int work = static_cast<int>(std::ranges::find(works, own.work) - works.begin());
  const int chosen = combo_row(frame, "advice.work", "does besides", static_cast<int>(works.size()), work,
                               [](int i) { return std::string(work_labels[static_cast<std::size_t>(i)]); });
  if (chosen >= 0) own.work = works[static_cast<std::size_t>(chosen)];
  allowed(frame, "advice.lane_orders", "lanes may be in another order", settings.allow_lane_orders);
  allowed(frame, "advice.widths", "lanes may take more at once", settings.allow_vector_widths);
}

void draw_search_fold(const Frame& frame, const Advice& advice) {
  const Palette& colours = frame.colours();
  value_row(frame, "advice.floor", "least excess possible", fmt::format("≥ {}", grouped(advice.floor_excess)),
            colours.text, [&advice] { return advice.floor_reason; });
  for (std::size_t i = 0; i < advice.searches.size(); ++i) {
    const FamilySearch& search = advice.searches[i];
    if (search.candidates == 0 && search.note.empty()) continue;
    const std::string tile =
        frame.scenario.tiles.size() > 1 ? fmt::format("{}: ", frame.tile(search.tile).name) : std::string();
    value_row(frame, fmt::format("advice.searched.{}", i), tile + std::string(to_string(search.family)),
              search_text(search), colours.text_dim, [&search] {
                return search.whole ? search.note : "The search of this family was cut short. " + search.note;
              });
  }
  if (!advice.floor_reason.empty())
    wrapped(frame, "advice.floor_reason", advice.floor_reason, frame.theme.fonts.words_small, colours.text_dim);
  for (std::size_t i = 0; i < advice.notes.size(); ++i)
    wrapped(frame, fmt::format("advice.note.{}", i), advice.notes[i], frame.theme.fonts.words_small, colours.text_dim);
}

}  // namespace bankmap
