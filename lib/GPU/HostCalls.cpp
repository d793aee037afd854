//===- HostCalls.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers the host's ops on the device to calls of the runtime.

#include "Descriptors.h"
#include "LibraryCalls.h"
#include "MemorySpaces.h"
#include "chad/GPU/Passes.h"
#include "chad/GPURuntime/Runtime.h"
#include "chad/Loops/Kernels.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERDEVICEMEMORY
#define GEN_PASS_DEF_CHADLOWERLAUNCHES
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
class Lowering {
public:
  Lowering(ModuleOp module, StringRef target)
      : module(module), rewriter(module.getContext()), prefix(("chadrt." + target + ".").str()),
        isEmulation(target == "emulated") {}

  LogicalResult lowerLaunches();
  LogicalResult lowerMemory();

private:
  void lower(memref::AllocOp op);
  /// Lowers the allocation of a result, which the runtime may make on the device.
  void lowerResult(memref::AllocOp op);
  void lower(memref::DeallocOp op);
  void lower(memref::CopyOp op);
  void lower(memref::LoadOp op);
  void lower(gpu::LaunchFuncOp op);
  /// Lowers the copies between arrays of callers, which may be on the device, and those of the
  /// host.
  void lowerCallersCopies();
  void lower(func::CallOp product);

  /// Memory of the host with these words, for an op of a function.
  Value storeWords(Operation *op, ValueRange words);
  /// The function of the host that emulates a kernel.
  Value getFunction(gpu::LaunchFuncOp op);
  /// The address of the record that describes a kernel to the runtime.
  Value getRecord(gpu::LaunchFuncOp op, size_t numWords);
  LLVM::GlobalOp getText(StringRef name, StringRef text);
  func::CallOp call(Location loc, StringRef name, ValueRange args, TypeRange results = {});
  /// The address of a buffer as a number. The offset of the buffer is 0.
  Value addressOf(Location loc, Value buffer);
  Value sizeOf(Location loc, MemRefType type, ValueRange dynamicSizes);
  Value index(Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  Value word(Location loc, Value number) {
    return arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), number);
  }

  /// Whether the size of an element of a buffer is known. Emits an error at `op` if it is not.
  bool hasNumbers(Operation *op, Value buffer);

  ModuleOp module;
  IRRewriter rewriter;
  std::string prefix;
  bool isEmulation, hasFailed = false;
};
} // namespace

Value Lowering::getFunction(gpu::LaunchFuncOp op) {
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  // `chad-emulate-kernels` gives the function its body.
  std::string name = emulatedName(op.getKernelModuleName(), op.getKernelName());
  declareRuntime(module, name, pointer, {});
  auto function = module.lookupSymbol<func::FuncOp>(name);
  Value kernel = func::ConstantOp::create(rewriter, loc, function.getFunctionType(),
                                          SymbolRefAttr::get(function));
  return UnrealizedConversionCastOp::create(rewriter, loc, pointer, kernel).getResult(0);
}

LLVM::GlobalOp Lowering::getText(StringRef name, StringRef text) {
  if (!module.lookupSymbol(name))
    setText(module, name, text);
  return module.lookupSymbol<LLVM::GlobalOp>(name);
}

Value Lowering::getRecord(gpu::LaunchFuncOp op, size_t numWords) {
  Location loc = op.getLoc();
  StringRef container = op.getKernelModuleName(), kernel = op.getKernelName();
  std::string name = emulatedName(container, kernel);
  auto record = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!record) {
    // The fields: globals that `chad-serialize-kernels` fills, the kernel's name, and space for the
    // driver's handles.
    LLVM::GlobalOp image = getText(imageName, ""), messages = getText(messagesName, "");
    LLVM::GlobalOp text = getText(name + ".name", kernelName(container, kernel));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    Type word = rewriter.getI64Type();
    auto type = LLVM::LLVMStructType::getLiteral(rewriter.getContext(),
                                                 {pointer, pointer, pointer, word, pointer});
    record = LLVM::GlobalOp::create(rewriter, module.getLoc(), type, /*isConstant=*/false,
                                    LLVM::Linkage::Internal, name, Attribute());
    rewriter.createBlock(&record.getInitializer());
    Value fields[] = {LLVM::AddressOfOp::create(rewriter, loc, image),
                      LLVM::AddressOfOp::create(rewriter, loc, messages),
                      LLVM::AddressOfOp::create(rewriter, loc, text),
                      LLVM::ConstantOp::create(rewriter, loc, word, numWords),
                      LLVM::ZeroOp::create(rewriter, loc, pointer)};
    Value value = LLVM::UndefOp::create(rewriter, loc, type);
    for (auto [i, field] : llvm::enumerate(fields))
      value = LLVM::InsertValueOp::create(rewriter, loc, value, field, i);
    LLVM::ReturnOp::create(rewriter, loc, value);
  }
  return LLVM::AddressOfOp::create(rewriter, loc, record);
}

