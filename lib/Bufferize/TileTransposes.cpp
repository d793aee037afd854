//===- TileTransposes.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tiles nests of loops that write an array row by row, and read another one column by column.

#include "chad/Bufferize/Passes.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADTILETRANSPOSES
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The iterations of a tile along both loops: as many floats of eight bytes as a line of the cache
/// has. More lines than that may belong to one set of the cache, if rows are a power of two apart.
static constexpr int64_t tileSize = 8;

/// The iterations of the inner loop up to which the lines that it reads stay in the cache.
static constexpr int64_t maxNear = 16;

/// The largest number of ops in the innermost body, of which the tiles have copies.
static constexpr unsigned maxOps = 30;

namespace {
/// An element that a load or a store accesses, as indices of a whole buffer. Each is a sum.
struct Access {
  Value root;
  SmallVector<SmallVector<Value>> indices;

  bool operator==(const Access &other) const {
    return root == other.root && indices == other.indices;
  }
};

/// A perfect nest of loops around loads and stores.
class Nest {
public:
  explicit Nest(scf::ForOp innermost);

  /// Chooses the outer loop of the tiles: the one along which a load reads neighbours.
  bool analyze();
  void tile(RewriterBase &rewriter);

private:
  std::optional<Access> getAccess(Value buffer, ValueRange indices) const;
  /// Whether the iterations of the loops from `outer` on are independent.
  bool areIndependent();
  /// Whether an index is that of the loop `number`, plus values that the nest does not change.
  bool isIndexOf(ArrayRef<Value> index, unsigned number);
  bool isInvariant(Value value) { return loops[outer].isDefinedOutsideOfLoop(value); }
  unsigned inner() const { return loops.size() - 1; }
  /// Makes a loop whose body `write` makes: the next states, from the index and the states.
  SmallVector<Value>
  makeLoop(OpBuilder &builder, Value from, Value to, Value step, ValueRange states,
           function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> write);
  /// Writes 8 iterations of the outer loop from `first` on, with the loops from `number` on inside.
  SmallVector<Value> writeRows(OpBuilder &builder, unsigned number, Value first,
                               const IRMapping &mapping, ValueRange states);
  /// Writes 8 iterations of the outer loop, and in each of them iterations of the inner loop: 8
  /// from `from` on, or those up to `to`.
  SmallVector<Value> writeElements(OpBuilder &builder, Value first, Value from, Value to,
                                   const IRMapping &mapping, ValueRange states);

