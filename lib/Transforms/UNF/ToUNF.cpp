//===- ToUNF.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions to unary normal form (Huot & Shaikhha 2022, Fig. 9). A value lives in the
// context from where it is computed to where it is last used, so that contexts are as
// wide as the program needs, and the whole is linear in its length.

#include "UNF.h"
#include "chad/Frontends/Raise/ParallelLoops.h"
#include "chad/Rules/ReverseSweep.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace chad {
#define GEN_PASS_DEF_CHADTOUNF
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isConstant(Value value) {
  Operation *def = value.getDefiningOp();
  return def && def->hasTrait<mlir::OpTrait::ConstantLike>();
}

/// Whether the types of `results` have a static extent where that of an array is. The results of a
/// map of a context always do.
static bool keepStaticExtent(TypeRange results, ValueRange arrays) {
  auto isStatic = [](Type type) { return !ShapedType::isDynamic(getArrayExtent(type)); };
  return llvm::all_of(results, isStatic) || llvm::none_of(arrays.getTypes(), isStatic);
}

namespace {
/// Writes the body of a function as a chain of ops on one context.
class ToUNF {
public:
  explicit ToUNF(func::FuncOp function)
      : builder(function.getContext()), body(function.front()),
        terminator(cast<func::ReturnOp>(body.getTerminator())) {
    for (Operation &op : body)
      for (Value value : getDependencies(&op))
        lastUse[value] = &op;
  }

  void run() {
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    builder.setInsertionPoint(terminator);
    Location start = ops.empty() ? terminator.getLoc() : ops.front()->getLoc();
    llvm::append_range(components, body.getArguments());
    ctx = UNFEnterOp::create(builder, start, components);
    // An op without results has no side effects (`checkBody`), and so is dead.
    for (Operation *op : ops)
      if (op->getNumResults())
        convert(op);
    finish();
    for (Operation *op : llvm::reverse(ops))
      op->erase();
  }

private:
  /// Copies the body of `op`; components of the context replace the values from outside.
  auto copyBody(Operation *op, size_t numFree) {
    return [this, op, numFree](OpBuilder &b, Location, ValueRange args) {
      Block &from = op->getRegion(0).front();
      IRMapping mapping;
      mapping.map(ArrayRef(components).take_front(numFree), args.take_front(numFree));
      mapping.map(from.getArguments(), args.drop_front(numFree));
      for (Operation &nested : from)
        b.clone(nested, mapping);
    };
  }

  /// Converts an op to `var; ...; op; proj`: copies of the operands are appended, then the results,
  /// and the copies are dropped.
  void convert(Operation *op) {
    Location loc = op->getLoc();
    SmallVector<Value> operands;
    auto map = dyn_cast<MapOp>(op);
    auto reduce = dyn_cast<ReduceOp>(op);
    auto scan = dyn_cast<ScanOp>(op);
    if (map && keepStaticExtent(map.getResultTypes(), map.getArrays()))
      operands = map.getArrays();
    else if (reduce && llvm::all_of(reduce.getUnits(), isConstant))
      operands = reduce.getArrays();
    else if (scan && llvm::all_of(scan.getUnits(), isConstant))
      operands = scan.getArrays();
    bool isPrimitive = operands.empty();
    if (isPrimitive)
      operands = getDependencies(op);

    size_t numFree = components.size(), n = operands.size();
    for (Value operand : operands)
      copy(loc, operand);
    if (isPrimitive)
      ctx = UNFOpOp::create(builder, loc, ctx, n, [&](OpBuilder &b, Location, ValueRange args) {
        IRMapping mapping;
        mapping.map(operands, args);
        YieldOp::create(b, loc, b.clone(*op, mapping)->getResults());
      });
    else if (map)
      ctx = UNFMapOp::create(builder, loc, ctx, n, copyBody(op, numFree));
    else if (reduce)
      ctx = UNFReduceOp::create(builder, loc, ctx, copyUnits(reduce.getUnits()),
                                copyBody(op, numFree));
    else
      ctx = UNFScanOp::create(builder, loc, ctx, scan.getDirection(), scan.getKind(),
                              copyUnits(scan.getUnits()), copyBody(op, numFree));
    llvm::append_range(components, op->getResults());
    drop(loc, numFree, n);
    dropDead(op);
  }

