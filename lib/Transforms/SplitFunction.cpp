//===- SplitFunction.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-split`: divides a function into the part that can run before its late arguments are known,
// and the rest.

#include "chad/Transforms/SplitFunction.h"
#include "chad/Analysis/Cost.h"
#include "chad/Analysis/MinCut.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include <cmath>

namespace chad {
#define GEN_PASS_DEF_CHADSPLIT
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The value that is assumed for an extent that is only known at run time.
static constexpr double assumedExtent = 64;
/// Capacities are measured in fractions of a byte. They are bounded, so that their sum does not
/// overflow.
static constexpr double unitsPerByte = 16, maxCapacity = double(int64_t(1) << 44);

static int64_t capacity(double bytes) {
  return static_cast<int64_t>(std::ceil(std::min(bytes * unitsPerByte, maxCapacity)));
}

/// The bytes of a scalar; nothing for a type that no function can return.
static std::optional<double> bytesOf(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<double> part = bytesOf(complex.getElementType());
    return part ? std::optional<double>(*part * 2) : std::nullopt;
  }
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat())
    return std::nullopt;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// The bytes of a value, with extents that are assumed where they are not known.
static std::optional<double> storageOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<double> bytes = bytesOf(getElementTypeOrSelf(type));
  if (tensor && bytes)
    for (int64_t extent : tensor.getShape())
      *bytes *= ShapedType::isDynamic(extent) ? assumedExtent : static_cast<double>(extent);
  return bytes;
}

/// The size in bytes of a value, as text: `24 * d1 bytes` for `tensor<3x?xf64>`.
static std::string describeSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  double bytes = *bytesOf(getElementTypeOrSelf(type));
  if (!tensor || tensor.hasStaticShape()) {
    if (tensor)
      bytes *= static_cast<double>(tensor.getNumElements());
    return llvm::formatv("{0} bytes", static_cast<int64_t>(bytes));
  }
  for (int64_t extent : tensor.getShape())
    if (!ShapedType::isDynamic(extent))
      bytes *= static_cast<double>(extent);
  std::string extents;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    if (tensor.isDynamicDim(dim))
      extents += llvm::formatv(" * d{0}", dim);
  return llvm::formatv("{0}{1} bytes", static_cast<int64_t>(bytes), extents);
}

/// The values of the body that an op, or an op in its regions, uses.
static SetVector<Value> usesOf(Operation *op) {
  SetVector<Value> uses(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), uses);
  return uses;
}

/// Adds those ops of a block that late values, or late ops, reach.
static void addLateOps(Block &block, function_ref<bool(BlockArgument)> isLateArgument,
                       DenseSet<Operation *> &late) {
  for (Operation &op : block.without_terminator())
    if (llvm::any_of(usesOf(&op), [&](Value value) {
          Operation *made = value.getDefiningOp();
          return made ? late.contains(made) : isLateArgument(cast<BlockArgument>(value));
        }))
      late.insert(&op);
}

static auto isArgumentIn(Block &body, const llvm::BitVector &positions) {
  return [&](BlockArgument argument) {
    return argument.getOwner() == &body && positions.test(argument.getArgNumber());
  };
}

DenseSet<Operation *> chad::findLateOps(func::FuncOp function,
                                        const llvm::BitVector &isLateArgument) {
  DenseSet<Operation *> late;
  addLateOps(function.front(), isArgumentIn(function.front(), isLateArgument), late);
  return late;
}

/// Replaces a choice by one with only the results in `keeps`, in order, and the ops that they need.
/// Returns the new op.
static Operation *keepResults(Operation *choice, const llvm::BitVector &keeps) {
  SmallVector<Type> types;
  SmallVector<Value> kept;
  for (unsigned i : keeps.set_bits()) {
    types.push_back(choice->getResult(i).getType());
    kept.push_back(choice->getResult(i));
  }
  OpBuilder builder(choice);
  OperationState state(choice->getLoc(), choice->getName(), choice->getOperands(), types,
                       llvm::to_vector(choice->getDiscardableAttrs()));
  state.propertiesAttr = choice->getPropertiesAsAttribute();
  for (Region &region : choice->getRegions()) {
    Region *moved = state.addRegion();
    moved->takeBody(region);
    if (moved->empty())
      continue;
    Operation *end = moved->front().getTerminator();
    SmallVector<Value> yielded;
    for (unsigned i : keeps.set_bits())
      yielded.push_back(end->getOperand(i));
    end->setOperands(yielded);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(moved->front())))
      if (isOpTriviallyDead(&op))
        op.erase();
  }
  Operation *made = builder.create(state);
  for (auto [from, to] : llvm::zip_equal(kept, made->getResults()))
    from.replaceAllUsesWith(to);
  choice->erase();
  return made;
}

