//===- MatrixStructure.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The structure of the matrix of a derivative is that of the operators that it is composed of
// (Elliott 2018, §8-10): products of diagonals are diagonals, and so for gathers and slices.

#include "MatrixStructure.h"
#include "CustomRules.h"
#include "Recursion.h"
#include "Simplify/Simplify.h"
#include "chad/Derived/Derived.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Differentiator.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `op` makes linear functions only whose matrices have a known structure, and blocks,
/// products and sums of them.
static bool isStructured(Operation *op) {
  return llvm::none_of(op->getResultTypes(), llvm::IsaPred<LFunType>) ||
         isa<LFunIdOp, LFunZeroOp, LFunScaleOp, LFunDiagonalOp, LFunGatherOp, LFunSliceOp,
             LFunProjectOp, LFunInjectOp, LFunComposeOp, LFunAddOp, LFunForkOp, LFunJoinOp>(op);
}

/// Whether `indices` are a constant permutation, or a product of such.
static bool isPermutation(Value indices) {
  if (auto product = indices.getDefiningOp<GatherOp>())
    return product.getSource().getType() == product.getIndices().getType() &&
           isPermutation(product.getSource()) && isPermutation(product.getIndices());
  DenseIntElementsAttr constant;
  if (!matchPattern(indices, m_Constant(&constant)))
    return false;
  DenseSet<int64_t> read;
  return llvm::all_of(constant.getValues<APInt>(), [&](const APInt &index) {
    return index.ult(constant.getNumElements()) && read.insert(index.getSExtValue()).second;
  });
}

static bool isEndomorphism(LFunType type) { return type.getInputs() == type.getOutputs(); }

/// Whether a product of functions such as `op` makes has a matrix of this structure.
static bool hasStructure(Operation *op, StringRef structure) {
  if (!isStructured(op))
    return false;
  if (structure.empty() || structure == "block" || isa<LFunIdOp, LFunComposeOp>(op))
    return true;
  if (structure == "diagonal")
    return isa<LFunScaleOp, LFunDiagonalOp, LFunAddOp>(op);
  if (structure == "permutation")
    return isa<LFunGatherOp>(op) && isPermutation(cast<LFunGatherOp>(op).getIndices()) &&
           isEndomorphism(cast<LFunGatherOp>(op).getType());
  return isa<LFunSliceOp>(op);
}

/// The op without `structure` among those that make the linear function `map`; null if all have it.
static Operation *findOther(Value map, StringRef structure) {
  Operation *op = map.getDefiningOp();
  if (!op)
    return map.getParentBlock()->getParentOp();
  if (!hasStructure(op, structure))
    return op;
  for (Value operand : op->getOperands())
    if (isa<LFunType>(operand.getType()))
      if (Operation *other = findOther(operand, structure))
        return other;
  return nullptr;
}

static LogicalResult reportOther(Operation *op, func::FuncOp function, StringRef structure) {
  auto diag = emitError(op->getLoc(), "chad: the derivative of '@")
              << function.getSymName() << "' is not known to have a matrix of ";
  if (structure.empty() || structure == "block")
    diag << "blocks of known structure";
  else
    diag << "structure '" << structure << "'";
  if (isa<func::FuncOp>(op))
    diag << ": a linear function is an argument here";
  else if (isa<LFunGatherOp>(op) && structure == "permutation")
    diag << ": the positions that are read here are not known to be a permutation";
  else if (isStructured(op))
    diag << ": the derivative of this is '" << op->getName().getStringRef() << "'";
  else
    diag << ": no diagonal, gather or slice represents the derivative of this";
  return diag;
}

FailureOr<func::FuncOp>
chad::detail::writeWithOperators(SymbolTable &symbols, func::FuncOp function, ArrayRef<int64_t> wrt,
                                 ArrayRef<int64_t> of, StringRef structure, ModuleOp scratch) {
  for (auto record : cast<ModuleOp>(symbols.getOp()).getOps<RecordOp>())
    scratch.push_back(record.clone());
  for (Operation *op : findReached(function, symbols)) {
    auto copy = cast<func::FuncOp>(op->clone());
    copy.setPrivate();
    scratch.push_back(copy);
    // The rules of a function for forward and for reverse mode may be of different functions.
    if (hasCustomJvp(copy) || hasCustomVjp(copy))
      return copy.emitError("chad: '@") << copy.getSymName()
                                        << "' has a derivative of its own, whose matrix has no "
                                           "known structure";
  }
  FailureOr<func::FuncOp> forward;
  {
    Differentiator inner(scratch);
    forward =
        inner.getForward(inner.getSymbols().lookup<func::FuncOp>(function.getSymName()), wrt, of);
  }
  if (failed(forward))
    return failure();
  forward->setPublic();
  std::string name = forward->getSymName().str();
  simplifyFunctions(scratch);
  auto copy = SymbolTable(scratch).lookup<func::FuncOp>(name);
  if (!copy.getBody().hasOneBlock())
    return reportOther(copy.front().getTerminator(), function, structure);
  if (Operation *obstacle = writeAsOperators(copy))
    return reportOther(obstacle, function, structure);
  PassManager laws(scratch.getContext(), ModuleOp::getOperationName());
  laws.addPass(createSoundCanonicalizerPass());
  if (failed(laws.run(scratch)))
    return failure();
  Operation *other = nullptr;
  copy.getBody().walk([&](Operation *op) {
    if (!isStructured(op) || isa<func::CallOp>(op))
      other = op;
    return other ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!other)
    other = findOther(copy.front().getTerminator()->getOperands().back(), structure);
  if (other)
    return reportOther(other, function, structure);
  return copy;
}