func::CallOp Lowering::call(Location loc, StringRef name, ValueRange args, TypeRange results) {
  std::string whole = prefix + name.str();
  declareRuntime(module, whole, args.getTypes(), results);
  return func::CallOp::create(rewriter, loc, whole, results, args);
}

Value Lowering::addressOf(Location loc, Value buffer) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, buffer);
  return word(loc, address);
}

Value Lowering::sizeOf(Location loc, MemRefType type, ValueRange dynamicSizes) {
  Value bytes = index(loc, bytesOf(type.getElementType()));
  for (int64_t extent : type.getShape()) {
    Value size = ShapedType::isDynamic(extent) ? dynamicSizes.front() : index(loc, extent);
    if (ShapedType::isDynamic(extent))
      dynamicSizes = dynamicSizes.drop_front();
    bytes = rewriter.createOrFold<arith::MulIOp>(loc, bytes, size);
  }
  return bytes;
}

/// Returns the copy of an argument to a buffer, if the buffer is only needed for arguments in the
/// memory of the host; null otherwise.
static memref::CopyOp getBorrowingCopy(memref::AllocOp op) {
  if (op->hasAttr(borrowAttr))
    for (Operation *user : op->getUsers())
      if (auto copy = dyn_cast<memref::CopyOp>(user);
          copy && copy->hasAttr(borrowAttr) && copy.getTarget() == op.getResult())
        return copy;
  return {};
}

bool Lowering::hasNumbers(Operation *op, Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (element.isIntOrIndexOrFloat())
    return true;
  op->emitError() << "an array of " << element
                  << " cannot be in the memory of a device; make arrays of its components instead";
  hasFailed = true;
  return false;
}

void Lowering::lower(memref::AllocOp op) {
  if (!hasNumbers(op, op))
    return;
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  Value bytes = word(loc, sizeOf(loc, type, op.getDynamicSizes()));
  auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext(), deviceSpace);
  Value address;
  if (memref::CopyOp copy = getBorrowingCopy(op)) {
    Value source = addressOf(loc, copy.getSource());
    address = call(loc, "borrow", {source, bytes}, rewriter.getI64Type()).getResult(0);
    rewriter.eraseOp(copy);
  } else {
    address = call(loc, "allocate", bytes, rewriter.getI64Type()).getResult(0);
  }
  address = LLVM::IntToPtrOp::create(rewriter, loc, pointer, address);
  auto bytesType = MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type(),
                                   MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value whole = createBytes(rewriter, loc, bytesType, address, bytes);
  rewriter.replaceOpWithNewOp<memref::ViewOp>(op, type, whole, index(loc, 0), op.getDynamicSizes());
}

void Lowering::lowerResult(memref::AllocOp op) {
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  Value bytes = word(loc, sizeOf(loc, type, op.getDynamicSizes()));
  Value address = call(loc, "result", bytes, rewriter.getI64Type()).getResult(0);
  Value zero = arith::ConstantIntOp::create(rewriter, loc, 0, 64);
  Value isOnDevice = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne, address, zero);
  auto choose =
      scf::IfOp::create(rewriter, loc, TypeRange{type}, isOnDevice, /*withElseRegion=*/true);
  rewriter.replaceAllUsesWith(op.getResult(), choose.getResult(0));
  rewriter.setInsertionPointToStart(choose.thenBlock());
  address = LLVM::IntToPtrOp::create(rewriter, loc,
                                     LLVM::LLVMPointerType::get(rewriter.getContext()), address);
  auto bytesType = MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type());
  Value whole = createBytes(rewriter, loc, bytesType, address, bytes);
  Value view =
      memref::ViewOp::create(rewriter, loc, type, whole, index(loc, 0), op.getDynamicSizes());
  scf::YieldOp::create(rewriter, loc, view);
  rewriter.setInsertionPointToStart(choose.elseBlock());
  auto yield = scf::YieldOp::create(rewriter, loc, op.getResult());
  op->moveBefore(yield);
}

void Lowering::lower(memref::DeallocOp op) {
  call(op.getLoc(), "release", addressOf(op.getLoc(), op.getMemref()));
  rewriter.eraseOp(op);
}

