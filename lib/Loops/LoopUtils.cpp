//===- LoopUtils.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;

void chad::detail::eraseDead(RewriterBase &rewriter, Operation *root,
                             function_ref<bool(Operation *)> isCandidate) {
  SmallVector<Operation *> candidates;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isCandidate(op))
      candidates.push_back(op);
  });
  for (Operation *op : llvm::reverse(candidates))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

bool chad::detail::isReadOnce(Value array) {
  constexpr unsigned maxUses = 64;
  unsigned seen = 0, reads = 0;
  for (Operation *user : array.getUsers())
    if (++seen > maxUses || (!isa<tensor::DimOp>(user) && ++reads > 1))
      return false;
  return true;
}

bool chad::detail::isLastUse(BlockArgument array, Operation *reader) {
  unsigned uses = 0;
  return llvm::all_of(array.getUses(), [&](OpOperand &use) {
    if (use.getOwner() == reader)
      return ++uses == 1;
    Operation *user = reader->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return user && user != reader && user->isBeforeInBlock(reader);
  });
}

int64_t chad::detail::bytesOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bytesOf(vector.getElementType());
  if (auto array = dyn_cast<ShapedType>(type))
    return bytesOf(array.getElementType());
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesOf(complex.getElementType());
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8) : 8;
}

void chad::detail::leaveScalar(Operation *loop) {
  MLIRContext *context = loop->getContext();
  BoolAttr yes = BoolAttr::get(context, true);
  auto vectors = LLVM::LoopVectorizeAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  auto unrolling = LLVM::LoopUnrollAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  auto annotation = LLVM::LoopAnnotationAttr::get(context, {}, vectors, {}, unrolling, {}, {}, {},
                                                  {}, {}, {}, {}, {}, {}, {}, {});
  loop->setAttr(annotation.getMnemonic(), annotation);
}
