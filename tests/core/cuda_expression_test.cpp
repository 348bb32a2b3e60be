// The printed text is compiled by g++ and must give the model's values, also where C's int would not.
#include "core/cuda_expression.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "core/identifier.hpp"
#include "test_machine.hpp"

namespace bankmap {
namespace {

const std::vector<std::string> index_names{"lane", "k", "columns"};

CudaWord word(const std::string& name) {
  if (name == "columns") return {{}, 65536};
  return {name, std::nullopt, name == "lane"};
}

std::string printed(const std::string& text) {
  return cuda_expression(parse_expression(text, index_names).value(), word);
}

TEST(CudaExpression, Examples) {
  struct Row {
    const char* typed;
    const char* text;
  };
  const Row rows[] = {
      {"lane / 4 * 40 + k", "lane / 4 * 40 + k"},
      {"lane ^ k & 3", "lane ^ (k & 3)"},
      {"1 << lane", "1LL << lane"},
      {"lane << k", "lane << k"},
      {"k << 2", "shift_left(k, 2)"},
      {"((k - 40) << 1 & 31) ^ lane", "(shift_left(k - 40, 1) & 31) ^ lane"},
      {"(lane * 3 + 1 & k) << 2", "((lane * 3 + 1) & k) << 2"},
      {"-1 << 3", "shift_left(-1, 3)"},
      {"~0 << 40 >> 2", "shift_left(~0, 40) >> 2"},
      {"-(k << 1)", "-shift_left(k, 1)"},
      {"1 << 4", "1 << 4"},
      {"1 << 40", "1LL << 40"},
      {"8 >> 40", "8LL >> 40"},
      {"0xffffffff & ~lane", "0xffffffffLL & ~lane"},
      {"0x7fffffff & lane", "0x7fffffff & lane"},
      {"65536 * 65536 + lane", "65536LL * 65536 + lane"},
      {"columns * columns", "int64_t(65536) * 65536"},
      {"(lane < 4) << 40", "int64_t(lane < 4) << 40"},
      {"lane < 4 && k == 2 || !lane", "(lane < 4 && k == 2) || (!lane)"},
      {"2147483647 + 1", "2147483647LL + 1"},
      {"2147483648 + 1", "2147483648 + 1"},
      {"lane ? 2147483647 * 2 : 0", "lane ? 2147483647LL * 2 : 0"},
      {"- -lane", "- -lane"},
  };
  for (const Row& row : rows) EXPECT_EQ(printed(row.typed), row.text) << row.typed;
}

TEST(CudaExpression, RandIsACallOfTheProgramsOwn) {
  const Expression tree = parse_expression("rand(256) + rand(lane + 1)", index_names).value();
  EXPECT_EQ(
      cuda_expression(tree, word, [](int site, const std::string& n) { return fmt::format("draw<{}>({})", site, n); }),
      "draw<0>(256) + draw<1>(lane + 1)");
}

// Random expressions over lane, k and numbers around the borders of C's types.
class Texts {
 public:
  std::string expression(int depth) {
    const char* leaves[] = {"lane",  "k",     "columns",    "1",          "3",          "31",         "40",
                            "65535", "65536", "2147483647", "2147483648", "0x80000000", "0xffffffff", "0x100000000"};
    if (depth == 0) return leaves[pick(std::size(leaves))];
    const char* operators[] = {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">=", "==", "&&", "||"};
    switch (pick(6)) {
      case 0:
        return fmt::format("({} ? {} : {})", expression(depth - 1), expression(depth - 1), expression(depth - 1));
      case 1: {
        const char* unary[] = {"-", "~", "!", "+"};
        return fmt::format("{} ({})", unary[pick(4)], expression(depth - 1));
      }
      default:
        return fmt::format("({}) {} ({})", expression(depth - 1), operators[pick(std::size(operators))],
                           expression(depth - 1));
    }
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  std::mt19937 random_{2026};
};

std::string literal(std::int64_t value) {
  return value == std::numeric_limits<std::int64_t>::min() ? "INT64_MIN" : fmt::format("{}LL", value);
}

// Each is a constant expression (so nothing in it is undefined), and runs without a word from the sanitizer.
TEST(CudaExpression, CompiledItGivesTheModelsValues) {
  Texts texts;
  std::string program =
      "#include <cstdint>\n#include <cstdio>\n"
      "constexpr int64_t shift_left(int64_t value, int64_t by) { return int64_t(uint64_t(value) << by); }\n"
      "int main() {\n";
  std::vector<std::int64_t> wanted;
  LaneValues lane, k, columns;
  for (int i = 0; i < lane_count; ++i) {
    lane[static_cast<std::size_t>(i)] = i;
    k[static_cast<std::size_t>(i)] = 5 - i;
    columns[static_cast<std::size_t>(i)] = 65536;
  }
  for (int tried = 0; tried < 4000; ++tried) {
    const Expression tree = parse_expression(texts.expression(1 + tried % 3), index_names).value();
    std::vector<LaneValues> values;
    for (const std::string& name : tree.names) values.push_back(name == "lane" ? lane : name == "k" ? k : columns);
    for (const int at : {0, 1, 31}) {
      const Result<LaneValues> value = evaluate(tree, {.values = values, .lanes = lane_bit(at), .rand = {}});
      if (!value) continue;  // undefined in C too
      const std::string text = cuda_expression(tree, word);
      program += fmt::format(
          "  {{ const int64_t lane = {}, k = {}; (void)lane, (void)k; static_assert(({}) == {}, \"\"); "
          "std::printf(\"%lld\\n\", (long "
          "long)({})); }}\n",
          at, 5 - at, text, literal((*value)[static_cast<std::size_t>(at)]), text);
      wanted.push_back((*value)[static_cast<std::size_t>(at)]);
    }
  }
  EXPECT_GT(wanted.size(), 4000u);
  const std::string folder = testing::TempDir() + "/cuda_expression";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/values.cpp") << program << "}\n";
  const std::string build = fmt::format(
      "g++ -std=c++17 -w -O0 -fsanitize=undefined -fno-sanitize-recover=all {0}/values.cpp -o {0}/values && {0}/values "
      "> {0}/out",
      folder);
  ASSERT_EQ(std::system(build.c_str()), 0);
  std::istringstream lines(file_text(folder + "/out"));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::int64_t got = 0;
    ASSERT_TRUE(lines >> got);
    ASSERT_EQ(got, wanted[i]) << "value " << i;
  }
}

TEST(CudaIdentifier, NamesThatMeanSomethingElseAreMoved) {
  for (const char* plain : {"k", "N", "tile_b", "Kk", "printf", "main"}) EXPECT_EQ(cuda_identifier(plain), plain);
  for (const char* risky : {"linux", "unix", "NULL", "INT_MAX", "__FILE__", "_x", "a__b", "mask", "bytes", "Data",
                            "shift_left", "row", "at", "int64_t", "byte_in_tile", "my_k", "stdin"}) {
    ASSERT_TRUE(is_identifier(risky)) << risky;
    EXPECT_EQ(cuda_identifier(risky), std::string("my_") + risky);
  }
}

}  // namespace
}  // namespace bankmap
