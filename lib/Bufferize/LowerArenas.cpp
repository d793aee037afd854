//===- LowerArenas.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Records in memory: a slot of 8 bytes for each scalar, and for an array one for its address
// and one for each extent that its type does not say.

#include "chad/Bufferize/Passes.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Handles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERARENAS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

static constexpr StringLiteral allocateName = "chad.arena.allocate";
static constexpr StringLiteral freeName = "chad.arena.free";
static constexpr StringLiteral makeArenaName = "chad.arena.make";
static constexpr StringLiteral holdName = "chad.arena.hold";
static constexpr StringLiteral makeHandleName = "chad.handle.make";
static constexpr StringLiteral openHandleName = "chad.handle.open";

/// An arena is five words: the address of the next record, the end of the block that it is in,
/// the blocks, each of which begins with the address of the one before, the size of the next
/// block, and a lock.
static constexpr StringLiteral runtimeText = R"mlir(
  llvm.func internal @chad.arena.allocate(%arena: i64, %bytes: i64) -> i64 {
    %slot = llvm.mlir.constant(16 : i64) : i64
    %round = llvm.mlir.constant(15 : i64) : i64
    %mask = llvm.mlir.constant(-16 : i64) : i64
    %least = llvm.intr.umax(%bytes, %slot) : (i64, i64) -> i64
    %more = llvm.add %least, %round : i64
    %size = llvm.and %more, %mask : i64
    %place = llvm.inttoptr %arena : i64 to !llvm.ptr
    %endPlace = llvm.getelementptr %place[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %lockPlace = llvm.getelementptr %place[32] : (!llvm.ptr) -> !llvm.ptr, i8
    %unlocked = llvm.mlir.constant(0 : i64) : i64
    %locked = llvm.mlir.constant(1 : i64) : i64
    LOCK
    %next = llvm.load %place : !llvm.ptr -> i64
    %end = llvm.load %endPlace : !llvm.ptr -> i64
    %left = llvm.sub %end, %next : i64
    %fits = llvm.icmp "ule" %size, %left : i64
    llvm.cond_br %fits, ^found(%next : i64), ^grow
  ^grow:
    %blocksPlace = llvm.getelementptr %place[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %sizePlace = llvm.getelementptr %place[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %first = llvm.mlir.constant(4096 : i64) : i64
    %most = llvm.mlir.constant(1048576 : i64) : i64
    %given = llvm.load %sizePlace : !llvm.ptr -> i64
    %planned = llvm.intr.umax(%given, %first) : (i64, i64) -> i64
    %doubled = llvm.add %planned, %planned : i64
    %following = llvm.intr.umin(%doubled, %most) : (i64, i64) -> i64
    llvm.store %following, %sizePlace : i64, !llvm.ptr
    %needed = llvm.add %size, %slot : i64
    %total = llvm.intr.umax(%planned, %needed) : (i64, i64) -> i64
    %block = llvm.call @malloc(%total) : (i64) -> !llvm.ptr
    %before = llvm.load %blocksPlace : !llvm.ptr -> !llvm.ptr
    llvm.store %before, %block : !llvm.ptr, !llvm.ptr
    llvm.store %block, %blocksPlace : !llvm.ptr, !llvm.ptr
    %blockAddress = llvm.ptrtoint %block : !llvm.ptr to i64
    %newEnd = llvm.add %blockAddress, %total : i64
    llvm.store %newEnd, %endPlace : i64, !llvm.ptr
    %begin = llvm.add %blockAddress, %slot : i64
    llvm.br ^found(%begin : i64)
  ^found(%record: i64):
    %behind = llvm.add %record, %size : i64
    llvm.store %behind, %place : i64, !llvm.ptr
    UNLOCK
    llvm.return %record : i64
  }
  llvm.func internal @chad.arena.free(%arena: i64) {
    %place = llvm.inttoptr %arena : i64 to !llvm.ptr
    %blocksPlace = llvm.getelementptr %place[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %blocks = llvm.load %blocksPlace : !llvm.ptr -> !llvm.ptr
    %none = llvm.mlir.zero : !llvm.ptr
    llvm.br ^next(%blocks : !llvm.ptr)
  ^next(%block: !llvm.ptr):
    %isDone = llvm.icmp "eq" %block, %none : !llvm.ptr
    llvm.cond_br %isDone, ^done, ^free
  ^free:
    %before = llvm.load %block : !llvm.ptr -> !llvm.ptr
    llvm.call @free(%block) : (!llvm.ptr) -> ()
    llvm.br ^next(%before : !llvm.ptr)
  ^done:
    llvm.return
  }
)mlir";

/// A handle is the address of a record, and of the arena that it is in. Such an arena has two words
/// more: how many handles and arenas refer to it, and the list of the arenas that it refers to. It
/// is the C interface that frees it.
static constexpr StringLiteral handleText = R"mlir(
  llvm.func internal @chad.arena.make() -> i64 {
    %bytes = llvm.mlir.constant(64 : i64) : i64
    %byte = llvm.mlir.constant(0 : i8) : i8
    %arena = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
    "llvm.intr.memset"(%arena, %byte, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    %address = llvm.ptrtoint %arena : !llvm.ptr to i64
    llvm.return %address : i64
  }
  llvm.func internal @chad.arena.hold(%arena: i64, %handle: i64) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %bytes = llvm.mlir.constant(16 : i64) : i64
    %handlePlace = llvm.inttoptr %handle : i64 to !llvm.ptr
    %heldPlace = llvm.getelementptr %handlePlace[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %held = llvm.load %heldPlace : !llvm.ptr -> !llvm.ptr
    %countPlace = llvm.getelementptr %held[40] : (!llvm.ptr) -> !llvm.ptr, i8
    %before = llvm.atomicrmw add %countPlace, %one monotonic : !llvm.ptr, i64
    %cell = llvm.call @chad.arena.allocate(%arena, %bytes) : (i64, i64) -> i64
    %cellPlace = llvm.inttoptr %cell : i64 to !llvm.ptr
    %place = llvm.inttoptr %arena : i64 to !llvm.ptr
    %listPlace = llvm.getelementptr %place[48] : (!llvm.ptr) -> !llvm.ptr, i8
    %list = llvm.load %listPlace : !llvm.ptr -> !llvm.ptr
    llvm.store %list, %cellPlace : !llvm.ptr, !llvm.ptr
    %behind = llvm.getelementptr %cellPlace[8] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %held, %behind : !llvm.ptr, !llvm.ptr
    llvm.store %cellPlace, %listPlace : !llvm.ptr, !llvm.ptr
    llvm.return
  }
  llvm.func internal @chad.handle.make(%arena: i64, %record: i64) -> i64 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %bytes = llvm.mlir.constant(16 : i64) : i64
    %handle = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
    llvm.store %record, %handle : i64, !llvm.ptr
    %behind = llvm.getelementptr %handle[8] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %arena, %behind : i64, !llvm.ptr
    %place = llvm.inttoptr %arena : i64 to !llvm.ptr
    %countPlace = llvm.getelementptr %place[40] : (!llvm.ptr) -> !llvm.ptr, i8
    %before = llvm.atomicrmw add %countPlace, %one monotonic : !llvm.ptr, i64
    %address = llvm.ptrtoint %handle : !llvm.ptr to i64
    llvm.return %address : i64
  }
  llvm.func internal @chad.handle.open(%handle: i64) -> i64 {
    %place = llvm.inttoptr %handle : i64 to !llvm.ptr
    %record = llvm.load %place : !llvm.ptr -> i64
    llvm.return %record : i64
  }
)mlir";

static constexpr StringLiteral lockText = R"mlir(
    llvm.br ^wait
  ^wait:
    %held = llvm.atomicrmw xchg %lockPlace, %locked acquire : !llvm.ptr, i64
    %isFree = llvm.icmp "eq" %held, %unlocked : i64
    llvm.cond_br %isFree, ^enter, ^wait
  ^enter:
)mlir";
static constexpr StringLiteral unlockText =
    "llvm.store %unlocked, %lockPlace atomic release {alignment = 8 : i64} : i64, !llvm.ptr";

static void replaceIn(std::string &text, StringRef what, StringRef by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// Adds the functions that implement arenas.
static void addRuntime(ModuleOp module, bool threads, bool handles) {
  MLIRContext *context = module.getContext();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(context), word = builder.getI64Type();
  auto declare = [&](StringRef name, Type result, Type argument) {
    if (!module.lookupSymbol(name))
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                               LLVM::LLVMFunctionType::get(result, {argument}));
  };
  declare("malloc", pointer, word);
  declare("free", LLVM::LLVMVoidType::get(context), pointer);
  std::string text(runtimeText);
  if (handles)
    text += handleText;
  replaceIn(text, "UNLOCK", threads ? unlockText : "");
  replaceIn(text, "LOCK", threads ? lockText : "");
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(
      "module {\nllvm.func @malloc(i64) -> !llvm.ptr\nllvm.func @free(!llvm.ptr)\n" + text + "}",
      ParserConfig(context));
  for (StringRef name :
       {allocateName, freeName, makeArenaName, holdName, makeHandleName, openHandleName}) {
    Operation *function = parsed->lookupSymbol(name);
    if (!function)
      continue;
    function->remove();
    module.push_back(function);
  }
}

namespace {
/// Builds the code of one record, slot by slot.
class RecordBuilder {
public:
  RecordBuilder(OpBuilder &builder, Location loc, int64_t memorySpace)
      : builder(builder), loc(loc), space(builder.getI64IntegerAttr(memorySpace)) {}

  static int64_t countSlots(TypeRange types) {
    int64_t count = 0;
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      count += tensor ? 1 + tensor.getNumDynamicDims() : getSlots(type);
    }
    return count;
  }

  Value put(Value arena, ValueRange payload) {
    Value address = allocate(arena, constant(8 * countSlots(payload.getTypes())));
    record = toPointer(address);
    for (Value value : payload) {
      if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
        putArray(arena, tensor, value);
      else
        store(value);
    }
    return address;
  }

  SmallVector<Value> get(Value address, TypeRange types) {
    record = toPointer(address);
    SmallVector<Value> values;
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      values.push_back(tensor ? getArray(tensor) : load(type));
    }
    return values;
  }

private:
  static int64_t getSlots(Type scalar) {
    return scalar.isIntOrFloat() ? std::max<int64_t>(1, (scalar.getIntOrFloatBitWidth() + 63) / 64)
                                 : 1;
  }

  Value constant(int64_t number) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                    builder.getI64IntegerAttr(number));
  }
  Value toPointer(Value address) {
    return LLVM::IntToPtrOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
                                    address);
  }
  Value allocate(Value arena, Value bytes) {
    return LLVM::CallOp::create(builder, loc, TypeRange(builder.getI64Type()),
                                SymbolRefAttr::get(builder.getContext(), allocateName),
                                ValueRange{arena, bytes})
        .getResult();
  }
  Value nextSlot(int64_t count = 1) {
    Value place = slot == 0
                      ? record
                      : LLVM::GEPOp::create(builder, loc, record.getType(), builder.getI8Type(),
                                            record, ArrayRef<LLVM::GEPArg>(int32_t(8 * slot)))
                            .getResult();
    slot += count;
    return place;
  }
  Value toWord(Value index) {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
  }

  void store(Value value) {
    Value place = nextSlot(getSlots(value.getType()));
    if (value.getType().isIndex())
      value = toWord(value);
    LLVM::StoreOp::create(builder, loc, value, place, /*alignment=*/8);
  }

  Value load(Type type) {
    bool isIndex = type.isIndex();
    Value place = nextSlot(getSlots(type));
    Value value = LLVM::LoadOp::create(builder, loc, isIndex ? builder.getI64Type() : type, place,
                                       /*alignment=*/8, /*isVolatile=*/false,
                                       /*isNonTemporal=*/false, /*isInvariant=*/true);
    return isIndex ? arith::IndexCastOp::create(builder, loc, type, value).getResult() : value;
  }

  static int64_t getBytes(Type element) {
    if (element.isIndex())
      return 8;
    return llvm::PowerOf2Ceil(llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
  }

  /// The array at `address` with the given extents, one for each dimension.
  Value makeBuffer(RankedTensorType type, Value address, ValueRange extents) {
    MLIRContext *context = builder.getContext();
    auto memref =
        MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(), space);
    Type pointer = LLVM::LLVMPointerType::get(context), word = builder.getI64Type();
    SmallVector<Type> parts = {pointer, pointer, word};
    int64_t rank = type.getRank();
    if (rank)
      parts.append(2, LLVM::LLVMArrayType::get(word, rank));
    Type descriptorType = LLVM::LLVMStructType::getLiteral(context, parts);
    Value descriptor = LLVM::PoisonOp::create(builder, loc, descriptorType);
    auto insert = [&](Value value, ArrayRef<int64_t> position) {
      descriptor = LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
    };
    insert(address, {0});
    insert(address, {1});
    insert(constant(0), {2});
    Value stride = constant(1);
    for (int64_t i = rank - 1; i >= 0; --i) {
      insert(extents[i], {3, i});
      insert(stride, {4, i});
      stride = LLVM::MulOp::create(builder, loc, stride, extents[i]);
    }
    return UnrealizedConversionCastOp::create(builder, loc, TypeRange(memref), descriptor)
        .getResult(0);
  }

  void putArray(Value arena, RankedTensorType type, Value tensor) {
    Value place = nextSlot();
    SmallVector<Value> extents;
    Value bytes = constant(getBytes(type.getElementType()));
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (type.isDynamicDim(i)) {
        extents.push_back(toWord(tensor::DimOp::create(builder, loc, tensor, i)));
        LLVM::StoreOp::create(builder, loc, extents.back(), nextSlot(), /*alignment=*/8);
      } else {
        extents.push_back(constant(type.getDimSize(i)));
      }
      bytes = LLVM::MulOp::create(builder, loc, bytes, extents.back());
    }
    Value data = toPointer(allocate(arena, bytes));
    LLVM::StoreOp::create(builder, loc, data, place, /*alignment=*/8);
    auto memref =
        MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(), space);
    Value from =
        bufferization::ToBufferOp::create(builder, loc, memref, tensor, /*read_only=*/true);
    memref::CopyOp::create(builder, loc, from, makeBuffer(type, data, extents));
  }

  Value getArray(RankedTensorType type) {
    Value data = load(LLVM::LLVMPointerType::get(builder.getContext()));
    SmallVector<Value> extents;
    for (int64_t i = 0; i < type.getRank(); ++i)
      extents.push_back(type.isDynamicDim(i) ? load(builder.getI64Type())
                                             : constant(type.getDimSize(i)));
    return bufferization::ToTensorOp::create(builder, loc, type, makeBuffer(type, data, extents),
                                             /*restrict=*/true);
  }

  OpBuilder &builder;
  Location loc;
  Attribute space; ///< The memory space of arrays.
  Value record;
  int64_t slot = 0;
};

