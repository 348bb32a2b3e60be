// gpu/whole_reduction.cu -- sums of 256 values in shared memory, and a histogram of bytes on shared atomics.
#include <algorithm>
#include <array>

#include "gpu/whole_layouts.cuh"

namespace bankmap::gpu {
namespace {

constexpr int threads = 256;
constexpr int blocks = 1 << 16;
constexpr int count = blocks * threads;

// Interleaved: thread t adds element 2 s t + s to element 2 s t, so that neighbours are 2 s words apart. Sequential:
// thread t < s adds element t + s to element t.
template <bool interleaved>
__global__ void __launch_bounds__(threads) sum_blocks(const std::uint32_t* in, std::uint32_t* out) {
  __shared__ std::uint32_t values[threads];
  const unsigned t = threadIdx.x;
  values[t] = in[blockIdx.x * threads + t];
  __syncthreads();
  if constexpr (interleaved) {
    for (unsigned s = 1; s < threads; s *= 2) {
      if (2 * s * t < threads) values[2 * s * t] += values[2 * s * t + s];
      __syncthreads();
    }
  } else {
    for (unsigned s = threads / 2; s > 0; s /= 2) {
      if (t < s) values[t] += values[t + s];
      __syncthreads();
    }
  }
  if (t == 0) out[blockIdx.x] = values[0];
}

bool are_sums(const std::vector<std::uint32_t>& out) {
  for (int block = 0; block < blocks; ++block) {
    std::uint32_t sum = 0;
    for (int t = 0; t < threads; ++t) sum += value_at(static_cast<std::uint32_t>(block * threads + t));
    if (out[static_cast<std::size_t>(block)] != sum) return false;
  }
  return true;
}

template <bool interleaved>
WholeCase reduction_case(const Workspace& space) {
  WholeCase made;
  made.kernel = "reduction";
  made.variant = interleaved ? "interleaved" : "sequential";
  made.size = count;
  made.bytes = 4.0 * (count + blocks);
  made.output_bytes = blocks * 4;
  made.prepare = [space](cudaStream_t stream) { fill_with_values(space.input, count, stream); };
  made.launch = [space](cudaStream_t stream) {
    sum_blocks<interleaved><<<blocks, threads, 0, stream>>>(static_cast<const std::uint32_t*>(space.input),
                                                            static_cast<std::uint32_t*>(space.output));
  };
  made.correct = are_sums;
  return made;
}

constexpr int bins = 256;
constexpr int histogram_blocks = 1024;
static_assert(bins == threads, "each thread writes one bin");

// Eight bins get most of the values, as in an image with a sky; they are 32 apart, so all in one bank.
__host__ __device__ inline std::uint32_t bin_of(std::uint32_t value) {
  return (value >> 16) % 8 != 0 ? (value >> 8) % 8 * 32 : value % bins;
}

// Padded: a word after every 32 bins, so that bins 32 apart lie in neighbouring banks.
template <Layout layout>
__device__ std::uint32_t bin_at(std::uint32_t bin) {
  return layout == Layout::padded ? bin + bin / 32 : bin;
}

template <Layout layout>
__global__ void __launch_bounds__(threads) histogram(const std::uint32_t* in, std::uint32_t* out) {
  __shared__ std::uint32_t counts[bins + bins / 32];
  for (unsigned i = threadIdx.x; i < bins + bins / 32; i += threads) counts[i] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * threads + threadIdx.x; i < count; i += histogram_blocks * threads) {
    atomicAdd(counts + bin_at<layout>(bin_of(in[i])), 1u);
  }
  __syncthreads();
  out[blockIdx.x * bins + threadIdx.x] = counts[bin_at<layout>(threadIdx.x)];
}

bool are_counts(const std::vector<std::uint32_t>& out) {
  std::array<std::uint32_t, bins> want{}, found{};
  for (std::uint32_t i = 0; i < count; ++i) ++want[bin_of(value_at(i))];
  for (std::size_t i = 0; i < out.size(); ++i) found[i % bins] += out[i];
  return want == found;
}

template <Layout layout>
WholeCase histogram_case(const Workspace& space) {
  WholeCase made;
  made.kernel = "histogram";
  made.variant = name_of(layout);
  made.size = count;
  made.output_bytes = static_cast<std::size_t>(histogram_blocks) * bins * 4;
  made.bytes = 4.0 * count + static_cast<double>(made.output_bytes);
  made.prepare = [space](cudaStream_t stream) { fill_with_values(space.input, count, stream); };
  made.launch = [space](cudaStream_t stream) {
    histogram<layout><<<histogram_blocks, threads, 0, stream>>>(static_cast<const std::uint32_t*>(space.input),
                                                                static_cast<std::uint32_t*>(space.output));
  };
  made.correct = are_counts;
  return made;
}

}  // namespace

std::vector<WholeCase> reduction_cases(const Workspace& space) {
  return {reduction_case<true>(space), reduction_case<false>(space)};
}
std::vector<WholeCase> histogram_cases(const Workspace& space) {
  return {histogram_case<Layout::plain>(space), histogram_case<Layout::padded>(space)};
}

}  // namespace bankmap::gpu
