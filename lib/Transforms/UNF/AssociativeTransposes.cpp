//===- AssociativeTransposes.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The transposes of reductions and scans, when they leave unary normal form. Those of sums and
// products are parallel. For any other body a fold goes through the values of the accumulator in
// reverse order.

#include "UNF.h"
#include "chad/Analysis/Reductions.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/Rules/Combiners.h"
#include "chad/Rules/Sweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

using Values = SmallVector<Value>;

namespace {
class Expansion {
public:
  Expansion(OpBuilder &builder, Location loc, const AssociativeTranspose &transpose)
      : builder(builder), loc(loc), transpose(transpose), combiner(transpose.combiner.front()),
        adjoint(transpose.adjoint.front()), n(transpose.arrays.size()),
        numFree(adjoint.getNumArguments() - 3 * n) {}

  void run(MutableArrayRef<Value> free, MutableArrayRef<Value> totals, ValueRange cotangents) {
    ScaleOp product = getProduct();
    Values increments = isSum()   ? sums(cotangents)
                        : product ? products(product, cotangents)
                                  : loop(free, cotangents);
    for (auto [total, increment] : llvm::zip_equal(totals, increments))
      total = AddOp::create(builder, loc, total, increment);
  }

private:
  //===--------------------------------------------------------------------===//
  // Sums and products
  //===--------------------------------------------------------------------===//

  Value yielded(size_t i) { return adjoint.getTerminator()->getOperand(i); }
  bool leavesFree() {
    return llvm::all_of(llvm::seq(numFree),
                        [&](size_t i) { return yielded(i) == adjoint.getArgument(i); });
  }

  /// (a, x, z̄) ↦ z̄, z̄.
  bool isSum() {
    if (!leavesFree())
      return false;
    for (size_t i = 0; i < n; ++i) {
      Value z = adjoint.getArgument(numFree + 2 * n + i);
      if (yielded(numFree + i) != z || yielded(numFree + n + i) != z ||
          getStateKind(combiner, n, i) != StateKind::Sum)
        return false;
    }
    return true;
  }

  /// (a, x, z̄) ↦ x·z̄, a·z̄: the second product.
  ScaleOp getProduct() {
    if (n != 1 || transpose.scan || !leavesFree() ||
        getStateKind(combiner, 1, 0) != StateKind::Product)
      return {};
    auto args = adjoint.getArguments().drop_front(numFree);
    auto isScaled = [&](ScaleOp scale, Value by) {
      return scale && scale.getFactor() == by && scale.getValue() == args[2];
    };
    auto left = yielded(numFree).getDefiningOp<ScaleOp>();
    auto right = yielded(numFree + 1).getDefiningOp<ScaleOp>();
    return isScaled(left, args[1]) && isScaled(right, args[0]) ? right : ScaleOp();
  }

  Value dim(Value array, int64_t i) {
    auto type = cast<RankedTensorType>(array.getType());
    if (type.isDynamicDim(i))
      return tensor::DimOp::create(builder, loc, array, i);
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(i));
  }

  /// The zero of the elements of array i.
  Value zero(size_t i) {
    Value unit = transpose.units[i];
    Values sizes;
    if (auto tensor = dyn_cast<RankedTensorType>(unit.getType()))
      for (int64_t d = 0; d < tensor.getRank(); ++d)
        if (tensor.isDynamicDim(d))
          sizes.push_back(dim(unit, d));
    return ZeroOp::create(builder, loc, getTangentType(unit.getType()), sizes);
  }

  Values sums(ValueRange cotangents) {
    Values increments;
    for (auto [i, cotangent] : llvm::enumerate(cotangents)) {
      Value array = transpose.arrays[i];
      increments.push_back(
          transpose.scan ? transposeScanSum(builder, loc, transpose.direction, *transpose.scan,
                                            cotangent, zero(i))
                         : transposeSum(builder, loc, cotangent, dim(array, 0), array.getType()));
    }
    return increments;
  }

  Values products(ScaleOp scale, ValueRange cotangents) {
    return {transposeProduct(builder, loc, transpose.arrays.front(), transpose.units.front(),
                             cotangents.front(), scale.getZeroAbsorbing())};
  }

  //===--------------------------------------------------------------------===//
  // Any other body
  //===--------------------------------------------------------------------===//

