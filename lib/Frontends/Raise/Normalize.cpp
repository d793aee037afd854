//===- Normalize.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops that are other ops in another form: masks around transfers, writes of single lanes, updates
// of elements that nothing else updates at the same time, scans of vectors, views through buffers
// without a rank.

#include "Steps.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Canonicalize.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The ops of type `Op` in `function`.
template <typename Op> static SmallVector<Op> collect(func::FuncOp function) {
  SmallVector<Op> ops;
  function.walk([&](Op op) { ops.push_back(op); });
  return ops;
}

void chad::detail::replaceIndirectCalls(func::FuncOp function) {
  for (func::CallIndirectOp call : collect<func::CallIndirectOp>(function)) {
    OpBuilder builder(call);
    auto apply = ApplyOp::create(builder, call.getLoc(), call.getResultTypes(), call.getCallee(),
                                 call.getCalleeOperands());
    apply->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.replaceAllUsesWith(apply.getResults());
    call.erase();
  }
}

/// The op of the dialect `arith` that computes what `name` of the dialect `index` does.
static StringRef getArithName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("add", "arith.addi")
      .Case("sub", "arith.subi")
      .Case("mul", "arith.muli")
      .Case("divs", "arith.divsi")
      .Case("divu", "arith.divui")
      .Case("ceildivs", "arith.ceildivsi")
      .Case("ceildivu", "arith.ceildivui")
      .Case("floordivs", "arith.floordivsi")
      .Case("rems", "arith.remsi")
      .Case("remu", "arith.remui")
      .Case("maxs", "arith.maxsi")
      .Case("maxu", "arith.maxui")
      .Case("mins", "arith.minsi")
      .Case("minu", "arith.minui")
      .Case("shl", "arith.shli")
      .Case("shrs", "arith.shrsi")
      .Case("shru", "arith.shrui")
      .Case("and", "arith.andi")
      .Case("or", "arith.ori")
      .Case("xor", "arith.xori")
      .Case("casts", "arith.index_cast")
      .Case("castu", "arith.index_castui")
      .Default("");
}

void chad::detail::replaceEmptyReductions(func::FuncOp function) {
  SmallVector<vector::MultiDimReductionOp> ops;
  function.walk([&](vector::MultiDimReductionOp op) {
    if (op.getReductionDims().empty())
      ops.push_back(op);
  });
  for (vector::MultiDimReductionOp op : ops) {
    // In a mask, lanes that are left out have the accumulator.
    auto masked = dyn_cast<vector::MaskOp>(op->getParentOp());
    Operation *replaced = masked ? masked.getOperation() : op.getOperation();
    OpBuilder builder(replaced);
    Value combined =
        vector::makeArithReduction(builder, op.getLoc(), op.getKind(), op.getSource(), op.getAcc(),
                                   /*fastmath=*/nullptr, masked ? masked.getMask() : Value());
    replaced->getResult(0).replaceAllUsesWith(combined);
    replaced->erase();
  }
}

