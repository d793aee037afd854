//===- RaiseElementwise.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes structured ops of what loops compute, element by element, from products of matrices:
//
//   map (c in C, s in S. map (x in c, b in B. f(x, b, s)))  =  F[i, j] = f(C[i, j], B[j], S[i])
//
// The kernel of the product can then compute them where it stores its results ("epilogue"). A fold
// that collects such arrays, and adds them to states, reads them instead of the product.
//
// And of sums of arrays to which a fold adds, element by element:
//
//   fold (r in R) with (S). map (s in S, x in r. s + f(x))  =  S[j] + Σ_i f(R[i, j])
//
// Each thread then has elements of the sum, which the fold would read and write in each iteration.

#include "chad/Analysis/Remarks.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADRAISEELEMENTWISE
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// An array of which a nest reads an element in each iteration, and the numbers of the loops,
/// outermost first, whose indices are those of the element.
struct Element {
  Value array;
  SmallVector<unsigned> loops;
};

/// Results of a nest of loops that are computed element by element: the elements of each are a
/// number that the body of the innermost loop computes.
class ElementwiseNest {
public:
  explicit ElementwiseNest(ArrayLoopOpInterface outermost) : nest(outermost) {}

  /// Adds a collected result of the outermost loop. Returns false if it is of another form, or made
  /// by other loops than those before.
  bool add(OpResult result);
  /// Adds a state of the outermost loop, a fold, to whose elements it adds terms that are computed
  /// from elements of other arrays, or of those that it collects. Returns false if it is of another
  /// form, or made by other loops than those before.
  bool addSum(unsigned state);
  bool isEmpty() const { return results.empty(); }
  /// Whether elements are computed from those of `array`, at the indices of all loops.
  bool reads(Value array) const {
    return llvm::any_of(inputs, [&](const auto &input) {
      return input.second.array == array && input.second.loops.size() == loops.size();
    });
  }
  /// Replaces the results by those of a structured op, before the nest, and asserts that extents
  /// are equal. A fold then reads the elements.
  void replace(RewriterBase &rewriter, bool checkExtents);
  /// Replaces the states by sums behind the fold, which leaves them as they are.
  void replaceSums(RewriterBase &rewriter, bool checkExtents);

private:
  /// The loops, from the outermost one on, by whose elements `value` is made, and the number that
  /// the innermost one computes; null if there is none.
  Value follow(Value value, SmallVectorImpl<Operation *> &own) const;
  /// Takes over `own` as the loops, and describes `number`; undoes that if it is of another form.
  bool addNumber(ArrayRef<Operation *> own, OpResult result, Value number);
  /// Creates the op at the insertion point.
  linalg::GenericOp createOp(RewriterBase &rewriter, ValueRange inits,
                             ArrayRef<utils::IteratorType> iterators, AffineMap resultMap,
                             function_ref<Value(OpBuilder &, Value number, Value before)> finish);
  /// Finds the array of whose element an argument of one of the loops is; nothing for other values.
  std::optional<Element> findElement(Value value) const;
  /// Finds the ops, and the elements, by which a number is computed.
  bool describe(Value number);
  /// The number of iterations of each loop; asserts that its arrays have no other.
  SmallVector<Value> measure(RewriterBase &rewriter, bool checkExtents);

  ArrayLoopOpInterface nest;
  SmallVector<Operation *> loops;
  SmallVector<OpResult> results;
  SmallVector<Value> numbers;
  /// The elements that the numbers are computed from, by arguments of the loops, and the ops.
  llvm::SmallMapVector<Value, Element, 4> inputs;
  llvm::SetVector<Operation *> ops;
  /// Numbers that are elements of what the fold collects, which sums can read.
  llvm::DenseMap<Value, OpResult> collected;
};
} // namespace

std::optional<Element> ElementwiseNest::findElement(Value value) const {
  Element element = {value, {}};
  while (!isDefinedOutside(element.array, nest)) {
    auto arg = dyn_cast<BlockArgument>(element.array);
    Operation *loop = arg ? arg.getOwner()->getParentOp() : nullptr;
    Value array = getArrayOfElement(element.array);
    if (!array || !llvm::is_contained(loops, loop))
      return std::nullopt;
    element.loops.insert(element.loops.begin(), llvm::find(loops, loop) - loops.begin());
    element.array = array;
  }
  auto type = dyn_cast<RankedTensorType>(element.array.getType());
  bool isWhole = type && type.getRank() == int64_t(element.loops.size());
  return isWhole ? std::optional(element) : std::nullopt;
}

