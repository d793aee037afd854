//===- Laws.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Laws.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// The largest depth of a search. If it is exceeded, the law is not applied.
static constexpr unsigned maxDepth = 16;

// The largest number of steps of a search: functions that share operands have many paths to a leaf.
static constexpr unsigned maxVisits = 1024;

static Sizes getSizes(Value map, bool ofDomain, unsigned depth, unsigned &visits);

/// The sizes of the components at `positions` of a product.
static SmallVector<Value> selectSizes(ArrayRef<Type> whole, ArrayRef<int64_t> positions,
                                      ValueRange sizes) {
  SmallVector<Value> selected;
  unsigned offset = 0;
  for (auto [i, type] : llvm::enumerate(whole)) {
    unsigned count = getNumDynamicSizes(type);
    if (llvm::is_contained(positions, static_cast<int64_t>(i)))
      llvm::append_range(selected, sizes.slice(offset, count));
    offset += count;
  }
  return selected;
}

/// The sizes by the first operand for which they are known.
static Sizes anyOf(ValueRange maps, bool ofDomain, unsigned depth, unsigned &visits) {
  for (Value map : maps.take_front(maxDepth))
    if (Sizes sizes = getSizes(map, ofDomain, depth, visits))
      return sizes;
  return std::nullopt;
}

/// The sizes of all operands, one after the other.
static Sizes allOf(ValueRange maps, bool ofDomain, unsigned depth, unsigned &visits) {
  SmallVector<Value> all;
  for (Value map : maps) {
    Sizes sizes = getSizes(map, ofDomain, depth, visits);
    if (!sizes)
      return std::nullopt;
    llvm::append_range(all, *sizes);
  }
  return all;
}

/// The sizes of vectors of `extent` elements whose inner extents are static.
static Sizes vectorSizes(ArrayRef<Type> vectors, Value extent) {
  SmallVector<Value> sizes;
  for (Type type : vectors) {
    unsigned leading = ShapedType::isDynamic(getArrayExtent(type));
    if (getNumDynamicSizes(type) > leading)
      return std::nullopt;
    sizes.append(getNumDynamicSizes(type), extent);
  }
  return sizes;
}

static Sizes getSizes(Value map, bool ofDomain, unsigned depth, unsigned &visits) {
  LFunType type = lfunType(map);
  if (getNumDynamicSizes(ofDomain ? type.getInputs() : type.getOutputs()) == 0)
    return SmallVector<Value>();
  Operation *op = map.getDefiningOp();
  if (!op || depth == 0 || visits == 0)
    return std::nullopt;
  --visits;
  --depth;
  return TypeSwitch<Operation *, Sizes>(op)
      .Case([&](LFunLambdaOp op) {
        return ofDomain ? Sizes(llvm::to_vector(op.getDomainSizes())) : std::nullopt;
      })
      .Case([&](LFunZeroOp op) {
        return Sizes(llvm::to_vector(ofDomain ? op.getDomainSizes() : op.getCodomainSizes()));
      })
      .Case<LFunIdOp, LFunScaleOp>(
          [&](auto op) { return Sizes(llvm::to_vector(op.getDomainSizes())); })
      .Case([&](LFunProjectOp op) {
        return ofDomain
                   ? Sizes(llvm::to_vector(op.getDomainSizes()))
                   : Sizes(selectSizes(type.getInputs(), op.getPositions(), op.getDomainSizes()));
      })
      .Case([&](LFunInjectOp op) {
        return ofDomain
                   ? Sizes(selectSizes(type.getOutputs(), op.getPositions(), op.getCodomainSizes()))
                   : Sizes(llvm::to_vector(op.getCodomainSizes()));
      })
      .Case([&](LFunComposeOp op) {
        return getSizes(ofDomain ? op.getMaps().back() : op.getMaps().front(), ofDomain, depth,
                        visits);
      })
      .Case([&](LFunAddOp op) { return anyOf(op.getMaps(), ofDomain, depth, visits); })
      .Case([&](LFunForkOp op) {
        return ofDomain ? anyOf(op.getMaps(), true, depth, visits)
                        : allOf(op.getMaps(), false, depth, visits);
      })
      .Case([&](LFunJoinOp op) {
        return ofDomain ? allOf(op.getMaps(), true, depth, visits)
                        : anyOf(op.getMaps(), false, depth, visits);
      })
      .Case([&](LFunTransposeOp op) { return getSizes(op.getMap(), !ofDomain, depth, visits); })
      .Case([&](LFunVForkOp op) {
        return ofDomain ? Sizes(llvm::to_vector(op.getDomainSizes()))
                        : vectorSizes(type.getOutputs(), op.getExtent());
      })
      .Case([&](LFunVJoinOp op) {
        return ofDomain ? vectorSizes(type.getInputs(), op.getExtent())
                        : Sizes(llvm::to_vector(op.getCodomainSizes()));
      })
      .Case([&](LFunFoldOp op) {
        return Sizes(llvm::to_vector(ofDomain ? op.getDomainSizes() : op.getCodomainSizes()));
      })
      .Default(Sizes());
}

