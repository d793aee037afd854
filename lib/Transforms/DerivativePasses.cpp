//===- DerivativePasses.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-forward`, `chad-reverse` and `chad-unf-reverse`: make derivatives of functions that are
// given by name. `chad-sparsity`, `chad-dependence` and `chad-rounding` do the same for derivatives
// over other monoids.

#include "Defunctionalize/FirstOrder.h"
#include "Monoids/Sparsity.h"
#include "UNF/UNF.h"
#include "chad/Frontends/Raise/Raise.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/ProgramErrors.h"
#include "chad/IR/Requests.h"
#include "chad/Transforms/Differentiator.h"
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
#include "llvm/ADT/StringSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADDEPENDENCE
#define GEN_PASS_DEF_CHADFORWARD
#define GEN_PASS_DEF_CHADREVERSE
#define GEN_PASS_DEF_CHADROUNDING
#define GEN_PASS_DEF_CHADSPARSITY
#define GEN_PASS_DEF_CHADUNFREVERSE
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

using RunPasses = llvm::function_ref<LogicalResult(OpPassManager &, Operation *)>;

/// Checks positions that the user gave; without them, takes all that hold floats.
static LogicalResult choosePositions(func::FuncOp function, ArrayRef<int64_t> given,
                                     TypeRange types, StringRef option, StringRef what,
                                     SmallVectorImpl<int64_t> &positions) {
  if (given.empty()) {
    positions = getDifferentiated(types);
    if (positions.empty())
      return adviseOnTypes(function.emitError("chad: '@") << function.getSymName() << "' has no "
                                                          << what << " that holds floats",
                           types);
    return success();
  }
  for (int64_t position : given) {
    auto error = [&] {
      return function.emitError("chad: option '") << option << "' names " << what << " " << position
                                                  << " of '@" << function.getSymName() << "', ";
    };
    if (position < 0 || position >= static_cast<int64_t>(types.size()))
      return error() << "which has " << types.size();
    if (!isDifferentiable(types[position]))
      return adviseOnTypes(error() << "of type " << types[position]
                                   << ", which holds no floats to differentiate",
                           types[position]);
    if (!positions.empty() && positions.back() >= position)
      return error() << "after " << positions.back() << "; give ascending positions";
    positions.push_back(position);
  }
  return success();
}

namespace {
struct Target {
  func::FuncOp function;
  SmallVector<int64_t> wrt, of;
};
} // namespace

/// The functions, arguments and results that the options of a pass name.
template <typename Pass>
static FailureOr<SmallVector<Target>> findTargets(Pass &pass, ModuleOp module, bool needsUNF) {
  SmallVector<Target> targets;
  if (pass.function.empty()) {
    if (!pass.wrt.empty() || !pass.of.empty() || !pass.name.empty())
      return emitProgramError(module) << "options 'wrt', 'of' and 'name' go with option 'function'";
    for (auto function : module.template getOps<func::FuncOp>()) {
      Target target{function, getDifferentiated(function.getArgumentTypes()),
                    getDifferentiated(function.getResultTypes())};
      if (!function.isDeclaration() && !target.wrt.empty() && !target.of.empty() &&
          (!needsUNF || chad::detail::isInUNF(function)))
        targets.push_back(target);
    }
    return targets;
  }
  auto function = module.template lookupSymbol<func::FuncOp>(pass.function);
  if (!function)
    return emitNoFunction(module, pass.function);
  if (!pass.name.empty() && module.lookupSymbol(pass.name))
    return module.lookupSymbol(pass.name)->emitError("chad: there is a symbol '@")
           << pass.name << "' already; choose another 'name'";
  if (needsUNF && !chad::detail::isInUNF(function))
    return function.emitError("chad: '@")
           << function.getSymName() << "' is not in unary normal form; run '--chad-to-unf' first";
  Target target{function, {}, {}};
  if (failed(choosePositions(function, pass.wrt, function.getArgumentTypes(), "wrt", "argument",
                             target.wrt)) ||
      failed(
          choosePositions(function, pass.of, function.getResultTypes(), "of", "result", target.of)))
    return failure();
  targets.push_back(target);
  return targets;
}

/// Makes the module first-order. Functions that may be targets stay, even if nothing uses them.
static LogicalResult prepare(ModuleOp module, RunPasses run) {
  SmallVector<StringAttr> hidden;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPrivate() && !function.isDeclaration() &&
        !getDifferentiated(function.getArgumentTypes()).empty() &&
        llvm::none_of(function.getArgumentTypes(), llvm::IsaPred<FunctionType>) &&
        llvm::none_of(function.getResultTypes(), llvm::IsaPred<FunctionType>)) {
      function.setPublic();
      hidden.push_back(function.getSymNameAttr());
    }
  LogicalResult result = chad::detail::removeFunctions(module, run);
  for (StringAttr name : hidden)
    if (auto function = module.lookupSymbol<func::FuncOp>(name))
      function.setPrivate();
  return result;
}

/// Raises the function `name`, or all functions if it is empty.
static LogicalResult raiseTargets(ModuleOp module, StringRef name) {
  if (failed(convertMLPrograms(module)))
    return failure();
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (name.empty() || function.getSymName() == name)
      functions.push_back(function);
  return raiseFunctions(module, functions);
}

