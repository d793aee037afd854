//===- LowerContractions.cpp ----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers contractions of buffers to loops over products of matrices, each of which is a call.

#include "RegisterKernel.h"
#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERCONTRACTIONS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether the op adds to each element of a buffer products of elements of two others.
static bool addsProducts(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBlock();
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  auto sum = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || body->getOperations().size() != 3)
    return false;
  Value old = body->getArgument(2);
  Value added = sum.getLhs() == old ? sum.getRhs() : sum.getLhs();
  auto product = added.getDefiningOp<arith::MulFOp>();
  if (!product || (sum.getLhs() != old && sum.getRhs() != old))
    return false;
  Value a = body->getArgument(0), b = body->getArgument(1);
  return (product.getLhs() == a && product.getRhs() == b) ||
         (product.getLhs() == b && product.getRhs() == a);
}

/// Whether the function for products can take slices of a buffer of this type.
static bool isPlain(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return (type.getElementType().isF32() || type.getElementType().isF64()) && type.isStrided() &&
         !type.getMemorySpace();
}

namespace {
/// A contraction: the loops of the product of matrices, and those around it.
struct Contraction {
  linalg::LinalgOp op;
  linalg::ContractionDimensions dims;
  unsigned m, n, k;
};

struct LowerContractions : chad::impl::ChadLowerContractionsBase<LowerContractions> {
  using ChadLowerContractionsBase::ChadLowerContractionsBase;
  void runOnOperation() override;

private:
  Target getTarget() const {
    Target target;
    target.vectorBits = vectorBits;
    target.fma = fma;
    target.l1Bytes = l1Bytes;
    target.l2Bytes = l2Bytes;
    target.l3Bytes = l3Bytes;
    return target;
  }

  void lower(IRRewriter &rewriter, Contraction contraction);

  /// The functions by type of the elements.
  DenseMap<Type, func::FuncOp> kernels;
};
} // namespace

/// Puts dimensions in the order in which the indices of an array have them.
static void sortByPlace(SmallVectorImpl<unsigned> &dims, AffineMap map) {
  auto getPlace = [&](unsigned dim) {
    return *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
  };
  llvm::sort(dims, [&](unsigned a, unsigned b) { return getPlace(a) < getPlace(b); });
}

static std::optional<Contraction> match(linalg::LinalgOp op) {
  if (!addsProducts(op) || !llvm::all_of(op->getOperands(), isPlain) ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return std::nullopt;
  FailureOr<linalg::ContractionDimensions> dims = linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.empty() || dims->n.empty() || dims->k.empty() ||
      dims->batch.size() + dims->m.size() + dims->n.size() + dims->k.size() != op.getNumLoops())
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (SmallVector<unsigned, 2> *kind : {&dims->batch, &dims->m, &dims->k})
    sortByPlace(*kind, maps[0]);
  sortByPlace(dims->n, maps[1]);
  return Contraction{op, *dims, 0, 0, 0};
}

/// Sequences of dimensions of one kind that are adjacent, and in the same order, in each map that
/// has one of them.
static SmallVector<ReassociationIndices> findSequences(Contraction &contraction) {
  SmallVector<ReassociationIndices> sequences;
  SmallVector<AffineMap> maps = contraction.op.getIndexingMapsArray();
  for (ArrayRef<unsigned> kind :
       {ArrayRef<unsigned>(contraction.dims.batch), ArrayRef<unsigned>(contraction.dims.m),
        ArrayRef<unsigned>(contraction.dims.n), ArrayRef<unsigned>(contraction.dims.k)}) {
    ReassociationIndices sequence;
    for (unsigned dim : kind) {
      sequence.push_back(dim);
      if (linalg::areDimSequencesPreserved(maps, {sequence}))
        continue;
      sequence.pop_back();
      if (sequence.size() > 1)
        sequences.push_back(sequence);
      sequence.assign({dim});
    }
    if (sequence.size() > 1)
      sequences.push_back(sequence);
  }
  return sequences;
}

/// Collapses several dimensions to one where the layouts of the buffers allow it.
static void collapse(IRRewriter &rewriter, Contraction &contraction) {
  SmallVector<ReassociationIndices> sequences = findSequences(contraction);
  if (sequences.empty())
    return;
  rewriter.setInsertionPoint(contraction.op);
  if (!isa<linalg::GenericOp>(contraction.op.getOperation())) {
    FailureOr<linalg::GenericOp> generic = linalg::generalizeNamedOp(rewriter, contraction.op);
    if (failed(generic))
      return;
    contraction.op = *generic;
  }
  FailureOr<linalg::CollapseResult> collapsed =
      linalg::collapseOpIterationDims(contraction.op, sequences, rewriter);
  if (failed(collapsed))
    return;
  rewriter.eraseOp(contraction.op);
  contraction = *match(collapsed->collapsedOp);
}

