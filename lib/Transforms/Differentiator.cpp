//===- Differentiator.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/Differentiator.h"
#include "CustomRules.h"
#include "FunctionSweep.h"
#include "OutlineLoops.h"
#include "Recursion.h"
#include "UNF/Reverse.h"
#include "UNF/UNF.h"
#include "chad/Frontends/Raise/ParallelLoops.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadTypes.h"
#include "chad/IR/DerivedOps.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/Requests.h"
#include "chad/Rules/Sweep.h"
#include "chad/Transforms/EraseLinear.h"
#include "chad/Transforms/ScalarStates.h"
#include "chad/Transforms/Scalarize.h"
#include "chad/Transforms/StridedSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/ProgramStack.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Differentiator::Differentiator(ModuleOp module)
    : symbols(module), recursion(std::make_unique<Recursion>(symbols)) {
  // Derivative code has ops of dialects that the program need not use. A pass has loaded these
  // dialects before it runs; other callers may not have.
  module.getContext()
      ->loadDialect<ChadDialect, arith::ArithDialect, func::FuncDialect, math::MathDialect,
                    scf::SCFDialect, tensor::TensorDialect>();
}
Differentiator::~Differentiator() = default;

/// Whether `type` contains a float that a tangent of the type does not cover.
static bool hidesFloats(Type type) {
  if (isDifferentiable(type) || isLinearType(type))
    return false;
  return type
      .walk([](Type nested) {
        return isa<FloatType>(nested) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` applies an unknown function to a varied value, or makes an unknown function from a
/// varied value.
static bool hidesDerivative(Operation *op, const Activity &activity) {
  auto isVaried = [&](Value value) { return activity.isVaried(value); };
  if (isa<ApplyOp, func::CallIndirectOp>(op))
    return llvm::any_of(op->getOperands(), isVaried);
  return isa<LambdaOp>(op) && op->walk([&](Operation *nested) {
                                  return llvm::any_of(nested->getOperands(), isVaried)
                                             ? WalkResult::interrupt()
                                             : WalkResult::advance();
                                }).wasInterrupted();
}

static void emitSideEffectError(Operation *op) {
  auto diag = op->emitError("chad: no derivative through the side effects of '")
              << op->getName() << "'";
  diag.attachNote() << "differentiate before bufferization, where values are in tensors; "
                       "docs/Coverage.md lists what can be differentiated";
}

/// Checks that no varied value flows through an op that is not a function from values to values of
/// differentiable types, where its derivative would be lost.
static LogicalResult checkOps(func::FuncOp function, const Activity &activity) {
  WalkResult result = function.walk([&](Operation *op) {
    if (op->hasTrait<mlir::OpTrait::IsTerminator>() || op == function)
      return WalkResult::advance();
    if (hidesDerivative(op, activity)) {
      auto diag = op->emitError("chad: no derivative of a function value that is known at run "
                                "time only, and depends on a differentiated argument here or is "
                                "applied to what does");
      diag.attachNote() << "functions are known where they do not come from a public or external "
                           "function, whose callers choose them, and where a loop or recursion "
                           "does not put them together from themselves: make the function around "
                           "them private, or carry what they capture in their place";
      return WalkResult::interrupt();
    }
    bool isVaried =
        llvm::any_of(op->getOperands(), [&](Value operand) { return activity.isVaried(operand); });
    // A structured op on buffers writes the values that its region yields to memory.
    if (auto structured = dyn_cast<linalg::LinalgOp>(op);
        structured && !structured.hasPureTensorSemantics()) {
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          isVaried |= activity.isVaried(operand);
      });
      if (isVaried) {
        emitSideEffectError(op);
        return WalkResult::interrupt();
      }
    }
    if (!isVaried)
      return WalkResult::advance();
    if (auto rule = dyn_cast<DifferentiableOpInterface>(op); rule && rule.hasZeroDerivative())
      return WalkResult::advance();
    if (isRequest(op) || isa<HvpOp, HessianOp>(op)) {
      op->emitError("chad: a request for a derivative is to be expanded before what it is in is "
                    "differentiated; run '--chad-differentiate' first");
      return WalkResult::interrupt();
    }
    for (Value value : op->getResults())
      if (hidesFloats(value.getType())) {
        InFlightDiagnostic diag = op->emitError("chad: no derivative for values of type ")
                                  << value.getType()
                                  << ", which depend on a differentiated argument here";
        diag.attachNote() << "compute with floats and tensors of known rank, or pass the operand "
                             "through 'chad.stop_gradient' if it is to count as constant; "
                             "docs/Coverage.md lists what can be differentiated";
        return WalkResult::interrupt();
      }
    if (isa<arith::BitcastOp, tensor::BitcastOp>(op) &&
        !isDifferentiable(op->getResult(0).getType())) {
      op->emitError("chad: no derivative through the bits of a float; pass the operand through "
                    "'chad.stop_gradient' if it is to count as constant");
      return WalkResult::interrupt();
    }
    if (op->getNumRegions() == 0 && !isa<func::CallOp>(op) && !isMemoryEffectFree(op)) {
      emitSideEffectError(op);
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// A function with the type of `function` that calls it, and so is differentiated by its custom
/// rules.
static func::FuncOp makeCaller(func::FuncOp function) {
  auto caller =
      func::FuncOp::create(function.getLoc(), function.getSymName(), function.getFunctionType());
  Block *block = caller.addEntryBlock();
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToEnd(block);
  auto call = func::CallOp::create(builder, function.getLoc(), function, block->getArguments());
  func::ReturnOp::create(builder, function.getLoc(), call.getResults());
  return caller;
}

/// Gives `copy` the type of the dual or vjp function that it becomes, before its body is made:
/// recursive calls in the body need the type.
static void setTypeEarly(func::FuncOp copy, bool isDual, bool isVjp, ArrayRef<int64_t> wrt,
                         ArrayRef<int64_t> of) {
  SmallVector<Type> inputs(copy.getArgumentTypes()), results(copy.getResultTypes());
  auto append = [](SmallVectorImpl<Type> &types, ArrayRef<Type> from, ArrayRef<int64_t> positions) {
    for (int64_t i : positions)
      types.push_back(getTangentType(from[i]));
  };
  SmallVector<Type> domain = inputs, range = results;
  if (isDual) {
    append(inputs, domain, wrt);
    append(results, range, of);
  } else if (isVjp) {
    append(inputs, range, of);
    append(results, domain, wrt);
  }
  copy.setType(FunctionType::get(copy.getContext(), inputs, results));
}

/// The positions of the arguments of a step that all steps of the loop have in common.
static ArrayRef<int64_t> getCommon(func::FuncOp step) {
  return step->getAttrOfType<DenseI64ArrayAttr>(stepAttr).asArrayRef();
}

/// Those among the positions `wrt`.
static SmallVector<int64_t> getSums(func::FuncOp step, ArrayRef<int64_t> wrt) {
  return llvm::filter_to_vector(wrt,
                                [&](int64_t i) { return llvm::is_contained(getCommon(step), i); });
}

/// All steps also have the tangents of these arguments in common, which follow the arguments.
static void addCommonTangents(func::FuncOp dual, int64_t numArguments, ArrayRef<int64_t> wrt) {
  SmallVector<int64_t> common(getCommon(dual));
  for (auto [i, position] : llvm::enumerate(wrt))
    if (llvm::is_contained(getCommon(dual), position))
      common.push_back(numArguments + static_cast<int64_t>(i));
  dual->setAttr(stepAttr, DenseI64ArrayAttr::get(dual.getContext(), common));
}

// To make the derivative of a function, the derivatives of the functions that it calls are made,
// recursively. So that a long chain of calls does not overflow the stack, the recursion continues
// on another stack.
FailureOr<Differentiator::Functions>
Differentiator::get(Form form, func::FuncOp function, Positions wrt, Positions of, bool isMasked) {
  constexpr unsigned newStack = 64u << 20;
  uintptr_t here = llvm::getStackPointer();
  llvm::SaveAndRestore<uintptr_t> start(stackStart, stackStart ? stackStart : here);
  if (std::max(here, stackStart) - std::min(here, stackStart) < stackLimit)
    return getOnThisStack(form, function, wrt, of, isMasked);
  llvm::SaveAndRestore<uintptr_t> limit(stackLimit, newStack / 2);
  stackStart = 0;
  FailureOr<Functions> functions = failure();
  llvm::runOnNewStack(newStack, [&] { functions = get(form, function, wrt, of, isMasked); });
  return functions;
}

FailureOr<Differentiator::Functions> Differentiator::getOnThisStack(Form form,
                                                                    func::FuncOp function,
                                                                    Positions wrt, Positions of,
                                                                    bool isMasked) {
  Key key(form, function, wrt.vec(), of.vec(), isMasked);
  if (auto it = known.find(key); it != known.end())
    return it->second;
  bool isForward = form == Form::Jvp || form == Form::Forward;
  bool hasRule = isForward ? hasCustomJvp(function) : hasCustomVjp(function);
  if (!hasRule && !function.isDeclaration() && (hasCustomJvp(function) || hasCustomVjp(function)) &&
      warned.insert(function).second) {
    InFlightDiagnostic warning =
        function.emitWarning("chad: '@")
        << function.getSymName() << "' has a rule '" << (isForward ? customVjpAttr : customJvpAttr)
        << "', but is differentiated " << (isForward ? "forwards" : "in reverse")
        << ": its body is, and may have another derivative";
    warning.attachNote() << "give it a '" << (isForward ? customJvpAttr : customVjpAttr)
                         << "', too";
  }
  if (function.isDeclaration() && !hasRule)
    return function.emitError("chad: '@")
           << function.getSymName()
           << "' has no body to differentiate; give it one, or a custom rule ('chad.custom_jvp', "
              "'chad.custom_vjp'), or mark it 'chad.inactive'";
  if (!hasRule && !function.getBody().hasOneBlock())
    return function.emitError("chad: '@")
           << function.getSymName()
           << "' branches between blocks; run '--lift-cf-to-scf' first, so that control flow is "
              "structured";
  if (!hasRule && !isa<func::ReturnOp>(function.front().getTerminator()))
    return function.emitError("chad: '@")
           << function.getSymName()
           << "' ends with another op than 'func.return'; differentiate it before it is lowered";
  if (!allowsScaling && usesLinearTypes(function))
    return function.emitError("chad: '@")
           << function.getSymName()
           << "' has values of linear types; run '--chad-erase-linear' first, after which they are "
              "floats as others";
  if (auto it = underway.find(key); it != underway.end())
    return it->second;

  func::FuncOp copy = hasRule ? makeCaller(function) : function.clone();
  static constexpr llvm::StringLiteral suffixes[] = {".jvp",     ".vjp",  ".forward",
                                                     ".reverse", ".kept", ".back"};
  copy.setSymName((function.getSymName() + suffixes[static_cast<int>(form)]).str());
  SymbolTable::setSymbolVisibility(copy, SymbolTable::Visibility::Private);
  bool isStep = function->hasAttr(stepAttr) && (form == Form::Jvp || form == Form::Pullback);
  for (NamedAttribute attr : llvm::to_vector(copy->getDiscardableAttrs()))
    if (attr.getName() != checkpointAttr && attr.getName().getValue().starts_with("chad.") &&
        !(isStep && attr.getName() == stepAttr))
      copy->removeDiscardableAttr(attr.getName());
  copy.removeArgAttrsAttr();
  copy.removeResAttrsAttr();
  symbols.insert(copy, std::next(Block::iterator(function)));

  setTypeEarly(copy, form == Form::Jvp, form == Form::Vjp, wrt, of);
  underway[key] = {copy};
  if (form == Form::Split && recursion->isRecursive(function)) {
    declareSplit(copy, wrt, of);
    underway[key].push_back(recursiveSplits[copy].backward);
  }
  // Tells the rules that the arguments may be infinite: a product with a zero needs a guard then.
  if (isMasked)
    copy->setAttr(backwardAttr, UnitAttr::get(copy.getContext()));
  FailureOr<Functions> functions = make(form, copy, wrt, of, isMasked);
  underway.erase(key);
  if (failed(functions)) {
    if (RecursiveSplit split = recursiveSplits.lookup(copy); split.record) {
      symbols.erase(split.backward);
      recursiveSplits.erase(copy);
    }
    for (RecordOp record : records.lookup(copy))
      symbols.erase(record);
    records.erase(copy);
    symbols.erase(copy);
    return failure();
  }
  for (func::FuncOp made : *functions)
    made->removeAttr(backwardAttr);
  // That calls stay is said of the function, not of what is made of it; but the derivatives of a
  // step are steps, too.
  copy.setNoInline(isStep);
  if (isStep && form == Form::Jvp)
    addCommonTangents(copy, function.getNumArguments(), wrt);
  records.erase(copy);
  return known[key] = *functions;
}

FailureOr<Differentiator::Functions>
Differentiator::make(Form form, func::FuncOp copy, Positions wrt, Positions of, bool isMasked) {
  std::optional<ContextChain> chain;
  if (isInUNF(copy)) {
    FailureOr<ContextChain> evaluated = ContextChain::evaluate(copy);
    if (failed(evaluated))
      return failure();
    chain = std::move(*evaluated);
    if (form == Form::Jvp || form == Form::Forward)
      chain->clear();
  }
  if (failed(expandParallelLoops(copy)))
    return failure();
  expandStridedSlices(copy);
  makeStatesScalar(copy);
  if (!chain && form != Form::Jvp && form != Form::Forward)
    outlineNestedLoops(copy, symbols);
  // Only rules of scalar ops contain products, so other elementwise ops on tensors become maps of
  // scalar ops. Sums of tensors stay: combiners are recognised as sums by them, and their rules
  // need no products.
  scalarizeElementwise(copy, [](Operation *op) {
    return !isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::ConstantOp>(op);
  });
  FunctionSweep sweep(copy, wrt, of, *this, isMasked);
  if (chain)
    sweep.setBackwards([&](ReverseSweep &sweep) { return chain->reverse(sweep); });
  if (failed(checkOps(copy, sweep.getActivity())))
    return failure();
  switch (form) {
  case Form::Jvp: {
    FailureOr<Functions> functions = sweep.makeJvp();
    if (!sweep.masks())
      unmasked.insert(copy);
    return functions;
  }
  case Form::Forward:
    return sweep.makeForward();
  case Form::Vjp:
    return sweep.makeVjp();
  case Form::Reverse:
    return sweep.makeReverse();
  case Form::Pullback: {
    FailureOr<Functions> functions = sweep.makePullback(getSums(copy, wrt));
    if (!sweep.masks())
      unmasked.insert(copy);
    return functions;
  }
  case Form::Split: {
    if (RecursiveSplit split = recursiveSplits.lookup(copy); split.record) {
      if (failed(sweep.makeRecursiveSplit(split.record, split.backward)))
        return failure();
      return Functions{copy, split.backward};
    }
    SmallVector<int64_t> arguments;
    FailureOr<Functions> functions =
        sweep.makeSplit(arguments, [&](ArrayRef<Type> fields) { return makeRecord(copy, fields); });
    if (succeeded(functions)) {
      if (!sweep.masks())
        unmasked.insert(functions->back());
      symbols.insert(functions->back(), std::next(Block::iterator(copy)));
      splitArguments[functions->back()] = arguments;
    }
    return functions;
  }
  }
  return failure();
}

static FailureOr<func::FuncOp> single(FailureOr<SmallVector<func::FuncOp, 2>> functions) {
  if (failed(functions))
    return failure();
  return functions->front();
}

FailureOr<func::FuncOp> Differentiator::getJvp(func::FuncOp f, Positions wrt, Positions of) {
  return single(get(Form::Jvp, f, wrt, of));
}
FailureOr<func::FuncOp> Differentiator::getVjp(func::FuncOp f, Positions wrt, Positions of) {
  return single(get(Form::Vjp, f, wrt, of));
}
FailureOr<func::FuncOp> Differentiator::getForward(func::FuncOp f, Positions wrt, Positions of) {
  return single(get(Form::Forward, f, wrt, of));
}
FailureOr<func::FuncOp> Differentiator::getReverse(func::FuncOp f, Positions wrt, Positions of) {
  return single(get(Form::Reverse, f, wrt, of));
}

FailureOr<ReverseFunctions> Differentiator::makeReverseFunctions(FailureOr<Functions> functions,
                                                                 Positions wrt, Positions of) {
  if (failed(functions))
    return failure();
  func::FuncOp backward = (*functions)[1];
  return ReverseFunctions{(*functions)[0],
                          backward,
                          llvm::to_vector(wrt),
                          llvm::to_vector(of),
                          splitArguments.lookup(backward),
                          !unmasked.contains(backward),
                          /*sums=*/{}};
}

FailureOr<ReverseFunctions> Differentiator::getSplit(func::FuncOp f, Positions wrt, Positions of) {
  return makeReverseFunctions(get(Form::Split, f, wrt, of), wrt, of);
}

RecordOp Differentiator::makeRecord(func::FuncOp copy, ArrayRef<Type> fields) {
  OpBuilder builder(copy);
  StringRef name = copy.getSymName();
  for (StringRef suffix : {".jvp", ".vjp", ".forward", ".reverse", ".kept"})
    name.consume_back(suffix);
  auto record = RecordOp::create(builder, copy.getLoc(), (name + ".residual").str(),
                                 builder.getTypeArrayAttr(fields));
  record->remove();
  symbols.insert(record, Block::iterator(copy));
  records[copy].push_back(record);
  return record;
}

void Differentiator::declareSplit(func::FuncOp copy, Positions wrt, Positions of) {
  RecordOp record = makeRecord(copy, {});
  Type box = BoxType::get(copy.getContext(), FlatSymbolRefAttr::get(record));
  SmallVector<Type> inputs = {box}, outputs, results(copy.getResultTypes());
  for (int64_t i : of)
    inputs.push_back(getTangentType(copy.getResultTypes()[i]));
  for (int64_t i : wrt)
    outputs.push_back(getTangentType(copy.getArgumentTypes()[i]));
  results.push_back(box);
  auto backward =
      func::FuncOp::create(copy.getLoc(), (copy.getSymName().rsplit(".kept").first + ".back").str(),
                           FunctionType::get(copy.getContext(), inputs, outputs));
  backward.setPrivate();
  symbols.insert(backward, std::next(Block::iterator(copy)));
  copy.setType(FunctionType::get(copy.getContext(), copy.getArgumentTypes(), results));
  recursiveSplits[copy] = {record, backward};
}

//===----------------------------------------------------------------------===//
// Called functions
//===----------------------------------------------------------------------===//

FailureOr<func::FuncOp> Differentiator::lookupCallee(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee)
    return call.emitError("chad: '@") << call.getCallee() << "' is not a function of this module";
  return callee;
}

/// Calls `make`. Its errors get a note at `call`, which needs the derivative.
template <typename Make> static auto whileCalled(func::CallOp call, Make make) {
  ScopedDiagnosticHandler handler(call.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      diag.attachNote(call.getLoc())
          << "while differentiating this call of '@" << call.getCallee() << "'";
    return failure();
  });
  return make();
}

FailureOr<DualFunction> Differentiator::getDual(func::CallOp call, Positions wrt, Positions of,
                                                bool isMasked) {
  FailureOr<func::FuncOp> callee = lookupCallee(call);
  if (failed(callee))
    return failure();
  return whileCalled(call, [&]() -> FailureOr<DualFunction> {
    if (hasCustomJvp(*callee))
      return getCustomJvp(*callee, symbols);
    FailureOr<func::FuncOp> dual = single(get(Form::Jvp, *callee, wrt, of, isMasked));
    if (failed(dual))
      return failure();
    return DualFunction{*dual, llvm::to_vector(wrt), llvm::to_vector(of),
                        !unmasked.contains(*dual)};
  });
}

FailureOr<ReverseFunctions> Differentiator::getReverse(func::CallOp call, Positions wrt,
                                                       Positions of, bool isMasked) {
  FailureOr<func::FuncOp> callee = lookupCallee(call);
  if (failed(callee))
    return failure();
  // The program has no such call, which needs no note.
  if ((*callee)->hasAttr(stepAttr)) {
    FailureOr<func::FuncOp> back = single(get(Form::Pullback, *callee, wrt, of, isMasked));
    if (failed(back))
      return failure();
    return ReverseFunctions{{},
                            *back,
                            llvm::to_vector(wrt),
                            llvm::to_vector(of),
                            llvm::to_vector(llvm::seq<int64_t>(callee->getNumArguments())),
                            !unmasked.contains(*back),
                            getSums(*callee, wrt)};
  }
  return whileCalled(call, [&]() -> FailureOr<ReverseFunctions> {
    if (hasCustomVjp(*callee))
      return getCustomVjp(*callee, symbols);
    FailureOr<func::FuncOp> rule = getReverseOfGradient(*callee, wrt, of, isMasked);
    if (failed(rule))
      return failure();
    if (*rule)
      return ReverseFunctions{{},
                              *rule,
                              llvm::to_vector(wrt),
                              llvm::to_vector(of),
                              llvm::to_vector(llvm::seq<int64_t>(callee->getNumArguments())),
                              /*masks=*/true,
                              /*sums=*/{}};
    return makeReverseFunctions(get(Form::Split, *callee, wrt, of, isMasked), wrt, of);
  });
}
