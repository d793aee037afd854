//===- BufferizeOnDevice.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Bufferizes arrays in the memory of a device.

#include "../Bufferize/Boundaries.h"
#include "MemorySpaces.h"
#include "chad/Bufferize/BufferTypes.h"
#include "chad/GPU/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad {
#define GEN_PASS_DEF_CHADBUFFERIZEONDEVICE
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// What MLIR's bufferization would dereference without a check: branches whose arguments it cannot
/// ask for, and arrays without a rank in a space of memory.
static LogicalResult checkSupported(ModuleOp module) {
  if (failed(checkBranches(module)))
    return failure();
  auto hasNoRank = [](Type type) { return isa<UnrankedTensorType>(type); };
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (llvm::any_of(op->getResultTypes(), hasNoRank))
      return op->emitError("chad: an array on a device must have a rank");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct BufferizeOnDevice : chad::impl::ChadBufferizeOnDeviceBase<BufferizeOnDevice> {
  LogicalResult initialize(MLIRContext *context) override {
    memoizeBufferTypes(context);
    return success();
  }

  void runOnOperation() override {
    if (failed(checkSupported(getOperation())))
      return signalPassFailure();
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(bufferization::LayoutMapOption::IdentityLayoutMap);
    options.defaultMemorySpaceFn = [](TensorType type) -> std::optional<Attribute> {
      return IntegerAttr::get(IntegerType::get(type.getContext(), 64), deviceSpace);
    };
    options.functionArgTypeConverterFn =
        [](bufferization::TensorLikeType type, Attribute space, func::FuncOp function,
           const bufferization::BufferizationOptions &) -> bufferization::BufferLikeType {
      auto tensor = cast<TensorType>(type);
      if (function->hasAttr(hostAttr))
        space = IntegerAttr::get(IntegerType::get(type.getContext(), 64), hostSpace);
      return cast<bufferization::BufferLikeType>(
          bufferization::getMemRefTypeWithStaticIdentityLayout(
              tensor, function.isPublic() ? Attribute() : space));
    };
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotModuleBufferize(getOperation(), options, state)))
      signalPassFailure();
  }
};
} // namespace
