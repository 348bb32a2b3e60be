// libFuzzer entry: whatever the bytes are, reading ends with a scenario or a problem; what was read is written and read
// back.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/scenario_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const bankmap::Result<bankmap::Scenario> read = bankmap::read_scenario(text);
  if (!read && read.error().what.empty()) std::abort();  // a refusal without a reason
  if (!read) return 0;
  const bankmap::Result<bankmap::Scenario> again = bankmap::read_scenario(bankmap::write_scenario(*read));
  if (!again || *again != *read) std::abort();
  return 0;
}
