// The pictures of sweep, bits and profiler: valid, and true to what they are drawn from.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/svg_address_bits.hpp"
#include "core/svg_profiler_sum.hpp"
#include "core/svg_sweep.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

// pre: xmllint is installed (tests/packages.txt)
bool valid_xml(const std::string& svg) {
  const std::string path = (std::filesystem::temp_directory_path() / "bankmap_views_c.svg").string();
  std::ofstream(path, std::ios::binary) << svg;
  const bool valid = std::system(("xmllint --noout --nonet '" + path + "'").c_str()) == 0;
  std::filesystem::remove(path);
  return valid;
}

Scenario column_read() {
  Scenario scenario;
  scenario.title = "<title> & \"more\"";
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return scenario;
}

struct Pictures {
  std::string sweep, bits, profiler;
};
Pictures pictures(const Scenario& scenario, const SvgStyle& style = {}) {
  const MachineProfile& machine = machine_named("sm_90");
  const Analysis analysis = analyze(scenario, machine);
  return {svg_sweep(scenario, machine, analysis, 0, style), svg_address_bits(scenario, machine, analysis, 0, style),
          svg_profiler_sum(scenario, machine, analysis, 0, style)};
}

TEST(SvgViewsC, AreValidXmlInBothThemesAndWhereNothingCanBeAnswered) {
  Scenario refused = column_read();
  refused.tiles[0].rows = 0;
  Scenario listed = column_read();
  listed.accesses[0].pattern = AddressListPattern{std::vector<std::uint32_t>(32, 4)};
  for (const Scenario& scenario : {column_read(), refused, listed}) {
    for (const ThemeKind theme : all_themes) {
      const Pictures all = pictures(scenario, {.theme = theme});
      for (const std::string* svg : {&all.sweep, &all.bits, &all.profiler}) {
        EXPECT_TRUE(valid_xml(*svg));
        EXPECT_NE(svg->find("fill=\"" + hex(palette(theme).ground) + "\""), std::string::npos);
      }
    }
  }
}

TEST(SvgViewsC, TheSweepHasABarForEachValueAndExcessWhereThereIsSome) {
  const std::string svg = pictures(column_read()).sweep;
  EXPECT_EQ(count(svg, "fill=\"" + hex(palette(ThemeKind::light).good) + "\""), 65);
  EXPECT_EQ(count(svg, "fill=\"" + hex(palette(ThemeKind::light).costly) + "\""), 33) << "even strides only";
  EXPECT_EQ(count(svg, "gcd(36, 32) = 4"), 1);
  EXPECT_NE(svg.find("The fewest are 1, at 1, 3, 5, 7 and 28 more."), std::string::npos);
}

TEST(SvgViewsC, RefusedValuesAreHatchedGaps) {
  Scenario scenario = column_read();
  scenario.accesses[0].instruction = Instruction::ld_b64;
  scenario.accesses[0].pattern = IndexPattern{"lane", "k / 2 * 2"};
  EXPECT_EQ(count(pictures(scenario).sweep, "url(#hatch)"), 32);
}

TEST(SvgViewsC, TheBitsHaveTheirSumsAndTheirTranslations) {
  Scenario scenario = column_read();
  scenario.tiles[0].swizzle = XorSwizzle{};
  const std::string svg = pictures(scenario).bits;
  for (const char* text : {"b0 = c0 ^ r0", "Swizzle&lt;5,0,5&gt;", "no equal form", "2^5 = 32 banks"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  scenario.tiles[0].swizzle = NoSwizzle{};
  scenario.tiles[0].pitch.value = 1;
  EXPECT_NE(pictures(scenario).bits.find("(33 × row + column) mod 32"), std::string::npos);
}

TEST(SvgViewsC, TheProfilerShowsItsProducts) {
  const std::string svg = pictures(column_read()).profiler;
  EXPECT_NE(svg.find("(32 wavefronts − 1 phase) × 32 steps × 1 warp × 1 block = 992"), std::string::npos);
  EXPECT_NE(svg.find("32.0-way"), std::string::npos);
  Scenario half = column_read();
  half.accesses[0].mask = "k < 12";
  const std::string masked = pictures(half).profiler;
  EXPECT_NE(masked.find("32 wavefronts × 12 requests × 1 block = 384"), std::string::npos);
  EXPECT_NE(masked.find("20 of the 32 warp instructions"), std::string::npos);
}

TEST(SvgViewsC, WhereNothingIsMovedNoOtherFormIsOffered) {
  EXPECT_NE(pictures(column_read()).bits.find("none needed: nothing is moved"), std::string::npos);
  Scenario moved = column_read();
  moved.tiles[0].swizzle = XorSwizzle{};
  EXPECT_EQ(pictures(moved).bits.find("none needed"), std::string::npos);
  moved.tiles[0].swizzle = XorSwizzle{.chunk_elements = 1, .shift = 0, .mask = 0};
  EXPECT_NE(pictures(moved).bits.find("none needed"), std::string::npos) << "col ^ (row & 0)";
}

}  // namespace
}  // namespace bankmap
