#include "app/editor.hpp"

#include <gtest/gtest.h>

#include "app/assets.hpp"

namespace bankmap {
namespace {

MachineProfiles machines() { return load_machines(Assets{BANKMAP_ASSETS}).value(); }

Tile padded(std::int64_t padding) {
  Tile tile;
  tile.pitch.value = padding;
  return tile;
}

Edits one(Edit edit, std::uint32_t gesture = 0) {
  Edits edits;
  edits.push(std::move(edit));
  edits.gesture = gesture;
  return edits;
}

std::int64_t padding(const Editor& editor) { return editor.scenario().tiles[0].pitch.value; }

TEST(Editor, AnalysisFollowsEveryEdit) {
  Scenario scenario;
  scenario.accesses[0].loops = {LoopVariable{.name = "k", .begin = 0, .end = 32}};
  Editor editor(scenario, machines());
  EXPECT_EQ(editor.analysis().accesses[0].shown->served.cost.wavefronts, 32);
  EXPECT_TRUE(editor.apply(one(SetTile{0, padded(1)})));
  EXPECT_EQ(editor.analysis().accesses[0].shown->served.cost.wavefronts, 1);
}

TEST(Editor, ADragIsOneStep) {
  Editor editor(Scenario{}, machines());
  for (std::int64_t value = 1; value <= 9; ++value) editor.apply(one(SetTile{0, padded(value)}, 7));
  editor.apply(Edits{});
  editor.apply(one(SetTile{0, padded(20)}, 7));  // the same slider, taken hold of again
  EXPECT_EQ(padding(editor), 20);
  editor.undo();
  EXPECT_EQ(padding(editor), 9);
  editor.undo();
  EXPECT_EQ(padding(editor), 0);
  EXPECT_FALSE(editor.can_undo());
}

TEST(Editor, EditsWithoutAGestureAreStepsOfTheirOwn) {
  Editor editor(Scenario{}, machines());
  editor.apply(one(SetTile{0, padded(1)}));
  editor.apply(one(SetTile{0, padded(2)}));
  editor.undo();
  EXPECT_EQ(padding(editor), 1);
}

TEST(Editor, RedoUntilSomethingElseIsDone) {
  Editor editor(Scenario{}, machines());
  editor.apply(one(SetTile{0, padded(1)}));
  editor.undo();
  ASSERT_TRUE(editor.can_redo());
  editor.redo();
  EXPECT_EQ(padding(editor), 1);
  editor.undo();
  editor.apply(one(SetTile{0, padded(5)}));
  EXPECT_FALSE(editor.can_redo());
}

TEST(Editor, AnEditThatChangesNothingIsNoStep) {
  Editor editor(Scenario{}, machines());
  EXPECT_FALSE(editor.apply(one(SetTile{0, padded(0)})));
  EXPECT_FALSE(editor.can_undo());
  editor.undo();
  editor.redo();
  EXPECT_EQ(editor.scenario(), Scenario{});
}

TEST(Editor, AnUnknownMachineIsAProblemAndNoCrash) {
  Scenario scenario;
  scenario.machine = "sm_1";
  Editor editor(scenario, machines());
  ASSERT_EQ(editor.analysis().problems.size(), 1U);
  EXPECT_EQ(editor.analysis().problems[0].place, "machine");
  EXPECT_EQ(editor.analysis().accesses.size(), 1U);
  EXPECT_FALSE(editor.analysis().accesses[0].shown.has_value());
  EXPECT_TRUE(editor.apply(one(SetMachine{"sm_90"})));
  EXPECT_TRUE(editor.analysis().accesses[0].shown.has_value() || !editor.analysis().accesses[0].problems.empty());
}

}  // namespace
}  // namespace bankmap