bool ElementwiseNest::describe(Value number) {
  SmallVector<Value> worklist = {number};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!next.getType().isIntOrIndexOrFloat())
      return false;
    if (isDefinedOutside(next, nest) || inputs.contains(next))
      continue;
    if (auto known = collected.find(next); known != collected.end()) {
      Element element = {known->second, {}};
      for (unsigned number = 0; number < loops.size(); ++number)
        element.loops.push_back(number);
      inputs.insert({next, element});
      continue;
    }
    if (isa<BlockArgument>(next)) {
      std::optional<Element> element = findElement(next);
      if (!element)
        return false;
      inputs.insert({next, *element});
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!isPure(op) || op->getNumRegions() != 0 || op->getNumResults() != 1 ||
        !llvm::is_contained(loops, op->getParentOp()))
      return false;
    if (ops.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

Value ElementwiseNest::follow(Value value, SmallVectorImpl<Operation *> &own) const {
  own.assign({nest});
  while (value && isa<RankedTensorType>(value.getType())) {
    auto inner = value.getDefiningOp<MapOp>();
    if (!inner || inner->getParentOp() != own.back())
      return {};
    own.push_back(inner);
    value = getYieldedElement(value);
  }
  Operation *def = value ? value.getDefiningOp() : nullptr;
  return def && def->getParentOp() == own.back() && own.size() > 1 ? value : Value();
}

bool ElementwiseNest::addNumber(ArrayRef<Operation *> own, OpResult result, Value number) {
  if (!isEmpty() && own != ArrayRef(loops))
    return false;
  auto before = std::tuple(loops, inputs, ops);
  loops.assign(own.begin(), own.end());
  // The structured op has the number of iterations from an array.
  auto hasOutermost = [](const auto &input) { return llvm::is_contained(input.second.loops, 0u); };
  if (!describe(number) || llvm::none_of(inputs, hasOutermost)) {
    std::tie(loops, inputs, ops) = before;
    return false;
  }
  results.push_back(result);
  numbers.push_back(number);
  return true;
}

bool ElementwiseNest::add(OpResult result) {
  SmallVector<Operation *> own;
  Value number = follow(getYieldedElement(result), own);
  if (!number)
    return false;
  // Arrays that the nest computes have no elements outside.
  for (Operation *loop : own)
    for (Value array : cast<ArrayLoopOpInterface>(loop).getArrays())
      if (!isDefinedOutside(array, nest) && !isa<BlockArgument>(array))
        return false;
  return addNumber(own, result, number);
}

bool ElementwiseNest::addSum(unsigned state) {
  SmallVector<Operation *> own;
  Value next = nest.getBodyBlock().getTerminator()->getOperand(state);
  Value number = follow(next, own);
  auto sum = number ? number.getDefiningOp<arith::AddFOp>() : nullptr;
  if (!sum)
    return false;
  // The next state is nothing but that: it is not collected, for example.
  for (Value made = next; made; made = getYieldedElement(made))
    if (!made.hasOneUse())
      return false;
  // One operand is the element of the state, at the indices of the loops; nothing else reads it.
  auto isState = [&](Value value) {
    for (Operation *loop : llvm::reverse(ArrayRef(own).drop_front())) {
      auto arg = dyn_cast<BlockArgument>(value);
      if (!arg || arg.getOwner()->getParentOp() != loop || !arg.hasOneUse())
        return false;
      value = getArrayOfElement(arg);
    }
    return value == nest.getStateArgs()[state] && llvm::hasSingleElement(value.getUses());
  };
  bool isFirst = isState(sum.getLhs());
  if (!isFirst && !isState(sum.getRhs()))
    return false;
  // Elements of what the fold collects, by the same loops.
  collected.clear();
  for (OpResult result : nest.getCollected()) {
    SmallVector<Operation *> others;
    if (Value other = follow(getYieldedElement(result), others); other && others == own)
      collected.try_emplace(other, result);
  }
  return addNumber(own, nest->getResult(state), isFirst ? sum.getRhs() : sum.getLhs());
}

SmallVector<Value> ElementwiseNest::measure(RewriterBase &rewriter, bool checkExtents) {
  Location loc = nest.getLoc();
  SmallVector<Value> extents;
  auto areEqual = [&](Value a, Value b) -> Value {
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, a, b);
  };
  for (Operation *loop : loops) {
    Value extent;
    for (Value array : cast<ArrayLoopOpInterface>(loop).getArrays()) {
      // An element of an array is an array of the remaining dimensions. A state keeps its extents.
      int64_t dim = 0;
      for (; array && !isDefinedOutside(array, nest); ++dim) {
        auto state = llvm::find(nest.getStateArgs(), array);
        if (state != nest.getStateArgs().end()) {
          array = nest.getInitialStates()[state - nest.getStateArgs().begin()];
          break;
        }
        array = getArrayOfElement(array);
      }
      if (!array)
        continue;
      Value own = createExtent(rewriter, loc, Extent::of(array, dim));
      if (!extent)
        extent = own;
      if (!checkExtents || isEqualConstantIntOrValue(extent, own))
        continue;
      Value isRight = areEqual(extent, own);
      // A loop runs only if those around it have iterations.
      for (Value outer : extents)
        isRight = arith::OrIOp::create(rewriter, loc, isRight,
                                       areEqual(outer, createIndex(rewriter, loc, 0)));
      assertExtents(rewriter, loop, isRight);
    }
    extents.push_back(extent);
  }
  return extents;
}

