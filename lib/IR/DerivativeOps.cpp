//===- DerivativeOps.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Verifiers of the derivative requests against the function that they name.

#include "chad/IR/DerivedOps.h"
#include "chad/IR/Encodings.h"
#include "chad/IR/Requests.h"
#include "chad/IR/SumArrays.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

static Type tangentOf(Type type) {
  if (isSumOrArrayOfSums(type))
    return getTypeOfTangents(type);
  return isa<LinType>(type) ? type : LinType::get(type);
}

namespace {
/// The type of the function that a request names, and the chosen positions.
struct Target {
  FunctionType type;
  SmallVector<int64_t> wrt, of;

  SmallVector<Type> argTypes() const {
    return llvm::map_to_vector(wrt, [&](int64_t i) { return type.getInput(i); });
  }
  SmallVector<Type> gradientTypes() const {
    return llvm::map_to_vector(wrt, [&](int64_t i) { return getGradientType(type.getInput(i)); });
  }
  SmallVector<Type> resultTypes() const {
    return llvm::map_to_vector(of, [&](int64_t i) { return type.getResult(i); });
  }
};
} // namespace

InFlightDiagnostic chad::adviseOnTypes(InFlightDiagnostic diag, TypeRange types) {
  if (llvm::any_of(types, llvm::IsaPred<BaseMemRefType>))
    diag.attachNote()
        << "for derivatives by what buffers hold, name a function of tensors that makes "
           "buffers of them by 'bufferization.to_buffer'; functions on buffers that it "
           "calls are raised to tensors";
  if (llvm::any_of(types, hasMeaningfulEncoding))
    diag.attachNote()
        << "a tensor with an encoding has no tangents; let the function take and give "
           "dense tensors";
  if (llvm::any_of(types, getGradientType) && llvm::any_of(types, isSumOrArrayOfSums))
    diag.attachNote() << "derivatives of sums and by sums are those of requests that name them in "
                         "'wrt' and 'of'";
  if (llvm::any_of(types, llvm::IsaPred<VectorType>))
    diag.attachNote()
        << "for derivatives by vectors, name a function of tensors that reads them by "
           "'vector.transfer_read'; functions on vectors that it calls are raised to "
           "tensors";
  return diag;
}

/// The chosen positions among `types`, or all those that can be differentiated. With `sums`, sums
/// can be chosen, too.
static LogicalResult choosePositions(Operation *op, std::optional<ArrayRef<int64_t>> chosen,
                                     TypeRange types, StringRef attr, StringRef what,
                                     SmallVectorImpl<int64_t> &positions, bool sums = false) {
  if (!chosen) {
    positions = getDifferentiated(types);
    if (positions.empty())
      return adviseOnTypes(op->emitOpError("names a function that has no ")
                               << what << " that holds floats; only floats have derivatives",
                           types);
    return success();
  }
  if (chosen->empty())
    return op->emitOpError() << "expects at least one position in '" << attr << "'";
  for (int64_t position : *chosen) {
    if (position < 0 || position >= static_cast<int64_t>(types.size()))
      return op->emitOpError() << "'" << attr << "' names " << what << " " << position
                               << " of a function with " << types.size();
    if (sums ? !getGradientType(types[position]) : !isDifferentiable(types[position]))
      return adviseOnTypes(
          op->emitOpError()
              << "'" << attr << "' names " << what << " " << position << " of type "
              << types[position]
              << ", which holds no floats to differentiate; only floats have derivatives",
          types[position]);
    if (!positions.empty() && positions.back() >= position)
      return op->emitOpError() << "expects ascending positions in '" << attr << "'";
    positions.push_back(position);
  }
  return success();
}

bool chad::isRequest(Operation *op) {
  return isa<JvpOp, VjpOp, GradOp, ValueAndGradOp, JacobianOp, LinearizeOp>(op);
}

SmallVector<int64_t> chad::getDifferentiated(TypeRange types,
                                             std::optional<ArrayRef<int64_t>> chosen) {
  if (chosen)
    return llvm::to_vector(*chosen);
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (isDifferentiable(type))
      positions.push_back(i);
  return positions;
}

/// The type of the function value that `op` has as first operand.
template <typename Request> static FailureOr<FunctionType> getTypeOfValue(Request op) {
  auto type = op.getArgs().empty() ? FunctionType()
                                   : dyn_cast<FunctionType>(op.getArgs().front().getType());
  if (!type)
    return op.emitOpError("names no function, and its first operand is none; write '@f(...)' for a "
                          "function, or '%f(...)' for a value of a function type");
  if (TypeRange(op.getPoint()) != TypeRange(type.getInputs()))
    return op.emitOpError("passes (")
           << op.getPoint().getTypes() << ") to a function of type " << type;
  return type;
}