  SmallVector<scf::ForOp> loops; ///< From the outermost to the innermost one.
  SmallVector<Access> loads, stores;
  unsigned outer = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Whether the loop counts from 0 by 1.
static bool isPlain(scf::ForOp loop) {
  return loop.getInductionVar().getType().isIndex() && !loop.getUnsignedCmp() &&
         matchPattern(loop.getLowerBound(), m_Zero()) && matchPattern(loop.getStep(), m_One());
}

/// Whether an innermost loop carries nothing but sums, and extrema, whose terms may come in any
/// order.
static bool carriesSums(scf::ForOp loop) {
  return llvm::all_of(
      llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()), [](auto pair) {
        auto [state, next] = pair;
        Operation *op = next.getDefiningOp();
        if (!op || !state.hasOneUse() || *state.user_begin() != op || !next.hasOneUse())
          return false;
        if (isa<arith::MaximumFOp, arith::MinimumFOp>(op))
          return true;
        auto sum = dyn_cast<arith::AddFOp>(op);
        return sum && arith::bitEnumContainsAll(sum.getFastmath(), arith::FastMathFlags::reassoc);
      });
}

/// Whether a loop only passes what it carries through the loop inside of it.
static bool passesOn(scf::ForOp loop, scf::ForOp inside) {
  return llvm::equal(loop.getRegionIterArgs(), inside.getInitArgs()) &&
         llvm::equal(loop.getYieldedValues(), inside.getResults()) &&
         llvm::all_of(loop.getRegionIterArgs(), [](Value state) { return state.hasOneUse(); });
}

Nest::Nest(scf::ForOp innermost) {
  for (scf::ForOp loop = innermost; loop && isPlain(loop);
       loop = dyn_cast<scf::ForOp>(loop->getParentOp())) {
    if (!loops.empty() && !llvm::all_of(loop.getBody()->without_terminator(), [&](Operation &op) {
          return &op == loops.back() || (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
        }))
      break;
    if (loops.empty() ? !carriesSums(loop) : !passesOn(loop, loops.back()))
      break;
    loops.push_back(loop);
  }
  std::reverse(loops.begin(), loops.end());
}

std::optional<Access> Nest::getAccess(Value buffer, ValueRange indices) const {
  Access access{buffer, {}};
  for (Value index : indices)
    access.indices.push_back({index});
  while (Operation *op = access.root.getDefiningOp()) {
    if (auto cast = dyn_cast<memref::CastOp>(op)) {
      access.root = cast.getSource();
      continue;
    }
    auto view = dyn_cast<memref::SubViewOp>(op);
    if (!view)
      break;
    if (!llvm::all_of(view.getMixedStrides(),
                      [](OpFoldResult stride) { return isConstantIntValue(stride, 1); }))
      return std::nullopt;
    llvm::SmallBitVector dropped = view.getDroppedDims();
    SmallVector<SmallVector<Value>> whole;
    unsigned own = 0;
    for (auto [dim, offset] : llvm::enumerate(view.getMixedOffsets())) {
      whole.push_back(dropped.test(dim) ? SmallVector<Value>() : access.indices[own++]);
      if (auto value = dyn_cast<Value>(offset))
        whole.back().push_back(value);
      else if (!isConstantIntValue(offset, 0))
        return std::nullopt;
    }
    access.indices = whole;
    access.root = view.getSource();
  }
  if (!cast<MemRefType>(access.root.getType()).getLayout().isIdentity())
    return std::nullopt;
  return access;
}

bool Nest::isIndexOf(ArrayRef<Value> index, unsigned number) {
  return llvm::count(index, loops[number].getInductionVar()) == 1 &&
         llvm::all_of(index, [&](Value value) {
           return value == loops[number].getInductionVar() || isInvariant(value);
         });
}

/// Whether two buffers are memory of their own: one is allocated, and the other is another
/// allocation, a constant or an argument of the function.
static bool areDistinct(Value allocated, Value other) {
  if (allocated == other || !allocated.getDefiningOp<memref::AllocOp>())
    return false;
  if (auto arg = dyn_cast<BlockArgument>(other))
    return arg.getOwner()->isEntryBlock() &&
           isa<FunctionOpInterface>(arg.getOwner()->getParentOp());
  return isa<memref::AllocOp, memref::GetGlobalOp>(other.getDefiningOp());
}

bool Nest::areIndependent() {
  for (const Access &store : stores) {
    // Each iteration writes an element of its own.
    llvm::SmallBitVector found(loops.size());
    for (ArrayRef<Value> index : store.indices) {
      std::optional<unsigned> loop;
      for (unsigned number = outer; number < loops.size() && !loop; ++number)
        if (isIndexOf(index, number))
          loop = number;
      if (loop)
        found.set(*loop);
      else if (!llvm::all_of(index, [&](Value value) { return isInvariant(value); }))
        return false;
    }
    if (found.count() != loops.size() - outer)
      return false;
    auto isFine = [&](const Access &other) {
      return other == store || areDistinct(store.root, other.root);
    };
    if (!llvm::all_of(loads, isFine) || !llvm::all_of(stores, isFine))
      return false;
  }
  return true;
}

bool Nest::analyze() {
  if (loops.size() < 2)
    return false;
  unsigned numOps = 0;
  for (Operation &op : loops.back().getBody()->without_terminator()) {
    if (++numOps > maxOps || op.getNumRegions() != 0)
      return false;
    auto load = dyn_cast<memref::LoadOp>(op);
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!load && !store) {
      if (!isMemoryEffectFree(&op))
        return false;
      continue;
    }
    std::optional<Access> access = load ? getAccess(load.getMemRef(), load.getIndices())
                                        : getAccess(store.getMemRef(), store.getIndices());
    if (!access || access->indices.empty())
      return false;
    (load ? loads : stores).push_back(*access);
  }
  auto isFar = [&](unsigned number) {
    std::optional<int64_t> extent = getConstantIntValue(loops[number].getUpperBound());
    return !extent || *extent > maxNear;
  };
  if (stores.empty() || !isFar(inner()))
    return false;
  for (outer = 0; outer < inner(); ++outer) {
    auto readsNeighbours = [&](const Access &load) {
      return isIndexOf(load.indices.back(), outer) &&
             llvm::any_of(load.indices, [&](ArrayRef<Value> index) {
               return llvm::is_contained(index, loops.back().getInductionVar());
             });
    };
    if (!isFar(outer) || llvm::none_of(loads, readsNeighbours))
      continue;
    bool isRectangular = llvm::all_of(ArrayRef(loops).drop_front(outer), [&](scf::ForOp loop) {
      return isInvariant(loop.getUpperBound());
    });
    bool writesRows = llvm::all_of(
        stores, [&](const Access &store) { return isIndexOf(store.indices.back(), inner()); });
    if (isRectangular && writesRows && areIndependent())
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The largest multiple of the size of a tile that is no more than `extent`; 0 if that is negative.
static Value createWhole(OpBuilder &builder, Location loc, Value extent) {
  if (std::optional<int64_t> number = getConstantIntValue(extent))
    return createIndex(builder, loc, std::max<int64_t>(*number, 0) / tileSize * tileSize);
  extent = arith::MaxSIOp::create(builder, loc, extent, createIndex(builder, loc, 0));
  Value rest = arith::RemUIOp::create(builder, loc, extent, createIndex(builder, loc, tileSize));
  return arith::SubIOp::create(builder, loc, extent, rest);
}

SmallVector<Value>
Nest::makeLoop(OpBuilder &builder, Value from, Value to, Value step, ValueRange states,
               function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> write) {
  return scf::ForOp::create(builder, loops[outer].getLoc(), from, to, step, states,
                            [&](OpBuilder &nested, Location loc, Value index, ValueRange args) {
                              scf::YieldOp::create(nested, loc, write(nested, index, args));
                            })
      .getResults();
}

SmallVector<Value> Nest::writeElements(OpBuilder &builder, Value first, Value from, Value to,
                                       const IRMapping &outside, ValueRange states) {
  Location loc = loops[outer].getLoc();
  Value zero = createIndex(builder, loc, 0), one = createIndex(builder, loc, 1);
  Value size = createIndex(builder, loc, tileSize);
  auto writeRow = [&](OpBuilder &atRow, Value row, ValueRange statesOfRow) {
    IRMapping mapping = outside;
    mapping.map(loops[outer].getInductionVar(), arith::AddIOp::create(atRow, loc, first, row));
    for (scf::ForOp loop : ArrayRef(loops).slice(outer, inner() - outer))
      for (Operation &op : loop.getBody()->without_terminator())
        if (op.getNumRegions() == 0)
          atRow.clone(op, mapping);
    auto writeElement = [&](OpBuilder &nested, Value column, ValueRange args) {
      // The indices of a whole tile count from its first element, so that their number is known.
      if (!to)
        column = arith::AddIOp::create(nested, loc, from, column);
      mapping.map(loops.back().getInductionVar(), column);
      mapping.map(loops.back().getRegionIterArgs(), args);
      for (Operation &op : loops.back().getBody()->without_terminator())
        nested.clone(op, mapping);
      return llvm::map_to_vector(loops.back().getYieldedValues(),
                                 [&](Value value) { return mapping.lookupOrDefault(value); });
    };
    return makeLoop(atRow, to ? from : zero, to ? to : size, one, statesOfRow, writeElement);
  };
  return makeLoop(builder, zero, size, one, states, writeRow);
}

SmallVector<Value> Nest::writeRows(OpBuilder &builder, unsigned number, Value first,
                                   const IRMapping &mapping, ValueRange states) {
  Location loc = loops[outer].getLoc();
  Value zero = createIndex(builder, loc, 0), extent = loops[number].getUpperBound();
  if (number < inner())
    return makeLoop(builder, zero, extent, createIndex(builder, loc, 1), states,
                    [&](OpBuilder &nested, Value index, ValueRange args) {
                      IRMapping own = mapping;
                      own.map(loops[number].getInductionVar(), index);
                      return writeRows(nested, number + 1, first, own, args);
                    });
  Value whole = createWhole(builder, loc, extent);
  SmallVector<Value> tiled =
      makeLoop(builder, zero, whole, createIndex(builder, loc, tileSize), states,
               [&](OpBuilder &nested, Value from, ValueRange args) {
                 return writeElements(nested, first, from, Value(), mapping, args);
               });
  return writeElements(builder, first, whole, extent, mapping, tiled);
}

void Nest::tile(RewriterBase &rewriter) {
  scf::ForOp loop = loops[outer];
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value whole = createWhole(rewriter, loc, loop.getUpperBound());
  SmallVector<Value> states =
      makeLoop(rewriter, loop.getLowerBound(), whole, createIndex(rewriter, loc, tileSize),
               loop.getInitArgs(), [&](OpBuilder &nested, Value first, ValueRange args) {
                 return writeRows(nested, outer + 1, first, IRMapping(), args);
               });
  // The loop goes on with the last rows.
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(whole);
    loop.getInitArgsMutable().assign(states);
  });
}

namespace {
struct TileTransposes : chad::impl::ChadTileTransposesBase<TileTransposes> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> innermost;
    getOperation()->walk([&](scf::ForOp loop) {
      if (llvm::all_of(*loop.getBody(), [](Operation &op) { return op.getNumRegions() == 0; }))
        innermost.push_back(loop);
    });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : innermost) {
      Nest nest(loop);
      if (!nest.analyze())
        continue;
      nest.tile(rewriter);
      ++numTiled;
    }
  }
};
} // namespace