Sizes chad::detail::getDomainSizes(Value map) {
  unsigned visits = maxVisits;
  return getSizes(map, true, maxDepth, visits);
}

Sizes chad::detail::getCodomainSizes(Value map) {
  unsigned visits = maxVisits;
  return getSizes(map, false, maxDepth, visits);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Value chad::detail::createZero(PatternRewriter &rewriter, Location loc, LFunType type,
                               const Sizes &domain, const Sizes &codomain) {
  if (!domain || !codomain)
    return {};
  return LFunZeroOp::create(rewriter, loc, type, *domain, *codomain);
}

Value chad::detail::createId(PatternRewriter &rewriter, Location loc, LFunType type,
                             const Sizes &domain) {
  if (!domain)
    return {};
  return LFunIdOp::create(rewriter, loc, type, *domain);
}

bool chad::detail::isFloatConstant(Value value, double constant) {
  FloatAttr attr;
  return matchPattern(value, m_Constant(&attr)) && attr.getValue().isExactlyValue(constant);
}

SmallVector<Value> chad::detail::inlineBody(PatternRewriter &rewriter, Operation *op, Region &body,
                                            ValueRange args, bool move) {
  Block &block = body.front();
  if (move) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    return chad::inlineBody(rewriter, block, args);
  }
  IRMapping mapping;
  mapping.map(block.getArguments(), args);
  return cloneBody(rewriter, block, mapping);
}

bool chad::detail::isSmall(Region &body) {
  constexpr unsigned maxOps = 4;
  unsigned count = 0;
  for (Operation &op : body.front())
    if (op.getNumRegions() || ++count > maxOps + 1)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Combinators
//===----------------------------------------------------------------------===//

Value chad::detail::getRepeatedElement(Value array) {
  if (auto splat = array.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  auto build = array.getDefiningOp<BuildOp>();
  if (!build)
    return {};
  Value element = getYieldedElement(array);
  return isDefinedOutside(element, build) ? element : Value();
}

Operation *chad::detail::rebuild(PatternRewriter &rewriter, Operation *op, ValueRange operands,
                                 TypeRange results) {
  OperationState state(op->getLoc(), op->getName(), operands, results,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.addRegion();
  Operation *rebuilt = rewriter.create(state);
  rebuilt->copyProperties(op->getPropertiesStorage());
  Region &body = rebuilt->getRegion(0);
  rewriter.inlineRegionBefore(op->getRegion(0), body, body.end());
  return rebuilt;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool CopyBudget::pay(Operation *op) {
  int64_t size = 0;
  bool isTooLarge = op->walk([&](Operation *) {
                        return ++size > remaining ? WalkResult::interrupt() : WalkResult::advance();
                      }).wasInterrupted();
  if (isTooLarge)
    return false;
  remaining -= size;
  return true;
}

void chad::populateCopyingLaws(RewritePatternSet &patterns, CopyBudget &budget) {
  populateCopyingApplicationLaws(patterns, budget);
  populateCopyingFunctionLaws(patterns, budget);
  populateCopyingValueLaws(patterns, budget);
}
