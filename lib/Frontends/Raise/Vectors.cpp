//===- Vectors.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces vectors by tensors of the same shape, and ops of the vector dialect by ops on tensors.

#include "Steps.h"
#include "VectorReplacer.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Requests.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isVector(Type type) { return isa<VectorType>(type); }

static bool mentionsVector(Type type) {
  return type
      .walk([](Type part) {
        return isVector(part) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

ArrayRef<int64_t> chad::detail::getElementShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto vector = tensor ? dyn_cast<VectorType>(tensor.getElementType()) : VectorType();
  return vector ? vector.getShape() : ArrayRef<int64_t>();
}

Type chad::detail::toTensor(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return RankedTensorType::get(vector.getShape(), vector.getElementType());
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    if (auto vector = dyn_cast<VectorType>(tensor.getElementType())) {
      SmallVector<int64_t> shape(tensor.getShape());
      llvm::append_range(shape, vector.getShape());
      return RankedTensorType::get(shape, vector.getElementType());
    }
  if (auto function = dyn_cast<FunctionType>(type))
    return FunctionType::get(type.getContext(), llvm::map_to_vector(function.getInputs(), toTensor),
                             llvm::map_to_vector(function.getResults(), toTensor));
  return type;
}

/// Whether values of `type` become values of another type.
static bool isReplaced(Type type) { return toTensor(type) != type; }

static SmallVector<Type> toTensors(TypeRange types) { return llvm::map_to_vector(types, toTensor); }

static bool isUsedBy(Operation *op, function_ref<bool(Type)> holds) {
  bool found =
      llvm::any_of(op->getOperandTypes(), holds) || llvm::any_of(op->getResultTypes(), holds);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      found |= llvm::any_of(block.getArgumentTypes(), holds);
  return found;
}

bool chad::detail::usesVectors(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isUsedBy(op, mentionsVector) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool chad::detail::hasVectorsInType(func::FuncOp function) {
  return mentionsVector(function.getFunctionType());
}

bool chad::detail::hasSimpleVectors(func::FuncOp function) {
  auto isNested = [](Type type) { return !isVector(type) && mentionsVector(type); };
  return !function
              ->walk([&](Operation *op) {
                bool isSimple =
                    !isa_and_nonnull<vector::VectorDialect>(op->getDialect()) ||
                    isa<vector::BroadcastOp, vector::ExtractOp, vector::FMAOp, vector::InsertOp,
                        vector::LoadOp, vector::ReductionOp, vector::ShapeCastOp, vector::StoreOp,
                        vector::TransferReadOp, vector::TransferWriteOp>(op);
                return isSimple && !isUsedBy(op, isNested) ? WalkResult::advance()
                                                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

LogicalResult VectorReplacer::refuse(Operation *op, const Twine &why, const Twine &remedy) {
  InFlightDiagnostic diag = op->emitError("chad: vectors cannot be raised to tensors here: ")
                            << why;
  diag.attachNote() << remedy;
  return diag;
}

void VectorReplacer::replaceArguments(Block &block) {
  for (unsigned i = 0; i < block.getNumArguments(); ++i) {
    BlockArgument arg = block.getArgument(i);
    if (!isReplaced(arg.getType()))
      continue;
    tensors[arg] = block.insertArgument(i + 1, toTensor(arg.getType()), arg.getLoc());
    ++i;
  }
}

void VectorReplacer::replace(Operation *op, ValueRange values) {
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    if (isReplaced(result.getType()))
      tensors[result] = value;
    else
      result.replaceAllUsesWith(value);
  }
  leftOvers.push_back(op);
}

/// Replaces `op` by the same op on tensors, in which `vector` types have become tensor types.
void VectorReplacer::rebuild(Operation *op) {
  OperationState state(op->getLoc(), op->getName(), lookup(op->getOperands()),
                       toTensors(op->getResultTypes()), llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  replace(op, rewriter.create(state)->getResults());
}

//===----------------------------------------------------------------------===//
// Elements and parts of tensors
//===----------------------------------------------------------------------===//

Value VectorReplacer::makeEmpty(Type type) {
  auto tensor = cast<RankedTensorType>(toTensor(type));
  return tensor::EmptyOp::create(rewriter, loc, tensor.getShape(), tensor.getElementType());
}

Value VectorReplacer::makeGeneric(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                                  ArrayRef<utils::IteratorType> loops,
                                  function_ref<Value(OpBuilder &, ValueRange)> element) {
  return linalg::GenericOp::create(rewriter, loc, init.getType(), inputs, init, maps, loops,
                                   [&](OpBuilder &builder, Location loc, ValueRange args) {
                                     linalg::YieldOp::create(builder, loc, element(builder, args));
                                   })
      .getResult(0);
}

Value VectorReplacer::generate(Type type, function_ref<Value(OpBuilder &, ValueRange)> element) {
  return tensor::GenerateOp::create(rewriter, loc, toTensor(type), ValueRange(),
                                    [&](OpBuilder &builder, Location loc, ValueRange indices) {
                                      tensor::YieldOp::create(builder, loc,
                                                              element(builder, indices));
                                    });
}

static SmallVector<ReassociationIndices> allAsOne(int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  if (rank)
    groups.push_back(llvm::to_vector(llvm::seq<int64_t>(rank)));
  return groups;
}

/// Reshapes `tensor` to the shape of `type`, which has as many elements; their row-major order
/// stays.
Value VectorReplacer::reshape(Value tensor, Type type) {
  auto from = cast<RankedTensorType>(tensor.getType()), to = cast<RankedTensorType>(toTensor(type));
  auto flatType = RankedTensorType::get({from.getNumElements()}, from.getElementType());
  if (from.getRank() == 0)
    tensor = tensor::ExpandShapeOp::create(rewriter, loc, flatType, tensor, allAsOne(0));
  else if (from.getRank() > 1)
    tensor =
        tensor::CollapseShapeOp::create(rewriter, loc, flatType, tensor, allAsOne(from.getRank()));
  if (to.getRank() == 0)
    return tensor::CollapseShapeOp::create(rewriter, loc, to, tensor, allAsOne(0));
  if (to.getRank() > 1)
    return tensor::ExpandShapeOp::create(rewriter, loc, to, tensor, allAsOne(to.getRank()));
  return tensor;
}

/// Computes offsets, sizes and strides of the slice of `tensor` that has the index `position` in
/// the first dimensions and all of the others.
static void describePart(OpBuilder &builder, Value tensor, ArrayRef<OpFoldResult> position,
                         SmallVectorImpl<OpFoldResult> &offsets,
                         SmallVectorImpl<OpFoldResult> &sizes,
                         SmallVectorImpl<OpFoldResult> &strides) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tensor.getType()).getShape();
  offsets.assign(shape.size(), builder.getIndexAttr(0));
  strides.assign(shape.size(), builder.getIndexAttr(1));
  for (auto [i, extent] : llvm::enumerate(shape)) {
    bool isGiven = i < position.size();
    if (isGiven)
      offsets[i] = position[i];
    sizes.push_back(builder.getIndexAttr(isGiven ? 1 : extent));
  }
}

Value VectorReplacer::extract(Value source, ArrayRef<OpFoldResult> position, Type result) {
  auto type = cast<RankedTensorType>(source.getType());
  if (static_cast<int64_t>(position.size()) == type.getRank()) {
    Value element = tensor::ExtractOp::create(
        rewriter, loc, source, getValueOrCreateConstantIndexOp(rewriter, loc, position));
    return isVector(result) ? Value(tensor::FromElementsOp::create(
                                  rewriter, loc, cast<RankedTensorType>(toTensor(result)), element))
                            : element;
  }
  SmallVector<OpFoldResult> offsets, sizes, strides;
  describePart(rewriter, source, position, offsets, sizes, strides);
  return tensor::ExtractSliceOp::create(rewriter, loc, cast<RankedTensorType>(toTensor(result)),
                                        source, offsets, sizes, strides);
}

Value VectorReplacer::insert(Value value, Value dest, ArrayRef<OpFoldResult> position) {
  if (!isa<RankedTensorType>(value.getType()))
    return tensor::InsertOp::create(rewriter, loc, value, dest,
                                    getValueOrCreateConstantIndexOp(rewriter, loc, position));
  SmallVector<OpFoldResult> offsets, sizes, strides;
  describePart(rewriter, dest, position, offsets, sizes, strides);
  return tensor::InsertSliceOp::create(rewriter, loc, value, dest, offsets, sizes, strides);
}

/// The source is repeated along new dimensions before its own, and along those of extent 1.
Value VectorReplacer::broadcast(Value source, Type type) {
  auto result = cast<RankedTensorType>(toTensor(type));
  auto sourceType = dyn_cast<RankedTensorType>(source.getType());
  if (!sourceType)
    return tensor::SplatOp::create(rewriter, loc, source, result);
  int64_t rank = result.getRank(), missing = rank - sourceType.getRank();
  SmallVector<AffineExpr> read;
  for (auto [i, extent] : llvm::enumerate(sourceType.getShape()))
    read.push_back(extent == 1 && result.getDimSize(missing + i) != 1
                       ? rewriter.getAffineConstantExpr(0)
                       : rewriter.getAffineDimExpr(missing + i));
  AffineMap maps[2] = {AffineMap::get(rank, 0, read, rewriter.getContext()),
                       rewriter.getMultiDimIdentityMap(rank)};
  return makeGeneric(source, makeEmpty(result), maps,
                     SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
                     [](OpBuilder &, ValueRange args) { return args[0]; });
}

/// `acc ⊕ source[..., i, ...] ⊕ ...` along dimensions. A scalar counts as a tensor of rank 0.
Value VectorReplacer::reduce(Value source, Value acc, Type accType, vector::CombiningKind kind,
                             ArrayRef<int64_t> dims) {
  int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  SmallVector<AffineExpr> kept;
  for (int64_t i = 0; i < rank; ++i) {
    if (llvm::is_contained(dims, i))
      loops[i] = utils::IteratorType::reduction;
    else
      kept.push_back(rewriter.getAffineDimExpr(i));
  }
  bool isScalar = !isVector(accType);
  if (isScalar)
    acc = tensor::FromElementsOp::create(rewriter, loc, RankedTensorType::get({}, accType), acc);
  AffineMap maps[2] = {rewriter.getMultiDimIdentityMap(rank),
                       AffineMap::get(rank, 0, kept, rewriter.getContext())};
  Value result = makeGeneric(source, acc, maps, loops, [&](OpBuilder &builder, ValueRange args) {
    return vector::makeArithReduction(builder, loc, kind, args[0], args[1]);
  });
  return isScalar ? Value(tensor::ExtractOp::create(rewriter, loc, result, ValueRange())) : result;
}

static Value multiply(OpBuilder &builder, Location loc, Value a, Value b) {
  return isa<FloatType>(a.getType()) ? Value(arith::MulFOp::create(builder, loc, a, b))
                                     : Value(arith::MulIOp::create(builder, loc, a, b));
}

/// The number that leaves every other one as it is: ⊕ with it changes nothing.
static TypedAttr getNeutral(OpBuilder &builder, vector::CombiningKind kind, Type type) {
  using vector::CombiningKind;
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  auto ofFloat = [&](auto make) -> TypedAttr {
    return builder.getFloatAttr(type, make(cast<FloatType>(type).getFloatSemantics()));
  };
  switch (kind) {
  case CombiningKind::MUL:
    return builder.getOneAttr(type);
  case CombiningKind::MINUI:
  case CombiningKind::AND:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  case CombiningKind::MINSI:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  case CombiningKind::MAXSI:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case CombiningKind::MINIMUMF:
    return ofFloat([](const auto &format) { return APFloat::getInf(format); });
  case CombiningKind::MAXIMUMF:
    return ofFloat([](const auto &format) { return APFloat::getInf(format, /*Negative=*/true); });
  case CombiningKind::MINNUMF:
  case CombiningKind::MAXNUMF:
    return ofFloat([](const auto &format) { return APFloat::getNaN(format); });
  default:
    return builder.getZeroAttr(type);
  }
}

/// `mask ? value : neutral`, for a scalar or for each element of a tensor.
static Value chooseOrNeutral(OpBuilder &builder, Location loc, vector::CombiningKind kind,
                             Value mask, Value value) {
  if (!mask)
    return value;
  TypedAttr neutral = getNeutral(builder, kind, getElementTypeOrSelf(value.getType()));
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    neutral = DenseElementsAttr::get(type, Attribute(neutral));
  Value otherwise = arith::ConstantOp::create(builder, loc, neutral);
  return arith::SelectOp::create(builder, loc, mask, value, otherwise);
}

Value VectorReplacer::reduction(vector::ReductionOp op, Value mask) {
  Value source = lookup(op.getVector());
  Type type = op.getType();
  if (cast<RankedTensorType>(source.getType()).getRank() == 0)
    source = reshape(source, RankedTensorType::get({1}, type));
  source = chooseOrNeutral(rewriter, loc, op.getKind(), mask, source);
  if (Value acc = op.getAcc())
    return reduce(source, acc, type, op.getKind(), {0});
  // Without an initial value a reduction starts with the first element.
  Value zero = makeIndex(0);
  Value first = tensor::ExtractOp::create(rewriter, loc, source, zero);
  int64_t rest = cast<RankedTensorType>(source.getType()).getDimSize(0) - 1;
  if (rest == 0)
    return first;
  Value others = tensor::ExtractSliceOp::create(
      rewriter, loc, source, OpFoldResult(rewriter.getIndexAttr(1)),
      OpFoldResult(rewriter.getIndexAttr(rest)), OpFoldResult(rewriter.getIndexAttr(1)));
  return reduce(others, first, type, op.getKind(), {0});
}

Value VectorReplacer::combine(Operation *op, Value mask) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](vector::ReductionOp op) { return reduction(op, mask); })
      .Case([&](vector::MultiDimReductionOp op) {
        Value source = chooseOrNeutral(rewriter, loc, op.getKind(), mask, lookup(op.getSource()));
        return reduce(source, lookup(op.getAcc()), op.getAcc().getType(), op.getKind(),
                      op.getReductionDims());
      })
      .Case([&](vector::ContractionOp op) { return contract(op, mask); })
      .Case([&](vector::OuterProductOp op) { return outerProduct(op, mask); })
      .Default(Value());
}

LogicalResult VectorReplacer::rewriteMask(vector::MaskOp op) {
  Operation *masked = op.getMaskableOp();
  Value mask = lookup(op.getMask());
  Value result = masked ? combine(masked, mask) : Value();
  if (!result)
    return refuse(op,
                  masked ? "a mask decides which lanes of '" + masked->getName().getStringRef() +
                               "' are computed"
                         : Twine("a mask decides about several values"),
                  "give the mask to the transfer, or use 'arith.select'");
  if (Value otherwise = op.getPassthru()) {
    otherwise = lookup(otherwise);
    if (cast<ShapedType>(mask.getType()).getShape() !=
        (isa<RankedTensorType>(otherwise.getType())
             ? cast<RankedTensorType>(otherwise.getType()).getShape()
             : ArrayRef<int64_t>()))
      return refuse(op, "what lanes without a mask give has not the shape of the mask",
                    "leave it out, and use 'arith.select'");
    result = arith::SelectOp::create(rewriter, loc, mask, result, otherwise);
  }
  replace(op, result);
  return success();
}

Value VectorReplacer::contract(vector::ContractionOp op, Value mask) {
  bool isScalar = !isVector(op.getAccType());
  Value acc = lookup(op.getAcc());
  if (isScalar)
    acc = tensor::FromElementsOp::create(rewriter, loc, RankedTensorType::get({}, op.getAccType()),
                                         acc);
  SmallVector<utils::IteratorType> loops;
  for (vector::IteratorType type : op.getIteratorTypesArray())
    loops.push_back(type == vector::IteratorType::parallel ? utils::IteratorType::parallel
                                                           : utils::IteratorType::reduction);
  SmallVector<Value> inputs = {lookup(op.getLhs()), lookup(op.getRhs())};
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (mask) {
    inputs.push_back(mask);
    maps.insert(maps.begin() + 2, rewriter.getMultiDimIdentityMap(loops.size()));
  }
  Value result = makeGeneric(inputs, acc, maps, loops, [&](OpBuilder &builder, ValueRange args) {
    Value product = chooseOrNeutral(builder, loc, op.getKind(), mask ? args[2] : Value(),
                                    multiply(builder, loc, args[0], args[1]));
    return vector::makeArithReduction(builder, loc, op.getKind(), product, args.back());
  });
  return isScalar ? Value(tensor::ExtractOp::create(rewriter, loc, result, ValueRange())) : result;
}

Value VectorReplacer::outerProduct(vector::OuterProductOp op, Value mask) {
  auto type = cast<VectorType>(op.getType());
  Value lhs = lookup(op.getLhs()), rhs = lookup(op.getRhs());
  int64_t rank = type.getRank();
  if (rank == 1)
    rhs = tensor::SplatOp::create(rewriter, loc, rhs, cast<RankedTensorType>(toTensor(type)));
  MLIRContext *context = rewriter.getContext();
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, rewriter.getAffineDimExpr(0), context),
      AffineMap::get(rank, 0, rewriter.getAffineDimExpr(rank - 1), context),
      rewriter.getMultiDimIdentityMap(rank)};
  SmallVector<Value> inputs = {lhs, rhs};
  if (mask) {
    inputs.push_back(mask);
    maps.push_back(maps.back());
  }
  Value acc = op.getAcc() ? lookup(op.getAcc()) : makeEmpty(type);
  return makeGeneric(
      inputs, acc, maps, SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &builder, ValueRange args) {
        Value product = chooseOrNeutral(builder, loc, op.getKind(), mask ? args[2] : Value(),
                                        multiply(builder, loc, args[0], args[1]));
        return op.getAcc()
                   ? vector::makeArithReduction(builder, loc, op.getKind(), product, args.back())
                   : product;
      });
}

