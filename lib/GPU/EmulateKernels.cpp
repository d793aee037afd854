//===- EmulateKernels.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts kernels to functions that the host runs, one thread after the other.

#include "Descriptors.h"
#include "MemorySpaces.h"
#include "chad/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace chad {
#define GEN_PASS_DEF_CHADEMULATEKERNELS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

/// An element of a sum with a product of tensor cores.
static constexpr StringLiteral productSumName = "chadrt.emulated.product.sum";

namespace {
class Emulation {
public:
  Emulation(ModuleOp module, unsigned &numMessages, bool count)
      : module(module), rewriter(module.getContext()), numMessages(numMessages), count(count) {}

  /// Makes the function of the host that replaces a kernel.
  void run(gpu::GPUFuncOp kernel);

private:
  /// An argument of the kernel, from the next of its words.
  Value loadArgument(Location loc, Type type, Value words);
  Value loadWord(Location loc, Type type, Value words);
  Value call(Location loc, StringRef name, Type result, ValueRange args = {});
  void replaceOps(func::FuncOp function);
  /// Of tensor cores: the threads hand their elements of the factors to each other.
  void replaceProduct(NVVM::MmaOp op);
  /// Adds calls that count.
  void countAccess(Operation *op, Value buffer, ValueRange position, bool isWrite);
  void countAll(func::FuncOp function);

  ModuleOp module;
  IRRewriter rewriter;
  unsigned nextWord = 0;
  unsigned &numMessages;
  bool count;
};
} // namespace

Value Emulation::loadWord(Location loc, Type type, Value words) {
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Value at = LLVM::GEPOp::create(rewriter, loc, pointer, rewriter.getI64Type(), words,
                                 ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(nextWord++)});
  return LLVM::LoadOp::create(rewriter, loc, type, at);
}

Value Emulation::loadArgument(Location loc, Type type, Value words) {
  Type word = rewriter.getI64Type();
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer) {
    Value value = loadWord(loc, type.isIndex() ? word : type, words);
    return type.isIndex() ? arith::IndexCastOp::create(rewriter, loc, type, value) : value;
  }
  unsigned space = buffer.getMemorySpaceAsInt();
  Value address = loadWord(loc, LLVM::LLVMPointerType::get(rewriter.getContext(), space), words);
  // The descriptor has the address twice.
  ++nextWord;
  SmallVector<Value> fields;
  for (int64_t i = 0; i < 1 + 2 * buffer.getRank(); ++i)
    fields.push_back(loadWord(loc, word, words));
  return createBuffer(rewriter, loc, buffer, address, fields);
}

Value Emulation::call(Location loc, StringRef name, Type result, ValueRange args) {
  declareRuntime(module, name, args.getTypes(), result ? TypeRange(result) : TypeRange());
  auto call =
      func::CallOp::create(rewriter, loc, name, result ? TypeRange(result) : TypeRange(), args);
  return result ? call.getResult(0) : Value();
}

void Emulation::replaceProduct(NVVM::MmaOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  call(loc, "chadrt.emulated.product", Type(),
       {op.getOperandA().front(), op.getOperandB().front()});
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto part = cast<LLVM::ExtractValueOp>(user);
    rewriter.setInsertionPoint(part);
    int64_t number = part.getPosition().front();
    Value which = arith::ConstantIntOp::create(rewriter, loc, number, 64);
    rewriter.replaceOp(
        part, call(loc, productSumName, rewriter.getF64Type(), {op.getOperandC()[number], which}));
  }
  rewriter.eraseOp(op);
}

void Emulation::replaceOps(func::FuncOp function) {
  SmallVector<NVVM::MmaOp> products;
  function.walk([&](NVVM::MmaOp op) { products.push_back(op); });
  for (NVVM::MmaOp op : products)
    replaceProduct(op);
  Type index = rewriter.getIndexType();
  function.walk([&](Operation *op) {
    rewriter.setInsertionPoint(op);
    Location loc = op->getLoc();
    auto replaceByNumber = [&](StringRef name, gpu::Dimension dimension, int64_t other) {
      Value number = dimension == gpu::Dimension::x
                         ? call(loc, name, index)
                         : arith::ConstantIndexOp::create(rewriter, loc, other).getResult();
      rewriter.replaceOp(op, number);
    };
    if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
      replaceByNumber("chadrt.emulated.thread", id.getDimension(), 0);
    else if (auto id = dyn_cast<gpu::BlockIdOp>(op))
      replaceByNumber("chadrt.emulated.block", id.getDimension(), 0);
    else if (auto id = dyn_cast<gpu::BlockDimOp>(op))
      replaceByNumber("chadrt.emulated.block.size", id.getDimension(), 1);
    else if (auto id = dyn_cast<gpu::GridDimOp>(op))
      replaceByNumber("chadrt.emulated.grid.size", id.getDimension(), 1);
    else if (auto check = dyn_cast<cf::AssertOp>(op)) {
      std::string name = ("chadrt.message." + Twine(numMessages++)).str();
      setText(module, name, describeCheck(check));
      Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
      Value text = LLVM::AddressOfOp::create(rewriter, loc, pointer, name);
      Value holds = arith::ExtUIOp::create(rewriter, loc, rewriter.getI32Type(), check.getArg());
      call(loc, "chadrt.emulated.check", Type(), {holds, text});
      rewriter.eraseOp(op);
    } else if (isa<gpu::BarrierOp>(op)) {
      call(loc, "chadrt.emulated.barrier", Type());
      rewriter.eraseOp(op);
    }
  });
}