void chad::detail::replaceIndexOps(func::FuncOp function) {
  if (!function.getContext()->getLoadedDialect<index::IndexDialect>())
    return;
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa_and_nonnull<index::IndexDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value result;
    if (auto constant = dyn_cast<index::ConstantOp>(op)) {
      result = arith::ConstantIndexOp::create(builder, loc, constant.getValue().getSExtValue());
    } else if (auto constant = dyn_cast<index::BoolConstantOp>(op)) {
      result = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(constant.getValue()));
    } else if (isa<index::SizeOfOp>(op)) {
      result = arith::ConstantIndexOp::create(builder, loc, IndexType::kInternalStorageBitWidth);
    } else if (auto compare = dyn_cast<index::CmpOp>(op)) {
      // Both enumerations have the same order.
      auto predicate = static_cast<arith::CmpIPredicate>(compare.getPred());
      result = arith::CmpIOp::create(builder, loc, predicate, compare.getLhs(), compare.getRhs());
    } else {
      StringRef name = getArithName(op->getName().stripDialect());
      if (name.empty())
        continue;
      result =
          builder.create(loc, builder.getStringAttr(name), op->getOperands(), op->getResultTypes())
              ->getResult(0);
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Gives the mask around `op` to the op itself, if it has an operand for it.
static bool takeMask(vector::MaskOp mask, Operation *op, OpBuilder &builder) {
  auto both = [&](Value other) -> Value {
    return other ? arith::AndIOp::create(builder, op->getLoc(), mask.getMask(), other).getResult()
                 : mask.getMask();
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<vector::TransferReadOp, vector::TransferWriteOp>([&](auto transfer) {
        // The mask has the dimensions of the array, in its order: those of the vector, if they are
        // not permuted.
        if (mask.hasPassthru() && !transfer.getPermutationMap().isMinorIdentity())
          return false;
        transfer.getMaskMutable().assign(both(transfer.getMask()));
        return true;
      })
      .Case([&](vector::GatherOp gather) {
        gather.getMaskMutable().assign(both(gather.getMask()));
        return true;
      })
      .Default(false);
}

/// Moves ops that take a mask out of `vector.mask`, and replaces a mask around nothing by a choice.
static void liftOutOfMasks(func::FuncOp function) {
  for (vector::MaskOp mask : collect<vector::MaskOp>(function)) {
    OpBuilder builder(mask);
    Operation *yield = mask.getMaskBlock()->getTerminator();
    if (!mask.isEmpty()) {
      Operation *op = mask.getMaskableOp();
      if (mask.hasPassthru() && mask->getNumResults() != 1)
        continue;
      if (!takeMask(mask, op, builder))
        continue;
      op->moveBefore(mask);
    }
    SmallVector<Value> values(yield->getOperands());
    if (mask.hasPassthru() && values.size() == 1 && isa<VectorType>(values.front().getType()))
      values.front() = arith::SelectOp::create(builder, mask.getLoc(), mask.getMask(),
                                               values.front(), mask.getPassthru());
    mask->replaceAllUsesWith(values);
    mask.erase();
  }
}

//===----------------------------------------------------------------------===//
// Loops over integers
//===----------------------------------------------------------------------===//

/// `for i = l to u step s` over integers of few bits is a loop over indices, of which the body
/// takes the low bits: no sum `i + s` overflows there.
static void widenLoop(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type index = builder.getIndexType();
  for (OpOperand *operand :
       {&loop.getLowerBoundMutable(), &loop.getUpperBoundMutable(), &loop.getStepMutable()})
    operand->assign(
        loop.getUnsignedCmp()
            ? arith::IndexCastUIOp::create(builder, loc, index, operand->get()).getResult()
            : arith::IndexCastOp::create(builder, loc, index, operand->get()).getResult());
  Value iv = loop.getInductionVar();
  builder.setInsertionPointToStart(loop.getBody());
  auto narrow = arith::IndexCastOp::create(builder, loc, iv.getType(), iv);
  iv.setType(index);
  iv.replaceAllUsesExcept(narrow, narrow);
}

/// `for unsigned i = l to u step s` has ⌈(u - l) / s⌉ iterations, or none if `l ≥ u`. The iteration
/// `j` has `i = l + j·s`.
static void countIterations(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound(), step = loop.getStep();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(lower.getType(), value));
  };
  auto isLess = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lower, upper);
  Value span = arith::SubIOp::create(builder, loc, upper, lower);
  span = arith::SelectOp::create(builder, loc, isLess, span, constant(0));
  // A step of zero is undefined, but must not divide.
  Value divisor = arith::MaxUIOp::create(builder, loc, step, constant(1));
  Value count = arith::CeilDivUIOp::create(builder, loc, span, divisor);
  if (!count.getType().isIndex())
    count = arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), count);
  loop.getLowerBoundMutable().assign(arith::ConstantIndexOp::create(builder, loc, 0));
  loop.getUpperBoundMutable().assign(count);
  loop.getStepMutable().assign(arith::ConstantIndexOp::create(builder, loc, 1));
  Value iv = loop.getInductionVar();
  builder.setInsertionPointToStart(loop.getBody());
  Value place = iv;
  llvm::SmallPtrSet<Operation *, 2> makers;
  if (!lower.getType().isIndex()) {
    place = arith::IndexCastOp::create(builder, loc, lower.getType(), iv);
    makers.insert(place.getDefiningOp());
  }
  Value product = arith::MulIOp::create(builder, loc, place, step);
  makers.insert(product.getDefiningOp());
  Value sum = arith::AddIOp::create(builder, loc, lower, product);
  iv.setType(builder.getIndexType());
  iv.replaceAllUsesExcept(sum, makers);
}

