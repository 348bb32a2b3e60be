// Files as they are found after an accident, or made by somebody who means no good: cut short, without end, huge, missing, broken. Each
// is refused with its place, and takes nothing down but itself.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <set>
#include <utility>

#include "tests/cli/folder.hpp"
#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr long gibibyte_in_kib = 1L << 20;

// The assets of the program, to be broken: links to its files, in folders of their own.
class BadAssets {
 public:
  BadAssets() {
    for (const char* part : {"scenarios", "machines", "lessons", "measurements"}) {
      fs::create_directory(folder_.file(part));
      for (const auto& entry : fs::directory_iterator(fs::path(BANKMAP_ASSETS) / part))
        fs::create_symlink(entry.path(), fs::path(folder_.file(part)) / entry.path().filename());
    }
  }
  fs::path file(const std::string& name) const { return folder_.file(name); }
  void replace(const std::string& name, const std::string& content) const {
    fs::remove(file(name));
    std::ofstream(file(name)) << content;
  }
  Surroundings around() const {
    Surroundings around;
    around.environment = {"BANKMAP_ASSETS=" + folder_.file("")};
    return around;
  }

 private:
  Folder folder_;
};

std::string asset(const std::string& name) { return file_content(fs::path(BANKMAP_ASSETS) / name); }

// ---- cut short ----

// Wherever a file is cut, the command ends with 2 and a place in it. What follows the last bracket is not needed.
void cut_everywhere(const std::string& whole, const std::string& name, const Arguments& before,
                    const Arguments& after = {}) {
  const Folder folder;
  const std::size_t needed = whole.find_last_of("}]") + 1;
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t length = i < 3 ? i : i < 6 ? needed - (i - 2) : needed * (i - 5) / 7;
    const std::string file = folder.write(name, whole.substr(0, length));
    Arguments arguments = before;
    arguments.push_back(file);
    arguments.insert(arguments.end(), after.begin(), after.end());
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << length << " of " << needed << " bytes\n" << outcome.err;
    EXPECT_EQ(outcome.out, "") << length;
    EXPECT_TRUE(contains(outcome.err, file + ":")) << outcome.err;
  }
}

TEST(CutShort, AScenario) {
  cut_everywhere(asset("scenarios/transpose-float-plain.json"), "x.json", {"analyze"});
  cut_everywhere(asset("scenarios/ldmatrix-half-plain.json"), "x.json", {"lint"});
}

TEST(CutShort, ALesson) { cut_everywhere(asset("lessons/04-transpose.json"), "x.json", {"lesson", "check"}); }

TEST(CutShort, Measurements) {
  const Folder folder;
  cut_everywhere(asset("measurements/h200-lessons.json"), "x.json",
                 {"render", "broadcast", "-o", folder.file("x.png"), "--measurements"});
  EXPECT_TRUE(folder.names().empty());
}

TEST(CutShort, Answers) {
  const Outcome empty = run_program({"lesson", "answers", "01", "-o", "-"});
  ASSERT_EQ(empty.exit_code, 0) << empty.err;
  cut_everywhere(empty.out, "ada.json", {"lesson", "grade"});
}

TEST(CutShort, AShareString) {
  const Folder folder;
  const std::string whole = run_program({"export", "broadcast", "--format", "share"}).out;
  for (std::size_t length = 9; length + 2 < whole.size(); length += 7) {
    const Outcome outcome = run_program({"analyze", folder.write("x.share.txt", whole.substr(0, length))});
    EXPECT_EQ(outcome.exit_code, 2) << length;
    EXPECT_TRUE(contains(outcome.err, "x.share.txt")) << outcome.err;
  }
}

TEST(CutShort, AMachine) {
  const std::string whole = asset("machines/sm_80.json");
  for (const std::size_t length : {std::size_t{0}, whole.size() / 3, whole.size() - 3}) {
    const BadAssets assets;
    assets.replace("machines/sm_80.json", whole.substr(0, length));
    const Outcome other = run_program({"lint", "transpose-float-padded"}, assets.around());
    EXPECT_EQ(other.exit_code, 0) << other.err;
    EXPECT_TRUE(contains(other.err, "bankmap: warning: " + assets.file("machines/sm_80.json").string() + ":"))
        << other.err;
    const Outcome its_own =
        run_program({"analyze", "--instruction", "ld.b32", "--addresses", "0", "--machine", "sm_80"}, assets.around());
    EXPECT_EQ(its_own.exit_code, 2);
    EXPECT_TRUE(contains(its_own.err, "there is no machine profile 'sm_80'")) << its_own.err;
  }
}

