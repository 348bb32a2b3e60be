#include "core/share_string.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int raw_deflate = -15;  // zlib's word for: a window of 32 KiB, without a header of its own
constexpr std::size_t crc_bytes = 4;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

std::string to_base64(const Bytes& bytes) {
  std::string text;
  text.reserve(bytes.size() * 4 / 3 + 3);
  std::uint32_t held = 0;
  int bits = 0;
  for (const unsigned char byte : bytes) {
    held = held << 8 | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet[held >> (bits - 6) & 63];
  }
  if (bits > 0) text += alphabet[held << (6 - bits) & 63];
  return text;
}

// Empty where the last character is too many, or holds bits that no writer sets.
std::optional<Bytes> from_base64(std::string_view text) {
  Bytes bytes;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = alphabet.find(c);
    held = held << 6 | static_cast<std::uint32_t>(digit);
    if ((bits += 6) < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<unsigned char>(held >> bits));
  }
  if (bits >= 6 || (held & ((1U << bits) - 1)) != 0) return std::nullopt;
  return bytes;
}

std::uint32_t crc_of(const unsigned char* data, std::size_t size) {
  return static_cast<std::uint32_t>(crc32(crc32(0, nullptr, 0), data, static_cast<uInt>(size)));
}

const Bytef* bytes_of(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

// pre: json is at most a few MiB, so that its length fits zlib's counters.
Bytes deflated(std::string_view json) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_deflate, 9, Z_DEFAULT_STRATEGY);
  deflateSetDictionary(&stream, bytes_of(share_dictionary()), static_cast<uInt>(share_dictionary().size()));
  Bytes out(deflateBound(&stream, static_cast<uLong>(json.size())));
  stream.next_in = const_cast<Bytef*>(bytes_of(json));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(json.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

enum class Inflating { done, broken, too_large };

// Stops at the first byte over the limit: what a small string could become costs no memory.
Inflating inflate_into(std::string& json, const unsigned char* data, std::size_t size) {
  z_stream stream{};
  if (inflateInit2(&stream, raw_deflate) != Z_OK) return Inflating::broken;
  inflateSetDictionary(&stream, bytes_of(share_dictionary()), static_cast<uInt>(share_dictionary().size()));
  stream.next_in = const_cast<Bytef*>(data);
  stream.avail_in = static_cast<uInt>(size);
  std::array<unsigned char, 16384> part;
  int state = Z_OK;
  while (state == Z_OK && json.size() <= max_shared_json_bytes) {
    stream.next_out = part.data();
    stream.avail_out = static_cast<uInt>(part.size());
    state = inflate(&stream, Z_NO_FLUSH);
    json.append(reinterpret_cast<const char*>(part.data()), part.size() - stream.avail_out);
  }
  const bool whole = state == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (json.size() > max_shared_json_bytes) return Inflating::too_large;
  return whole ? Inflating::done : Inflating::broken;
}

tl::unexpected<Problem> damaged() {
  return fail("the share string is damaged: it is cut short, or a character has changed",
              "copy the whole of it again, from \"bankmap1.\" to its end");
}

// "bankmap2." is ours, of another version.
std::optional<std::string_view> version_of(std::string_view text) {
  constexpr std::string_view name = "bankmap";
  if (!text.starts_with(name)) return std::nullopt;
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot > name.size() + 6) return std::nullopt;
  const std::string_view version = text.substr(name.size(), dot - name.size());
  const bool digits = std::ranges::all_of(version, [](char c) { return c >= '0' && c <= '9'; });
  return digits && !version.empty() ? std::optional(version) : std::nullopt;
}

std::string without_blanks(std::string_view text) {
  std::string kept;
  std::ranges::copy_if(text, std::back_inserter(kept), [](char c) { return !is_blank(c); });
  return kept;
}

Result<Bytes> checked_bytes(std::string_view text) {
  const auto strange = std::ranges::find_if(text, [](char c) { return alphabet.find(c) == std::string_view::npos; });
  if (strange != text.end()) {
    const auto at = static_cast<std::size_t>(strange - text.begin());
    return fail(fmt::format("'{}' does not occur in a share string", shown(text.substr(at, 1))),
                "copy the share string alone, from \"bankmap1.\" to its end");
  }
  std::optional<Bytes> bytes = from_base64(text);
  if (!bytes || bytes->size() <= crc_bytes) return damaged();
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < crc_bytes; ++i) crc = crc << 8 | (*bytes)[i];
  if (crc != crc_of(bytes->data() + crc_bytes, bytes->size() - crc_bytes)) return damaged();
  return *std::move(bytes);
}

}  // namespace

bool looks_like_share_string(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return version_of(text).has_value();
}

std::string packed_share(std::string_view json) {
  const Bytes packed = deflated(json);
  const std::uint32_t crc = crc_of(packed.data(), packed.size());
  Bytes bytes(crc_bytes + packed.size());
  for (std::size_t i = 0; i < crc_bytes; ++i) bytes[i] = static_cast<unsigned char>(crc >> (24 - 8 * i));
  std::ranges::copy(packed, bytes.begin() + crc_bytes);
  return std::string(share_prefix) + to_base64(bytes);
}

