//===- Read.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Translates code on linear values to code on a monoid. Ops that move values stay, with other
// types; sums, products and choices become those of the monoid.

#include "CarrierBoxes.h"
#include "LinearValues.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Elementwise.h"
#include "chad/Transforms/Monoid.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static Type primalOf(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin ? lin.getPrimal() : type;
}

/// Whether an op moves elements, is a call or a terminator, and works on elements of any type.
static bool movesElements(Operation *op) {
  return isa<
      // Arrays.
      tensor::ExtractOp, tensor::ExtractSliceOp, tensor::InsertOp, tensor::InsertSliceOp,
      tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp, tensor::CastOp,
      tensor::DimOp, tensor::RankOp, tensor::FromElementsOp, tensor::SplatOp, tensor::PadOp,
      tensor::ConcatOp, tensor::GatherOp, tensor::ScatterOp, tensor::GenerateOp, tensor::YieldOp,
      // Loops over arrays, and structured ops.
      MapOp, BuildOp, FoldOp, ReduceOp, ScanOp, HistOp, GatherOp, YieldOp, linalg::GenericOp,
      linalg::YieldOp,
      // Control flow.
      scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp, scf::ConditionOp, scf::YieldOp,
      func::ReturnOp>(op);
}

static bool isZero(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (matchPattern(value, m_AnyZeroFloat()) || isa<tensor::EmptyOp>(op))
    return true;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return isZero(fill.getInputs().front());
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    auto result = cast<OpResult>(value).getResultNumber();
    Value yielded = generic.getBody()->getTerminator()->getOperand(result);
    if (auto arg = dyn_cast<BlockArgument>(yielded); arg && arg.getOwner() == generic.getBody())
      return isZero(op->getOperand(arg.getArgNumber()));
    return isZero(yielded);
  }
  if (isa<tensor::SplatOp, tensor::FromElementsOp, tensor::CastOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::ExtractOp>(op))
    return llvm::all_of(op->getOperands(), [](Value operand) {
      return !isa<FloatType>(getElementTypeOrSelf(operand.getType())) || isZero(operand);
    });
  return false;
}

namespace {
/// Translates one function.
class Reading {
public:
  Reading(const Monoid &monoid, CarrierBoxes &carriers, func::FuncOp from, func::FuncOp to,
          llvm::function_ref<FailureOr<func::FuncOp>(func::FuncOp, Operation *)> readCallee,
          SymbolTable &symbols)
      : monoid(monoid), carriers(carriers), linear(from), readCallee(readCallee), symbols(symbols),
        builder(from.getContext()) {
    builder.setInsertionPointToStart(to.addEntryBlock());
    for (auto [old, arg] : llvm::zip(from.getArguments(), to.getArguments()))
      define(old, arg);
  }

  LogicalResult readBlock(Block &block) {
    for (Operation &op : block)
      if (failed(read(op)))
        return failure();
    return success();
  }

private:
  /// Precondition: there is such a type.
  Type convert(Type type) { return carriers.convert(type); }

  void define(Value old, Value value) {
    (linear.contains(old) ? tangents : primals).map(old, value);
  }

  InFlightDiagnostic refuse(Operation &op, const Twine &why) {
    return op.emitError("chad: ") << "'" << op.getName() << "' " << why;
  }

  /// The value of the monoid for an operand that is a tangent; null after an error.
  Value tangent(Operation &op, Value value) {
    if (linear.contains(value))
      return tangents.lookup(value);
    Value primal = primals.lookupOrNull(value);
    if (primal && isZero(value))
      return makeZero(op.getLoc(), convert(value.getType()), dimsOf(op.getLoc(), primal));
    refuse(op, "adds a value that is not linear to one that is").attachNote(value.getLoc())
        << "this value";
    return {};
  }

