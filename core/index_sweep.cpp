#include "core/index_sweep.hpp"

#include "core/access_names.hpp"

namespace bankmap {

IndexSweep::IndexSweep(const BoundExpression& expression, const BlockShape& block)
    : expression_(&expression), block_(&block), evaluator_(expression.tree), values_(expression.sources.size()) {}

Result<const LaneValues*> IndexSweep::at(std::span<const std::int64_t> loops, int warp, LaneMask lanes,
                                         const Evaluator::Rand& rand) {
  const bool first = warp_ < 0;
  changed_ = first || lanes != lanes_ || expression_->tree.rand_calls > 0;
  for (std::size_t name = 0; name < values_.size(); ++name) {
    const NameSource& source = expression_->sources[name];
    const bool is_loop = source.kind == NameSource::Kind::loop;
    const auto loop = static_cast<std::size_t>(source.loop);
    const bool follows_warp =
        !is_loop && source.kind != NameSource::Kind::lane && source.kind != NameSource::Kind::constant;
    if (!first && !(is_loop && loops[loop] != loops_[loop]) && !(follows_warp && warp != warp_)) continue;
    set(static_cast<int>(name), loops, warp);
    changed_ = true;
  }
  loops_.assign(loops.begin(), loops.end());
  warp_ = warp;
  lanes_ = lanes;
  if (!changed_ && found_ != nullptr) return found_;
  const Result<const LaneValues*> found = evaluator_.run(lanes, rand);
  found_ = found ? *found : nullptr;
  return found;
}

void IndexSweep::set(int name, std::span<const std::int64_t> loops, int warp) {
  const NameSource& source = expression_->sources[static_cast<std::size_t>(name)];
  if (const std::optional<std::int64_t> alike = value_in_all_lanes(source, loops, warp)) {
    evaluator_.set_alike(name, *alike);
    return;
  }
  LaneValues& values = values_[static_cast<std::size_t>(name)];
  fill_values(source, *block_, warp, values);
  evaluator_.set(name, values);
}

}  // namespace bankmap
