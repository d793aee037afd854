//===- FirstOrder.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstOrder.h"
#include "chad/Derived/Derived.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace chad {
#define GEN_PASS_DEF_CHADREMOVEFUNCTIONS
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `type` contains functions or sums.
static bool isHigher(Type type, bool linear) {
  return type
      .walk([&](Type part) {
        return isa<FunctionType, SumType>(part) || (linear && isa<LFunType, CopowerType>(part))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool usesFunctionsOrSums(Operation *root, bool linear) {
  auto isHigher = [&](Type type) { return ::isHigher(type, linear); };
  return root
      ->walk([&](Operation *op) {
        bool found = llvm::any_of(op->getResultTypes(), isHigher);
        if (auto function = dyn_cast<FunctionOpInterface>(op))
          found |= llvm::any_of(function.getArgumentTypes(), isHigher);
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult
chad::detail::removeFunctions(ModuleOp module,
                              llvm::function_ref<LogicalResult(OpPassManager &, Operation *)> run,
                              bool linear) {
  nameFunctionValues(module);
  if (!usesFunctionsOrSums(module, linear))
    return success();
  OpPassManager passes(ModuleOp::getOperationName());
  // Function values that laws remove need no sum. A function is not inlined if the copies would be
  // too much code; it becomes a call.
  ChadSimplifyOptions laws;
  laws.growthLimit = 1;
  passes.addPass(createChadSimplify(laws));
  passes.addPass(createChadLowerSums());
  if (linear)
    passes.addPass(createChadLowerCopowers());
  passes.addPass(createChadDefunctionalize());
  passes.addPass(createChadLowerSums());
  if (linear) {
    ChadSimplifyOptions simplification;
    simplification.inlineAll = true;
    passes.addPass(createChadSimplify(simplification));
  }
  return run(passes, module);
}

namespace {
struct RemoveFunctions : chad::impl::ChadRemoveFunctionsBase<RemoveFunctions> {
  using ChadRemoveFunctionsBase::ChadRemoveFunctionsBase;
  void runOnOperation() override {
    if (failed(removeFunctions(
            getOperation(),
            [&](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); }, linear)))
      signalPassFailure();
  }
};
} // namespace
