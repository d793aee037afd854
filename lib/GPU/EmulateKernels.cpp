//===- EmulateKernels.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts kernels to functions of the host, which run one thread after the other.

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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace chad {
#define GEN_PASS_DEF_CHADEMULATEKERNELS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

/// The names of the calls that add an element of a product by tensor cores to a sum, in f64 and in
/// f32.
static constexpr StringLiteral productSumName = "chadrt.emulated.product.sum",
                               productSumF32Name = "chadrt.emulated.product.sum.f32";

/// Attributes of an access of a kernel: the text about the access in messages, and its
/// `AccessMode`.
static constexpr StringLiteral recordName = "emulated.record", modeName = "emulated.mode";

/// The attribute of an access to the memory of a block, which is counted.
static constexpr StringLiteral ofBlockName = "emulated.of_block";

/// The ways in which a kernel accesses memory, as the emulator numbers them.
enum AccessMode { Read = 0, Write = 1, Atomic = 2, OfBlock = 4, OfThread = 8 };

namespace {
class Emulation {
public:
  Emulation(ModuleOp module, unsigned &numMessages, bool check, bool count)
      : module(module), rewriter(module.getContext()), numMessages(numMessages), check(check),
        count(count) {}

  /// Makes the function of the host that replaces a kernel.
  void run(gpu::GPUFuncOp kernel);

private:
  /// Loads an argument of the kernel from the next of its words.
  Value loadArgument(Location loc, Type type, Value words);
  Value loadWord(Location loc, Type type, Value words);
  Value call(Location loc, StringRef name, Type result, ValueRange args = {});
  void replaceOps(func::FuncOp function);
  /// Replaces a product by tensor cores: each thread passes its elements of the factors to the
  /// other threads of the warp.
  void replaceProduct(NVVM::MmaOp op);
  /// Creates a constant for a text, which may contain zeros, and returns its address.
  Value createText(Location loc, StringRef text);
  /// The address of an element, as a number.
  Value addressOf(Location loc, Value buffer, ValueRange position);
  /// Adds calls that check an access, by the attributes of `markAccesses`.
  void checkAccess(Operation *op);
  /// Adds a call that counts an access.
  void countAccess(Operation *op, Value buffer, ValueRange position, bool isWrite);
  /// The number of a run of the ops of a block by a thread, made of the numbers of the iterations
  /// of the loops around: the threads of a warp run an op together where these are equal. -1 where
  /// a loop has no such number.
  Value getRun(Block *block);
  void countAll(func::FuncOp function);

  ModuleOp module;
  IRRewriter rewriter;
  unsigned nextWord = 0;
  StringRef kernelName;
  unsigned &numMessages;
  DenseMap<Block *, Value> runs; ///< By blocks, the numbers that `getRun` has made.
  int64_t numCounted = 0;        ///< The number of accesses of the kernel that are counted so far.
  bool check, count;
};
} // namespace

/// The place of an op in the program, with the name of its kernel.
static std::string describePlace(Operation *op, StringRef kernel) {
  return describeLocation(op->getLoc()) + "the kernel '" + kernel.str() + "'";
}

static int64_t bytesOf(Type scalar) {
  return scalar.isIndex() ? 8 : llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
}

/// The buffer that a view is part of.
static Value getWhole(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// The buffer and the position that an op reads or writes.
static std::pair<Value, ValueRange> getPlace(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return {load.getMemRef(), load.getIndices()};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return {store.getMemRef(), store.getIndices()};
  if (auto add = dyn_cast<memref::AtomicRMWOp>(op))
    return {add.getMemref(), add.getIndices()};
  return {};
}

/// Whether a buffer lies in the memory of a block.
static bool isOfBlock(Value buffer) {
  return isa_and_nonnull<gpu::AddressSpaceAttr>(
      cast<MemRefType>(buffer.getType()).getMemorySpace());
}

/// Sets attributes on each access of a kernel for what the function of the host no longer shows:
/// the array, and the memory that holds it.
static void markAccesses(gpu::GPUFuncOp kernel) {
  Builder builder(kernel.getContext());
  kernel.walk([&](Operation *op) {
    auto [buffer, position] = getPlace(op);
    if (!buffer)
      return;
    int64_t mode = isa<memref::LoadOp>(op) ? Read : isa<memref::StoreOp>(op) ? Write : Atomic;
    std::string text;
    llvm::raw_string_ostream array(text);
    auto arg = dyn_cast<BlockArgument>(getWhole(buffer));
    bool isArg = arg && arg.getOwner() == &kernel.getBody().front();
    if (isOfBlock(buffer)) {
      mode |= OfBlock;
      array << "array ";
      if (isArg)
        array << arg.getArgNumber() - kernel.getNumArguments() << " ";
      array << "of the block";
    } else if (isOnDevice(buffer)) {
      array << (isArg ? "argument " + Twine(arg.getArgNumber()) : Twine("an array"));
    } else {
      mode |= OfThread;
      array << "an array of the thread";
    }
    array << " (" << getWhole(buffer).getType() << ")";
    op->setAttr(recordName,
                builder.getStringAttr(describePlace(op, kernel.getName()) + '\0' + text));
    op->setAttr(modeName, builder.getI64IntegerAttr(mode));
  });
}

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
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(rewriter, loc, value, 64);
  };
  std::optional<NVVM::MMATypes> factors = op.getMultiplicandAPtxType();
  // The elements of a thread in a factor, which lie in words of 32 bits where they are not of f64.
  auto show = [&](ValueRange operands, bool isRight) {
    int64_t number = 0;
    for (Value operand : operands) {
      SmallVector<Value> elements;
      if (factors == NVVM::MMATypes::tf32) {
        elements.push_back(LLVM::BitcastOp::create(rewriter, loc, rewriter.getF32Type(), operand));
      } else if (operand.getType().isF64()) {
        elements.push_back(operand);
      } else {
        if (factors == NVVM::MMATypes::bf16)
          operand = LLVM::BitcastOp::create(rewriter, loc,
                                            VectorType::get(2, rewriter.getBF16Type()), operand);
        for (int64_t each : {0, 1})
          elements.push_back(
              LLVM::ExtractElementOp::create(rewriter, loc, operand, constant(each)));
      }
      for (Value element : elements) {
        if (!element.getType().isF64())
          element = arith::ExtFOp::create(rewriter, loc, rewriter.getF64Type(), element);
        call(loc, "chadrt.emulated.factor", Type(),
             {constant(isRight), constant(number++), element});
      }
    }
  };
  show(op.getOperandA(), /*isRight=*/false);
  show(op.getOperandB(), /*isRight=*/true);
  call(loc, "chadrt.emulated.product", Type());
  bool isF64 = op.getOperandC()[0].getType().isF64();
  Value depth = constant(op.getShapeAttr().getK());
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    auto part = cast<LLVM::ExtractValueOp>(user);
    rewriter.setInsertionPoint(part);
    int64_t number = part.getPosition().front();
    Value before = op.getOperandC()[number], which = constant(number);
    rewriter.replaceOp(
        part, isF64 ? call(loc, productSumName, rewriter.getF64Type(), {before, which})
                    : call(loc, productSumF32Name, rewriter.getF32Type(), {before, which, depth}));
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
      Value text = createText(loc, describeCheck(check));
      Value holds = arith::ExtUIOp::create(rewriter, loc, rewriter.getI32Type(), check.getArg());
      call(loc, "chadrt.emulated.check", Type(), {holds, text});
      rewriter.eraseOp(op);
    } else if (isa<gpu::BarrierOp>(op)) {
      call(loc, "chadrt.emulated.barrier", Type(), createText(loc, describePlace(op, kernelName)));
      rewriter.eraseOp(op);
    }
  });
}

