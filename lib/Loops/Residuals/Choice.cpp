//===- Choice.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "../Sums.h"
#include "chad/Analysis/MinCut.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// The value that is assumed for an extent that is only known at run time.
static constexpr int64_t assumedExtent = 64;
/// Costs are measured in fractions of a byte.
static constexpr int64_t unitsPerByte = 256;
/// The largest cost of one value; with it the sum over a body does not overflow.
static constexpr int64_t maxCost = int64_t(1) << 44;

static int64_t multiply(int64_t a, int64_t b) {
  return b != 0 && a > maxCost / b ? maxCost : a * b;
}

static bool isKeepable(Type type) {
  Type element = getElementTypeOrSelf(type);
  return (isa<RankedTensorType>(type) || !isa<ShapedType>(type)) &&
         (element.isIntOrIndexOrFloat() || isa<ComplexType, BoxType>(element));
}

static int64_t storageOf(Type type) {
  int64_t units = bytesOf(type) * unitsPerByte;
  if (auto array = dyn_cast<RankedTensorType>(type))
    for (int64_t extent : array.getShape())
      units = multiply(units, ShapedType::isDynamic(extent) ? assumedExtent : extent);
  return units;
}

/// The number of times that a body of the nest runs.
static int64_t countRuns(const Nest &nest, Block *block) {
  int64_t runs = 1;
  for (Operation *loop = block->getParentOp();; loop = loop->getParentOp()) {
    int64_t extent = getArrayExtent(loop->getResult(numStatesOf(loop)).getType());
    runs = multiply(runs, ShapedType::isDynamic(extent) ? assumedExtent : extent);
    if (loop == nest.loop())
      return runs;
  }
}

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

/// Whether later loops can compute the loop's indices: its extent is known outside of the nest.
static bool hasOuterExtent(const Nest &nest, BuildOp build) {
  return nest.isOutside(build.getExtent());
}