  SmallVector<Value> dimsOf(Location loc, Value value) {
    SmallVector<Value> sizes;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t i = 0; i < type.getRank(); ++i)
        if (type.isDynamicDim(i))
          sizes.push_back(tensor::DimOp::create(builder, loc, value, i));
    return sizes;
  }

  Value makeZero(Location loc, Type type, ValueRange sizes) {
    return carriers.makeZero(builder, loc, type, sizes);
  }

  Value add(Location loc, Value a, Value b) { return carriers.add(builder, loc, a, b); }

  Value scale(Location loc, Value factor, Value a) {
    if (!monoid.readsFactors())
      return a;
    return mapElementwise(builder, loc, {factor, a},
                          [&](OpBuilder &inner, Location loc, ValueRange values) {
                            return SmallVector<Value>{
                                monoid.scale(inner, loc, values[0], values[1])};
                          })
        .front();
  }

  LogicalResult set(Value old, Value value) {
    tangents.map(old, value);
    return success();
  }

  LogicalResult read(Operation &op);
  LogicalResult readRebuilt(Operation &op);
  LogicalResult readCall(func::CallOp call);
  LogicalResult readOpen(OpenOp op);
  LogicalResult readAccumulate(AccumulateOp op);
  LogicalResult readScatterAdd(ScatterAddOp op);
  LogicalResult readProduct(Operation &op, OpOperand &factor, OpOperand &value);
  Value accumulate(Location loc, Value value, Value acc, ValueRange indices);

  const Monoid &monoid;
  CarrierBoxes &carriers;
  LinearValues linear;
  llvm::function_ref<FailureOr<func::FuncOp>(func::FuncOp, Operation *)> readCallee;
  SymbolTable &symbols;
  OpBuilder builder;
  IRMapping primals, tangents;
};
} // namespace

/// Translates an op by making it anew with operands, results and regions of other types.
LogicalResult Reading::readRebuilt(Operation &op) {
  OperationState state(op.getLoc(), op.getName());
  for (OpOperand &operand : op.getOpOperands()) {
    Value value = linear.isLinear(operand) ||
                          (op.getNumRegions() == 0 && !op.hasTrait<mlir::OpTrait::IsTerminator>() &&
                           isa<FloatType>(getElementTypeOrSelf(operand.get())))
                      ? tangent(op, operand.get())
                      : primals.lookupOrNull(operand.get());
    if (!value)
      return failure();
    state.operands.push_back(value);
  }
  for (Value result : op.getResults())
    state.types.push_back(linear.contains(result) ? convert(result.getType()) : result.getType());
  state.attributes.append(op.getDiscardableAttrs().begin(), op.getDiscardableAttrs().end());
  for (unsigned i = 0; i < op.getNumRegions(); ++i)
    state.addRegion();
  Operation *copy = builder.create(state);
  copy->copyProperties(op.getPropertiesStorage());
  for (auto [from, to] : llvm::zip(op.getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types;
    SmallVector<Location> locs;
    for (BlockArgument arg : from.getArguments()) {
      types.push_back(linear.contains(arg) ? convert(arg.getType()) : arg.getType());
      locs.push_back(arg.getLoc());
    }
    Block *block = builder.createBlock(&to, to.end(), types, locs);
    for (auto [old, arg] : llvm::zip(from.getArguments(), block->getArguments()))
      define(old, arg);
    if (failed(readBlock(from.front())))
      return failure();
  }
  for (auto [old, result] : llvm::zip(op.getResults(), copy->getResults()))
    define(old, result);
  return success();
}

LogicalResult Reading::readCall(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee)
    return refuse(*call, "calls a function that is not in this module");
  for (OpOperand &operand : call->getOpOperands())
    if (linear.isLinear(operand) && !isa<LinType>(operand.get().getType()))
      return refuse(*call, "takes the representation of a tangent; pass the tangent itself");
  FailureOr<func::FuncOp> target = readCallee(callee, call);
  if (failed(target))
    return failure();
  SmallVector<Value> operands;
  for (Value operand : call.getOperands()) {
    operands.push_back(linear.contains(operand) ? tangents.lookup(operand)
                                                : primals.lookup(operand));
  }
  auto copy = func::CallOp::create(builder, call.getLoc(), *target, operands);
  for (auto [old, result] : llvm::zip(call.getResults(), copy.getResults()))
    define(old, result);
  return success();
}

