//===- WorkerLoops.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkerLoops.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace chad::detail;

/// Whether a loop is divided as an attribute of this kind says.
template <typename MappingAttr> static bool isMapped(Operation *op) {
  auto forall = dyn_cast<scf::ForallOp>(op);
  std::optional<ArrayAttr> mapping = forall ? forall.getMapping() : std::nullopt;
  return mapping && mapping->size() == 1 && isa<MappingAttr>((*mapping)[0]);
}

bool chad::detail::isBlockLoop(Operation *op) { return isMapped<gpu::GPUBlockMappingAttr>(op); }

bool chad::detail::isThreadLoop(Operation *op) { return isMapped<gpu::GPUThreadMappingAttr>(op); }

Value chad::detail::createThreads(RewriterBase &rewriter, Location loc, Value count,
                                  int64_t blockThreads) {
  Value numThreads = arith::ConstantIndexOp::create(rewriter, loc, blockThreads);
  Value numBlocks = rewriter.createOrFold<arith::CeilDivUIOp>(loc, count, numThreads);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, /*isOfBlocks=*/true, getAsOpFoldResult(numBlocks));
  rewriter.setInsertionPointToStart(blocks.getBody());
  scf::ForallOp threads =
      createWorkerLoop(rewriter, loc, /*isOfBlocks=*/false, rewriter.getIndexAttr(blockThreads));
  rewriter.setInsertionPointToStart(threads.getBody());
  Value before = arith::MulIOp::create(rewriter, loc, blocks.getInductionVar(0), numThreads);
  Value number = arith::AddIOp::create(rewriter, loc, before, threads.getInductionVar(0));
  Value isCounted = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, number, count);
  auto branch = scf::IfOp::create(rewriter, loc, isCounted);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  return number;
}

SmallVector<Value> chad::detail::delinearize(RewriterBase &rewriter, Location loc, Value number,
                                             ValueRange extents) {
  SmallVector<Value> position(extents.size());
  for (size_t dim = extents.size(); dim-- > 0;) {
    position[dim] = number;
    if (dim == 0)
      break;
    position[dim] = rewriter.createOrFold<arith::RemUIOp>(loc, number, extents[dim]);
    number = rewriter.createOrFold<arith::DivUIOp>(loc, number, extents[dim]);
  }
  return position;
}
