#include "app/imgui_compat.hpp"

#include <array>

// Input as events, named keys: 1.87 and later. We support 1.86 and 1.90 onwards.
#if IMGUI_VERSION_NUM >= 19000
#define BANKMAP_IMGUI_EVENTS 1
#else
#define BANKMAP_IMGUI_EVENTS 0
#endif

namespace bankmap {
namespace {

#if BANKMAP_IMGUI_EVENTS

struct NamedKey {
  Key ours;
  ImGuiKey theirs;
};
constexpr std::array named_keys{
    NamedKey{Key::tab, ImGuiKey_Tab},
    NamedKey{Key::left, ImGuiKey_LeftArrow},
    NamedKey{Key::right, ImGuiKey_RightArrow},
    NamedKey{Key::up, ImGuiKey_UpArrow},
    NamedKey{Key::down, ImGuiKey_DownArrow},
    NamedKey{Key::page_up, ImGuiKey_PageUp},
    NamedKey{Key::page_down, ImGuiKey_PageDown},
    NamedKey{Key::home, ImGuiKey_Home},
    NamedKey{Key::end, ImGuiKey_End},
    NamedKey{Key::insert, ImGuiKey_Insert},
    NamedKey{Key::del, ImGuiKey_Delete},
    NamedKey{Key::backspace, ImGuiKey_Backspace},
    NamedKey{Key::space, ImGuiKey_Space},
    NamedKey{Key::enter, ImGuiKey_Enter},
    NamedKey{Key::escape, ImGuiKey_Escape},
    NamedKey{Key::keypad_enter, ImGuiKey_KeypadEnter},
    NamedKey{Key::minus, ImGuiKey_Minus},
    NamedKey{Key::equal, ImGuiKey_Equal},
    NamedKey{Key::comma, ImGuiKey_Comma},
    NamedKey{Key::period, ImGuiKey_Period},
    NamedKey{Key::slash, ImGuiKey_Slash},
    NamedKey{Key::left_bracket, ImGuiKey_LeftBracket},
    NamedKey{Key::right_bracket, ImGuiKey_RightBracket},
    NamedKey{Key::ctrl, ImGuiKey_LeftCtrl},
    NamedKey{Key::shift, ImGuiKey_LeftShift},
    NamedKey{Key::alt, ImGuiKey_LeftAlt},
    NamedKey{Key::super, ImGuiKey_LeftSuper},
};

ImGuiKey in_run(Key key, Key first, ImGuiKey theirs) {
  return static_cast<ImGuiKey>(static_cast<int>(theirs) + static_cast<int>(key) - static_cast<int>(first));
}

ImGuiKey to_imgui(Key key) {
  if (key >= Key::a && key <= Key::z) return in_run(key, Key::a, ImGuiKey_A);
  if (key >= Key::digit0 && key <= Key::digit9) return in_run(key, Key::digit0, ImGuiKey_0);
  if (key >= Key::f1 && key <= Key::f12) return in_run(key, Key::f1, ImGuiKey_F1);
  for (const NamedKey& each : named_keys)
    if (each.ours == key) return each.theirs;
  return ImGuiKey_None;
}

ImGuiKey modifier_of(Key key) {
  switch (key) {
    case Key::ctrl:
      return ImGuiMod_Ctrl;
    case Key::shift:
      return ImGuiMod_Shift;
    case Key::alt:
      return ImGuiMod_Alt;
    case Key::super:
      return ImGuiMod_Super;
    default:
      return ImGuiKey_None;
  }
}

#endif

bool known(Key key) { return key > Key::none && key < Key::count; }

void navigate(ImGuiIO& io, bool on) {
  io.ConfigFlags =
      on ? io.ConfigFlags | ImGuiConfigFlags_NavEnableKeyboard : io.ConfigFlags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace

bool is_modifier(Key key) { return key == Key::ctrl || key == Key::shift || key == Key::alt || key == Key::super; }

bool ctrl_pressed(Key key, bool shift) {
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyCtrl && io.KeyShift == shift && !io.KeyAlt && !io.KeySuper && key_pressed(key);
}

#if BANKMAP_IMGUI_EVENTS

bool key_down(Key key) { return known(key) && ImGui::IsKeyDown(to_imgui(key)); }
bool key_pressed(Key key, bool repeat) { return known(key) && ImGui::IsKeyPressed(to_imgui(key), repeat); }

// Our queue already gives each frame what it can take; a second queue would only hold things back longer than we know.
void input_start(ImGuiIO& io) {
  io.ConfigInputTrickleEventQueue = false;
  navigate(io, true);
}
void input_key(ImGuiIO& io, Key key, bool down) {
  if (!known(key)) return;
  if (key == Key::alt) navigate(io, !down);
  if (is_modifier(key)) io.AddKeyEvent(modifier_of(key), down);
  io.AddKeyEvent(to_imgui(key), down);
}
void input_mouse_move(ImGuiIO& io, float x, float y) { io.AddMousePosEvent(x, y); }
void input_mouse_button(ImGuiIO& io, int button, bool down) {
  if (button >= 0 && button < ImGuiMouseButton_COUNT) io.AddMouseButtonEvent(button, down);
}
void input_wheel(ImGuiIO& io, float dx, float dy) { io.AddMouseWheelEvent(dx, dy); }

#else

// 1.86 keeps keys in an array whose places the program chooses: we take our own numbers.
bool key_down(Key key) { return known(key) && ImGui::IsKeyDown(static_cast<int>(key)); }
bool key_pressed(Key key, bool repeat) { return known(key) && ImGui::IsKeyPressed(static_cast<int>(key), repeat); }

void input_start(ImGuiIO& io) {
  struct Place {
    ImGuiKey theirs;
    Key ours;
  };
  constexpr std::array places{
      Place{ImGuiKey_Tab, Key::tab},
      Place{ImGuiKey_LeftArrow, Key::left},
      Place{ImGuiKey_RightArrow, Key::right},
      Place{ImGuiKey_UpArrow, Key::up},
      Place{ImGuiKey_DownArrow, Key::down},
      Place{ImGuiKey_PageUp, Key::page_up},
      Place{ImGuiKey_PageDown, Key::page_down},
      Place{ImGuiKey_Home, Key::home},
      Place{ImGuiKey_End, Key::end},
      Place{ImGuiKey_Insert, Key::insert},
      Place{ImGuiKey_Delete, Key::del},
      Place{ImGuiKey_Backspace, Key::backspace},
      Place{ImGuiKey_Space, Key::space},
      Place{ImGuiKey_Enter, Key::enter},
      Place{ImGuiKey_Escape, Key::escape},
      Place{ImGuiKey_KeyPadEnter, Key::keypad_enter},
      Place{ImGuiKey_A, Key::a},
      Place{ImGuiKey_C, Key::c},
      Place{ImGuiKey_V, Key::v},
      Place{ImGuiKey_X, Key::x},
      Place{ImGuiKey_Y, Key::y},
      Place{ImGuiKey_Z, Key::z},
  };
  static_assert(places.size() == ImGuiKey_COUNT);
  static_assert(key_count <= IM_ARRAYSIZE(ImGuiIO::KeysDown));
  navigate(io, true);
  for (const Place& place : places) io.KeyMap[place.theirs] = static_cast<int>(place.ours);
}
void input_key(ImGuiIO& io, Key key, bool down) {
  if (!known(key)) return;
  if (key == Key::alt) navigate(io, !down);
  io.KeysDown[static_cast<int>(key)] = down;
  io.KeyCtrl = io.KeysDown[static_cast<int>(Key::ctrl)];
  io.KeyShift = io.KeysDown[static_cast<int>(Key::shift)];
  io.KeyAlt = io.KeysDown[static_cast<int>(Key::alt)];
  io.KeySuper = io.KeysDown[static_cast<int>(Key::super)];
}
void input_mouse_move(ImGuiIO& io, float x, float y) { io.MousePos = {x, y}; }
void input_mouse_button(ImGuiIO& io, int button, bool down) {
  if (button >= 0 && button < ImGuiMouseButton_COUNT) io.MouseDown[button] = down;
}
void input_wheel(ImGuiIO& io, float dx, float dy) {
  io.MouseWheelH += dx;
  io.MouseWheel += dy;
}

#endif

#if IMGUI_VERSION_NUM >= 19200
bool has_sign(const ImFont& font, std::uint32_t code) {
  return code <= 0xffff && const_cast<ImFont&>(font).IsGlyphInFont(static_cast<ImWchar>(code));  // it only looks
}
void push_font(ImFont* font) { ImGui::PushFont(font, font->LegacySize); }
float font_pixels(const ImFont* font) { return font->LegacySize; }
void set_base_font_size(ImGuiStyle& style, float pixels) { style.FontSizeBase = pixels; }
#else
bool has_sign(const ImFont& font, std::uint32_t code) {
  return code <= 0xffff && font.FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr;
}
void push_font(ImFont* font) { ImGui::PushFont(font); }
float font_pixels(const ImFont* font) { return font->FontSize; }
void set_base_font_size(ImGuiStyle&, float) {}  // the size of a font is that of its file until 1.92
#endif

#if IMGUI_VERSION_NUM >= 19110
static const Clipboard& our_clipboard() {
  return *static_cast<const Clipboard*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
}
void input_clipboard(const Clipboard& clipboard) {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = const_cast<Clipboard*>(&clipboard);  // only ever read, in our_clipboard
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) { return our_clipboard().read(our_clipboard().owner); };
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    our_clipboard().write(our_clipboard().owner, text);
  };
}
#else
void input_clipboard(const Clipboard& clipboard) {
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = clipboard.owner;
  io.GetClipboardTextFn = clipboard.read;
  io.SetClipboardTextFn = clipboard.write;
}
#endif

void input_focus(ImGuiIO& io, bool focused) { io.AddFocusEvent(focused); }

bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(id, size, border, flags);  // from 1.90 on a number, in which 1 is the border
}

bool begin_panel(const char* id, ImVec2 size, ImGuiWindowFlags flags) {
#if BANKMAP_IMGUI_EVENTS
  return ImGui::BeginChild(id, size, ImGuiChildFlags_AlwaysUseWindowPadding, flags);
#else
  return ImGui::BeginChild(id, size, false, flags | ImGuiWindowFlags_AlwaysUseWindowPadding);
#endif
}

void add_rect(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float rounding, float thickness) {
  const ImDrawFlags flags = ImDrawFlags_None;
  list.AddRect(min, max, colour, rounding, flags, thickness);
}

}  // namespace bankmap
