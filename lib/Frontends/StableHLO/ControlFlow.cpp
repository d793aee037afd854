//===- ControlFlow.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops, branches and calls.

#include "Importer.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

/// Returns the op that defines `value` if it has this name; null otherwise.
static Operation *definingOp(Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  return op && op->getName().getStringRef() == name ? op : nullptr;
}

static LogicalResult setAll(Importer &importer, Operation *op, ValueRange values) {
  if (values.size() != op->getNumResults())
    return importer.error(op, "has " + Twine(op->getNumResults()) +
                                  " results, and regions that "
                                  "return " +
                                  Twine(values.size()) + " values");
  for (auto [i, value] : llvm::enumerate(values))
    if (failed(importer.set(op, i, value)))
      return failure();
  return success();
}

/// Casts values that a region returns to the types of the op's results: a region may return types
/// with more static extents.
static FailureOr<SmallVector<Value>> castTo(Importer &importer, Operation *op, ValueRange values,
                                            TypeRange types) {
  if (values.size() != types.size())
    return importer.error(op, "has a region that returns " + Twine(values.size()) +
                                  " values, where " + Twine(types.size()) + " are needed");
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip_equal(values, types)) {
    if (value.getType() != type && !tensor::CastOp::areCastCompatible(value.getType(), type))
      return importer.error(op, "has a region that returns ")
             << value.getType() << ", where " << type << " is needed";
    results.push_back(
        value.getType() == type ? value : importer.create<tensor::CastOp>(type, value).getResult());
  }
  return results;
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

namespace {
/// A `stablehlo.while`, both of whose regions have one block.
struct WhileLoop {
  Operation *op;
  Block *condition, *body;
  /// For each state, whether the body returns it unchanged.
  SmallVector<bool> isInvariant;
};

/// A loop that counts in steps of one: `while (i < limit) { ...; i = i + 1 }`.
struct Counting {
  unsigned counter;
  /// A value that is defined outside of the loop, a constant in its condition, or an argument of
  /// its condition whose state is invariant.
  Value limit;
};
} // namespace

static std::optional<WhileLoop> readWhile(Operation *op) {
  if (op->getNumRegions() != 2 || !op->getRegion(0).hasOneBlock() ||
      !op->getRegion(1).hasOneBlock() || op->getNumOperands() != op->getNumResults())
    return std::nullopt;
  WhileLoop loop{op, &op->getRegion(0).front(), &op->getRegion(1).front(), {}};
  if (loop.condition->empty() || loop.body->empty() ||
      loop.condition->getNumArguments() != op->getNumOperands() ||
      loop.body->getNumArguments() != op->getNumOperands() ||
      loop.condition->back().getNumOperands() != 1 ||
      loop.body->back().getNumOperands() != op->getNumOperands())
    return std::nullopt;
  for (auto [arg, next] :
       llvm::zip_equal(loop.body->getArguments(), loop.body->back().getOperands()))
    loop.isInvariant.push_back(arg == next);
  return loop;
}

/// Whether the value is the constant 1.
static bool isOne(Value value) {
  for (Operation *op = value.getDefiningOp(); op; op = op->getOperand(0).getDefiningOp()) {
    StringRef name = op->getName().getStringRef();
    if (name == "stablehlo.constant") {
      auto elements = op->getAttrOfType<DenseIntElementsAttr>("value");
      return elements && elements.isSplat() && elements.getSplatValue<APInt>().isOne();
    }
    if ((name != "stablehlo.convert" && name != "stablehlo.broadcast_in_dim" &&
         name != "stablehlo.reshape") ||
        op->getNumOperands() != 1)
      return false;
  }
  return false;
}

