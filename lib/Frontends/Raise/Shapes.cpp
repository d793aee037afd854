//===- Shapes.cpp ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces the dialect `shape` by `tensor`, `arith`, `scf` and `cf`. A shape is a tensor of its
// extents, a size an index, and a witness the condition that it stands for, which is asserted where
// code assumes it. An op that computes an invalid shape of type `!shape.shape` asserts instead that
// the shape is valid.

#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static RankedTensorType getExtentsType(MLIRContext *context, int64_t rank) {
  return RankedTensorType::get({rank}, IndexType::get(context));
}

/// The type of the values that replace those of `type`.
static Type convertType(Type type) {
  MLIRContext *context = type.getContext();
  return TypeSwitch<Type, Type>(type)
      .Case([&](shape::ShapeType) { return getExtentsType(context, ShapedType::kDynamic); })
      .Case([&](shape::SizeType) { return IndexType::get(context); })
      .Case([&](shape::WitnessType) { return IntegerType::get(context, 1); })
      .Default([](Type other) { return other; });
}

static bool isOfShapes(Type type) { return type.getDialect().getNamespace() == "shape"; }

bool chad::detail::hasShapesInType(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(), isOfShapes) ||
         llvm::any_of(function.getResultTypes(), isOfShapes);
}

bool chad::detail::usesShapes(func::FuncOp function) {
  if (!function.getContext()->getLoadedDialect<shape::ShapeDialect>())
    return false;
  return hasShapesInType(function) ||
         function
             ->walk([](Operation *op) {
               bool uses = isa_and_nonnull<shape::ShapeDialect>(op->getDialect()) ||
                           llvm::any_of(op->getResultTypes(), isOfShapes);
               return uses ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted();
}

namespace {
/// Facts about a function that its ops do not state once they have been replaced.
struct ShapeFacts {
  /// For each witness, the message of its assertion.
  DenseMap<Value, StringAttr> messages;
  /// Ops whose result was of type `!shape.shape`, which has invalid values.
  DenseSet<Operation *> mayBeInvalid;
};

/// Replaces one op of the dialect.
class ShapeReplacer {
public:
  ShapeReplacer(Operation *op, ShapeFacts &facts)
      : op(op), b(op->getLoc(), op), messages(facts.messages),
        mayBeInvalid(facts.mayBeInvalid.contains(op)) {}

  LogicalResult run();

private:
  /// An extent of a broadcast shape, and whether the extents that it is made of agree.
  struct BroadcastExtent {
    Value extent, isValid;
  };

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(b, value); }
  Value truth(bool value) { return arith::ConstantOp::create(b, b.getBoolAttr(value)).getResult(); }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return b.createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) { return b.createOrFold<arith::AndIOp>(lhs, rhs); }

  /// Whether the number of extents of `shape` is known.
  static bool hasRank(Value shape) { return cast<ShapedType>(shape.getType()).hasStaticShape(); }
  static int64_t getRank(Value shape) { return cast<ShapedType>(shape.getType()).getDimSize(0); }
  /// Removes casts from `shape`, so that its type states the number of extents if that is known.
  Value strip(Value shape);
  Value rank(Value shape) {
    return hasRank(shape) ? constant(getRank(shape))
                          : b.createOrFold<tensor::DimOp>(shape, constant(0));
  }
  Value extent(Value shape, int64_t i);
  SmallVector<Value> extents(Value shape);
  Value makeShape(ArrayRef<Value> extents);
  Value shapeOf(Value value);
  Value dim(Value value, Value index);

  void assertThat(Value condition, StringRef message);
  BroadcastExtent join(ArrayRef<Value> extents);
  /// The extent `i` of `shape`, to which ones are prepended until it has `rank` extents.
  Value alignedExtent(Value shape, Value rank, Value i);
  Value maxRank(ArrayRef<Value> shapes);
  Value broadcast(ArrayRef<Value> shapes);
  Value areBroadcastable(ArrayRef<Value> shapes);
  Value areEqual(ArrayRef<Value> shapes);
  void reduce(shape::ReduceOp op);
  template <typename Arith, typename Op> LogicalResult replaceBinary(Op op);

  LogicalResult refuse(StringRef why, StringRef remedy) {
    InFlightDiagnostic diag = op->emitError("chad: '") << op->getName() << "': " << why;
    diag.attachNote() << remedy;
    return diag;
  }
  LogicalResult replace(ValueRange values);

  Operation *op;
  ImplicitLocOpBuilder b;
  DenseMap<Value, StringAttr> &messages;
  bool mayBeInvalid;
};
} // namespace

