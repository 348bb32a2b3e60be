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
    fill_values(source, *block_, loops, warp, values_[name]);
    evaluator_.set(static_cast<int>(name), values_[name]);
    changed_ = true;
  }
  loops_.assign(loops.begin(), loops.end());
  warp_ = warp;
  lanes_ = lanes;
  return evaluator_.run(lanes, rand);
}

}  // namespace bankmap
