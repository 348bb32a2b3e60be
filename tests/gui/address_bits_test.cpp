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