/// Separates the choices in a block, innermost first; `late` has the ops that are late around it.
static void separateChoicesIn(Block &block, function_ref<bool(BlockArgument)> isLateArgument,
                              DenseSet<Operation *> late) {
  addLateOps(block, isLateArgument, late);
  auto isLate = [&](Value value, const DenseSet<Operation *> &ops) {
    Operation *made = value.getDefiningOp();
    return made ? ops.contains(made) : isLateArgument(cast<BlockArgument>(value));
  };
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (!late.contains(&op) || !isa<scf::IfOp, scf::IndexSwitchOp>(op) ||
        isLate(op.getOperand(0), late) || !isMemoryEffectFree(&op))
      continue;
    llvm::BitVector isEarly(op.getNumResults(), true);
    for (Region &region : op.getRegions()) {
      if (region.empty())
        continue;
      separateChoicesIn(region.front(), isLateArgument, late);
      DenseSet<Operation *> inside(late);
      addLateOps(region.front(), isLateArgument, inside);
      for (auto [i, value] : llvm::enumerate(region.front().getTerminator()->getOperands()))
        if (isLate(value, inside))
          isEarly.reset(i);
    }
    if (isEarly.none() || isEarly.all())
      continue;
    Operation *first = OpBuilder(&op).clone(op);
    for (unsigned i : isEarly.set_bits())
      op.getResult(i).replaceAllUsesWith(first->getResult(i));
    keepResults(first, isEarly);
    late.insert(keepResults(&op, isEarly.flip()));
  }
}

void chad::separateChoices(func::FuncOp function, const llvm::BitVector &isLateArgument) {
  separateChoicesIn(function.front(), isArgumentIn(function.front(), isLateArgument), {});
}

