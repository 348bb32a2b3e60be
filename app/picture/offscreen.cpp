#include "app/picture/offscreen.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/picture/rasterise.hpp"

namespace bankmap {
namespace {

// Any value but the one that means "none": only compared with itself.
ImTextureID atlas_id() {
#if IMGUI_VERSION_NUM >= 19140
  return ImTextureID{1};
#else
  return reinterpret_cast<ImTextureID>(std::uintptr_t{1});
#endif
}

void adopt(ImFontAtlas& atlas) {
  coverage_of(atlas);
  atlas.SetTexID(atlas_id());
}

}  // namespace

float fitting_scale(int width, int height) {
  return std::max(1.0F, std::min(static_cast<float>(width) / 1440, static_cast<float>(height) / 900));
}

Offscreen::Offscreen(const PictureSize& size, const Look& look) : before_(ImGui::GetCurrentContext()), size_(size) {
  own_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(own_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  input_start(io);
  set_look(look);
}

Offscreen::~Offscreen() {
  ImGui::DestroyContext(own_);
  ImGui::SetCurrentContext(before_);
}

void Offscreen::set_look(const Look& look) {
  theme_ = build_theme(look, size_.scale);
  adopt(*ImGui::GetIO().Fonts);
}

void Offscreen::resize(const PictureSize& size) {
  const bool new_scale = size.scale != size_.scale;
  size_ = size;
  if (new_scale) set_look(theme_.look);
}

void Offscreen::frame(const std::function<void()>& draw, float frame_seconds) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size_.width), static_cast<float>(size_.height)};
  io.DeltaTime = frame_seconds;
  input_.take(io);
  ImGui::NewFrame();
  draw();
  ImGui::Render();
}

Image Offscreen::image() const {
  auto image = filled_image(size_.width, size_.height, theme_.colours->ground);
  const ImDrawData* data = ImGui::GetDrawData();
  if (!image) return {};
  if (data != nullptr) rasterise(*data, coverage_of(*ImGui::GetIO().Fonts), atlas_id(), *image);
  return *std::move(image);
}

Result<Image> draw_picture(const PictureSize& size, const Look& look, const std::function<void(const Theme&)>& draw) {
  if (auto possible = filled_image(size.width, size.height, {}); !possible) return tl::unexpected(possible.error());
  Offscreen screen(size, look);
  for (int i = 0; i < 1 + frames_to_settle; ++i) screen.frame([&] { draw(screen.theme()); });
  return screen.image();
}

}  // namespace bankmap
