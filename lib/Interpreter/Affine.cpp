//===- Affine.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// affine: the sums, products and quotients of indices that upstream makes of the
// sizes of tensors.

#include "chad/Interpreter/Interpreter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace chad;

/// The results of an affine map at given dimensions and symbols.
static FailureOr<SmallVector<int64_t>> evaluate(Evaluation &eval, AffineMap map,
                                                ValueRange operands) {
  Builder builder(map.getContext());
  SmallVector<Attribute> constants, results;
  for (int64_t operand : eval.indices(operands))
    constants.push_back(builder.getIndexAttr(operand));
  bool hasPoison = false;
  if (failed(map.constantFold(constants, results, &hasPoison)) || hasPoison)
    return eval.error() << "the map " << AffineMapAttr::get(map)
                        << " has no value here: it divides by zero or less";
  return llvm::map_to_vector(results,
                             [](Attribute result) { return cast<IntegerAttr>(result).getInt(); });
}

template <typename OpTy>
static void addAffine(OpHandlers &handlers, int64_t (*choose)(ArrayRef<int64_t>)) {
  handlers.add<OpTy>([choose](OpTy op, Evaluation &eval) -> EvalResult {
    FailureOr<SmallVector<int64_t>> results = evaluate(eval, op.getAffineMap(), op->getOperands());
    if (failed(results))
      return failure();
    return one(RuntimeValue::index(choose(*results)));
  });
}

void chad::registerAffineHandlers(OpHandlers &handlers) {
  addAffine<affine::AffineApplyOp>(handlers, [](ArrayRef<int64_t> all) { return all.front(); });
  addAffine<affine::AffineMinOp>(handlers,
                                 [](ArrayRef<int64_t> all) { return *llvm::min_element(all); });
  addAffine<affine::AffineMaxOp>(handlers,
                                 [](ArrayRef<int64_t> all) { return *llvm::max_element(all); });
}
