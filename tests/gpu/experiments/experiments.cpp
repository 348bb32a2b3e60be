// tests/gpu/experiments/experiments.cpp -- runs them and prints lines of comma-separated values.
//
//     experiments copies | operands | tensor
#include "tests/gpu/experiments/experiments.hpp"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include "gpu/counters.hpp"

namespace {

using namespace bankmap;
using namespace bankmap::experiments;

constexpr std::size_t source_bytes = 8 << 20;
constexpr std::size_t shared_bytes = 64 << 10;

void check(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return;
  fmt::print(stderr, "cannot {}: {}\n", doing, cudaGetErrorString(status));
  std::exit(4);
}

struct Device {
  unsigned char* source = nullptr;
  float* out = nullptr;
  long long* cycles = nullptr;
  std::optional<gpu::Counters> counters;

  explicit Device(std::span<const char* const> metrics) {
    check(cudaSetDevice(0), "choose the device");
    check(cudaMalloc(reinterpret_cast<void**>(&source), source_bytes), "allocate");
    check(cudaMemset(source, 0, source_bytes), "clear");
    check(cudaMalloc(reinterpret_cast<void**>(&out), 4096), "allocate");
    check(cudaMallocManaged(reinterpret_cast<void**>(&cycles), sizeof *cycles), "allocate");
    auto opened = gpu::Counters::open(0, metrics);
    if (!opened) {
      fmt::print(stderr, "no counters: {}\n", opened.error().reason);
      std::exit(4);
    }
    counters.emplace(*std::move(opened));
  }
  void launch(const void* kernel, int threads, void** arguments) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    check(cudaLaunchKernel(kernel, 1, static_cast<unsigned>(threads), arguments, shared_bytes, nullptr), "launch");
    check(cudaDeviceSynchronize(), "run");
  }
  gpu::MetricValues count(const void* kernel, int threads, void** arguments) {
    auto values = counters->count([&] { launch(kernel, threads, arguments); });
    if (values) return *std::move(values);
    fmt::print(stderr, "no counters: {}\n", values.error().reason);
    std::exit(4);
  }
};

// ---- copies

struct CopyKind {
  Copy copy;
  const char* name;
  std::uint32_t bytes;
};

std::mt19937 random_source(12345);
std::uint32_t any() { return static_cast<std::uint32_t>(random_source()); }
std::uint32_t below(std::uint32_t n) { return any() % n; }

std::uint32_t source_of(int order, std::uint32_t lane, std::uint32_t bytes, const std::uint32_t (&shuffled)[32]) {
  switch (order) {
    case 0:
      return lane * bytes;  // one run
    case 1:
      return shuffled[lane] * bytes;  // the same, in any order
    case 2:
      return below(32) * bytes;  // some twice
    case 3:
      return 0;  // one for all
    case 4:
      return lane * bytes + bytes;  // a run that starts later
    case 5:
      return lane * bytes * 2;  // gaps
    case 6:
      return (lane ^ 1) * bytes;  // neighbours exchanged
    case 7:
      return lane * 128;  // a line each
    case 8:
      return (31 - lane) * bytes;  // backwards
    case 9:
      return below(4) * 128 + below(128 / bytes) * bytes;  // anywhere in four lines
    default:
      return lane / 4 * 32 + lane % 4 * std::min(bytes, 8u) / bytes * bytes;  // by sectors
  }
}
std::uint32_t target_of(int order, std::uint32_t lane, std::uint32_t bytes, const std::uint32_t (&shuffled)[32]) {
  switch (order) {
    case 0:
      return lane * bytes;
    case 1:
      return shuffled[lane * 7 % 32] * bytes;
    case 2:
      return below(1024) * bytes;
    case 3:
      return lane * 128;
    case 4:
      return lane % 8 * 16 + lane / 8 * 1024;
    case 5:
      return below(64) * bytes;
    default:
      return lane * (128 + bytes);
  }
}

void copies_experiment() {
  constexpr const char* metrics[]{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
                                  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"};
  Device device(metrics);
  fmt::print("instruction,active_mask,wavefronts,bank_conflicts,one_warp_cycles,sixteen_warp_cycles,sources,lanes\n");
  for (const CopyKind kind :
       {CopyKind{Copy::ca_4, "cp.async.ca.4", 4}, CopyKind{Copy::ca_8, "cp.async.ca.8", 8},
        CopyKind{Copy::ca_16, "cp.async.ca.16", 16}, CopyKind{Copy::cg_16, "cp.async.cg.16", 16}}) {
    for (int i = 0; i < 11 * 7 * 3; ++i) {
      CopyInput input{.source = device.source, .source_byte = {}, .shared_byte = {}, .active = ~0u};
      if (i / 77 == 2) input.active = any() | 1u;
      std::uint32_t shuffled[32];
      for (std::uint32_t lane = 0; lane < 32; ++lane) shuffled[lane] = lane;
      std::shuffle(shuffled, shuffled + 32, random_source);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        input.source_byte[lane] = source_of(i % 11, lane, kind.bytes, shuffled);
        input.shared_byte[lane] = target_of(i / 11 % 7, lane, kind.bytes, shuffled);
      }
      void* counted[]{&input};
      const gpu::MetricValues values = device.count(counted_copy(kind.copy), 32, counted);
      double cycles[2];
      for (const int many : {0, 1}) {
        void* timed[]{&input, &device.cycles};
        device.launch(timed_copy(kind.copy), many ? 512 : 32, timed);
        cycles[many] = static_cast<double>(*device.cycles) / (rounds * copies * (many ? 16 : 1));
      }
      // A kernel has one wavefront more than its instructions.
      fmt::print("{},{:08x},{},{},{:.3f},{:.3f},{},{}\n", kind.name, input.active, (values[0] - 4) / copies,
                 values[1] / copies, cycles[0], cycles[1], fmt::join(input.source_byte, " "),
                 fmt::join(input.shared_byte, " "));
    }
  }
}