/// Whether an op may run twice instead of once.
static bool isRepeatable(Operation *op, SymbolTable &symbols, SmallVectorImpl<Operation *> &calls) {
  return !op->walk([&](Operation *inner) {
              if (auto call = dyn_cast<func::CallOp>(inner)) {
                auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
                if (!callee || callee.isExternal())
                  return WalkResult::interrupt();
                if (llvm::is_contained(calls, callee.getOperation()))
                  return WalkResult::advance();
                calls.push_back(callee);
                for (Block &block : callee.getBody())
                  for (Operation &part : block)
                    if (!isRepeatable(&part, symbols, calls))
                      return WalkResult::interrupt();
                return WalkResult::advance();
              }
              bool isRead = inner->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>() ||
                            inner->hasTrait<mlir::OpTrait::IsTerminator>() ||
                            isMemoryEffectFree(inner);
              return isRead ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Whether `op` contains a comparison of floats. If its operands were computed again with other
/// roundings, the comparison could have another result.
static bool comparesFloats(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<arith::CmpFOp>(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// The body of a function, and the cut between its two parts.
///
/// An op that does not depend on a late argument is early. The cut is a minimum cut of a network:
/// each early op has a node "is done again", each early value a node "is needed later". A value
/// that is needed later, and whose op is not done again, is a residual, which costs its bytes. To
/// do an op again costs its operations, and needs its operands.
class Split {
public:
  Split(func::FuncOp function, const llvm::BitVector &isLateArgument, double maxFlopsPerByte);

  bool isEarly(Value value) const {
    Operation *op = value.getDefiningOp();
    return op ? !late.contains(op)
              : !isLateArgument.test(cast<BlockArgument>(value).getArgNumber());
  }
  bool isEarly(Operation *op) const { return !late.contains(op); }
  bool isRedone(Operation *op) const { return redone.contains(op); }
  ArrayRef<Value> getKept() const { return kept; }
  /// A value that must be a residual, but has a type that no function can return.
  Value getUnkeepable() const { return unkeepable; }
  void describe(func::FuncOp early, func::FuncOp lateFunction) const;

private:
  void estimateCosts();
  void cut(double maxFlopsPerByte);
  std::string whyKept(Value value) const;

  func::FuncOp function;
  const llvm::BitVector &isLateArgument;
  Block &body;
  DenseSet<Operation *> late, redone;
  DenseMap<Operation *, double> flops;
  /// Ops that must be done once, and why.
  DenseMap<Operation *, StringRef> once;
  /// Ops of unknown cost.
  DenseSet<Operation *> unknown;
  SmallVector<Value> kept;
  Value unkeepable;
};
} // namespace

Split::Split(func::FuncOp function, const llvm::BitVector &isLateArgument, double maxFlopsPerByte)
    : function(function), isLateArgument(isLateArgument), body(function.front()),
      late(findLateOps(function, isLateArgument)) {
  estimateCosts();
  cut(maxFlopsPerByte);
}

void Split::estimateCosts() {
  CostAnalysis analysis;
  FailureOr<CostAnalysis::Contributions> contributions = failure();
  {
    // A cost that is not known is no error: the diagnostics of the analysis are dropped.
    ScopedDiagnosticHandler silence(function.getContext(), [](Diagnostic &) {});
    contributions = analysis.getContributions(function);
  }
  if (succeeded(contributions)) {
    for (auto &[op, cost] : *contributions) {
      Operation *top = body.findAncestorOpInBlock(*op);
      if (!top)
        continue;
      auto valueOf = [&](const CostPolynomial &polynomial) {
        return polynomial.evaluate([](CostPolynomial::Symbol) { return assumedExtent; });
      };
      // A function such as `exp` takes about as long as ten additions. A move reads an element from
      // the cache.
      flops[top] += valueOf(cost[Cost::Adds]) + valueOf(cost[Cost::Mults]) +
                    10 * valueOf(cost[Cost::Nonlinear]) + valueOf(cost[Cost::Moves]) / 4;
    }
    return;
  }
  for (Operation &op : body.without_terminator()) {
    flops[&op] = getCost(&op);
    // They are done again only if what they make cannot be kept.
    if (op.getNumRegions() != 0 || isa<func::CallOp>(op))
      unknown.insert(&op);
  }
}

void Split::cut(double maxFlopsPerByte) {
  SymbolTable symbols(function->getParentOp());
  Operation *terminator = body.getTerminator();
  llvm::MapVector<Operation *, unsigned> nodeOfOp;
  llvm::MapVector<Value, unsigned> nodeOfValue;
  unsigned numNodes = 2;
  for (Operation &op : body.without_terminator()) {
    if (!isEarly(&op))
      continue;
    nodeOfOp[&op] = numNodes++;
    for (Value result : op.getResults())
      nodeOfValue[result] = numNodes++;
    SmallVector<Operation *> calls;
    if (!isRepeatable(&op, symbols, calls))
      once[&op] = "it must not be done twice";
    for (Value result : op.getResults())
      if (!isMovement(&op) && llvm::any_of(result.getUsers(), [&](Operation *user) {
            Operation *top = body.findAncestorOpInBlock(*user);
            return top && comparesFloats(top);
          }))
        once.try_emplace(&op, "a comparison reads it");
  }
  DenseSet<Value> returned(terminator->operand_begin(), terminator->operand_end());
  MinCut network(numNodes);
  auto needs = [&](Operation *op, unsigned node) {
    for (Value value : usesOf(op))
      if (auto found = nodeOfValue.find(value); found != nodeOfValue.end())
        network.addEdge(found->second, node, MinCut::infinite);
  };
  for (auto [op, node] : nodeOfOp) {
    double again = unknown.contains(op) ? maxCapacity : flops.lookup(op) / maxFlopsPerByte;
    network.addEdge(MinCut::source, node, once.contains(op) ? MinCut::infinite : capacity(again));
    needs(op, node);
    for (Value result : op->getResults()) {
      std::optional<double> bytes = storageOf(result.getType());
      bool isThere = returned.contains(result);
      network.addEdge(node, nodeOfValue[result],
                      isThere  ? 0
                      : !bytes ? MinCut::infinite
                               : capacity(*bytes));
    }
  }
  for (Operation *op : late)
    needs(op, MinCut::sink);
  llvm::BitVector isNeeded = network.solve();
  auto findUnkeepable = [&](Operation *op) {
    auto found =
        llvm::find_if(op->getResults(), [](Value result) { return !storageOf(result.getType()); });
    return found == op->result_end() ? op->getResult(0) : *found;
  };
  for (auto [op, node] : nodeOfOp) {
    if (isNeeded.test(node)) {
      redone.insert(op);
      if (once.contains(op))
        unkeepable = findUnkeepable(op);
      continue;
    }
    for (Value result : op->getResults()) {
      if (!isNeeded.test(nodeOfValue[result]) || returned.contains(result))
        continue;
      kept.push_back(result);
      if (!storageOf(result.getType()))
        unkeepable = result;
    }
  }
  // The minimum cut has an edge of infinite capacity: there is no valid cut.
  for (Operation &op : body.without_terminator())
    if (!isEarly(&op) || isRedone(&op))
      for (Value value : usesOf(&op))
        if (auto found = nodeOfValue.find(value);
            found != nodeOfValue.end() && !isNeeded.test(found->second))
          unkeepable = value;
}

std::string Split::whyKept(Value value) const {
  Operation *op = value.getDefiningOp();
  if (StringRef why = once.lookup(op); !why.empty())
    return why.str();
  if (unknown.contains(op))
    return "the cost of making it again is not known";
  return llvm::formatv("'{0}' again would cost about {1} operations, where extents that are not "
                       "known are {2}",
                       op->getName().getStringRef(), static_cast<int64_t>(flops.lookup(op)),
                       static_cast<int64_t>(assumedExtent));
}

void Split::describe(func::FuncOp early, func::FuncOp lateFunction) const {
  if (!wantsRemarks(function))
    return;
  static constexpr llvm::StringLiteral pass = "chad-split";
  unsigned arrays =
      llvm::count_if(kept, [](Value value) { return isa<RankedTensorType>(value.getType()); });
  unsigned numRedone = llvm::count_if(redone, [](Operation *op) { return !isMovement(op); });
  auto count = [](unsigned number, StringRef what) -> std::string {
    return llvm::formatv("{0} {1}{2}", number, what, number == 1 ? "" : "s");
  };
  remarkDone(function, {pass, "split"},
             llvm::formatv("'@{0}' keeps {1} and {2} for '@{3}', which does {4} again",
                           early.getSymName(), count(arrays, "array"),
                           count(kept.size() - arrays, "number"), lateFunction.getSymName(),
                           count(numRedone, "early operation")));
  for (Value value : kept)
    remarkDone(function, {pass, "kept"},
               llvm::formatv("{0} is kept, {1}: {2}", value.getType(),
                             describeSize(value.getType()), whyKept(value)),
               value.getLoc());
}

//===----------------------------------------------------------------------===//
// The two functions
//===----------------------------------------------------------------------===//

/// An empty function after `previous`, with the attributes of some arguments of `function`.
static func::FuncOp createAfter(Operation *previous, func::FuncOp function, StringRef name,
                                ArrayRef<unsigned> arguments) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(previous);
  SmallVector<Type> types = llvm::map_to_vector(
      arguments, [&](unsigned i) { return Type(function.getArgumentTypes()[i]); });
  auto made =
      func::FuncOp::create(builder, function.getLoc(), name, builder.getFunctionType(types, {}));
  made.setVisibility(function.getVisibility());
  Block *block = made.addEntryBlock();
  for (auto [at, i] : llvm::enumerate(arguments)) {
    block->getArgument(at).setLoc(function.getArgument(i).getLoc());
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      made.setArgAttrs(at, attributes);
  }
  return made;
}

static void finish(func::FuncOp made, ValueRange results) {
  OpBuilder builder = OpBuilder::atBlockEnd(&made.front());
  func::ReturnOp::create(builder, made.getLoc(), results);
  made.setType(builder.getFunctionType(made.getArgumentTypes(), results.getTypes()));
  // Ops that only the other function needs.
  SmallVector<Operation *> ops =
      llvm::map_to_vector(made.front().without_terminator(), [](Operation &op) { return &op; });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

namespace {
struct SplitFunction : chad::impl::ChadSplitBase<SplitFunction> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(split()))
      signalPassFailure();
  }

  LogicalResult split();
  FailureOr<func::FuncOp> findFunction();
};
} // namespace

FailureOr<func::FuncOp> SplitFunction::findFunction() {
  if (function.empty())
    return getOperation().emitError("chad-split: no function is named: pass 'function=...'");
  auto found = getOperation().lookupSymbol<func::FuncOp>(function);
  if (!found)
    return getOperation().emitError("chad-split: there is no function '@") << function << "'";
  if (found.isExternal())
    return found.emitError("chad-split: has no body here: there is nothing to split");
  if (!found.getBody().hasOneBlock())
    return found.emitError("chad-split: branches between blocks; run '--lift-cf-to-scf' first");
  return found;
}

LogicalResult SplitFunction::split() {
  FailureOr<func::FuncOp> found = findFunction();
  if (failed(found))
    return failure();
  func::FuncOp whole = *found;
  llvm::BitVector isLate(whole.getNumArguments());
  for (int64_t position : late) {
    if (position < 0 || position >= whole.getNumArguments())
      return whole.emitError("chad-split: has no argument #")
             << position << ": it has " << whole.getNumArguments();
    isLate.set(position);
  }
  if (!(maxFlopsPerByte > 0))
    return whole.emitError("chad-split: 'max-flops-per-byte' must be greater than zero");
  separateChoices(whole, isLate);
  Split split(whole, isLate, maxFlopsPerByte);
  if (Value value = split.getUnkeepable()) {
    InFlightDiagnostic error = emitError(value.getLoc(), "chad-split: ")
                               << value.getType() << " cannot be the result of a function, and "
                               << "what makes it must not be done twice";
    error.attachNote(whole.getLoc())
        << "it is needed after the late arguments of '@" << whole.getSymName() << "' are known";
    return failure();
  }

  SymbolTable symbols(getOperation());
  auto nameFor = [&](StringRef given, StringRef suffix) {
    return given.empty() ? (whole.getSymName() + suffix).str() : given.str();
  };
  std::string firstName = nameFor(earlyName, ".fwd"), secondName = nameFor(lateName, ".bwd");
  if (firstName == secondName)
    return whole.emitError("chad-split: 'fwd' and 'bwd' are both '") << firstName << "'";
  for (StringRef name : {StringRef(firstName), StringRef(secondName)})
    if (symbols.lookup(name))
      return whole.emitError("chad-split: there is a '@") << name << "' in the module";

  SmallVector<unsigned> earlyArguments, lateArguments;
  for (unsigned i = 0; i < whole.getNumArguments(); ++i)
    (isLate.test(i) ? lateArguments : earlyArguments).push_back(i);
  Operation *terminator = whole.front().getTerminator();
  SmallVector<Value> given, results;
  for (Value value : terminator->getOperands())
    (split.isEarly(value) ? given : results).push_back(value);
  llvm::append_range(given, split.getKept());

  // (x...) -> (y..., r...)
  IRMapping mapping;
  func::FuncOp first = createAfter(whole, whole, firstName, earlyArguments);
  OpBuilder builder = OpBuilder::atBlockEnd(&first.front());
  for (auto [at, i] : llvm::enumerate(earlyArguments))
    mapping.map(whole.getArgument(i), first.getArgument(at));
  for (Operation &op : whole.front().without_terminator())
    if (split.isEarly(&op))
      builder.clone(op, mapping);
  auto lookup = [&](Value value) { return mapping.lookup(value); };
  finish(first, llvm::map_to_vector(given, lookup));

  // (x..., y..., r..., late...) -> (z...)
  mapping.clear();
  func::FuncOp second = createAfter(first, whole, secondName, earlyArguments);
  for (auto [at, i] : llvm::enumerate(earlyArguments))
    mapping.map(whole.getArgument(i), second.getArgument(at));
  for (Value value : given) {
    BlockArgument argument = second.front().addArgument(value.getType(), value.getLoc());
    if (split.isEarly(value) && value.getDefiningOp() && !mapping.contains(value) &&
        !split.isRedone(value.getDefiningOp()))
      mapping.map(value, argument);
  }
  for (unsigned i : lateArguments)
    mapping.map(whole.getArgument(i), second.front().addArgument(whole.getArgument(i).getType(),
                                                                 whole.getArgument(i).getLoc()));
  second.setType(builder.getFunctionType(second.front().getArgumentTypes(), {}));
  for (auto [at, i] : llvm::enumerate(lateArguments))
    if (DictionaryAttr attributes = whole.getArgAttrDict(i))
      second.setArgAttrs(earlyArguments.size() + given.size() + at, attributes);
  builder.setInsertionPointToEnd(&second.front());
  for (Operation &op : whole.front().without_terminator())
    if (!split.isEarly(&op) || split.isRedone(&op))
      builder.clone(op, mapping);
  finish(second, llvm::map_to_vector(results, lookup));
  // The names of the residuals in C.
  StringAttr nameAttr = StringAttr::get(&getContext(), parameterNameAttr);
  unsigned numGiven = given.size() - split.getKept().size();
  for (unsigned i = numGiven; i < given.size(); ++i) {
    StringAttr name = builder.getStringAttr("kept" + Twine(i - numGiven));
    first.setResultAttr(i, nameAttr, name);
    second.setArgAttr(earlyArguments.size() + i, nameAttr, name);
  }
  split.describe(first, second);
  if (!keep && SymbolTable::symbolKnownUseEmpty(whole, getOperation()))
    whole.erase();
  return success();
}
