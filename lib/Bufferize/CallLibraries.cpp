//===- CallLibraries.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls of functions that a library computes. Before arrays are buffers, such a call takes the
// arrays into which the results go; then it becomes one of the library.

#include "chad/Bufferize/Passes.h"
#include "chad/IR/ChadInterfaces.h"
#include "chad/IR/Libraries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADSELECTLIBRARIES
#define GEN_PASS_DEF_CHADPLACELIBRARYCALLS
#define GEN_PASS_DEF_CHADCALLLIBRARIES
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Calls are pure
//===----------------------------------------------------------------------===//

/// Moves a call out of the loops that change none of its operands.
static void hoist(func::CallOp call) {
  while (Operation *loop = call->getParentOp()) {
    bool isLoop = isa<LoopLikeOpInterface, CombinatorOpInterface>(loop);
    bool isFixed = llvm::all_of(call.getOperands(), [&](Value operand) {
      return !loop->isAncestor(operand.getParentRegion()->getParentOp());
    });
    if (!isLoop || !isFixed)
      return;
    call->moveBefore(loop);
  }
}

/// Erases calls that are not used, hoists the others, and merges those of equal operands. Returns
/// those that are left.
static SmallVector<func::CallOp> simplifyCalls(ModuleOp module, SymbolTable &symbols) {
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (callee && callee->hasAttr(libraryAttr))
      calls.push_back(call);
  });
  SmallVector<func::CallOp> used;
  for (func::CallOp call : llvm::reverse(calls)) {
    if (call->use_empty())
      call.erase();
    else
      used.push_back(call);
  }
  DominanceInfo dominance(module);
  SmallVector<func::CallOp> left;
  llvm::DenseMap<std::pair<Attribute, Value>, SmallVector<func::CallOp>> known;
  for (func::CallOp call : llvm::reverse(used)) {
    hoist(call);
    auto &others = known[{call.getCalleeAttr(), call.getOperand(0)}];
    auto other = llvm::find_if(others, [&](func::CallOp other) {
      return other.getOperands() == call.getOperands() &&
             other.getResultTypes() == call.getResultTypes() &&
             dominance.properlyDominates(other.getOperation(), call.getOperation());
    });
    if (other == others.end()) {
      others.push_back(call);
      left.push_back(call);
      continue;
    }
    call.replaceAllUsesWith(*other);
    call.erase();
  }
  return left;
}

//===----------------------------------------------------------------------===//
// Results that are given
//===----------------------------------------------------------------------===//

/// Makes the function that the library is to compute: it takes the results, too.
static func::FuncOp createLibraryFunction(func::FuncOp function, const LibraryCall &call,
                                          SymbolTable &symbols) {
  SmallVector<Type> inputs(function.getArgumentTypes());
  llvm::append_range(inputs, function.getResultTypes());
  auto builder = OpBuilder(function.getContext());
  auto made = func::FuncOp::create(function.getLoc(), (function.getSymName() + "_library").str(),
                                   builder.getFunctionType(inputs, function.getResultTypes()));
  made.setPrivate();
  made.setNoInline(true);
  made->setAttr(libraryCalleeAttr, builder.getArrayAttr({builder.getStringAttr(call.name),
                                                         builder.getI64IntegerAttr(call.variant)}));
  Block *entry = made.addEntryBlock();
  unsigned numArguments = function.getNumArguments();
  for (unsigned i = 0; i < made.getNumArguments(); ++i) {
    made.setArgAttr(i, bufferization::BufferizationDialect::kBufferAccessAttrName,
                    builder.getStringAttr(i < numArguments ? "read" : "write"));
    if (i < numArguments)
      made.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                      builder.getBoolAttr(false));
  }
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, function.getLoc(),
                         entry->getArguments().drop_front(numArguments));
  symbols.insert(made, std::next(Block::iterator(function)));
  return made;
}

/// Calls the library, with places for the results.
static SmallVector<Value> createCall(OpBuilder &builder, func::CallOp old, func::FuncOp library,
                                     const LibraryCall &call) {
  Location loc = old.getLoc();
  SmallVector<Value> operands(old.getOperands());
  for (auto [i, result] : llvm::enumerate(old.getResultTypes())) {
    auto type = cast<RankedTensorType>(result);
    SmallVector<Value> extents;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim))
        continue;
      auto [argument, of] = call.extents[i][dim];
      extents.push_back(tensor::DimOp::create(builder, loc, old.getOperand(argument), of));
    }
    operands.push_back(tensor::EmptyOp::create(builder, loc, type, extents));
  }
  return llvm::to_vector_of<Value>(
      func::CallOp::create(builder, loc, library, operands).getResults());
}

