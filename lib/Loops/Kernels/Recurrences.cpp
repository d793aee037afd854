//===- Recurrences.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A fold with a state s and elements x whose steps are affine,
//
//   s[i+1] = a(x[i]) s[i] + b(x[i])      y[i] = f(x[i], s[i]),
//
// is a map, a scan with the composition of affine maps, which is associative, and a map:
//
//   (A, B)[i] = (a, b)[0] ⊕ ... ⊕ (a, b)[i-1]      (a, b) ⊕ (c, d) = (c a, c b + d)
//   s[i] = A[i] s[0] + B[i]                        y[i] = f(x[i], s[i])
//
// Where a product of factors a overflows, A and B are no numbers although the states may be. So
// there is a second version, the fold itself, which runs if the last A or B is infinite or a NaN:
// an infinity or a NaN in any partial composition remains one up to the end.
//
// Source: Blelloch, "Prefix sums and their applications", 1990, §1.4.

#include "Recurrences.h"
#include "../Schedule/Schedule.h"
#include "../Threads/Distribution.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// With fewer iterations a fold takes less time than the launches of a scan's kernels.
static constexpr int64_t leastIterations = 64;

namespace {
class RecurrenceDivision {
public:
  RecurrenceDivision(RewriterBase &rewriter, FoldOp fold)
      : rewriter(rewriter), fold(fold), loc(fold.getLoc()),
        isLeft(fold.getDirection() == Direction::Left) {}

  void run();

private:
  /// The composition of the maps before each step, for one state. Null members: the identity's.
  struct Prefix {
    Value scales, offsets;
  };

  Value constant(Type type, double value) {
    return arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(type, value));
  }
  Value index(int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(rewriter, loc, a, b); }
  Value add(Value a, Value b) { return arith::AddFOp::create(rewriter, loc, a, b); }

  /// The index of the last step, in a build of one element whose index is `zero`. What does not
  /// depend on that index would be computed by the host.
  Value lastPlace(OpBuilder &builder, Value zero) {
    return arith::AddIOp::create(builder, loc, last, zero);
  }

  void createPrefixes();
  Prefix scan(Type type, Value scales, Value offsets);
  /// Whether the last prefixes are finite, and there are iterations.
  Value areFinite();
  /// The states before the step whose prefixes have these elements.
  SmallVector<Value> statesAt(ArrayRef<Prefix> elements);
  /// The body of the fold for one step.
  SmallVector<Value> step(ValueRange elements, ValueRange states);
  /// The states after the last step.
  SmallVector<Value> createLastStates();
  SmallVector<Value> createCollected();
  /// The prefixes, with an element in place of each array.
  SmallVector<Prefix> withElements(function_ref<Value(Value)> element) {
    return llvm::map_to_vector(prefixes, [&](Prefix each) {
      return Prefix{each.scales ? element(each.scales) : Value(),
                    each.offsets ? element(each.offsets) : Value()};
    });
  }

  RewriterBase &rewriter;
  FoldOp fold;
  Location loc;
  bool isLeft;
  Value last; ///< The index of the last step.
  SmallVector<Prefix> prefixes;
};
} // namespace

RecurrenceDivision::Prefix RecurrenceDivision::scan(Type type, Value scales, Value offsets) {
  SmallVector<Value> arrays, units;
  if (scales) {
    arrays.push_back(scales);
    units.push_back(constant(type, 1));
  }
  if (offsets) {
    arrays.push_back(offsets);
    units.push_back(constant(type, 0));
  }
  if (arrays.empty())
    return {};
  auto compose = [&](OpBuilder &builder, Location at, ValueRange args) {
    ValueRange first = args.take_front(arrays.size()), second = args.drop_front(arrays.size());
    if (!isLeft)
      std::swap(first, second);
    SmallVector<Value> made;
    if (scales)
      made.push_back(arith::MulFOp::create(builder, at, second.front(), first.front()));
    if (offsets) {
      Value before = first.back();
      if (scales)
        before = arith::MulFOp::create(builder, at, second.front(), before);
      made.push_back(arith::AddFOp::create(builder, at, before, second.back()));
    }
    YieldOp::create(builder, at, made);
  };
  auto scan = ScanOp::create(rewriter, loc, fold.getDirection(), ScanKind::Exclusive, arrays, units,
                             compose);
  return {scales ? scan->getResult(0) : Value(),
          offsets ? scan->getResult(scan->getNumResults() - 1) : Value()};
}

void RecurrenceDivision::createPrefixes() {
  auto body = std::make_unique<Region>();
  SmallVector<AffineStep> maps;
  SmallVector<Value> made;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    SmallVector<Type> types;
    for (Value array : fold.getArrays())
      types.push_back(getArrayElement(array.getType()));
    Block *block =
        rewriter.createBlock(body.get(), {}, types, SmallVector<Location>(types.size(), loc));
    maps = createAffineSteps(rewriter, fold, block->getArguments());
    for (AffineStep map : maps)
      for (Value part : {map.scale, map.offset})
        if (part)
          made.push_back(part);
    YieldOp::create(rewriter, loc, made);
  }
  SmallVector<Type> types;
  int64_t extent = getStaticExtent(fold);
  for (Value part : made)
    types.push_back(RankedTensorType::get({extent}, part.getType()));
  if (made.empty()) {
    prefixes.resize(maps.size());
    return;
  }
  ArrayLoopOpInterface coefficients =
      createLoop(rewriter, loc, fold.getArrays(), {}, types, Direction::Left, std::move(body));
  unsigned next = 0;
  for (auto [map, state] : llvm::zip_equal(maps, fold.getInitialStates())) {
    Value scales = map.scale ? coefficients->getResult(next++) : Value();
    Value offsets = map.offset ? coefficients->getResult(next++) : Value();
    prefixes.push_back(scan(state.getType(), scales, offsets));
  }
}

