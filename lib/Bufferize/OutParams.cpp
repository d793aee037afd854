//===- OutParams.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Public functions write their results into memory that the caller gives, where it
// gives some that fits, and allocate them otherwise.

#include "chad/Bufferize/Passes.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/ProgramErrors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace chad {
#define GEN_PASS_DEF_CHADOUTPARAMS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// The op in the function's block that allocates what is returned, if there is one.
static memref::AllocOp findAllocation(Value result, Block &entry) {
  while (auto cast = result.getDefiningOp<memref::CastOp>())
    result = cast.getSource();
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  bool fits = alloc && alloc->getBlock() == &entry && alloc.getSymbolOperands().empty() &&
              alloc.getType().getLayout().isIdentity();
  return fits ? alloc : memref::AllocOp();
}

/// Row by row.
static SmallVector<OpFoldResult> stridesOf(OpBuilder &builder, Location loc,
                                           ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  for (size_t dim = sizes.size(); dim-- > 1;) {
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
    if (size && stride)
      strides[dim - 1] = builder.getIndexAttr(*size * *stride);
    else
      strides[dim - 1] =
          arith::MulIOp::create(builder, loc,
                                getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]),
                                getValueOrCreateConstantIndexOp(builder, loc, strides[dim]))
              .getResult();
  }
  return strides;
}

/// The memory that is given, if it fits, and that of `alloc` otherwise.
static void useGiven(memref::AllocOp alloc, Value given) {
  OpBuilder builder(alloc);
  Location loc = alloc.getLoc();
  MemRefType type = alloc.getType();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  };
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, given);
  Value fits = compare(arith::CmpIPredicate::ne, address, zero);
  SmallVector<OpFoldResult> sizes = alloc.getMixedSizes();
  auto givenType = cast<MemRefType>(given.getType());
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (getConstantIntValue(size) == givenType.getDimSize(dim))
      continue;
    Value same = compare(arith::CmpIPredicate::eq,
                         memref::DimOp::create(builder, loc, given, static_cast<int64_t>(dim)),
                         getValueOrCreateConstantIndexOp(builder, loc, size));
    fits = arith::AndIOp::create(builder, loc, fits, same);
  }
  auto choose = scf::IfOp::create(builder, loc, TypeRange{type}, fits, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(choose.thenBlock());
  // With the sizes of the allocation, so that these are known whichever it is.
  Value used = memref::ReinterpretCastOp::create(builder, loc, type, given, builder.getIndexAttr(0),
                                                 sizes, stridesOf(builder, loc, sizes));
  scf::YieldOp::create(builder, loc, used);
  alloc.replaceAllUsesWith(choose.getResult(0));
  builder.setInsertionPointToStart(choose.elseBlock());
  alloc->moveBefore(choose.elseBlock(), choose.elseBlock()->begin());
  builder.setInsertionPointToEnd(choose.elseBlock());
  scf::YieldOp::create(builder, loc, alloc.getResult());
}

/// Leaves calls within the module a function of the type that they know.
static void separateCalls(func::FuncOp function, SymbolTable &symbols, SymbolUserMap &users) {
  func::FuncOp body = function.cloneWithoutRegions();
  body.setPrivate();
  symbols.insert(body);
  body.getBody().takeBody(function.getBody());
  users.replaceAllUsesWith(function, body.getSymNameAttr());
  Block *entry = function.addEntryBlock();
  auto builder = OpBuilder::atBlockBegin(entry);
  auto call = func::CallOp::create(builder, function.getLoc(), body, entry->getArguments());
  func::ReturnOp::create(builder, function.getLoc(), call.getResults());
}

static void takeMemory(func::FuncOp function) {
  Block &entry = function.getBody().front();
  SmallVector<Value> returned;
  if (auto op = dyn_cast<func::ReturnOp>(entry.getTerminator()))
    returned = llvm::to_vector(op.getOperands());
  SmallPtrSet<Operation *, 4> taken;
  for (auto [i, type] : llvm::enumerate(llvm::to_vector(function.getResultTypes()))) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      continue;
    unsigned number = function.getNumArguments();
    auto isBuffer = NamedAttribute(bufferAttr, UnitAttr::get(function.getContext()));
    (void)function.insertArgument(
        number, type, DictionaryAttr::get(function.getContext(), isBuffer), function.getLoc());
    if (returned.empty() || !memref.getLayout().isIdentity())
      continue;
    memref::AllocOp alloc = findAllocation(returned[i], entry);
    // Of two results that are one array the first has the memory.
    if (alloc && taken.insert(alloc).second)
      useGiven(alloc, function.getArgument(number));
  }
}

namespace {
struct OutParams : chad::impl::ChadOutParamsBase<OutParams> {
  void runOnOperation() override {
    auto functions = llvm::to_vector(
        llvm::make_filter_range(getOperation().getOps<func::FuncOp>(), [](func::FuncOp function) {
          return function.isPublic() && !function.isExternal() &&
                 llvm::any_of(function.getResultTypes(), llvm::IsaPred<MemRefType>);
        }));
    if (functions.empty())
      return;
    if (Operation *unknown = findUnknownSymbolTable(getOperation())) {
      unknown->emitError("chad: the dialect of '")
          << unknown->getName() << "' is not registered, so that its calls of functions are not "
          << "known, which return buffers";
      return signalPassFailure();
    }
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    SymbolTable &symbols = tables.getSymbolTable(getOperation());
    for (auto function : functions) {
      if (!users.useEmpty(function))
        separateCalls(function, symbols, users);
      takeMemory(function);
    }
  }
};
} // namespace
