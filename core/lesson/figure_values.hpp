// core/lesson/figure_values.hpp -- what each figure is, as one table (internal to core/lesson).
//
//     "excess"  ->  meaning, and a function of the place it is asked at: the scenario, its analysis, an access, a lane or a bank
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis.hpp"
#include "core/lesson/figures.hpp"
#include "core/machine.hpp"

namespace bankmap {

// Where a figure is asked.
struct FigurePlace {
  const Scenario* scenario = nullptr;
  const MachineProfile* machine = nullptr;
  const Analysis* analysis = nullptr;
  std::size_t access = 0;  // pre: < scenario->accesses.size()
  int lane = -1;           // of a lane's figures
  int bank = -1;           // of a bank's figures

  const AccessAnalysis& answer() const { return analysis->accesses[access]; }
};

// Empty: the figure has no value here, because the access is refused or the machine has no law.
std::optional<std::int64_t> access_figure(std::string_view name, const FigurePlace& place);
std::optional<std::int64_t> lane_figure(std::string_view name, const FigurePlace& place);
std::optional<std::int64_t> bank_figure(std::string_view name, const FigurePlace& place);
std::optional<std::string> text_figure(std::string_view name, const FigurePlace& place);

}  // namespace bankmap
