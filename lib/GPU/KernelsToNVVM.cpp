//===- KernelsToNVVM.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Kernels in the dialects of LLVM and of NVIDIA's GPUs.

#include "chad/GPU/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/DialectConversion.h"

namespace chad {
#define GEN_PASS_DEF_CHADCONVERTKERNELSTONVVM
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;

/// Whether the GPU computes a function in a few instructions.
static bool hasInstructions(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::FloorOp, math::TruncOp,
             math::RoundEvenOp, math::RoundOp, math::SqrtOp, math::FmaOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp, math::IsNaNOp,
             math::IsInfOp, math::IsFiniteOp>(op);
}

namespace {
struct ConvertKernelsToNVVM : chad::impl::ChadConvertKernelsToNVVMBase<ConvertKernelsToNVVM> {
  void runOnOperation() override {
    bool isFine = true;
    getOperation().walk([&](Operation *op) {
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) || hasInstructions(op))
        return;
      op->emitOpError("has no code for a GPU");
      isFine = false;
    });
    if (!isFine)
      return signalPassFailure();
    LLVMTypeConverter converter(&getContext());
    configureGpuToNVVMTypeConverter(converter);
    RewritePatternSet patterns(&getContext());
    // With greater benefit than the functions of NVIDIA's library.
    populateMathToLLVMConversionPatterns(converter, patterns, /*approximateLog1p=*/false,
                                         /*benefit=*/10);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateGpuToNVVMConversionPatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    target.addIllegalDialect<gpu::GPUDialect, memref::MemRefDialect, arith::ArithDialect,
                             math::MathDialect, cf::ControlFlowDialect>();
    target.addLegalOp<gpu::GPUModuleOp, gpu::YieldOp>();
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
