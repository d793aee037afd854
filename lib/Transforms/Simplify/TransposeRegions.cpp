//===- TransposeRegions.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `(λv. body)ᵀ = λw. w · ∂body/∂v`: the derivative of a linear function is the function itself. So
// its transpose is its reverse derivative, at any point.

#include "Simplify.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"
#include "chad/Transforms/Differentiator.h"
#include "chad/Transforms/EraseLinear.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The type that replaces `type` when linear types are erased; null for a unit.
static Type getErased(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return !lin ? type : lin.isUnit() ? Type() : lin.getPrimal();
}

/// The positions of the values from `first` on, counted without units, which erasure removes.
static SmallVector<int64_t> countErased(TypeRange types, int64_t first) {
  int64_t count = llvm::count_if(types, [](Type type) { return getErased(type) != nullptr; });
  return llvm::to_vector(llvm::seq<int64_t>(first, first + count));
}

namespace {
class RegionTranspose {
public:
  RegionTranspose(ModuleOp module, LFunTransposeOp op)
      : op(op), lambda(op.getMap().getDefiningOp<LFunLambdaOp>()), body(lambda.getBody().front()),
        differentiator(module), builder(op) {}

  /// Replaces the op by a lambda. On failure emits errors, and changes nothing.
  LogicalResult run();

private:
  /// Makes a function whose arguments are the values that the body captures, then the arguments of
  /// the body.
  func::FuncOp makeFunction();
  void makePoint();
  SmallVector<Value> getCodomainSizes(func::FuncOp function);
  void makeLambda(func::FuncOp function, func::FuncOp vjp);

  LFunTransposeOp op;
  LFunLambdaOp lambda;
  Block &body;
  Differentiator differentiator;
  OpBuilder builder;
  llvm::SetVector<Value> captures;
  /// The values outside of the lambda for the arguments of the function.
  SmallVector<Value> point;
};
} // namespace

func::FuncOp RegionTranspose::makeFunction() {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(lambda.getBody(), lambda.getBody(), used);
  SmallVector<Operation *> constants;
  for (Value value : used)
    if (Operation *def = value.getDefiningOp(); def && def->hasTrait<mlir::OpTrait::ConstantLike>())
      constants.push_back(def);
    else
      captures.insert(value);
  Operation *yield = body.getTerminator();
  SmallVector<Type> inputs(ValueRange(captures.getArrayRef()).getTypes());
  llvm::append_range(inputs, body.getArgumentTypes());
  auto function = func::FuncOp::create(lambda.getLoc(), "chad.linear",
                                       builder.getFunctionType(inputs, yield->getOperandTypes()));
  function.setPrivate();
  Block *entry = function.addEntryBlock();
  IRMapping mapping;
  mapping.map(captures.getArrayRef(), entry->getArguments().take_front(captures.size()));
  mapping.map(body.getArguments(), entry->getArguments().drop_front(captures.size()));
  OpBuilder inner = OpBuilder::atBlockEnd(entry);
  for (Operation *constant : constants)
    inner.clone(*constant, mapping);
  for (Operation &nested : body.without_terminator())
    inner.clone(nested, mapping);
  SmallVector<Value> results = llvm::map_to_vector(
      yield->getOperands(), [&](Value value) { return mapping.lookupOrDefault(value); });
  func::ReturnOp::create(inner, yield->getLoc(), results);
  differentiator.getSymbols().insert(function);
  return function;
}

/// The point at which the function is differentiated: the captured values, and any values for the
/// arguments of the lambda, since only the extents of those matter.
void RegionTranspose::makePoint() {
  Location loc = op.getLoc();
  for (Value value : captures) {
    if (!isa<LinType>(value.getType()))
      point.push_back(value);
    else if (getErased(value.getType()))
      point.push_back(FromLinearOp::create(builder, loc, value));
  }
  auto sizes = lambda.getDomainSizes();
  for (Type type : body.getArgumentTypes()) {
    Type erased = getErased(type);
    if (!erased)
      continue;
    if (auto tensor = dyn_cast<RankedTensorType>(erased)) {
      size_t count = tensor.getNumDynamicDims();
      point.push_back(tensor::EmptyOp::create(builder, loc, tensor, sizes.take_front(count)));
      sizes = sizes.drop_front(count);
    } else {
      point.push_back(arith::ConstantOp::create(builder, loc, builder.getFloatAttr(erased, 0)));
    }
  }
}

