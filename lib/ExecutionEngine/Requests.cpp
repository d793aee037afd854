//===- Requests.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/ExecutionEngine/Requests.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/DerivedOps.h"
#include "chad/IR/SumArrays.h"
#include "chad/Loops/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Transforms/Passes.h"
#include "chad/Transforms/SplitFunction.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

LogicalResult chad::addDerivative(ModuleOp module, const DerivativeRequest &request) {
  if (!llvm::is_contained(
          {"grad", "value_and_grad", "jvp", "vjp", "jacobian", "hvp", "hessian", "linearize"},
          request.kind))
    return module.emitError("there is no derivative '")
           << request.kind
           << "'; there are grad, value_and_grad, jvp, vjp, jacobian, hvp, hessian and linearize";
  auto callee = dyn_cast_or_null<FunctionOpInterface>(module.lookupSymbol(request.function));
  if (!callee)
    return module.emitError("the program has no function '") << request.function << "'";
  if (module.lookupSymbol(request.name))
    return module.emitError("the program has two functions '") << request.name << "'";
  MLIRContext *context = module.getContext();
  context->loadDialect<chad::ChadDialect, func::FuncDialect>();
  StringRef kind = request.kind;
  // Derivatives are also by sums, and but for those of one float of sums.
  bool isGradient = llvm::is_contained({"grad", "value_and_grad", "hvp", "hessian"}, kind);
  auto takesPart = [](Type type, bool sums) {
    return (sums ? static_cast<bool>(chad::getGradientType(type)) : chad::isDifferentiable(type)) &&
           !isa<chad::LinType>(type);
  };
  auto choose = [&](ArrayRef<int64_t> chosen, TypeRange types, bool sums) {
    SmallVector<int64_t> positions(chosen);
    if (chosen.empty())
      for (auto [i, type] : llvm::enumerate(types))
        if (takesPart(type, sums))
          positions.push_back(i);
    return positions;
  };
  SmallVector<int64_t> wrt = choose(request.wrt, callee.getArgumentTypes(), true);
  SmallVector<int64_t> of = choose(request.of, callee.getResultTypes(), !isGradient);
  for (auto [positions, types, what, sums] :
       {std::tuple<ArrayRef<int64_t>, TypeRange, StringRef, bool>(wrt, callee.getArgumentTypes(),
                                                                  "argument", true),
        {of, callee.getResultTypes(), "result", !isGradient}}) {
    if (positions.empty())
      return callee.emitError("'") << request.function << "' has no " << what << " of floats";
    for (int64_t i : positions)
      if (i < 0 || i >= static_cast<int64_t>(types.size()) || !takesPart(types[i], sums))
        return callee.emitError("'")
               << request.function << "' has no " << what << " #" << i << " of floats";
  }
  SmallVector<Type> inputs(callee.getArgumentTypes()), results;
  auto append = [&](SmallVectorImpl<Type> &to, TypeRange types, ArrayRef<int64_t> positions,
                    bool asLinear) {
    for (int64_t i : positions)
      to.push_back(asLinear ? chad::getTypeOfTangents(types[i]) : types[i]);
  };
  auto appendEntries = [&](Type of) {
    for (int64_t j : wrt) {
      Type by = callee.getArgumentTypes()[j];
      results.push_back(chad::getJacobianType(of, by));
      if (!results.back())
        return failure();
    }
    return success();
  };
  auto gradientOf = [&](int64_t i) { return chad::getGradientType(callee.getArgumentTypes()[i]); };
  if (!llvm::is_contained({"grad", "jacobian", "hvp", "hessian"}, kind))
    llvm::append_range(results, callee.getResultTypes());
  if (kind == "hessian") {
    for (int64_t i : wrt)
      if (failed(appendEntries(gradientOf(i))))
        return callee.emitError("'") << request.function << "' has no Hessian by "
                                     << callee.getArgumentTypes()[i] << "; ask for hvp";
  } else if (isGradient) {
    for (int64_t i : wrt)
      results.push_back(gradientOf(i));
    if (kind == "hvp")
      llvm::append_range(inputs, SmallVector<Type>(results));
  } else if (kind == "linearize") {
    SmallVector<Type> domain, codomain;
    append(domain, callee.getArgumentTypes(), wrt, true);
    append(codomain, callee.getResultTypes(), of, true);
    results.push_back(chad::LFunType::get(context, domain, codomain));
  } else if (kind == "jvp") {
    append(inputs, callee.getArgumentTypes(), wrt, true);
    append(results, callee.getResultTypes(), of, true);
  } else if (kind == "vjp") {
    append(inputs, callee.getResultTypes(), of, true);
    append(results, callee.getArgumentTypes(), wrt, true);
  } else {
    for (int64_t i : of)
      if (Type result = callee.getResultTypes()[i]; failed(appendEntries(result)))
        return callee.emitError("'") << request.function << "' has no Jacobian of " << result
                                     << " by these arguments; ask for jvp or vjp";
  }
  Location loc = callee.getLoc();
  OpBuilder builder(context);
  builder.setInsertionPointToEnd(module.getBody());
  auto function =
      func::FuncOp::create(builder, loc, request.name, builder.getFunctionType(inputs, results));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  OperationState state(loc, ("chad." + kind).str());
  auto numArgs = static_cast<int32_t>(callee.getNumArguments());
  state.addOperands(body->getArguments());
  state.addTypes(results);
  state.addAttribute("callee", FlatSymbolRefAttr::get(context, request.function));
  state.addAttribute("wrt", builder.getDenseI64ArrayAttr(wrt));
  state.addAttribute("of", builder.getDenseI64ArrayAttr(of));
  if (kind == "jvp" || kind == "vjp" || kind == "hvp")
    state.addAttribute(
        "operandSegmentSizes",
        builder.getDenseI32ArrayAttr({numArgs, static_cast<int32_t>(inputs.size()) - numArgs}));
  Operation *op = builder.create(state);
  func::ReturnOp::create(builder, loc, op->getResults());
  // The op has conditions on the function, such as one number to differentiate for a gradient.
  SymbolTableCollection symbols;
  if (failed(verify(function)) ||
      failed(cast<SymbolUserOpInterface>(op).verifySymbolUses(symbols))) {
    function.erase();
    return failure();
  }
  return success();
}

