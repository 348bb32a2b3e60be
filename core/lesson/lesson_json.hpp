// core/lesson/lesson_json.hpp -- a lesson as a versioned JSON file; the format is described in assets/lessons/README.md.
//
//     {"format": "bankmap-lesson", "version": 1, "title": "...", "summary": "...",
//      "scenarios": [{"name": "plain", "preset": "transpose-float-plain"}, {"name": "padded", "scenario": {...}}],
//      "steps": [{"title": "...", "text": "...", "scenario": "plain", "look": {"view": "heatmap", "lane": 1},
//                 "question": {"text": "...", "value": "wavefronts"}, "because": "...", "claims": ["wavefronts == 32"]}]}
//
// law: read_lesson(write_lesson(l), presets) == l for every lesson that read_lesson accepts.
// Refused with the place ("/steps/3/look/lane"): what scenario_json.hpp refuses, presets that there are not, names that are taken,
// steps that name no scenario of the lesson, scenarios that together are more than max_lesson_work. That expressions parse and
// claims hold is the work of lesson_check.hpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/lesson/lesson.hpp"
#include "core/problem.hpp"

namespace bankmap {

// The preset of a name, or what is wrong with the name and what would be right.
using FindPreset = std::function<Result<Scenario>(std::string_view name)>;

Result<Lesson> read_lesson(std::string_view json_text, const FindPreset& find_preset);
std::string write_lesson(const Lesson& lesson);

}  // namespace bankmap
