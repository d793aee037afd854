//===- FunctionSweep.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionSweep.h"
#include "InterchangeLoops.h"
#include "OutlineSteps.h"
#include "UNF/UNF.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/Rules/CallMasks.h"
#include "chad/Rules/Checkpoints.h"
#include "chad/Rules/Combiners.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "chad/Rules/StructuredOps.h"
#include "chad/Transforms/ExpandStructured.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static SmallVector<OpOperand *> chooseOperands(Operation *op, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions, [&](int64_t i) { return &op->getOpOperand(i); });
}

static SmallVector<Value> choose(ValueRange values, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions, [&](int64_t i) { return values[i]; });
}

/// The body of `function`, in which ops that are compositions of structured ops have been replaced
/// by these.
static Block &getBody(func::FuncOp function) {
  decomposeAggregates(function, /*forDerivatives=*/true);
  return function.front();
}

FunctionSweep::FunctionSweep(func::FuncOp function, ArrayRef<int64_t> wrt, ArrayRef<int64_t> of,
                             CallDerivatives &calls, bool isMasked)
    : function(function), wrt(wrt), of(of), calls(calls), isMasked(isMasked),
      body(getBody(function)), terminator(body.getTerminator()), activity(findActivity()),
      holder(ModuleOp::create(function.getLoc())), linear(holder->getBodyRegion()) {
  linear.getBlocks().clear();
}

FunctionSweep::~FunctionSweep() {
  for (Operation *op : replaced)
    op->dropAllReferences();
  for (Operation *op : replaced)
    op->destroy();
}

Activity FunctionSweep::findActivity() {
  return Activity(function.getBody(), choose(function.getArguments(), wrt),
                  chooseOperands(terminator, of));
}

