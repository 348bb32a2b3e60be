// What the tests of files and unsaved work share.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/session/autosave.hpp"
#include "app/session/documents.hpp"
#include "core/scenario_json.hpp"

namespace bankmap {

inline Scenario titled(const std::string& title) {
  Scenario scenario;
  scenario.title = title;
  return scenario;
}

// Another program that keeps its work and is then killed without a chance to say anything.
inline void keep_and_be_killed(const std::filesystem::path& folder, const std::string& title) {
  const pid_t child = fork();
  if (child == 0) {
    Result<Autosave> autosave = Autosave::in(folder);
    if (!autosave || !autosave->keep(titled(title), "/tmp/mine.json")) _exit(1);
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
}

// The scenario, opened from a file, that another program then changes to `theirs`.
inline Editor& opened_and_changed(Editor& editor, const std::string& file, const Scenario& theirs) {
  EXPECT_TRUE(save_file(editor, file));
  std::ofstream(file) << write_scenario(theirs);
  return editor;
}

}  // namespace bankmap