static std::optional<Counting> readCounting(const WhileLoop &loop) {
  Operation *compare = definingOp(loop.condition->back().getOperand(0), "stablehlo.compare");
  if (!compare || compare->getNumOperands() != 2 || compare->getBlock() != loop.condition)
    return std::nullopt;
  auto direction = parseEnumText(compare->getAttr("comparison_direction"), "comparison_direction");
  auto counter = dyn_cast<BlockArgument>(compare->getOperand(0));
  Type type = compare->getOperand(0).getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto element = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!direction || *direction != "LT" || !counter || counter.getOwner() != loop.condition ||
      !tensor || tensor.getRank() != 0 || !element || element.isUnsigned() ||
      element.getWidth() == 1 || compare->getOperand(1).getType() != type)
    return std::nullopt;
  unsigned i = counter.getArgNumber();
  Operation *add = definingOp(loop.body->back().getOperand(i), "stablehlo.add");
  BlockArgument inBody = loop.body->getArgument(i);
  if (!add || add->getNumOperands() != 2 || add->getBlock() != loop.body)
    return std::nullopt;
  bool steps = (add->getOperand(0) == inBody && isOne(add->getOperand(1))) ||
               (add->getOperand(1) == inBody && isOne(add->getOperand(0)));
  if (!steps)
    return std::nullopt;
  Value limit = compare->getOperand(1);
  if (auto arg = dyn_cast<BlockArgument>(limit); arg && arg.getOwner() == loop.condition) {
    if (!loop.isInvariant[arg.getArgNumber()])
      return std::nullopt;
    return Counting{i, limit};
  }
  Operation *defining = limit.getDefiningOp();
  bool isInside = defining && defining->getBlock() == loop.condition;
  if (isInside && defining->getName().getStringRef() != "stablehlo.constant")
    return std::nullopt;
  return Counting{i, limit};
}

/// A state that is an array whose only use in the body is a write of the row with the number of the
/// iteration. The state becomes an array that the loop collects.
namespace {
struct Collected {
  unsigned state;
  tensor::InsertSliceOp insert;
  /// Whether the first iteration writes the last row.
  bool isBackwards;
};
} // namespace

/// Returns how the loop over `index` fills the array of state number `state`, if `insert`, the only
/// use of the state, writes one row in each iteration, and there are as many iterations as rows;
/// nothing otherwise.
static std::optional<Collected> matchCollected(Importer &importer, unsigned state, Value array,
                                               tensor::InsertSliceOp insert, Value index,
                                               int64_t iterations) {
  if (!insert || insert.getDest() != array || !array.hasOneUse() || !insert->hasOneUse() ||
      insert->getBlock() != index.getParentBlock())
    return std::nullopt;
  auto type = cast<RankedTensorType>(array.getType());
  SmallVector<OpFoldResult> offsets = insert.getMixedOffsets(), sizes = insert.getMixedSizes();
  if (!type.hasStaticShape() || type.getDimSize(0) != iterations ||
      insert.getSourceType().getRank() != type.getRank() || !isOneInteger(sizes.front()) ||
      !llvm::all_of(insert.getMixedStrides(), isOneInteger))
    return std::nullopt;
  for (int64_t dim = 1; dim < type.getRank(); ++dim)
    if (!isZeroInteger(offsets[dim]) || !isConstantIntValue(sizes[dim], type.getDimSize(dim)))
      return std::nullopt;
  Value row = dyn_cast<Value>(offsets.front());
  const Importer::Counter *counter = row ? importer.getCounter(row) : nullptr;
  if (!counter || counter->base != index)
    return std::nullopt;
  if (counter->scale == 1 && counter->offset == 0)
    return Collected{state, insert, false};
  if (counter->scale == -1 && counter->offset == iterations - 1)
    return Collected{state, insert, true};
  return std::nullopt;
}

/// Replaces a fold over `iota` by one in which the states `collected` are arrays that the fold
/// collects. `results` gets the values that replace the results of the old fold.
static void collectRows(Importer &importer, FoldOp fold, Value iota,
                        MutableArrayRef<Collected> collected, SmallVectorImpl<Value> &results) {
  OpBuilder &builder = importer.builder;
  Block &body = fold.getRegion().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  unsigned numStates = fold.getInitialStates().size();
  llvm::SmallBitVector isCollected(numStates);
  for (const Collected &c : collected)
    isCollected.set(c.state);
  SmallVector<Value> yielded, states;
  SmallVector<Type> types;
  for (unsigned k = 0; k < numStates; ++k)
    if (!isCollected.test(k)) {
      yielded.push_back(yield.getOperand(k));
      states.push_back(fold.getInitialStates()[k]);
    }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(yield);
  for (Collected &c : collected) {
    auto type = cast<RankedTensorType>(fold.getInitialStates()[c.state].getType());
    auto sizes = getAsIndexOpFoldResult(builder.getContext(), type.getShape().drop_front());
    yielded.push_back(importer.reshape(c.insert.getSource(), sizes));
    types.push_back(type);
  }
  importer.create<YieldOp>(yielded);
  yield.erase();
  for (Collected &c : collected)
    c.insert.erase();
  for (int k = static_cast<int>(numStates) - 1; k >= 0; --k)
    if (isCollected.test(k))
      body.eraseArgument(k + 1);
  builder.setInsertionPoint(fold);
  auto region = std::make_unique<Region>();
  region->takeBody(fold.getRegion());
  auto made =
      createLoop(builder, importer.loc(), iota, states, types, Direction::Left, std::move(region));
  results.resize(numStates);
  unsigned next = 0;
  for (unsigned k = 0; k < numStates; ++k)
    if (!isCollected.test(k))
      results[k] = made->getResult(next++);
  for (const Collected &c : collected) {
    Value rows = made->getResult(next++);
    results[c.state] = c.isBackwards ? importer.reverse(rows, 0) : rows;
  }
  fold.erase();
}