Result<std::string> share_string(const Scenario& scenario) {
  const std::string json = nlohmann::ordered_json::parse(write_scenario(scenario)).dump();
  std::string text = json.size() > max_shared_json_bytes ? std::string() : packed_share(json);
  if (!text.empty() && text.size() <= max_share_bytes) return text;
  return fail("the scenario is too large for a share string", "save it as a file");
}

Result<Scenario> read_share_string(std::string_view text) {
  if (text.size() > max_share_bytes)
    return fail(fmt::format("this is too long for a share string: {} bytes", text.size()),
                fmt::format("one has at most {}", max_share_bytes));
  const std::string kept = without_blanks(text);
  const std::optional<std::string_view> version = version_of(kept);
  if (!version) return fail("this is no share string", "one begins with \"bankmap1.\"; 'Copy share string' makes it");
  if (!std::string_view(kept).starts_with(share_prefix))
    return fail(fmt::format("the share string is of version {}, and this program reads version 1", *version),
                "open it with the program that made it, or save it there as a file");
  const Result<Bytes> bytes = checked_bytes(std::string_view(kept).substr(share_prefix.size()));
  if (!bytes) return fail(bytes.error());
  std::string json;
  switch (inflate_into(json, bytes->data() + crc_bytes, bytes->size() - crc_bytes)) {
    case Inflating::too_large:
      return fail("the share string would unpack to more than 1 MiB, so it was not made by this program",
                  "ask for the scenario as a file");
    case Inflating::broken:
      return damaged();
    case Inflating::done:
      break;
  }
  return read_scenario(json);
}

// Every key and the usual values, the most usual last, where deflate reaches them with the shortest distances.
std::string_view share_dictionary() {
  static constexpr std::string_view text =
      R"("kind":"matrix","rows":[1,2,4,8,16,32,64,128,256,512],"kind":"expression","column":"col","kind":"triton","vec":1,)"
      R"("per_phase":1,"max_phase":1,"kind":"tma","mode":"128B_ATOM_32B","64B","32B","128B","kind":"cute","bits":3,"base":3,)"
      R"("shift":3,"struct":"Particle","bytes":16,"align":4,"stride_bytes":,"padding_bytes":,"stride":,)"
      R"("kind":"addresses","bytes":[0,4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,72,76,80,84,88,92,96,100,104,108,112,)"
      R"(116,120,124,128,132,136,140,144,148,152,156,160,"kind":"bytes","bytes":"lane * 4","kind":"broadcast","row":"0",)"
      R"("column":"0","kind":"mma","shape":"m16n8k16","m16n8k8","operand":"a","tf32":false,"transposed":true,"reg":"reg",)"
      R"("kind":"matrix_rows","matrices":4,"down_first":true,"row":"lane % 16","column":"lane / 16 * 8","kind":"diagonal",)"
      R"("offset":"k","kind":"strided","stride":"2","offset":"0","kind":"block","rows":16,"columns":16,"row_major":true,)"
      R"("column_step":1,"row_offset":"0","column_offset":"0","red.add.u32","red.add.f32","atom.cas.b32","atom.add.f32",)"
      R"("atom.add.u32","cp.async.ca.16","cp.async.cg.16","stmatrix.x4","ldmatrix.x4.trans","ldmatrix.x4","st.b64","ld.b64",)"
      R"("ld.b16","st.b16","ld.b8","st.b128","ld.b128"," padding"," conflict"," lanes "," the "," column"," rows"," words",)"
      R"("tile[threadIdx.x][k]","threadIdx.y","threadIdx.x","int8","bf16","double","half","float4","float2","sm_80","sm_100",)"
      R"("kind":"xor","chunk_elements":1,"shift":0,"mask":31,"0x0000ffff",{"format":"bankmap-scenario","version":1,)"
      R"("title":"Transpose, 32 x 32 float","note":"","machine":"sm_90","block":[32,1,1],"tiles":[{"name":"tile","rows":32,)"
      R"("columns":32,"element":"float","padding":0,"base_bytes":0,"swizzle":{"kind":"none"}}],"accesses":[{"name":"store",)"
      R"("tile":0,"instruction":"st.b32","pattern":{"kind":"row","row":"k","first":"0","step":1},"element_byte":0,)"
      R"("mask":"0xffffffff","loops":[{"name":"k","begin":0,"end":32,"step":1,"at":0}],"warp":0},{"name":"load","tile":0,)"
      R"("instruction":"ld.b32","pattern":{"kind":"index","row":"lane","column":"k"},"kind":"column","column":"k","step":1},)"
      R"("element_byte":0,"mask":"0xffffffff","loops":[],"loops":[{"name":"k","begin":0,"end":32,"step":1,"at":0}],"warp":0}]})";
  return text;
}

}  // namespace bankmap