void FunctionSweep::finishType() {
  function.setType(FunctionType::get(function.getContext(), body.getArgumentTypes(),
                                     terminator->getOperandTypes()));
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

namespace {
/// Marks the calls that multiply tangents by finite factors only, as long as it lives: while rules
/// replace ops, a call can no longer be looked at.
class FiniteCalls {
public:
  FiniteCalls(func::FuncOp function, const SymbolTable &symbols) : function(function) {
    CallMasks masks(symbols);
    function.walk([&](func::CallOp call) {
      if (!masks.mayMeetInfinity(call))
        call->setAttr(finiteFactorsAttr, UnitAttr::get(function.getContext()));
    });
  }
  ~FiniteCalls() {
    function.walk([](func::CallOp call) { call->removeAttr(finiteFactorsAttr); });
  }

private:
  func::FuncOp function;
};
} // namespace

FailureOr<FunctionSweep::Functions> FunctionSweep::makeJvp() {
  FiniteCalls finite(function, calls.getSymbols());
  ForwardSweep sweep(function.getContext(), activity);
  sweep.calls = &calls;
  for (int64_t i : wrt) {
    Value arg = function.getArgument(i);
    Value tangent = body.addArgument(getTangentType(arg.getType()), arg.getLoc());
    if (isMasked)
      sweep.setMasked(tangent);
    sweep.setTangent(arg, tangent);
  }
  if (failed(sweep.differentiate(body)))
    return failure();
  sweep.builder.setInsertionPoint(terminator);
  SmallVector<Value> results(terminator->getOperands());
  for (int64_t i : of) {
    results.push_back(sweep.tangentOrZero(terminator->getOperand(i)));
    givesMasked |= sweep.isMasked(results.back());
  }
  terminator->setOperands(results);
  finishType();
  return Functions{function};
}

FailureOr<FunctionSweep::Functions> FunctionSweep::makeForward() {
  FiniteCalls finite(function, calls.getSymbols());
  ForwardSweep sweep(function.getContext(), activity);
  sweep.calls = &calls;
  Block &block = linear.emplaceBlock();
  for (int64_t i : wrt) {
    Value arg = function.getArgument(i);
    sweep.setTangent(arg, block.addArgument(getTangentType(arg.getType()), arg.getLoc()));
  }
  for (Operation &op : body.without_terminator()) {
    if (llvm::none_of(op.getResults(), [&](Value result) { return sweep.isActive(result); }))
      continue;
    sweep.builder.setInsertionPointToEnd(&block);
    // Rules that replace an op work on a copy, as other ops still use the values of the op itself.
    Operation *target = &op;
    if (op.getNumRegions() || isa<CallOpInterface>(op)) {
      IRMapping mapping;
      target = sweep.builder.clone(op, mapping);
      activity.copy(&op, mapping);
    }
    if (failed(sweep.differentiate(target)))
      return failure();
    for (auto [result, copy] : llvm::zip(op.getResults(), target->getResults()))
      sweep.setTangent(result, sweep.tangent(copy));
  }
  sweep.builder.setInsertionPointToEnd(&block);
  for (int64_t i : of)
    yields.push_back(sweep.tangentOrZero(terminator->getOperand(i)));
  Value lambda = makeLambda(choose(function.getArguments(), wrt));
  terminator->insertOperands(terminator->getNumOperands(), lambda);
  finishType();
  return Functions{function};
}

//===----------------------------------------------------------------------===//
// Reverse
//===----------------------------------------------------------------------===//

// Replaces calls by calls of forward functions, which return residuals.
LogicalResult FunctionSweep::replaceCalls() {
  SmallVector<func::CallOp> active;
  function.walk([&](func::CallOp call) {
    if (llvm::any_of(call.getResults(), [&](Value v) { return activity.isActive(v); }))
      active.push_back(call);
  });
  auto positions = [&](ValueRange values) {
    SmallVector<int64_t> positions;
    for (auto [i, value] : llvm::enumerate(values))
      if (activity.isActive(value))
        positions.push_back(i);
    return positions;
  };
  if (active.empty())
    return success();
  SmallVector<func::FuncOp> evaluated;
  auto evaluate = [&](Operation *callee) -> Operation * {
    auto onContexts = dyn_cast<func::FuncOp>(callee);
    if (!onContexts || !isInUNF(onContexts))
      return callee;
    // The copy is put into the module, so that the functions that it calls are found.
    func::FuncOp copy = onContexts.clone();
    evaluated.push_back(copy);
    function->getParentOfType<ModuleOp>().push_back(copy);
    evaluateContexts(copy.front());
    return copy;
  };
  CallMasks masks(function, calls.getSymbols(), evaluate);
  // Which calls need guards is decided before the first call is replaced.
  SmallVector<bool> guards = llvm::map_to_vector(
      active, [&](func::CallOp call) { return isMasked || masks.needsGuards(call); });
  for (func::FuncOp copy : evaluated)
    copy.erase();
  for (auto [call, isGuarded] : llvm::zip_equal(active, guards)) {
    FailureOr<ReverseFunctions> functions = calls.getReverse(
        call, positions(call.getOperands()), positions(call.getResults()), isGuarded);
    if (failed(functions))
      return failure();
    OpBuilder builder(call);
    func::CallOp keeping =
        functions->forward
            ? func::CallOp::create(builder, call.getLoc(), functions->forward, call.getOperands())
            : func::CallOp::create(builder, call.getLoc(), call.getCalleeAttr(),
                                   call.getResultTypes(), call.getOperands());
    keeping->setAttr(
        backwardAttr,
        builder.getDictionaryAttr({
            builder.getNamedAttr("arguments", builder.getDenseI64ArrayAttr(functions->arguments)),
            builder.getNamedAttr("callee", SymbolRefAttr::get(functions->backward)),
            builder.getNamedAttr("masks", builder.getBoolAttr(functions->masks)),
            builder.getNamedAttr("of", builder.getDenseI64ArrayAttr(functions->of)),
            builder.getNamedAttr("primal", call.getCalleeAttr()),
            builder.getNamedAttr("results", builder.getI64IntegerAttr(call.getNumResults())),
            builder.getNamedAttr("sums", builder.getDenseI64ArrayAttr(functions->sums)),
            builder.getNamedAttr("wrt", builder.getDenseI64ArrayAttr(functions->wrt)),
        }));
    if (Attribute extents = call->getAttr(resultExtentsAttr))
      keeping->setAttr(resultExtentsAttr, extents);
    auto results = keeping.getResults().take_front(call.getNumResults());
    for (auto [old, result] : llvm::zip(call.getResults(), results))
      if (activity.isActive(old))
        activity.setActive(result);
    call->replaceAllUsesWith(results);
    call->remove();
    replaced.push_back(call);
  }
  return success();
}

static bool isSignedLoop(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  return loop && !loop.getUnsignedCmp();
}

// Expands outer loops first. The loops that count their iterations are copies, and are not
// expanded.
void FunctionSweep::expandWhileLoops(function_ref<bool(scf::WhileOp)> isWanted) {
  SmallVector<Operation *> loops;
  auto collect = [&](Operation *op) {
    op->walk<WalkOrder::PreOrder>([&](scf::WhileOp loop) {
      if (llvm::none_of(loop->getResults(), [&](Value v) { return activity.isActive(v); }) ||
          (isWanted && !isWanted(loop)))
        return WalkResult::advance();
      loops.push_back(loop);
      return WalkResult::skip();
    });
  };
  collect(function);
  while (!loops.empty()) {
    Operation *loop = loops.pop_back_val();
    SmallVector<Operation *> made;
    loop->replaceAllUsesWith(expandToFor(loop, activity, made));
    if (Attribute attr = loop->getAttr(checkpointAttr))
      made.front()->setAttr(checkpointAttr, attr);
    loop->remove();
    replaced.push_back(loop);
    llvm::for_each(made, collect);
  }
}

/// How many of the loops in `region` for which `isOne` holds have states in memory at a time: those
/// that follow each other keep them until they are reversed; while a step of one of them is
/// reversed, so do the loops in this step.
static int64_t countAtATime(Region &region, function_ref<bool(Operation *)> isOne) {
  int64_t own = 0, most = 0;
  for (Operation &op : region.getOps()) {
    int64_t inside = 0;
    for (Region &nested : op.getRegions())
      inside = std::max(inside, countAtATime(nested, isOne));
    bool isLoop = isOne(&op);
    own += isLoop ? 1 : inside;
    most = isLoop ? std::max(most, inside) : most;
  }
  return own + most;
}

/// `attr`, the value of `chad.checkpoint`, with one of `parts` equal parts of the budget.
static Attribute divideBudget(Attribute attr, int64_t parts) {
  auto dictionary = dyn_cast<DictionaryAttr>(attr);
  if (!dictionary || parts == 1)
    return attr;
  NamedAttrList entries(dictionary);
  entries.set("parts", Builder(attr.getContext()).getI64IntegerAttr(parts));
  return entries.getDictionary(attr.getContext());
}

// The checkpoints of a function are those of its loops that have none of their own. A budget is
// divided among them.
void FunctionSweep::inheritCheckpoint() {
  Attribute attr = function->getAttr(checkpointAttr);
  if (!attr)
    return;
  function->removeAttr(checkpointAttr);
  auto inherits = [&](Operation *op) {
    return isa<FoldOp, scf::ForOp, scf::WhileOp>(op) && !op->hasAttr(checkpointAttr) &&
           llvm::any_of(op->getResults(), [&](Value v) { return activity.isActive(v); });
  };
  int64_t parts = countAtATime(function.getFunctionBody(), inherits);
  if (parts == 0)
    return;
  Attribute part = divideBudget(attr, parts);
  function.walk([&](Operation *op) {
    if (inherits(op))
      op->setAttr(checkpointAttr, part);
  });
}

// Makes functions of the steps of loops with checkpoints. `scf.while` and `scf.for` are folds
// before. The loops that count the iterations of `scf.while` keep their code: they need that of the
// condition only.
void FunctionSweep::outlineSteps() {
  inheritCheckpoint();
  auto hasSteps = [&](Operation *op) {
    Attribute attr = op->getAttr(checkpointAttr);
    if (!attr || !isa<FoldOp, scf::ForOp, scf::WhileOp>(op) || op->hasAttr(stateStackAttr) ||
        llvm::none_of(op->getResults(), [&](Value v) { return activity.isActive(v); }))
      return false;
    std::string problem;
    std::optional<Checkpoint> checkpoint = Checkpoint::parse(attr, problem);
    return checkpoint && !checkpoint->isInline;
  };
  auto find = [&] {
    SmallVector<Operation *> loops;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!hasSteps(op))
        return WalkResult::advance();
      loops.push_back(op);
      return WalkResult::skip();
    });
    return loops;
  };
  if (find().empty())
    return;
  // Such loops, and those around them; loops in their steps stay as they are.
  expandWhileLoops([&](scf::WhileOp loop) {
    for (Operation *around = loop->getParentOp(); around; around = around->getParentOp())
      if (hasSteps(around))
        return false;
    return loop
        ->walk([&](Operation *inner) {
          return hasSteps(inner) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  });
  SmallVector<FoldOp> folds;
  DenseMap<Operation *, unsigned> numFolds;
  for (Operation *loop : find()) {
    if (isSignedLoop(loop))
      loop = replaceByFold(loop);
    if (auto fold = dyn_cast<FoldOp>(loop)) {
      folds.push_back(fold);
      ++numFolds[fold->getParentOp()];
    }
  }
  // Maps are replaced, with values that replaced loops used.
  for (Operation *op : replaced)
    op->dropAllReferences();
  // Of several loops in a map none is moved: each would be copied with the map around another. A
  // budget of bytes is one for the states of one element.
  auto divide = [&](FoldOp fold) -> SmallVector<FoldOp> {
    std::string problem;
    bool countsBytes = Checkpoint::parse(fold->getAttr(checkpointAttr), problem)->bytes.has_value();
    if (countsBytes || numFolds[fold->getParentOp()] != 1 ||
        function->getParentOfType<ModuleOp>()->hasAttr(elementThreadsAttr))
      return {fold};
    return interchangeBlocks(fold);
  };
  for (FoldOp fold : folds)
    for (FoldOp part : divide(fold))
      outlineStep(part, function, calls.getSymbols());
  activity = findActivity();
}

// Replaces structured ops without a reverse rule by loops over arrays.
void FunctionSweep::expandStructuredOps() {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    if (llvm::any_of(op->getResults(), [&](Value v) { return activity.isActive(v); }) &&
        !hasStructuredReverse(op, activity))
      ops.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : ops)
    rewriter.replaceOp(op, expandStructuredOp(rewriter, op, Permutation::Structured));
  if (!ops.empty())
    activity = findActivity();
}

