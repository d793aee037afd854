//===- ConvertToLLVM.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-convert-to-llvm`: branches, numbers, vectors, buffers and functions become the LLVM dialect
// in one conversion.

#include "chad/Conversion/Passes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/Transforms/Canonicalize.h"
#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace chad {
#define GEN_PASS_DEF_CHADCONVERTTOLLVM
#define GEN_PASS_DEF_CHADMARKNOALIAS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// How many arguments one of this type becomes: of an array, two pointers, of which the second is
/// used, an offset, sizes and strides.
static int64_t countConverted(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return array ? 3 + 2 * array.getRank() : isa<UnrankedMemRefType>(type) ? 2 : 1;
}

/// Stores the future positions of pointers that alias no other memory in each function's
/// `chad.distinct_pointers`. The conversion keeps attributes of functions, but not those of
/// arguments that become several.
static void storeDistinct(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    SmallVector<int64_t> distinct;
    int64_t position = 0;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      // A function that the module itself calls may be given anything, unless that is known.
      bool isOwned = function.removeArgAttr(i, bufferAttr) && function.isPublic();
      bool isDistinct = function.removeArgAttr(i, distinctAttr) || isOwned;
      if (isDistinct && isa<MemRefType>(type) && !function.isExternal())
        distinct.push_back(position + 1);
      position += countConverted(type);
    }
    if (!distinct.empty())
      function->setAttr(distinctPointersAttr,
                        DenseI64ArrayAttr::get(module.getContext(), distinct));
  }
}

/// Marks the pointers at the positions that `storeDistinct` has stored.
static void markDistinct(ModuleOp module) {
  auto yes = UnitAttr::get(module.getContext());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto distinct = function->getAttrOfType<DenseI64ArrayAttr>(distinctPointersAttr);
    function->removeAttr(distinctPointersAttr);
    if (!distinct || function.isExternal())
      continue;
    for (int64_t i : distinct.asArrayRef())
      if (i >= 0 && i < function.getNumArguments() &&
          isa<LLVM::LLVMPointerType>(function.getArgument(i).getType()))
        function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(), yes);
  }
}

/// The code of a step of a loop with checkpoints must not depend on its calls: LLVM neither inlines
/// it, nor specializes it for the arguments of all calls (`chad::detail::optimize`).
static void keepStepsApart(ModuleOp module) {
  ArrayAttr apart = Builder(module.getContext()).getStrArrayAttr({"noinline", "chad-step"});
  for (auto function : module.getOps<func::FuncOp>())
    if (function->removeAttr(stepAttr))
      function->setAttr("passthrough", apart);
}

/// Divides by 1 where a divisor is 0, and where a remainder by -1 is taken, which is that by 1.
///
/// MLIR lets remainders and floor divisions move out of loops and branches that do not run. By the
/// numbers that they would get there, processors end the process.
static void guardDivisors(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!isa<arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp>(op))
      return;
    Value divisor = op->getOperand(1);
    APInt number;
    bool isSigned = isa<arith::RemSIOp>(op);
    if (matchPattern(divisor, m_ConstantInt(&number)) && !number.isZero() &&
        !(isSigned && number.isAllOnes()))
      return;
    OpBuilder builder(op);
    Type type = divisor.getType();
    auto constant = [&](int64_t value) -> Value {
      Type element = getElementTypeOrSelf(type);
      TypedAttr attr = builder.getIntegerAttr(element, value);
      if (auto shaped = dyn_cast<ShapedType>(type))
        attr = DenseElementsAttr::get(shaped, Attribute(attr));
      return arith::ConstantOp::create(builder, op->getLoc(), attr);
    };
    auto replace = [&](int64_t bad) {
      Value isBad = arith::CmpIOp::create(builder, op->getLoc(), arith::CmpIPredicate::eq, divisor,
                                          constant(bad));
      divisor = arith::SelectOp::create(builder, op->getLoc(), isBad, constant(1), divisor);
    };
    replace(0);
    if (isSigned)
      replace(-1);
    op->setOperand(1, divisor);
  });
}

/// Removes casts between types of both sides, and emits an error at the first op that needs one.
static LogicalResult checkCasts(ModuleOp module) {
  SmallVector<UnrealizedConversionCastOp> casts, left;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts, &left);
  if (left.empty())
    return success();
  // Values of the LLVM dialect are used by an op of another one, or the other way round.
  Operation *cast = left.front(), *op = nullptr;
  if (cast->getNumOperands())
    op = cast->getOperand(0).getDefiningOp();
  if (!op || isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
    op = cast->use_empty() ? cast : *cast->user_begin();
  return op->emitOpError("has no conversion to the LLVM dialect");
}

/// Patterns that make vector ops of vector ops which the conversion knows.
static void populateVectorLowerings(RewritePatternSet &patterns) {
  vector::populateVectorToVectorCanonicalizationPatterns(patterns);
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorContractLoweringPatterns(patterns, vector::VectorContractLowering::Dot);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(patterns,
                                                  vector::VectorTransposeLowering::EltWise);
  vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
  vector::populateVectorMaskMaterializationPatterns(patterns, /*force32BitVectorIndices=*/false);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);
  vector::populateVectorGatherLoweringPatterns(patterns);
  vector::populateVectorFromElementsUnrollPatterns(patterns);
  vector::populateVectorToElementsUnrollPatterns(patterns);
}

/// Whether a position is one of a vector: a number of which few enough bits are left.
static bool isInside(Value position, VectorType type) {
  APInt mask;
  auto bits = position.getDefiningOp<arith::AndIOp>();
  return bits && matchPattern(bits.getRhs(), m_ConstantInt(&mask)) &&
         mask.ult(type.getNumElements());
}

