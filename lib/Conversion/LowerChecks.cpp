//===- LowerChecks.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers assertions, and checks before large allocations, to calls of functions of the execution
// engine, with a message that has the place in the program.

#include "chad/Conversion/Passes.h"
#include "chad/IR/ComparedNumbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERCHECKS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;

/// The status of a failed check in the C interface.
static constexpr int32_t checkFailed = 3;
/// The largest number of numbers in a message.
static constexpr unsigned maxNumbers = 4;
/// The largest number of assertions that share one branch.
static constexpr size_t maxTogether = 32;
/// Smaller allocations get no check: they fail if there is no memory, and their size cannot
/// overflow.
static constexpr double largeBytes = double(1 << 28);

/// The innermost file position of a location, with a colon.
static std::string describePlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()) + ": ")
      .str();
}

/// The text as part of a format of `printf`: `%` is doubled.
static std::string escape(StringRef text) {
  std::string escaped;
  for (char c : text) {
    escaped += c;
    if (c == '%')
      escaped += c;
  }
  return escaped;
}

namespace {
class Lowering {
public:
  explicit Lowering(ModuleOp module) : module(module), symbols(module) {}
  void run(ArrayRef<Operation *> ops);

private:
  /// Lowers adjacent assertions, between which no op has effects.
  void lowerAsserts(ArrayRef<cf::AssertOp> checks);
  void announce(memref::AllocOp op);
  /// The address of a text, which is made once.
  Value addressOf(OpBuilder &builder, Location loc, const std::string &text);
  LLVM::LLVMFuncOp declare(StringRef name, ArrayRef<Type> args);
  /// Splits the block before `op`: control goes to `op` if the condition holds, and otherwise to a
  /// new block, which is returned.
  Block *branchAround(OpBuilder &builder, Operation *op, Value condition);
  /// The numbers as the functions of the execution engine take them.
  SmallVector<Value> asNumbers(OpBuilder &builder, Location loc, ValueRange values);

  MLIRContext *getContext() { return module.getContext(); }

  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> texts;
  LLVM::LLVMFuncOp fail, reserve;
};

struct LowerChecks : chad::impl::ChadLowerChecksBase<LowerChecks> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<cf::AssertOp, memref::AllocOp>(op) && isa<func::FuncOp>(op->getParentOp()))
        ops.push_back(op);
    });
    if (!ops.empty())
      Lowering(getOperation()).run(ops);
  }
};
} // namespace

LLVM::LLVMFuncOp Lowering::declare(StringRef name, ArrayRef<Type> args) {
  if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return known;
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(getContext()), args);
  OpBuilder top(getContext());
  auto function = LLVM::LLVMFuncOp::create(top, UnknownLoc::get(getContext()), name, type);
  symbols.insert(function, module.getBody()->begin());
  return function;
}

Value Lowering::addressOf(OpBuilder &builder, Location loc, const std::string &text) {
  LLVM::GlobalOp &global = texts[text];
  if (!global) {
    OpBuilder top(getContext());
    std::string bytes = text + '\0';
    global = LLVM::GlobalOp::create(
        top, UnknownLoc::get(getContext()), LLVM::LLVMArrayType::get(top.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Private, "chadrt.text", top.getStringAttr(bytes));
    symbols.insert(global, module.getBody()->begin());
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Block *Lowering::branchAround(OpBuilder &builder, Operation *op, Value condition) {
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op);
  auto *other = new Block;
  after->getParent()->push_back(other);
  builder.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(builder, op->getLoc(), condition, after, other);
  builder.setInsertionPointToStart(other);
  return after;
}

SmallVector<Value> Lowering::asNumbers(OpBuilder &builder, Location loc, ValueRange values) {
  Type word = builder.getI64Type();
  SmallVector<Value> numbers;
  for (Value value : values.take_front(maxNumbers)) {
    if (value.getType().isIndex())
      value = arith::IndexCastOp::create(builder, loc, word, value);
    else if (value.getType().getIntOrFloatBitWidth() < 64)
      value = arith::ExtSIOp::create(builder, loc, word, value);
    numbers.push_back(value);
  }
  if (numbers.size() < maxNumbers)
    numbers.resize(maxNumbers,
                   LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0)));
  return numbers;
}

