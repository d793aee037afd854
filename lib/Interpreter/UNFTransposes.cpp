//===- UNFTransposes.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The transposes of the ops on contexts.

#include "UNFEvaluation.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static EvalResult context(ArrayRef<RuntimeValue> components) { return one(CtxValue(components)); }

template <typename OpTy> static ArrayRef<Type> typesOf(OpTy op) {
  return op.getCtx().getType().getComponents();
}

/// `to += value`.
static LogicalResult addInto(Evaluation &eval, Type type, RuntimeValue &to,
                             const RuntimeValue &value) {
  FailureOr<RuntimeValue> sum = addLinear(eval.interpreter, eval.op, type, to, value);
  if (succeeded(sum))
    to = *sum;
  return sum;
}

/// Adds the arrays of the cotangents in `rows` into the arrays of a context.
static LogicalResult addRows(Evaluation &eval, ArrayRef<Type> types, ArrayRef<RuntimeValues> rows,
                             MutableArrayRef<RuntimeValue> to) {
  // An array without rows adds nothing, and the shape of its rows is not known.
  if (rows.empty())
    return success();
  RuntimeValues columns;
  if (failed(appendColumns(eval, types, rows, columns)))
    return failure();
  for (auto [type, array, column] : llvm::zip_equal(types, to, columns))
    if (failed(addInto(eval, type, array, column)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

static EvalResult evalVarT(UNFVarTOp op, Evaluation &eval) {
  RuntimeValues components(componentsOf(eval, op));
  RuntimeValue last = components.pop_back_val();
  if (failed(addInto(eval, typesOf(op).back(), components[op.getIndex()], last)))
    return failure();
  return context(components);
}

static EvalResult evalPairT(UNFPairTOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  return context(concat({components.drop_back(), components.back().as<TupleValue>().get()}));
}

static EvalResult evalGetT(UNFGetTOp op, Evaluation &eval) {
  RuntimeValues components(componentsOf(eval, op));
  RuntimeValue last = components.pop_back_val();
  RuntimeValues parts(components.back().as<TupleValue>().get());
  if (failed(addInto(eval, typesOf(op).back(), parts[op.getIndex()], last)))
    return failure();
  components.back() = TupleValue(parts);
  return context(components);
}

static EvalResult evalProjT(UNFProjTOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  auto types = op.getType().getComponents().slice(op.getOffset(), op.getSize());
  EvalResult zeros = zerosOf(eval.interpreter, op, types, eval.indices(op.getSizes()));
  if (failed(zeros))
    return failure();
  return context(concat(
      {components.take_front(op.getOffset()), *zeros, components.drop_front(op.getOffset())}));
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

static EvalResult evalOpT(UNFOpTOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  size_t m = op.getBody().getNumArguments();
  EvalResult increments = eval.run(op.getBody(), components.take_back(m));
  if (failed(increments))
    return failure();
  size_t n = increments->size(), first = components.size() - m - n;
  RuntimeValues results(components.drop_back(m));
  for (auto [i, increment] : llvm::enumerate(*increments))
    if (failed(addInto(eval, typesOf(op)[first + i], results[first + i], increment)))
      return failure();
  return context(results);
}

static EvalResult evalMapT(UNFMapTOp op, Evaluation &eval) {
  auto components = componentsOf(eval, op);
  size_t n = op.getArrays().size(), m = op.getCotangents(), free = components.size() - n - m;
  // The primal arrays, then the arrays of kept values.
  RuntimeValues primals = eval.get(op->getOperands().drop_front()),
                totals(components.take_front(free));
  SmallVector<Type> types(op->getOperands().drop_front().getTypes());
  llvm::append_range(types, typesOf(op).take_back(n + m));
  FailureOr<int64_t> extent = extentOf(eval, concat({primals, components.take_back(n + m)}), types);
  if (failed(extent))
    return failure();
  std::vector<RuntimeValues> rows;
  for (int64_t i = 0; i < *extent; ++i) {
    EvalResult yielded =
        eval.run(op.getBody(),
                 concat({totals, elementsAt(primals, i), elementsAt(components.take_back(m), i)}));
    if (failed(yielded))
      return failure();
    totals = RuntimeValues(ArrayRef(*yielded).take_front(free));
    rows.push_back(RuntimeValues(ArrayRef(*yielded).drop_front(free)));
  }
  RuntimeValues results = concat({totals, components.slice(free, n)});
  if (failed(
          addRows(eval, typesOf(op).slice(free, n), rows, MutableArrayRef(results).take_back(n))))
    return failure();
  return context(results);
}

namespace {
/// Transposes of reductions and scans: they visit the accumulators in reverse order.
template <typename OpTy> struct Backwards {
  OpTy op;
  Evaluation &eval;
  bool isLeft, isScan, isInclusive;

  EvalResult run() {
    auto components = componentsOf(eval, op);
    size_t n = op.getArrays().size(), free = components.size() - 2 * n;
    RuntimeValues primals = eval.get(op.getArrays()), totals(components.take_front(free));
    ArrayRef<RuntimeValue> incoming = components.take_back(n);
    SmallVector<Type> elements = llvm::map_to_vector(typesOf(op).slice(free, n), getArrayElement);

    SmallVector<Type> types(op.getArrays().getTypes());
    llvm::append_range(types, typesOf(op).slice(free, isScan ? 2 * n : n));
    FailureOr<int64_t> extent =
        extentOf(eval, concat({primals, components.slice(free, isScan ? 2 * n : n)}), types);
    if (failed(extent))
      return failure();
    auto at = [&](int64_t step) { return isLeft ? step : *extent - 1 - step; };
    auto ordered = [&](ArrayRef<RuntimeValue> total, ArrayRef<RuntimeValue> element) {
      return isLeft ? concat({total, element}) : concat({element, total});
    };

    // prefixes[k] is the accumulator before step k.
    std::vector<RuntimeValues> prefixes = {eval.get(op.getUnits())};
    for (int64_t step = 0; step + 1 < *extent; ++step) {
      EvalResult next =
          eval.run(op.getCombiner(), ordered(prefixes.back(), elementsAt(primals, at(step))));
      if (failed(next))
        return failure();
      prefixes.push_back(std::move(*next));
    }

    // The cotangent is absent as long as it is zero, since the shape of a zero is not known.
    std::optional<RuntimeValues> cotangent;
    if (!isScan)
      cotangent = RuntimeValues(incoming);
    auto receive = [&](int64_t i) -> LogicalResult {
      RuntimeValues own = elementsAt(incoming, i);
      if (!cotangent) {
        cotangent = std::move(own);
        return success();
      }
      EvalResult sum = addLinear(eval.interpreter, op, elements, *cotangent, own);
      if (succeeded(sum))
        cotangent = std::move(*sum);
      return sum;
    };
    std::vector<RuntimeValues> rows(*extent);
    for (int64_t step = *extent - 1; step >= 0; --step) {
      int64_t i = at(step);
      if (isScan && isInclusive && failed(receive(i)))
        return failure();
      if (cotangent) {
        EvalResult yielded =
            eval.run(op.getAdjoint(),
                     concat({totals, ordered(prefixes[step], elementsAt(primals, i)), *cotangent}));
        if (failed(yielded))
          return failure();
        ArrayRef<RuntimeValue> all = *yielded;
        totals = RuntimeValues(all.take_front(free));
        auto lefts = all.slice(free, n), rights = all.take_back(n);
        cotangent = RuntimeValues(isLeft ? lefts : rights);
        rows[i] = RuntimeValues(isLeft ? rights : lefts);
      } else {
        // The last step of an exclusive scan: nothing depends on its element.
        RuntimeValues zeros;
        for (auto [type, primal] : llvm::zip_equal(elements, elementsAt(primals, i))) {
          SmallVector<int64_t> sizes = sizesOf(type, primal);
          EvalResult zero = zerosOf(eval.interpreter, op, type, sizes);
          if (failed(zero))
            return failure();
          zeros.push_back(zero->front());
        }
        rows[i] = std::move(zeros);
      }
      if (isScan && !isInclusive && failed(receive(i)))
        return failure();
    }
    RuntimeValues results = concat({totals, components.slice(free, n)});
    if (failed(
            addRows(eval, typesOf(op).slice(free, n), rows, MutableArrayRef(results).take_back(n))))
      return failure();
    return context(results);
  }

  /// The sizes of a zero of `type` with the shape of a primal element.
  static SmallVector<int64_t> sizesOf(Type type, const RuntimeValue &primal) {
    SmallVector<int64_t> sizes;
    auto lin = cast<LinType>(type);
    auto tensor = dyn_cast<RankedTensorType>(lin.getPrimal());
    if (!tensor || lin.isUnit())
      return sizes;
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      if (tensor.isDynamicDim(dim))
        sizes.push_back(primal.asTensor().shape[dim]);
    return sizes;
  }
};
} // namespace

static EvalResult evalReduceT(UNFReduceTOp op, Evaluation &eval) {
  return Backwards<UNFReduceTOp>{op, eval, /*isLeft=*/true, /*isScan=*/false,
                                 /*isInclusive=*/false}
      .run();
}

static EvalResult evalScanT(UNFScanTOp op, Evaluation &eval) {
  return Backwards<UNFScanTOp>{op, eval, op.getDirection() == Direction::Left, /*isScan=*/true,
                               op.getKind() == ScanKind::Inclusive}
      .run();
}

void chad::registerUNFTransposeHandlers(OpHandlers &handlers) {
  handlers.add<UNFVarTOp>(evalVarT);
  handlers.add<UNFPairTOp>(evalPairT);
  handlers.add<UNFGetTOp>(evalGetT);
  handlers.add<UNFProjTOp>(evalProjT);
  handlers.add<UNFOpTOp>(evalOpT);
  handlers.add<UNFMapTOp>(evalMapT);
  handlers.add<UNFReduceTOp>(evalReduceT);
  handlers.add<UNFScanTOp>(evalScanT);
}
