// The parts of an exported .cu that are the same in all of them: what stands before the tiles, the kernels, and main.
#include <fmt/format.h>

#include "core/cuda_parts.hpp"

namespace bankmap {
namespace {

constexpr std::string_view includes = R"cuda(#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
)cuda";

constexpr std::string_view shared_by_index_functions = R"cuda(
#ifndef __CUDACC__  // any other compiler of C++17: the program prints the addresses, and runs nothing
#define __host__
#define __device__
#endif

namespace exported {

constexpr int64_t inactive = INT64_MIN;  // in place of a byte: this lane takes no part

// One lane of one warp instruction. Steps count through the loops of an access, the innermost fastest.
struct At {
  int64_t step, warp, lane;
};

struct Usual {  // an access says what is different
  static constexpr int64_t steps = 1, warps = 1;
  static constexpr int64_t tile_start = 0;  // [bytes] in shared memory
  static constexpr int least_capability = 75;
  static constexpr bool whole_warp = false;           // true: all 32 lanes must issue it, also those without an address
  static constexpr bool asynchronous = false;         // true: it must be waited for
  static constexpr const char* not_run = nullptr;     // why the GPU cannot run it as the scenario has it
  static constexpr double predicted_cycles = 0;       // mean over its warp instructions; 0: no law is known
};
)cuda";

constexpr std::string_view parity = R"cuda(
__host__ __device__ constexpr int64_t parity(int64_t bits) {
  bits ^= bits >> 32;
  bits ^= bits >> 16;
  bits ^= bits >> 8;
  bits ^= bits >> 4;
  return (0x6996 >> (bits & 15)) & 1;
}
)cuda";

constexpr std::string_view data = R"cuda(
// rand(n) of an index: data that nobody knows, drawn as Bankmap draws it (SplitMix64 of where the call stands).
struct Data {
  uint64_t state = 0x42616e6b6d617021;

  __host__ __device__ Data with(int64_t value) const {
    uint64_t z = state + 0x9e3779b97f4a7c15 + static_cast<uint64_t>(value);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return Data{z ^ (z >> 31)};
  }
  __host__ __device__ int64_t rand(int64_t n, int64_t call, int64_t lane) const {  // 0 to n - 1
    const uint64_t drawn = with(call).with(lane).state;
#ifdef __CUDA_ARCH__
    return static_cast<int64_t>(__umul64hi(drawn, static_cast<uint64_t>(n)));
#else
    return static_cast<int64_t>(static_cast<unsigned __int128>(drawn) * static_cast<uint64_t>(n) >> 64);
#endif
  }
};
)cuda";

}  // namespace

std::string cuda_prelude(const CudaNeeds& needs) {
  std::string text{includes};
  if (!needs.headers.empty()) {
    text += "#ifdef __CUDACC__\n";
    for (const std::string& header : needs.headers) text += fmt::format("#include <{}>\n", header);
    text += "#endif\n";
  }
  text += shared_by_index_functions;
  if (needs.parity) text += parity;
  if (needs.data) text += data;
  return text;
}

std::string_view cuda_operands() {
  return R"cuda(
// What an instruction is given, lane by lane.
struct Operands {
  uint32_t address;              // in the shared window
  const unsigned char* generic;  // the same byte, by a pointer that for all the compiler knows may be global
  const unsigned char* source;   // of cp.async: one contiguous run in lane order
  uint32_t zero;                 // 0, which the compiler does not know
};

)cuda";
}