/// The fields of a tangent of a box; zeros if the box is empty.
LogicalResult Reading::readOpen(OpenOp op) {
  Location loc = op.getLoc();
  Value box = tangents.lookup(op.getBox());
  SmallVector<Value> sizes;
  for (Value size : op.getSizes())
    sizes.push_back(primals.lookup(size));
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(), [&](Type type) { return convert(type); });
  Value isEmpty = IsEmptyBoxOp::create(builder, loc, box);
  auto zeros = [&](OpBuilder &inner, Location loc) {
    SmallVector<Value> values;
    ArrayRef<Value> left = sizes;
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      unsigned count = tensor ? tensor.getNumDynamicDims() : 0;
      values.push_back(carriers.makeZero(inner, loc, type, left.take_front(count)));
      left = left.drop_front(count);
    }
    scf::YieldOp::create(inner, loc, values);
  };
  auto open = [&](OpBuilder &inner, Location loc) {
    auto opened = OpenOp::create(inner, loc, types, box, ValueRange());
    scf::YieldOp::create(inner, loc, opened.getResults());
  };
  auto fields = scf::IfOp::create(builder, loc, isEmpty, zeros, open);
  for (auto [old, value] : llvm::zip_equal(op.getResults(), fields.getResults()))
    tangents.map(old, value);
  return success();
}

Value Reading::accumulate(Location loc, Value value, Value acc, ValueRange indices) {
  auto type = cast<RankedTensorType>(acc.getType());
  if (static_cast<int64_t>(indices.size()) == type.getRank()) {
    Value old = tensor::ExtractOp::create(builder, loc, acc, indices);
    // To add a tensor of rank 0 is to add its element.
    if (isa<RankedTensorType>(value.getType()))
      value = tensor::ExtractOp::create(builder, loc, value, ValueRange());
    return tensor::InsertOp::create(builder, loc, monoid.add(builder, loc, old, value), acc,
                                    indices);
  }
  SmallVector<OpFoldResult> offsets, sizes, strides(type.getRank(), builder.getIndexAttr(1));
  auto valueType = cast<RankedTensorType>(value.getType());
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (i < static_cast<int64_t>(indices.size())) {
      offsets.push_back(indices[i]);
      sizes.push_back(builder.getIndexAttr(1));
      continue;
    }
    offsets.push_back(builder.getIndexAttr(0));
    int64_t dim = i - static_cast<int64_t>(indices.size());
    if (valueType.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, value, dim).getResult());
    else
      sizes.push_back(builder.getIndexAttr(valueType.getDimSize(dim)));
  }
  Value old = tensor::ExtractSliceOp::create(builder, loc, valueType, acc, offsets, sizes, strides);
  return tensor::InsertSliceOp::create(builder, loc, add(loc, old, value), acc, offsets, sizes,
                                       strides);
}

LogicalResult Reading::readAccumulate(AccumulateOp op) {
  Value value = tangent(*op, op.getValue()), acc = tangent(*op, op.getAcc());
  if (!value || !acc)
    return failure();
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(primals.lookup(index));
  return set(op.getResult(), accumulate(op.getLoc(), value, acc, indices));
}