/// Replaces a combinator or an `scf.for` by a fold; returns the fold.
Operation *FunctionSweep::replaceByFold(Operation *op) {
  SmallVector<Value> results = expandToFold(op, activity);
  Value first = results.front();
  if (auto cast = first.getDefiningOp<tensor::CastOp>())
    first = cast.getSource();
  Operation *fold = first.getDefiningOp();
  if (Attribute attr = op->getAttr(checkpointAttr))
    fold->setAttr(checkpointAttr, attr);
  op->replaceAllUsesWith(results);
  op->remove();
  replaced.push_back(op);
  return fold;
}

// Replaces combinators whose body has no reverse rule by folds, which have one.
LogicalResult FunctionSweep::expandCombiners() {
  inheritCheckpoint();
  expandWhileLoops();
  SmallVector<Operation *> expanded;
  function.walk([&](Operation *op) {
    auto isActive = [&](unsigned i) { return activity.isActive(op->getResult(i)); };
    if ((isa<ReduceOp, ScanOp, HistOp>(op) || isSignedLoop(op)) &&
        llvm::any_of(llvm::seq(op->getNumResults()), isActive) && !hasOwnReverse(op, isActive))
      expanded.push_back(op);
  });
  for (Operation *op : expanded)
    replaceByFold(op);
  FailureOr<bool> isDivided = makeCheckpoints(function);
  if (failed(isDivided))
    return failure();
  if (*isDivided)
    activity = findActivity();
  return success();
}

