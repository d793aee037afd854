//===- Windows.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reductions of windows, and the ops that select an element of each window.

#include "Importer.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

using utils::IteratorType;

namespace {
/// The attributes of an op on windows; each list has one number per dimension.
struct Windows {
  SmallVector<int64_t> extents, strides, baseDilation, windowDilation, low, high;

  bool isPlain() const {
    auto isOne = [](int64_t number) { return number == 1; };
    return llvm::all_of(strides, isOne) && llvm::all_of(baseDilation, isOne) &&
           llvm::all_of(windowDilation, isOne);
  }
};
} // namespace

static FailureOr<Windows> readWindows(Importer &importer, Operation *op, int64_t rank) {
  auto read = [&](StringRef name, std::optional<int64_t> missing) {
    auto numbers = importer.integers(
        op, name, missing ? std::optional(SmallVector<int64_t>(rank, *missing)) : std::nullopt);
    if (succeeded(numbers) && static_cast<int64_t>(numbers->size()) != rank)
      return FailureOr<SmallVector<int64_t>>(
          importer.error(op, "needs a number per dimension in '" + name + "'"));
    if (succeeded(numbers) && llvm::any_of(*numbers, [](int64_t number) { return number < 1; }))
      return FailureOr<SmallVector<int64_t>>(
          importer.error(op, "needs numbers of at least 1 in '" + name + "'"));
    return numbers;
  };
  auto extents = read("window_dimensions", std::nullopt), strides = read("window_strides", 1);
  auto baseDilation = read("base_dilations", 1), windowDilation = read("window_dilations", 1);
  auto padding = importer.integers(op, "padding", SmallVector<int64_t>(2 * rank, 0));
  if (failed(extents) || failed(strides) || failed(baseDilation) || failed(windowDilation) ||
      failed(padding))
    return failure();
  if (static_cast<int64_t>(padding->size()) != 2 * rank)
    return importer.error(op, "needs two numbers per dimension in 'padding'");
  Windows windows{*extents, *strides, *baseDilation, *windowDilation, {}, {}};
  for (int64_t dim = 0; dim < rank; ++dim) {
    windows.low.push_back((*padding)[2 * dim]);
    windows.high.push_back((*padding)[2 * dim + 1]);
  }
  return windows;
}

/// Imports a window reduction that is a scan along dimension `dim`: the reductions of all prefixes,
/// or of all suffixes, by the region `reducer`.
static LogicalResult importScan(Importer &importer, Operation *op, const ReduceOperands &operands,
                                Region &reducer, int64_t dim, Direction direction) {
  int64_t rank = operands.rank;
  SmallVector<int64_t> order{dim}, back;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      order.push_back(i);
  for (int64_t i = 0; i < rank; ++i)
    back.push_back(llvm::find(order, i) - order.begin());
  SmallVector<Value> arrays, starts;
  for (auto [array, init] : llvm::zip_equal(operands.arrays, operands.inits)) {
    arrays.push_back(importer.transpose(array, order));
    starts.push_back(importer.splat(init, ArrayRef(importer.sizes(arrays.back())).drop_front()));
  }
  bool hasFailed = false;
  OpBuilder &builder = importer.builder;
  // StableHLO requires that the body is associative. The elements of the scan are rows of numbers.
  std::function<SmallVector<Value>(ValueRange)> combine = [&](ValueRange args) {
    if (rank == 1) {
      auto results = importer.importBlock(reducer.front(), args);
      hasFailed |= failed(results);
      return failed(results) ? SmallVector<Value>(args.take_front(args.size() / 2)) : *results;
    }
    SmallVector<AffineMap> maps(args.size() + args.size() / 2,
                                builder.getMultiDimIdentityMap(rank - 1));
    SmallVector<IteratorType> iterators(rank - 1, IteratorType::parallel);
    SmallVector<Value> places;
    for (Value arg : args.take_front(args.size() / 2))
      places.push_back(importer.empty(importer.sizes(arg), getElementTypeOrSelf(arg.getType())));
    auto results = importer.generic(
        args, places, maps, iterators, [&](ValueRange elements) -> FailureOr<SmallVector<Value>> {
          return importer.importBlock(reducer.front(), elements.take_front(args.size()));
        });
    hasFailed |= failed(results);
    return failed(results) ? SmallVector<Value>(args.take_front(args.size() / 2)) : *results;
  };
  auto scan = ScanOp::create(builder, importer.loc(), direction, ScanKind::Inclusive, arrays,
                             starts, [&](OpBuilder &nested, Location loc, ValueRange args) {
                               OpBuilder::InsertionGuard guard(builder);
                               builder.restoreInsertionPoint(nested.saveInsertionPoint());
                               YieldOp::create(builder, loc, combine(args));
                             });
  if (hasFailed)
    return failure();
  for (auto [i, result] : llvm::enumerate(scan.getResults()))
    if (failed(importer.set(op, i, importer.transpose(result, back))))
      return failure();
  return success();
}

