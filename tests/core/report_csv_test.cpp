#include "core/report_csv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/core/report_sample.hpp"

namespace bankmap {
namespace {

std::vector<std::string> rows_of(const ReportSample& sample) {
  std::vector<std::string> rows;
  std::istringstream stream(report_csv(sample.scenario, sample.analysis));
  for (std::string row; std::getline(stream, row);) rows.push_back(row);
  return rows;
}

TEST(ReportCsv, OneRowALane) {
  const auto rows = rows_of(four_wavefronts());
  ASSERT_EQ(rows.size(), 33u);
  EXPECT_EQ(rows[0],
            "access,instruction,warp,step,lane,active,row,column,byte_address,word,bank,banks,phase,pass,shares_word_"
            "mask,conflict_mask");
  EXPECT_EQ(rows[10], "\"load, \"\"k\"\"\",ld.b32,0,k=5,9,1,9,5,1316,329,9,1,1,2,0x00000000,0x02020002");
}

TEST(ReportCsv, InactiveLanesAndByteAddresses) {
  const auto rows = rows_of(shared_words());
  EXPECT_EQ(rows[6], "wide,ld.b128,0,,5,0,,,,,,,,,,");
  EXPECT_EQ(rows[3], "wide,ld.b128,0,,2,1,,,0,0,0,4,1,1,0x0000000b,0x00000010");
}

TEST(ReportCsv, EveryRowHasAsManyFieldsAsTheHeader) {
  for (const std::string& row : rows_of(shared_words())) EXPECT_EQ(std::count(row.begin(), row.end(), ','), 15) << row;
}

TEST(ReportCsv, ARefusedAccessHasNoRows) { EXPECT_EQ(rows_of(refused_sample()).size(), 1u); }

}  // namespace
}  // namespace bankmap