Value RecurrenceDivision::areFinite() {
  Value extent = getExtent(rewriter, fold);
  Value hasSteps = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne, extent, index(0));
  auto branch = scf::IfOp::create(rewriter, loc, rewriter.getI1Type(), hasSteps,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc,
                       arith::ConstantIntOp::create(rewriter, loc, 0, 1).getResult());
  rewriter.setInsertionPointToStart(branch.thenBlock());
  // One kernel examines all, so that the host reads one number.
  auto check = BuildOp::create(
      rewriter, loc, index(1), [&](OpBuilder &builder, Location at, ValueRange args) {
        Value place = lastPlace(builder, args.front());
        Value sum;
        for (Prefix each : prefixes)
          for (Value array : {each.scales, each.offsets}) {
            if (!array)
              continue;
            Value element = tensor::ExtractOp::create(builder, at, array, place);
            // Zero, or a NaN.
            Value difference = arith::SubFOp::create(builder, at, element, element);
            if (difference.getType().isF32())
              difference = arith::ExtFOp::create(builder, at, builder.getF64Type(), difference);
            sum = sum ? arith::AddFOp::create(builder, at, sum, difference) : difference;
          }
        YieldOp::create(builder, at, sum);
      });
  Value number = tensor::ExtractOp::create(rewriter, loc, check.getResult(0), index(0));
  Value isZero = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ, number,
                                       constant(number.getType(), 0));
  scf::YieldOp::create(rewriter, loc, isZero);
  return branch.getResult(0);
}

SmallVector<Value> RecurrenceDivision::statesAt(ArrayRef<Prefix> elements) {
  SmallVector<Value> states;
  for (auto [element, start] : llvm::zip_equal(elements, fold.getInitialStates())) {
    Value state = element.scales ? mul(element.scales, start) : start;
    states.push_back(element.offsets ? add(state, element.offsets) : state);
  }
  return states;
}

SmallVector<Value> RecurrenceDivision::step(ValueRange elements, ValueRange states) {
  IRMapping mapping;
  mapping.map(fold.getElementArgs(), elements);
  mapping.map(fold.getStateArgs(), states);
  return cloneBody(rewriter, fold.getBodyBlock(), mapping);
}

SmallVector<Value> RecurrenceDivision::createLastStates() {
  SmallVector<Type> types;
  for (Value state : fold.getInitialStates())
    types.push_back(RankedTensorType::get({1}, state.getType()));
  auto build = BuildOp::create(rewriter, loc, TypeRange(types), index(1));
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), loc);
    Value place = lastPlace(rewriter, body->getArgument(0));
    auto read = [&](Value array) { return readArray(rewriter, loc, array, place); };
    SmallVector<Value> elements = llvm::map_to_vector(fold.getArrays(), read);
    SmallVector<Value> made = step(elements, statesAt(withElements(read)));
    made.resize(types.size());
    YieldOp::create(rewriter, loc, made);
  }
  return llvm::map_to_vector(build.getResults(), [&](Value array) -> Value {
    return tensor::ExtractOp::create(rewriter, loc, array, index(0));
  });
}

SmallVector<Value> RecurrenceDivision::createCollected() {
  if (fold.getCollected().empty())
    return {};
  SmallVector<Value> arrays(fold.getArrays());
  for (Prefix each : prefixes)
    for (Value array : {each.scales, each.offsets})
      if (array)
        arrays.push_back(array);
  ArrayLoopOpInterface map = createLoop(rewriter, loc, arrays, {}, fold.getCollected().getTypes());
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = chad::createBody(rewriter, map);
  rewriter.setInsertionPointToEnd(body);
  ValueRange elements = map.getElementArgs();
  size_t next = fold.getArrays().size();
  SmallVector<Value> states =
      statesAt(withElements([&](Value) -> Value { return elements[next++]; }));
  SmallVector<Value> made = step(elements.take_front(fold.getArrays().size()), states);
  YieldOp::create(rewriter, loc, ArrayRef(made).drop_front(states.size()));
  return SmallVector<Value>(map->getResults());
}

void RecurrenceDivision::run() {
  remarkDone(fold, {"chad-distribute-kernels", "recurrence"},
             "an affine recurrence: becomes a scan that composes its steps; where products of "
             "their factors overflow, its iterations follow each other");
  rewriter.setInsertionPoint(fold);
  createPrefixes();
  last = isLeft
             ? arith::SubIOp::create(rewriter, loc, getExtent(rewriter, fold), index(1)).getResult()
             : index(0);
  bool isUsed = llvm::any_of(fold.getFinalStates(), [](Value v) { return !v.use_empty(); });
  Value areValid = areFinite();
  createVersions(rewriter, fold, areValid);
  rewriter.setInsertionPoint(fold);
  SmallVector<Value> results =
      isUsed ? createLastStates() : SmallVector<Value>(fold.getInitialStates());
  llvm::append_range(results, createCollected());
  rewriter.replaceOp(fold, results);
}

void chad::detail::divideRecurrences(RewriterBase &rewriter, Operation *root) {
  SmallVector<FoldOp> folds;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto fold = dyn_cast<FoldOp>(op);
    if (!isa<CombinatorOpInterface>(op))
      return WalkResult::advance();
    if (fold && !mayRunInThreads(fold) && hasAffineSteps(fold) && isMemoryEffectFree(fold)) {
      int64_t extent = getStaticExtent(fold);
      if (ShapedType::isDynamic(extent) || extent >= leastIterations)
        folds.push_back(fold);
    }
    return WalkResult::skip();
  });
  for (FoldOp fold : folds)
    RecurrenceDivision(rewriter, fold).run();
}