/// Adds one value after the other, in a loop for each dimension of the indices.
LogicalResult Reading::readScatterAdd(ScatterAddOp op) {
  Location loc = op.getLoc();
  Value values = tangent(*op, op.getValues()), acc = tangent(*op, op.getAcc());
  if (!values || !acc)
    return failure();
  Value indices = primals.lookup(op.getIndices());
  auto indexType = cast<RankedTensorType>(indices.getType());
  auto valuesType = cast<RankedTensorType>(values.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> position;
  SmallVector<scf::ForOp> loops;
  Value current = acc;
  for (int64_t i = 0; i < indexType.getRank(); ++i) {
    Value size = tensor::DimOp::create(builder, loc, indices, i);
    loops.push_back(scf::ForOp::create(builder, loc, zero, size, one, current));
    position.push_back(loops.back().getInductionVar());
    current = loops.back().getRegionIterArg(0);
    builder.setInsertionPointToStart(loops.back().getBody());
  }
  Value index = tensor::ExtractOp::create(builder, loc, indices, position);
  Value value;
  if (valuesType.getRank() == indexType.getRank()) {
    value = tensor::ExtractOp::create(builder, loc, values, position);
  } else {
    SmallVector<OpFoldResult> offsets, sizes,
        strides(valuesType.getRank(), builder.getIndexAttr(1));
    for (int64_t i = 0; i < valuesType.getRank(); ++i) {
      if (i < indexType.getRank()) {
        offsets.push_back(position[i]);
        sizes.push_back(builder.getIndexAttr(1));
        continue;
      }
      offsets.push_back(builder.getIndexAttr(0));
      if (valuesType.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(builder, loc, values, i).getResult());
      else
        sizes.push_back(builder.getIndexAttr(valuesType.getDimSize(i)));
    }
    auto type = RankedTensorType::get(valuesType.getShape().drop_front(indexType.getRank()),
                                      valuesType.getElementType());
    value = tensor::ExtractSliceOp::create(builder, loc, type, values, offsets, sizes, strides);
  }
  Value result = accumulate(loc, value, current, index);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    scf::YieldOp::create(builder, loc, result);
    builder.setInsertionPointAfter(loop);
    result = loop.getResult(0);
  }
  // The insertion guard goes back to where the ops of this block are made.
  return set(op.getResult(), loops.empty() ? result : loops.front().getResult(0));
}

LogicalResult Reading::readProduct(Operation &op, OpOperand &factor, OpOperand &value) {
  Value by = primals.lookupOrNull(factor.get());
  if (!by)
    return refuse(op, "multiplies two values that depend on linear arguments");
  return set(op.getResult(0), scale(op.getLoc(), by, tangents.lookup(value.get())));
}

