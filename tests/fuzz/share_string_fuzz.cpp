// libFuzzer entry: any bytes as a share string, and any bytes as the JSON in one that is whole: reading ends with a
// scenario or a problem, and what was read survives being written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/scenario_json.hpp"
#include "core/share_string.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const bankmap::Result<bankmap::Scenario>& read) {
  if (!read) return require(!read.error().what.empty());
  const bankmap::Result<std::string> text = bankmap::share_string(*read);
  if (!text) return;  // too large
  const bankmap::Result<bankmap::Scenario> again = bankmap::read_share_string(*text);
  require(again && *again == *read);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(bankmap::read_share_string(text));
  check(bankmap::read_share_string(std::string(bankmap::share_prefix) + std::string(text)));
  check(bankmap::read_share_string(bankmap::packed_share(text)));
  return 0;
}
