//===- TransformOps.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/TransformOps/TransformOps.h"
#include "chad/Conversion/Passes.h"
#include "chad/Frontends/Raise/Raise.h"
#include "chad/IR/ChadOps.h"
#include "chad/Loops/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Transforms/Differentiator.h"
#include "chad/Transforms/EraseLinear.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace chad;

#define GET_OP_CLASSES
#include "chad/TransformOps/TransformOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// Runs the passes that `add` adds to a pipeline on the module `target`.
static DiagnosedSilenceableFailure runPasses(Operation *op, Operation *target,
                                             transform::ApplyToEachResultList &results,
                                             function_ref<void(OpPassManager &)> add) {
  if (!isa<ModuleOp>(target)) {
    DiagnosedSilenceableFailure diag = emitSilenceableFailure(op->getLoc())
                                       << "'" << op->getName() << "' works on modules, not on '"
                                       << target->getName() << "'";
    diag.attachNote(target->getLoc()) << "this is in the handle";
    return diag;
  }
  PassManager pm(target->getContext());
  add(pm);
  if (failed(pm.run(target)))
    return emitSilenceableFailure(op->getLoc()) << "'" << op->getName() << "' failed";
  results.push_back(target);
  return DiagnosedSilenceableFailure::success();
}

#define PASS_OP(Op, add)                                                                           \
  DiagnosedSilenceableFailure Op::applyToOne(transform::TransformRewriter &, Operation *target,    \
                                             transform::ApplyToEachResultList &results,            \
                                             transform::TransformState &) {                        \
    return runPasses(*this, target, results, [](OpPassManager &pm) { add; });                      \
  }

PASS_OP(RaiseTransformOp, pm.addPass(createChadRaise()))
PASS_OP(DifferentiateTransformOp, pm.addPass(createChadDifferentiate()))
PASS_OP(SimplifyTransformOp, pm.addPass(createChadSimplify()))
PASS_OP(EraseLinearTransformOp, pm.addPass(createChadEraseLinear()))
PASS_OP(RaiseContractionsTransformOp, pm.addPass(createChadRaiseContractions()))
PASS_OP(FuseLoopsTransformOp, pm.addPass(createChadFuseLoops()))
PASS_OP(ChooseResidualsTransformOp, pm.addPass(createChadChooseResiduals()))
PASS_OP(ToLinalgTransformOp, buildLinalgPipeline(pm, LinalgOptions()))

#undef PASS_OP

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

/// The positions that are given, or all those of types that hold floats.
static FailureOr<SmallVector<int64_t>> choosePositions(std::optional<ArrayRef<int64_t>> given,
                                                       TypeRange types) {
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (isDifferentiable(type) && (!given || llvm::is_contained(*given, static_cast<int64_t>(i))))
      positions.push_back(i);
  if (positions.empty() || (given && positions.size() != given->size()))
    return failure();
  return positions;
}

template <typename Op, typename Make>
static DiagnosedSilenceableFailure
addDerivative(Op op, Operation *target, transform::ApplyToEachResultList &results, Make make) {
  auto fail = [&](const Twine &why) {
    DiagnosedSilenceableFailure diag = emitSilenceableFailure(op.getLoc()) << why;
    diag.attachNote(target->getLoc()) << "this is in the handle";
    return diag;
  };
  auto function = dyn_cast<func::FuncOp>(target);
  auto module = dyn_cast_or_null<ModuleOp>(target->getParentOp());
  if (!function || !module)
    return fail("'" + op->getName().getStringRef() + "' works on functions of modules");
  StringAttr name = function.getSymNameAttr();
  if (failed(raiseFunctions(module, function)))
    return fail("the function cannot be raised to what can be differentiated");
  function = module.lookupSymbol<func::FuncOp>(name);
  FailureOr<SmallVector<int64_t>> wrt = choosePositions(op.getWrt(), function.getArgumentTypes()),
                                  of = choosePositions(op.getOf(), function.getResultTypes());
  if (failed(wrt) || failed(of))
    return fail("there is no float among the arguments 'wrt', or the results 'of', or a position "
                "names no float");
  FailureOr<func::FuncOp> derivative = failure();
  {
    Differentiator differentiator(module);
    derivative = make(differentiator, function, *wrt, *of);
  }
  if (failed(derivative))
    return fail("the function has no derivative");
  derivative->setVisibility(function.getVisibility());
  StringAttr derivativeName = derivative->getSymNameAttr();
  if (failed(eraseLinear(module)))
    return fail("linear types are left in the module");
  results.push_back(module.lookupSymbol<func::FuncOp>(derivativeName));
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
ForwardTransformOp::applyToOne(transform::TransformRewriter &, Operation *target,
                               transform::ApplyToEachResultList &results,
                               transform::TransformState &) {
  return addDerivative(
      *this, target, results,
      [](Differentiator &differentiator, func::FuncOp function, ArrayRef<int64_t> wrt,
         ArrayRef<int64_t> of) { return differentiator.getJvp(function, wrt, of); });
}

DiagnosedSilenceableFailure
ReverseTransformOp::applyToOne(transform::TransformRewriter &, Operation *target,
                               transform::ApplyToEachResultList &results,
                               transform::TransformState &) {
  return addDerivative(
      *this, target, results,
      [](Differentiator &differentiator, func::FuncOp function, ArrayRef<int64_t> wrt,
         ArrayRef<int64_t> of) { return differentiator.getVjp(function, wrt, of); });
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

template <typename Op>
static void consumeAndProduce(Op op, SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(op.getTargetMutable(), effects);
  transform::producesHandle(op->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

#define EFFECTS(Op)                                                                                \
  void Op::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {                   \
    consumeAndProduce(*this, effects);                                                             \
  }

EFFECTS(RaiseTransformOp)
EFFECTS(DifferentiateTransformOp)
EFFECTS(SimplifyTransformOp)
EFFECTS(EraseLinearTransformOp)
EFFECTS(RaiseContractionsTransformOp)
EFFECTS(FuseLoopsTransformOp)
EFFECTS(ChooseResidualsTransformOp)
EFFECTS(ToLinalgTransformOp)
EFFECTS(ForwardTransformOp)
EFFECTS(ReverseTransformOp)

#undef EFFECTS

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
class TransformExtension : public transform::TransformDialectExtension<TransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TransformExtension)

  void init() {
    declareGeneratedDialect<ChadDialect>();
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<bufferization::BufferizationDialect>();
    declareGeneratedDialect<cf::ControlFlowDialect>();
    declareGeneratedDialect<complex::ComplexDialect>();
    declareGeneratedDialect<func::FuncDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<math::MathDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    declareGeneratedDialect<ub::UBDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "chad/TransformOps/TransformOps.cpp.inc"
        >();
  }
};
} // namespace

void chad::registerTransformExtension(DialectRegistry &registry) {
  registry.addExtensions<TransformExtension>();
}
