//===- OutlineThreads.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Moves the code of each thread to a function, which OpenMP calls.

#include "Outline.h"
#include "chad/Bufferize/Passes.h"
#include "chad/Bufferize/ThreadLoops.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace chad {
#define GEN_PASS_DEF_CHADOUTLINETHREADS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

SmallVector<scf::ForallOp> chad::detail::findThreadLoops(Operation *root) {
  SmallVector<scf::ForallOp> loops;
  root->walk([&](scf::ForallOp op) {
    if (op.getRank() == 1 && op.isNormalized() && op.getOutputs().empty())
      loops.push_back(op);
  });
  return loops;
}

/// Whether a buffer is an argument of a public function, or a part of one.
static bool isArgument(Value buffer) {
  auto arg = dyn_cast<BlockArgument>(getRoot(buffer));
  auto function = arg ? dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp()) : func::FuncOp();
  return function && function.isPublic();
}

/// Whether a loop may write to arguments of public functions.
static bool writesArguments(scf::ForallOp loop) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects = getEffectsRecursively(loop);
  return !effects || llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) &&
           (!effect.getValue() || isArgument(effect.getValue()));
  });
}

/// For each buffer whether no memory that is written through it is reached through another one.
static SmallVector<bool> findDistinct(ValueRange all, scf::ForallOp loop, AliasAnalysis &aliases) {
  bool areArgumentsRead = !writesArguments(loop);
  return llvm::map_to_vector(all, [&](Value buffer) {
    return isa<MemRefType>(buffer.getType()) && llvm::all_of(all, [&](Value other) {
             return other == buffer || !isa<MemRefType>(other.getType()) ||
                    (areArgumentsRead && isArgument(buffer) && isArgument(other)) ||
                    aliases.alias(buffer, other).isNo();
           });
  });
}

namespace {
struct OutlineThreads : chad::impl::ChadOutlineThreadsBase<OutlineThreads> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto &aliases = getAnalysis<AliasAnalysis>();
    for (scf::ForallOp loop : findThreadLoops(getOperation())) {
      auto around = loop->getParentOfType<func::FuncOp>();
      auto body = llvm::map_to_vector(loop.getBody()->without_terminator(),
                                      [](Operation &op) { return &op; });
      if (body.empty() || !mayOutline(symbols, loop))
        continue;
      func::FuncOp function =
          outline(symbols, (around.getName() + "_thread").str(), body, loop.getInductionVar(0), {},
                  [&](ValueRange all) { return findDistinct(all, loop, aliases); });
      // The function is called with and without a team; it is not inlined, so that there is one
      // copy.
      function->setAttr("passthrough",
                        ArrayAttr::get(&getContext(), StringAttr::get(&getContext(), "noinline")));
      ++numOutlined;
    }
  }
};
} // namespace