LogicalResult Reading::read(Operation &op) {
  Location loc = op.getLoc();
  bool isLinear = llvm::any_of(op.getOpOperands(),
                               [&](OpOperand &operand) { return linear.isLinear(operand); }) ||
                  llvm::any_of(op.getResults(), [&](Value v) { return linear.contains(v); });
  auto both = [&](auto combine) -> LogicalResult {
    Value a = tangent(op, op.getOperand(0)), b = tangent(op, op.getOperand(1));
    return a && b ? set(op.getResult(0), combine(a, b)) : failure();
  };
  auto same = [&] { return set(op.getResult(0), tangents.lookup(op.getOperand(0))); };
  auto product = [&] {
    unsigned value = linear.contains(op.getOperand(1)) ? 1 : 0;
    return readProduct(op, op.getOpOperand(1 - value), op.getOpOperand(value));
  };
  if (!isLinear && !isa<func::CallOp>(op)) {
    // A region may contain linear values even if the op has none as result.
    if (op.getNumRegions() && movesElements(&op))
      return readRebuilt(op);
    builder.clone(op, primals);
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](func::CallOp call) -> LogicalResult {
        if (isLinear)
          return readCall(call);
        builder.clone(op, primals);
        return success();
      })
      .Case([&](ZeroOp zero) -> LogicalResult {
        SmallVector<Value> sizes;
        for (Value size : zero.getSizes())
          sizes.push_back(primals.lookup(size));
        Type primal = primalOf(zero.getType());
        auto tensor = dyn_cast<RankedTensorType>(primal);
        if (!isa<LinType>(zero.getType()) || !carriers.convert(primal) ||
            (tensor && static_cast<size_t>(tensor.getNumDynamicDims()) != sizes.size())) {
          InFlightDiagnostic diag = refuse(op, "makes a zero of " + Twine(monoid.getName()) +
                                                   " only at floats, arrays of floats and boxes");
          diag.attachNote() << "arrays of functions have tangents in arrays of boxes; choose among "
                               "known functions by a condition, or call them by name";
          return diag;
        }
        return set(zero, makeZero(loc, convert(primal), sizes));
      })
      .Case<AddOp, arith::AddFOp, arith::SubFOp>(
          [&](auto) { return both([&](Value a, Value b) { return add(loc, a, b); }); })
      .Case([&](ScaleOp) { return readProduct(op, op.getOpOperand(0), op.getOpOperand(1)); })
      .Case<arith::MulFOp, AbsorbingMulOp>([&](auto) { return product(); })
      .Case([&](arith::DivFOp) -> LogicalResult {
        Value by = primals.lookupOrNull(op.getOperand(1));
        if (!by)
          return refuse(op, "divides by a value that depends on linear arguments");
        if (!monoid.readsFactors())
          return same();
        Value inverse =
            mapElementwise(
                builder, loc, by,
                [&](OpBuilder &inner, Location loc, ValueRange values) {
                  Type type = values.front().getType();
                  Value one = arith::ConstantOp::create(inner, loc,
                                                        FloatAttr::get(cast<FloatType>(type), 1.0));
                  return SmallVector<Value>{arith::DivFOp::create(inner, loc, one, values.front())};
                })
                .front();
        return set(op.getResult(0), scale(loc, inverse, tangents.lookup(op.getOperand(0))));
      })
      .Case([&](math::FmaOp) -> LogicalResult {
        Value c = tangent(op, op.getOperand(2));
        if (!c)
          return failure();
        if (linear.contains(op.getOperand(0)) || linear.contains(op.getOperand(1))) {
          if (failed(product()))
            return failure();
          c = add(loc, tangents.lookup(op.getResult(0)), c);
        } else {
          return refuse(op, "adds a value that is not linear to one that is");
        }
        return set(op.getResult(0), c);
      })
      .Case<FromLinearOp, arith::NegFOp, arith::ExtFOp, arith::TruncFOp>(
          [&](auto) { return same(); })
      .Case([&](ToLinearOp) -> LogicalResult {
        Value value = op.getOperand(0);
        if (!isDifferentiable(value.getType())) {
          Value primal = primals.lookup(value);
          return set(op.getResult(0), makeZero(loc, convert(value.getType()), dimsOf(loc, primal)));
        }
        Value carrier = tangent(op, value);
        return carrier ? set(op.getResult(0), carrier) : failure();
      })
      .Case([&](arith::SelectOp select) -> LogicalResult {
        Value condition = primals.lookupOrNull(select.getCondition());
        if (!condition)
          return refuse(op, "has a condition that depends on linear arguments");
        Value a = tangent(op, select.getTrueValue()), b = tangent(op, select.getFalseValue());
        if (!a || !b)
          return failure();
        // One condition chooses between arrays or boxes as a branch does: their extents may differ.
        if (isa<TensorType, BoxType>(a.getType()) && !isa<TensorType>(condition.getType()))
          return set(op.getResult(0), arith::SelectOp::create(builder, loc, condition, a, b));
        return set(op.getResult(0),
                   mapElementwise(builder, loc, {condition, a, b},
                                  [&](OpBuilder &inner, Location loc, ValueRange values) {
                                    return SmallVector<Value>{
                                        monoid.choose(inner, loc, values[0], values[1], values[2])};
                                  })
                       .front());
      })
      .Case([&](BoxOp box) -> LogicalResult {
        SmallVector<Value> fields = llvm::map_to_vector(
            box.getPayload(), [&](Value field) { return tangents.lookup(field); });
        return set(box, BoxOp::create(builder, loc, convert(box.getType()), fields));
      })
      .Case([&](OpenOp open) { return readOpen(open); })
      .Case([&](AccumulateOp op) { return readAccumulate(op); })
      .Case([&](ScatterAddOp op) { return readScatterAdd(op); })
      .Default([&](Operation *) -> LogicalResult {
        if (movesElements(&op))
          return readRebuilt(op);
        InFlightDiagnostic diag = op.emitError("chad: '")
                                  << op.getName() << "' on linear values has no meaning for "
                                  << monoid.getName();
        diag.attachNote() << "differentiate a function without it, or give the function that has "
                             "it a 'chad.custom_jvp' in which it is not applied to tangents";
        return diag;
      });
}

