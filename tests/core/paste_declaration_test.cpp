// CUDA as people paste it: what is understood, and that every address is exactly the one that the text says.
#include "core/analysis.hpp"
#include "tests/core/paste_testing.hpp"
#include "tests/core/public_cases.hpp"

namespace bankmap {
namespace {

TEST(PasteDeclaration, IsSaidInOneSentence) {
  EXPECT_EQ(understood("__shared__ float tile[32][33];\nfor (int k = 0; k < 32; ++k) x = tile[threadIdx.x][k];"),
            "tile float [32][33]; load (ld.b32): row threadIdx.x, column k, k = 0..31");
  EXPECT_EQ(understood("__shared__ float tile[32][32]; tile[threadIdx.y][threadIdx.x] = a;"),
            "tile float [32][32]; store (st.b32): row threadIdx.y, column threadIdx.x; block 32 x 32");
  EXPECT_EQ(understood("__shared__ int h[256]; if (threadIdx.x < 8) atomicAdd(&h[threadIdx.x * 4], v);"),
            "h int [256]; atomic (red.add.u32): index threadIdx.x * 4, lanes with threadIdx.x < 8");
  EXPECT_EQ(
      understood(
          "__shared__ half A[2][64][72]; for (int c = 0; c < 8; c += 2) v = *(float4*)&A[1][threadIdx.x][c * 8];"),
      "A half [2][64][72]; load (ld.b128): row 1 * 64 + threadIdx.x, column c * 8, c = 0, 2..6");
  EXPECT_EQ(understood("__shared__ double d[16][16];"), "d double [16][16]");
}

TEST(PasteDeclaration, PaddingAndSwizzleAreTakenOutWhereNoAddressChanges) {
  const Scenario padded =
      pasted("__shared__ float t[32][33]; for (int k = 0; k < 32; ++k) x = t[threadIdx.x][k];")->scenario;
  EXPECT_EQ(padded.tiles[0].columns, 32);
  EXPECT_EQ(padded.tiles[0].pitch.value, 1);
  expect_bytes(padded, 0, 32, [](auto lane, auto k) { return lane * 132 + k * 4; });

  const Scenario used =
      pasted("__shared__ float t[32][33]; for (int k = 0; k < 33; ++k) x = t[threadIdx.x][k];")->scenario;
  EXPECT_EQ(used.tiles[0].columns, 33) << "somebody uses the last column";

  const char* both =
      "__shared__ float t[32][32]; t[threadIdx.y][threadIdx.x ^ threadIdx.y] = a; b = t[threadIdx.x][threadIdx.y ^ "
      "threadIdx.x];";
  const Scenario swizzled = pasted(both)->scenario;
  EXPECT_EQ(swizzled.tiles[0].swizzle, Swizzle(XorSwizzle{1, 0, 31}));
  EXPECT_EQ(swizzled.accesses[1].pattern, LanePattern(IndexPattern{"threadIdx.x", "threadIdx.y"}));
  for (int warp = 0; warp < 32; ++warp) {
    const std::vector<std::int64_t> stored = bytes_of(swizzled, 0, 0, warp);
    const std::vector<std::int64_t> loaded = bytes_of(swizzled, 1, 0, warp);
    for (int lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(stored[static_cast<std::size_t>(lane)], warp * 128 + (lane ^ warp) * 4);
      EXPECT_EQ(loaded[static_cast<std::size_t>(lane)], lane * 128 + (warp ^ lane) * 4);
    }
  }
}

TEST(PasteDeclaration, ASwizzleThatNotEveryAccessHasStaysAnExpression) {
  const Scenario mixed = pasted(
                             "__shared__ float t[32][32]; t[threadIdx.x][0] = a; for (int k = 0; k < 32; ++k) b = "
                             "t[threadIdx.x][k ^ threadIdx.x];")
                             ->scenario;
  EXPECT_EQ(mixed.tiles[0].swizzle, Swizzle(NoSwizzle{}));
  expect_bytes(mixed, 1, 32, [](auto lane, auto k) { return lane * 128 + (k ^ lane) * 4; });
}

struct SwizzleCase {
  const char* text;
  XorSwizzle swizzle;
  Formula formula;
};

TEST(PasteDeclaration, SwizzlesOfAllForms) {
  const SwizzleCase cases[] = {
      {"__shared__ float t[32][32]; for (int k = 0; k < 32; ++k) x = t[threadIdx.x][threadIdx.x ^ k];",
       {1, 0, 31},
       [](auto lane, auto k) { return lane * 128 + (lane ^ k) * 4; }},
      {"__shared__ float t[32][32]; for (int k = 0; k < 32; ++k) x = t[threadIdx.x][k ^ (threadIdx.x & 7)];",
       {1, 0, 7},
       [](auto lane, auto k) { return lane * 128 + (k ^ (lane & 7)) * 4; }},
      {"__shared__ float t[32][32]; for (int k = 0; k < 32; ++k) x = t[threadIdx.x][k ^ threadIdx.x % 16];",
       {1, 0, 15},
       [](auto lane, auto k) { return lane * 128 + (k ^ (lane % 16)) * 4; }},
      {"__shared__ float t[32][32]; for (int k = 0; k < 32; ++k) x = t[threadIdx.x][k ^ ((threadIdx.x >> 1 & 3) << "
       "2)];",
       {1, 0, 31},
       [](auto lane, auto k) { return lane * 128 + (k ^ ((lane >> 1 & 3) << 2)) * 4; }},
      {"__shared__ float t[32][32]; for (int k = 0; k < 32; ++k) x = t[threadIdx.x][k ^ (threadIdx.x / 2 % 4) * 4];",
       {4, 1, 3},
       [](auto lane, auto k) { return lane * 128 + (k ^ (lane / 2 % 4) * 4) * 4; }},
      {"__shared__ half t[32][64]; for (int c = 0; c < 8; ++c) x = *(int4*)&t[threadIdx.x][(c ^ (threadIdx.x & 7)) * "
       "8];",
       {8, 0, 7},
       [](auto lane, auto c) { return lane * 128 + (c ^ (lane & 7)) * 16; }}};
  for (const SwizzleCase& each : cases) {
    SCOPED_TRACE(each.text);
    const Result<Pasted> read = pasted(each.text);
    ASSERT_TRUE(read) << read.error().what;
    const bool shifted_left =
        std::string_view(each.text).find("<< 2") != std::string_view::npos;  // not a form that is known
    EXPECT_EQ(read->scenario.tiles[0].swizzle, shifted_left ? Swizzle(NoSwizzle{}) : Swizzle(each.swizzle));
    expect_bytes(read->scenario, 0, read->scenario.accesses[0].loops[0].end, each.formula);
  }
}

TEST(PasteDeclaration, PlacesOfAllForms) {
  struct Case {
    const char* text;
    Instruction instruction;
    Formula formula;
  };
  const Case cases[] = {
      {"__shared__ float t[32][36]; v = *(float4*)&t[threadIdx.x][8];", Instruction::ld_b128,
       [](auto lane, auto) { return lane * 144 + 32; }},
      {"__shared__ float t[32][36]; v = reinterpret_cast<float4*>(&t[threadIdx.x][0])[2];", Instruction::ld_b128,
       [](auto lane, auto) { return lane * 144 + 32; }},
      {"__shared__ float t[32][36]; *reinterpret_cast<const float2*>(&t[threadIdx.x][2]) = v;", Instruction::st_b64,
       [](auto lane, auto) { return lane * 144 + 8; }},
      {"__shared__ float t[32][36]; x = (&t[0][0])[threadIdx.x * 37];", Instruction::ld_b32,
       [](auto lane, auto) { return lane * 148; }},
      {"__shared__ float t[32][32]; ((float4*)t)[threadIdx.x] = v;", Instruction::st_b128,
       [](auto lane, auto) { return lane * 16; }},
      {"__shared__ float4 t[64]; x = t[threadIdx.x].z;", Instruction::ld_b32,
       [](auto lane, auto) { return lane * 16 + 8; }},
      {"__shared__ float t[1024]; x = (*(float4*)&t[threadIdx.x * 4]).y;", Instruction::ld_b32,
       [](auto lane, auto) { return lane * 16 + 4; }},
      {"__shared__ unsigned char t[64]; x = t[threadIdx.x];", Instruction::ld_b8, [](auto lane, auto) { return lane; }},
      {"__shared__ int4 t[32]; x = t[threadIdx.x];", Instruction::ld_b128, [](auto lane, auto) { return lane * 16; }},
      {"__shared__ int t[4][8][32]; x = t[2][threadIdx.x % 8][(int)threadIdx.x];", Instruction::ld_b32,
       [](auto lane, auto) { return 2 * 1024 + lane % 8 * 128 + lane * 4; }},
      {"#define N (2 * 4)\nstatic const int W = N + 24;\n__shared__ int t[N][W];\nconst int r = threadIdx.x / 4, c = "
       "static_cast<int>(threadIdx.x) % 4;\nx = t[r][c];",
       Instruction::ld_b32, [](auto lane, auto) { return lane / 4 * 128 + lane % 4 * 4; }},
      {"__shared__ float t[64]; __pipeline_memcpy_async(&t[threadIdx.x * 2], &g[0], sizeof(float2));",
       Instruction::cp_async_ca_8, [](auto lane, auto) { return lane * 8; }},
      {"__shared__ half t[32][64]; int lane = threadIdx.x % 32;\n"
       "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {r0, r1, r2, r3}, [&t[lane % 16][lane / 16 * 8]];  // PTX",
       Instruction::ldmatrix_x4_trans, [](auto lane, auto) { return lane % 16 * 128 + lane / 16 * 16; }},
      {"__shared__ half t[32][64]; stmatrix.sync.aligned.m8n8.x4.shared.b16 [&t[threadIdx.x][0]], {r0, r1, r2, r3};",
       Instruction::stmatrix_x4, [](auto lane, auto) { return lane * 128; }},
      {"__shared__ half t[32][64]; cp.async.ca.shared.global [&t[threadIdx.x / 8][threadIdx.x % 8 * 8]], [source], 16;",
       Instruction::cp_async_ca_16, [](auto lane, auto) { return lane / 8 * 128 + lane % 8 * 16; }},
      {"__shared__ float t[64]; old = atomicAdd(&t[threadIdx.x], 1.0f);", Instruction::atom_add_f32,
       [](auto lane, auto) { return lane * 4; }},
      {"__shared__ unsigned t[64]; atomicAdd(&t[threadIdx.x], 1u);", Instruction::red_add_u32_const1,
       [](auto lane, auto) { return lane * 4; }},
      {"__shared__ float t[64]; // t[0] is read\n/* t[1] */ x = t[threadIdx.x]; s = \"t[2]\";", Instruction::ld_b32,
       [](auto lane, auto) { return lane * 4; }}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.text);
    const Result<Pasted> read = pasted(each.text);
    ASSERT_TRUE(read) << read.error().what;
    ASSERT_EQ(read->scenario.accesses.size(), 1U);
    EXPECT_EQ(read->scenario.accesses[0].instruction, each.instruction);
    expect_bytes(read->scenario, 0, 1, each.formula);
  }
}

// The example of assets/README.md.
TEST(PasteDeclaration, ACopyAndAMatrixLoadAsPtx) {
  const Result<Pasted> read = pasted(
      "__shared__ __nv_bfloat16 A[128][64];\ndim3 block(128);\n"
      "for (int i = 0; i < 8; ++i)\n"
      "  cp.async.ca.shared.global [&A[i * 16 + threadIdx.x / 8][threadIdx.x % 8 * 8]], [source], 16;\n"
      "for (int k = 0; k < 64; k += 16)\n"
      "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r0, r1, r2, r3}, [&A[warp * 32 + lane % 16][k + lane / 16 * 8]];\n");
  ASSERT_TRUE(read) << read.error().what;
  ASSERT_EQ(read->scenario.accesses.size(), 2U);
  EXPECT_EQ(read->scenario.accesses[0].instruction, Instruction::cp_async_ca_16);
  EXPECT_EQ(read->scenario.accesses[1].instruction, Instruction::ldmatrix_x4);
  EXPECT_EQ(read->scenario.block.x, 128);
  expect_bytes(read->scenario, 0, 8, [](auto lane, auto i) { return i * 2048 + lane / 8 * 128 + lane % 8 * 16; });
  expect_bytes(read->scenario, 1, 4, [](auto lane, auto k) { return lane % 16 * 128 + k * 32 + lane / 16 * 16; });
}

TEST(PasteDeclaration, LoopsOfAllForms) {
  struct Case {
    const char* head;
    std::int64_t begin, end, step;
  };
  const Case cases[] = {{"int k = 0; k < 32; ++k", 0, 32, 1},      {"int k = 0; k < 32; k += 2", 0, 32, 2},
                        {"unsigned k = 1; k <= 9; k++", 1, 10, 1}, {"k = 0; k != 12; k += 4", 0, 9, 4},
                        {"int k = 7; k >= 0; --k", 0, 8, 1},       {"int k = 30; k > 0; k -= 4", 2, 31, 4},
                        {"int k = 0; 16 > k; k = k + 1", 0, 16, 1}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.head);
    const Result<Pasted> read = pasted(std::string("for (") + each.head + ") x = tile[threadIdx.x][k];");
    ASSERT_TRUE(read) << read.error().what;
    const LoopVariable& loop = read->scenario.accesses[0].loops.at(0);
    EXPECT_EQ(loop.name, "k");
    EXPECT_EQ(std::vector({loop.begin, loop.end, loop.step, loop.at}),
              std::vector({each.begin, each.end, each.step, each.begin}));
  }
}