LogicalResult FunctionSweep::runBackwards() {
  expandStructuredOps();
  outlineSteps();
  if (failed(replaceCalls()))
    return failure();
  if (failed(expandCombiners()))
    return failure();
  ReverseSweep sweep(function.getContext(), activity);
  sweep.calls = &calls;
  sweep.makeRecord = [&](ArrayRef<Type> fields) { return calls.makeRecord(function, fields); };
  Block &block = linear.emplaceBlock();
  {
    ReverseSweep::Scope scope(sweep, block, nullptr);
    for (int64_t i : of) {
      Value result = terminator->getOperand(i);
      Value seed = block.addArgument(getTangentType(result.getType()), result.getLoc());
      if (isMasked)
        sweep.setMasked(seed);
      sweep.accumulate(result, seed);
    }
    for (int64_t i : sums) {
      Value argument = function.getArgument(i);
      Value before = block.addArgument(getTangentType(argument.getType()), argument.getLoc());
      if (isMasked)
        sweep.setMasked(before);
      sweep.setCotangent(argument, before);
    }
    if (failed(backwards ? backwards(sweep) : sweep.reverse(body)))
      return failure();
    for (int64_t i : wrt) {
      yields.push_back(scope.cotangentOrZero(function.getArgument(i)));
      givesMasked |= sweep.isMasked(yields.back());
    }
  }
  // A returned value may be the result of a loop that `finish` makes anew.
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToEnd(&block);
  Operation *yield = YieldOp::create(builder, function.getLoc(), yields);
  sweep.finish(replaced);
  yields = yield->getOperands();
  yield->erase();
  auto clean = [](Operation *op) { op->removeDiscardableAttr(backwardAttr); };
  function.walk(clean);
  linear.walk(clean);
  return success();
}

