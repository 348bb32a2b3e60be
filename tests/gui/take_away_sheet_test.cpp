// Taking away: everything to the clipboard or into a file with the next free name.
#include "app/views/take_away_sheet.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "core/report_markdown.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

// The sheet is open, and files go into a folder of the test's own.
class TakeAwaySheet : public testing::Test {
 protected:
  TakeAwaySheet() : window("transpose-float-plain") {
    std::string name = (fs::temp_directory_path() / "bankmap-take-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~TakeAwaySheet() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  void open() {
    perform(window.editor, window.ui, {Action::take_away});
    window.ui.take_away.folder = folder;
    window.gui->frames(3);
  }
  std::string content(const std::string& name) const {
    std::ifstream file(folder / name, std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
  }
  TakenFrom from() const {
    return {window.editor.scenario(), window.editor.machine(), window.editor.analysis(), window.ui.access,
            ThemeKind::dark};
  }

  WindowOn window;
  fs::path folder;
};

TEST_F(TakeAwaySheet, CopiesAShareStringThatOpensAgain) {
  open();
  window.gui->click("take.share.txt.copy");
  EXPECT_EQ(read_share_string(ImGui::GetClipboardText()).value(), window.editor.scenario());
  EXPECT_EQ(window.text("take.said"), "Share string: on the clipboard.");
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(TakeAwaySheet, SavesUnderTheTitleAndNeverOverAnotherFile) {
  open();
  EXPECT_EQ(window.text("take.stem"), "transpose-32-x-32-float-plain");
  window.ui.take_away.stem = "mine";
  std::ofstream(folder / "mine.md") << "precious";
  window.gui->click("take.md.save");
  EXPECT_EQ(window.text("take.said"), fmt::format("Saved as {}.", (folder / "mine-2.md").string()));
  EXPECT_EQ(content("mine.md"), "precious");
  EXPECT_EQ(content("mine-2.md"), report_markdown(from().scenario, from().machine, from().analysis));
  window.gui->click("take.md.save");
  EXPECT_TRUE(fs::exists(folder / "mine-3.md"));
}

TEST_F(TakeAwaySheet, EveryKindOfTextIsSavedAndCopied) {
  open();
  window.ui.take_away.stem = "all";
  for (int i = 0; i < take_away_count; ++i) {
    const auto kind = static_cast<TakeAway>(i);
    if (kind == TakeAway::picture) continue;
    SCOPED_TRACE(info(kind).name);
    const Result<std::string> text = take_away_text(kind, from(), std::string("all") + info(kind).suffix);
    ASSERT_TRUE(text);
    EXPECT_GT(text->size(), 40U);
    window.ui.take_away.ask = TakeAwayAsk{kind, false};
    window.gui->frames(1);
    EXPECT_EQ(content(std::string("all") + info(kind).suffix), *text);
    window.ui.take_away.ask = TakeAwayAsk{kind, true};
    window.gui->frames(1);
    EXPECT_EQ(std::string(ImGui::GetClipboardText()), *take_away_text(kind, from(), ""));
  }
  EXPECT_EQ(read_scenario(content("all.json")).value(), window.editor.scenario());
}

TEST_F(TakeAwaySheet, IsBesideTheDocument) {
  window.editor.mark_saved((folder / "kernel.json").string());
  perform(window.editor, window.ui, {Action::take_away});
  EXPECT_EQ(window.ui.take_away.folder, folder);
  EXPECT_EQ(window.ui.take_away.stem, "kernel");
}

TEST_F(TakeAwaySheet, AFolderThatTakesNoFileIsSaid) {
  open();
  window.ui.take_away.folder = folder / "missing";
  window.gui->click("take.md.save");
  EXPECT_NE(window.text("take.said").find("there is no folder"), std::string::npos) << window.text("take.said");
  EXPECT_TRUE(window.ui.take_away.bad);
}

TEST_F(TakeAwaySheet, ThePictureIsTakenOnceTheSheetIsGone) {
  std::string path;
  bool clear = false;
  window.ui.shell.save_picture = [&](const std::string& to, const std::function<void(Result<void>)>& done) {
    path = to;
    clear = !window.gui->shows("sheet") && !window.gui->shows("status.notice");
    done({});
  };
  const auto expect_picture = [&](const std::string& name) {
    EXPECT_EQ(path, (folder / name).string());
    EXPECT_TRUE(clear) << "no sheet, and no words of its own";
    ASSERT_TRUE(window.ui.notice);
    EXPECT_EQ(window.ui.notice->text, fmt::format("The picture is in {}.", path));
  };
  open();
  window.ui.take_away.stem = "shot";
  window.reach("take.png.save");
  window.gui->click("take.png.save");
  window.gui->frames(3);
  expect_picture("shot.png");
  window.ui.notice = Notice{"of something else", false};
  window.gui->frames(2);
  perform(window.editor, window.ui, {Action::save_picture});
  window.ui.take_away.folder = folder;
  window.ui.take_away.stem = "again";
  window.gui->frames(3);
  expect_picture("again.png");
}

TEST_F(TakeAwaySheet, ActionsCopyWithoutTheSheet) {
  perform(window.editor, window.ui, {Action::copy_share});
  EXPECT_EQ(std::string(ImGui::GetClipboardText()), share_string(window.editor.scenario()).value());
  EXPECT_EQ(window.ui.notice->text, "Share string: on the clipboard.");
  perform(window.editor, window.ui, {Action::copy_markdown});
  EXPECT_TRUE(std::string(ImGui::GetClipboardText()).starts_with("### Transpose, 32 x 32 float"));
}

TEST(TakeAwayNames, StemAndFreePath) {
  EXPECT_EQ(take_away_stem("", "Transpose, 32 x 32 float: a/b!"), "transpose-32-x-32-float-a-b");
  EXPECT_EQ(take_away_stem("", "../.."), "bankmap");
  EXPECT_EQ(take_away_stem("", ""), "bankmap");
  EXPECT_EQ(take_away_stem("", std::string(200, 'a')).size(), 60U);
  EXPECT_EQ(take_away_stem("/a/b.c.json", "t"), "b.c");
}

// A refused scenario is told, and leaves no file.
TEST_F(TakeAwaySheet, ARefusedScenarioIsSaid) {
  Scenario refused = window.editor.scenario();
  for (Access& each : refused.accesses) each.mask = "lane <";
  Edits edits;
  edits.push(ReplaceScenario{refused});
  window.editor.apply(edits);
  open();
  window.ui.take_away.ask = TakeAwayAsk{TakeAway::cuda, false};
  window.gui->frames(1);
  EXPECT_TRUE(window.ui.take_away.bad);
  EXPECT_TRUE(fs::is_empty(folder));
  for (int i = 0; i < take_away_count; ++i) {
    const auto kind = static_cast<TakeAway>(i);
    if (kind != TakeAway::picture) take_away_text(kind, from(), "");
  }
}

}  // namespace
}  // namespace bankmap