void chad::detail::replaceIntegerLoops(func::FuncOp function) {
  for (auto loop : collect<scf::ForOp>(function)) {
    Type type = loop.getInductionVar().getType();
    if (!type.isIndex() && type.getIntOrFloatBitWidth() < IndexType::kInternalStorageBitWidth)
      widenLoop(loop);
    else if (loop.getUnsignedCmp())
      countIterations(loop);
    loop.setUnsignedCmp(false);
  }
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Makes a loop that runs `visit` for each lane whose mask is set, in order, with the states of the
/// loop, and returns their last values.
static SmallVector<Value>
visitLanes(Operation *op, Value mask, ArrayRef<Value> initial,
           function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> visit) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto loop = scf::ForOp::create(
      builder, loc, index(0), index(cast<VectorType>(mask.getType()).getNumElements()), index(1),
      initial, [&](OpBuilder &builder, Location loc, Value lane, ValueRange states) {
        Value isSet = vector::ExtractOp::create(builder, loc, mask, lane);
        auto choice = scf::IfOp::create(
            builder, loc, isSet,
            [&](OpBuilder &builder, Location loc) {
              scf::YieldOp::create(builder, loc, visit(builder, lane, states));
            },
            [&](OpBuilder &builder, Location loc) { scf::YieldOp::create(builder, loc, states); });
        scf::YieldOp::create(builder, loc, choice.getResults());
      });
  return llvm::to_vector(llvm::map_range(loop.getResults(), [](Value value) { return value; }));
}

/// Replaces reads and writes whose positions depend on a mask or on data by loops over the lanes.
static void loopOverLanes(func::FuncOp function) {
  auto isRow = [](Value base, Value mask) {
    return isa<MemRefType, RankedTensorType>(base.getType()) &&
           cast<VectorType>(mask.getType()).getRank() == 1 &&
           !cast<VectorType>(mask.getType()).isScalable();
  };
  auto moved = [](OpBuilder &builder, Location loc, ValueRange indices, Value by) {
    SmallVector<Value> place(indices);
    if (!by.getType().isIndex())
      by = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), by);
    place.back() = arith::AddIOp::create(builder, loc, place.back(), by);
    return place;
  };
  auto next = [](OpBuilder &builder, Location loc, Value position) -> Value {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    return arith::AddIOp::create(builder, loc, position, one);
  };
  for (auto op : collect<vector::ScatterOp>(function)) {
    bool isTensor = isa<RankedTensorType>(op.getBase().getType());
    if (!isRow(op.getBase(), op.getMask()))
      continue;
    Location loc = op.getLoc();
    auto put = [&](OpBuilder &builder, Value lane, ValueRange states) -> SmallVector<Value> {
      Value by = vector::ExtractOp::create(builder, loc, op.getIndices(), lane);
      Value element = vector::ExtractOp::create(builder, loc, op.getValueToStore(), lane);
      SmallVector<Value> place = moved(builder, loc, op.getOffsets(), by);
      if (isTensor)
        return {tensor::InsertOp::create(builder, loc, element, states[0], place)};
      memref::StoreOp::create(builder, loc, element, op.getBase(), place);
      return {};
    };
    SmallVector<Value> states;
    if (isTensor)
      states.push_back(op.getBase());
    op->replaceAllUsesWith(visitLanes(op, op.getMask(), states, put));
    op.erase();
  }
  for (auto op : collect<vector::CompressStoreOp>(function)) {
    if (!isRow(op.getBase(), op.getMask()))
      continue;
    Location loc = op.getLoc();
    OpBuilder builder(op);
    Value start = arith::ConstantIndexOp::create(builder, loc, 0);
    visitLanes(op, op.getMask(), start, [&](OpBuilder &builder, Value lane, ValueRange states) {
      Value element = vector::ExtractOp::create(builder, loc, op.getValueToStore(), lane);
      memref::StoreOp::create(builder, loc, element, op.getBase(),
                              moved(builder, loc, op.getIndices(), states[0]));
      return SmallVector<Value>{next(builder, loc, states[0])};
    });
    op.erase();
  }
  for (auto op : collect<vector::ExpandLoadOp>(function)) {
    if (!isRow(op.getBase(), op.getMask()))
      continue;
    Location loc = op.getLoc();
    OpBuilder builder(op);
    Value start = arith::ConstantIndexOp::create(builder, loc, 0);
    SmallVector<Value> results = visitLanes(
        op, op.getMask(), {op.getPassThru(), start},
        [&](OpBuilder &builder, Value lane, ValueRange states) {
          Value element = memref::LoadOp::create(builder, loc, op.getBase(),
                                                 moved(builder, loc, op.getIndices(), states[1]));
          Value vector = vector::InsertOp::create(builder, loc, element, states[0], lane);
          return SmallVector<Value>{vector, next(builder, loc, states[1])};
        });
    op.replaceAllUsesWith(results.front());
    op.erase();
  }
}

