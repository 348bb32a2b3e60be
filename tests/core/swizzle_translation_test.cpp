// One swizzle in the words of others: the well-known pairs, and the law that equal means equal for every element.
#include "core/swizzle_translation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace bankmap {
namespace {

Tile tile_of(const char* element, int rows, int columns, Swizzle swizzle) {
  Tile tile;
  tile.element = element_named(element).value();
  tile.rows = rows;
  tile.columns = columns;
  tile.swizzle = std::move(swizzle);
  return tile;
}

Translations of(const Tile& tile) { return translations(lay_out(tile).value()); }

// "" where there is no equal form.
std::string text_of(const Translations& all, SwizzleForm form) {
  const Translation& it = all.forms[static_cast<std::size_t>(form)];
  EXPECT_EQ(it.form, form);
  return it.swizzle ? it.text : "";
}

TEST(SwizzleTranslation, Tma128OnHalvesIsSwizzle333) {
  const Translations all = of(tile_of("half", 64, 64, TmaSwizzle{TmaMode::b128}));
  EXPECT_EQ(text_of(all, SwizzleForm::cute), "Swizzle<3,3,3>");
  EXPECT_EQ(text_of(all, SwizzleForm::column_flips), "col ^ (row & 7), chunks of 8");
  EXPECT_EQ(text_of(all, SwizzleForm::triton), "Triton vec 8, per phase 1, max phase 8");
  EXPECT_EQ(text_of(all, SwizzleForm::tma), "TMA 128B");
  EXPECT_TRUE(all.forms[static_cast<std::size_t>(SwizzleForm::tma)].is_own);
  EXPECT_FALSE(all.forms[static_cast<std::size_t>(SwizzleForm::cute)].is_own);
  EXPECT_TRUE(all.all_elements);
}

TEST(SwizzleTranslation, NarrowRowsNeedTwoRowsAPhase) {
  // 32 halves a row, 64 bytes: TMA 64B takes address bits 7 and 8, which are row bits 1 and 2
  const Translations all = of(tile_of("half", 64, 32, TmaSwizzle{TmaMode::b64}));
  EXPECT_EQ(text_of(all, SwizzleForm::triton), "Triton vec 8, per phase 2, max phase 4");
  EXPECT_EQ(text_of(all, SwizzleForm::cute), "Swizzle<2,3,3>");
}

TEST(SwizzleTranslation, SingleWordsAreNoTmaMode) {
  const Translations all = of(tile_of("float", 32, 32, XorSwizzle{}));
  EXPECT_EQ(text_of(all, SwizzleForm::cute), "Swizzle<5,0,5>");
  EXPECT_EQ(text_of(all, SwizzleForm::triton), "Triton vec 1, per phase 1, max phase 32");
  EXPECT_EQ(text_of(all, SwizzleForm::tma), "");
  EXPECT_EQ(text_of(all, SwizzleForm::matrix), "bit matrix 10 x 10");
}

TEST(SwizzleTranslation, SaysWhyThereIsNone) {
  const auto why = [](const Translations& all, SwizzleForm form) {
    const Translation& it = all.forms[static_cast<std::size_t>(form)];
    EXPECT_FALSE(it.swizzle);
    return it.text;
  };
  const Translations holes = of(tile_of("float", 32, 32, XorSwizzle{.chunk_elements = 1, .shift = 0, .mask = 5}));
  EXPECT_EQ(why(holes, SwizzleForm::triton), "the bits it flips have a gap between them");
  EXPECT_EQ(why(holes, SwizzleForm::cute), "the bits it flips have a gap between them");
  Tile padded = tile_of("float", 32, 32, XorSwizzle{});
  padded.pitch.value = 1;
  EXPECT_EQ(why(of(padded), SwizzleForm::cute), "rows are 33 elements apart, no power of two");
  EXPECT_EQ(text_of(of(padded), SwizzleForm::triton), "Triton vec 1, per phase 1, max phase 32");
  Tile unaligned = tile_of("half", 64, 64, XorSwizzle{.chunk_elements = 8, .shift = 0, .mask = 7});
  unaligned.base_bytes = 16;
  EXPECT_NE(why(of(unaligned), SwizzleForm::tma).find("not a multiple of"), std::string::npos);
  const Translations turned = of(tile_of("float", 32, 32, ExpressionSwizzle{"(col + row) % columns"}));
  for (const Translation& it : turned.forms) EXPECT_FALSE(it.swizzle) << it.text;
}

TEST(SwizzleTranslation, NothingMovedIsEveryFormsNothing) {
  const Translations all = of(tile_of("float", 32, 32, NoSwizzle{}));
  EXPECT_EQ(text_of(all, SwizzleForm::cute), "Swizzle<0,0,3>");
  EXPECT_EQ(text_of(all, SwizzleForm::triton), "Triton vec 1, per phase 1, max phase 1");
  EXPECT_EQ(text_of(all, SwizzleForm::tma), "");
}

TEST(SwizzleTranslation, EqualFormsPutEveryElementInTheSamePlace) {
  std::vector<Swizzle> swizzles;
  swizzles.emplace_back(ExpressionSwizzle{"col ^ row / 2 % 4 * 8"});
  swizzles.emplace_back(NoSwizzle{});
  for (int bits = 1; bits <= 3; ++bits) {
    for (int base = 0; base <= 4; ++base) {
      for (const int shift : {-4, 3, 5}) swizzles.emplace_back(CuteSwizzle{bits, base, shift});
    }
  }
  for (const TmaMode mode : {TmaMode::b32, TmaMode::b64, TmaMode::b128, TmaMode::b128_atom32, TmaMode::b128_atom64})
    swizzles.emplace_back(TmaSwizzle{mode});
  int compared = 0;
  for (const char* element : {"half", "float"}) {
    for (const int columns : {24, 32, 64}) {
      for (const Swizzle& swizzle : swizzles) {
        const Result<TileLayout> layout = lay_out(tile_of(element, 32, columns, swizzle));
        if (!layout) continue;
        for (const Translation& it : translations(*layout).forms) {
          if (!it.swizzle) continue;
          Tile other = layout->tile;
          other.swizzle = *it.swizzle;
          const TileLayout translated = lay_out(other).value();
          ++compared;
          for (int row = 0; row < 32; ++row) {
            for (int column = 0; column < columns; ++column)
              ASSERT_EQ(layout->bit_offset(row, column), translated.bit_offset(row, column)) << it.text;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(SwizzleTranslation, ATmaModeIsAlwaysFoundAgainFromCute) {
  for (const TmaMode mode : {TmaMode::b32, TmaMode::b64, TmaMode::b128, TmaMode::b128_atom32, TmaMode::b128_atom64}) {
    const Translations all = of(tile_of("half", 64, 64, TmaSwizzle{mode}));
    const std::optional<Swizzle>& cute = all.forms[static_cast<std::size_t>(SwizzleForm::cute)].swizzle;
    ASSERT_TRUE(cute) << tma_mode_name(mode);
    EXPECT_EQ(text_of(of(tile_of("half", 64, 64, *cute)), SwizzleForm::tma), describe(TmaSwizzle{mode}));
  }
}

TEST(SwizzleTranslation, TheShortestNameWins) {
  MatrixSwizzle identity{{1, 2, 4, 8, 16, 32}};
  EXPECT_EQ(simplest(tile_of("float", 32, 32, identity)), Swizzle{NoSwizzle{}});
  MatrixSwizzle flips{{1 | 32, 2 | 64, 4 | 128, 8 | 256, 16 | 512}};
  EXPECT_EQ(simplest(tile_of("float", 32, 32, flips)), Swizzle{XorSwizzle{}});
  MatrixSwizzle crossed{{1 | 64, 2 | 32}};  // r1 into c0, r0 into c1
  EXPECT_EQ(simplest(tile_of("float", 32, 32, crossed)), Swizzle{crossed});
  const CuteSwizzle within{.bits = 1, .base = 0, .shift = 2};  // c2 into c0
  MatrixSwizzle moved{{1 | 4}};
  EXPECT_EQ(simplest(tile_of("float", 32, 32, moved)), Swizzle{within});
}

TEST(SwizzleTranslation, TogglingABitBuildsASwizzleAndTakesItBack) {
  Tile tile = tile_of("float", 32, 32, NoSwizzle{});
  for (int bit = 0; bit < 5; ++bit) {
    const Result<Tile> next = with_bit_toggled(lay_out(tile).value(), bit, 5 + bit);  // source 5 + i: row bit i
    ASSERT_TRUE(next);
    tile = *next;
  }
  EXPECT_EQ(tile.swizzle, Swizzle{XorSwizzle{}});
  for (int bit = 0; bit < 5; ++bit) tile = with_bit_toggled(lay_out(tile).value(), bit, 5 + bit).value();
  EXPECT_EQ(tile.swizzle, Swizzle{NoSwizzle{}});
}

TEST(SwizzleTranslation, ABitThatIsNeededCannotBeTakenAway) {
  const TileLayout plain = lay_out(tile_of("float", 32, 32, NoSwizzle{})).value();
  const Result<Tile> refused = with_bit_toggled(plain, 0, 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what.find("b0 cannot do without c0: "), 0u) << refused.error().what;
  Tile doubles = tile_of("double", 32, 32, NoSwizzle{});
  EXPECT_EQ(with_bit_toggled(lay_out(doubles).value(), 0, 0).error().what,
            "bank bit b0 is inside an element of double");
  EXPECT_EQ(with_bit_toggled(lay_out(doubles).value(), 1, 5).value().swizzle,
            (Swizzle{XorSwizzle{.chunk_elements = 1, .shift = 0, .mask = 1}}));
}

TEST(SwizzleTranslation, EveryToggleStaysOneToOneOrIsRefused) {
  for (const char* element : {"half", "float", "double", "int4"}) {
    const TileLayout layout =
        lay_out(tile_of(element, 16, 64, XorSwizzle{.chunk_elements = 8, .shift = 0, .mask = 3})).value();
    for (int bit = 0; bit < 5; ++bit) {
      for (int source = 0; source < 10; ++source) {
        const Result<Tile> next = with_bit_toggled(layout, bit, source);
        if (!next) {
          EXPECT_FALSE(next.error().what.empty());
          continue;
        }
        const Result<TileLayout> laid_out = lay_out(*next);
        ASSERT_TRUE(laid_out);
        EXPECT_NE(laid_out->bit_offset(source < 6 ? 0 : 1 << (source - 6), source < 6 ? 1 << source : 0),
                  layout.bit_offset(source < 6 ? 0 : 1 << (source - 6), source < 6 ? 1 << source : 0));
      }
    }
  }
}

}  // namespace
}  // namespace bankmap