Value ShapeReplacer::strip(Value shape) {
  while (auto cast = shape.getDefiningOp<tensor::CastOp>()) {
    auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
    if (!source || hasRank(shape))
      break;
    shape = cast.getSource();
  }
  return shape;
}

Value ShapeReplacer::extent(Value shape, int64_t i) {
  if (auto elements = shape.getDefiningOp<tensor::FromElementsOp>())
    return elements.getElements()[i];
  DenseIntElementsAttr known;
  if (matchPattern(shape, m_Constant(&known)))
    return constant(known.getValues<APInt>()[i].getSExtValue());
  return tensor::ExtractOp::create(b, shape, constant(i));
}

SmallVector<Value> ShapeReplacer::extents(Value shape) {
  return llvm::map_to_vector(llvm::seq(getRank(shape)),
                             [&](int64_t i) { return extent(shape, i); });
}

Value ShapeReplacer::makeShape(ArrayRef<Value> extents) {
  RankedTensorType type = getExtentsType(b.getContext(), extents.size());
  SmallVector<int64_t> known;
  for (Value extent : extents)
    if (std::optional<int64_t> value = getConstantIntValue(extent))
      known.push_back(*value);
  if (known.size() == extents.size())
    return arith::ConstantOp::create(
        b, DenseIntElementsAttr::get(type, llvm::map_to_vector(known, [](int64_t value) {
                                       return APInt(IndexType::kInternalStorageBitWidth, value);
                                     })));
  return tensor::FromElementsOp::create(b, type, extents);
}

Value ShapeReplacer::dim(Value value, Value index) {
  if (isa<MemRefType>(value.getType()))
    return b.createOrFold<memref::DimOp>(value, index);
  return b.createOrFold<tensor::DimOp>(value, index);
}

Value ShapeReplacer::shapeOf(Value value) {
  auto type = cast<ShapedType>(value.getType());
  return makeShape(llvm::map_to_vector(llvm::seq(type.getRank()), [&](int64_t i) -> Value {
    return type.isDynamicDim(i) ? dim(value, constant(i)) : constant(type.getDimSize(i));
  }));
}

void ShapeReplacer::assertThat(Value condition, StringRef message) {
  if (!matchPattern(condition, m_One()))
    cf::AssertOp::create(b, condition, message);
}

/// Extents can be broadcast together if all that are not 1 are equal; the result is that extent, or
/// 1 if all are 1.
ShapeReplacer::BroadcastExtent ShapeReplacer::join(ArrayRef<Value> extents) {
  Value one = constant(1), result = one, isValid = truth(true);
  for (Value extent : extents) {
    Value isFree = compare(arith::CmpIPredicate::eq, result, one);
    Value agrees = b.createOrFold<arith::OrIOp>(
        compare(arith::CmpIPredicate::eq, extent, one),
        b.createOrFold<arith::OrIOp>(isFree, compare(arith::CmpIPredicate::eq, extent, result)));
    isValid = both(isValid, agrees);
    result = b.createOrFold<arith::SelectOp>(isFree, extent, result);
  }
  return {result, isValid};
}

Value ShapeReplacer::alignedExtent(Value shape, Value resultRank, Value i) {
  Value missing = b.createOrFold<arith::SubIOp>(resultRank, rank(shape));
  Value isMissing = compare(arith::CmpIPredicate::slt, i, missing);
  auto choice = scf::IfOp::create(
      b, isMissing,
      [&](OpBuilder &builder, Location loc) {
        Value one = arith::ConstantIndexOp::create(builder, loc, 1);
        scf::YieldOp::create(builder, loc, one);
      },
      [&](OpBuilder &builder, Location loc) {
        Value place = arith::SubIOp::create(builder, loc, i, missing);
        Value extent = tensor::ExtractOp::create(builder, loc, shape, place);
        scf::YieldOp::create(builder, loc, extent);
      });
  return choice.getResult(0);
}

Value ShapeReplacer::maxRank(ArrayRef<Value> shapes) {
  Value result = constant(0);
  for (Value shape : shapes)
    result = b.createOrFold<arith::MaxSIOp>(result, rank(shape));
  return result;
}