  /// Copies the ops of `block` to the insertion point of the builder. Returns the values that it
  /// yields.
  static Values copy(OpBuilder &builder, Block &block, ValueRange args) {
    IRMapping mapping;
    mapping.map(block.getArguments(), args);
    return Values(cloneBody(builder, block, mapping));
  }

  /// A fold over `arrays` with the body that `body` builds of elements and states.
  Operation *makeFold(Direction direction, ValueRange arrays, ValueRange states, TypeRange results,
                      llvm::function_ref<Values(OpBuilder &, ValueRange, ValueRange)> body) {
    ArrayLoopOpInterface fold =
        createLoop(builder, loc, arrays, states, results.drop_front(states.size()), direction);
    OpBuilder inner(builder.getContext());
    createBody(inner, fold);
    YieldOp::create(inner, loc, body(inner, fold.getElementArgs(), fold.getStateArgs()));
    return fold;
  }

  /// Accumulators and elements in the order of the combiner's operands.
  Values ordered(ValueRange accumulators, ValueRange elements) {
    bool isLeft = transpose.direction == Direction::Left;
    Values values(isLeft ? accumulators : elements);
    llvm::append_range(values, isLeft ? elements : accumulators);
    return values;
  }

  /// The values of the accumulators before each element.
  Values accumulators() {
    SmallVector<Type> types(transpose.units.getTypes());
    llvm::append_range(types, transpose.arrays.getTypes());
    Operation *fold = makeFold(transpose.direction, transpose.arrays, transpose.units, types,
                               [&](OpBuilder &inner, ValueRange elements, ValueRange states) {
                                 Values yields = copy(inner, combiner, ordered(states, elements));
                                 llvm::append_range(yields, states);
                                 return yields;
                               });
    return Values(fold->getResults().drop_front(n));
  }

  Values loop(MutableArrayRef<Value> free, ValueRange cotangents) {
    bool isLeft = transpose.direction == Direction::Left;
    Values inputs = accumulators(), states(free);
    llvm::append_range(inputs, transpose.arrays);
    if (transpose.scan)
      llvm::append_range(inputs, cotangents);
    for (size_t i = 0; i < n; ++i)
      states.push_back(transpose.scan ? zero(i) : cotangents[i]);
    SmallVector<Type> types(ValueRange(states).getTypes());
    for (Type array : transpose.arrays.getTypes())
      types.push_back(getTangentType(array));

    Operation *fold =
        makeFold(isLeft ? Direction::Right : Direction::Left, inputs, states, types,
                 [&](OpBuilder &inner, ValueRange elements, ValueRange states) {
                   auto addIncoming = [&](MutableArrayRef<Value> values) {
                     for (size_t i = 0; i < n; ++i)
                       values[i] = AddOp::create(inner, loc, values[i], elements[2 * n + i]);
                   };
                   Values current(states.drop_front(numFree));
                   if (transpose.scan == ScanKind::Inclusive)
                     addIncoming(current);
                   Values args(states.take_front(numFree));
                   llvm::append_range(args, ordered(elements.take_front(n), elements.slice(n, n)));
                   llvm::append_range(args, current);
                   Values results = copy(inner, adjoint, args);
                   MutableArrayRef<Value> lefts = MutableArrayRef(results).slice(numFree, n);
                   MutableArrayRef<Value> rights = MutableArrayRef(results).drop_front(numFree + n);
                   Values next(isLeft ? lefts : rights), others(isLeft ? rights : lefts);
                   if (transpose.scan == ScanKind::Exclusive)
                     addIncoming(next);
                   results.truncate(numFree);
                   llvm::append_range(results, next);
                   llvm::append_range(results, others);
                   return results;
                 });
    for (auto [i, value] : llvm::enumerate(free))
      value = fold->getResult(i);
    return Values(fold->getResults().drop_front(numFree + n));
  }

  OpBuilder &builder;
  Location loc;
  const AssociativeTranspose &transpose;
  Block &combiner, &adjoint;
  size_t n, numFree;
};
} // namespace

void chad::detail::expandTranspose(OpBuilder &builder, Location loc,
                                   const AssociativeTranspose &transpose,
                                   MutableArrayRef<Value> free, MutableArrayRef<Value> totals,
                                   ValueRange cotangents) {
  Expansion(builder, loc, transpose).run(free, totals, cotangents);
}
