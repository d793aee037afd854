//===- ChadArrays.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The array combinators.

#include "Positions.h"
#include "chad/IR/ChadOps.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Gathers elements into an array, in any order of their indices.
class Collector {
public:
  Collector(Type array, int64_t extent) : type(array), rows(extent) {}

  void set(int64_t i, RuntimeValue row) { rows[i] = std::move(row); }
  /// Gives the shape that elements would have, of an array without elements.
  void setSample(RuntimeValue row) { sample = std::move(row); }
  /// Whether the array has no elements and its type leaves an inner extent open.
  bool isOpen() const {
    auto lin = dyn_cast<LinType>(type);
    return rows.empty() && !(lin && lin.isUnit()) &&
           llvm::is_contained(getArrayTensor(type).getShape().drop_front(), ShapedType::kDynamic);
  }
  FailureOr<RuntimeValue> finish(const Evaluation &eval) const {
    return arrayOf(eval, type, rows, sample ? &*sample : nullptr);
  }

private:
  Type type;
  std::vector<RuntimeValue> rows;
  std::optional<RuntimeValue> sample;
};
} // namespace

static SmallVector<Collector> collectorsFor(TypeRange arrays, int64_t extent) {
  return llvm::map_to_vector(arrays, [&](Type type) { return Collector(type, extent); });
}

static LogicalResult finishAll(const Evaluation &eval, ArrayRef<Collector> collectors,
                               RuntimeValues &results) {
  for (const Collector &collector : collectors) {
    FailureOr<RuntimeValue> array = collector.finish(eval);
    if (failed(array))
      return failure();
    results.push_back(*array);
  }
  return success();
}

/// Checks that there can be an array of `extent` elements.
static LogicalResult checkExtent(const Evaluation &eval, int64_t extent) {
  return eval.checkShape(extent);
}

/// The extent of arrays, which must be the same.
static FailureOr<int64_t> commonExtent(const Evaluation &eval, ValueRange arrays) {
  std::optional<int64_t> extent;
  for (mlir::Value array : arrays) {
    const RuntimeValue &value = eval.get(array);
    // A unit array has the extent of its type, if that is static.
    int64_t own =
        value.is<Tensor>() ? value.asTensor().shape.front() : getArrayExtent(array.getType());
    if (ShapedType::isDynamic(own))
      continue;
    if (extent && *extent != own)
      return eval.error() << "arrays have the extents " << *extent << " and " << own;
    extent = own;
  }
  if (!extent)
    return eval.error() << "the extent is unknown: the arrays are of unit type and dynamic";
  if (failed(checkExtent(eval, *extent)))
    return failure();
  return *extent;
}

/// Zeros in the shapes that the elements of these arrays would have, if there were any.
static FailureOr<RuntimeValues> zeroElements(const Evaluation &eval, ValueRange arrays) {
  RuntimeValues elements;
  for (mlir::Value array : arrays) {
    const RuntimeValue &value = eval.get(array);
    if (value.is<Unit>()) {
      elements.push_back(Unit());
      continue;
    }
    ArrayRef<int64_t> inner = ArrayRef(value.asTensor().shape).drop_front();
    Number zero = zeroNumber(getArrayTensor(array.getType()).getElementType());
    if (inner.empty()) {
      elements.push_back(zero);
      continue;
    }
    EvalResult tensor = eval.splat(inner, zero);
    if (failed(tensor))
      return failure();
    elements.push_back(tensor->front());
  }
  return elements;
}

/// The inner extents of results without elements: those that the body would give.
static void setSamples(Evaluation &eval, Region &body, ArrayRef<RuntimeValue> args,
                       MutableArrayRef<Collector> collectors) {
  if (llvm::none_of(collectors, [](const Collector &collector) { return collector.isOpen(); }))
    return;
  if (std::optional<RuntimeValues> row = eval.runForShapes(body, args))
    for (auto [collector, element] :
         llvm::zip_equal(collectors, ArrayRef(*row).take_back(collectors.size())))
      collector.setSample(element);
}

