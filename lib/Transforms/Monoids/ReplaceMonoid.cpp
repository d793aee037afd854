//===- ReplaceMonoid.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-replace-monoid`: translates functions on linear values to functions on another monoid.

#include "chad/IR/ChadOps.h"
#include "chad/IR/ProgramErrors.h"
#include "chad/Transforms/Monoid.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace chad {
#define GEN_PASS_DEF_CHADREPLACEMONOID
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {
struct ReplaceMonoid : chad::impl::ChadReplaceMonoidBase<ReplaceMonoid> {
  using ChadReplaceMonoidBase::ChadReplaceMonoidBase;

  void runOnOperation() override {
    SetMonoid sets;
    BoundMonoid bounds;
    const Monoid *chosen = nullptr;
    for (const Monoid *known :
         {static_cast<const Monoid *>(&sets), static_cast<const Monoid *>(&bounds)})
      if (known->getName() == monoid)
        chosen = known;
    if (!chosen) {
      emitProgramError(getOperation())
          << "there is no monoid '" << monoid << "'; there are 'sets' and 'bounds'";
      return signalPassFailure();
    }
    SymbolTable symbols(getOperation());
    MonoidReader reader(*chosen, symbols);
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isDeclaration() &&
          llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<LinType>))
        functions.push_back(function);
    for (func::FuncOp function : functions) {
      FailureOr<func::FuncOp> made = reader.read(function);
      if (failed(made))
        return signalPassFailure();
      made->setVisibility(function.getVisibility());
    }
  }
};
} // namespace
