//===- ThreadsToOpenMP.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers loops over threads to OpenMP teams.

#include "chad/Bufferize/ThreadLoops.h"
#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace chad {
#define GEN_PASS_DEF_CHADTHREADSTOOPENMP
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;

namespace {
/// Lets a failure in a thread end only the work of this thread; afterwards the thread that started
/// the team ends the call of the program. A record of the team holds the failure;
/// `chadrt.team.begin` and `.end` are functions of the execution engine, which also makes failures
/// inside of functions marked `chad-guard` return to these functions.
class TeamGuard {
public:
  /// Inserts the code that runs before the work of the team.
  TeamGuard(RewriterBase &rewriter, scf::ForallOp loop);
  /// Replaces a call by a call of a guarded function, which calls the same callee for a thread.
  void replaceCall(func::CallOp call);
  /// Inserts the end of the team after its work.
  void finish() { callRuntime("chadrt.team.end"); }

private:
  void callRuntime(StringRef name);

  RewriterBase &rewriter;
  Location loc;
  SymbolTable symbols;
  Value record;
};
} // namespace

/// The words of a record: status, call, and the message.
static constexpr int64_t recordWords = 2 + 512 / 8;

TeamGuard::TeamGuard(RewriterBase &rewriter, scf::ForallOp loop)
    : rewriter(rewriter), loc(loop.getLoc()), symbols(loop->getParentOfType<ModuleOp>()) {
  {
    OpBuilder::InsertionGuard guard(rewriter);
    // Allocated once in a call of the function, also if the team is in a loop.
    rewriter.setInsertionPointToStart(&loop->getParentOfType<func::FuncOp>().getBody().front());
    Value words = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64IntegerAttr(recordWords));
    record =
        LLVM::AllocaOp::create(rewriter, loc, LLVM::LLVMPointerType::get(rewriter.getContext()),
                               rewriter.getI64Type(), words);
  }
  callRuntime("chadrt.team.begin");
}

void TeamGuard::callRuntime(StringRef name) {
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!function) {
    auto type =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(rewriter.getContext()), {pointer});
    OpBuilder top(rewriter.getContext());
    function = LLVM::LLVMFuncOp::create(top, loc, name, type);
    symbols.insert(function, cast<ModuleOp>(symbols.getOp()).getBody()->begin());
  }
  LLVM::CallOp::create(rewriter, loc, function, record);
}

void TeamGuard::replaceCall(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || call.getNumResults() != 0)
    return;
  std::string name = (call.getCallee() + ".guard").str();
  auto guard = symbols.lookup<func::FuncOp>(name);
  if (!guard) {
    OpBuilder builder(rewriter.getContext());
    SmallVector<Type> types = {record.getType()};
    llvm::append_range(types, call.getOperandTypes());
    guard = func::FuncOp::create(loc, name, builder.getFunctionType(types, {}));
    guard.setPrivate();
    guard->setAttr("llvm.linkage",
                   LLVM::LinkageAttr::get(rewriter.getContext(), LLVM::Linkage::Internal));
    guard->setAttr("passthrough", builder.getStrArrayAttr({"noinline", "chad-guard"}));
    symbols.insert(guard, std::next(callee->getIterator()));
    Block *entry = guard.addEntryBlock();
    builder.setInsertionPointToEnd(entry);
    func::CallOp::create(builder, loc, callee, entry->getArguments().drop_front());
    func::ReturnOp::create(builder, loc);
  }
  SmallVector<Value> args = {record};
  llvm::append_range(args, call.getOperands());
  OpBuilder::InsertionGuard point(rewriter);
  rewriter.setInsertionPoint(call);
  rewriter.replaceOpWithNewOp<func::CallOp>(call, guard, args);
}

/// A team of `numThreads` threads, each of which runs one iteration.
static void createTeam(RewriterBase &rewriter, scf::ForallOp loop, Value numThreads,
                       bool withGuard) {
  Location loc = loop.getLoc();
  std::optional<TeamGuard> teamGuard;
  if (withGuard)
    teamGuard.emplace(rewriter, loop);
  omp::ParallelOperands team;
  team.numThreads = arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(), numThreads);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  auto parallel = omp::ParallelOp::create(rewriter, loc, team);
  if (teamGuard)
    teamGuard->finish();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&parallel.getRegion());
  auto shared = omp::WsloopOp::create(rewriter, loc);
  omp::TerminatorOp::create(rewriter, loc);
  rewriter.createBlock(&shared.getRegion());
  omp::LoopNestOperands range;
  range.loopLowerBounds = {zero};
  range.loopUpperBounds = {numThreads};
  range.loopSteps = {one};
  auto nest = omp::LoopNestOp::create(rewriter, loc, range);
  Block *body = rewriter.createBlock(&nest.getRegion(), {}, rewriter.getIndexType(), loc);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(0), body->getArgument(0));
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto call = dyn_cast<func::CallOp>(rewriter.clone(op, mapping));
    if (call && teamGuard)
      teamGuard->replaceCall(call);
  }
  omp::YieldOp::create(rewriter, loc, ValueRange());
}

namespace {
struct ThreadsToOpenMP : chad::impl::ChadThreadsToOpenMPBase<ThreadsToOpenMP> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (scf::ForallOp loop : chad::detail::findThreadLoops(getOperation())) {
      Location loc = loop.getLoc();
      rewriter.setInsertionPoint(loop);
      Value numThreads = loop.getUpperBound(rewriter).front();
      Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
      Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
      Value many = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ugt, numThreads, one);
      // One thread needs no team.
      auto branch = scf::IfOp::create(rewriter, loc, many, /*withElseRegion=*/true);
      rewriter.setInsertionPointToStart(branch.thenBlock());
      createTeam(rewriter, loop, numThreads, runtime);
      rewriter.setInsertionPointToStart(branch.elseBlock());
      IRMapping mapping;
      mapping.map(loop.getInductionVar(0), zero);
      for (Operation &op : loop.getBody()->without_terminator())
        rewriter.clone(op, mapping);
      rewriter.eraseOp(loop);
    }
  }
};
} // namespace