//===----------------------------------------------------------------------===//
// Updates of elements
//===----------------------------------------------------------------------===//

static bool isInParallelLoop(Operation *op) {
  return op->getParentOfType<scf::ParallelOp>() || op->getParentOfType<scf::ForallOp>() ||
         op->getParentOfType<affine::AffineParallelOp>();
}

/// Whether an update gives the same result in any order: it is a sum, a product or an extremum of
/// the old value and another one.
static bool isFreeOfOrder(memref::GenericAtomicRMWOp op) {
  Block &body = op.getRegion().front();
  if (!llvm::hasSingleElement(body.without_terminator()))
    return false;
  Operation &update = body.front();
  Value old = op.getCurrentValue();
  return isa<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp,
             arith::MaxUIOp, arith::MinUIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(update) &&
         llvm::count(update.getOperands(), old) == 1 &&
         body.getTerminator()->getOperand(0) == update.getResult(0);
}

/// Replaces atomic updates by reads and writes where no other iteration may come in between, or
/// where it does not matter.
static void replaceUpdates(func::FuncOp function) {
  for (auto op : collect<memref::GenericAtomicRMWOp>(function)) {
    // The description of the op and its lowering upstream disagree about its result.
    if (!op.use_empty() || (isInParallelLoop(op) && !isFreeOfOrder(op)))
      continue;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value old = memref::LoadOp::create(builder, loc, op.getMemref(), op.getIndices());
    IRMapping mapping;
    mapping.map(op.getCurrentValue(), old);
    Block &body = op.getRegion().front();
    for (Operation &inner : body.without_terminator())
      builder.clone(inner, mapping);
    Value updated = mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
    memref::StoreOp::create(builder, loc, updated, op.getMemref(), op.getIndices());
    op.erase();
  }
  for (auto op : collect<memref::AtomicRMWOp>(function)) {
    if (op.getKind() != arith::AtomicRMWKind::assign || isInParallelLoop(op))
      continue;
    OpBuilder builder(op);
    Value old = memref::LoadOp::create(builder, op.getLoc(), op.getMemref(), op.getIndices());
    memref::StoreOp::create(builder, op.getLoc(), op.getValue(), op.getMemref(), op.getIndices());
    op.replaceAllUsesWith(old);
    op.erase();
  }
}

//===----------------------------------------------------------------------===//
// Buffers without a rank
//===----------------------------------------------------------------------===//

/// Lets ops on a buffer whose rank a cast has hidden use the buffer itself.
static void skipUnrankedCasts(func::FuncOp function) {
  for (auto hiding : collect<memref::CastOp>(function)) {
    auto source = hiding.getSource();
    if (!isa<UnrankedMemRefType>(hiding.getType()) || !isa<MemRefType>(source.getType()))
      continue;
    for (OpOperand &use : llvm::make_early_inc_range(hiding->getUses())) {
      Operation *user = use.getOwner();
      if (auto showing = dyn_cast<memref::CastOp>(user)) {
        if (!memref::CastOp::areCastCompatible(source.getType(), showing.getType()))
          continue;
      } else if (auto copy = dyn_cast<memref::CopyOp>(user)) {
        Type other = copy->getOperand(1 - use.getOperandNumber()).getType();
        if (failed(verifyCompatibleShape(source.getType(), other)))
          continue;
      } else if (!isa<memref::ReshapeOp, memref::DimOp, memref::RankOp, memref::DeallocOp>(user)) {
        continue;
      }
      use.set(source);
    }
    if (hiding->use_empty())
      hiding.erase();
  }
}

void chad::detail::normalizeOps(func::FuncOp function) {
  liftOutOfMasks(function);
  loopOverLanes(function);
  avoidUnsoundFolds(function);
  replaceUpdates(function);
  skipUnrankedCasts(function);
  if (collect<vector::ScanOp>(function).empty())
    return;
  RewritePatternSet patterns(function.getContext());
  vector::populateVectorScanLoweringPatterns(patterns);
  (void)applyPatternsGreedily(function, std::move(patterns));
}
