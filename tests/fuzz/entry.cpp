// libFuzzer's entry, one program for each reader: BANKMAP_READER is its name in laws.cpp. A broken law is an exception that nobody
// catches, which libFuzzer takes for a crash.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bankmap::ReaderLaw& law = *bankmap::law_of(BANKMAP_READER);
  law.check({reinterpret_cast<const char*>(data), size});
  return 0;
}