template <typename Request>
static FailureOr<Target> lookupTarget(Request op, SymbolTableCollection &symbols) {
  // Other requests differentiate one float.
  constexpr bool ofSums = llvm::is_one_of<Request, JvpOp, VjpOp, JacobianOp, LinearizeOp>::value;
  if (!op.getCalleeAttr()) {
    FailureOr<FunctionType> type = getTypeOfValue(op);
    if (failed(type))
      return failure();
    Target target{*type, {}, {}};
    if (failed(choosePositions(op, op.getWrt(), type->getInputs(), "wrt", "argument", target.wrt,
                               /*sums=*/true)) ||
        failed(
            choosePositions(op, op.getOf(), type->getResults(), "of", "result", target.of, ofSums)))
      return failure();
    return target;
  }
  Operation *symbol = symbols.lookupNearestSymbolFrom(op, op.getCalleeAttr());
  auto function = dyn_cast_or_null<FunctionOpInterface>(symbol);
  auto type = function ? dyn_cast<FunctionType>(function.getFunctionType()) : FunctionType();
  if (!type) {
    InFlightDiagnostic diag = op.emitOpError("names '")
                              << *op.getCallee() << "', which is not a function in scope";
    if (symbol)
      diag.attachNote(symbol->getLoc()) << "'" << symbol->getName() << "' here";
    return diag;
  }
  if (TypeRange(op.getArgs()) != TypeRange(type.getInputs())) {
    InFlightDiagnostic diag = op.emitOpError("passes (")
                              << op.getArgs().getTypes() << ") to a function of type " << type;
    diag.attachNote(function->getLoc()) << "defined here";
    return adviseOnTypes(std::move(diag), type.getInputs());
  }
  Target target{type, {}, {}};
  if (failed(choosePositions(op, op.getWrt(), type.getInputs(), "wrt", "argument", target.wrt,
                             /*sums=*/true)) ||
      failed(choosePositions(op, op.getOf(), type.getResults(), "of", "result", target.of, ofSums)))
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

/// The number of vectors in each of `vectors`, where each holds several vectors of one of `types`;
/// none where they are vectors.
static std::optional<int64_t> getNumSeeds(TypeRange vectors, ArrayRef<Type> types) {
  if (vectors.empty() || vectors.size() != types.size())
    return std::nullopt;
  int64_t number = ShapedType::kDynamic;
  for (auto [vector, type] : llvm::zip(vectors, types)) {
    std::optional<int64_t> own = getNumSeeds(vector, type);
    if (!own)
      return std::nullopt;
    if (!ShapedType::isDynamic(*own) && !ShapedType::isDynamic(number) && *own != number)
      return std::nullopt;
    number = ShapedType::isDynamic(*own) ? number : *own;
  }
  return number;
}

/// Verifies `(f(x), ∂ • v)`: the results of the function, then vectors of the types `to` for
/// `vectors` of the types `from`, or several of them for several of those.
static LogicalResult verifyProduct(Operation *op, const Target &target, TypeRange vectors,
                                   ArrayRef<Type> from, ArrayRef<Type> to, StringRef what) {
  SmallVector<Type> results(target.type.getResults());
  std::optional<int64_t> seeds = getNumSeeds(vectors, from);
  if (!seeds && failed(verifyTypes(op, vectors, from, what)))
    return failure();
  if (seeds && ShapedType::isDynamic(*seeds) && llvm::all_of(vectors, llvm::IsaPred<SumType>)) {
    auto diag = op->emitOpError("does not know how many ") << what << " there are";
    diag.attachNote()
        << "the alternative of a sum may hold no array of them; state their number in "
           "the types, as in 'lin<tensor<8xf64>>'";
    return diag;
  }
  for (auto [i, type] : llvm::enumerate(to)) {
    results.push_back(seeds ? getTypeOfSeeds(type, *seeds) : type);
    if (!results.back())
      return op->emitOpError("cannot give an array of ") << type << "; ask for one at a time";
  }
  return verifyTypes(op, op->getResultTypes(), results, "results");
}

LogicalResult JvpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  return failure(
      failed(target) ||
      failed(verifyProduct(*this, *target, getTangents().getTypes(), tangentsOf(target->argTypes()),
                           tangentsOf(target->resultTypes()), "tangents")));
}

LogicalResult VjpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  return failure(failed(target) ||
                 failed(verifyProduct(*this, *target, getCotangents().getTypes(),
                                      tangentsOf(target->resultTypes()),
                                      tangentsOf(target->argTypes()), "cotangents")));
}

/// Whether a result of `type` has a gradient: a float, or a tensor of rank 0 of floats.
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
                 failed(verifyTypes(*this, getResultTypes(), target->gradientTypes(), "results")));
}

