// A kernel that never ends is reported as a device that does not answer, and the program lives on. It runs in a process of
// its own, which is then ended by its id: only that gives the device back. Needs a GPU: label gpu.
#include "tests/gpu/endless.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "gpu/cuda_call.hpp"
#include "gpu/device_runs.hpp"
#include "gpu/measure.hpp"

namespace bankmap {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* endless_here = "BANKMAP_ENDLESS_HERE";
constexpr auto patience = std::chrono::milliseconds(500);

LaneAddresses one_row() {
  LaneAddresses lanes;
  lanes.active = all_lanes;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes.byte_address[lane] = lane * 4;
  return lanes;
}

void say(const std::string& line) {
  std::printf("\n%s\n", line.c_str());
  std::fflush(stdout);
}

// Only as the other process: says what it saw, and waits to be ended.
TEST(EndlessKernel, InAProcessOfItsOwn) {
  if (std::getenv(endless_here) == nullptr) GTEST_SKIP() << "runs as a process of the test below";
  gpu::DeviceRuns runs;
  runs.set_patience(patience);
  const Clock::time_point from = Clock::now();
  try {
    runs.counted(gpu::endless_kernel(), {.lanes = one_row(), .shared_bytes = 4096});
    say("it ended");
  } catch (const gpu::GpuError& error) {
    const bool lost = error.kind == gpu::GpuError::Kind::lost;
    const bool in_time = Clock::now() - from < 4 * patience;
    say(std::string(lost ? "lost" : "not lost") + (in_time ? ", in time: " : ", late: ") + error.problem.what);
  }
  say("alive");  // the buffers of `runs` were left alone, or this line would wait for the kernel
  for (;;) ::pause();
}

// What the process said up to the line "alive", or all it said before it ended.
std::string heard_from(int output) {
  std::string heard;
  char byte = 0;
  while (::read(output, &byte, 1) == 1) {
    heard += byte;
    if (heard.ends_with("\nalive\n")) break;
  }
  return heard;
}

TEST(EndlessKernel, IsReportedAndTheProgramLivesOn) {
  if (const auto found = devices(); !found) GTEST_SKIP() << "no GPU: " << to_string(found.error());
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t process = ::fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::alarm(60);  // were nobody left to end it
    ::setenv(endless_here, "1", 1);
    ::execl(BANKMAP_THIS_PROGRAM, BANKMAP_THIS_PROGRAM, "--gtest_filter=EndlessKernel.InAProcessOfItsOwn", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  const std::string heard = heard_from(ends[0]);
  ::close(ends[0]);
  EXPECT_NE(heard.find("\nlost, in time: the device does not answer\n"), std::string::npos) << heard;
  EXPECT_TRUE(heard.ends_with("\nalive\n")) << heard;
  ::kill(process, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(process, &status, 0), process);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

  const auto after = measure(0, {.instruction = Instruction::ld_b32, .addresses = one_row(), .counters = false});
  ASSERT_TRUE(after) << to_string(after.error());
  EXPECT_NEAR(after->saturated->median_cycles, 1, 0.3) << "the device is free again";
}

}  // namespace
}  // namespace bankmap
