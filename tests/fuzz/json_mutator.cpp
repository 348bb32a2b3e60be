// libFuzzer's changes to a JSON document that leave it one: a value becomes another, is left out, doubled or moved. Changes to the
// bytes alone nearly always end at the first bracket. Every fourth change is one of those all the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using Json = nlohmann::ordered_json;

class Mutator {
 public:
  Mutator(Json& document, std::uint32_t seed) : document_(document), random_(seed) { collect(document_); }

  void change() {
    Json& value = *values_[below(values_.size())];
    switch (below(8)) {
      case 0:
        value = scalar();
        return;
      case 1:
        value = Json(*values_[below(values_.size())]);
        return;
      case 2:
        drop_child(value);
        return;
      case 3:
        double_child(value);
        return;
      case 4:
        rename_child(value);
        return;
      default:
        change_scalar(value);
        return;
    }
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  void collect(Json& value) {
    values_.push_back(&value);
    for (const auto& [key, child] : value.items()) {
      if (value.is_object()) keys_.push_back(key);
    }
    for (Json& child : value) {
      if (value.is_structured()) collect(child);
    }
  }

  Json scalar() {
    const std::vector<Json> scalars{0,
                                    1,
                                    -1,
                                    2,
                                    31,
                                    32,
                                    33,
                                    64,
                                    65'536,
                                    INT32_MAX,
                                    INT64_MAX,
                                    UINT64_MAX,
                                    INT64_MIN,
                                    0.5,
                                    -0.0,
                                    1e-308,
                                    1e308,
                                    "",
                                    "k",
                                    "lane",
                                    "0",
                                    "lane % 8",
                                    "\x01",
                                    "\xc3\xa4",
                                    true,
                                    false,
                                    nullptr,
                                    Json::array(),
                                    Json::object()};
    return scalars[below(scalars.size())];
  }

  void change_scalar(Json& value) {
    if (value.is_number_integer()) {
      const auto number = value.get<std::uint64_t>();
      const std::uint64_t changed[]{
          number + 1, number - 1, number * 2, number / 2, number ^ (std::uint64_t{1} << below(64)), 0 - number};
      value = static_cast<std::int64_t>(changed[below(std::size(changed))]);
    } else if (value.is_string()) {
      std::string text = value.get<std::string>();
      const std::size_t size = text.size();
      text.resize(size + 16);
      text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
      value = text;
    } else if (value.is_boolean()) {
      value = !value.get<bool>();
    } else {
      value = scalar();
    }
  }

  auto some_child(Json& value) { return std::next(value.begin(), static_cast<std::ptrdiff_t>(below(value.size()))); }

  void drop_child(Json& value) {
    if (value.is_structured() && !value.empty()) value.erase(some_child(value));
  }
  void double_child(Json& value) {
    if (!value.is_structured() || value.empty()) return;
    Json child = *some_child(value);
    if (value.is_array()) return value.push_back(std::move(child));
    value[keys_[below(keys_.size())]] = std::move(child);
  }
  void rename_child(Json& value) {
    if (!value.is_object() || value.empty()) return;
    const auto child = some_child(value);
    Json kept = *child;
    value.erase(child);
    value[keys_[below(keys_.size())]] = std::move(kept);
  }

  Json& document_;
  std::minstd_rand random_;
  std::vector<Json*> values_;
  std::vector<std::string> keys_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Json document = Json::parse(data, data + size, nullptr, false);
  if (document.is_discarded()) return LLVMFuzzerMutate(data, size, max_size);
  Mutator(document, seed).change();
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