/// Imports a loop that counts its iterations as a fold over an iota. If the counter begins at 0, it
/// is recorded that the counter is at least 0 and less than the number of iterations.
static LogicalResult importCounting(Importer &importer, const WhileLoop &loop,
                                    const Counting &counting) {
  Operation *op = loop.op;
  OpBuilder &builder = importer.builder;
  SmallVector<Value> inits = importer.operands(op);
  // The limit as a value outside of the loop.
  Value limit;
  if (auto arg = dyn_cast<BlockArgument>(counting.limit); arg && arg.getOwner() == loop.condition) {
    limit = inits[arg.getArgNumber()];
  } else if (Operation *constant = counting.limit.getDefiningOp();
             constant && constant->getBlock() == loop.condition) {
    if (failed(getRules().lookup("stablehlo.constant")(importer, constant)))
      return failure();
    limit = importer.lookup(counting.limit);
  } else {
    limit = importer.lookup(counting.limit);
  }
  if (!limit)
    return importer.error(op, "uses a value that is not computed before");
  Value start = inits[counting.counter];
  Type type = start.getType();
  Value first = importer.castToIndex(start), end = importer.castToIndex(limit);
  Value count = importer.fold<arith::SubIOp>(end, first);
  count = importer.fold<arith::MaxSIOp>(count, importer.index(0));
  bool startsAtZero = matchPattern(start, m_Zero());
  OpFoldResult extent = getAsOpFoldResult(count);

  SmallVector<unsigned> carried;
  SmallVector<Value> states;
  for (auto [i, init] : llvm::enumerate(inits))
    if (!loop.isInvariant[i] && i != counting.counter) {
      carried.push_back(i);
      states.push_back(init);
    }
  Value iota = makeIota(importer, extent, 0, builder.getIndexType());
  bool hasFailed = false;
  auto fold = FoldOp::create(
      builder, importer.loc(), Direction::Left, ValueRange(iota), states,
      [&](OpBuilder &nested, Location loc, ValueRange values) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        Value index = values.front();
        ValueRange current = values.drop_front();
        SmallVector<Value> args(inits);
        for (auto [i, state] : llvm::zip_equal(carried, current))
          args[i] = state;
        Value counter = importer.fold<arith::IndexCastOp>(type, index);
        if (startsAtZero)
          importer.setCounter(counter, {index, type.getIntOrFloatBitWidth(), extent, 0, index});
        else
          counter = importer.fold<arith::AddIOp>(start, counter);
        args[counting.counter] = counter;
        auto results = importer.importBlock(*loop.body, args);
        SmallVector<Value> next;
        if (succeeded(results))
          for (unsigned i : carried)
            next.push_back((*results)[i]);
        auto cast = succeeded(results) ? castTo(importer, op, next, current.getTypes())
                                       : FailureOr<SmallVector<Value>>(failure());
        hasFailed = failed(cast);
        importer.create<YieldOp>(hasFailed ? current : ValueRange(*cast));
      });
  if (hasFailed)
    return failure();

  SmallVector<Value> finals(fold.getResults());
  if (std::optional<int64_t> iterations = getConstantIntValue(extent);
      iterations && *iterations > 0) {
    Block &body = fold.getRegion().front();
    SmallVector<Collected> collected;
    for (unsigned k = 0; k < carried.size(); ++k) {
      auto insert = body.getTerminator()->getOperand(k).getDefiningOp<tensor::InsertSliceOp>();
      if (auto found = matchCollected(importer, k, body.getArgument(k + 1), insert,
                                      body.getArgument(0), *iterations))
        collected.push_back(*found);
    }
    if (!collected.empty())
      collectRows(importer, fold, iota, collected, finals);
  }
  SmallVector<Value> results(inits);
  for (auto [i, value] : llvm::zip_equal(carried, finals))
    results[i] = value;
  Value more = importer.fold<arith::IndexCastOp>(type, count);
  results[counting.counter] = importer.fold<arith::AddIOp>(start, more);
  return setAll(importer, op, results);
}

