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

LogicalResult JacobianOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target))
    return failure();
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