TEST(PasteDeclaration, AReduction) {
  const Result<Pasted> read = pasted(
      "__shared__ float s[256]; int t = threadIdx.x;\n"
      "for (unsigned h = blockDim.x / 2; h > 0; h >>= 1) { if (t < h) s[t] += s[t + h]; __syncthreads(); }\n"
      "dim3 block(256);");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->scenario.block, (BlockShape{256, 1, 1}));
  ASSERT_EQ(read->scenario.accesses.size(), 3U);
  for (std::int64_t step = 0; step < 8; ++step) {
    const std::int64_t half = 128 >> step;
    const std::vector<std::int64_t> bytes = bytes_of(read->scenario, 1, step, 0);
    for (std::int64_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(bytes[static_cast<std::size_t>(lane)], lane < half ? (lane + half) * 4 : -1);
  }
}

TEST(PasteDeclaration, ALoopFromTheThreadsOwnPlace) {
  const Result<Pasted> read =
      pasted("__shared__ float s[80]; for (int i = threadIdx.x; i < 80; i += blockDim.x) s[i] = 0;");
  ASSERT_TRUE(read) << read.error().what;
  expect_bytes(read->scenario, 0, 3, [](auto lane, auto k) { return lane + 32 * k < 80 ? (lane + 32 * k) * 4 : -1; });
}