/// The extents of `shapes`, each with ones prepended up to the largest rank.
static SmallVector<SmallVector<Value>> align(ArrayRef<SmallVector<Value>> shapes) {
  size_t rank = 0;
  for (ArrayRef<Value> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<SmallVector<Value>> byPlace(rank);
  for (ArrayRef<Value> shape : shapes)
    for (auto [i, extent] : llvm::enumerate(shape))
      byPlace[rank - shape.size() + i].push_back(extent);
  return byPlace;
}

Value ShapeReplacer::broadcast(ArrayRef<Value> shapes) {
  if (llvm::all_of(shapes, hasRank)) {
    auto places = align(llvm::map_to_vector(shapes, [&](Value shape) { return extents(shape); }));
    return makeShape(
        llvm::map_to_vector(places, [&](ArrayRef<Value> place) { return join(place).extent; }));
  }
  Value resultRank = maxRank(shapes);
  auto type = getExtentsType(b.getContext(), ShapedType::kDynamic);
  return tensor::GenerateOp::create(
      b, type, resultRank, [&](OpBuilder &builder, Location loc, ValueRange position) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(builder.saveInsertionPoint());
        Value extent = join(llvm::map_to_vector(shapes, [&](Value shape) {
                         return alignedExtent(shape, resultRank, position.front());
                       })).extent;
        tensor::YieldOp::create(b, loc, extent);
      });
}

Value ShapeReplacer::areBroadcastable(ArrayRef<Value> shapes) {
  if (llvm::all_of(shapes, hasRank)) {
    Value result = truth(true);
    for (ArrayRef<Value> place :
         align(llvm::map_to_vector(shapes, [&](Value shape) { return extents(shape); })))
      result = both(result, join(place).isValid);
    return result;
  }
  Value resultRank = maxRank(shapes);
  auto loop = scf::ForOp::create(b, constant(0), resultRank, constant(1), truth(true));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value isValid = join(llvm::map_to_vector(shapes, [&](Value shape) {
                    return alignedExtent(shape, resultRank, loop.getInductionVar());
                  })).isValid;
  scf::YieldOp::create(b, both(loop.getRegionIterArg(0), isValid));
  return loop.getResult(0);
}

Value ShapeReplacer::areEqual(ArrayRef<Value> shapes) {
  Value result = truth(true);
  if (shapes.empty())
    return result;
  Value first = shapes.front();
  for (Value other : shapes.drop_front()) {
    if (hasRank(first) && hasRank(other)) {
      if (getRank(first) != getRank(other))
        return truth(false);
      for (auto [lhs, rhs] : llvm::zip_equal(extents(first), extents(other)))
        result = both(result, compare(arith::CmpIPredicate::eq, lhs, rhs));
      continue;
    }
    Value count = rank(first);
    Value hasSameRank = compare(arith::CmpIPredicate::eq, count, rank(other));
    // If the ranks differ, no extent is compared.
    Value end = b.createOrFold<arith::SelectOp>(hasSameRank, count, constant(0));
    auto loop = scf::ForOp::create(b, constant(0), end, constant(1), both(result, hasSameRank));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    Value isEqual = compare(arith::CmpIPredicate::eq, tensor::ExtractOp::create(b, first, i),
                            tensor::ExtractOp::create(b, other, i));
    scf::YieldOp::create(b, both(loop.getRegionIterArg(0), isEqual));
    result = loop.getResult(0);
  }
  return result;
}