static RuntimeValues elementsAt(const Evaluation &eval, ValueRange arrays, int64_t i) {
  return llvm::map_to_vector(arrays,
                             [&](mlir::Value array) { return elementOf(eval.get(array), i); });
}

/// `body(lefts..., rights...)`.
static EvalResult combine(Evaluation &eval, Region &body, ArrayRef<RuntimeValue> lefts,
                          ArrayRef<RuntimeValue> rights) {
  RuntimeValues args(lefts);
  llvm::append_range(args, rights);
  return eval.run(body, args);
}

//===----------------------------------------------------------------------===//
// map and build
//===----------------------------------------------------------------------===//

/// `zⱼ[i] = bodyⱼ(argsOf(i))`.
static EvalResult tabulate(Evaluation &eval, Region &body, int64_t extent,
                           function_ref<RuntimeValues(int64_t)> argsOf,
                           function_ref<FailureOr<RuntimeValues>()> sampleArgs) {
  if (failed(checkExtent(eval, extent)))
    return failure();
  SmallVector<Collector> collectors = collectorsFor(eval.op->getResultTypes(), extent);
  for (int64_t i = 0; i < extent; ++i) {
    EvalResult row = eval.run(body, argsOf(i));
    if (failed(row))
      return failure();
    for (auto [collector, element] : llvm::zip_equal(collectors, *row))
      collector.set(i, element);
  }
  if (extent == 0) {
    FailureOr<RuntimeValues> args = sampleArgs();
    if (failed(args))
      return failure();
    setSamples(eval, body, *args, collectors);
  }
  RuntimeValues results;
  if (failed(finishAll(eval, collectors, results)))
    return failure();
  return results;
}

static EvalResult evalMap(MapOp op, Evaluation &eval) {
  FailureOr<int64_t> extent = commonExtent(eval, op.getArrays());
  if (failed(extent))
    return failure();
  return tabulate(
      eval, op.getBody(), *extent, [&](int64_t i) { return elementsAt(eval, op.getArrays(), i); },
      [&] { return zeroElements(eval, op.getArrays()); });
}

static EvalResult evalBuild(BuildOp op, Evaluation &eval) {
  auto indexOf = [](int64_t i) { return one(RuntimeValue::index(i)); };
  return tabulate(eval, op.getBody(), eval.index(op.getExtent()), indexOf,
                  [&]() -> FailureOr<RuntimeValues> { return indexOf(0); });
}

//===----------------------------------------------------------------------===//
// reduce and scan
//===----------------------------------------------------------------------===//

static EvalResult evalReduce(ReduceOp op, Evaluation &eval) {
  FailureOr<int64_t> extent = commonExtent(eval, op.getArrays());
  if (failed(extent))
    return failure();
  EvalResult total = eval.get(op.getUnits());
  for (int64_t i = 0; i < *extent && succeeded(total); ++i)
    total = combine(eval, op.getBody(), *total, elementsAt(eval, op.getArrays(), i));
  return total;
}

static EvalResult evalScan(ScanOp op, Evaluation &eval) {
  FailureOr<int64_t> extent = commonExtent(eval, op.getArrays());
  if (failed(extent))
    return failure();
  bool isLeft = op.getDirection() == Direction::Left;
  bool isInclusive = op.getKind() == ScanKind::Inclusive;
  SmallVector<Collector> collectors = collectorsFor(op.getResultTypes(), *extent);
  RuntimeValues total = eval.get(op.getUnits());
  auto store = [&](int64_t i) {
    for (auto [collector, part] : llvm::zip_equal(collectors, total))
      collector.set(i, part);
  };
  for (int64_t step = 0; step < *extent; ++step) {
    int64_t i = isLeft ? step : *extent - 1 - step;
    if (!isInclusive)
      store(i);
    RuntimeValues element = elementsAt(eval, op.getArrays(), i);
    EvalResult next = isLeft ? combine(eval, op.getBody(), total, element)
                             : combine(eval, op.getBody(), element, total);
    if (failed(next))
      return failure();
    total = std::move(*next);
    if (isInclusive)
      store(i);
  }
  if (*extent == 0) {
    FailureOr<RuntimeValues> samples = zeroElements(eval, op.getArrays());
    if (failed(samples))
      return failure();
    for (auto [collector, sample] : llvm::zip_equal(collectors, *samples))
      collector.setSample(sample);
  }
  RuntimeValues results;
  if (failed(finishAll(eval, collectors, results)))
    return failure();
  return results;
}

