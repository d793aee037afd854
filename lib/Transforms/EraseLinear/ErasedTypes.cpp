//===- ErasedTypes.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Erasure.h"
#include "chad/Transforms/EraseLinear.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::hasLinearType(Type type) {
  return type
      .walk([](Type part) {
        return isa<LinType, LFunType, CopowerType, CtxType>(part) ? WalkResult::interrupt()
                                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

bool chad::usesLinearTypes(Operation *root) {
  // A context is as linear as its components.
  auto isLinear = [](Type type) {
    if (auto ctx = dyn_cast<CtxType>(type))
      return llvm::any_of(ctx.getComponents(), hasLinearType);
    return hasLinearType(type);
  };
  return root
      ->walk([&](Operation *op) {
        auto function = dyn_cast<FunctionOpInterface>(op);
        return llvm::any_of(op->getResultTypes(), isLinear) ||
                       (function && (llvm::any_of(function.getArgumentTypes(), isLinear) ||
                                     llvm::any_of(function.getResultTypes(), isLinear)))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void chad::detail::addStructuralConversions(TypeConverter &types) {
  types.addConversion([&types](FunctionType type) -> std::optional<Type> {
    SmallVector<Type> inputs, results;
    if (failed(types.convertTypes(type.getInputs(), inputs)) ||
        failed(types.convertTypes(type.getResults(), results)))
      return Type();
    return FunctionType::get(type.getContext(), inputs, results);
  });
  types.addConversion([&types](SumType sum) -> std::optional<Type> {
    SmallVector<TupleType> alternatives;
    for (TupleType alternative : sum.getAlternatives()) {
      SmallVector<Type> payload;
      if (failed(types.convertTypes(alternative.getTypes(), payload)))
        return Type();
      alternatives.push_back(TupleType::get(sum.getContext(), payload));
    }
    return SumType::get(sum.getContext(), alternatives);
  });
}

ErasedTypes::ErasedTypes() {
  addConversion([](Type type) { return type; });
  addConversion([](LinType lin, SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
    if (lin.isUnit())
      return success();
    Type primal = lin.getPrimal();
    auto tensor = dyn_cast<RankedTensorType>(primal);
    if (auto box = dyn_cast<BoxType>(getElementTypeOrSelf(primal)))
      primal = tensor ? Type(tensor.clone(getErasedTangent(box))) : getErasedTangent(box);
    types.push_back(primal);
    return success();
  });
  addStructuralConversions(*this);
  addConversion([this](TupleType type) -> std::optional<Type> {
    SmallVector<Type> parts;
    if (failed(convertTypes(type.getTypes(), parts)))
      return Type();
    return TupleType::get(type.getContext(), parts);
  });
}
