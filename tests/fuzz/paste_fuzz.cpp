// libFuzzer entry: any text that is pasted ends with a scenario that can be analysed and written, or with a problem whose
// place lies in the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/lane_addresses.hpp"
#include "core/paste.hpp"
#include "core/scenario_json.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bankmap::Scenario present() {
  bankmap::Scenario scenario;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 0}};
  return scenario;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bankmap::Scenario open = present();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const bankmap::Result<bankmap::Pasted> pasted = bankmap::read_pasted(text, open, 0);
  if (!pasted) {
    const bankmap::Problem& problem = pasted.error();
    require(!problem.what.empty() && problem.range.begin <= problem.range.end && problem.range.end <= size);
    return 0;
  }
  require(!pasted->understood.empty());
  require(pasted->access >= 0 && pasted->access < static_cast<int>(pasted->scenario.accesses.size()));
  const auto again = bankmap::read_scenario(bankmap::write_scenario(pasted->scenario));
  require(again && *again == pasted->scenario);
  if (pasted->kind != bankmap::PastedKind::cuda) return 0;
  for (const bankmap::Access& access : pasted->scenario.accesses)
    require(
        bankmap::prepare(access, pasted->scenario.tiles[static_cast<std::size_t>(access.tile)], pasted->scenario.block)
            .has_value());
  return 0;
}