// ---- broken and missing assets ----

TEST(BrokenAssets, APresetIsNamedAndTheOthersAreThere) {
  const BadAssets assets;
  assets.replace("scenarios/broadcast.json", "{\"format\": ");
  const std::string place = assets.file("scenarios/broadcast.json").string() + ":1:";
  const Outcome list = run_program({"presets"}, assets.around());
  EXPECT_EQ(list.exit_code, 2);
  EXPECT_TRUE(contains(list.out, "transpose-float-plain: ")) << list.out;
  EXPECT_TRUE(contains(list.err, place)) << list.err;
  EXPECT_EQ(run_program({"analyze", "transpose-float-plain"}, assets.around()).exit_code, 0);
  const Outcome its_own = run_program({"analyze", "broadcast"}, assets.around());
  EXPECT_EQ(its_own.exit_code, 2);
  EXPECT_TRUE(contains(its_own.err, place)) << its_own.err;
}

TEST(BrokenAssets, ALessonIsNamedAndTheOthersAreThere) {
  const BadAssets assets;
  assets.replace("lessons/02-broadcast.json", "[]");
  const Outcome list = run_program({"lesson", "list"}, assets.around());
  EXPECT_EQ(list.exit_code, 2);
  EXPECT_TRUE(contains(list.out, "01-what-is-a-bank: ")) << list.out;
  EXPECT_TRUE(contains(list.err, assets.file("lessons/02-broadcast.json").string())) << list.err;
  EXPECT_EQ(run_program({"lesson", "show", "01"}, assets.around()).exit_code, 0);
}

TEST(BrokenAssets, ALessonSaysWhichPresetOfItsIsBroken) {
  const BadAssets assets;
  const Folder folder;
  assets.replace("scenarios/broadcast.json", "{");
  const std::string lesson =
      folder.write("x.json", R"({"format": "bankmap-lesson", "version": 1, "title": "t", "summary": "s",
      "scenarios": [{"name": "a", "preset": "broadcast"}], "steps": [{"title": "t", "text": "x", "scenario": "a"}]})");
  const Outcome outcome = run_program({"lesson", "check", lesson}, assets.around());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "scenarios/broadcast.json:1:")) << outcome.err;
}

TEST(LessonCheck, SaysWhichPresetWasMeant) {
  const Folder folder;
  const std::string lesson =
      folder.write("x.json", R"({"format": "bankmap-lesson", "version": 1, "title": "t", "summary": "s",
      "scenarios": [{"name": "a", "preset": "brodcast"}], "steps": [{"title": "t", "text": "x", "scenario": "a"}]})");
  const Outcome outcome = run_program({"lesson", "check", lesson});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "there is no preset 'brodcast'; did you mean broadcast? 'bankmap presets' lists"))
      << outcome.err;
}

TEST(BrokenAssets, FoldersMayBeMissing) {
  const BadAssets assets;
  fs::remove_all(assets.file("lessons"));
  fs::remove_all(assets.file("measurements"));
  EXPECT_EQ(run_program({"analyze", "broadcast"}, assets.around()).exit_code, 0);
  EXPECT_EQ(run_program({"lesson", "list"}, assets.around()).exit_code, 0);
  const Outcome show = run_program({"lesson", "show", "01"}, assets.around());
  EXPECT_EQ(show.exit_code, 2);
  EXPECT_TRUE(contains(show.err, "there is no lesson")) << show.err;
  fs::remove_all(assets.file("machines"));
  const Outcome none = run_program({"analyze", "broadcast"}, assets.around());
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "has no folders machines and scenarios")) << none.err;
}

// ---- without end, and huge ----

void refused_in_time_and_memory(const Arguments& arguments, const std::string& says) {
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << arguments.back();
  EXPECT_TRUE(contains(outcome.err, says)) << arguments.back() << "\n" << outcome.err;
  EXPECT_LT(outcome.peak_kib, gibibyte_in_kib) << arguments.back();
}

