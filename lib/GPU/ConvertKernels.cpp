//===- ConvertKernels.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts kernels to the dialects of NVIDIA's and AMD's GPUs. Only the lowering of `gpu` ops and
// the memory of a thread's stack depend on the vendor.

#include "MemorySpaces.h"
#include "chad/GPU/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/DialectConversion.h"

namespace chad {
#define GEN_PASS_DEF_CHADCONVERTKERNELSTONVVM
#define GEN_PASS_DEF_CHADCONVERTKERNELSTOROCDL
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;

/// Whether a GPU has instructions for a math function.
static bool hasInstructions(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::FloorOp, math::TruncOp,
             math::RoundEvenOp, math::RoundOp, math::SqrtOp, math::FmaOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp, math::IsNaNOp,
             math::IsInfOp, math::IsFiniteOp>(op);
}

/// Emits an error at each op of the dialect `math` that is left and for which GPUs have no
/// instructions.
static LogicalResult checkFunctions(gpu::GPUModuleOp kernels) {
  bool isFine = true;
  kernels.walk([&](Operation *op) {
    if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) || hasInstructions(op))
      return;
    op->emitOpError("has no code for a GPU");
    isFine = false;
  });
  return success(isFine);
}

static void alignArrays(gpu::GPUModuleOp kernels) {
  Builder builder(kernels.getContext());
  for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
    for (unsigned i = 0, count = kernel.getNumWorkgroupAttributions(); i < count; ++i)
      kernel.setWorkgroupAttributionAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                                         builder.getI64IntegerAttr(chad::detail::blockAlignment));
}

/// Converts kernels to the LLVM dialect and that of a vendor, whose patterns for ops of `gpu` are
/// among `patterns`.
static LogicalResult convert(gpu::GPUModuleOp kernels, const LLVMTypeConverter &converter,
                             RewritePatternSet patterns, StringRef vendor) {
  alignArrays(kernels);
  // These patterns have a greater benefit than those that call functions of vendors' libraries.
  populateMathToLLVMConversionPatterns(converter, patterns, /*approximateLog1p=*/false,
                                       /*benefit=*/10);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  ConversionTarget target(*kernels.getContext());
  target.addLegalDialect<LLVM::LLVMDialect>();
  target.addLegalDialect(vendor);
  target.addIllegalDialect<gpu::GPUDialect, memref::MemRefDialect, arith::ArithDialect,
                           math::MathDialect, cf::ControlFlowDialect>();
  target.addLegalOp<gpu::GPUModuleOp, gpu::YieldOp>();
  return applyPartialConversion(kernels, target, std::move(patterns));
}

/// Marks the buffers on the stack of a thread as private memory. Other buffers are accessed by
/// generic addresses, which may be in any memory.
static void makeStacksPrivate(gpu::GPUModuleOp kernels) {
  SmallVector<memref::AllocaOp> ops;
  kernels.walk([&](memref::AllocaOp op) {
    if (!op.getType().getMemorySpace())
      ops.push_back(op);
  });
  auto space = gpu::AddressSpaceAttr::get(kernels.getContext(), gpu::AddressSpace::Private);
  for (memref::AllocaOp op : ops) {
    OpBuilder builder(op);
    MemRefType type = op.getType();
    auto own = memref::AllocaOp::create(
        builder, op.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(), space),
        op.getDynamicSizes(), op.getSymbolOperands(), op.getAlignmentAttr());
    Value anywhere = memref::MemorySpaceCastOp::create(builder, op.getLoc(), type, own);
    op.replaceAllUsesWith(anywhere);
    op.erase();
  }
}

/// Has kernels read the number of their blocks where AMD's driver writes it: at the beginning of
/// the implicit arguments. The function of AMD's library that MLIR calls for it does the same.
static void readNumbersOfBlocks(gpu::GPUModuleOp kernels) {
  SmallVector<gpu::GridDimOp> ops;
  kernels.walk([&](gpu::GridDimOp op) {
    if (op.getDimension() == gpu::Dimension::x)
      ops.push_back(op);
  });
  constexpr unsigned constantSpace = 4;
  for (gpu::GridDimOp op : ops) {
    OpBuilder builder(op);
    Type pointer = LLVM::LLVMPointerType::get(op.getContext(), constantSpace);
    Value args = LLVM::CallIntrinsicOp::create(builder, op.getLoc(), pointer,
                                               builder.getStringAttr("llvm.amdgcn.implicitarg.ptr"),
                                               ValueRange())
                     .getResult(0);
    Value number = LLVM::LoadOp::create(builder, op.getLoc(), builder.getI32Type(), args);
    Value count =
        arith::IndexCastUIOp::create(builder, op.getLoc(), builder.getIndexType(), number);
    op.replaceAllUsesWith(count);
    op.erase();
  }
}

namespace {
struct ConvertKernelsToNVVM : chad::impl::ChadConvertKernelsToNVVMBase<ConvertKernelsToNVVM> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    configureGpuToNVVMTypeConverter(converter);
    RewritePatternSet patterns(&getContext());
    populateGpuToNVVMConversionPatterns(converter, patterns);
    if (failed(checkFunctions(getOperation())) ||
        failed(convert(getOperation(), converter, std::move(patterns),
                       NVVM::NVVMDialect::getDialectNamespace())))
      signalPassFailure();
  }
};

struct ConvertKernelsToROCDL : chad::impl::ChadConvertKernelsToROCDLBase<ConvertKernelsToROCDL> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chip);
    if (failed(chipset)) {
      getOperation()->emitError("there is no GPU '") << chip << "' of AMD's; 'gfx90a' is one";
      return signalPassFailure();
    }
    makeStacksPrivate(getOperation());
    readNumbersOfBlocks(getOperation());
    LLVMTypeConverter converter(&getContext());
    populateGpuMemorySpaceAttributeConversions(converter, [](gpu::AddressSpace space) -> unsigned {
      switch (space) {
      case gpu::AddressSpace::Global:
        return 1;
      case gpu::AddressSpace::Workgroup:
        return 3;
      default:
        return 5;
      }
    });
    RewritePatternSet patterns(&getContext());
    populateGpuToROCDLConversionPatterns(converter, patterns, gpu::amd::Runtime::HIP, *chipset);
    if (failed(checkFunctions(getOperation())) ||
        failed(convert(getOperation(), converter, std::move(patterns),
                       ROCDL::ROCDLDialect::getDialectNamespace())))
      signalPassFailure();
  }
};
} // namespace