void Lowering::lowerAsserts(ArrayRef<cf::AssertOp> checks) {
  cf::AssertOp last = checks.back();
  OpBuilder builder(last);
  Value condition;
  SmallVector<cf::AssertOp> distinct;
  llvm::SmallDenseSet<Value> conditions;
  for (cf::AssertOp check : checks) {
    if (!conditions.insert(check.getArg()).second)
      continue;
    distinct.push_back(check);
    Value holds = check.getArg();
    condition = condition
                    ? arith::AndIOp::create(builder, check.getLoc(), condition, holds).getResult()
                    : holds;
  }
  branchAround(builder, last, condition);
  Value status =
      LLVM::ConstantOp::create(builder, last.getLoc(), builder.getI32IntegerAttr(checkFailed));
  // The message of the first that fails, with its numbers.
  SmallVector<Value> args;
  for (cf::AssertOp check : llvm::reverse(distinct)) {
    Location loc = check.getLoc();
    SmallVector<Value> numbers = chad::getComparedNumbers(check.getArg());
    std::string text = escape(describePlace(loc) + check.getMsg().str());
    if (!numbers.empty())
      text += ": %lld and %lld";
    SmallVector<Value> own = {addressOf(builder, loc, text)};
    llvm::append_range(own, asNumbers(builder, loc, numbers));
    for (auto [value, later] : llvm::zip(own, args))
      if (!isa<LLVM::LLVMPointerType>(value.getType()) && matchPattern(value, m_Zero()) &&
          matchPattern(later, m_Zero()))
        value = later;
      else
        value = LLVM::SelectOp::create(builder, loc, check.getArg(), later, value);
    args = own;
  }
  args.insert(args.begin(), status);
  LLVM::CallOp::create(builder, last.getLoc(), fail, args);
  LLVM::UnreachableOp::create(builder, last.getLoc());
  for (cf::AssertOp check : checks)
    check.erase();
}

void Lowering::announce(memref::AllocOp op) {
  MemRefType type = op.getType();
  if (!type.getElementType().isIntOrIndexOrFloat() || !type.getLayout().isIdentity())
    return;
  Type scalar = type.getElementType();
  double bytes = scalar.isIndex() ? 8 : (scalar.getIntOrFloatBitWidth() + 7) / 8;
  std::string extents;
  unsigned numDynamic = 0;
  for (int64_t extent : type.getShape()) {
    extents += extents.empty() ? "" : ", ";
    if (!ShapedType::isDynamic(extent)) {
      bytes *= extent;
      extents += std::to_string(extent);
    } else {
      extents += numDynamic++ < maxNumbers ? "%lld" : "?";
    }
  }
  if (type.hasStaticShape() && bytes <= largeBytes)
    return;

  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type number = builder.getF64Type();
  Value size = arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(bytes));
  for (Value extent : op.getDynamicSizes()) {
    Value word = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), extent);
    // A negative extent counts as a large unsigned number.
    Value factor = arith::UIToFPOp::create(builder, loc, number, word);
    size = arith::MulFOp::create(builder, loc, size, factor);
  }
  Value limit = arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(largeBytes));
  Value isSmall = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, size, limit);
  Block *after = branchAround(builder, op, isSmall);
  // The message is a format: the function fills in what is wrong, and the extents.
  std::string text = escape(describePlace(loc)) + "%s array of extents [" + extents + "]";
  SmallVector<Value> args = {addressOf(builder, loc, text), size};
  llvm::append_range(args, asNumbers(builder, loc, op.getDynamicSizes()));
  LLVM::CallOp::create(builder, loc, reserve, args);
  cf::BranchOp::create(builder, loc, after);
}

/// Whether `check` is an assertion that can be moved to `next`, in the same block.
static bool standsBefore(Operation *check, Operation *next) {
  if (!isa<cf::AssertOp>(check) || check->getBlock() != next->getBlock())
    return false;
  for (Operation *op = check->getNextNode(); op != next; op = op->getNextNode())
    if (!isPure(op))
      return false;
  return true;
}

void Lowering::run(ArrayRef<Operation *> ops) {
  Type word = IntegerType::get(getContext(), 64);
  Type pointer = LLVM::LLVMPointerType::get(getContext());
  fail =
      declare("chadrt.fail", {IntegerType::get(getContext(), 32), pointer, word, word, word, word});
  fail.setPassthroughAttr(Builder(getContext()).getStrArrayAttr({"noreturn", "cold"}));
  reserve =
      declare("chadrt.reserve", {pointer, Float64Type::get(getContext()), word, word, word, word});
  // To lower an op moves the ops after it to a new block. The last op is lowered first, so that few
  // ops move each time.
  while (!ops.empty()) {
    size_t size = 1;
    if (isa<cf::AssertOp>(ops.back()))
      while (size < maxTogether && size < ops.size() &&
             standsBefore(ops[ops.size() - size - 1], ops[ops.size() - size]))
        ++size;
    if (isa<cf::AssertOp>(ops.back()))
      lowerAsserts(llvm::map_to_vector(ops.take_back(size),
                                       [](Operation *op) { return cast<cf::AssertOp>(op); }));
    else
      announce(cast<memref::AllocOp>(ops.back()));
    ops = ops.drop_back(size);
  }
}