void ShapeReplacer::reduce(shape::ReduceOp op) {
  Value shape = strip(op.getShape());
  Block &body = op.getRegion().front();
  auto step = [&](Value i, Value extent, ValueRange states) {
    IRMapping mapping;
    mapping.map(body.getArgument(0), i);
    mapping.map(body.getArgument(1), extent);
    mapping.map(body.getArguments().drop_front(2), states);
    for (Operation &inner : body.without_terminator())
      b.clone(inner, mapping);
    return llvm::map_to_vector(body.getTerminator()->getOperands(),
                               [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  if (hasRank(shape)) {
    SmallVector<Value> states(op.getInitVals());
    for (auto [i, extent] : llvm::enumerate(extents(shape)))
      states = step(constant(i), extent, states);
    op.replaceAllUsesWith(states);
    return;
  }
  auto loop = scf::ForOp::create(b, constant(0), rank(shape), constant(1), op.getInitVals());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    Value extent = tensor::ExtractOp::create(b, shape, i);
    SmallVector<Value> states = step(i, extent, loop.getRegionIterArgs());
    if (!states.empty())
      scf::YieldOp::create(b, states);
  }
  op.replaceAllUsesWith(loop.getResults());
}

/// Replaces the results by `values`, whose types may state the rank of a shape where the old types
/// do not.
LogicalResult ShapeReplacer::replace(ValueRange values) {
  SmallVector<Value> results;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    if (result.getType() == value.getType()) {
      results.push_back(value);
      continue;
    }
    if (!tensor::CastOp::areCastCompatible(value.getType(), result.getType())) {
      InFlightDiagnostic diag = op->emitError("chad: '")
                                << op->getName() << "' computes a value of type " << value.getType()
                                << ", not " << result.getType();
      diag.attachNote() << "give its result the type that it has";
      return diag;
    }
    results.push_back(tensor::CastOp::create(b, result.getType(), value));
  }
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

/// Returns the value in the pair `value` of type `!shape.value_shape`, if the op that makes the
/// pair is known.
static Value getValueOf(Value value) {
  while (auto with = value.getDefiningOp<shape::WithOp>())
    value = with.getOperand();
  return value;
}

/// Replaces `op` by an op of `arith`, on sizes or on shapes with equally many extents.
template <typename Arith, typename Op> LogicalResult ShapeReplacer::replaceBinary(Op op) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (!isa<IndexType>(lhs.getType())) {
    lhs = strip(lhs);
    rhs = strip(rhs);
    if (lhs.getType() != rhs.getType()) {
      Type type = getExtentsType(b.getContext(), ShapedType::kDynamic);
      lhs = b.createOrFold<tensor::CastOp>(type, lhs);
      rhs = b.createOrFold<tensor::CastOp>(type, rhs);
    }
    assertThat(compare(arith::CmpIPredicate::eq, rank(lhs), rank(rhs)),
               "shapes must have equal numbers of extents");
  }
  return replace(Arith::create(b, lhs, rhs).getResult());
}

LogicalResult ShapeReplacer::run() {
  auto stripped = [&](ValueRange shapes) {
    return llvm::map_to_vector(shapes, [&](Value shape) { return strip(shape); });
  };
  auto onlyKnownRanks = [&](Value value) {
    if (auto type = dyn_cast<ShapedType>(value.getType()); type && type.hasRank())
      return success();
    return refuse(isa<shape::ValueShapeType>(value.getType())
                      ? "what a value of type '!shape.value_shape' holds is not known here"
                      : "the rank of the operand is not known",
                  "pass a tensor whose type says how many extents it has");
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](shape::AddOp op) { return replaceBinary<arith::AddIOp>(op); })
      .Case([&](shape::MulOp op) { return replaceBinary<arith::MulIOp>(op); })
      .Case([&](shape::DivOp op) { return replaceBinary<arith::FloorDivSIOp>(op); })
      .Case([&](shape::MaxOp op) { return replaceBinary<arith::MaxSIOp>(op); })
      .Case([&](shape::MinOp op) { return replaceBinary<arith::MinSIOp>(op); })
      .Case([&](shape::AnyOp op) {
        // If the shapes differ, the op has no defined result; so the first shape may stand for all.
        return replace(strip(op.getInputs().front()));
      })
      .Case([&](shape::AssumingAllOp op) {
        Value all = truth(true);
        for (Value witness : op.getInputs())
          all = both(all, witness);
        for (Value witness : op.getInputs())
          if (StringAttr message = messages.lookup(witness))
            messages[all] = message;
        return replace(all);
      })
      .Case([&](shape::AssumingOp op) {
        StringAttr message = messages.lookup(op.getWitness());
        assertThat(op.getWitness(), message ? message.getValue() : "a witness failed");
        Block &body = op.getDoRegion().front();
        Operation *end = body.getTerminator();
        op.replaceAllUsesWith(end->getOperands());
        end->erase();
        op->getBlock()->getOperations().splice(Block::iterator(op), body.getOperations());
        op.erase();
        return success();
      })
      .Case([&](shape::BroadcastOp op) {
        SmallVector<Value> shapes = stripped(op.getShapes());
        if (mayBeInvalid || op.getError())
          assertThat(areBroadcastable(shapes),
                     op.getError().value_or("the shapes do not broadcast"));
        return replace(broadcast(shapes));
      })
      .Case([&](shape::ConcatOp op) {
        Value lhs = strip(op.getLhs()), rhs = strip(op.getRhs());
        if (!hasRank(lhs) || !hasRank(rhs))
          return replace(
              tensor::ConcatOp::create(b, getExtentsType(b.getContext(), ShapedType::kDynamic),
                                       /*dim=*/0, ValueRange{lhs, rhs})
                  .getResult());
        SmallVector<Value> all = extents(lhs);
        llvm::append_range(all, extents(rhs));
        return replace(makeShape(all));
      })
      .Case([&](shape::ConstShapeOp op) {
        return replace(makeShape(
            llvm::map_to_vector(op.getShape().getValues<APInt>(), [&](const APInt &extent) {
              return constant(extent.getSExtValue());
            })));
      })
      .Case([&](shape::ConstSizeOp op) { return replace(constant(op.getValue().getSExtValue())); })
      .Case([&](shape::ConstWitnessOp op) { return replace(truth(op.getPassing())); })
      .Case([&](shape::CstrBroadcastableOp op) {
        Value witness = areBroadcastable(stripped(op.getShapes()));
        messages.try_emplace(witness, b.getStringAttr("the shapes do not broadcast"));
        return replace(witness);
      })
      .Case([&](shape::CstrEqOp op) {
        Value witness = areEqual(stripped(op.getShapes()));
        messages.try_emplace(witness, b.getStringAttr("the shapes are not equal"));
        return replace(witness);
      })
      .Case([&](shape::CstrRequireOp op) {
        messages.try_emplace(op.getPred(), op.getMsgAttr());
        return replace(op.getPred());
      })
      .Case([&](shape::DebugPrintOp op) { return replace(op.getInput()); })
      .Case([&](shape::DimOp op) {
        Value value = op.getValue();
        if (failed(onlyKnownRanks(value)))
          return failure();
        return replace(dim(value, op.getIndex()));
      })
      .Case<shape::FromExtentTensorOp, shape::ToExtentTensorOp>(
          [&](auto op) { return replace(strip(op.getInput())); })
      .Case([&](shape::FromExtentsOp op) {
        return replace(makeShape(llvm::to_vector(op.getExtents())));
      })
      .Case([&](shape::GetExtentOp op) {
        Value shape = strip(op.getShape());
        std::optional<int64_t> i = getConstantIntValue(op.getDim());
        if (i && hasRank(shape) && *i >= 0 && *i < getRank(shape))
          return replace(extent(shape, *i));
        return replace(tensor::ExtractOp::create(b, shape, op.getDim()).getResult());
      })
      .Case<shape::IndexToSizeOp, shape::SizeToIndexOp>(
          [&](auto op) { return replace(op.getArg()); })
      .Case<shape::IsBroadcastableOp>(
          [&](auto op) { return replace(areBroadcastable(stripped(op.getShapes()))); })
      .Case([&](shape::MeetOp op) {
        Value lhs = op.getArg0(), rhs = op.getArg1();
        bool isSize = isa<IndexType>(lhs.getType());
        Value isValid = isSize ? compare(arith::CmpIPredicate::eq, lhs, rhs)
                               : areEqual({strip(lhs), strip(rhs)});
        assertThat(isValid, op.getError().value_or("the shapes are not equal"));
        return replace(isSize ? lhs : strip(lhs));
      })
      .Case([&](shape::NumElementsOp op) {
        Value shape = strip(op.getShape()), product = constant(1);
        if (hasRank(shape)) {
          for (Value extent : extents(shape))
            product = b.createOrFold<arith::MulIOp>(product, extent);
          return replace(product);
        }
        auto loop =
            scf::ForOp::create(b, constant(0), rank(shape), constant(1), product,
                               [&](OpBuilder &builder, Location loc, Value i, ValueRange states) {
                                 Value extent = tensor::ExtractOp::create(builder, loc, shape, i);
                                 Value next =
                                     arith::MulIOp::create(builder, loc, states.front(), extent);
                                 scf::YieldOp::create(builder, loc, next);
                               });
        return replace(loop.getResult(0));
      })
      .Case([&](shape::RankOp op) { return replace(rank(strip(op.getShape()))); })
      .Case([&](shape::ReduceOp op) {
        reduce(op);
        op.erase();
        return success();
      })
      .Case([&](shape::ShapeEqOp op) { return replace(areEqual(stripped(op.getShapes()))); })
      .Case([&](shape::ShapeOfOp op) {
        if (auto with = op.getArg().getDefiningOp<shape::WithOp>())
          return replace(strip(with.getShape()));
        if (failed(onlyKnownRanks(op.getArg())))
          return failure();
        return replace(shapeOf(op.getArg()));
      })
      .Case([&](shape::SplitAtOp op) {
        Value shape = strip(op.getOperand()), count = rank(shape), index = op.getIndex();
        Value isNegative = compare(arith::CmpIPredicate::slt, index, constant(0));
        Value place = b.createOrFold<arith::SelectOp>(
            isNegative, b.createOrFold<arith::AddIOp>(index, count), index);
        Value isValid = both(compare(arith::CmpIPredicate::sge, place, constant(0)),
                             compare(arith::CmpIPredicate::sle, place, count));
        assertThat(isValid, "a shape is split at an extent that it does not have");
        std::optional<int64_t> known = getConstantIntValue(place);
        if (known && hasRank(shape) && *known >= 0 && *known <= getRank(shape)) {
          SmallVector<Value> all = extents(shape);
          return replace({makeShape(ArrayRef(all).take_front(*known)),
                          makeShape(ArrayRef(all).drop_front(*known))});
        }
        auto slice = [&](OpFoldResult offset, Value size) -> Value {
          return tensor::ExtractSliceOp::create(b, shape, offset, OpFoldResult(size),
                                                OpFoldResult(b.getIndexAttr(1)));
        };
        Value rest = b.createOrFold<arith::SubIOp>(count, place);
        return replace({slice(b.getIndexAttr(0), place), slice(place, rest)});
      })
      .Case([&](shape::ValueAsShapeOp op) {
        Value value = getValueOf(op.getArg());
        if (failed(onlyKnownRanks(value)))
          return failure();
        auto type = cast<ShapedType>(value.getType());
        if (!type.getElementType().isIndex())
          value = arith::IndexCastOp::create(b, type.clone(IndexType::get(b.getContext())), value);
        return replace(value);
      })
      .Case([&](shape::ValueOfOp op) {
        Value value = getValueOf(op.getArg());
        if (failed(onlyKnownRanks(value)))
          return failure();
        return replace(value);
      })
      // The users of this op look through it (`getValueOf`).
      .Case([](shape::WithOp) { return success(); })
      .Case<shape::YieldOp, shape::AssumingYieldOp>([](auto) { return success(); })
      .Default([&](Operation *) {
        return refuse("this op is not known", "use another op of the dialect 'shape'");
      });
}

