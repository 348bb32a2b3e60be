// What a shell makes of the printed words is asked of a shell.
#include "core/ncu_command.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace bankmap {
namespace {

struct ClosePipe {
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, ClosePipe> pipe(popen(command.c_str(), "r"));
  std::string text;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) text += static_cast<char>(c);
  return text;
}

// popen starts /bin/sh, which need not know $'...': bash gets the word through a file of its own.
std::string read_by_bash(const std::string& word) {
  const std::string file = testing::TempDir() + "/word.sh";
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file.c_str(), "wb"), std::fclose);
  std::fprintf(out.get(), "printf '%%s' %s", word.c_str());
  out.reset();
  return output_of("bash " + file);
}

const std::array<std::string, 22> hostile{"plain-1.cu",
                                          "my tile",
                                          "",
                                          "it's",
                                          "''",
                                          "a\"b",
                                          "$(touch /tmp/bankmap-was-here)",
                                          "`touch /tmp/bankmap-was-here`",
                                          "${HOME}",
                                          "a;b&c|d>e<f",
                                          "line\nbreak",
                                          "\ttab\r",
                                          "back\\slash\\",
                                          "!history",
                                          "*?[a-z]{x,y}",
                                          "~root",
                                          "#comment",
                                          "\x1b[2Jescape\x07",
                                          "sch\xc3\xb6n \xe2\x80\xae",
                                          "\xff\xfe not utf8",
                                          "1\n2",
                                          "=ls"};

TEST(ShellWord, IsReadAsExactlyTheseBytes) {
  for (const std::string& text : hostile) EXPECT_EQ(read_by_bash(shell_word(text)), text) << shell_word(text);
}

TEST(ShellWord, IsOneLineOfPrintableCharacters) {
  for (const std::string& text : hostile) {
    for (const char c : shell_word(text)) EXPECT_TRUE(c >= ' ' && c <= '~') << shell_word(text);
  }
}

TEST(ShellWord, IsQuotedOnlyWhereItMustBe) {
  EXPECT_EQ(shell_word("assets/tile-1.cu"), "assets/tile-1.cu");
  EXPECT_EQ(shell_word("my tile"), "'my tile'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("line\nbreak 1"), "$'line\\012break 1'");
}

TEST(ShellFile, IsNeverAnOption) {
  EXPECT_EQ(shell_file("-rf"), "./-rf");
  EXPECT_EQ(shell_file("--metrics x"), "'./--metrics x'");
  EXPECT_EQ(shell_file("a-b"), "a-b");
}

TEST(NcuCommand, CountsWhatTheInstructionsNeedOnce) {
  const std::array loads{Instruction::ld_b32, Instruction::ldmatrix_x4};
  EXPECT_EQ(ncu_command(loads, "access"),
            "ncu --kernel-name execute_once --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum,"
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum ./access");
  const std::array stores{Instruction::st_b32, Instruction::atom_add_u32};
  EXPECT_EQ(ncu_metrics(stores), (std::vector<std::string>{"l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write.sum",
                                                           "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
                                                           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}));
}

TEST(NcuCommand, ADifferenceNeedsBothCounters) {
  const std::array copy{Instruction::cp_async_ca_8};
  EXPECT_EQ(ncu_metrics(copy), (std::vector<std::string>{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
                                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum",
                                                         "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"}));
}

TEST(NcuCommand, IsEmptyWhereNoCounterLooks) {
  const std::array bypass{Instruction::cp_async_cg_16};
  EXPECT_EQ(ncu_command(bypass, "access"), "");
  EXPECT_EQ(ncu_command({}, "access"), "");
}

TEST(NcuCommand, RunsTheProgramWhateverItIsCalled) {
  const std::array load{Instruction::ld_b8};
  EXPECT_TRUE(ncu_command(load, "-x").ends_with(" ./-x"));
  EXPECT_TRUE(ncu_command(load, "$(id)").ends_with(" './$(id)'"));
  EXPECT_TRUE(ncu_command(load, "build/my run").ends_with(" 'build/my run'"));
  EXPECT_TRUE(ncu_command(load, "/opt/run").ends_with(" /opt/run"));
}

TEST(NcuReading, SaysWhichMetricsBelongToWhichAccess) {
  const std::array accesses{Instruction::ld_b32, Instruction::cp_async_ca_8, Instruction::ldmatrix_x4,
                            Instruction::cp_async_cg_16};
  EXPECT_EQ(ncu_reading(accesses),
            (std::vector<std::string>{"A block of its own for each access, Access0 first. What belongs to which:",
                                      "  access 0 (ld.b32), 2 (ldmatrix.x4)",
                                      "    wavefronts      l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum",
                                      "    bank conflicts  l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
                                      "  access 1 (cp.async.ca.8)",
                                      "    wavefronts      l1tex__data_pipe_lsu_wavefronts_mem_shared.sum minus "
                                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum",
                                      "    bank conflicts  l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
                                      "  access 3 (cp.async.cg.16)", "    no counter sees it"}));
}

TEST(NcuSteps, GoFromTheScenarioToItsCounters) {
  const std::array load{Instruction::ld_b32};
  EXPECT_EQ(ncu_steps(load, "my tile.json"),
            "The same counters by Nsight Compute, of all steps and warps together:\n"
            "  bankmap export 'my tile.json' --format cuda -o bankmap_access.cu\n"
            "  nvcc -std=c++17 -O3 -arch=native -o bankmap_access bankmap_access.cu\n"
            "  ncu --kernel-name execute_once --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum,"
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum ./bankmap_access\n"
            "A block of its own for each access, Access0 first. What belongs to which:\n"
            "  access 0 (ld.b32)\n"
            "    wavefronts      l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum\n"
            "    bank conflicts  l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum\n");
  EXPECT_NE(ncu_steps(load, "-o x.json").find("export './-o x.json' --format"), std::string::npos);
  EXPECT_NE(ncu_steps(load, "a\nrm -r b").find("export $'a\\012rm -r b' --format"), std::string::npos);
  EXPECT_EQ(ncu_steps({}, "x"), "");
}

}  // namespace
}  // namespace bankmap