static LogicalResult importWhile(Importer &importer, Operation *op) {
  std::optional<WhileLoop> loop = readWhile(op);
  if (!loop)
    return importer.error(op, "needs as many results as operands, and two regions that take and "
                              "return its states");
  if (std::optional<Counting> counting = readCounting(*loop))
    return importCounting(importer, *loop, *counting);
  OpBuilder &builder = importer.builder;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> inits = importer.operands(op), states;
  SmallVector<unsigned> carried;
  for (auto [i, init] : llvm::enumerate(inits))
    if (!loop->isInvariant[i]) {
      carried.push_back(i);
      states.push_back(init);
    }
  SmallVector<Type> types(ValueRange(states).getTypes());
  SmallVector<Location> locs(states.size(), importer.loc());
  auto made = importer.create<scf::WhileOp>(types, states);
  auto argsFrom = [&](ValueRange current) {
    SmallVector<Value> args(inits);
    for (auto [i, state] : llvm::zip_equal(carried, current))
      args[i] = state;
    return args;
  };
  Block *before = builder.createBlock(&made.getBefore(), {}, types, locs);
  auto condition = importer.importBlock(*loop->condition, argsFrom(before->getArguments()));
  bool isBool = succeeded(condition) && condition->front().getType().isInteger(1);
  Value goesOn = isBool ? condition->front() : importer.constant(builder.getI1Type(), 0);
  importer.create<scf::ConditionOp>(goesOn, before->getArguments());
  Block *after = builder.createBlock(&made.getAfter(), {}, types, locs);
  auto results = importer.importBlock(*loop->body, argsFrom(after->getArguments()));
  SmallVector<Value> next;
  if (succeeded(results))
    for (unsigned i : carried)
      next.push_back((*results)[i]);
  auto cast = succeeded(results) ? castTo(importer, op, next, types)
                                 : FailureOr<SmallVector<Value>>(failure());
  importer.create<scf::YieldOp>(failed(cast) ? ValueRange(after->getArguments())
                                             : ValueRange(*cast));
  if (failed(condition) || failed(cast))
    return failure();
  if (!isBool)
    return importer.error(op, "has a condition that is no truth value");
  return setAll(importer, op, argsFrom(made.getResults()));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Imports region number `i` of the op into `region`, and adds a terminator.
static LogicalResult fillBranch(Importer &importer, Operation *op, unsigned i, Region &region) {
  OpBuilder &builder = importer.builder;
  OpBuilder::InsertionGuard guard(builder);
  if (region.empty())
    region.emplaceBlock();
  builder.setInsertionPointToStart(&region.front());
  SmallVector<Type> types;
  for (unsigned k = 0; k < op->getNumResults(); ++k)
    types.push_back(importer.resultType(op, k));
  auto results = importer.importRegion(op, i, {});
  if (failed(results))
    return failure();
  auto cast = castTo(importer, op, *results, types);
  if (failed(cast))
    return failure();
  importer.create<scf::YieldOp>(*cast);
  return success();
}

static SmallVector<Type> resultTypes(Importer &importer, Operation *op) {
  SmallVector<Type> types;
  for (unsigned k = 0; k < op->getNumResults(); ++k)
    types.push_back(importer.resultType(op, k));
  return types;
}

static LogicalResult importIf(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 1, op->getNumResults(), 2)))
    return failure();
  Value condition = importer.operand(op, 0);
  if (!condition.getType().isInteger(1))
    return importer.error(op, "chooses by a value of type ") << op->getOperand(0).getType();
  auto branch = importer.create<scf::IfOp>(resultTypes(importer, op), condition,
                                           /*addThenBlock=*/true, /*addElseBlock=*/true);
  if (failed(fillBranch(importer, op, 0, branch.getThenRegion())) ||
      failed(fillBranch(importer, op, 1, branch.getElseRegion())))
    return failure();
  return setAll(importer, op, branch.getResults());
}

