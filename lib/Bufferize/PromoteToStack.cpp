//===- PromoteToStack.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Small buffers of a known size lie on the stack.

#include "chad/Bufferize/Passes.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SCCIterator.h"

namespace chad {
#define GEN_PASS_DEF_CHADPROMOTETOSTACK
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// The functions that may be running several times at once: those that call themselves or each
/// other, and those that are called by their address.
static DenseSet<Operation *> findRecursive(ModuleOp module, const CallGraph &graph) {
  DenseSet<Operation *> recursive;
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc)
    if (scc.hasCycle())
      for (CallGraphNode *node : *scc)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion()->getParentOp());
  module.walk([&](func::ConstantOp constant) {
    recursive.insert(module.lookupSymbol(constant.getValue()));
  });
  return recursive;
}

/// The op that frees a buffer at the end of its block. Null if there is none, or if it frees it
/// only under a condition.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  for (Operation *user : alloc->getUsers())
    if (auto free = dyn_cast<memref::DeallocOp>(user);
        free && free->getBlock() == alloc->getBlock())
      return free;
  return {};
}

/// The bytes of a buffer. Nothing if they are not known.
static std::optional<int64_t> sizeOf(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() || type.getMemorySpace() ||
      !alloc.getSymbolOperands().empty())
    return std::nullopt;
  Type element = getElementTypeOrSelf(type.getElementType());
  if (!element.isIntOrIndexOrFloat() && !isa<ComplexType>(element))
    return std::nullopt;
  return type.getNumElements() * chad::detail::bytesOf(type.getElementType());
}

/// Whether an op is executed by its function one time after the other, and not by several threads
/// at once.
static bool isInSequence(Operation *op, func::FuncOp function) {
  for (Operation *parent = op->getParentOp(); parent != function; parent = parent->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp>(parent))
      return false;
  return true;
}

namespace {
struct PromoteToStack : chad::impl::ChadPromoteToStackBase<PromoteToStack> {
  using Base::Base;

  void runOnOperation() override {
    DenseSet<Operation *> recursive = findRecursive(getOperation(), getAnalysis<CallGraph>());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && !recursive.contains(function))
        promote(function);
  }

private:
  void promote(func::FuncOp function) {
    int64_t left = maxFunctionBytes;
    SmallVector<std::pair<memref::AllocOp, memref::DeallocOp>> found;
    function.walk([&](memref::AllocOp alloc) {
      memref::DeallocOp free = findDealloc(alloc);
      std::optional<int64_t> bytes = sizeOf(alloc);
      if (!free || !bytes || *bytes > maxBytes || *bytes > left || !isInSequence(alloc, function))
        return;
      left -= *bytes;
      found.push_back({alloc, free});
    });
    for (auto [alloc, free] : found) {
      OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
      alloc.replaceAllUsesWith(memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(),
                                                        alloc.getAlignmentAttr())
                                   .getResult());
      free->erase();
      alloc->erase();
      ++numPromoted;
    }
  }
};
} // namespace
