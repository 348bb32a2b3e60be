#include "core/element.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace bankmap {
namespace {

TEST(Element, SizesAndAlignmentsOfCudaTypes) {
  struct Row {
    std::string_view name;
    int bits;
    int align_bytes;
    std::string_view cuda;
  };
  constexpr Row rows[] = {{"int2", 2, 1, "unsigned char"}, {"int4", 4, 1, "unsigned char"},
                          {"int8", 8, 1, "signed char"},   {"char", 8, 1, "char"},
                          {"half", 16, 2, "half"},         {"bf16", 16, 2, "__nv_bfloat16"},
                          {"int", 32, 4, "int"},           {"float", 32, 4, "float"},
                          {"half2", 32, 4, "half2"},       {"double", 64, 8, "double"},
                          {"int64", 64, 8, "long long"},   {"float2", 64, 8, "float2"},
                          {"complex64", 64, 8, "float2"},  {"float3", 96, 4, "float3"},
                          {"float4", 128, 16, "float4"},   {"complex128", 128, 16, "double2"}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Result<Element> element = element_named(row.name);
    ASSERT_TRUE(element);
    EXPECT_EQ(element->name, row.name);
    EXPECT_EQ(element->bits, row.bits);
    EXPECT_EQ(element->align_bytes, row.align_bytes);
    EXPECT_FALSE(element->is_struct);
    EXPECT_EQ(cuda_type(*element), row.cuda);
  }
}

TEST(Element, KnownOnesAreConsistent) {
  std::set<std::string> names;
  std::set<int> widths;
  for (const Element& element : known_elements()) {
    SCOPED_TRACE(element.name);
    EXPECT_TRUE(names.insert(element.name).second) << "twice in the table";
    widths.insert(element.bits);
    EXPECT_EQ(checked(element), element);
    EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(element.align_bytes)));
    if (element.bits < 8) {
      EXPECT_EQ(element.align_bytes, 1);
    } else {
      EXPECT_EQ(element.bits % (element.align_bytes * 8), 0);
    }
  }
  for (const int width : {2, 4, 8, 16, 32, 64, 128}) EXPECT_TRUE(widths.contains(width)) << width;
}

TEST(Element, OtherNamesGiveTheNameOfTheTable) {
  EXPECT_EQ(element_named("complex<float>")->name, "complex64");
  EXPECT_EQ(element_named("complex<double>")->name, "complex128");
  EXPECT_EQ(element_named("__half")->name, "half");
  EXPECT_EQ(element_named("unsigned char")->name, "uint8");
  EXPECT_EQ(element_named("long long")->name, "int64");
}

TEST(Element, UnknownNameIsRefusedWithTheList) {
  const Result<Element> element = element_named("flaot");
  ASSERT_FALSE(element);
  EXPECT_EQ(element.error().place, "name");
  EXPECT_EQ(element.error().what, "there is no element 'flaot'");
  EXPECT_NE(element.error().hint.find("float, half2"), std::string::npos) << element.error().hint;
}

TEST(Element, StructsOfAnySize) {
  const Result<Element> particle = struct_element("Particle", 12, 4);
  ASSERT_TRUE(particle);
  EXPECT_EQ(*particle, (Element{.name = "Particle", .bits = 96, .align_bytes = 4, .is_struct = true}));
  EXPECT_EQ(cuda_type(*particle), "Particle");
  EXPECT_TRUE(struct_element("Odd", 7, 1));
  EXPECT_TRUE(struct_element("Page", 4096, 4096));
}

TEST(Element, StructsThatCannotBe) {
  struct Row {
    std::string_view name;
    int bytes;
    int align_bytes;
    std::string_view place;
  };
  constexpr Row rows[] = {{"3D", 12, 4, "name"},       {"", 12, 4, "name"},         {"class", 12, 4, "name"},
                          {"float3", 12, 4, "name"},   {"a b", 12, 4, "name"},      {"S", 0, 1, "bytes"},
                          {"S", -4, 4, "bytes"},       {"S", 4097, 1, "bytes"},     {"S", 12, 0, "align_bytes"},
                          {"S", 12, 3, "align_bytes"}, {"S", 12, 8, "align_bytes"}, {"S", 12, -4, "align_bytes"}};
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.name) + " " + std::to_string(row.bytes) + " " + std::to_string(row.align_bytes));
    const Result<Element> element = struct_element(row.name, row.bytes, row.align_bytes);
    ASSERT_FALSE(element);
    EXPECT_EQ(element.error().place, row.place);
    EXPECT_FALSE(element.error().hint.empty());
  }
  EXPECT_EQ(struct_element("S", 12, 8).error().hint, "a power of two that divides the size: up to 4");
}

TEST(Element, CheckedRefusesABuiltInOfAnotherSize) {
  Element element = *element_named("float");
  element.bits = 64;
  ASSERT_FALSE(checked(element));
  EXPECT_EQ(checked(element).error().what, "float has 32 bits aligned to 4 bytes, not 64 aligned to 4");
  EXPECT_FALSE(checked(Element{.name = "S", .bits = 12, .align_bytes = 1, .is_struct = true}));
  EXPECT_FALSE(checked(Element{.name = "S", .bits = -8, .align_bytes = 1, .is_struct = true}));
  EXPECT_TRUE(checked(Element{.name = "S", .bits = 24, .align_bytes = 1, .is_struct = true}));
}

}  // namespace
}  // namespace bankmap