Value Emulation::createText(Location loc, StringRef text) {
  std::string name = ("chadrt.message." + Twine(numMessages++)).str();
  setText(module, name, text);
  return LLVM::AddressOfOp::create(rewriter, loc, LLVM::LLVMPointerType::get(rewriter.getContext()),
                                   name);
}

Value Emulation::addressOf(Location loc, Value buffer, ValueRange position) {
  Type scalar = cast<MemRefType>(buffer.getType()).getElementType();
  auto parts = memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
  Value place = parts.getOffset();
  for (auto [at, stride] : llvm::zip_equal(position, parts.getStrides()))
    place = arith::AddIOp::create(rewriter, loc, place,
                                  arith::MulIOp::create(rewriter, loc, at, stride));
  Value size = arith::ConstantIndexOp::create(rewriter, loc, bytesOf(scalar));
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc,
                                                               rewriter.getIndexType(), buffer);
  Value address = arith::AddIOp::create(rewriter, loc, start,
                                        arith::MulIOp::create(rewriter, loc, place, size));
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), address);
}

void Emulation::checkAccess(Operation *op) {
  Location loc = op->getLoc();
  auto [buffer, position] = getPlace(op);
  int64_t mode = op->getAttrOfType<IntegerAttr>(modeName).getInt();
  rewriter.setInsertionPoint(op);
  Value record = createText(loc, op->getAttrOfType<StringAttr>(recordName));
  Type word = rewriter.getI64Type();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(rewriter, loc, value, 64);
  };
  SmallVector<Value> extents;
  Value isInside;
  for (auto [dim, at] : llvm::enumerate(position)) {
    extents.push_back(rewriter.createOrFold<memref::DimOp>(loc, buffer, dim));
    Value isBelow =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, at, extents.back());
    isInside = isInside ? arith::AndIOp::create(rewriter, loc, isInside, isBelow) : isBelow;
  }
  if (isInside) {
    auto branch = scf::IfOp::create(rewriter, loc, TypeRange(), isInside, /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    rewriter.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(rewriter, loc);
    rewriter.setInsertionPointToEnd(branch.elseBlock());
    for (auto [dim, at] : llvm::enumerate(position))
      call(loc, "chadrt.emulated.check.index", Type(),
           {record, number(dim), arith::IndexCastOp::create(rewriter, loc, word, at),
            arith::IndexCastOp::create(rewriter, loc, word, extents[dim])});
    scf::YieldOp::create(rewriter, loc);
    rewriter.setInsertionPoint(op);
  }
  int64_t bytes = bytesOf(cast<MemRefType>(buffer.getType()).getElementType());
  if (!(mode & OfThread))
    call(loc, "chadrt.emulated.check.access", Type(),
         {record, addressOf(loc, buffer, position), number(bytes), number(mode)});
}