/// Whether the body is one of these ops, for which StableHLO requires that the initial value is the
/// unit.
static bool isKnownReduction(Region &reducer) {
  for (StringRef name : {"stablehlo.add", "stablehlo.multiply", "stablehlo.maximum",
                         "stablehlo.minimum", "stablehlo.and", "stablehlo.or"})
    if (isReduction(reducer, name))
      return true;
  return false;
}

/// If the windows are those of a scan, returns its dimension and direction. Window i then consists
/// of the elements up to i, or of those from i on.
static std::optional<std::pair<int64_t, Direction>> findScan(const Windows &windows,
                                                             const ReduceOperands &operands) {
  if (!windows.isPlain())
    return std::nullopt;
  auto type = cast<RankedTensorType>(operands.arrays.front().getType());
  std::optional<std::pair<int64_t, Direction>> found;
  for (int64_t dim = 0; dim < operands.rank; ++dim) {
    int64_t extent = type.getDimSize(dim), low = windows.low[dim], high = windows.high[dim];
    if (windows.extents[dim] == 1 && low == 0 && high == 0)
      continue;
    if (found || windows.extents[dim] != extent || extent < 2)
      return std::nullopt;
    if (low == extent - 1 && high == 0)
      found = {dim, Direction::Left};
    else if (low == 0 && high == extent - 1)
      found = {dim, Direction::Right};
    else
      return std::nullopt;
  }
  return found;
}