LogicalResult ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target) || failed(verifyScalarResult(*this, *target)))
    return failure();
  SmallVector<Type> results(target->type.getResults());
  llvm::append_range(results, target->gradientTypes());
  return verifyTypes(*this, getResultTypes(), results, "results");
}

/// Whether `type`, or the type of a value in a sum, is made of `Part`.
template <typename Part> static bool holds(Type type) {
  return type.walk([](Part) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Verifies the results of a request for all partial derivatives of `of` by the arguments `wrt`.
static LogicalResult verifyEntries(Operation *op, ArrayRef<Type> of, ArrayRef<Type> wrt) {
  SmallVector<Type> results;
  for (Type result : of)
    for (Type arg : wrt) {
      if (holds<LinType>(result) || holds<LinType>(arg))
        return op->emitOpError("has no entries at linear types; use 'chad.linearize'");
      if (holds<ComplexType>(result) || holds<ComplexType>(arg))
        return op->emitOpError("has no entries at complex types; differentiate by real and "
                               "imaginary parts, or use 'chad.jvp' and 'chad.vjp'");
      results.push_back(getJacobianType(result, arg));
      if (!results.back())
        return op->emitOpError("has no type for the derivatives of ")
               << result << " by " << arg << "; use 'chad.jvp' or 'chad.vjp'";
    }
  return verifyTypes(op, op->getResultTypes(), results, "results");
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
      if (!op.getCalleeAttr())
        return false;
      by = getDifferentiated(args.getTypes(), op.getWrt());
      first = op->getNumResults() - by.size();
      return true;
    };
    bool isNamed = false;
    if (auto grad = dyn_cast<GradOp>(request))
      isNamed = collect(grad);
    else if (auto grad = dyn_cast<ValueAndGradOp>(request))
      isNamed = collect(grad);
    if (!isNamed)
      return false;
    // The result must be the gradient by an argument of the function, which is passed to the
    // request once.
    if (result.getResultNumber() < first)
      return false;
    Value point = args[by[result.getResultNumber() - first]];
    if (point != function.getArgument(*arg) || llvm::count(args, point) != 1)
      return false;
  }
  // No other operand of the request may depend on the arguments.
  for (Value operand : request->getOperands())
    if (!isa<BlockArgument>(operand) &&
        llvm::any_of(operand.getDefiningOp()->getOperands(), [](Value) { return true; }))
      return false;
  return true;
}

/// Verifies the results of a sparse Jacobian: offsets, columns and values.
static LogicalResult verifySparse(JacobianOp op, const Target &target,
                                  SymbolTableCollection &symbols) {
  SmallVector<Type> floats;
  for (const SmallVector<Type> &types : {target.resultTypes(), target.argTypes()})
    for (Type type : types)
      if (failed(flattenSums(getGradientType(type), floats)))
        return op.emitOpError("has no entries at ") << type;
  llvm::erase_if(floats, [](Type type) { return !isDifferentiable(type); });
  Type element = getElementTypeOrSelf(floats.front());
  for (Type type : floats)
    if (getElementTypeOrSelf(type) != element || !isa<FloatType>(element))
      return op.emitOpError("has values of one type when it is sparse, and differentiates ")
             << type << " and " << floats.front()
             << "; choose floats of one type by 'wrt' and 'of'";
  if (op->hasAttr("symmetric")) {
    if (!op.getCalleeAttr())
      return op.emitOpError(
          "is not known to be symmetric for a function value; name a function that "
          "returns what one 'chad.grad' of its arguments gives");
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
  if ((*this)->hasAttr("symmetric"))
    return emitOpError("has 'symmetric' without 'sparse': only a sparse Jacobian makes use of it");
  return verifyEntries(*this, target->resultTypes(), target->argTypes());
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

//===----------------------------------------------------------------------===//
// Second derivatives
//===----------------------------------------------------------------------===//

LogicalResult HvpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  if (failed(target) || failed(verifyScalarResult(*this, *target)))
    return failure();
  // Vectors and products are of linear types, or of the types of values.
  SmallVector<Type> types = target->gradientTypes();
  if (llvm::any_of(getVectors().getTypes(), isLinearType))
    types = tangentsOf(target->argTypes());
  else if (llvm::any_of(types, [](Type type) {
             auto tensor = dyn_cast<RankedTensorType>(type);
             return tensor && tensor.getRank() == 0 && isSumOrArrayOfSums(type);
           }))
    return emitOpError("by an array of rank 0 of sums takes vectors of linear types");
  return failure(failed(verifyTypes(*this, getVectors().getTypes(), types, "vectors")) ||
                 failed(verifyTypes(*this, getResultTypes(), types, "results")));
}

LogicalResult HessianOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Target> target = lookupTarget(*this, symbols);
  return failure(failed(target) || failed(verifyScalarResult(*this, *target)) ||
                 failed(verifyEntries(*this, target->gradientTypes(), target->argTypes())));
}
