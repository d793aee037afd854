//===- Recurrence.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Loops/Recurrence.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

/// Whether a type is a scalar, or an array of scalars, with the same layout in memory and in
/// registers.
static bool isPlain(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  Type element = tensor.getElementType();
  return tensor.getRank() == 1 && (element.isF32() || element.isF64() || element.isIndex() ||
                                   element.isInteger(32) || element.isInteger(64));
}

bool chad::detail::isElementwise(Operation *combinator) {
  Block &body = combinator->getRegion(0).front();
  return llvm::all_of(combinator->getOperandTypes(), isPlain) &&
         llvm::all_of(combinator->getResultTypes(), isPlain) &&
         llvm::all_of(body.getArgumentTypes(), isScalar) &&
         llvm::all_of(body.without_terminator(), [](Operation &op) {
           return (mlir::OpTrait::hasElementwiseMappableTraits(&op) ||
                   isa<arith::ConstantOp>(op)) &&
                  llvm::all_of(op.getOperandTypes(), isScalar) &&
                  llvm::all_of(op.getResultTypes(), isScalar);
         });
}

namespace {
/// How a value in a body depends on a state: not at all, as an affine map of it, or in another way.
enum class Dependence { None, Affine, Other };
} // namespace

static Dependence classify(Operation *op, ArrayRef<Dependence> operands) {
  using D = Dependence;
  if (llvm::all_of(operands, [](D d) { return d == D::None; }))
    return D::None;
  if (llvm::is_contained(operands, D::Other))
    return D::Other;
  bool isFirst = operands.front() == D::Affine;
  bool isOne = llvm::count(operands, D::Affine) == 1;
  bool isAffine = TypeSwitch<Operation *, bool>(op)
                      .Case<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(
                          [&](Operation *) { return isOne; })
                      .Case<arith::DivFOp>([&](Operation *) { return isOne && isFirst; })
                      .Default(false);
  return isAffine ? D::Affine : D::Other;
}

/// How each value of the body depends on state `number`.
static DenseMap<Value, Dependence> classify(FoldOp fold, unsigned number) {
  DenseMap<Value, Dependence> found;
  for (auto [i, state] : llvm::enumerate(fold.getStateArgs()))
    found[state] = i == number ? Dependence::Affine : Dependence::Other;
  for (Operation &op : fold.getBody().front().without_terminator()) {
    auto operands = llvm::map_to_vector(op.getOperands(), [&](Value operand) {
      return found.lookup_or(operand, Dependence::None);
    });
    Dependence dependence = operands.empty() ? Dependence::None : classify(&op, operands);
    for (Value result : op.getResults())
      found[result] = dependence;
  }
  return found;
}

static bool isFloatState(Type type) { return type.isF32() || type.isF64(); }

bool chad::detail::hasAffineSteps(FoldOp fold) {
  if (fold.getArrays().empty() || !isElementwise(fold))
    return false;
  ValueRange yielded = fold.getBody().front().getTerminator()->getOperands();
  return llvm::all_of(llvm::seq<unsigned>(0, fold.getNumStates()), [&](unsigned i) {
    return isFloatState(fold.getStateArgs()[i].getType()) &&
           classify(fold, i).lookup_or(yielded[i], Dependence::None) == Dependence::Affine;
  });
}

bool chad::detail::mayRunInBlocks(FoldOp fold) {
  if (fold.getArrays().empty() || !isElementwise(fold))
    return false;
  ValueRange yielded = fold.getBody().front().getTerminator()->getOperands();
  unsigned numStates = fold.getNumStates();
  bool isCollected = false;
  for (unsigned i = 0; i < numStates; ++i) {
    if (!isFloatState(fold.getStateArgs()[i].getType()))
      return false;
    DenseMap<Value, Dependence> dependence = classify(fold, i);
    if (dependence.lookup_or(yielded[i], Dependence::None) == Dependence::Other)
      return false;
    for (auto [result, value] :
         llvm::zip_equal(fold.getResults().drop_front(numStates), yielded.drop_front(numStates)))
      isCollected |=
          !result.use_empty() && dependence.lookup_or(value, Dependence::None) != Dependence::None;
  }
  return isCollected;
}

