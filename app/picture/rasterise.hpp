// app/picture/rasterise.hpp -- draws what Dear ImGui wants drawn without a graphics card: triangles into an image.
//
//     per pixel whose centre is inside the triangle and the clip rectangle:
//         source = vertex colour (interpolated) with opacity times coverage of the font atlas (bilinear)
//         pixel  = source * opacity + pixel * (1 - opacity)                                as OpenGL with the usual
//         blending does
//
// Corners are rounded to 1/256 pixel and edges follow the top-left rule in whole numbers, so two triangles that share
// an edge leave no gap and paint no pixel twice. The same draw data gives the same bytes every time. Not drawn: user
// callbacks, and textures other than the font atlas (their triangles are filled with their vertex colours).
#pragma once

#include <cstdint>
#include <vector>

#include "app/imgui_compat.hpp"
#include "app/picture/image.hpp"

namespace bankmap {

struct Coverage {                        // the font atlas: how much of a texel is inked
  int width = 0;                         // [texels]
  int height = 0;                        // [texels]
  const std::uint8_t* texels = nullptr;  // rows from the top; owned by the atlas
};
// Builds the atlas if that has not been done.
Coverage coverage_of(ImFontAtlas& atlas);

// Paints onto the image, whose size is the data's display size times its framebuffer scale (what lies outside is cut
// off).
void rasterise(const ImDrawData& data, const Coverage& atlas, ImTextureID atlas_id, Image& onto);

}  // namespace bankmap