FailureOr<FunctionSweep::Functions> FunctionSweep::makeVjp() {
  if (failed(runBackwards()))
    return failure();
  Block &block = linear.front();
  for (BlockArgument arg : block.getArguments())
    arg.replaceAllUsesWith(body.addArgument(arg.getType(), arg.getLoc()));
  SmallVector<Value> results(terminator->getOperands());
  for (Value value : yields) {
    auto arg = dyn_cast<BlockArgument>(value);
    results.push_back(arg && arg.getOwner() == &block
                          ? body.getArgument(body.getNumArguments() - block.getNumArguments() +
                                             arg.getArgNumber())
                          : value);
  }
  body.getOperations().splice(Block::iterator(terminator), block.getOperations());
  terminator->setOperands(results);
  finishType();
  return Functions{function};
}

FailureOr<FunctionSweep::Functions> FunctionSweep::makePullback(ArrayRef<int64_t> summed) {
  sums.assign(summed.begin(), summed.end());
  unsigned numResults = function.getNumResults();
  if (failed(makeVjp()))
    return failure();
  terminator->eraseOperands(0, numResults);
  finishType();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
  return Functions{function};
}

FailureOr<FunctionSweep::Functions> FunctionSweep::makeReverse() {
  if (failed(runBackwards()))
    return failure();
  Value lambda = makeLambda(choose(terminator->getOperands(), of));
  terminator->insertOperands(terminator->getNumOperands(), lambda);
  finishType();
  return Functions{function};
}

void FunctionSweep::findKept(SetVector<Value> &taken, SetVector<Value> &kept,
                             llvm::MapVector<Value, Operation *> &constants) {
  auto visit = [&](Value value) {
    if (value.getParentRegion() != &function.getBody())
      return;
    Operation *def = value.getDefiningOp();
    if (def && def->hasTrait<mlir::OpTrait::ConstantLike>())
      constants[value] = def;
    else
      (def ? kept : taken).insert(value);
  };
  linear.walk([&](Operation *op) { llvm::for_each(op->getOperands(), visit); });
  llvm::for_each(yields, visit);
}

void FunctionSweep::finishBackward(func::FuncOp backward, ValueRange values,
                                   ValueRange replacements,
                                   const llvm::MapVector<Value, Operation *> &constants) {
  Block &block = linear.front();
  auto replaceIn = [&](Value value, Value by) {
    value.replaceUsesWithIf(by, [&](OpOperand &use) {
      Region *region = use.getOwner()->getParentRegion();
      return region && linear.isAncestor(region);
    });
    std::replace(yields.begin(), yields.end(), value, by);
  };
  for (auto [value, replacement] : llvm::zip_equal(values, replacements))
    replaceIn(value, replacement);
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToStart(&block);
  for (auto [value, op] : constants)
    replaceIn(value, builder.clone(*op)->getResult(0));
  builder.setInsertionPointToEnd(&block);
  func::ReturnOp::create(builder, function.getLoc(), yields);
  backward.getBody().takeBody(linear);
}

static SmallVector<Type> typesOf(const SetVector<Value> &values) {
  return llvm::map_to_vector(values, [](Value value) { return value.getType(); });
}

/// A box of these values at the end of the forward code.
static Value makeBox(Operation *terminator, RecordOp record, ValueRange values) {
  OpBuilder builder(terminator);
  auto type = BoxType::get(builder.getContext(), FlatSymbolRefAttr::get(record));
  return BoxOp::create(builder, terminator->getLoc(), type, values);
}

