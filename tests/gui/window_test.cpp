// What of the real window can be tested without a display.
#include "app/window/window.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "app/window/glfw_input.hpp"

namespace bankmap {
namespace {

TEST(Window, WithoutADisplayItSaysSo) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  for (int i = 0; i < 2; ++i) {  // and again: a refusal leaves nothing behind
    const auto window = Window::open({.title = "Bankmap"});
    ASSERT_FALSE(window.has_value());
    EXPECT_NE(window.error().what.find("DISPLAY"), std::string::npos) << window.error().what;
    EXPECT_NE(window.error().hint.find("bankmap render"), std::string::npos);
  }
}

TEST(GlfwInput, EveryKeyHasItsOwn) {
  std::set<Key> seen;
  for (int key = 0; key <= GLFW_KEY_LAST; ++key) seen.insert(key_of_glfw(key));
  for (int key = 0; key < key_count; ++key) EXPECT_TRUE(seen.contains(static_cast<Key>(key))) << key;
}

TEST(GlfwInput, KeysThatMatter) {
  EXPECT_EQ(key_of_glfw(GLFW_KEY_A), Key::a);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_Z), Key::z);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_0), Key::digit0);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_F12), Key::f12);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_DELETE), Key::del);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_RIGHT_SHIFT), Key::shift);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_UNKNOWN), Key::none);
  EXPECT_EQ(key_of_glfw(GLFW_KEY_PRINT_SCREEN), Key::none);
}

}  // namespace
}  // namespace bankmap