struct LowerArenas : chad::impl::ChadLowerArenasBase<LowerArenas> {
  using ChadLowerArenasBase::ChadLowerArenasBase;

  void runOnOperation() override {
    if (failed(check()))
      return signalPassFailure();
    SmallVector<ArenaOp> arenas;
    SmallVector<func::FuncOp> withHandles;
    bool hasRecords = false;
    getOperation().walk([&](Operation *op) {
      if (auto arena = dyn_cast<ArenaOp>(op))
        arenas.push_back(arena);
      hasRecords |= isa<ArenaPutOp, ArenaGetOp>(op);
      if (auto function = dyn_cast<func::FuncOp>(op); function && function->hasAttr(handlesAttr))
        withHandles.push_back(function);
      lower(op);
    });
    for (func::FuncOp function : withHandles)
      lowerHandles(function);
    for (ArenaOp arena : arenas) {
      if (isHandedOut(arena))
        arena.erase();
      else
        lowerArena(arena);
    }
    for (func::FuncOp function : withHandles)
      function->removeAttr(handlesAttr);
    if (hasRecords || !arenas.empty() || !withHandles.empty())
      addRuntime(getOperation(), threads, !withHandles.empty());
  }

private:
  /// Checks that the fields of records have types with a layout in memory, and finds the functions
  /// that make arenas.
  LogicalResult check() {
    auto isStored = [](Type type) {
      Type element = getElementTypeOrSelf(type);
      return element.isIntOrIndexOrFloat() && (type == element || isa<RankedTensorType>(type));
    };
    return failure(getOperation()
                       .walk([&](Operation *op) -> WalkResult {
                         if (isa<ArenaOp>(op) && !isa_and_nonnull<func::FuncOp>(op->getParentOp()))
                           return op->emitError(
                               "chad: an arena is made at the begin of a function");
                         if (!isa<ArenaPutOp, ArenaGetOp>(op))
                           return WalkResult::advance();
                         SmallVector<Type> types(op->getOperandTypes());
                         llvm::append_range(types, op->getResultTypes());
                         for (Type type : types)
                           if (!isStored(type))
                             return op->emitError("chad: records in memory hold numbers and ranked "
                                                  "tensors of them, not ")
                                    << type;
                         return WalkResult::advance();
                       })
                       .wasInterrupted());
  }