/// y[i] = the reduction of x[i·stride + k·dilation] over k, where x has been padded with the
/// initial values. `combine` combines two elements.
static LogicalResult reduceWindows(Importer &importer, Operation *op, ArrayRef<Value> padded,
                                   ArrayRef<Value> inits, ArrayRef<OpFoldResult> extents,
                                   ArrayRef<int64_t> strides, ArrayRef<int64_t> dilations,
                                   Importer::Body combine) {
  OpBuilder &builder = importer.builder;
  int64_t rank = extents.size();
  SmallVector<Value> arrays(padded), starts;
  SmallVector<AffineExpr> places, elements, steps;
  SmallVector<OpFoldResult> sizes, reaches;
  for (int64_t dim = 0; dim < rank; ++dim) {
    OpFoldResult before = importer.add(extents[dim], builder.getIndexAttr(-1));
    OpFoldResult reach = importer.add(
        importer.multiply(before, builder.getIndexAttr(dilations[dim])), builder.getIndexAttr(1));
    OpFoldResult whole = importer.size(arrays.front(), dim);
    int64_t stride = strides[dim];
    std::optional<int64_t> extent = getConstantIntValue(whole), known = getConstantIntValue(reach);
    if (extent && known) {
      sizes.push_back(builder.getIndexAttr(*extent < *known ? 0 : (*extent - *known) / stride + 1));
    } else {
      Value free = importer.fold<arith::SubIOp>(importer.toIndex(whole), importer.toIndex(reach));
      Value count = importer.fold<arith::FloorDivSIOp>(free, importer.index(stride));
      count = importer.fold<arith::AddIOp>(count, importer.index(1));
      sizes.push_back(getAsOpFoldResult(importer.fold<arith::MaxSIOp>(count, importer.index(0))));
    }
    reaches.push_back(extents[dim]);
    places.push_back(builder.getAffineDimExpr(dim));
    steps.push_back(builder.getAffineDimExpr(rank + dim));
    elements.push_back(places[dim] * stride + steps[dim] * dilations[dim]);
  }
  for (Value init : inits)
    starts.push_back(importer.fill(init, sizes));
  unsigned numArrays = arrays.size();
  auto finish = [&](ArrayRef<Value> results) -> LogicalResult {
    for (auto [i, value] : llvm::enumerate(results))
      if (failed(importer.set(op, i, value)))
        return failure();
    return success();
  };
  // If no window fits, the result has no elements.
  if (llvm::any_of(sizes, [](OpFoldResult size) { return isConstantIntValue(size, 0); }))
    return finish(starts);
  auto mapOf = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(2 * rank, 0, exprs, builder.getContext());
  };
  SmallVector<AffineMap> maps(numArrays, mapOf(elements));
  maps.push_back(mapOf(steps));
  maps.append(numArrays, mapOf(places));
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  iterators.append(rank, IteratorType::reduction);
  // A structured op takes the extents of its loops from operands. This operand has the extents of
  // the window; its elements are not read.
  arrays.push_back(importer.empty(reaches, builder.getI1Type()));
  auto results = importer.generic(arrays, starts, maps, iterators,
                                  [&](ValueRange values) -> FailureOr<SmallVector<Value>> {
                                    SmallVector<Value> args(values.take_back(numArrays));
                                    llvm::append_range(args, values.take_front(numArrays));
                                    return combine(args);
                                  });
  return failed(results) ? failure() : finish(*results);
}

/// Imports a window reduction whose padding, extents, strides and dilations are attributes.
static LogicalResult importReduceWindow(Importer &importer, Operation *op) {
  auto operands = readReduceOperands(importer, op);
  if (failed(operands))
    return failure();
  int64_t rank = operands->rank;
  auto windows = readWindows(importer, op, rank);
  if (failed(windows))
    return failure();
  if (rank == 0)
    return importer.error(op, "needs arrays of at least one dimension");
  auto scan = findScan(*windows, *operands);
  if (scan && isKnownReduction(op->getRegion(0)))
    return importScan(importer, op, *operands, op->getRegion(0), scan->first, scan->second);
  SmallVector<int64_t> interior;
  for (int64_t dilation : windows->baseDilation)
    interior.push_back(dilation - 1);
  SmallVector<Value> arrays;
  for (auto [array, init] : llvm::zip_equal(operands->arrays, operands->inits)) {
    auto type = cast<RankedTensorType>(array.getType());
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!type.isDynamicDim(dim) &&
          type.getDimSize(dim) + std::max<int64_t>(type.getDimSize(dim) - 1, 0) * interior[dim] +
                  windows->low[dim] + windows->high[dim] <
              0)
        return importer.error(op, "takes more elements from dimension " + Twine(dim) +
                                      " than there are");
    arrays.push_back(importer.pad(array, init, windows->low, windows->high, interior));
  }
  return reduceWindows(importer, op, arrays, operands->inits,
                       getAsIndexOpFoldResult(importer.builder.getContext(), windows->extents),
                       windows->strides, windows->windowDilation,
                       [&](ValueRange args) { return importer.importRegion(op, 0, args); });
}