std::string_view cuda_kernels() {
  return R"cuda(
// As large as the GPU allows, so that a block has a multiprocessor to itself. The tiles lie in it where the scenario has them; it starts
// at a multiple of 1024 bytes, so a byte's bank and its place in a swizzle pattern are those of its offset.
extern __shared__ __align__(1024) unsigned char shared_memory[];

constexpr int timed_warps = 16;
constexpr int copies = 8;          // of the instruction, side by side: 128 bytes apart, so in the same banks
constexpr int copy_bytes = 128;
constexpr int short_rounds = 4;    // of all copies
constexpr int long_rounds = 20;
constexpr int samples = 6;         // the first warms up
constexpr double timed_instructions = (long_rounds - short_rounds) * copies * timed_warps;

struct Inputs {
  const unsigned char* source;  // in global memory: copies * 512 bytes
  uint32_t zero;
  uint32_t used_bytes;  // of shared memory
};

template <class Access>
__device__ At here() {  // a block is a warp instruction: all steps of warp 0, then of warp 1 ...
  return {blockIdx.x % Access::steps, blockIdx.x / Access::steps, threadIdx.x % 32};
}

template <class Access>
__device__ bool takes_part(int64_t byte) {
  return Access::whole_warp ? __any_sync(0xffffffff, byte != inactive) : byte != inactive;
}

template <class Access>
__device__ Operands operands(int64_t byte, const Inputs& in) {
  // A lane without an address that must issue all the same, as in ldmatrix.x1, is not looked at: any address will do.
  const uint32_t offset = byte == inactive ? 0 : static_cast<uint32_t>(Access::tile_start + byte);
  Operands to;
  to.address = static_cast<uint32_t>(__cvta_generic_to_shared(shared_memory)) + offset;
  to.generic = in.zero == 0 ? shared_memory + offset : in.source;
  to.source = in.source + threadIdx.x % 32 * Access::access_bytes;
  to.zero = in.zero;
  return to;
}

template <class Access>
__device__ void finish() {
#if __CUDA_ARCH__ >= 800
  if (Access::asynchronous) asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Every warp instruction once, and the lanes' bytes. Nothing else touches shared memory: the profiler's counters of this kernel are
// those of the access.
template <class Access>
__global__ void __launch_bounds__(32) execute_once(Inputs in, int64_t* bytes, uint32_t* results) {
  const int64_t byte = Access::byte(here<Access>());
  const size_t thread = static_cast<size_t>(blockIdx.x) * 32 + threadIdx.x;
  bytes[thread] = byte;
  if constexpr (Access::not_run == nullptr) {
    if (!takes_part<Access>(byte)) return;
    results[thread] = Access::Instruction::issue(operands<Access>(byte, in), 0);
    finish<Access>();
  }
}

template <class Access>
__device__ uint32_t run(Operands to, int rounds) {
  uint32_t all = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (uint32_t copy = 0; copy < copies; ++copy) all ^= Access::Instruction::issue(to, copy * copy_bytes);
    to.address += to.zero;  // or the compiler would see that all rounds are alike
    to.generic += to.zero;
  }
  finish<Access>();
  return all;
}

// From when all warps may start to when all are done.
template <class Access>
__device__ long long clocked(const Operands& to, bool active, int rounds, uint32_t& all) {
  __syncthreads();
  const long long start = clock64();
  if (active) all ^= run<Access>(to, rounds);
  __syncthreads();
  return clock64() - start;
}

// Back to back: sixteen warps of a block issue the same warp instruction, again and again.
template <class Access>
__global__ void __launch_bounds__(timed_warps * 32) time_back_to_back(Inputs in, long long* cycles, uint32_t* results) {
  for (uint32_t at = threadIdx.x * 4; at < in.used_bytes; at += blockDim.x * 4) {
    *reinterpret_cast<uint32_t*>(shared_memory + at) = 0;
  }
  const int64_t byte = Access::byte(here<Access>());
  const bool active = takes_part<Access>(byte);
  const Operands to = operands<Access>(byte, in);
  uint32_t all = 0;
#pragma unroll 1
  for (int sample = 0; sample < samples; ++sample) {
    const long long brief = clocked<Access>(to, active, short_rounds, all);
    const long long lengthy = clocked<Access>(to, active, long_rounds, all);  // what both have in common goes away
    if (threadIdx.x == 0) cycles[static_cast<size_t>(blockIdx.x) * samples + sample] = lengthy - brief;
  }
  results[threadIdx.x] = all;  // so that no result is unused
}
)cuda";
}