  void lower(Operation *op) {
    OpBuilder builder(op);
    RecordBuilder record(builder, op->getLoc(), memorySpace);
    if (auto put = dyn_cast<ArenaPutOp>(op)) {
      put.replaceAllUsesWith(record.put(put.getArena(), put.getPayload()));
      put.erase();
    } else if (auto get = dyn_cast<ArenaGetOp>(op)) {
      get->replaceAllUsesWith(record.get(get.getAddress(), get.getResultTypes()));
      get.erase();
    }
  }

  static ArrayRef<int64_t> getHandles(func::FuncOp function, unsigned group) {
    auto groups = function->getAttrOfType<ArrayAttr>(handlesAttr);
    return groups ? cast<DenseI64ArrayAttr>(groups[group]).asArrayRef() : ArrayRef<int64_t>();
  }

  /// Whether callers outside get handles of the records in `arena`.
  static bool isHandedOut(ArenaOp arena) {
    return !getHandles(cast<func::FuncOp>(arena->getParentOp()), 1).empty();
  }

  static Value call(OpBuilder &builder, Location loc, StringRef name, ValueRange args) {
    auto result = LLVM::CallOp::create(builder, loc, TypeRange(builder.getI64Type()),
                                       SymbolRefAttr::get(builder.getContext(), name), args);
    return result.getResult();
  }