// ---- operands of wgmma

constexpr std::uint64_t descriptor(int swizzle, int leading_bytes, int stride_bytes) {
  const auto field = [](int bytes) { return static_cast<std::uint64_t>(bytes >> 4 & 0x3fff); };
  return field(leading_bytes) << 16 | field(stride_bytes) << 32 | static_cast<std::uint64_t>(swizzle) << 62;
}

void operands_experiment() {
  constexpr const char* metrics[]{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum",
                                  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_gmma.sum"};
  Device device(metrics);
  fmt::print("swizzle,leading_bytes,stride_bytes,wavefronts,bank_conflicts,cycles\n");
  const auto measure = [&](int swizzle, int leading, int stride) {
    std::uint64_t a = descriptor(swizzle, leading, stride), b = a;
    int instructions = 1;
    void* arguments[]{&a, &b, &instructions, &device.out, &device.cycles};
    const gpu::MetricValues values = device.count(matrix_multiply(), 128, arguments);
    instructions = 64;
    for (int i = 0; i < 2; ++i) device.launch(matrix_multiply(), 128, arguments);
    constexpr const char* names[]{"none", "128B", "64B", "32B"};
    fmt::print("{},{},{},{},{},{:.2f}\n", names[swizzle], leading, stride, values[0], values[1],
               static_cast<double>(*device.cycles) / instructions);
  };
  for (const int leading : {16, 32, 64, 128, 144, 256, 272, 512, 1024, 2048}) {
    for (const int stride : {16, 128, 144, 160, 192, 256, 272, 512, 1024, 2048}) measure(0, leading, stride);
  }
  for (const int swizzle : {1, 2, 3}) {
    for (const int stride : {16, 32, 64, 128, 144, 256, 272, 512, 1024, 1040, 2048}) measure(swizzle, 16, stride);
  }
}

// ---- tensor copies

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*,
                            const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                            CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

Encode tensor_map_encoder() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status{};
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &status),
        "find cuTensorMapEncodeTiled");
  return reinterpret_cast<Encode>(found);
}

void tensor_experiment() {
  constexpr const char* metrics[]{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
                                  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "l1tex__data_bank_writes.sum"};
  Device device(metrics);
  const Encode encode = tensor_map_encoder();
  fmt::print("row_bytes,rows,swizzle,wavefronts,bank_conflicts,bank_writes,cycles\n");
  for (const int row_bytes : {16, 32, 64, 128}) {
    for (const int swizzle : {0, 1, 2, 3}) {
      constexpr int widest[]{128, 32, 64, 128};
      if (row_bytes > widest[swizzle]) continue;
      for (const int rows : {64, 256}) {
        CUtensorMap map;
        const cuuint64_t size[]{2048, 1024}, pitch[]{4096};
        const cuuint32_t box[]{static_cast<cuuint32_t>(row_bytes / 2), static_cast<cuuint32_t>(rows)}, step[]{1, 1};
        if (encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, device.source, size, pitch, box, step,
                   CU_TENSOR_MAP_INTERLEAVE_NONE, static_cast<CUtensorMapSwizzle>(swizzle),
                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
          continue;
        }
        int bytes = row_bytes * rows, count = 1;
        void* arguments[]{&map, &bytes, &count, &device.cycles};
        const gpu::MetricValues values = device.count(tensor_copy(), 32, arguments);
        count = 16;  // together less than the megabyte that a barrier counts to
        for (int i = 0; i < 2; ++i) device.launch(tensor_copy(), 32, arguments);
        constexpr const char* names[]{"none", "32B", "64B", "128B"};
        fmt::print("{},{},{},{},{},{},{:.1f}\n", row_bytes, rows, names[swizzle], values[0], values[1], values[2] / 4,
                   static_cast<double>(*device.cycles) / count);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string asked = argc == 2 ? argv[1] : "";
  if (asked == "copies") return copies_experiment(), 0;
  if (asked == "operands") return operands_experiment(), 0;
  if (asked == "tensor") return tensor_experiment(), 0;
  fmt::print(stderr, "experiments copies | operands | tensor\n");
  return 2;
}