/// Imports a window reduction whose padding or extents are computed. JAX writes a cumulative
/// reduction as one with windows as long as the array, padded at one end; the imported program
/// asserts that the windows are of this form.
LogicalResult chad::stablehlo::importDynamicReduceWindow(Importer &importer, Operation *op) {
  unsigned numArrays = op->getNumResults();
  auto computations = op->getAttrOfType<ArrayAttr>("called_computations");
  auto name = computations && computations.size() == 1
                  ? dyn_cast<FlatSymbolRefAttr>(computations[0])
                  : FlatSymbolRefAttr();
  auto reducer =
      name ? importer.getModule().lookupSymbol<func::FuncOp>(name.getValue()) : func::FuncOp();
  if (!reducer || !reducer.getBody().hasOneBlock() || numArrays == 0 ||
      op->getNumOperands() != 2 * numArrays + 5)
    return importer.error(op, "needs a function of one block, arrays with an initial value each, "
                              "and five arrays of integers");
  auto operands = readReduceOperands(importer, op, numArrays);
  SmallVector<SmallVector<OpFoldResult>> numbers;
  for (unsigned i = 0; i < 5; ++i) {
    auto some = importer.extents(op, 2 * numArrays + i);
    if (failed(some))
      return failure();
    numbers.push_back(*some);
  }
  if (failed(operands))
    return failure();
  int64_t rank = operands->rank;
  ArrayRef<OpFoldResult> extents = numbers[0], padding = numbers[4];
  auto isOne = [](OpFoldResult number) { return isConstantIntValue(number, 1); };
  auto isZero = [](OpFoldResult number) { return isConstantIntValue(number, 0); };
  auto isNumber = [](OpFoldResult number) {
    std::optional<int64_t> known = getConstantIntValue(number);
    return known && *known > 0;
  };
  if (static_cast<int64_t>(extents.size()) != rank ||
      static_cast<int64_t>(padding.size()) != 2 * rank ||
      llvm::any_of(ArrayRef(numbers).slice(1, 3), [&](ArrayRef<OpFoldResult> steps) {
        return static_cast<int64_t>(steps.size()) != rank || !llvm::all_of(steps, isNumber);
      }))
    return importer.error(op, "needs numbers for each dimension, of which strides and dilations "
                              "are known: export it with strides that follow from no extent");
  bool isPlain = isKnownReduction(reducer.getBody()) &&
                 llvm::all_of(ArrayRef(numbers).slice(1, 3), [&](ArrayRef<OpFoldResult> steps) {
                   return llvm::all_of(steps, isOne);
                 });
  std::optional<int64_t> found;
  for (int64_t dim = 0; isPlain && dim < rank; ++dim) {
    OpFoldResult low = padding[2 * dim], high = padding[2 * dim + 1];
    if (isOne(extents[dim]) && isZero(low) && isZero(high))
      continue;
    isPlain = !found && !getConstantIntValue(extents[dim]) && isZero(low) != isZero(high);
    found = dim;
  }
  if (!isPlain || !found) {
    auto toIntegers = [](ArrayRef<OpFoldResult> numbers) {
      return llvm::map_to_vector(numbers, [](OpFoldResult n) { return *getConstantIntValue(n); });
    };
    SmallVector<OpFoldResult> lows, highs, interiors, reaches;
    for (int64_t dim = 0; dim < rank; ++dim) {
      lows.push_back(padding[2 * dim]);
      highs.push_back(padding[2 * dim + 1]);
      interiors.push_back(importer.add(numbers[2][dim], importer.builder.getIndexAttr(-1)));
      reaches.push_back(importer.atLeast(extents[dim], 0));
    }
    SmallVector<Value> arrays;
    for (auto [array, init] : llvm::zip_equal(operands->arrays, operands->inits))
      arrays.push_back(importer.pad(array, init, lows, highs, interiors));
    return reduceWindows(importer, op, arrays, operands->inits, reaches, toIntegers(numbers[1]),
                         toIntegers(numbers[3]), [&](ValueRange args) {
                           return importer.importBlock(reducer.getBody().front(), args);
                         });
  }
  OpFoldResult low = padding[2 * *found], high = padding[2 * *found + 1];
  Value extent = importer.sizeValue(operands->arrays.front(), *found);
  Value before = importer.fold<arith::SubIOp>(extent, importer.index(1));
  auto isEqual = [&](OpFoldResult a, Value b) {
    return importer.fold<arith::CmpIOp>(arith::CmpIPredicate::eq, importer.toIndex(a), b);
  };
  Value isWhole = isEqual(extents[*found], extent);
  Value isPadded = isEqual(isZero(high) ? low : high, before);
  importer.create<cf::AssertOp>(importer.fold<arith::AndIOp>(isWhole, isPadded),
                                "windows of a cumulative reduction have the extent of the array");
  return importScan(importer, op, *operands, reducer.getBody(), *found,
                    isZero(high) ? Direction::Left : Direction::Right);
}

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