void Lowering::lower(memref::CopyOp op) {
  if (!hasNumbers(op, op.getSource()))
    return;
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getSource().getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(rewriter, loc, op.getSource(), dim));
  Value bytes = word(loc, sizeOf(loc, type, sizes));
  bool isIn = isOnDevice(op.getTarget()), isOut = isOnDevice(op.getSource());
  StringRef name = isIn && isOut ? "copy" : isIn ? "copy.in" : isOut ? "copy.out" : "copy.caller";
  call(loc, name, {addressOf(loc, op.getTarget()), addressOf(loc, op.getSource()), bytes});
  rewriter.eraseOp(op);
}

void Lowering::lower(memref::LoadOp op) {
  if (!hasNumbers(op, op.getMemref()))
    return;
  Location loc = op.getLoc();
  Type scalar = op.getType();
  auto metadata = memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getMemref());
  Value at = metadata.getOffset();
  for (auto [position, stride] : llvm::zip_equal(op.getIndices(), metadata.getStrides())) {
    Value step = arith::MulIOp::create(rewriter, loc, position, stride);
    at = arith::AddIOp::create(rewriter, loc, at, step);
  }
  at = arith::MulIOp::create(rewriter, loc, at, index(loc, bytesOf(scalar)));
  Value address = addressOf(loc, op.getMemref());
  address = arith::AddIOp::create(rewriter, loc, address, word(loc, at));
  Value place;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&op->getParentOfType<func::FuncOp>().getBody().front());
    place = memref::AllocaOp::create(rewriter, loc, MemRefType::get({}, scalar));
  }
  Value bytes = word(loc, index(loc, bytesOf(scalar)));
  call(loc, "copy.out", {addressOf(loc, place), address, bytes});
  rewriter.replaceOpWithNewOp<memref::LoadOp>(op, place, ValueRange());
}

Value Lowering::storeWords(Operation *op, ValueRange words) {
  Location loc = op->getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Value slots;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&op->getParentOfType<func::FuncOp>().getBody().front());
    Value count = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(),
                                           std::max<int64_t>(words.size(), 1));
    slots = LLVM::AllocaOp::create(rewriter, loc, pointer, rewriter.getI64Type(), count);
  }
  for (auto [i, value] : llvm::enumerate(words)) {
    Value at = LLVM::GEPOp::create(rewriter, loc, pointer, rewriter.getI64Type(), slots,
                                   ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    // The runtime compares words.
    if (!value.getType().isInteger(64) && !value.getType().isF64())
      LLVM::StoreOp::create(rewriter, loc,
                            LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), 0), at);
    LLVM::StoreOp::create(rewriter, loc, value, at);
  }
  return slots;
}

void Lowering::lower(func::CallOp product) {
  SmallVector<Value> words = describeProduct(rewriter, product);
  Location loc = product.getLoc();
  Value count = arith::ConstantIntOp::create(rewriter, loc, words.size(), 64);
  auto made = call(loc, "multiply", {storeWords(product, words), count}, rewriter.getI64Type());
  rewriter.replaceOp(product, made.getResults());
}

void Lowering::lower(gpu::LaunchFuncOp op) {
  Location loc = op.getLoc();
  // A number is one word of the arguments; a buffer has the words of its descriptor.
  SmallVector<Value> words;
  for (Value operand : op.getKernelOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type) {
      words.push_back(operand.getType().isIndex() ? word(loc, operand) : operand);
      continue;
    }
    Value address = addressOf(loc, operand);
    auto metadata = memref::ExtractStridedMetadataOp::create(rewriter, loc, operand);
    words.push_back(address);
    words.push_back(address);
    words.push_back(word(loc, metadata.getOffset()));
    for (Value size : metadata.getSizes())
      words.push_back(word(loc, size));
    for (Value stride : metadata.getStrides())
      words.push_back(word(loc, stride));
  }
  Value slots = storeWords(op, words);
  Value blocks = word(loc, op.getGridSizeX()), threads = word(loc, op.getBlockSizeX());
  auto kernelOp = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(op, op.getKernelAttr());
  bool hasBarriers =
      kernelOp.walk([](gpu::BarrierOp) { return WalkResult::interrupt(); }).wasInterrupted();
  // A kernel that uses the number of its blocks divides its work among any number of them. (Each
  // kernel asks for that number when it has been outlined.)
  bool takesFewer =
      kernelOp
          .walk([](gpu::GridDimOp number) {
            return number->use_empty() ? WalkResult::advance() : WalkResult::interrupt();
          })
          .wasInterrupted();
  Value flags = word(loc, index(loc, (hasBarriers ? hasBarriersFlag : 0) |
                                         (takesFewer ? takesFewerBlocksFlag : 0)));
  Value kernel = isEmulation ? getFunction(op) : getRecord(op, words.size());
  call(loc, "launch", {kernel, blocks, threads, slots, flags});
  rewriter.eraseOp(op);
}

