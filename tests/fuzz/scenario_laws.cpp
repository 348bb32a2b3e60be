#include "tests/fuzz/scenario_laws.hpp"

#include <algorithm>
#include <string>

#include "core/analysis_work.hpp"
#include "core/paste.hpp"
#include "core/refusals.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "tests/fuzz/assets.hpp"
#include "tests/fuzz/laws.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_work = 30'000;  // [units] of an analysis: larger ones take long, and show nothing else

void check_shared(const Result<Scenario>& read, std::string_view text) {
  if (!read) return require(!read.error().what.empty(), "a refusal has a reason");
  require(!text.empty(), "nothing is no scenario");
  require_survives_writing(*read);
}

void require_sound(const AccessAnalysis& access) {
  for (const Problem& problem : access.problems) require(!problem.what.empty(), "a problem has a reason");
  if (first_error(access) != nullptr) return;
  require(access.costs.size() == static_cast<std::size_t>(access.steps * access.warps), "each step has a cost");
  AccessTotals sum;
  for (const WarpCost& cost : access.costs) {
    require(cost.wavefronts >= cost.ideal && cost.ideal >= 0 && cost.bank_conflicts >= 0, "no step beats its ideal");
    sum.wavefronts += cost.wavefronts;
    sum.ideal += cost.ideal;
  }
  require(sum.wavefronts == access.totals.wavefronts && sum.ideal == access.totals.ideal, "totals are sums");
  require(access.shown.has_value(), "an access without errors has a step to show");
  require(!access.reason.empty() && !access.cuda.empty(), "an answer has a reason and its CUDA");
  const WarpPasses& served = access.shown->served;
  require(std::ranges::find(access.costs, served.cost) != access.costs.end(), "the step that is shown is one of all");
}

}  // namespace

void require_survives_writing(const Scenario& scenario) {
  const Result<Scenario> from_file = read_scenario(write_scenario(scenario));
  require(from_file && *from_file == scenario, "a scenario is written and read back");
  const Result<std::string> line = share_string(scenario);
  if (!line) return require(!line.error().what.empty(), "a scenario that is too large to share says so");
  const Result<Scenario> from_line = read_share_string(*line);
  require(from_line && *from_line == scenario, "a share string is read back");
}

void require_sound(const Scenario& scenario, const Analysis& analysis) {
  require(analysis.accesses.size() == scenario.accesses.size(), "each access has an analysis");
  require(analysis.tile_bytes.size() == scenario.tiles.size(), "each tile has a size");
  require(errors_of(analysis).empty() != refused(analysis), "what is refused has an error");
  for (const AccessAnalysis& access : analysis.accesses) require_sound(access);
}

void check_scenario(std::string_view text) {
  const Result<Scenario> read = read_scenario(text);
  if (!read) return require_reason(read.error(), text);
  const Result<Scenario> again = read_scenario(write_scenario(*read));
  require(again && *again == *read, "a scenario is written and read back");
  if (analysis_work(*read) <= most_work) require_sound(*read, analyze(*read, measured_machine()));
}

// Either a share string, with its beginning or without, or the JSON in one that is whole.
void check_share_string(std::string_view text) {
  if (text.starts_with('{')) return check_shared(read_share_string(packed_share(text)), text);
  check_shared(read_share_string(text), text);
  check_shared(read_share_string(std::string(share_prefix) + std::string(text)), text);
}

void check_paste(std::string_view text) {
  static const Scenario open = [] {
    Scenario present;
    present.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 0}};
    return present;
  }();
  const Result<Pasted> pasted = read_pasted(text, open, 0);
  if (!pasted) return require_reason(pasted.error(), text);
  const Scenario& scenario = pasted->scenario;
  require(!pasted->understood.empty(), "what was understood is said");
  require(pasted->access >= 0 && pasted->access < static_cast<int>(scenario.accesses.size()), "it shows an access");
  const Result<Scenario> again = read_scenario(write_scenario(scenario));
  require(again && *again == scenario, "a scenario is written and read back");
  if (pasted->kind == PastedKind::cuda) {
    for (const Access& access : scenario.accesses)
      require(prepare(access, scenario.tiles[static_cast<std::size_t>(access.tile)], scenario.block).has_value(),
              "what was understood can be worked out");
  }
  if (analysis_work(scenario) <= most_work) require_sound(scenario, analyze(scenario, measured_machine()));
}

}  // namespace bankmap