/// Creates nested `chad.build` ops over `extents`; `element` creates the innermost body.
static Value makeBuilds(Importer &importer, ArrayRef<Value> extents,
                        SmallVectorImpl<Value> &indices,
                        llvm::function_ref<Value(ArrayRef<Value>)> element) {
  if (indices.size() == extents.size())
    return element(indices);
  OpBuilder &builder = importer.builder;
  auto build = BuildOp::create(builder, importer.loc(), extents[indices.size()],
                               [&](OpBuilder &nested, Location loc, ValueRange args) {
                                 OpBuilder::InsertionGuard guard(builder);
                                 builder.restoreInsertionPoint(nested.saveInsertionPoint());
                                 indices.push_back(args.front());
                                 Value inner = makeBuilds(importer, extents, indices, element);
                                 indices.pop_back();
                                 YieldOp::create(builder, loc, inner);
                               });
  return build.getResult(0);
}

namespace {
/// Creates the loops that choose an element of each window of an array.
class Selection {
public:
  Selection(Importer &importer, Operation *op, Value x, const Windows &windows)
      : importer(importer), op(op), x(x), windows(windows), rank(windows.extents.size()) {}

  /// Returns the place, in row-major order, of the chosen element of the window with index
  /// `window`; -1 if the window is all padding.
  Value choose(ArrayRef<Value> window);

  bool hasFailed = false;

private:
  /// Compares the choice so far with the element at `place`, and returns the new choice.
  Value compare(Value before, ArrayRef<Value> place);
  Value flatten(ArrayRef<Value> place);

  Importer &importer;
  Operation *op;
  Value x;
  const Windows &windows;
  int64_t rank;
};
} // namespace

Value Selection::flatten(ArrayRef<Value> place) {
  Value flat = place.front();
  for (int64_t dim = 1; dim < rank; ++dim)
    flat = importer.fold<arith::AddIOp>(
        importer.fold<arith::MulIOp>(flat, importer.sizeValue(x, dim)), place[dim]);
  return flat;
}

Value Selection::compare(Value before, ArrayRef<Value> place) {
  Value zero = importer.index(0);
  Value isFirst = importer.create<arith::CmpIOp>(arith::CmpIPredicate::slt, before, zero);
  Value rest = importer.create<arith::MaxSIOp>(before, zero);
  SmallVector<Value> old(rank);
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    Value extent = importer.sizeValue(x, dim);
    old[dim] = importer.create<arith::RemUIOp>(rest, extent);
    rest = importer.create<arith::DivUIOp>(rest, extent);
  }
  Value last = importer.create<tensor::ExtractOp>(x, old);
  Value now = importer.create<tensor::ExtractOp>(x, place);
  auto keep = importer.importRegion(op, 0, {last, now});
  if (failed(keep) || keep->size() != 1 || !keep->front().getType().isInteger(1)) {
    hasFailed = true;
    return before;
  }
  Value keeps = importer.create<arith::SelectOp>(keep->front(), before, flatten(place));
  return importer.create<arith::SelectOp>(isFirst, flatten(place), keeps);
}