SmallVector<Value> RegionTranspose::getCodomainSizes(func::FuncOp function) {
  SmallVector<Value> sizes;
  if (!getNumDynamicSizes(body.getTerminator()->getOperandTypes()))
    return sizes;
  IRMapping mapping;
  Block &block = function.front();
  mapping.map(block.getArguments(), point);
  Operation *first = op;
  for (Operation &nested : block.without_terminator()) {
    Operation *copy = builder.clone(nested, mapping);
    first = first == op ? copy : first;
  }
  // The extent is computed without the ops that compute the result, if possible.
  auto getExtent = [&](Value value, int64_t dim) {
    Value known = createExtentBefore(builder, op.getLoc(), Extent::of(value, dim), first);
    return known ? known : createExtentBefore(builder, op.getLoc(), Extent::of(value, dim), op);
  };
  for (Value result : block.getTerminator()->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(getExtent(mapping.lookupOrDefault(result), dim));
  return sizes;
}

void RegionTranspose::makeLambda(func::FuncOp function, func::FuncOp vjp) {
  Location loc = op.getLoc();
  makePoint();
  SmallVector<Value> sizes = getCodomainSizes(function);
  auto transposed = LFunLambdaOp::create(builder, loc, op.getType(), sizes);
  OpBuilder inner(builder.getContext());
  Block *block = inner.createBlock(&transposed.getBody());
  IRMapping mapping;
  Block &code = vjp.front();
  mapping.map(code.getArguments().take_front(point.size()), point);
  auto cotangents = code.getArguments().drop_front(point.size());
  for (Type type : body.getTerminator()->getOperandTypes()) {
    Value arg = block->addArgument(type, loc);
    if (!getErased(type))
      continue;
    mapping.map(cotangents.front(), arg);
    cotangents = cotangents.drop_front();
  }
  for (Operation &nested : code.without_terminator())
    inner.clone(nested, mapping);
  auto results = code.getTerminator()->getOperands();
  results = results.take_back(countErased(body.getArgumentTypes(), 0).size());
  SmallVector<Value> yields;
  for (Type type : body.getArgumentTypes()) {
    if (!getErased(type)) {
      yields.push_back(ZeroOp::create(inner, loc, type, ValueRange()));
      continue;
    }
    yields.push_back(mapping.lookupOrDefault(results.front()));
    results = results.drop_front();
  }
  YieldOp::create(inner, loc, yields);
  op.replaceAllUsesWith(transposed.getResult());
}

LogicalResult RegionTranspose::run() {
  func::FuncOp function = makeFunction();
  if (failed(eraseLinearAroundScales(function))) {
    differentiator.getSymbols().erase(function);
    return failure();
  }
  differentiator.allowScaling();
  int64_t numCaptures =
      llvm::count_if(captures, [](Value value) { return getErased(value.getType()) != nullptr; });
  FailureOr<func::FuncOp> vjp =
      differentiator.getVjp(function, countErased(body.getArgumentTypes(), numCaptures),
                            countErased(body.getTerminator()->getOperandTypes(), 0));
  if (succeeded(vjp)) {
    makeLambda(function, *vjp);
    differentiator.getSymbols().erase(*vjp);
  }
  differentiator.getSymbols().erase(function);
  return vjp;
}

/// Whether `type` is a linear type other than that of a float or of an array of floats.
static bool isOther(Type type) {
  return !isa<LinType>(type) && type.walk([](Type part) {
                                      return isLinearType(part) ? WalkResult::interrupt()
                                                                : WalkResult::advance();
                                    })
                                    .wasInterrupted();
}

/// Describes an op or a value in the region of `lambda` that has no representation without linear
/// types; empty if there is none.
static std::string findObstacle(LFunLambdaOp lambda) {
  LFunType map = lambda.getType();
  if (llvm::any_of(map.getInputs(), isOther) || llvm::any_of(map.getOutputs(), isOther))
    return "it takes or gives linear values other than floats and arrays";
  std::string obstacle;
  Region &region = lambda.getBody();
  region.walk([&](Operation *op) {
    // Laws have removed all function values that are known; so this one is not.
    if (llvm::any_of(op->getOperandTypes(), holdsFunctions))
      obstacle = "it uses a function that stays";
    else if (llvm::any_of(op->getOperandTypes(), isOther))
      obstacle = "it uses linear values other than floats and arrays";
    else if (auto call = dyn_cast<func::CallOp>(op);
             call && (llvm::any_of(call.getOperandTypes(), isLinearType) ||
                      llvm::any_of(call.getResultTypes(), isLinearType)))
      obstacle = "it calls '@" + call.getCallee().str() + "' with linear values";
    return obstacle.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return obstacle;
}

std::string chad::detail::transposeRegion(LFunTransposeOp op) {
  std::string reason = findObstacle(op.getMap().getDefiningOp<LFunLambdaOp>());
  if (!reason.empty())
    return reason;
  ScopedDiagnosticHandler handler(op.getContext(), [&](Diagnostic &diagnostic) {
    if (reason.empty())
      reason = diagnostic.str();
    return success();
  });
  auto module = op->getParentOfType<ModuleOp>();
  return succeeded(RegionTranspose(module, op).run()) ? std::string() : reason;
}

bool chad::detail::transposeRegions(Operation *root) {
  SmallVector<LFunTransposeOp> transposes;
  root->walk([&](LFunTransposeOp op) {
    if (op.getMap().getDefiningOp<LFunLambdaOp>())
      transposes.push_back(op);
  });
  bool changed = false;
  for (LFunTransposeOp op : transposes) {
    if (!transposeRegion(op).empty())
      continue;
    op.erase();
    changed = true;
  }
  return changed;
}