linalg::GenericOp
ElementwiseNest::createOp(RewriterBase &rewriter, ValueRange inits,
                          ArrayRef<utils::IteratorType> iterators, AffineMap resultMap,
                          function_ref<Value(OpBuilder &, Value number, Value before)> finish) {
  SmallVector<AffineMap> maps;
  SmallVector<Value> arrays;
  for (const auto &[arg, element] : inputs) {
    SmallVector<AffineExpr> dims = llvm::map_to_vector(
        element.loops, [&](unsigned loop) { return rewriter.getAffineDimExpr(loop); });
    maps.push_back(AffineMap::get(loops.size(), 0, dims, rewriter.getContext()));
    arrays.push_back(element.array);
  }
  maps.append(inits.size(), resultMap);
  return linalg::GenericOp::create(
      rewriter, nest.getLoc(), TypeRange(inits), arrays, inits, maps, iterators,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        IRMapping mapping;
        for (auto [input, arg] : llvm::zip(inputs, args))
          mapping.map(input.first, arg);
        // Those of a loop follow those of the loops around it.
        for (Operation *loop : loops)
          for (Operation &each : loop->getRegion(0).front())
            if (ops.contains(&each))
              builder.clone(each, mapping);
        SmallVector<Value> yielded;
        for (auto [number, before] : llvm::zip_equal(numbers, args.take_back(inits.size())))
          yielded.push_back(finish(builder, mapping.lookupOrDefault(number), before));
        linalg::YieldOp::create(builder, at, yielded);
      });
}

void ElementwiseNest::replace(RewriterBase &rewriter, bool checkExtents) {
  rewriter.setInsertionPoint(nest);
  Location loc = nest.getLoc();
  SmallVector<Value> extents = measure(rewriter, checkExtents), inits;
  for (OpResult result : results) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, extent] : llvm::enumerate(type.getShape()))
      sizes.push_back(ShapedType::isDynamic(extent) ? OpFoldResult(extents[dim])
                                                    : rewriter.getIndexAttr(extent));
    inits.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType()));
  }
  SmallVector<utils::IteratorType> iterators(loops.size(), utils::IteratorType::parallel);
  linalg::GenericOp op =
      createOp(rewriter, inits, iterators, rewriter.getMultiDimIdentityMap(loops.size()),
               [](OpBuilder &, Value number, Value) { return number; });
  for (auto [result, number, made] : llvm::zip_equal(results, numbers, op->getResults())) {
    Value array = made;
    if (array.getType() != result.getType())
      array = tensor::CastOp::create(rewriter, loc, result.getType(), array);
    rewriter.replaceAllUsesWith(result, array);
    if (!isa<FoldOp>(*nest))
      continue;
    for (Operation *loop : loops)
      array = addElement(rewriter, cast<ArrayLoopOpInterface>(loop), array);
    rewriter.replaceAllUsesWith(number, array);
  }
}

