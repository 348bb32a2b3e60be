// Whatever is done to the window, it goes on, and no number on it is one that analyze() did not give.
//     BANKMAP_MONKEY=100000 BANKMAP_MONKEY_SEED=7 build/tests/gui_tests --gtest_filter=Monkey.*     a long run
#include <cstdlib>
#include <filesystem>
#include <random>

#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

int from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

class Monkey {
 public:
  explicit Monkey(unsigned seed) : random_(seed), window_("transpose-float-plain", {1280, 800}) {}

  void act() {
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        return window_.gui->click(some_widget());
      case 3:
        return window_.gui->move_to(some_place());
      case 4:
        return window_.gui->press(below(8) == 0 ? 1 : 0);
      case 5:
        return window_.gui->release(below(8) == 0 ? 1 : 0);
      case 6:
        return window_.gui->wheel(static_cast<float>(below(9) - 4));
      case 7:
        return window_.gui->key(some_key());
      case 8:
        return window_.gui->chord(below(2) == 0 ? Key::ctrl : Key::shift, some_key());
      case 9:
        return window_.gui->type(some_text());
      case 10:
        return window_.gui->drag(some_place(), some_place(), 1 + below(4));
      default:
        return window_.gui->key(below(3) == 0 ? Key::escape : Key::enter);
    }
  }

  // It may look for a place to save, but never find one.
  void stay_out_of_files() {
    if (window_.ui.sheets.shown == SheetKind::files && window_.ui.files.purpose == FilePurpose::save)
      window_.ui.sheets.close();
    window_.ui.files.ask.reset();
    window_.gui->settle();
  }

  void check() const {
    const Analysis again = analyze(window_.editor.scenario(), window_.editor.machine());
    const bool known = window_.editor.machines().contains(window_.editor.scenario().machine);
    const AccessAnalysis& access = again.accesses[static_cast<std::size_t>(window_.ui.access)];
    if (!window_.gui->shows("headline.wavefronts")) return;  // no room for it
    const bool answer = known && access.shown;
    const std::string wavefronts = answer ? std::to_string(access.shown->served.cost.wavefronts) : "–";
    const std::string excess = answer ? std::to_string(access.shown->served.cost.excess()) : "–";
    if (!window_.ui.advice_view.previewed) {
      ASSERT_EQ(window_.text("headline.wavefronts"), wavefronts);
      ASSERT_EQ(window_.text("headline.excess"), excess);
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  ImVec2 some_place() { return {static_cast<float>(below(1320) - 20), static_cast<float>(below(840) - 20)}; }
  ImVec2 some_widget() {
    const std::vector<LoggedWidget>& all = window_.gui->log().widgets();
    return all.empty() ? some_place() : all[random_() % all.size()].middle();
  }
  Key some_key() { return static_cast<Key>(1 + below(key_count - 1)); }
  std::string some_text() {
    constexpr const char* texts[] = {"lane",        "lane % ", "0",        "-1",      "99999999999999999999",
                                     "1/0",         "((",      "k ^ lane", "rand(7)", "\xc3\xa9",
                                     "threadIdx.x", ";",       "0xffff",   "~",       " "};
    return texts[below(static_cast<int>(std::size(texts)))];
  }

  std::mt19937 random_;
  WindowOn window_;
};

TEST(Monkey, NothingBreaksIt) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::string folder = (std::filesystem::temp_directory_path() / "bankmap-monkey-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::filesystem::current_path(folder);
  const int actions = from_environment("BANKMAP_MONKEY", 1500);
  const auto seed = static_cast<unsigned>(from_environment("BANKMAP_MONKEY_SEED", 20261130));
  Monkey monkey(seed);
  for (int i = 0; i < actions && !::testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE("action " + std::to_string(i) + ", seed " + std::to_string(seed));
    monkey.act();
    monkey.stay_out_of_files();
    monkey.check();
  }
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace bankmap