int64_t chad::detail::getBlockSize(Operation *loop) {
  auto schedule = loop->getAttrOfType<ScheduleAttr>(scheduleAttr);
  auto fold = dyn_cast<FoldOp>(loop);
  return schedule && fold && schedule.getLanes() > 1 && mayRunInBlocks(fold) ? schedule.getLanes()
                                                                             : 0;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {
/// The results of a block of a fold's iterations: the states after it, and vectors of the collected
/// values.
struct BlockOfSteps {
  SmallVector<Value> states, collected;
};

/// The map `s -> scale s + offset`, in each lane. A null `scale` is 1, a null `offset` 0. A map
/// that does not depend on the state is `s -> offset`, also if `s` is infinite or NaN.
struct Affine {
  Value scale, offset;
  bool hasState = false;
};

class StepsEmitter {
public:
  /// The elements are vectors of several steps, or scalars of one.
  StepsEmitter(OpBuilder &builder, FoldOp fold, ValueRange elements)
      : builder(builder), loc(fold.getLoc()), fold(fold), body(fold.getBody().front()),
        lanes(getLanes(elements.front().getType())),
        isLeft(fold.getDirection() == Direction::Left) {
    for (auto [arg, element] : llvm::zip_equal(fold.getElementArgs(), elements))
      vectors[arg] = element;
  }

  BlockOfSteps emit(ValueRange states);
  /// The maps of all states.
  SmallVector<Affine> emitMaps();

private:
  static int64_t getLanes(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? vector.getDimSize(0) : 0;
  }
  /// The type of the values of a scalar in all lanes.
  Type vectorOf(Type type) { return lanes ? Type(VectorType::get(lanes, type)) : type; }
  /// A number of type `type`, of which there is one in each lane.
  Value splat(Type type, double value) {
    TypedAttr number = builder.getFloatAttr(getElementTypeOrSelf(type), value);
    if (auto vector = dyn_cast<VectorType>(vectorOf(getElementTypeOrSelf(type))))
      number = DenseElementsAttr::get(vector, cast<FloatAttr>(number).getValue());
    return arith::ConstantOp::create(builder, loc, number);
  }
  Value vector(Value scalar);
  void evaluate(Operation &op);
  /// Evaluates what does not depend on states. Returns the other ops.
  SmallVector<Operation *> evaluateFree(DenseSet<Value> &dependent);
  Affine compose(Operation &op, DenseMap<Value, Affine> &maps);
  Affine emitMap(unsigned state);
  Value shift(Value x, Value fill, unsigned distance);
  /// Composes the maps of single steps to the maps from the start of the block to the end of each
  /// step.
  void accumulate(Affine &map, Type type);

  // The program would multiply these numbers in another order, with other roundings; so contraction
  // to fused multiply-adds is allowed, too.
  Value mul(Value a, Value b) {
    return a && b ? Value(arith::MulFOp::create(builder, loc, a, b, flags())) : a ? a : b;
  }
  Value add(Value a, Value b) {
    return a && b ? Value(arith::AddFOp::create(builder, loc, a, b, flags())) : a ? a : b;
  }
  arith::FastMathFlagsAttr flags() {
    return arith::FastMathFlagsAttr::get(builder.getContext(), arith::FastMathFlags::contract);
  }

  OpBuilder &builder;
  Location loc;
  FoldOp fold;
  Block &body;
  int64_t lanes;
  bool isLeft;
  DenseMap<Value, Value> vectors;
};
} // namespace

/// The values of a scalar of the body in all steps.
Value StepsEmitter::vector(Value scalar) {
  Value &found = vectors[scalar];
  if (!found)
    found = lanes ? vector::BroadcastOp::create(builder, loc, vectorOf(scalar.getType()), scalar)
                  : scalar;
  return found;
}

void StepsEmitter::evaluate(Operation &op) {
  if (isa<arith::ConstantOp>(op)) {
    Value scalar = builder.clone(op)->getResult(0);
    vectors[op.getResult(0)] = vector(scalar);
    return;
  }
  auto operands = llvm::map_to_vector(op.getOperands(), [&](Value v) { return vector(v); });
  auto types =
      llvm::map_to_vector(op.getResultTypes(), [&](Type t) -> Type { return vectorOf(t); });
  OperationState state(op.getLoc(), op.getName(), operands, types,
                       op.getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op.getPropertiesAsAttribute();
  Operation *copy = builder.create(state);
  for (auto [old, result] : llvm::zip_equal(op.getResults(), copy->getResults()))
    if (!vectors.count(old))
      vectors[old] = result;
}

Affine StepsEmitter::compose(Operation &op, DenseMap<Value, Affine> &maps) {
  auto mapOf = [&](Value operand) {
    auto found = maps.find(operand);
    return found != maps.end() ? found->second : Affine{{}, vector(operand), false};
  };
  Affine a = mapOf(op.getOperand(0));
  auto negated = [&](Value x, Type type) -> Value {
    return x ? Value(arith::NegFOp::create(builder, loc, x)) : splat(type, -1);
  };
  Type type = op.getResult(0).getType();
  if (isa<arith::NegFOp>(op))
    return {negated(a.scale, type), a.offset ? negated(a.offset, type) : Value(), true};
  Affine b = mapOf(op.getOperand(1));
  Affine &withState = a.hasState ? a : b;
  Value scale = withState.scale, offset = withState.offset;
  Value other = a.hasState ? b.offset : a.offset;
  return TypeSwitch<Operation *, Affine>(&op)
      .Case([&](arith::AddFOp) { return Affine{scale, add(offset, other), true}; })
      .Case([&](arith::SubFOp) {
        if (a.hasState)
          return Affine{scale,
                        offset ? Value(arith::SubFOp::create(builder, loc, offset, other, flags()))
                               : negated(other, type),
                        true};
        Value rest =
            offset ? Value(arith::SubFOp::create(builder, loc, other, offset, flags())) : other;
        return Affine{negated(scale, type), rest, true};
      })
      .Case([&](arith::MulFOp) {
        return Affine{mul(scale, other), offset ? mul(offset, other) : Value(), true};
      })
      .Default([&](Operation *) {
        auto divide = [&](Value x) -> Value {
          return arith::DivFOp::create(builder, loc, x, other);
        };
        return Affine{divide(scale ? scale : splat(type, 1)), offset ? divide(offset) : Value(),
                      true};
      });
}

Affine StepsEmitter::emitMap(unsigned number) {
  DenseMap<Value, Dependence> dependence = classify(fold, number);
  DenseMap<Value, Affine> maps;
  maps[fold.getStateArgs()[number]] = {{}, {}, true};
  Value next = body.getTerminator()->getOperand(number);
  // The values that the next state is computed from.
  DenseSet<Value> needed = {next};
  for (Operation &op : llvm::reverse(body.without_terminator()))
    if (llvm::any_of(op.getResults(), [&](Value result) { return needed.contains(result); }))
      needed.insert(op.operand_begin(), op.operand_end());
  for (Operation &op : body.without_terminator())
    if (dependence.lookup(op.getResult(0)) == Dependence::Affine &&
        needed.contains(op.getResult(0)))
      maps[op.getResult(0)] = compose(op, maps);
  auto found = maps.find(next);
  if (found != maps.end())
    return found->second;
  return {{}, vector(next), false};
}

/// Shifts the lanes by `distance` towards later ones; the first lanes are those of `fill`.
Value StepsEmitter::shift(Value x, Value fill, unsigned distance) {
  SmallVector<int64_t> from;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t source = isLeft ? lane - distance : lane + distance;
    from.push_back(source < 0 || source >= lanes ? lanes + lane : source);
  }
  return vector::ShuffleOp::create(builder, loc, x, fill, from);
}

void StepsEmitter::accumulate(Affine &map, Type type) {
  for (unsigned distance = 1; distance < lanes; distance *= 2) {
    if (map.offset) {
      // -0 is neutral, also for zeros; and with 0, LLVM chooses a slower instruction.
      Value before = shift(map.offset, splat(type, -0.0), distance);
      map.offset = add(map.scale ? mul(map.scale, before) : before, map.offset);
    }
    if (map.scale)
      map.scale = mul(map.scale, shift(map.scale, splat(type, 1), distance));
  }
}

SmallVector<Operation *> StepsEmitter::evaluateFree(DenseSet<Value> &dependent) {
  dependent.insert(fold.getStateArgs().begin(), fold.getStateArgs().end());
  SmallVector<Operation *> later;
  for (Operation &op : body.without_terminator()) {
    if (llvm::any_of(op.getOperands(), [&](Value v) { return dependent.contains(v); })) {
      dependent.insert(op.result_begin(), op.result_end());
      later.push_back(&op);
      continue;
    }
    evaluate(op);
  }
  return later;
}

SmallVector<Affine> StepsEmitter::emitMaps() {
  DenseSet<Value> dependent;
  evaluateFree(dependent);
  return llvm::map_to_vector(llvm::seq<unsigned>(0, fold.getNumStates()),
                             [&](unsigned number) { return emitMap(number); });
}

BlockOfSteps StepsEmitter::emit(ValueRange states) {
  unsigned numStates = states.size();
  DenseSet<Value> dependent;
  SmallVector<Operation *> later = evaluateFree(dependent);
  BlockOfSteps steps;
  ValueRange yielded = body.getTerminator()->getOperands();
  SmallVector<Value> after;
  for (auto [i, state] : llvm::enumerate(states)) {
    Type type = state.getType();
    Affine map = emitMap(i);
    if (map.hasState)
      accumulate(map, type);
    int64_t last = isLeft ? lanes - 1 : 0;
    // From one block to the next only scalars are passed.
    auto lastOf = [&](Value x) -> Value {
      return x ? Value(vector::ExtractOp::create(builder, loc, x, last)) : Value();
    };
    auto apply = [&](Value scale, Value before, Value offset) {
      return map.hasState ? add(scale ? mul(scale, before) : before, offset) : offset;
    };
    steps.states.push_back(apply(lastOf(map.scale), state, lastOf(map.offset)));
    Value start = vector::BroadcastOp::create(builder, loc, vectorOf(type), state);
    after.push_back(apply(map.scale, start, map.offset));
    vectors[fold.getStateArgs()[i]] = shift(after.back(), start, 1);
  }
  for (auto [next, value] : llvm::zip(yielded.take_front(numStates), after))
    if (dependent.contains(next) && !vectors.count(next))
      vectors[next] = value;
  for (Operation *op : later)
    evaluate(*op);
  for (Value value : yielded.drop_front(numStates))
    steps.collected.push_back(vector(value));
  return steps;
}

SmallVector<AffineStep> chad::detail::createAffineSteps(OpBuilder &builder, FoldOp fold,
                                                        ValueRange elements) {
  return llvm::map_to_vector(StepsEmitter(builder, fold, elements).emitMaps(),
                             [](Affine map) { return AffineStep{map.scale, map.offset}; });
}

SmallVector<Value> chad::detail::createLoopOfBlocks(OpBuilder &builder, FoldOp fold, int64_t lanes,
                                                    Value whole, Value extent, ValueRange outputs,
                                                    ArrayRef<unsigned> numbers) {
  Location loc = fold.getLoc();
  SmallVector<Value> inits(fold.getInitialStates());
  llvm::append_range(inits, outputs);
  Value step = createIndex(builder, loc, lanes);
  auto loop = scf::ForOp::create(builder, loc, createIndex(builder, loc, 0), whole, step, inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  Value i = loop.getInductionVar();
  if (fold.getDirection() == Direction::Right) {
    Value last = arith::SubIOp::create(builder, loc, extent, step);
    i = arith::SubIOp::create(builder, loc, last, i);
  }
  ValueRange states = ValueRange(loop.getRegionIterArgs()).take_front(fold.getNumStates());
  ValueRange filled = ValueRange(loop.getRegionIterArgs()).drop_front(fold.getNumStates());
  SmallVector<Value> elements;
  for (Value array : fold.getArrays()) {
    auto type = VectorType::get(lanes, getArrayElement(array.getType()));
    if (getIota(array)) {
      Value first = vector::BroadcastOp::create(builder, loc, type, i);
      elements.push_back(
          arith::AddIOp::create(builder, loc, first, vector::StepOp::create(builder, loc, type)));
      continue;
    }
    auto output = llvm::find(outputs, array);
    Value read = output == outputs.end() ? array : filled[output - outputs.begin()];
    elements.push_back(vector::TransferReadOp::create(builder, loc, type, read, i, std::nullopt,
                                                      ArrayRef<bool>{true}));
  }
  BlockOfSteps steps = StepsEmitter(builder, fold, elements).emit(states);
  SmallVector<Value> next = steps.states;
  for (auto [number, array] : llvm::zip_equal(numbers, filled))
    next.push_back(vector::TransferWriteOp::create(builder, loc, steps.collected[number], array, i,
                                                   ArrayRef<bool>{true})
                       .getResult());
  scf::YieldOp::create(builder, loc, next);
  return SmallVector<Value>(loop.getResults());
}