/// Whether a buffer is in the memory of a caller.
static bool isOfCaller(Value buffer) {
  return !cast<BaseMemRefType>(buffer.getType()).getMemorySpace();
}

void Lowering::lowerCallersCopies() {
  SmallVector<memref::CopyOp> copies;
  module.walk([&](memref::CopyOp op) {
    Value source = op.getSource(), target = op.getTarget();
    if ((isOfCaller(source) || isOfCaller(target)) && !isOnDevice(source) && !isOnDevice(target))
      copies.push_back(op);
  });
  for (memref::CopyOp op : copies) {
    rewriter.setInsertionPoint(op);
    lower(op);
  }
  // From here on the host's own arrays are like those of callers.
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](MemRefType type) -> std::optional<Type> {
    auto space = dyn_cast_or_null<IntegerAttr>(type.getMemorySpace());
    if (!space || space.getInt() != hostSpace)
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(), type.getLayout());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

LogicalResult Lowering::lowerLaunches() {
  // What is allocated in the memory of callers are results.
  module.walk([&](memref::AllocOp op) {
    if (isOfCaller(op) && op.getType().getElementType().isIntOrIndexOrFloat())
      op->setAttr(resultAttr, rewriter.getUnitAttr());
  });
  lowerCallersCopies();
  SmallVector<gpu::LaunchFuncOp> ops;
  module.walk([&](gpu::LaunchFuncOp op) { ops.push_back(op); });
  for (gpu::LaunchFuncOp op : ops) {
    rewriter.setInsertionPoint(op);
    lower(op);
  }
  SmallVector<func::CallOp> products;
  module.walk([&](func::CallOp op) {
    if (isLibraryCall(op))
      products.push_back(op);
    else if (op.getCallee() == blockCountName)
      op.setCallee(prefix + "blocks");
  });
  if (auto declaration = module.lookupSymbol<func::FuncOp>(blockCountName)) {
    FunctionType type = declaration.getFunctionType();
    rewriter.eraseOp(declaration);
    declareRuntime(module, prefix + "blocks", type.getInputs(), type.getResults());
  }
  for (func::CallOp op : products) {
    auto declaration = module.lookupSymbol<func::FuncOp>(op.getCallee());
    rewriter.setInsertionPoint(op);
    lower(op);
    if (declaration && SymbolTable::symbolKnownUseEmpty(declaration, module))
      rewriter.eraseOp(declaration);
  }
  return success(!hasFailed);
}

LogicalResult Lowering::lowerMemory() {
  SmallVector<Operation *> ops;
  SmallVector<memref::AllocOp> results;
  for (auto function : module.getOps<func::FuncOp>()) {
    // A function that emulates a kernel accesses the memory of the device directly, without calls.
    if (isEmulated(function.getName()))
      continue;
    function.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<memref::AllocOp>(op); alloc && op->hasAttr(resultAttr))
        results.push_back(alloc);
      bool isCall = isa<memref::AllocOp>(op) ? isOnDevice(op->getResult(0))
                    : isa<memref::DeallocOp, memref::LoadOp, memref::CopyOp>(op)
                        ? llvm::any_of(op->getOperands(), isOnDevice)
                        : false;
      if (isCall)
        ops.push_back(op);
    });
  }
  for (memref::AllocOp op : results) {
    rewriter.setInsertionPoint(op);
    lowerResult(op);
  }
  // Allocations are lowered first, since some include a copy.
  auto isAllocation = [](Operation *op) { return isa<memref::AllocOp>(op); };
  auto others = std::stable_partition(ops.begin(), ops.end(), isAllocation);
  SmallVector<Operation *> rest(others, ops.end());
  ops.erase(others, ops.end());
  // The copy is part of its allocation.
  llvm::erase_if(rest, [](Operation *op) {
    auto copy = dyn_cast<memref::CopyOp>(op);
    auto alloc = copy ? copy.getTarget().getDefiningOp<memref::AllocOp>() : memref::AllocOp();
    return alloc && getBorrowingCopy(alloc) == copy;
  });
  llvm::append_range(ops, rest);
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case<memref::AllocOp, memref::DeallocOp, memref::CopyOp, memref::LoadOp>(
            [&](auto each) { lower(each); });
  }
  return success(!hasFailed);
}

namespace {
struct LowerLaunches : chad::impl::ChadLowerLaunchesBase<LowerLaunches> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(Lowering(getOperation(), target).lowerLaunches()))
      signalPassFailure();
  }
};

struct LowerDeviceMemory : chad::impl::ChadLowerDeviceMemoryBase<LowerDeviceMemory> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(Lowering(getOperation(), target).lowerMemory()))
      signalPassFailure();
  }
};
} // namespace
