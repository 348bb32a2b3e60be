// Files that nobody writes on purpose, for every reader, by the laws that libFuzzer runs too (tests/fuzz/laws.hpp): inputs that once
// broke one, whole files cut short at every length, and whole files with one byte changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine_json.hpp"
#include "tests/core/test_machine.hpp"
#include "tests/fuzz/laws.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.is_regular_file() && entry.path().extension() != ".md") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

fs::path source(std::string_view folder) { return fs::path(BANKMAP_SOURCE) / folder; }

class HostileFiles : public ::testing::TestWithParam<ReaderLaw> {
 protected:
  static void expect_law(std::string_view bytes, const std::string& what) {
    try {
      GetParam().check(bytes);
    } catch (const std::exception& broken) {
      ADD_FAILURE() << GetParam().reader << ", " << what << ": " << broken.what();
    }
  }
  static std::vector<std::string> seeds() { return files_in(source("tests/fuzz/seeds") / GetParam().reader); }
};

TEST_P(HostileFiles, WhatOnceBroke) {
  for (const std::string& file : files_in(fs::path(BANKMAP_TEST_DATA) / "crashers" / GetParam().reader)) {
    expect_law(file_text(file), file);
  }
}

TEST_P(HostileFiles, Empty) { expect_law("", "nothing"); }

TEST_P(HostileFiles, CutShortAtEveryLength) {
  for (const std::string& file : seeds()) {
    const std::string text = file_text(file);
    for (std::size_t length = 0; length <= text.size(); ++length) {
      expect_law(std::string_view(text).substr(0, length), file + " cut to " + std::to_string(length));
    }
  }
}

TEST_P(HostileFiles, OneByteChanged) {
  for (const std::string& file : seeds()) {
    std::string text = file_text(file);
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char was = text[at];
      for (const char changed : {'\0', '"', '9', '-', '[', '}', '\xff'}) {
        text[at] = changed;
        expect_law(text, file + " with byte " + std::to_string(at) + " changed");
      }
      text[at] = was;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Readers, HostileFiles, ::testing::ValuesIn(reader_laws().begin(), reader_laws().end()),
                         [](const auto& law) { return std::string(law.param.reader); });

// The program's own files are larger: cut at some lengths only.
void expect_refused_in_part(std::string_view folder, std::string_view reader) {
  constexpr std::size_t most_cuts = 60;
  const ReaderLaw* law = law_of(reader);
  ASSERT_NE(law, nullptr);
  for (const std::string& file : files_in(source(folder))) {
    const std::string text = file_text(file);
    for (std::size_t i = 0; i <= most_cuts; ++i) {
      const std::size_t length = text.size() * i / most_cuts;
      EXPECT_NO_THROW(law->check(std::string_view(text).substr(0, length))) << file << " cut to " << length;
    }
  }
}

TEST(OwnFilesCutShort, Scenarios) { expect_refused_in_part("assets/scenarios", "scenario"); }
TEST(OwnFilesCutShort, Lessons) { expect_refused_in_part("assets/lessons", "lesson"); }
TEST(OwnFilesCutShort, Machines) { expect_refused_in_part("assets/machines", "machine"); }
TEST(OwnFilesCutShort, Measurements) { expect_refused_in_part("assets/measurements", "measurements"); }

// The seeds are what a fuzzer begins with: whole files, of which each reader should take at least one.
TEST(Seeds, EveryReaderHasSome) {
  for (const ReaderLaw& law : reader_laws()) {
    if (law.reader == "whole_way") continue;  // takes any bytes
    EXPECT_FALSE(files_in(source("tests/fuzz/seeds") / law.reader).empty()) << law.reader;
  }
}

// A new instruction is missing in them: the fuzzer would begin with refusals alone.
TEST(Seeds, MachinesAreTaken) {
  for (const std::string& file : files_in(source("tests/fuzz/seeds/machine"))) {
    const Result<MachineProfile> machine = read_machine(file_text(file));
    EXPECT_TRUE(machine) << file << ": " << to_string(machine.error());
  }
}

}  // namespace
}  // namespace bankmap
