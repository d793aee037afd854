//===- Raise.cpp -------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-raise`: raises programs of front ends to programs on values.

#include "chad/Frontends/Raise/Raise.h"
#include "chad/Derived/Derived.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ProgramErrors.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace chad {
#define GEN_PASS_DEF_CHADRAISE
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Whether an operand or a result of `op` is a complex number or a tensor of such.
static bool mentionsComplex(Operation *op) {
  auto mentions = [](Type type) {
    return type.walk([](ComplexType) { return WalkResult::interrupt(); }).wasInterrupted();
  };
  return llvm::any_of(op->getOperandTypes(), mentions) ||
         llvm::any_of(op->getResultTypes(), mentions);
}

namespace {
struct Raise : chad::impl::ChadRaiseBase<Raise> {
  using ChadRaiseBase::ChadRaiseBase;
  void runOnOperation() override {
    // Derived ops are expanded first, so that their requests are raised to pairs of reals, too.
    if (!keepComplex)
      expandDerivedOps(getOperation(), mentionsComplex);
    if (failed(convertMLPrograms(getOperation())))
      return signalPassFailure();
    SmallVector<func::FuncOp> roots;
    for (const std::string &name : functions) {
      auto function = getOperation().lookupSymbol<func::FuncOp>(name);
      if (!function) {
        (void)emitNoFunction(getOperation(), name);
        return signalPassFailure();
      }
      roots.push_back(function);
    }
    if (functions.empty())
      llvm::append_range(roots, getOperation().getOps<func::FuncOp>());
    if (failed(raiseFunctions(getOperation(), roots, {keepComplex, keepVectors})))
      signalPassFailure();
  }
};
} // namespace
