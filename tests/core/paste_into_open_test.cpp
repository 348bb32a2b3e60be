// A part of CUDA pasted into what is open: the rest stays as it is.
#include "tests/core/paste_testing.hpp"

namespace bankmap {
namespace {

Scenario with_loop() {
  Scenario scenario;
  scenario.title = "open";
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return scenario;
}

TEST(PasteIntoOpen, AnExpressionAloneUsesWhatIsOpen) {
  const Result<Pasted> read = read_pasted("tile[threadIdx.x][k ^ threadIdx.x]", with_loop(), 0);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(read->scenario.title, "open");
  EXPECT_EQ(read->scenario.tiles[0].swizzle, Swizzle(XorSwizzle{1, 0, 31}));
  EXPECT_EQ(read->scenario.accesses[0].loops, with_loop().accesses[0].loops);
  expect_bytes(read->scenario, 0, 32, [](auto lane, auto k) { return lane * 128 + (k ^ lane) * 4; });
}

TEST(PasteIntoOpen, AnExpressionAloneLeavesTheTileOfOthersAsItIs) {
  Scenario open = with_loop();
  open.accesses.push_back(open.accesses[0]);
  const Result<Pasted> plain = read_pasted("tile[threadIdx.x][k ^ threadIdx.x]", open, 1);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->access, 1);
  EXPECT_EQ(plain->scenario.accesses[0], open.accesses[0]);
  EXPECT_EQ(plain->scenario.tiles, open.tiles);
  expect_bytes(plain->scenario, 1, 32, [](auto lane, auto k) { return lane * 128 + (k ^ lane) * 4; });

  open.tiles[0].swizzle = XorSwizzle{1, 0, 31};
  const Result<Pasted> same = read_pasted("tile[threadIdx.x][k ^ threadIdx.x]", open, 1);
  ASSERT_TRUE(same) << same.error().what;
  EXPECT_EQ(same->scenario.tiles, open.tiles);
  expect_bytes(same->scenario, 1, 32, [](auto lane, auto k) { return lane * 128 + (k ^ lane) * 4; });

  const Result<Pasted> other = read_pasted("tile[threadIdx.x][k]", open, 1);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().what, "tile is swizzled, and other accesses rely on that");
}

TEST(PasteIntoOpen, ADeclarationAloneKeepsTheAccess) {
  const Result<Pasted> read = read_pasted("__shared__ float mine[64][72];", with_loop(), 0);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->scenario.accesses, with_loop().accesses);
  EXPECT_EQ(read->scenario.tiles[0].name, "mine");
  EXPECT_EQ(read->scenario.tiles[0].columns, 64);
  EXPECT_EQ(read->scenario.tiles[0].pitch.value, 8);
}

TEST(PasteIntoOpen, ATileCannotTakeTheNameOfALoopThatStays) {
  const std::string declaration = "__shared__ float k[64][72];";
  const Result<Pasted> read = read_pasted(declaration, with_loop(), 0);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what, "k is a loop of the access 'load', which stays");
  EXPECT_EQ(declaration.substr(read.error().range.begin, read.error().range.end - read.error().range.begin),
            "k[64][72]");
  const Result<Pasted> with_use = read_pasted(declaration + "\nx = k[threadIdx.x][0];", with_loop(), 0);
  EXPECT_TRUE(with_use) << with_use.error().what;
}

}  // namespace
}  // namespace bankmap