void Emulation::countAccess(Operation *op, Value buffer, ValueRange position, bool isWrite) {
  auto type = cast<MemRefType>(buffer.getType());
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  Type scalar = type.getElementType(), index = rewriter.getIndexType(),
       word = rewriter.getI64Type();
  int64_t bytes = scalar.isIndex() ? 8 : llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
  auto parts = memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
  Value place = parts.getOffset();
  for (auto [at, stride] : llvm::zip_equal(position, parts.getStrides()))
    place = arith::AddIOp::create(rewriter, loc, place,
                                  arith::MulIOp::create(rewriter, loc, at, stride));
  Value size = arith::ConstantIndexOp::create(rewriter, loc, bytes);
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, index, buffer);
  Value address = arith::AddIOp::create(rewriter, loc, start,
                                        arith::MulIOp::create(rewriter, loc, place, size));
  auto asWord = [&](Value value) {
    return arith::IndexCastOp::create(rewriter, loc, word, value).getResult();
  };
  Value write = arith::ConstantIntOp::create(rewriter, loc, isWrite, 64);
  call(loc, "chadrt.emulated.count.access", Type(), {asWord(address), asWord(size), write});
}

/// The operations on floats that an op is.
static int64_t operationsOf(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op); call && call.getCallee() == productSumName)
    return 8;
  if (op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
    return 0;
  if (isa<math::FmaOp>(op))
    return 2;
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::NegFOp, math::AbsFOp,
          math::SqrtOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
          op))
    return 1;
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ? 20 : 0;
}

void Emulation::countAll(func::FuncOp function) {
  SmallVector<Operation *> ops;
  llvm::MapVector<Block *, int64_t> operations;
  function.walk([&](Operation *op) {
    ops.push_back(op);
    if (int64_t number = operationsOf(op))
      operations[op->getBlock()] += number;
  });
  for (Operation *op : ops) {
    if (auto load = dyn_cast<memref::LoadOp>(op); load && isOnDevice(load.getMemRef()))
      countAccess(op, load.getMemRef(), load.getIndices(), false);
    else if (auto store = dyn_cast<memref::StoreOp>(op); store && isOnDevice(store.getMemRef()))
      countAccess(op, store.getMemRef(), store.getIndices(), true);
    else if (auto add = dyn_cast<memref::AtomicRMWOp>(op); add && isOnDevice(add.getMemref())) {
      countAccess(op, add.getMemref(), add.getIndices(), false);
      countAccess(op, add.getMemref(), add.getIndices(), true);
    }
  }
  for (auto [block, number] : operations) {
    rewriter.setInsertionPoint(block->getTerminator());
    Location loc = block->getTerminator()->getLoc();
    Value value = arith::ConstantIntOp::create(rewriter, loc, number, 64);
    call(loc, "chadrt.emulated.count.operations", Type(), value);
  }
}

void Emulation::run(gpu::GPUFuncOp kernel) {
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  std::string name =
      emulatedName(kernel->getParentOfType<gpu::GPUModuleOp>().getName(), kernel.getName());
  declareRuntime(module, name, pointer, {});
  auto function = module.lookupSymbol<func::FuncOp>(name);
  Block *entry = function.addEntryBlock();
  rewriter.setInsertionPointToStart(entry);
  SmallVector<Value> args;
  for (Type type : kernel.getFunctionType().getInputs())
    args.push_back(loadArgument(loc, type, entry->getArgument(0)));
  int64_t shared = 0;
  for (BlockArgument buffer : kernel.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    Type scalar = type.getElementType();
    int64_t bytes = type.getNumElements() *
                    (scalar.isIndex() ? 8 : llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8));
    Value offset = arith::ConstantIndexOp::create(rewriter, loc, shared);
    Value size = arith::ConstantIndexOp::create(rewriter, loc, bytes);
    Value address = call(loc, "chadrt.emulated.shared", pointer, {offset, size});
    Value word = arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), size);
    auto bytesType = MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type());
    Value whole = createBytes(rewriter, loc, bytesType, address, word);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    args.push_back(memref::ViewOp::create(rewriter, loc, MemRefType::get(type.getShape(), scalar),
                                          whole, zero, ValueRange()));
    shared = llvm::alignTo(shared + bytes, 64);
  }
  IRMapping mapping;
  mapping.map(kernel.getArguments(), args);
  kernel.getBody().cloneInto(&function.getBody(), mapping);
  Block *body = mapping.lookup(&kernel.getBody().front());
  rewriter.mergeBlocks(body, entry, args);
  function.walk([&](gpu::ReturnOp op) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op);
  });
  // On the host the memory of a block is ordinary memory.
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!isa_and_nonnull<gpu::AddressSpaceAttr>(type.getMemorySpace()))
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(), type.getLayout());
  });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/false, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  replaceOps(function);
  if (count)
    countAll(function);
}

namespace {
struct EmulateKernels : chad::impl::ChadEmulateKernelsBase<EmulateKernels> {
  using Base::Base;

  void runOnOperation() override {
    unsigned numMessages = 0;
    SmallVector<gpu::GPUFuncOp> kernels;
    getOperation().walk([&](gpu::GPUFuncOp kernel) { kernels.push_back(kernel); });
    for (gpu::GPUFuncOp kernel : kernels)
      Emulation(getOperation(), numMessages, count).run(kernel);
    for (auto module : llvm::make_early_inc_range(getOperation().getOps<gpu::GPUModuleOp>()))
      module.erase();
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