void ElementwiseNest::replaceSums(RewriterBase &rewriter, bool checkExtents) {
  rewriter.setInsertionPoint(nest);
  if (checkExtents)
    measure(rewriter, checkExtents);
  rewriter.setInsertionPointAfter(nest);
  SmallVector<Value> inits = llvm::map_to_vector(results, [&](OpResult result) -> Value {
    return nest.getInitialStates()[result.getResultNumber()];
  });
  SmallVector<utils::IteratorType> iterators(loops.size(), utils::IteratorType::parallel);
  iterators.front() = utils::IteratorType::reduction;
  AffineMap map = rewriter.getMultiDimIdentityMap(loops.size()).dropResult(0);
  linalg::GenericOp op =
      createOp(rewriter, inits, iterators, map,
               [&](OpBuilder &builder, Value number, Value before) -> Value {
                 return arith::AddFOp::create(builder, nest.getLoc(), before, number);
               });
  Operation *yield = nest.getBody().front().getTerminator();
  for (auto [result, made] : llvm::zip_equal(results, op->getResults())) {
    Value array = made;
    if (array.getType() != result.getType())
      array = tensor::CastOp::create(rewriter, nest.getLoc(), result.getType(), array);
    rewriter.replaceAllUsesWith(result, array);
    unsigned state = result.getResultNumber();
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(state, nest.getStateArgs()[state]); });
  }
}

/// Raises the results of `loop` that are computed element by element from `product`. Returns how
/// many.
static unsigned raiseResults(RewriterBase &rewriter, ArrayLoopOpInterface loop, Value product,
                             bool checkExtents) {
  ElementwiseNest nest(loop);
  unsigned number = llvm::count_if(loop.getCollected(), [&](OpResult result) {
    return !result.use_empty() && nest.add(result);
  });
  if (number == 0 || !nest.reads(product))
    return 0;
  remarkDone(
      loop, {"chad-raise-elementwise", "raised"},
      "what is computed from a product of matrices by elements is a structured op: the kernel "
      "of the product may compute it");
  nest.replace(rewriter, checkExtents);
  return number;
}

/// Raises the states of a fold that are sums of arrays, if they are matrices, or of more
/// dimensions, or if the fold makes nothing else. Returns how many.
static unsigned raiseSums(RewriterBase &rewriter, ArrayLoopOpInterface fold, bool checkExtents) {
  ElementwiseNest sums(fold), matrices(fold);
  unsigned number = 0, numMatrices = 0, numOthers = 0;
  for (OpResult result : fold->getResults()) {
    if (result.use_empty())
      continue;
    bool isState = result.getResultNumber() < fold.getInitialStates().size();
    if (!isState || !sums.addSum(result.getResultNumber())) {
      ++numOthers;
      continue;
    }
    ++number;
    if (cast<RankedTensorType>(result.getType()).getRank() > 1)
      numMatrices += matrices.addSum(result.getResultNumber());
  }
  if (numOthers != 0) {
    sums = matrices;
    number = numMatrices;
  }
  if (number == 0)
    return 0;
  remarkDone(fold, {"chad-raise-elementwise", "raised-sums"},
             "sums of arrays are added up behind the loop, each element by itself");
  sums.replaceSums(rewriter, checkExtents);
  return number;
}

namespace {
struct RaiseElementwise : chad::impl::ChadRaiseElementwiseBase<RaiseElementwise> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // A product in a loop whose iterations are independent is one of a block.
    SmallVector<linalg::LinalgOp> products;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<MapOp, BuildOp, ReduceOp, ScanOp>(op))
        return WalkResult::skip();
      auto product = dyn_cast<linalg::LinalgOp>(op);
      if (product && linalg::isaContractionOpInterface(product) && product->getNumResults() == 1)
        products.push_back(product);
      return WalkResult::advance();
    });
    raiseEpilogues(rewriter, products);
    SmallVector<FoldOp> folds;
    getOperation()->walk<WalkOrder::PreOrder>([&](CombinatorOpInterface op) {
      if (auto fold = dyn_cast<FoldOp>(*op))
        folds.push_back(fold);
      return WalkResult::skip();
    });
    for (FoldOp fold : folds)
      numRaised += raiseSums(rewriter, cast<ArrayLoopOpInterface>(*fold), checkExtents);
  }

private:
  void raiseEpilogues(RewriterBase &rewriter, ArrayRef<linalg::LinalgOp> products) {
    for (linalg::LinalgOp product : products) {
      Value result = product->getResult(0);
      llvm::SetVector<Operation *> users(result.user_begin(), result.user_end());
      for (Operation *user : users)
        if (ArrayLoopOpInterface loop = getLoopOverArrays(user);
            loop && user->getBlock() == product->getBlock() &&
            llvm::is_contained(loop.getArrays(), result))
          numRaised += raiseResults(rewriter, loop, result, checkExtents);
    }
  }
};
} // namespace
