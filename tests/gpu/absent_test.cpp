// What a machine without a GPU (or a program without CUDA) answers. Where there is one, these have nothing to say.
#include <gtest/gtest.h>

#include "gpu/measure.hpp"

namespace bankmap {
namespace {

class NoGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto found = devices();
    if (found && !found->empty()) GTEST_SKIP() << "there is a GPU: " << found->front().name;
  }
};

TEST_F(NoGpu, EveryWayInGivesTheSameReason) {
  const auto found = devices();
  const auto session = GpuSession::open(0);
  const auto measured = measure(0, {.instruction = Instruction::ld_b32});
  ASSERT_FALSE(found);
  ASSERT_FALSE(session);
  ASSERT_FALSE(measured);
  EXPECT_FALSE(found.error().what.empty());
  EXPECT_FALSE(found.error().hint.empty());
  EXPECT_EQ(session.error(), found.error());
  EXPECT_EQ(measured.error(), found.error());
}

#ifdef BANKMAP_GPU_ABSENT
TEST(BuiltWithoutCuda, SaysSo) {
  ASSERT_FALSE(devices());
  EXPECT_EQ(devices().error().what, "built without GPU support");
}
#endif

}  // namespace
}  // namespace bankmap