template <typename Pass, typename Make>
static LogicalResult makeDerivatives(Pass &pass, ModuleOp module, RunPasses run, Make make,
                                     bool needsUNF = false) {
  if (!needsUNF && (failed(raiseTargets(module, pass.function)) || failed(prepare(module, run))))
    return failure();
  FailureOr<SmallVector<Target>> targets = findTargets(pass, module, needsUNF);
  if (failed(targets))
    return failure();
  Differentiator differentiator(module);
  for (Target &target : *targets) {
    FailureOr<func::FuncOp> derivative = make(differentiator, target);
    if (failed(derivative))
      return failure();
    if (!pass.name.empty() &&
        failed(differentiator.getSymbols().rename(*derivative, StringRef(pass.name))))
      return failure();
    derivative->setVisibility(target.function.getVisibility());
  }
  return success();
}

namespace {
struct Reverse : chad::impl::ChadReverseBase<Reverse> {
  using ChadReverseBase::ChadReverseBase;
  auto runner() {
    return [this](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); };
  }
  void runOnOperation() override {
    if (failed(makeDerivatives(*this, getOperation(), runner(), [](Differentiator &d, Target &t) {
          return d.getReverse(t.function, t.wrt, t.of);
        })))
      signalPassFailure();
  }
  using ChadReverseBase::function, ChadReverseBase::name, ChadReverseBase::of, ChadReverseBase::wrt;
};

struct UNFReverse : chad::impl::ChadUNFReverseBase<UNFReverse> {
  using ChadUNFReverseBase::ChadUNFReverseBase;
  void runOnOperation() override {
    auto make = [](Differentiator &d, Target &t) { return d.getReverse(t.function, t.wrt, t.of); };
    if (failed(makeDerivatives(*this, getOperation(), {}, make, /*needsUNF=*/true)))
      signalPassFailure();
  }
  using ChadUNFReverseBase::function, ChadUNFReverseBase::name, ChadUNFReverseBase::of,
      ChadUNFReverseBase::wrt;
};

struct Forward : chad::impl::ChadForwardBase<Forward> {
  using ChadForwardBase::ChadForwardBase;
  auto runner() {
    return [this](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); };
  }
  void runOnOperation() override {
    if (failed(makeDerivatives(*this, getOperation(), runner(), [&](Differentiator &d, Target &t) {
          return dual ? d.getJvp(t.function, t.wrt, t.of) : d.getForward(t.function, t.wrt, t.of);
        })))
      signalPassFailure();
  }
  using ChadForwardBase::function, ChadForwardBase::name, ChadForwardBase::of, ChadForwardBase::wrt;
};

struct Sparsity : chad::impl::ChadSparsityBase<Sparsity> {
  using ChadSparsityBase::ChadSparsityBase;
  auto runner() {
    return [this](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); };
  }
  void runOnOperation() override {
    using chad::detail::Colouring;
    auto colouring = llvm::StringSwitch<std::optional<Colouring>>(colours)
                         .Case("none", Colouring::None)
                         .Case("columns", Colouring::Columns)
                         .Case("rows", Colouring::Rows)
                         .Case("symmetric", Colouring::Symmetric)
                         .Default(std::nullopt);
    if (!colouring) {
      emitProgramError(getOperation()) << "there are no colours '" << colours
                                       << "'; there are 'none', 'columns', 'rows' and 'symmetric'";
      return signalPassFailure();
    }
    if (failed(makeDerivatives(*this, getOperation(), runner(), [&](Differentiator &d, Target &t) {
          return chad::detail::getSparsity(t.function, t.wrt, t.of, *colouring, d);
        })))
      signalPassFailure();
  }
  using ChadSparsityBase::function, ChadSparsityBase::name, ChadSparsityBase::of,
      ChadSparsityBase::wrt;
};

struct Dependence : chad::impl::ChadDependenceBase<Dependence> {
  using ChadDependenceBase::ChadDependenceBase;
  auto runner() {
    return [this](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); };
  }
  void runOnOperation() override {
    if (failed(makeDerivatives(*this, getOperation(), runner(), [](Differentiator &d, Target &t) {
          return chad::detail::getDependence(t.function, t.wrt, t.of, d);
        })))
      signalPassFailure();
  }
  using ChadDependenceBase::function, ChadDependenceBase::name, ChadDependenceBase::of,
      ChadDependenceBase::wrt;
};

struct Rounding : chad::impl::ChadRoundingBase<Rounding> {
  using ChadRoundingBase::ChadRoundingBase;
  auto runner() {
    return [this](OpPassManager &passes, Operation *op) { return runPipeline(passes, op); };
  }
  void runOnOperation() override {
    if (failed(makeDerivatives(*this, getOperation(), runner(), [&](Differentiator &d, Target &t) {
          return chad::detail::getRounding(t.function, t.wrt, t.of, inputs, d);
        })))
      signalPassFailure();
  }
  using ChadRoundingBase::function, ChadRoundingBase::name, ChadRoundingBase::of,
      ChadRoundingBase::wrt;
};
} // namespace
