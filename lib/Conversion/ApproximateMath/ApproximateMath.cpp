//===- ApproximateMath.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Expands elementary functions to straight-line code, whose values stay in registers, in loops and
// vectors.

#include "Emitter.h"
#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADAPPROXIMATEMATH
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

using Formula = Value (*)(Emitter &, Value);

/// A vector with one static extent.
static bool isRow(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable();
}

static Value emitSinAlone(Emitter &e, Value x) { return emitSinOrCosAlone(e, x, /*isCos=*/false); }
static Value emitCosAlone(Emitter &e, Value x) { return emitSinOrCosAlone(e, x, /*isCos=*/true); }

static Formula findFormula(Operation *op, bool hasLibrary) {
  if (!hasLibrary && isa<FloatType>(op->getResultTypes().front()))
    if (Formula formula = llvm::TypeSwitch<Operation *, Formula>(op)
                              .Case([](math::SinOp) { return emitSinAlone; })
                              .Case([](math::CosOp) { return emitCosAlone; })
                              .Default(Formula()))
      return formula;
  return llvm::TypeSwitch<Operation *, Formula>(op)
      .Case([](math::ExpOp) { return emitExp; })
      .Case([](math::Exp2Op) { return emitExp2; })
      .Case([](math::ExpM1Op) { return emitExpM1; })
      .Case([](math::TanhOp) { return emitTanh; })
      .Case([](math::LogOp) { return emitLog; })
      .Case([](math::Log2Op) { return emitLog2; })
      .Case([](math::Log10Op) { return emitLog10; })
      .Case([](math::Log1pOp) { return emitLog1p; })
      .Case([](math::SinOp op) { return isRow(op.getType()) ? emitSin : nullptr; })
      .Case([](math::CosOp op) { return isRow(op.getType()) ? emitCos : nullptr; })
      .Default(Formula());
}

/// f32, f64 and vectors of them.
static bool isSupported(Type type) {
  Type element = getElementTypeOrSelf(type);
  return (element.isF32() || element.isF64()) && (type == element || isa<VectorType>(type));
}

namespace {
struct ApproximateMath : chad::impl::ChadApproximateMathBase<ApproximateMath> {
  using ChadApproximateMathBase::ChadApproximateMathBase;

  void runOnOperation() override {
    SmallVector<std::pair<Operation *, Formula>> found;
    getOperation()->walk([&](Operation *op) {
      if (Formula formula = op->getNumResults() == 1 ? findFormula(op, library) : Formula();
          formula && isSupported(op->getResult(0).getType()))
        found.push_back({op, formula});
    });
    OpBuilder builder(&getContext());
    if (!library)
      expandAlone(builder);
    for (auto [op, formula] : found) {
      builder.setInsertionPoint(op);
      Emitter emitter(builder, op->getLoc(), op->getResult(0).getType(), fma);
      op->getResult(0).replaceAllUsesWith(formula(emitter, op->getOperand(0)));
      op->erase();
      ++numExpanded;
    }
  }

private:
  /// Expands the functions that otherwise only a library computes.
  void expandAlone(OpBuilder &builder) {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<math::MathDialect>(op->getDialect()) && op->getNumResults() == 1 &&
          isa<FloatType>(op->getResult(0).getType()) && isSupported(op->getResult(0).getType()))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      builder.setInsertionPoint(op);
      Value value = emitAlone(builder, op, fma);
      if (!value)
        continue;
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
      ++numExpanded;
    }
  }
};
} // namespace