std::string_view cuda_host() {
  return R"cuda(
// ---- On the host ----

template <class Access>
constexpr int64_t warp_instructions = Access::steps * Access::warps;

template <class Access>
std::vector<int64_t> bytes_by_host() {  // [warp instruction * 32 + lane]
  std::vector<int64_t> bytes;
  for (int64_t warp = 0; warp < Access::warps; ++warp) {
    for (int64_t step = 0; step < Access::steps; ++step) {
      for (int64_t lane = 0; lane < 32; ++lane) bytes.push_back(Access::byte(At{step, warp, lane}));
    }
  }
  return bytes;
}

// "addresses ACCESS WARP STEP MASK" and 32 bytes, counted from the start of the tile; '-' where a lane takes no part.
template <class Access>
void print_addresses(int number, const std::vector<int64_t>& bytes) {
  for (int64_t i = 0; i < warp_instructions<Access>; ++i) {
    const int64_t* lanes = bytes.data() + i * 32;
    uint32_t mask = 0;
    for (int lane = 0; lane < 32; ++lane) mask |= static_cast<uint32_t>(lanes[lane] != inactive) << lane;
    std::printf("addresses %d %lld %lld %08x", number, static_cast<long long>(i / Access::steps),
                static_cast<long long>(i % Access::steps), mask);
    for (int lane = 0; lane < 32; ++lane) {
      if (lanes[lane] == inactive) {
        std::printf(" -");
      } else {
        std::printf(" %lld", static_cast<long long>(lanes[lane]));
      }
    }
    std::printf("\n");
  }
}
)cuda";
}

std::string_view cuda_launches() {
  return R"cuda(
#ifdef __CUDACC__

void check(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "cannot %s: %s\n", doing, cudaGetErrorString(status));
  std::exit(1);
}

void open_gpu(bool print_its_name) {
  cudaDeviceProp gpu{};
  check(cudaGetDeviceProperties(&gpu, 0), "open a GPU");
  if (!print_its_name) return;
  std::printf("%s, compute capability %d.%d; cycles per instruction, sixteen warps back to back\n", gpu.name, gpu.major, gpu.minor);
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t count) : count_(count) { check(cudaMalloc(&data_, count * sizeof(T)), "take device memory"); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }
  T* data() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "run the kernel");
    return values;
  }

 private:
  size_t count_;
  T* data_ = nullptr;
};

template <class Access>
class Runner {
 public:
  Runner() : source_(copies * 512), results_(std::max<size_t>(count * 32, timed_warps * 32)) {
    check(cudaDeviceGetAttribute(&shared_bytes_, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), "look at the GPU");
    check(cudaFuncGetAttributes(&attributes_, execute_once<Access>), "find code for this GPU: compile with -arch=native");
    int64_t end = 0;
    for (const int64_t byte : bytes_by_host<Access>()) {
      if (byte != inactive) end = std::max(end, Access::tile_start + byte + Access::access_bytes);
    }
    used_bytes_ = (end + (copies - 1) * copy_bytes + 3) / 4 * 4;
  }

  // Says why not where the instruction cannot be run here.
  bool can_run(int number) const {
    constexpr int needed = Access::least_capability;
    if (Access::not_run != nullptr) {
      std::fprintf(stderr, "access %d is not run: %s\n", number, Access::not_run);
    } else if (attributes_.ptxVersion < needed) {
      std::fprintf(stderr, "access %d is not run: %s needs compute capability %d.%d, and this program was compiled for %d.%d\n",
                   number, Access::instruction, needed / 10, needed % 10, attributes_.ptxVersion / 10, attributes_.ptxVersion % 10);
    } else if (used_bytes_ > shared_bytes_) {
      std::fprintf(stderr, "access %d is not run: it reaches over %lld bytes of shared memory, and this GPU gives a block %d\n",
                   number, static_cast<long long>(used_bytes_), shared_bytes_);
    } else {
      return true;
    }
    return false;
  }