//===----------------------------------------------------------------------===//
// fold and hist
//===----------------------------------------------------------------------===//

static EvalResult evalFold(FoldOp op, Evaluation &eval) {
  FailureOr<int64_t> extent = commonExtent(eval, op.getArrays());
  if (failed(extent))
    return failure();
  RuntimeValues state = eval.get(op.getInitialStates());
  size_t numStates = state.size();
  SmallVector<Collector> collectors =
      collectorsFor(TypeRange(op->getResultTypes()).drop_front(numStates), *extent);
  for (int64_t step = 0; step < *extent; ++step) {
    int64_t i = op.getDirection() == Direction::Left ? step : *extent - 1 - step;
    EvalResult next = combine(eval, op.getBody(), elementsAt(eval, op.getArrays(), i), state);
    if (failed(next))
      return failure();
    ArrayRef<RuntimeValue> yielded = *next;
    for (auto [collector, element] : llvm::zip_equal(collectors, yielded.drop_front(numStates)))
      collector.set(i, element);
    state = RuntimeValues(yielded.take_front(numStates));
  }
  if (*extent == 0) {
    FailureOr<RuntimeValues> args = zeroElements(eval, op.getArrays());
    if (failed(args))
      return failure();
    llvm::append_range(*args, state);
    setSamples(eval, op.getBody(), *args, collectors);
  }
  if (failed(finishAll(eval, collectors, state)))
    return failure();
  return state;
}

static EvalResult evalHist(HistOp op, Evaluation &eval) {
  SmallVector<mlir::Value> all = {op.getIndices()};
  llvm::append_range(all, op.getArrays());
  FailureOr<int64_t> extent = commonExtent(eval, all);
  int64_t numBins = eval.index(op.getBins());
  if (failed(extent) || failed(checkExtent(eval, numBins)))
    return failure();
  SmallVector<int64_t> indices = toIndices(eval.tensor(op.getIndices()), op.getIndices().getType());
  std::vector<RuntimeValues> bins(numBins, eval.get(op.getUnits()));
  for (int64_t i = 0; i < *extent; ++i) {
    if (indices[i] < 0 || indices[i] >= numBins)
      continue;
    RuntimeValues &bin = bins[indices[i]];
    EvalResult next = combine(eval, op.getBody(), bin, elementsAt(eval, op.getArrays(), i));
    if (failed(next))
      return failure();
    bin = std::move(*next);
  }
  SmallVector<Collector> collectors = collectorsFor(op.getResultTypes(), numBins);
  for (auto [collector, unit] : llvm::zip_equal(collectors, eval.get(op.getUnits())))
    collector.setSample(unit);
  for (auto [b, bin] : llvm::enumerate(bins))
    for (auto [collector, element] : llvm::zip_equal(collectors, bin))
      collector.set(b, element);
  RuntimeValues results;
  if (failed(finishAll(eval, collectors, results)))
    return failure();
  return results;
}

void chad::registerChadArrayHandlers(OpHandlers &handlers) {
  handlers.add<MapOp>(evalMap);
  handlers.add<BuildOp>(evalBuild);
  handlers.add<ReduceOp>(evalReduce);
  handlers.add<ScanOp>(evalScan);
  handlers.add<FoldOp>(evalFold);
  handlers.add<HistOp>(evalHist);
}