/// Lets the library compute what a call of its function does, where the extents allow that.
static void place(func::CallOp old, func::FuncOp library, const LibraryCall &call) {
  OpBuilder builder(old);
  Location loc = old.getLoc();
  auto first = cast<RankedTensorType>(old.getOperand(0).getType());
  if (!first.isDynamicDim(0) || call.least == 0) {
    old.replaceAllUsesWith(createCall(builder, old, library, call));
    old.erase();
    return;
  }
  Value extent = tensor::DimOp::create(builder, loc, old.getOperand(0), 0);
  Value least = arith::ConstantIndexOp::create(builder, loc, call.least);
  Value isLarge = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, extent, least);
  auto choose = scf::IfOp::create(builder, loc, old.getResultTypes(), isLarge,
                                  /*withElseRegion=*/true);
  old.replaceAllUsesWith(choose.getResults());
  builder.setInsertionPointToStart(choose.thenBlock());
  scf::YieldOp::create(builder, loc, createCall(builder, old, library, call));
  builder.setInsertionPointToStart(choose.elseBlock());
  scf::YieldOp::create(builder, loc, old.getResults());
  old->moveBefore(choose.elseBlock(), choose.elseBlock()->begin());
}

namespace {
struct SelectLibraries : chad::impl::ChadSelectLibrariesBase<SelectLibraries> {
  using ChadSelectLibrariesBase::ChadSelectLibrariesBase;

  void runOnOperation() override {
    dropLibraries(getOperation(),
                  [&](StringRef name) { return llvm::is_contained(libraries, name); });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(libraryAttr))
        function.setNoInline(true);
  }
};

struct PlaceLibraryCalls : chad::impl::ChadPlaceLibraryCallsBase<PlaceLibraryCalls> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(libraryAttr))
        functions.push_back(function);
    if (functions.empty())
      return markAllAnalysesPreserved();
    SymbolTable symbols(module);
    llvm::MapVector<Operation *, SmallVector<func::CallOp>> calls;
    for (func::CallOp call : simplifyCalls(module, symbols))
      calls[symbols.lookup(call.getCallee())].push_back(call);
    for (func::FuncOp function : functions) {
      std::string problem;
      auto call = LibraryCall::parse(function->getAttr(libraryAttr), function, problem);
      function->removeAttr(libraryAttr);
      if (!call || calls.lookup(function).empty())
        continue;
      func::FuncOp library = createLibraryFunction(function, *call, symbols);
      for (func::CallOp old : calls.lookup(function))
        place(old, library, *call);
    }
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls of the library
//===----------------------------------------------------------------------===//

/// The address of an array of these numbers on the stack.
static Value createList(OpBuilder &builder, Location loc, ArrayRef<Value> numbers) {
  auto type = MemRefType::get(std::max<int64_t>(numbers.size(), 1), builder.getIndexType());
  Value list = memref::AllocaOp::create(builder, loc, type);
  for (auto [i, number] : llvm::enumerate(numbers)) {
    Value place = arith::ConstantIndexOp::create(builder, loc, i);
    memref::StoreOp::create(builder, loc, number, list, place);
  }
  return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, list);
}

namespace {
struct CallLibraries : chad::impl::ChadCallLibrariesBase<CallLibraries> {
  using ChadCallLibrariesBase::ChadCallLibrariesBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (function->hasAttr(libraryCalleeAttr) && failed(call(function, symbols)))
        return signalPassFailure();
  }

private:
  LogicalResult call(func::FuncOp function, SymbolTable &symbols) {
    auto callee = function->getAttrOfType<ArrayAttr>(libraryCalleeAttr);
    function->removeAttr(libraryCalleeAttr);
    Location loc = function.getLoc();
    OpBuilder builder(function.getBody().front().getTerminator());
    SmallVector<Value> arrays, extents;
    for (Value argument : function.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (!type || !type.getLayout().isIdentity())
        return function.emitError("chad: a library takes arrays whose elements follow each other; "
                                  "bufferize the program by 'chad-bufferize'");
      arrays.push_back(memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, argument));
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        extents.push_back(memref::DimOp::create(builder, loc, argument, dim));
    }
    Type index = builder.getIndexType(), word = builder.getI64Type(), status = builder.getI32Type();
    auto name = cast<StringAttr>(callee[0]);
    auto declared = symbols.lookup<func::FuncOp>(name);
    if (!declared) {
      declared = func::FuncOp::create(
          loc, name, builder.getFunctionType({index, index, word, word}, {status}));
      declared.setPrivate();
      symbols.insert(declared);
    }
    Value variant = arith::ConstantOp::create(builder, loc, cast<IntegerAttr>(callee[1]));
    Value count = arith::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(static_cast<int64_t>(threads)));
    Value arrayList = createList(builder, loc, arrays);
    Value extentList = createList(builder, loc, extents);
    Value found = func::CallOp::create(builder, loc, declared,
                                       ValueRange{arrayList, extentList, variant, count})
                      .getResult(0);
    Value zero = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
    Value isDone = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, found, zero);
    cf::AssertOp::create(builder, loc, isDone, "a library had not enough memory");
    return success();
  }
};
} // namespace