MonoidReader::MonoidReader(const Monoid &monoid, SymbolTable &symbols)
    : monoid(monoid), symbols(symbols), carriers(std::make_unique<CarrierBoxes>(monoid, symbols)) {}
MonoidReader::~MonoidReader() = default;

FailureOr<func::FuncOp> MonoidReader::read(func::FuncOp function) {
  if (func::FuncOp made = known.lookup(function))
    return made;
  if (function.isDeclaration() || !function.getBody().hasOneBlock())
    return function.emitError("chad: '@")
           << function.getSymName() << "' has no body of one block to be read for "
           << monoid.getName();
  auto convert = [&](TypeRange types) {
    return llvm::map_to_vector(types, [&](Type type) -> Type {
      return isa<LinType>(type) ? carriers->convert(type) : type;
    });
  };
  for (TypeRange types :
       {TypeRange(function.getArgumentTypes()), TypeRange(function.getResultTypes())})
    for (Type type : types) {
      bool isComplex = isa<LinType>(type) && isa<ComplexType>(getElementTypeOrSelf(primalOf(type)));
      if (isLinearType(type) && (!isa<LinType>(type) || isComplex || !carriers->convert(type)))
        return function.emitError("chad: '@")
               << function.getSymName() << "' has a tangent of type " << type
               << ", which has no meaning for " << monoid.getName();
    }
  WalkResult found = function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isa<LinType>(type) && !isa<ZeroOp>(op) && !carriers->convert(type)) {
        op->emitError("chad: '") << op->getName() << "' gives a tangent of type " << type
                                 << ", which has no meaning for " << monoid.getName();
        return WalkResult::interrupt();
      }
    if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<LFunType, FunctionType>))
      return WalkResult::advance();
    InFlightDiagnostic diag = op->emitError("chad: '")
                              << op->getName() << "' gives a function, which has no meaning for "
                              << monoid.getName();
    diag.attachNote() << "apply it where it is known, and run '--chad-simplify' first";
    return WalkResult::interrupt();
  });
  if (found.wasInterrupted())
    return failure();
  OpBuilder builder(function.getContext());
  // Named structured ops are first generalized to the sums and products in their regions.
  func::FuncOp source = function.clone();
  SmallVector<linalg::LinalgOp> named;
  source.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op))
      named.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
  auto result = func::FuncOp::create(function.getLoc(),
                                     (function.getSymName() + "." + monoid.getName()).str(),
                                     builder.getFunctionType(convert(function.getArgumentTypes()),
                                                             convert(function.getResultTypes())));
  result.setPrivate();
  symbols.insert(result, std::next(Block::iterator(function)));
  known[function] = result;
  auto readCallee = [&](func::FuncOp callee, Operation *call) {
    FailureOr<func::FuncOp> target = read(callee);
    return target;
  };
  LogicalResult done = Reading(monoid, *carriers, source, result, readCallee, symbols)
                           .readBlock(source.getBody().front());
  source.erase();
  if (failed(done)) {
    known.erase(function);
    symbols.erase(result);
    return failure();
  }
  return result;
}