Value VectorReplacer::shuffle(vector::ShuffleOp op) {
  Value first = lookup(op.getV1()), second = lookup(op.getV2());
  int64_t extent = cast<RankedTensorType>(first.getType()).getDimSize(0);
  Value result = makeEmpty(op.getType());
  auto type = cast<VectorType>(op.getType());
  Type row = type.getRank() == 1
                 ? type.getElementType()
                 : Type(VectorType::get(type.getShape().drop_front(), type.getElementType()));
  for (auto [i, from] : llvm::enumerate(op.getMask())) {
    // A negative entry of the mask means a poison element, which may be any value: element 0 is
    // taken.
    int64_t place = from < 0 ? 0 : from;
    OpFoldResult position = rewriter.getIndexAttr(place < extent ? place : place - extent);
    Value element = extract(place < extent ? first : second, position, row);
    result = insert(element, result, OpFoldResult(rewriter.getIndexAttr(i)));
  }
  return result;
}

SmallVector<Value> VectorReplacer::deinterleave(vector::DeinterleaveOp op) {
  Value source = lookup(op.getSource());
  auto type = cast<RankedTensorType>(toTensor(op->getResult(0).getType()));
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> offsets(rank, rewriter.getIndexAttr(0)),
      strides(rank, rewriter.getIndexAttr(1)), sizes;
  for (int64_t extent : type.getShape())
    sizes.push_back(rewriter.getIndexAttr(extent));
  strides.back() = rewriter.getIndexAttr(2);
  SmallVector<Value> results;
  for (int64_t i : {0, 1}) {
    offsets.back() = rewriter.getIndexAttr(i);
    results.push_back(
        tensor::ExtractSliceOp::create(rewriter, loc, type, source, offsets, sizes, strides));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static SmallVector<OpFoldResult> getAttributes(OpBuilder &builder, ArrayAttr values) {
  return llvm::map_to_vector(values.getAsValueRange<IntegerAttr>(), [&](APInt value) {
    return OpFoldResult(builder.getIndexAttr(value.getSExtValue()));
  });
}

static bool holdsScalable(Type type) {
  return type
      .walk([](VectorType vector) {
        return vector.isScalable() ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult VectorReplacer::rewriteOp(Operation *op) {
  rewriter.setInsertionPoint(op);
  loc = op->getLoc();
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      if (holdsScalable(type))
        return refuse(op, "the extent of a vector depends on the machine", "use fixed extents");
      if (mentionsVector(toTensor(type)))
        return refuse(op, "a value of another type holds vectors",
                      "pass vectors, or arrays of them, by themselves");
    }
  if (std::optional<LogicalResult> result = rewriteArrayOp(op))
    return *result;
  auto one = [&](Value value) {
    replace(op, value);
    return success();
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp op) -> LogicalResult {
        auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
        if (!dense)
          return refuse(op, "its value is not known", "use a dense constant");
        return one(arith::ConstantOp::create(
            rewriter, loc, dense.reshape(cast<RankedTensorType>(toTensor(op.getType())))));
      })
      .Case([&](ub::PoisonOp op) {
        if (isVector(op.getType()))
          return one(makeEmpty(op.getType()));
        rebuild(op);
        return success();
      })
      .Case([&](vector::BroadcastOp op) {
        return one(broadcast(lookup(op.getSource()), op.getType()));
      })
      .Case([&](vector::FMAOp op) {
        return one(math::FmaOp::create(rewriter, loc, lookup(op.getLhs()), lookup(op.getRhs()),
                                       lookup(op.getAcc())));
      })
      .Case<vector::ReductionOp, vector::MultiDimReductionOp, vector::ContractionOp,
            vector::OuterProductOp>([&](Operation *op) { return one(combine(op, Value())); })
      .Case([&](vector::MaskOp op) { return rewriteMask(op); })
      .Case([&](vector::ExtractOp op) {
        return one(extract(lookup(op.getSource()), op.getMixedPosition(), op.getType()));
      })
      .Case([&](vector::InsertOp op) {
        return one(
            insert(lookup(op.getValueToStore()), lookup(op.getDest()), op.getMixedPosition()));
      })
      .Case([&](vector::ExtractStridedSliceOp op) {
        Value source = lookup(op.getSource());
        auto type = cast<RankedTensorType>(source.getType());
        auto offsets = getAttributes(rewriter, op.getOffsets()),
             sizes = getAttributes(rewriter, op.getSizes()),
             strides = getAttributes(rewriter, op.getStrides());
        for (int64_t i = offsets.size(); i < type.getRank(); ++i) {
          offsets.push_back(rewriter.getIndexAttr(0));
          sizes.push_back(rewriter.getIndexAttr(type.getDimSize(i)));
          strides.push_back(rewriter.getIndexAttr(1));
        }
        return one(tensor::ExtractSliceOp::create(rewriter, loc, source, offsets, sizes, strides));
      })
      .Case([&](vector::InsertStridedSliceOp op) {
        Value source = lookup(op.getValueToStore()), dest = lookup(op.getDest());
        auto type = cast<RankedTensorType>(source.getType());
        int64_t rank = cast<RankedTensorType>(dest.getType()).getRank(),
                leading = rank - type.getRank();
        auto offsets = getAttributes(rewriter, op.getOffsets());
        SmallVector<OpFoldResult> sizes(leading, rewriter.getIndexAttr(1)),
            strides(leading, rewriter.getIndexAttr(1));
        llvm::append_range(strides, getAttributes(rewriter, op.getStrides()));
        for (int64_t extent : type.getShape())
          sizes.push_back(rewriter.getIndexAttr(extent));
        return one(
            tensor::InsertSliceOp::create(rewriter, loc, source, dest, offsets, sizes, strides));
      })
      .Case([&](vector::ShapeCastOp op) {
        return one(reshape(lookup(op.getSource()), op.getType()));
      })
      .Case([&](vector::TransposeOp op) {
        return one(linalg::TransposeOp::create(rewriter, loc, lookup(op.getVector()),
                                               makeEmpty(op.getType()), op.getPermutation())
                       ->getResult(0));
      })
      .Case([&](vector::ShuffleOp op) { return one(shuffle(op)); })
      .Case([&](vector::InterleaveOp op) {
        // Interleaving puts elements of both vectors side by side along a new last dimension, and
        // then merges that dimension with the one before.
        auto type = cast<RankedTensorType>(toTensor(op.getLhs().getType()));
        SmallVector<int64_t> shape(type.getShape());
        shape.push_back(1);
        Type column = RankedTensorType::get(shape, type.getElementType());
        Value columns[2] = {reshape(lookup(op.getLhs()), column),
                            reshape(lookup(op.getRhs()), column)};
        Value pairs = tensor::ConcatOp::create(rewriter, loc, type.getRank(), columns);
        return one(reshape(pairs, op.getType()));
      })
      .Case([&](vector::DeinterleaveOp op) {
        replace(op, deinterleave(op));
        return success();
      })
      .Case([&](vector::StepOp op) {
        auto type = cast<RankedTensorType>(toTensor(op.getType()));
        auto values = llvm::map_to_vector(llvm::seq<int64_t>(type.getNumElements()),
                                          [](int64_t i) { return APInt(64, i); });
        return one(arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(type, values)));
      })
      .Case([&](vector::CreateMaskOp op) {
        return one(generate(op.getType(), [&](OpBuilder &builder, ValueRange indices) {
          // A mask without dimensions has one bound, too: that of its only element.
          SmallVector<Value> places(indices);
          if (places.empty())
            places.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
          Value isThere;
          for (auto [index, bound] : llvm::zip_equal(places, op.getOperands())) {
            Value inside =
                arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index, bound);
            isThere =
                isThere ? Value(arith::AndIOp::create(builder, loc, isThere, inside)) : inside;
          }
          return isThere;
        }));
      })
      .Case([&](vector::ConstantMaskOp op) {
        auto type = cast<RankedTensorType>(toTensor(op.getType()));
        SmallVector<bool> values;
        SmallVector<int64_t> strides = computeStrides(type.getShape());
        for (int64_t i = 0; i < type.getNumElements(); ++i) {
          SmallVector<int64_t> place = delinearize(i, strides);
          if (place.empty())
            place.push_back(0);
          values.push_back(
              llvm::all_of(llvm::zip_equal(place, op.getMaskDimSizes()),
                           [](auto pair) { return std::get<0>(pair) < std::get<1>(pair); }));
        }
        return one(arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(type, values)));
      })
      .Case([&](vector::FromElementsOp op) {
        return one(tensor::FromElementsOp::create(
            rewriter, loc, cast<RankedTensorType>(toTensor(op.getType())), op.getElements()));
      })
      .Case([&](vector::ToElementsOp op) {
        Value source = lookup(op.getSource());
        auto type = cast<RankedTensorType>(source.getType());
        SmallVector<int64_t> strides = computeStrides(type.getShape());
        SmallVector<Value> elements;
        for (int64_t i = 0; i < type.getNumElements(); ++i) {
          SmallVector<Value> place;
          for (int64_t index : delinearize(i, strides))
            place.push_back(makeIndex(index));
          elements.push_back(tensor::ExtractOp::create(rewriter, loc, source, place));
        }
        replace(op, elements);
        return success();
      })
      .Case([&](vector::TransferReadOp op) { return one(transferRead(op)); })
      .Case([&](vector::TransferWriteOp op) { return one(transferWrite(op)); })
      .Case([&](vector::GatherOp op) { return one(gather(op)); })
      .Case<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
            func::CallOp, func::ConstantOp, ApplyOp, LambdaOp>([&](Operation *op) -> LogicalResult {
        auto name = isa<func::ConstantOp>(op) ? cast<func::ConstantOp>(op).getValueAttr()
                                              : op->getAttrOfType<FlatSymbolRefAttr>("callee");
        if (auto callee = name ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name)
                               : func::FuncOp();
            name && (!callee || callee.isDeclaration()))
          return refuse(op, "what '@" + name.getValue() + "' does with its vectors is not known",
                        "give it a body in this module, or call it with numbers or tensors");
        for (Region &region : op->getRegions())
          for (Block &block : region) {
            replaceArguments(block);
            if (failed(rewriteBlock(block)))
              return failure();
          }
        rewriter.setInsertionPoint(op);
        rebuild(op);
        return success();
      })
      .Default([&](Operation *op) -> LogicalResult {
        // A request may name a function with vectors that are not differentiated.
        if (isRequest(op)) {
          rebuild(op);
          return success();
        }
        if (mlir::OpTrait::hasElementwiseMappableTraits(op) && !op->getNumRegions()) {
          rebuild(op);
          return success();
        }
        return refuse(op, "'" + op->getName().getStringRef() + "' has no counterpart on tensors",
                      "docs/Coverage.md lists the operations on vectors that can be raised");
      });
}