TEST(PasteDeclaration, Conditions) {
  const auto mask = [](const std::string& text) {
    return pasted(text + "x = tile[0][threadIdx.x];")->scenario.accesses.at(0).mask;
  };
  EXPECT_EQ(mask("if (threadIdx.x < 4) "), "threadIdx.x < 4");
  EXPECT_EQ(mask("if (threadIdx.x < 4) y = 1; else "), "!(threadIdx.x < 4)");
  EXPECT_EQ(mask("if (threadIdx.x >= 4) return; "), "!(threadIdx.x >= 4)");
  EXPECT_EQ(mask("{ if (threadIdx.x >= 4) return; } "), Access{}.mask);
  EXPECT_EQ(mask("if (threadIdx.x & 1) if (threadIdx.x < 9) "), "threadIdx.x & 1 && threadIdx.x < 9");
  EXPECT_EQ(understood("if (n < 4) x = tile[0][threadIdx.x];"),
            "load (ld.b32): row 0, column threadIdx.x; n < 4 is taken as true");
}

TEST(PasteDeclaration, TheKernelOfTheTutorial) {
  const Result<Pasted> read = pasted(R"(#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void transpose(float* odata, const float* idata) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(x + j) * width];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[x + j] = tile[threadIdx.x][threadIdx.y + j];
}
int main() { dim3 grid(8, 8); dim3 block(TILE_DIM, BLOCK_ROWS); transpose<<<grid, block>>>(o, i); })");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->scenario.block, (BlockShape{32, 8, 1}));
  const Analysis analysis = analyze(read->scenario, machine_named("sm_90"));
  ASSERT_EQ(analysis.accesses.size(), 2U);
  EXPECT_EQ(analysis.totals.instructions, 64);
  EXPECT_EQ(analysis.totals.excess(), 0);
}