/// An index that names no branch chooses the last one.
static LogicalResult importCase(Importer &importer, Operation *op) {
  unsigned numBranches = op->getNumRegions();
  if (failed(importer.expect(op, 1, op->getNumResults(), numBranches)))
    return failure();
  Value index = importer.operand(op, 0);
  if (numBranches == 0 || !isa<IntegerType>(index.getType()))
    return importer.error(op, "needs an integer, and at least one branch");
  SmallVector<int64_t> cases;
  for (unsigned i = 0; i + 1 < numBranches; ++i)
    cases.push_back(i);
  auto choice = importer.create<scf::IndexSwitchOp>(
      resultTypes(importer, op), importer.castToIndex(index, importer.isUnsigned(op, 0)), cases,
      numBranches - 1);
  for (unsigned i = 0; i + 1 < numBranches; ++i)
    if (failed(fillBranch(importer, op, i, choice.getCaseRegions()[i])))
      return failure();
  if (failed(fillBranch(importer, op, numBranches - 1, choice.getDefaultRegion())))
    return failure();
  return setAll(importer, op, choice.getResults());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A composite is imported as a call of its decomposition, the function that defines it.
static LogicalResult importComposite(Importer &importer, Operation *op) {
  auto name = op->getAttrOfType<FlatSymbolRefAttr>("decomposition");
  auto function =
      name ? importer.getModule().lookupSymbol<func::FuncOp>(name.getValue()) : func::FuncOp();
  if (!function)
    return importer.error(op, "needs a function of the module as attribute 'decomposition'");
  return importer.inlineCall(op, function, importer.operands(op));
}

static LogicalResult importBarrier(Importer &importer, Operation *op) {
  return setAll(importer, op, importer.operands(op));
}

/// Imports custom calls of known names: hints, which return their operands, assertions about
/// shapes, and functions of libraries.
static LogicalResult importCustomCall(Importer &importer, Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("call_target_name");
  if (!name)
    return importer.error(op, "needs a name as attribute 'call_target_name'");
  StringRef target = name.getValue();
  bool isHint = target == "Sharding" || target == "annotate_device_placement" ||
                target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape" ||
                target == "xla.sdy.FuncResultSharding";
  if (isHint && op->getNumOperands() == op->getNumResults())
    return setAll(importer, op, importer.operands(op));
  if (target == "shape_assertion" && op->getNumOperands() >= 1 && op->getNumResults() == 0 &&
      importer.operand(op, 0).getType().isInteger(1)) {
    auto message = op->getAttrOfType<StringAttr>("error_message");
    importer.create<cf::AssertOp>(importer.operand(op, 0),
                                  message ? message.getValue() : "extents do not fit");
    return success();
  }
  if (target == "stablehlo.dynamic_reduce_window")
    return importDynamicReduceWindow(importer, op);
  if (target == "stablehlo.dynamic_top_k")
    return importDynamicTopK(importer, op);
  if (isLapackFunction(target))
    return importLapackCall(importer, op, target);
  InFlightDiagnostic diagnostic = importer.error(op, "calls '" + target +
                                                         "', which only the "
                                                         "runtime of XLA has");
  diagnostic.attachNote() << "imported are calls of Sharding, annotate_device_placement, "
                             "SPMDFullToShardShape, SPMDShardToFullShape, "
                             "xla.sdy.FuncResultSharding, shape_assertion, "
                             "stablehlo.dynamic_reduce_window and stablehlo.dynamic_top_k, and of "
                             "potrf, trsm and getrf of "
                             "LAPACK";
  return diagnostic;
}

void chad::stablehlo::addControlFlowRules(RuleTable &rules) {
  rules["stablehlo.while"] = importWhile;
  rules["stablehlo.if"] = importIf;
  rules["stablehlo.case"] = importCase;
  rules["stablehlo.composite"] = importComposite;
  rules["stablehlo.optimization_barrier"] = importBarrier;
  rules["sdy.sharding_constraint"] = importBarrier;
  rules["stablehlo.custom_call"] = importCustomCall;
}
