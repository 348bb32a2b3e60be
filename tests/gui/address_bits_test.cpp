// The picture of the address bits: its table, what a click on a bit does, and the swizzle in other forms.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

class BitsWindow : public WindowOn {
 public:
  explicit BitsWindow(const Scenario& scenario, const PictureSize& size = {}) : WindowOn(scenario, size) {
    gui->click("panels.bits");
    gui->settle();
  }
};

Scenario plain() { return preset("transpose-float-plain"); }

TEST(AddressBitsView, ATableOfWhichBitsMakeTheBank) {
  BitsWindow window(preset("transpose-float-xor"));
  EXPECT_EQ(window.text("bits.bank.0"), "b0 = c0 ^ r0");
  EXPECT_EQ(window.text("bits.cell.0.c0"), "1");
  EXPECT_EQ(window.text("bits.cell.0.r0"), "+") << "the swizzle adds it";
  EXPECT_EQ(window.text("bits.cell.0.r1"), "");
  EXPECT_NE(window.text("bits.lanes").find("2^5 = 32 banks"), std::string::npos);
}

TEST(AddressBitsView, WhatIsPointedAtWritesItsBits) {
  BitsWindow window(preset("transpose-float-xor"));
  EXPECT_FALSE(window.gui->shows("bits.value.r0"));
  const float top = window.gui->widget("bits.source.r0").min.y;
  const std::int64_t byte = (5 * 32 + 2) * 4;  // word 2 of row 5: column 2 ^ 5 = 7
  window.ui.selection.pinned = {.bytes = {byte, byte + 4}};
  window.gui->frames(3);
  const std::string row[] = {"1", "0", "1", "0", "0"}, column[] = {"1", "1", "1", "0", "0"},
                    bank[] = {"0", "1", "0", "0", "0"};
  for (std::size_t bit = 0; bit < 5; ++bit) {
    EXPECT_EQ(window.text("bits.value.r" + std::to_string(bit)), row[bit]) << bit;
    EXPECT_EQ(window.text("bits.value.c" + std::to_string(bit)), column[bit]) << bit;
    EXPECT_EQ(window.text("bits.value.b" + std::to_string(bit)), bank[bit]) << bit;
  }
  EXPECT_EQ(window.text("bits.line.0.r0"), "lit");
  EXPECT_EQ(window.text("bits.line.1.r1"), "");
  EXPECT_EQ(window.text("bits.line.1.c1"), "lit");
  EXPECT_EQ(window.text("bits.pointed"), "tile[5][7] is in bank 2");
  EXPECT_EQ(window.gui->widget("bits.source.r0").min.y, top) << "nothing moves when the pointer passes by";
  window.ui.selection.pinned = {.lane = 5};
  window.gui->frames(3);
  EXPECT_EQ(window.text("bits.pointed").find("lane 5: tile[5]"), 0U) << window.text("bits.pointed");
  EXPECT_EQ(window.text("bits.value.r2"), "1");
}

TEST(AddressBitsView, AClickTurnsABitAndTheSwizzleIsNamed) {
  BitsWindow window(plain());
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  for (int bit = 0; bit < 5; ++bit) window.gui->click("bits.cell." + std::to_string(bit) + ".r" + std::to_string(bit));
  EXPECT_EQ(window.tile().swizzle, Swizzle{XorSwizzle{}});
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.gui->click("bits.cell.0.r0");
  EXPECT_EQ(window.tile().swizzle, (Swizzle{XorSwizzle{.chunk_elements = 2, .shift = 1, .mask = 15}}));
  EXPECT_EQ(window.text("headline.wavefronts"), "2");
}

TEST(AddressBitsView, ABitThatIsNeededIsRefusedInWords) {
  BitsWindow window(plain());
  window.gui->click("bits.cell.0.c0");
  EXPECT_EQ(window.tile().swizzle, Swizzle{NoSwizzle{}});
  EXPECT_EQ(window.text("bits.refusal").find("b0 cannot do without c0"), 0u) << window.text("bits.refusal");
  EXPECT_FALSE(window.editor.can_undo());
  window.gui->click("bits.cell.0.r0");
  EXPECT_FALSE(window.gui->shows("bits.refusal")) << "another scenario: the refusal is over";
}