// Each case is an offset in bytes: s[offset] of a byte array, cast to what is moved.
TEST(PasteDeclaration, ThePublicCasesHaveTheirAddresses) {
  int compared = 0;
  for (const nlohmann::json& row : public_cases()) {
    const std::string op = row.at("op");
    if (op == "ldmatrix" || op == "stmatrix") continue;
    const Scenario wanted = scenario_of(row);
    const auto* offset = std::get_if<ByteOffsetPattern>(&wanted.accesses[0].pattern);
    const int width = row.at("width_bytes");
    const std::map<int, std::string> types{{1, "char"}, {2, "short"}, {4, "int"}, {8, "int2"}, {16, "int4"}};
    std::string text;
    for (const auto& [name, value] : row.at("consts").items())
      text += fmt::format("#define {} {}\n", name, value.get<std::int64_t>());
    text += "__shared__ unsigned char s[65536];\n";
    text += fmt::format("if ({} >> lane & 1) ", std::string(row.at("active_lanes")));
    const std::string place = fmt::format("({}*)&s[{}]", types.at(width), offset->bytes);
    text += op == "st"         ? fmt::format("*{} = v;", place)
            : op == "atomic"   ? fmt::format("v = atomicAdd({}, a);", place)
            : op == "cp_async" ? fmt::format("__pipeline_memcpy_async({}, g, {});", place, width)
                               : fmt::format("v = *{};", place);
    SCOPED_TRACE(text);
    const Result<Pasted> read = pasted(text);
    ASSERT_TRUE(read) << read.error().what;
    const auto prepared = prepare(wanted.accesses[0], wanted.tiles[0], wanted.block);
    if (!prepared || !addresses(*prepared, loop_values(wanted.accesses[0], 0), 0)) continue;  // misaligned
    EXPECT_EQ(bytes_of(read->scenario, 0, 0), bytes_of(wanted, 0, 0));
    ++compared;
  }
  EXPECT_GT(compared, 90);
}

TEST(PasteDeclaration, TilesFollowEachOther) {
  const Scenario read = pasted("__shared__ float a[8][33], b[4]; __shared__ char c[2];")->scenario;
  ASSERT_EQ(read.tiles.size(), 3U);
  EXPECT_EQ(read.tiles[1].base_bytes, 1152) << "8 * 33 * 4 = 1056, and the next multiple of 128";
  EXPECT_EQ(read.tiles[2].base_bytes, 1280);
}

}  // namespace
}  // namespace bankmap