void Emulation::countAccess(Operation *op, Value buffer, ValueRange position, bool isWrite) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  int64_t bytes = bytesOf(cast<MemRefType>(buffer.getType()).getElementType());
  Value size = arith::ConstantIntOp::create(rewriter, loc, bytes, 64);
  Value write = arith::ConstantIntOp::create(rewriter, loc, isWrite, 64);
  numCounted += !op->hasAttr(joinedAttr);
  Value number = arith::ConstantIntOp::create(rewriter, loc, numCounted, 64);
  Value run = getRun(op->getBlock());
  rewriter.setInsertionPoint(op);
  Value address = addressOf(loc, buffer, position);
  if (op->hasAttr(ofBlockName))
    call(loc, "chadrt.emulated.count.block.access", Type(), {address, size, number, run});
  else
    call(loc, "chadrt.emulated.count.access", Type(), {address, size, write, number, run});
}

Value Emulation::getRun(Block *block) {
  Operation *parent = block->getParentOp();
  if (isa<scf::IfOp>(parent))
    return getRun(parent->getBlock());
  if (Value run = runs.lookup(block))
    return run;
  Location loc = parent->getLoc();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(rewriter, loc, value, 64);
  };
  auto loop = dyn_cast<scf::ForOp>(parent);
  // All iterations of loops without a number are one sequence of runs.
  Value around = loop ? getRun(parent->getBlock()) : Value();
  rewriter.setInsertionPointToStart(block);
  if (!loop || getConstantIntValue(around) == -1)
    return runs[block] = number(isa<func::FuncOp>(parent) ? 0 : -1);
  Value distance =
      arith::SubIOp::create(rewriter, loc, loop.getInductionVar(), loop.getLowerBound());
  Value iteration = arith::DivUIOp::create(rewriter, loc, distance, loop.getStep());
  iteration = arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), iteration);
  // The numbers of the iterations around, as digits of a large base.
  constexpr int64_t base = 1'000'003, mask = std::numeric_limits<int64_t>::max();
  Value scaled = arith::MulIOp::create(rewriter, loc, around, number(base));
  Value sum = arith::AddIOp::create(rewriter, loc, scaled, iteration);
  return runs[block] = arith::AndIOp::create(rewriter, loc, sum, number(mask));
}

/// The number of operations on floats that an op counts as.
static int64_t operationsOf(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    if (call.getCallee() == productSumName)
      return 8;
    if (call.getCallee() == productSumF32Name)
      return 2 * getConstantIntValue(call.getOperand(2)).value_or(0);
  }
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
    auto [buffer, position] = getPlace(op);
    if (!buffer || (!isOnDevice(buffer) && !op->hasAttr(ofBlockName)))
      continue;
    if (!isa<memref::StoreOp>(op))
      countAccess(op, buffer, position, /*isWrite=*/false);
    if (!isa<memref::LoadOp>(op))
      countAccess(op, buffer, position, /*isWrite=*/true);
    op->removeAttr(ofBlockName);
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
    int64_t bytes = type.getNumElements() * bytesOf(scalar);
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
  if (check)
    markAccesses(kernel);
  if (count)
    kernel.walk([&](Operation *op) {
      Value buffer = getPlace(op).first;
      if (buffer && isOfBlock(buffer))
        op->setAttr(ofBlockName, rewriter.getUnitAttr());
    });
  kernelName = kernel.getName();
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
  SmallVector<Operation *> checked;
  function.walk([&](Operation *op) {
    if (op->hasAttr(recordName))
      checked.push_back(op);
  });
  for (Operation *op : checked) {
    checkAccess(op);
    op->removeAttr(recordName);
    op->removeAttr(modeName);
  }
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
      Emulation(getOperation(), numMessages, check, count).run(kernel);
    for (auto module : llvm::make_early_inc_range(getOperation().getOps<gpu::GPUModuleOp>()))
      module.erase();
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