LogicalResult VectorReplacer::rewriteBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasTrait<mlir::OpTrait::IsTerminator>()) {
      op.setOperands(lookup(op.getOperands()));
      continue;
    }
    if (llvm::any_of(op.getOperandTypes(), mentionsVector) ||
        llvm::any_of(op.getResultTypes(), mentionsVector)) {
      if (failed(rewriteOp(&op)))
        return failure();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (failed(rewriteBlock(inner)))
          return failure();
  }
  return success();
}

LogicalResult VectorReplacer::run() {
  if (holdsScalable(function.getFunctionType()))
    return refuse(function, "the extent of a vector depends on the machine", "use fixed extents");
  Block &body = function.front();
  replaceArguments(body);
  if (failed(rewriteBlock(body)))
    return failure();
  for (Operation *op : llvm::reverse(leftOvers))
    op->erase();
  function.walk([](Block *block) {
    block->eraseArguments([](BlockArgument arg) { return isReplaced(arg.getType()); });
  });
  FunctionType type = function.getFunctionType();
  function.setType(FunctionType::get(function.getContext(), toTensors(type.getInputs()),
                                     toTensors(type.getResults())));
  return success();
}

LogicalResult chad::detail::replaceVectors(func::FuncOp function) {
  return VectorReplacer(function).run();
}
