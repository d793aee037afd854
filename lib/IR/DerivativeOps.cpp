//===- DerivativeOps.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Verifiers of the derivative requests against the function that they name.

#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

static Type tangentOf(Type type) { return isa<LinType>(type) ? type : LinType::get(type); }

namespace {
/// What a request names: its function's type and the chosen positions.
struct Target {
  FunctionType type;
  SmallVector<int64_t> wrt, of;

  SmallVector<Type> argTypes() const {
    return llvm::map_to_vector(wrt, [&](int64_t i) { return type.getInput(i); });
  }
  SmallVector<Type> resultTypes() const {
    return llvm::map_to_vector(of, [&](int64_t i) { return type.getResult(i); });
  }
};
} // namespace

/// The chosen positions among `types`, or all those that can be differentiated.
static LogicalResult choosePositions(Operation *op, std::optional<ArrayRef<int64_t>> chosen,
                                     TypeRange types, StringRef attr, StringRef what,
                                     SmallVectorImpl<int64_t> &positions) {
  if (!chosen) {
    for (auto [i, type] : llvm::enumerate(types))
      if (isDifferentiable(type))
        positions.push_back(i);
    if (positions.empty())
      return op->emitOpError("names a function that has no ")
             << what << " that holds floats; only floats have derivatives";
    return success();
  }
  if (chosen->empty())
    return op->emitOpError() << "expects at least one position in '" << attr << "'";
  for (int64_t position : *chosen) {
    if (position < 0 || position >= static_cast<int64_t>(types.size()))
      return op->emitOpError() << "'" << attr << "' names " << what << " " << position
                               << " of a function with " << types.size();
    if (!isDifferentiable(types[position]))
      return op->emitOpError()
             << "'" << attr << "' names " << what << " " << position << " of type "
             << types[position]
             << ", which holds no floats to differentiate; only floats have derivatives";
    if (!positions.empty() && positions.back() >= position)
      return op->emitOpError() << "expects ascending positions in '" << attr << "'";
    positions.push_back(position);
  }
  return success();
}

/// The same, of a request that has been verified.
static SmallVector<int64_t> choosePositions(std::optional<ArrayRef<int64_t>> chosen,
                                            TypeRange types) {
  if (chosen)
    return llvm::to_vector(*chosen);
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (isDifferentiable(type))
      positions.push_back(i);
  return positions;
}

template <typename Request>
static FailureOr<Target> lookupTarget(Request op, SymbolTableCollection &symbols) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(op, op.getCalleeAttr());
  auto function = dyn_cast_or_null<FunctionOpInterface>(symbol);
  auto type = function ? dyn_cast<FunctionType>(function.getFunctionType()) : FunctionType();
  if (!type) {
    InFlightDiagnostic diag = op.emitOpError("names '")
                              << op.getCallee() << "', which is not a function in scope";
    if (symbol)
      diag.attachNote(symbol->getLoc()) << "'" << symbol->getName() << "' here";
    return diag;
  }
  if (TypeRange(op.getArgs()) != TypeRange(type.getInputs())) {
    InFlightDiagnostic diag = op.emitOpError("passes (")
                              << op.getArgs().getTypes() << ") to a function of type " << type;
    diag.attachNote(function->getLoc()) << "defined here";
    return diag;
  }
  Target target{type, {}, {}};
  if (failed(choosePositions(op, op.getWrt(), type.getInputs(), "wrt", "argument", target.wrt)) ||
      failed(choosePositions(op, op.getOf(), type.getResults(), "of", "result", target.of)))
    return failure();
  return target;
}

static LogicalResult verifyTypes(Operation *op, TypeRange actual, ArrayRef<Type> expected,
                                 StringRef what) {
  if (actual == TypeRange(expected))
    return success();
  return op->emitOpError("expects ")
         << what << " of types (" << expected << "), got (" << actual << ")";
}

static SmallVector<Type> tangentsOf(ArrayRef<Type> types) {
  return llvm::map_to_vector(types, tangentOf);
}

LogicalResult JvpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target))
    return failure();
  SmallVector<Type> results(target->type.getResults());
  llvm::append_range(results, tangentsOf(target->resultTypes()));
  return failure(failed(verifyTypes(*this, getTangents().getTypes(), tangentsOf(target->argTypes()),
                                    "tangents")) ||
                 failed(verifyTypes(*this, getResultTypes(), results, "results")));
}

LogicalResult VjpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target))
    return failure();
  SmallVector<Type> results(target->type.getResults());
  llvm::append_range(results, tangentsOf(target->argTypes()));
  return failure(failed(verifyTypes(*this, getCotangents().getTypes(),
                                    tangentsOf(target->resultTypes()), "cotangents")) ||
                 failed(verifyTypes(*this, getResultTypes(), results, "results")));
}

/// A gradient is that of one float, or of the one entry of an array of rank 0.
static bool isScalarFloat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isa<FloatType>(tensor && tensor.getRank() == 0 ? tensor.getElementType() : type);
}

static LogicalResult verifyScalarResult(Operation *op, const Target &target) {
  if (target.of.size() != 1 || !isScalarFloat(target.type.getResult(target.of.front())))
    return op->emitOpError("expects one float to differentiate, got results (")
           << target.resultTypes() << "); choose one with 'of', or use 'chad.vjp'";
  return success();
}