TEST(HugeFiles, AreRefusedWithoutMuchMemory) {
  const Folder folder;
  const std::string sparse = folder.write("sparse.json", "");
  fs::resize_file(sparse, std::uintmax_t{2} << 30);
  const std::string png = folder.file("x.png");
  const std::vector<Arguments> commands{{"analyze"},
                                        {"lesson", "check"},
                                        {"lesson", "grade"},
                                        {"verify-model"},
                                        {"render", "broadcast", "-o", png, "--measurements"}};
  for (const std::string& file : {sparse, std::string("/dev/zero"), std::string("/dev/urandom")}) {
    for (Arguments arguments : commands) {
      arguments.push_back(file);
      refused_in_time_and_memory(arguments, "is larger than");
    }
  }
}

TEST(EndlessFiles, APipeThatNobodyWritesIntoIsNotWaitedForForEver) {
  const Folder folder;
  const std::string pipe = folder.file("pipe.json");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  refused_in_time_and_memory({"analyze", pipe}, "pipe.json: nothing came from it in 10 seconds");
}

TEST(EndlessFiles, APipeAmongTheAssetsIsNotOpened) {
  const BadAssets assets;
  fs::remove(assets.file("scenarios/broadcast.json"));
  ASSERT_EQ(mkfifo(assets.file("scenarios/broadcast.json").c_str(), 0600), 0);
  const Outcome list = run_program({"presets"}, assets.around());
  EXPECT_EQ(list.exit_code, 2);
  EXPECT_TRUE(contains(list.err, "broadcast.json: this is no ordinary file")) << list.err;
}

// All the work that a scenario may ask for.
std::string largest_scenario(const std::string& column) {
  std::string tiles, accesses;
  for (int i = 0; i < 16; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    tiles += comma + R"({"name": "t)" + std::to_string(i) + R"(", "rows": 1024, "columns": 1024})";
    accesses +=
        comma + R"({"name": "a", "tile": )" + std::to_string(i) +
        R"(, "instruction": "ld.b32", "loops": [{"name": "k", "end": 2048}], "pattern": {"kind": "index", "row": "k % rows", "column": ")" +
        column + "\"}}";
  }
  return R"({"format": "bankmap-scenario", "version": 1, "block": [1024], "tiles": [)" + tiles + "], \"accesses\": [" +
         accesses + "]}";
}

TEST(HugeWork, TheMostThatIsAllowedTakesSeconds) {
  const Folder folder;
  const std::string column = repeated("(lane * k + 3) % 7 + ", 120) + "1";
  const std::string file = folder.write("x.json", largest_scenario("(" + column + ") % columns"));
  for (const char* format : {"csv", "json", "svg"}) {
    const Outcome outcome = run_program({"export", file, "--format", format});  // is killed after 30 s
    EXPECT_EQ(outcome.exit_code, 0) << format << outcome.err;
    EXPECT_LT(outcome.peak_kib, gibibyte_in_kib / 4);
  }
}

// ---- no room ----

TEST(FullDisk, TheOldFileStaysWholeAndTheMessageSaysWhere) {
  Surroundings around;
  around.largest_file = 2000;
  const std::vector<std::pair<std::string, Arguments>> commands{
      {"x.svg", {"export", "broadcast", "--format", "svg", "-o"}},
      {"x.csv", {"export", "broadcast", "--format", "csv", "-o"}},
      {"x.png", {"render", "broadcast", "-o"}},
      {"x.html", {"lesson", "export", "01", "-o"}},
      {"y.png", {"lesson", "picture", "01", "--step", "1", "-o"}},
      {"y.json", {"exercise", "--seed", "1", "-o"}}};
  for (const auto& [name, command] : commands) {
    const Folder folder;
    const std::string file = folder.write(name, "the old one");
    Arguments arguments = command;
    arguments.push_back(file);
    const Outcome outcome = run_program(arguments, around);
    EXPECT_EQ(outcome.exit_code, 2) << name << outcome.err;
    EXPECT_TRUE(contains(outcome.err, file + ": cannot be written: File too large")) << outcome.err;
    EXPECT_EQ(file_content(file), "the old one") << name;
    EXPECT_EQ(folder.names(), std::set<std::string>{name}) << "and nothing is left beside it";
  }
}

}  // namespace
}  // namespace bankmap
