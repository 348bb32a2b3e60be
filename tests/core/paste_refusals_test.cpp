// CUDA that is not understood: where, why, what would be right; and that reading it ends whatever the text is.
#include <fmt/format.h>

#include "tests/core/paste_testing.hpp"

namespace bankmap {
namespace {

TEST(PasteRefusals, RefusalsHaveTheirPlace) {
  struct Refusal {
    const char* text;
    const char* at;  // the part of the text that the range is
    const char* what;
  };
  const Refusal refusals[] = {
      {"x = tile[row][threadIdx.x];", "row", "row is not known"},
      {"x = tile[blockIdx.x][0];", "blockIdx.x", "blockIdx.x is not known"},
      {"int r = n * 4;\nx = tile[r][0];", "n", "n is not known"},
      {"for (int k = 0; k < n; ++k) x = tile[k][0];", "n", "n is not known"},
      {"int i = 0; i += 4; x = tile[i][0];", "i", "i changes as the kernel runs"},
      {"x = tile[f(2)][0];", "f", "f is a function, and its value is not known"},
      {"x = tile[map[2]][0];", "map", "map[...] is read from memory, so the index depends on data"},
      {"x = tile[threadIdx.x];", "tile[threadIdx.x]", "tile has 2 dimensions, and one index is given here"},
      {"x = tile[0][threadIdx.x +];", "+", "an operand is missing after '+'"},
      {"x = tile[0][1;", "[", "this bracket is never closed"},
      {"float* p = &tile[0][0];", "&tile[0][0]",
       "the address of tile is taken here, and where it goes is not followed"},
      {"f(tile);", "tile", "tile has no index here"},
      {"extern __shared__ float s[];", "extern __shared__ float s[]",
       "the size of an extern __shared__ array is given at the launch"},
      {"__shared__ Particle p[32];", "Particle", "the type 'Particle' is not known"},
      {"__shared__ float p[N];", "N", "N is not known"},
      {"__shared__ float p[0];", "[0]", "a size of 0 is not possible"},
      {"__shared__ float for[2];", "for", "'for' cannot be the name of a tile"},
      {"__shared__ float a[2]; __shared__ float a[2];", "a[2]", "a is declared twice"},
      {"__shared__ float3 p[32]; x = p[threadIdx.x];", "p[threadIdx.x]", "12 bytes are not moved by one instruction"},
      {"__shared__ double d[32]; atomicAdd(&d[threadIdx.x], 1.0);", "atomicAdd", "atomicAdd on double is not known"},
      {"cp.async.ca.shared.global [&tile[0][0]], [source], 3;", "cp", "unknown instruction \"cp.async.ca.3\""},
      {"mbarrier.arrive.shared.b64 _, [&tile[0][0]];", "&tile[0][0]",
       "the address of tile is taken here, and where it goes is not followed"},
      {"while (1) x = tile[0][0];", "while", "'while' is not understood"},
      {"hello", "", "no tile is declared or used in this"},
      {"for (int k = 0; k < 32; --k) x = tile[k][0];", "for (int k = 0; k < 32; --k)", "this loop never ends"},
      {"for (int k = 0; k < 0; ++k) x = tile[k][0];", "for (int k = 0; k < 0; ++k)", "this loop never runs"}};
  for (const Refusal& each : refusals) {
    SCOPED_TRACE(each.text);
    const Result<Pasted> read = pasted(each.text);
    ASSERT_FALSE(read);
    const TextRange range = read.error().range;
    EXPECT_EQ(read.error().what, each.what);
    EXPECT_EQ(std::string(each.text).substr(range.begin, range.end - range.begin), each.at);
  }
}

TEST(PasteRefusals, AnUnknownNameIsToldWhatWouldBeRight) {
  EXPECT_EQ(pasted("x = tile[threadIdx.x][k];").error().hint,
            "add a loop 'for (int k = 0; k < 32; ++k)' before it, or replace it by a number");
}

TEST(PasteRefusals, HostileTextsEnd) {
  std::string deep = "x = tile[0][", open, ifs, defines = "#define A0 1\n";
  for (int i = 0; i < 20'000; ++i) deep += "(";
  for (int i = 0; i < 60'000; ++i) open += "([{"[i % 3];
  for (int i = 0; i < 5'000; ++i) ifs += "if (threadIdx.x < 9) ";
  for (int i = 1; i < 200; ++i) defines += fmt::format("#define A{} (A{} + A{})\n", i, i - 1, i - 1);
  for (const std::string& text :
       {deep, open, ifs + "x = tile[0][0];", defines + "x = tile[A199][0];", std::string(65'536, '{'),
        std::string(65'536, '"'), std::string(65'537, ' ') + "x", std::string("tile\0[", 6),
        std::string("unsigned char"), std::string("= tile[8];char }"), std::string("__shared__ const")})
    EXPECT_FALSE(pasted(text));
}

}  // namespace
}  // namespace bankmap