FailureOr<FunctionSweep::Functions>
FunctionSweep::makeSplit(SmallVectorImpl<int64_t> &arguments,
                         llvm::function_ref<RecordOp(ArrayRef<Type>)> makeRecord) {
  if (failed(runBackwards()))
    return failure();
  Block &block = linear.front();
  // The caller has the arguments, so they are no residuals.
  SetVector<Value> taken, kept;
  llvm::MapVector<Value, Operation *> constants;
  findKept(taken, kept, constants);
  for (Value value : taken)
    arguments.push_back(cast<BlockArgument>(value).getArgNumber());

  // The residuals of a function contain those of the functions that it calls. They go into a box if
  // there are many. They also do if a loop may have to keep them: residuals of a branch are arrays
  // of other extents when another branch runs, which a loop cannot keep in an array, while it can
  // keep boxes.
  constexpr size_t maxUnboxed = 32;
  auto isOfBranch = [](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(getPrimalType(value.getType()));
    return tensor && !tensor.hasStaticShape() &&
           isa_and_nonnull<scf::SCFDialect>(value.getDefiningOp()->getDialect()) &&
           llvm::any_of(value.getDefiningOp()->getResultTypes(),
                        [](Type type) { return isa<BoxType>(type); });
  };
  // So are the residuals of a function whose calls stay, such as a loop with another number of
  // iterations at each call.
  auto isOpenArray = [](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(getPrimalType(value.getType()));
    return tensor && !tensor.hasStaticShape();
  };
  bool isBoxed = (kept.size() > maxUnboxed || llvm::any_of(kept, isOfBranch) ||
                  (function.getNoInline() && llvm::any_of(kept, isOpenArray))) &&
                 llvm::none_of(kept, [](Value value) { return isa<CtxType>(value.getType()); });
  SmallVector<Value> returned(kept.begin(), kept.end());
  if (isBoxed)
    returned = {makeBox(terminator, makeRecord(typesOf(kept)), returned)};

  SmallVector<Type> inputs = typesOf(taken), outputs(ValueRange(yields).getTypes());
  llvm::append_range(inputs, ValueRange(returned).getTypes());
  for (auto [i, type] : llvm::enumerate(inputs))
    block.insertArgument(i, type, function.getLoc());
  inputs.assign(block.getArgumentTypes().begin(), block.getArgumentTypes().end());
  auto backward = func::FuncOp::create(
      function.getLoc(), (function.getSymName().rsplit(".kept").first + ".back").str(),
      FunctionType::get(function.getContext(), inputs, outputs));
  backward.setPrivate();

  SmallVector<Value> values(taken.begin(), taken.end()), replacements;
  llvm::append_range(values, kept);
  unsigned numPassed = taken.size() + (isBoxed ? 0 : kept.size());
  llvm::append_range(replacements, block.getArguments().take_front(numPassed));
  if (isBoxed) {
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    auto open = OpenOp::create(builder, function.getLoc(), typesOf(kept),
                               block.getArgument(taken.size()), ValueRange());
    llvm::append_range(replacements, open.getResults());
  }
  finishBackward(backward, values, replacements, constants);

  SmallVector<Value> results(terminator->getOperands());
  llvm::append_range(results, returned);
  terminator->setOperands(results);
  finishType();
  return Functions{function, backward};
}

LogicalResult FunctionSweep::makeRecursiveSplit(RecordOp record, func::FuncOp backward) {
  if (failed(runBackwards()))
    return failure();
  SetVector<Value> taken, kept;
  llvm::MapVector<Value, Operation *> constants;
  findKept(taken, kept, constants);
  taken.insert(kept.begin(), kept.end());
  OpBuilder builder(function.getContext());
  record.setFieldsAttr(builder.getTypeArrayAttr(typesOf(taken)));
  Value box = makeBox(terminator, record, taken.getArrayRef());
  Block &block = linear.front();
  Value argument = block.insertArgument(0u, box.getType(), function.getLoc());
  builder.setInsertionPointToStart(&block);
  auto open = OpenOp::create(builder, function.getLoc(), typesOf(taken), argument, ValueRange());
  finishBackward(backward, taken.getArrayRef(), open.getResults(), constants);
  terminator->insertOperands(terminator->getNumOperands(), box);
  finishType();
  return success();
}

Value FunctionSweep::makeLambda(ValueRange domain) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToEnd(&linear.front());
  YieldOp::create(builder, function.getLoc(), yields);
  builder.setInsertionPoint(terminator);
  SmallVector<Value> sizes;
  for (Value value : domain)
    if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t i = 0; i < tensor.getRank(); ++i)
        if (tensor.isDynamicDim(i))
          sizes.push_back(tensor::DimOp::create(builder, function.getLoc(), value, i));
  OperationState state(function.getLoc(), LFunLambdaOp::getOperationName());
  state.addOperands(sizes);
  state.addTypes(LFunType::get(function.getContext(),
                               llvm::to_vector(linear.front().getArgumentTypes()),
                               llvm::to_vector(ValueRange(yields).getTypes())));
  state.addRegion()->takeBody(linear);
  return builder.create(state)->getResult(0);
}
