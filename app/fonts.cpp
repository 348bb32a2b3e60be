#include "app/fonts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "core/utf8.hpp"

namespace bankmap {
namespace {

// Letters of western Europe, then the signs that the window uses: dashes and quotes, arrows, mathematics, shapes,
// marks; and U+FFFD, which Dear ImGui draws for what is missing where a font has it.
constexpr std::array<ImWchar, 25> all_signs{0x0020, 0x00ff, 0x03bb, 0x03bc, 0x2010, 0x2027, 0x2030, 0x2033, 0x2190,
                                            0x2199, 0x21d2, 0x21d2, 0x2205, 0x221e, 0x2248, 0x2297, 0x25a0, 0x25d1,
                                            0x2713, 0x2717, 0x2318, 0x2318, 0xfffd, 0xfffd, 0};
constexpr std::array<ImWchar, 7> number_signs{0x0020, 0x007e, 0x00b7, 0x00d7, 0x2012, 0x2014, 0};

// Line height over em, from the hhea tables of the two families: Dear ImGui asks for the line height.
constexpr float words_line = 1.21F;
constexpr float mono_line = 1.32F;
constexpr float mono_em = words_line / mono_line;  // a little smaller, so that both families have lines of one height

struct Face {
  const std::string* file;
  float em;
  float line;
  const ImWchar* signs;
};

std::string first_there(std::initializer_list<std::string_view> folders,
                        std::initializer_list<std::string_view> names) {
  std::error_code ignored;
  for (const std::string_view folder : folders)
    for (const std::string_view name : names) {
      std::string path = std::string(folder) + "/" + std::string(name);
      if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
  return {};
}

// One font made of the first face and, for the signs it lacks, of the others in turn.
ImFont* load_font(ImFontAtlas& atlas, std::initializer_list<Face> faces) {
  ImFont* font = nullptr;
  for (const Face& face : faces) {
    if (face.file->empty()) continue;
    ImFontConfig config;
    config.MergeMode = font != nullptr;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.PixelSnapH = face.line == mono_line;  // whole pixels from digit to digit: numbers do not jump
    config.GlyphRanges = face.signs;
    ImFont* loaded = atlas.AddFontFromFileTTF(face.file->c_str(), std::round(face.em * face.line), &config);
    if (font == nullptr) font = loaded;
  }
  if (font != nullptr) return font;
  ImFontConfig config;
  config.SizePixels = std::round(faces.begin()->em * faces.begin()->line);
  return atlas.AddFontDefault(&config);
}

}  // namespace

FontFiles find_font_files() {
  const auto inter = {std::string_view("/usr/share/fonts/opentype/inter"),
                      std::string_view("/usr/share/fonts/truetype/inter"), std::string_view("/usr/local/share/fonts")};
  const auto mono = {std::string_view("/usr/share/fonts/truetype/jetbrains-mono"),
                     std::string_view("/usr/local/share/fonts")};
  const auto signs = {std::string_view("/usr/share/fonts/truetype/dejavu")};
  return {.words = first_there(inter, {"Inter-Regular.otf", "Inter-Regular.ttf"}),
          .words_bold =
              first_there(inter, {"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "Inter-Bold.otf", "Inter-Bold.ttf"}),
          .mono = first_there(mono, {"JetBrainsMono-Regular.ttf"}),
          .mono_bold = first_there(mono, {"JetBrainsMono-SemiBold.ttf", "JetBrainsMono-Bold.ttf"}),
          .signs = first_there(signs, {"DejaVuSans.ttf"})};
}

bool lacks_signs(const ImFont* font, std::string_view text) {
  while (!text.empty()) {
    const CodePoint sign = decode_utf8(text);
    if (!has_sign(*font, sign.value)) return true;
    text.remove_prefix(sign.length);
  }
  return false;
}

Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float text_pixels) {
  atlas.Clear();
  const float body = std::clamp(text_pixels, 8.0F, 120.0F);
  const float small = std::max(body * 0.82F, std::min(body, 10.0F));
  const auto words = [&](const std::string& file, float em) { return Face{&file, em, words_line, all_signs.data()}; };
  const auto mono = [&](const std::string& file, float em) {
    return Face{&file, em * mono_em, mono_line, all_signs.data()};
  };
  const auto numbers = [&](const std::string& file, float em) {
    return Face{&file, em, mono_line, number_signs.data()};
  };
  Fonts fonts;
  fonts.words = load_font(atlas, {words(files.words, body), mono(files.mono, body), words(files.signs, body)});
  fonts.words_bold =
      load_font(atlas, {words(files.words_bold, body), words(files.words, body), mono(files.mono_bold, body)});
  fonts.words_small = load_font(atlas, {words(files.words, small), mono(files.mono, small), words(files.signs, small)});
  fonts.mono = load_font(atlas, {mono(files.mono, body), words(files.words, body), words(files.signs, body)});
  fonts.mono_small = load_font(atlas, {mono(files.mono, small), words(files.words, small), words(files.signs, small)});
  fonts.mono_bold = load_font(atlas, {mono(files.mono_bold, body), mono(files.mono, body), words(files.words, body)});
  fonts.mono_big = load_font(atlas, {numbers(files.mono, body * 2), numbers(files.words, body * 2)});
  return fonts;
}

}  // namespace bankmap