/// The load of `vector`, of which `op` takes or replaces the element at `position`, if no memory is
/// written between them.
static memref::LoadOp getLoad(Operation *op, Value vector, OperandRange position) {
  auto load = vector.getDefiningOp<memref::LoadOp>();
  if (!load || load->getBlock() != op->getBlock() || position.size() != 1)
    return {};
  auto type = cast<VectorType>(vector.getType());
  if (type.getRank() != 1 || type.isScalable() || !isInside(position.front(), type))
    return {};
  auto onlyReads = [](Operation &between) {
    auto effects = getEffectsRecursively(&between);
    return effects && llvm::all_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
             return isa<MemoryEffects::Read>(effect.getEffect());
           });
  };
  return llvm::all_of(llvm::make_range(load->getIterator(), op->getIterator()), onlyReads)
             ? load
             : memref::LoadOp();
}

namespace {
/// Patterns for single elements, whose position is known when the program runs, of vectors that are
/// elements of arrays. LLVM would read and write whole vectors, by way of the stack.
template <typename Op> struct ConvertElement : ConvertOpToLLVMPattern<Op> {
  ConvertElement(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern<Op>(converter, /*benefit=*/2) {}

  /// The address of an element of a vector that an array has at `indices`. Null if elements do not
  /// lie in memory as in arrays, as booleans.
  Value addressOf(ConversionPatternRewriter &rewriter, memref::LoadOp load, Value position) const {
    Type element = load.getMemRefType().getElementType();
    Type type = this->getTypeConverter()->convertType(getElementTypeOrSelf(element));
    if (!type || !type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8 != 0)
      return {};
    SmallVector<Value> indices;
    for (Value index : load.getIndices())
      indices.push_back(rewriter.getRemappedValue(index));
    constexpr auto flags = LLVM::GEPNoWrapFlags::inbounds | LLVM::GEPNoWrapFlags::nuw;
    Value vector =
        this->getStridedElementPtr(rewriter, load.getLoc(), load.getMemRefType(),
                                   rewriter.getRemappedValue(load.getMemRef()), indices, flags);
    return LLVM::GEPOp::create(rewriter, load.getLoc(), vector.getType(), type, vector,
                               rewriter.getRemappedValue(position), flags);
  }
};

struct ReadElement : ConvertElement<vector::ExtractOp> {
  using ConvertElement::ConvertElement;

  LogicalResult matchAndRewrite(vector::ExtractOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    memref::LoadOp load = getLoad(op, op.getSource(), op.getDynamicPosition());
    Value address = load ? addressOf(rewriter, load, op.getDynamicPosition().front()) : Value();
    if (!address)
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, getTypeConverter()->convertType(op.getType()),
                                              address);
    return success();
  }
};

struct WriteElement : ConvertElement<memref::StoreOp> {
  using ConvertElement::ConvertElement;

  LogicalResult matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto insert = op.getValueToStore().getDefiningOp<vector::InsertOp>();
    if (!insert || isa<VectorType>(insert.getValueToStoreType()))
      return failure();
    memref::LoadOp load = getLoad(op, insert.getDest(), insert.getDynamicPosition());
    if (!load || load.getMemRef() != op.getMemRef() || load.getIndices() != op.getIndices())
      return failure();
    Value address = addressOf(rewriter, load, insert.getDynamicPosition().front());
    if (!address)
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, rewriter.getRemappedValue(insert.getValueToStore()), address);
    return success();
  }
};

struct MarkNoAlias : chad::impl::ChadMarkNoAliasBase<MarkNoAlias> {
  void runOnOperation() override {
    storeDistinct(getOperation());
    markDistinct(getOperation());
  }
};

struct ConvertToLLVM : chad::impl::ChadConvertToLLVMBase<ConvertToLLVM> {
  void runOnOperation() override {
    lowerVectors();
    if (failed(convert()))
      signalPassFailure();
  }

private:
  void lowerVectors() {
    avoidUnsoundFolds(getOperation());
    // The ops with which the driver begins. Most programs have few, and it would visit all ops.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<vector::VectorDialect>(op->getDialect()))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    RewritePatternSet patterns(&getContext());
    populateVectorLowerings(patterns);
    // An op that is left is an error of the conversion.
    (void)applyOpPatternsGreedily(ops, std::move(patterns));
  }

  LogicalResult convert() {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    storeDistinct(module);
    keepStepsApart(module);
    guardDivisors(module);
    const auto &layouts = getAnalysis<DataLayoutAnalysis>();
    LowerToLLVMOptions options(context, layouts.getAtOrAbove(module));
    LLVMTypeConverter converter(context, options, &layouts);
    SymbolTableCollection symbols;
    RewritePatternSet patterns(context);
    vector::populateVectorTransferLoweringPatterns(patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns);
    patterns.add<ReadElement, WriteElement>(converter);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns, &symbols);
    populateMathToLLVMConversionPatterns(converter, patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns, &symbols);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    cf::populateAssertToLLVMConversionPattern(converter, patterns);
    LLVMConversionTarget target(*context);
    if (context->getLoadedDialect<omp::OpenMPDialect>()) {
      configureOpenMPToLLVMConversionLegality(target, converter);
      populateOpenMPToLLVMConversionPatterns(converter, patterns);
    }
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return failure();
    markDistinct(module);
    return checkCasts(module);
  }
};
} // namespace