LogicalResult GradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  return failure(failed(target) || failed(verifyScalarResult(*this, *target)) ||
                 failed(verifyTypes(*this, getResultTypes(), target->argTypes(), "results")));
}

LogicalResult ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target) || failed(verifyScalarResult(*this, *target)))
    return failure();
  SmallVector<Type> results(target->type.getResults());
  llvm::append_range(results, target->argTypes());
  return verifyTypes(*this, getResultTypes(), results, "results");
}

/// The tensor with the dimensions of `result`, then those of `arg`.
static Type jacobianType(Type result, Type arg) {
  SmallVector<int64_t> shape;
  for (Type type : {result, arg})
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      llvm::append_range(shape, tensor.getShape());
  Type element = getElementTypeOrSelf(result);
  return shape.empty() ? element : RankedTensorType::get(shape, element);
}

/// Whether the results `of` of a function are the gradient, by the arguments `wrt`, of another one:
/// its Jacobian is symmetric then (Schwarz).
static bool isGradient(FunctionOpInterface function, const Target &target) {
  if (function.isExternal() || !function.getFunctionBody().hasOneBlock())
    return false;
  Block &block = function.getFunctionBody().front();
  Operation *request = nullptr;
  for (auto [position, arg] : llvm::zip_longest(target.of, target.wrt)) {
    if (!position || !arg)
      return false;
    auto result = dyn_cast<OpResult>(block.getTerminator()->getOperand(*position));
    if (!result || (request && result.getOwner() != request))
      return false;
    request = result.getOwner();
    OperandRange args = request->getOperands();
    SmallVector<int64_t> by;
    unsigned first = 0;
    auto collect = [&](auto op) {
      by = choosePositions(op.getWrt(), args.getTypes());
      first = op->getNumResults() - by.size();
    };
    if (auto grad = dyn_cast<GradOp>(request))
      collect(grad);
    else if (auto grad = dyn_cast<ValueAndGradOp>(request))
      collect(grad);
    else
      return false;
    // The gradient by an argument of the function, which is passed at one place.
    if (result.getResultNumber() < first)
      return false;
    Value point = args[by[result.getResultNumber() - first]];
    if (point != function.getArgument(*arg) || llvm::count(args, point) != 1)
      return false;
  }
  // Nothing else of the request depends on the arguments.
  for (Value operand : request->getOperands())
    if (!isa<BlockArgument>(operand) &&
        llvm::any_of(operand.getDefiningOp()->getOperands(), [](Value) { return true; }))
      return false;
  return true;
}

/// Offsets, columns and values.
static LogicalResult verifySparse(JacobianOp op, const Target &target,
                                  SymbolTableCollection &symbols) {
  Type element = getElementTypeOrSelf(target.resultTypes().front());
  SmallVector<Type> args = target.argTypes(), results = target.resultTypes();
  for (ArrayRef<Type> types : {ArrayRef<Type>(args), ArrayRef<Type>(results)})
    for (Type type : types)
      if (getElementTypeOrSelf(type) != element || !isa<FloatType>(element))
        return op.emitOpError("has values of one type when it is sparse, and differentiates ")
               << type << " and " << target.resultTypes().front()
               << "; choose floats of one type by 'wrt' and 'of'";
  if (op->hasAttr("symmetric")) {
    auto function =
        cast<FunctionOpInterface>(symbols.lookupNearestSymbolFrom(op, op.getCalleeAttr()));
    if (!isGradient(function, target)) {
      InFlightDiagnostic diag = op.emitOpError("is not known to be symmetric");
      diag.attachNote(function.getLoc())
          << "the function must return what one 'chad.grad' of its arguments gives, by the same "
             "arguments in the same order; without 'symmetric' any function will do";
      return diag;
    }
  }
  auto list = [](Type element) -> Type {
    return RankedTensorType::get({ShapedType::kDynamic}, element);
  };
  Type index = list(IndexType::get(op.getContext()));
  return verifyTypes(op, op.getResultTypes(), {index, index, list(element)}, "results");
}

LogicalResult JacobianOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target))
    return failure();
  if ((*this)->hasAttr("sparse"))
    return verifySparse(*this, *target, symbols);
  SmallVector<Type> results;
  for (Type result : target->resultTypes())
    for (Type arg : target->argTypes()) {
      if (isa<LinType>(result) || isa<LinType>(arg))
        return emitOpError("has no entries at linear types; use 'chad.linearize'");
      if (isa<ComplexType>(getElementTypeOrSelf(result)) ||
          isa<ComplexType>(getElementTypeOrSelf(arg)))
        return emitOpError("has no entries at complex types; differentiate by real and imaginary "
                           "parts, or use 'chad.jvp' and 'chad.vjp'");
      results.push_back(jacobianType(result, arg));
    }
  return verifyTypes(*this, getResultTypes(), results, "results");
}

LogicalResult LinearizeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target))
    return failure();
  SmallVector<Type> results(target->type.getResults());
  results.push_back(LFunType::get(getContext(), tangentsOf(target->argTypes()),
                                  tangentsOf(target->resultTypes())));
  return verifyTypes(*this, getResultTypes(), results, "results");
}
