//===- BufferizeOnDevice.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Bufferizes arrays in the memory of a device.

#include "MemorySpaces.h"
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

/// Creates a copy of a tensor in the given memory space.
static Value createCopy(OpBuilder &builder, Location loc, Value tensor, int64_t space) {
  auto copy =
      bufferization::AllocTensorOp::create(builder, loc, cast<RankedTensorType>(tensor.getType()),
                                           /*dynamicSizes=*/ValueRange(), /*copy=*/tensor);
  copy.setMemorySpaceAttr(builder.getI64IntegerAttr(space));
  return copy;
}

/// Copies the arguments of a public function whose elements are needed to the device, and its
/// results to the host.
static void stage(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument arg : function.getArguments()) {
    if (!isa<RankedTensorType>(arg.getType()))
      continue;
    auto needsElements = [](OpOperand &use) { return !isa<tensor::DimOp>(use.getOwner()); };
    if (llvm::none_of(arg.getUses(), needsElements))
      continue;
    Value copy = createCopy(builder, function.getLoc(), arg, deviceSpace);
    arg.replaceUsesWithIf(copy, [&](OpOperand &use) {
      return needsElements(use) && use.getOwner() != copy.getDefiningOp();
    });
  }
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        operand.set(createCopy(builder, op.getLoc(), operand.get(), hostSpace));
  });
}

namespace {
struct BufferizeOnDevice : chad::impl::ChadBufferizeOnDeviceBase<BufferizeOnDevice> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        stage(function);
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