/// Chooses the dimension of one kind that the product of matrices runs over: the one with the
/// largest extent, as far as extents are known, and the innermost one of these.
static unsigned choose(linalg::LinalgOp op, ArrayRef<unsigned> dims) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto length = [&](unsigned dim) {
    return ShapedType::isDynamic(extents[dim]) ? std::numeric_limits<int64_t>::max() : extents[dim];
  };
  unsigned best = dims.front();
  for (unsigned dim : dims)
    if (length(dim) >= length(best))
      best = dim;
  return best;
}

/// The submatrix of a buffer that the loop dimensions `row` and `column` run over, at the indices
/// `at` of the other loops.
static Value viewMatrix(OpBuilder &builder, Location loc, Value buffer, AffineMap map,
                        ArrayRef<OpFoldResult> at, unsigned row, unsigned column) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<OpFoldResult> offsets, sizes, strides(type.getRank(), builder.getIndexAttr(1));
  bool rowFirst = false, seen = false;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (dim != row && dim != column) {
      offsets.push_back(at[dim]);
      sizes.push_back(builder.getIndexAttr(1));
      continue;
    }
    rowFirst = seen ? rowFirst : dim == row;
    seen = true;
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(memref::getMixedSize(builder, loc, buffer, i));
  }
  if (type.getRank() > 2) {
    SmallVector<int64_t> shape;
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      if (dim == row || dim == column)
        shape.push_back(type.getDimSize(i));
    }
    MemRefType part =
        memref::SubViewOp::inferRankReducedResultType(shape, type, offsets, sizes, strides);
    buffer = memref::SubViewOp::create(builder, loc, part, buffer, offsets, sizes, strides);
  }
  if (!rowFirst) {
    AffineMap swap = AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, builder.getContext());
    buffer = memref::TransposeOp::create(builder, loc, buffer, AffineMapAttr::get(swap));
  }
  int64_t any = ShapedType::kDynamic;
  auto layout = StridedLayoutAttr::get(builder.getContext(), any, {any, any});
  auto general = MemRefType::get({any, any}, type.getElementType(), layout);
  return memref::CastOp::create(builder, loc, general, buffer);
}

void LowerContractions::lower(IRRewriter &rewriter, Contraction contraction) {
  collapse(rewriter, contraction);
  linalg::LinalgOp op = contraction.op;
  Location loc = op.getLoc();
  Value a = op.getDpsInputs()[0], b = op.getDpsInputs()[1], c = op.getDpsInits()[0];
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned m = choose(op, contraction.dims.m), n = choose(op, contraction.dims.n),
           k = choose(op, contraction.dims.k);
  // The vectors run along the contiguous dimension of the result.
  auto innermost = cast<AffineDimExpr>(maps[2].getResults().back()).getPosition();
  if (llvm::is_contained(contraction.dims.m, innermost)) {
    std::swap(a, b);
    std::swap(maps[0], maps[1]);
    m = n;
    n = innermost;
  } else if (llvm::is_contained(contraction.dims.n, innermost)) {
    n = innermost;
  }
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> at(op.getNumLoops(), rewriter.getIndexAttr(0));
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  SmallVector<Range> ranges = op.createLoopRanges(rewriter, loc);
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    if (dim == m || dim == n || dim == k)
      continue;
    Value extent = getValueOrCreateConstantIndexOp(rewriter, loc, ranges[dim].size);
    auto loop = scf::ForOp::create(rewriter, loc, zero, extent, one);
    at[dim] = loop.getInductionVar();
    rewriter.setInsertionPointToStart(loop.getBody());
  }
  auto element = cast<FloatType>(cast<MemRefType>(c.getType()).getElementType());
  Value operands[] = {viewMatrix(rewriter, loc, a, maps[0], at, m, k),
                      viewMatrix(rewriter, loc, b, maps[1], at, k, n),
                      viewMatrix(rewriter, loc, c, maps[2], at, m, n)};
  func::FuncOp &kernel = kernels[element];
  if (!kernel)
    kernel = createRegisterKernel(getOperation(), element, getTarget());
  func::CallOp::create(rewriter, loc, kernel, operands);
  rewriter.eraseOp(op);
  ++numLowered;
}

void LowerContractions::runOnOperation() {
  kernels.clear();
  SmallVector<Contraction> found;
  getOperation()->walk([&](linalg::LinalgOp op) {
    if (std::optional<Contraction> contraction = match(op))
      found.push_back(*contraction);
  });
  IRRewriter rewriter(&getContext());
  for (const Contraction &contraction : found)
    lower(rewriter, contraction);
}