FailureOr<chad::SplitParts> chad::splitFunction(ModuleOp module, StringRef name,
                                                ArrayRef<int64_t> late, double maxFlopsPerByte,
                                                StringRef forward, StringRef backward) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isExternal())
    return module.emitError("the program has no function '") << name << "' with a body";
  if (llvm::any_of(function.getArgumentTypes(), chad::isSumOrArrayOfSums) ||
      llvm::any_of(function.getResultTypes(), chad::isSumOrArrayOfSums))
    return function.emitError("'")
           << name << "' takes or returns sums: run '--chad-lower-sums' before it is split";
  llvm::BitVector isLate(function.getNumArguments());
  for (int64_t i : late) {
    if (i < 0 || i >= static_cast<int64_t>(isLate.size()))
      return function.emitError("'") << name << "' has no argument #" << i;
    isLate.set(i);
  }
  for (auto other : module.getOps<FunctionOpInterface>())
    if (!other.isExternal())
      SymbolTable::setSymbolVisibility(other, other == function ? SymbolTable::Visibility::Public
                                                                : SymbolTable::Visibility::Private);
  PassManager expand(module.getContext()), cut(module.getContext());
  // Complex numbers cannot be residuals, but their parts can.
  expand.addPass(createChadRaise({{}, /*keepComplex=*/false, /*keepVectors=*/true}));
  buildFirstOrderPipeline(expand);
  expand.addPass(createChadChooseResiduals({maxFlopsPerByte}));
  if (failed(expand.run(module)))
    return failure();
  SplitParts parts;
  function = module.lookupSymbol<func::FuncOp>(name);
  separateChoices(function, isLate);
  DenseSet<Operation *> lateOps = findLateOps(function, isLate);
  for (Value result : function.front().getTerminator()->getOperands()) {
    Operation *op = result.getDefiningOp();
    parts.isEarly.push_back(op ? !lateOps.contains(op)
                               : !isLate.test(cast<BlockArgument>(result).getArgNumber()));
  }
  ChadSplitOptions options;
  options.function = name.str();
  llvm::append_range(options.late, late);
  options.earlyName = parts.forward = forward.empty() ? (name + ".fwd").str() : forward.str();
  options.lateName = parts.backward = backward.empty() ? (name + ".bwd").str() : backward.str();
  // With zero, the pass before has kept all values; a number near zero lets `chad-split` do the
  // same.
  options.maxFlopsPerByte = maxFlopsPerByte > 0 ? maxFlopsPerByte : 1e-6;
  cut.addPass(createChadSplit(options));
  if (failed(cut.run(module)))
    return failure();
  for (Value argument : module.lookupSymbol<func::FuncOp>(parts.backward).getArguments())
    parts.isRead.push_back(!argument.use_empty());
  return parts;
}