Value Selection::choose(ArrayRef<Value> window) {
  OpBuilder &builder = importer.builder;
  OpBuilder::InsertionGuard guard(builder);
  Value zero = importer.index(0), one = importer.index(1), state = importer.index(-1);
  SmallVector<scf::ForOp> loops;
  SmallVector<Value> place;
  for (int64_t dim = 0; dim < rank; ++dim) {
    auto loop = importer.create<scf::ForOp>(zero, importer.index(windows.extents[dim]), one, state);
    loops.push_back(loop);
    builder.setInsertionPointToStart(loop.getBody());
    Value first = importer.fold<arith::MulIOp>(window[dim], importer.index(windows.strides[dim]));
    Value padded = importer.fold<arith::AddIOp>(first, loop.getInductionVar());
    place.push_back(importer.fold<arith::SubIOp>(padded, importer.index(windows.low[dim])));
    state = loop.getRegionIterArg(0);
  }
  Value isInside = importer.constant(builder.getI1Type(), 1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value inside = importer.create<arith::CmpIOp>(arith::CmpIPredicate::ult, place[dim],
                                                  importer.sizeValue(x, dim));
    isInside = importer.fold<arith::AndIOp>(isInside, inside);
  }
  auto choice = importer.create<scf::IfOp>(
      isInside,
      [&](OpBuilder &nested, Location) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        importer.create<scf::YieldOp>(ValueRange(compare(state, place)));
      },
      [&](OpBuilder &nested, Location loc) { scf::YieldOp::create(nested, loc, state); });
  Value next = choice.getResult(0);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    builder.setInsertionPointToEnd(loop.getBody());
    importer.create<scf::YieldOp>(next);
    next = loop.getResult(0);
  }
  return next;
}

/// Imports `select_and_scatter`. First the place of the element that `select` chooses in each
/// window is computed: an integer, which has no derivative. Then the elements of the source are
/// combined with the elements at these places. Elements of the padding are never chosen.
static LogicalResult importSelectAndScatter(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 3, 1, 2)))
    return failure();
  Value x = importer.operand(op, 0), source = importer.operand(op, 1);
  Value init = importer.operand(op, 2);
  auto type = dyn_cast<RankedTensorType>(x.getType());
  auto sourceType = dyn_cast<RankedTensorType>(source.getType());
  if (!type || !sourceType || type.getRank() != sourceType.getRank() || !type.hasStaticShape() ||
      !sourceType.hasStaticShape() || type.getElementType() != sourceType.getElementType() ||
      init.getType() != type.getElementType())
    return importer.error(op, "needs arrays of one rank, of static extents and of the type of the "
                              "initial value");
  int64_t rank = type.getRank();
  auto windows = readWindows(importer, op, rank);
  if (failed(windows))
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t padded = type.getDimSize(dim) + windows->low[dim] + windows->high[dim];
    int64_t reach = windows->extents[dim];
    int64_t count = padded < reach ? 0 : (padded - reach) / windows->strides[dim] + 1;
    if (count != sourceType.getDimSize(dim))
      return importer.error(op, "needs a source with one element per window, " + Twine(count) +
                                    " in dimension " + Twine(dim));
  }
  Value start = importer.splat(init, importer.sizes(x));
  if (type.getNumElements() == 0 || sourceType.getNumElements() == 0)
    return importer.set(op, start);
  Value fixed = x;
  if (isa<FloatType>(type.getElementType()))
    fixed = importer.create<StopGradientOp>(x);
  SmallVector<Value> counts, indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    counts.push_back(importer.sizeValue(source, dim));
  Selection selection(importer, op, fixed, *windows);
  Value places = makeBuilds(importer, counts, indices,
                            [&](ArrayRef<Value> window) { return selection.choose(window); });
  if (selection.hasFailed)
    return importer.error(op, "has a body that does not choose");
  places = importer.create<tensor::CastOp>(
      RankedTensorType::get(sourceType.getShape(), importer.builder.getIndexType()), places);
  auto results =
      scatterInto(importer, op, 1, importer.collapse(start, 0, rank),
                  importer.collapse(places, 0, rank), importer.collapse(source, 0, rank));
  if (failed(results))
    return failure();
  return importer.set(op, importer.reshape(results->front(), importer.sizes(x)));
}

void chad::stablehlo::addWindowRules(RuleTable &rules) {
  rules["stablehlo.reduce_window"] = importReduceWindow;
  rules["stablehlo.select_and_scatter"] = importSelectAndScatter;
}
