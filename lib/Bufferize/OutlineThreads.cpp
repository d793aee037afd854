//===- OutlineThreads.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Moves the code of each thread to a function, which OpenMP calls.

#include "Boundaries.h"
#include "chad/Bufferize/Passes.h"
#include "chad/Bufferize/ThreadLoops.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace chad {
#define GEN_PASS_DEF_CHADOUTLINETHREADS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;

SmallVector<scf::ForallOp> chad::detail::findThreadLoops(Operation *root) {
  SmallVector<scf::ForallOp> loops;
  root->walk([&](scf::ForallOp op) {
    if (op.getRank() == 1 && op.isNormalized() && op.getOutputs().empty())
      loops.push_back(op);
  });
  return loops;
}

/// The buffer that `buffer` is a view of, through all views.
static Value rootOf(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Whether a buffer is an argument of a public function, or a part of one.
static bool isArgument(Value buffer) {
  auto arg = dyn_cast<BlockArgument>(rootOf(buffer));
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
    for (scf::ForallOp loop : chad::detail::findThreadLoops(getOperation()))
      outline(loop, symbols, aliases);
  }

private:
  void outline(scf::ForallOp loop, SymbolTable &symbols, AliasAnalysis &aliases);
};
} // namespace

void OutlineThreads::outline(scf::ForallOp loop, SymbolTable &symbols, AliasAnalysis &aliases) {
  auto around = loop->getParentOfType<func::FuncOp>();
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  SmallVector<Value> captured;
  SmallVector<Operation *> constants;
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (op && op->hasTrait<mlir::OpTrait::ConstantLike>())
      constants.push_back(op);
    else
      captured.push_back(value);
  }
  OpBuilder builder(&getContext());
  Location loc = loop.getLoc();
  SmallVector<Type> types = {builder.getIndexType()};
  llvm::append_range(types, ValueRange(captured).getTypes());
  auto function = func::FuncOp::create(loc, (around.getName() + "_thread").str(),
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr("llvm.linkage", LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
  // The function is called with and without a team; it is not inlined, so that there is one copy.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  symbols.insert(function, std::next(around->getIterator()));
  // The future positions of the aligned pointers, the second ones of descriptors, through which
  // memory is accessed.
  SmallVector<int64_t> distinct;
  int64_t position = 1;
  for (auto [value, isDistinct] :
       llvm::zip_equal(captured, findDistinct(captured, loop, aliases))) {
    if (isDistinct)
      distinct.push_back(position + 1);
    position += chad::detail::countConverted(value.getType());
  }
  function->setAttr(chad::distinctAttr, builder.getDenseI64ArrayAttr(distinct));

  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  IRMapping mapping;
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  mapping.map(loop.getInductionVar(0), entry->getArgument(0));
  for (auto [value, arg] : llvm::zip_equal(captured, entry->getArguments().drop_front()))
    mapping.map(value, arg);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  func::ReturnOp::create(builder, loc);

  Block *body = loop.getBody();
  while (&body->front() != body->getTerminator()) {
    Operation *last = body->getTerminator()->getPrevNode();
    last->erase();
  }
  builder.setInsertionPointToStart(body);
  SmallVector<Value> arguments = {loop.getInductionVar(0)};
  llvm::append_range(arguments, captured);
  func::CallOp::create(builder, loc, function, arguments);
  ++numOutlined;
}