  std::vector<int64_t> execute() {
    DeviceArray<int64_t> bytes(count * 32);
    launch(execute_once<Access>, 32, bytes.data());
    return bytes.read();
  }

  void time(int number) {
    DeviceArray<long long> cycles(count * samples);
    launch(time_back_to_back<Access>, timed_warps * 32, cycles.data());
    const std::vector<long long> taken = cycles.read();
    const std::vector<int64_t> bytes = bytes_by_host<Access>();
    double sum = 0, least = 0, most = 0;
    int timed = 0;
    for (size_t i = 0; i < count; ++i) {
      const auto lanes = bytes.begin() + static_cast<std::ptrdiff_t>(i * 32);
      if (std::all_of(lanes, lanes + 32, [](int64_t byte) { return byte == inactive; })) continue;
      const double each = median(taken.data() + i * samples + 1, samples - 1) / timed_instructions;
      sum += each;
      least = timed == 0 ? each : std::min(least, each);
      most = timed == 0 ? each : std::max(most, each);
      ++timed;
    }
    std::printf("cycles %d mean %.2f least %.2f most %.2f predicted ", number, timed == 0 ? 0 : sum / timed, least, most);
    if (Access::predicted_cycles > 0) std::printf("%.2f", Access::predicted_cycles);
    std::printf("%s   %s, %s, %d warp instructions\n", Access::predicted_cycles > 0 ? "" : "-", Access::name, Access::instruction,
                timed);
  }

 private:
  static constexpr size_t count = static_cast<size_t>(warp_instructions<Access>);

  static double median(const long long* values, int size) {
    std::vector<long long> sorted(values, values + size);
    std::sort(sorted.begin(), sorted.end());
    return static_cast<double>(sorted[sorted.size() / 2]);
  }

  template <class Output>
  void launch(void (*kernel)(Inputs, Output*, uint32_t*), int threads, Output* output) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes_), "ask for shared memory");
    const Inputs in{source_.data(), 0, static_cast<uint32_t>(used_bytes_)};
    kernel<<<static_cast<unsigned>(count), threads, shared_bytes_>>>(in, output, results_.data());
    check(cudaGetLastError(), "launch the kernel");
  }

  DeviceArray<unsigned char> source_;
  DeviceArray<uint32_t> results_;
  cudaFuncAttributes attributes_{};
  int shared_bytes_ = 0;  // that a block may have
  int64_t used_bytes_ = 0;
};

template <class Access>
void answer(int number, bool addresses) {
  Runner<Access> runner;
  const bool runs = runner.can_run(number);
  const std::vector<int64_t> bytes = runs ? runner.execute() : bytes_by_host<Access>();
  if (addresses) {
    print_addresses<Access>(number, bytes);
  } else if (runs) {
    runner.time(number);
  }
}

#else

void open_gpu(bool) {}

template <class Access>
void answer(int number, bool) {
  print_addresses<Access>(number, bytes_by_host<Access>());
}

#endif

}  // namespace exported
)cuda";
}

std::string cuda_main(std::size_t accesses) {
  std::string calls;
  for (std::size_t i = 0; i < accesses; ++i)
    calls += fmt::format("  exported::answer<exported::Access{}>({}, addresses);\n", i, i);
  return fmt::format(R"cuda(
int main(int argc, char** argv) {{
#ifdef __CUDACC__
  const bool can_time = true;
#else
  const bool can_time = false;
#endif
  const bool addresses = argc == 2 && std::strcmp(argv[1], "--addresses") == 0;
  if (!addresses && (argc > 1 || !can_time)) {{
    std::fprintf(stderr, "usage: %s [--addresses]%s\n", argv[0], can_time ? "" : "   (times need a program compiled by nvcc)");
    return 2;
  }}
  exported::open_gpu(!addresses);
{}  return 0;
}}
)cuda",
                     calls);
}

}  // namespace bankmap