  /// Copies the arrays that are returned: they may be parts of a record, which is freed.
  static void copyReturned(OpBuilder &builder, func::ReturnOp end) {
    for (OpOperand &operand : end->getOpOperands())
      if (auto tensor = dyn_cast<RankedTensorType>(operand.get().getType()))
        operand.set(bufferization::AllocTensorOp::create(builder, end.getLoc(), tensor,
                                                         /*dynamicSizes=*/ValueRange(),
                                                         /*copy=*/operand.get()));
  }

  /// Opens the handles that are arguments, and makes those that are results. These lie in an arena
  /// that refers to those of the arguments.
  static void lowerHandles(func::FuncOp function) {
    Location loc = function.getLoc();
    OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
    SmallVector<Value> given;
    for (int64_t i : getHandles(function, 0)) {
      Value handle = function.getArgument(i);
      Value record = call(builder, loc, openHandleName, handle);
      handle.replaceAllUsesExcept(record, record.getDefiningOp());
      given.push_back(handle);
    }
    ArrayRef<int64_t> results = getHandles(function, 1);
    Value arena;
    if (!results.empty()) {
      arena = call(builder, loc, makeArenaName, {});
      function.walk([&](ArenaOp op) { op.replaceAllUsesWith(arena); });
    }
    function.walk([&](func::ReturnOp end) {
      builder.setInsertionPoint(end);
      // Arenas that are freed at the end are lowered later.
      copyReturned(builder, end);
      if (results.empty())
        return;
      for (Value handle : given)
        LLVM::CallOp::create(builder, loc, TypeRange(),
                             SymbolRefAttr::get(builder.getContext(), holdName),
                             ValueRange{arena, handle});
      for (int64_t i : results)
        end.setOperand(i, call(builder, loc, makeHandleName, {arena, end.getOperand(i)}));
    });
  }

  static void lowerArena(ArenaOp arena) {
    auto function = arena->getParentOfType<func::FuncOp>();
    OpBuilder builder(arena);
    Location loc = arena.getLoc();
    Type word = builder.getI64Type(), state = LLVM::LLVMArrayType::get(word, 5);
    Value one = LLVM::ConstantOp::create(builder, loc, word, builder.getI64IntegerAttr(1));
    Value place = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), state, one, 8);
    LLVM::StoreOp::create(builder, loc, LLVM::ZeroOp::create(builder, loc, state), place);
    Value address = LLVM::PtrToIntOp::create(builder, loc, word, place);
    arena.replaceAllUsesWith(address);
    arena.erase();
    function.walk([&](func::ReturnOp end) {
      builder.setInsertionPoint(end);
      if (!function->hasAttr(handlesAttr))
        copyReturned(builder, end);
      LLVM::CallOp::create(builder, end.getLoc(), TypeRange(),
                           SymbolRefAttr::get(builder.getContext(), freeName), address);
    });
  }
};
} // namespace