  SmallVector<Value> copyUnits(ValueRange units) {
    return llvm::map_to_vector(units, [&](Value unit) -> Value {
      return builder.clone(*unit.getDefiningOp())->getResult(0);
    });
  }

  void copy(Location loc, Value value) {
    size_t index = llvm::find(components, value) - components.begin();
    ctx = UNFVarOp::create(builder, loc, ctx, index);
    components.push_back(value);
  }

  void drop(Location loc, size_t offset, size_t size) {
    if (!size)
      return;
    ctx = UNFProjOp::create(builder, loc, ctx, offset, size);
    components.erase(components.begin() + offset, components.begin() + offset + size);
  }

  /// Drops the components whose last use was `op`, and results of `op` without uses. The arguments
  /// stay, as components for their cotangents.
  void dropDead(Operation *op) {
    auto isDead = [&](Value value) {
      Operation *last = lastUse.lookup(value);
      return last ? last == op : value.getDefiningOp() == op;
    };
    size_t end = components.size(), first = body.getNumArguments();
    while (end > first) {
      size_t begin = end;
      while (begin > first && isDead(components[begin - 1]))
        --begin;
      drop(op->getLoc(), begin, end - begin);
      end = begin == end ? end - 1 : begin;
    }
  }

  /// Leads from the context `Γ, lets` to `Γ, results`.
  void finish() {
    Location loc = terminator.getLoc();
    size_t numArguments = body.getNumArguments(), numLets = components.size() - numArguments;
    for (Value result : terminator.getOperands())
      copy(loc, result);
    drop(loc, numArguments, numLets);
    auto leave = UNFLeaveOp::create(builder, loc, ctx);
    terminator->setOperands(leave.getResults().drop_front(numArguments));
  }

  OpBuilder builder;
  Block &body;
  func::ReturnOp terminator;
  DenseMap<Value, Operation *> lastUse;
  /// The context, and the values that its components stand for.
  Value ctx;
  SmallVector<Value> components;
};
} // namespace

/// Emits an error if the body cannot be written as a chain.
static LogicalResult checkBody(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("chad: '@")
           << function.getSymName()
           << "' branches between blocks; run '--lift-cf-to-scf' first, so that control flow is "
              "structured";
  auto holdsContext = [](Type type) { return isa<CtxType>(type); };
  if (llvm::any_of(function.getArgumentTypes(), holdsContext))
    return function.emitError(
        "chad: the function has contexts already; run '--chad-from-unf' first");
  WalkResult result = function.walk([&](Operation *op) {
    if (op == function || isa<func::ReturnOp>(op))
      return WalkResult::advance();
    if (llvm::any_of(op->getOperandTypes(), holdsContext) ||
        llvm::any_of(op->getResultTypes(), holdsContext)) {
      op->emitError("chad: the function has contexts already; run '--chad-from-unf' first");
      return WalkResult::interrupt();
    }
    auto isFunction = [](Type type) { return isa<FunctionType>(type); };
    if (llvm::any_of(op->getOperandTypes(), isFunction) ||
        llvm::any_of(op->getResultTypes(), isFunction)) {
      auto diag = op->emitError("chad: '")
                  << op->getName() << "' has a function as a value, which no context holds";
      diag.attachNote() << "run '--chad-remove-functions' first";
      return WalkResult::interrupt();
    }
    bool hasEffects = !op->getNumRegions() && !isMemoryEffectFree(op);
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      // An external function without results has effects.
      auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
      hasEffects = !op->getNumResults() && (!callee || callee.isExternal());
    }
    if (hasEffects) {
      auto diag = op->emitError("chad: '")
                  << op->getName() << "' has side effects, which no context holds";
      diag.attachNote() << "convert before bufferization, where values are in tensors";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ToUNFPass : chad::impl::ChadToUNFBase<ToUNFPass> {
  using ChadToUNFBase::ChadToUNFBase;
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration() || isInUNF(function))
      return;
    if (failed(expandParallelLoops(function)) || failed(checkBody(function)))
      return signalPassFailure();
    ToUNF(function).run();
  }
};
} // namespace
