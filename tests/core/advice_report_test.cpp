// What the advice says as text.
#include "core/advice/report_advice.hpp"

#include <gtest/gtest.h>

#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

TEST(AdviceReport, TextSaysPriceProofAndCode) {
  const Scenario scenario = float_transpose();
  const std::string text = report_advice(scenario, advise_on(scenario));
  for (const char* line :
       {"5 padding 1 element                                0     +128          0        32  ideal",
        "   - __shared__ float tile[32][32];\n   + __shared__ float tile[32][33];",
        "   + x = tile[threadIdx.x][k ^ threadIdx.x & 0x1f];",
        "Optimal: every access takes its ideal number of wavefronts.", "32 blocks on a multiprocessor, as before"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

}  // namespace
}  // namespace bankmap
