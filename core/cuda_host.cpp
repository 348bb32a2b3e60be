// The host part of an exported .cu: the addresses, the launches, and main.
#include <fmt/format.h>

#include "core/cuda_parts.hpp"

namespace bankmap {

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
  std::printf("%s, compute capability %d.%d; cycles per instruction, sixteen warps back to back\n", gpu.name, gpu.major,
              gpu.minor);
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "take device memory");
  }
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
    check(cudaFuncGetAttributes(&attributes_, execute_once<Access>), "find code for this GPU (-arch=native makes it)");
    int64_t end = 0;
    for (const int64_t byte : bytes_by_host<Access>()) {
      if (byte != inactive) end = std::max(end, Access::tile_start + byte + Access::access_bytes);
    }
    used_bytes_ = (end + (copies - 1) * copy_bytes + 3) / 4 * 4;
  }

  // Says why not where the instruction cannot be run here.
  bool can_run(int number, bool addresses) const {
    const char* instead = addresses ? "; the host computes its addresses" : "";
    constexpr int needed = Access::least_capability;
    const int compiled_for = attributes_.ptxVersion;
    if (Access::not_run != nullptr) {
      std::fprintf(stderr, "access %d is not run: %s%s\n", number, Access::not_run, instead);
    } else if (compiled_for < needed) {
      std::fprintf(stderr, "access %d is not run: %s needs compute capability %d.%d, this was compiled for %d.%d%s\n",
                   number, Access::instruction, needed / 10, needed % 10, compiled_for / 10, compiled_for % 10, instead);
    } else if (used_bytes_ > shared_bytes_) {
      std::fprintf(stderr, "access %d is not run: it reaches over %lld bytes of shared memory, a block here has %d%s\n",
                   number, static_cast<long long>(used_bytes_), shared_bytes_, instead);
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
    const double mean = timed == 0 ? 0 : sum / timed;
    std::printf("cycles %d mean %.2f least %.2f most %.2f predicted ", number, mean, least, most);
    if (Access::predicted_cycles > 0) std::printf("%.2f", Access::predicted_cycles);
    if (Access::predicted_cycles == 0) std::printf("-");
    std::printf("   %s, %s, %d warp instructions\n", Access::name, Access::instruction, timed);
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
    constexpr cudaFuncAttribute size = cudaFuncAttributeMaxDynamicSharedMemorySize;
    check(cudaFuncSetAttribute(kernel, size, shared_bytes_), "ask for shared memory");
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

// True if the GPU ran it.
template <class Access>
bool answer(int number, bool addresses) {
  Runner<Access> runner;
  const bool runs = runner.can_run(number, addresses);
  const std::vector<int64_t> bytes = runs ? runner.execute() : bytes_by_host<Access>();
  if (addresses) {
    print_addresses<Access>(number, bytes);
  } else if (runs) {
    runner.time(number);
  }
  return runs;
}

#else

void open_gpu(bool) { std::fprintf(stderr, "compiled without CUDA: the host computes the addresses\n"); }

template <class Access>
bool answer(int number, bool) {
  print_addresses<Access>(number, bytes_by_host<Access>());
  return false;
}

#endif

}  // namespace exported
)cuda";
}

std::string cuda_main(std::size_t accesses) {
  std::string calls;
  for (std::size_t i = 0; i < accesses; ++i)
    calls += fmt::format("  all_run &= exported::answer<exported::Access{}>({}, addresses);\n", i, i);
  return fmt::format(R"cuda(
int main(int argc, char** argv) {{
#ifdef __CUDACC__
  const bool can_time = true;
#else
  const bool can_time = false;
#endif
  const bool addresses = argc == 2 && std::strcmp(argv[1], "--addresses") == 0;
  if (!addresses && (argc > 1 || !can_time)) {{
    const char* why = can_time ? "" : "   (times need a program compiled by nvcc)";
    std::fprintf(stderr, "usage: %s [--addresses]%s\n", argv[0], why);
    return 2;
  }}
  exported::open_gpu(!addresses);
  bool all_run = true;
{}  return all_run || addresses ? 0 : 3;
}}
)cuda",
                     calls);
}

}  // namespace bankmap