TEST(AddressBitsView, HoverSaysWhatAClickWouldDo) {
  BitsWindow window(plain());
  window.gui->hover("bits.cell.2.r3");
  EXPECT_NE(window.text("tooltip").find("A click adds r3: the swizzle is then col ^ (row >> 3 & 1), chunks of 4."),
            std::string::npos)
      << window.text("tooltip");
}

TEST(AddressBitsView, PaddingIsASumWithCarries) {
  BitsWindow window(preset("transpose-float-padded"));
  EXPECT_NE(window.text("bits.why_not").find("33 words apart"), std::string::npos);
  EXPECT_EQ(window.text("bits.arithmetic"), "without a swizzle: bank = (33 × row + column) mod 32");
  window.gui->click("bits.cell.0.r0");
  EXPECT_EQ(window.tile().swizzle, Swizzle{NoSwizzle{}}) << "nothing to turn in a sum";
}

TEST(AddressBitsView, AFormCanBeTaken) {
  BitsWindow window(preset("transpose-float-xor"));
  EXPECT_EQ(window.text("bits.form.1"), "Swizzle<5,0,5>");
  EXPECT_EQ(window.text("bits.form.3").find("no equal form: "), 0u);
  EXPECT_TRUE(window.gui->shows("bits.form.0.own"));
  window.reach("bits.form.1.use");
  window.gui->click("bits.form.1.use");
  EXPECT_EQ(window.tile().swizzle, (Swizzle{CuteSwizzle{.bits = 5, .base = 0, .shift = 5}}));
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.editor.undo();
  EXPECT_EQ(window.tile().swizzle, Swizzle{XorSwizzle{}});
}

TEST(AddressBitsView, WhereNothingIsMovedNoOtherFormIsOffered) {
  BitsWindow window(plain());
  EXPECT_EQ(window.text("bits.forms.none"), "none needed: nothing is moved");
  for (int form = 0; form < 5; ++form) EXPECT_FALSE(window.gui->shows("bits.form." + std::to_string(form) + ".use"));
  BitsWindow moved(preset("transpose-float-xor"));
  EXPECT_FALSE(moved.gui->shows("bits.forms.none"));
}

TEST(AddressBitsView, SaysWhatTheSignsMean) {
  BitsWindow window(plain());
  EXPECT_NE(window.text("bits.legend").find("1: from the tile alone"), std::string::npos);
  EXPECT_NE(window.text("bits.legend").find("+: added by the swizzle"), std::string::npos);
  BitsWindow padded(preset("transpose-float-padded"));
  EXPECT_NE(padded.text("bits.legend").find("with carries"), std::string::npos);
}

TEST(AddressBitsView, BesideAllOtherViewsNothingIsCut) {
  for (const char* name : {"transpose-float-xor", "transpose-half-xor", "transpose-float-padded"}) {
    BitsWindow window(preset(name), PictureSize{1440, 900, 1});
    window.gui->key(Key::digit0);
    const LoggedWidget panel = window.gui->widget("panel.bits");
    for (const LoggedWidget& each : window.gui->log().widgets()) {
      if (!each.name.starts_with("bits.")) continue;
      EXPECT_LE(each.max.x, panel.max.x) << name << ": " << each.name;
    }
  }
}

TEST(AddressBitsView, NeverCrashesOnTheUnusual) {
  std::vector<Scenario> scenarios(6, plain());
  scenarios[0].tiles[0].rows = 0;
  scenarios[1].tiles[0].rows = 65'536;
  scenarios[1].tiles[0].columns = 16;
  scenarios[2].tiles[0].element = element_named("int4").value();
  scenarios[2].accesses.back().instruction = Instruction::ld_b8;
  scenarios[3].accesses.back().pattern = AddressListPattern{std::vector<std::uint32_t>(32, 2)};
  scenarios[4].accesses.back().mask = "0";
  scenarios[5].tiles[0].rows = scenarios[5].tiles[0].columns = 1;
  for (const Scenario& scenario : scenarios) {
    BitsWindow window(scenario, PictureSize{1280, 720, 1});
    EXPECT_TRUE(window.gui->shows("bits.empty") || window.gui->shows("bits.arithmetic"));
    if (window.gui->shows("bits.cell.0.c0")) window.gui->click("bits.cell.0.c0");
  }
}

}  // namespace
}  // namespace bankmap