/// Whether the op only copies what it reads, possibly transposed, repeated or padded.
static bool isCopy(Operation *op) {
  if (!isa<tensor::PadOp>(op) && (!getMapOrBuild(op) || op->getNumResults() != 1))
    return false;
  return !op->walk([](Operation *inner) {
              bool moves =
                  isa<MapOp, BuildOp, YieldOp, tensor::YieldOp>(inner) || isMovement(inner);
              return moves ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

Origin chad::detail::originOf(const Nest &nest, Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *loop = arg.getOwner()->getParentOp();
    auto build = dyn_cast<BuildOp>(loop);
    if (!build) {
      ValueRange arrays = arraysOf(loop);
      if (arg.getArgNumber() >= arrays.size())
        return {"it is a state", {}};
      Value array = arrays[arg.getArgNumber()];
      build = getIota(array);
      if (!build)
        return {"", {array}};
    }
    if (hasOuterExtent(nest, build))
      return {};
    return {"its range is known inside only", {}};
  }
  Operation *op = value.getDefiningOp();
  if (op->hasTrait<mlir::OpTrait::ConstantLike>())
    return {};
  if (isa<tensor::ExtractSliceOp, tensor::CastOp, tensor::DimOp>(op))
    return {"", llvm::to_vector<2>(op->getOperands())};
  if (isCopy(op)) {
    llvm::SetVector<Value> from(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), from);
    return {"", llvm::to_vector<2>(from)};
  }
  if (op->getNumRegions() > 0 || isa<RankedTensorType>(value.getType()))
    return {("it takes a whole '" + op->getName().getStringRef() + "'").str(), {}};
  bool isArithmetic = isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect());
  if (!isArithmetic || op->getNumResults() != 1 || !isPure(op))
    return {("'" + op->getName().getStringRef() + "' is not done again").str(), {}};
  Origin origin;
  llvm::append_range(origin.from, op->getOperands());
  origin.flops = getCost(op);
  return origin;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Whether the reading body contains an equal op on corresponding values.
static bool isComputedAnyway(const Nest &nest, const BodyPair &pair, Operation *op,
                             const DenseMap<std::pair<BodyPair *, Value>, Value> &reads) {
  SmallVector<Value> operands;
  Value read;
  for (Value operand : op->getOperands()) {
    if (!nest.isOutside(operand)) {
      operand = reads.lookup({const_cast<BodyPair *>(&pair), operand});
      if (!operand)
        return false;
      read = operand;
    }
    operands.push_back(operand);
  }
  return read && llvm::any_of(read.getUsers(), [&](Operation *user) {
           return user->getBlock() == pair.read && user->getName() == op->getName() &&
                  user->getAttrDictionary() == op->getAttrDictionary() &&
                  llvm::equal(user->getOperands(), operands);
         });
}

/// Whether the value is compared. If it were computed again with other roundings, the comparison
/// could have another result.
static bool isCompared(Value read) {
  return llvm::any_of(read.getUsers(), [](Operation *user) { return isa<arith::CmpFOp>(user); });
}

namespace {
/// The network of values. A value has two nodes: `out` is on the sink's side of the cut if the
/// value is needed, `in` if it is computed again.
struct Network {
  Network(const Nest &nest, double maxFlopsPerByte);
  Choice cut();

  /// The number of the value in the network; nothing if it is available in any case.
  std::optional<unsigned> numberOf(Value value) {
    if (nest.isOutside(value) || nest.isThere(value))
      return std::nullopt;
    auto [at, isNew] = numbers.try_emplace(value, values.size());
    if (isNew)
      values.push_back(value);
    return at->second;
  }
  static unsigned in(unsigned number) { return 2 + 2 * number; }
  static unsigned out(unsigned number) { return 3 + 2 * number; }

  const Nest &nest;
  DenseMap<Value, unsigned> numbers;
  SmallVector<Value> values;
  DenseMap<Value, unsigned> flops;
  struct Edge {
    unsigned from, to;
    int64_t capacity;
  };
  SmallVector<Edge> edges;
};
} // namespace

/// Let r be "the value is computed again", and a "it is needed"; r implies a. The cost is the
/// storage of the value if a and not r, and its operations if r; r of a value implies a of the
/// values that it is computed from.
Network::Network(const Nest &nest, double maxFlopsPerByte) : nest(nest) {
  DenseMap<std::pair<BodyPair *, Value>, Value> reads;
  DenseMap<Block *, SmallVector<BodyPair *>> pairsOf;
  DenseSet<Value> compared;
  for (const Residual &residual : nest.residuals) {
    reads.try_emplace({residual.pair, residual.made}, residual.read);
    if (isCompared(residual.read))
      compared.insert(residual.made);
    if (std::optional<unsigned> number = numberOf(residual.made))
      edges.push_back({out(*number), MinCut::sink, MinCut::infinite});
  }
  for (const std::unique_ptr<BodyPair> &pair : nest.pairs)
    pairsOf[pair->made].push_back(pair.get());
  DenseMap<Block *, int64_t> runs;
  for (unsigned i = 0; i < values.size(); ++i) {
    Value value = values[i];
    auto [count, isNew] = runs.try_emplace(value.getParentBlock(), 0);
    if (isNew)
      count->second = countRuns(nest, value.getParentBlock());
    edges.push_back({in(i), out(i),
                     isKeepable(value.getType())
                         ? multiply(storageOf(value.getType()), count->second)
                         : MinCut::infinite});
    Origin origin = originOf(nest, value);
    Operation *op = value.getDefiningOp();
    if (!origin.why.empty() || compared.contains(value)) {
      edges.push_back({MinCut::source, in(i), MinCut::infinite});
      continue;
    }
    if (origin.flops > 0 && !llvm::all_of(pairsOf[value.getParentBlock()], [&](BodyPair *pair) {
          return isComputedAnyway(nest, *pair, op, reads);
        })) {
      flops[value] = origin.flops;
      int64_t cost = std::ceil(origin.flops * double(unitsPerByte) / maxFlopsPerByte);
      edges.push_back({MinCut::source, in(i), multiply(cost, count->second)});
    }
    for (Value from : origin.from)
      if (std::optional<unsigned> number = numberOf(from))
        edges.push_back({out(*number), in(i), MinCut::infinite});
  }
}

Choice Network::cut() {
  MinCut network(2 + 2 * values.size());
  for (const Edge &edge : edges)
    network.addEdge(edge.from, edge.to, edge.capacity);
  llvm::BitVector isNeeded = network.solve();
  Choice choice;
  for (auto [i, value] : llvm::enumerate(values)) {
    if (isNeeded.test(in(i))) {
      choice.redone.insert({value, flops.lookup(value)});
    } else if (isNeeded.test(out(i))) {
      choice.kept.push_back(value);
      choice.keptSet.insert(value);
    }
  }
  return choice;
}

Choice chad::detail::chooseResiduals(const Nest &nest, double maxFlopsPerByte) {
  return Network(nest, maxFlopsPerByte).cut();
}