LogicalResult chad::detail::replaceShapes(func::FuncOp function) {
  ShapeFacts facts;
  function.walk([&](shape::BroadcastOp op) {
    if (isa<shape::ShapeType>(op.getType()))
      facts.mayBeInvalid.insert(op);
  });
  function.walk([](Operation *op) {
    for (Value result : op->getResults())
      result.setType(convertType(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          argument.setType(convertType(argument.getType()));
  });
  auto convertTypes = [](TypeRange types) { return llvm::map_to_vector(types, convertType); };
  function.setType(FunctionType::get(function.getContext(),
                                     convertTypes(function.getArgumentTypes()),
                                     convertTypes(function.getResultTypes())));

  // Ops in a region are replaced before the op that has the region, whose replacement moves the
  // region's ops.
  SmallVector<Operation *> ops;
  SmallVector<shape::WithOp> pairs;
  function.walk([&](Operation *op) {
    if (auto pair = dyn_cast<shape::WithOp>(op))
      pairs.push_back(pair);
    else if (isa_and_nonnull<shape::ShapeDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    if (failed(ShapeReplacer(op, facts).run()))
      return failure();
  for (shape::WithOp pair : llvm::reverse(pairs)) {
    if (!pair->use_empty()) {
      InFlightDiagnostic diag =
          pair.emitError("chad: a value of type '!shape.value_shape' is used by '")
          << (*pair->user_begin())->getName() << "'";
      diag.attachNote() << "pass the tensor and its shape instead";
      return diag;
    }
    pair.erase();
  }
  return success();
}
