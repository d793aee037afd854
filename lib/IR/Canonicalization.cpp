//===- Canonicalization.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Folders and canonicalization patterns.

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace chad;

#define STUB(OP)                                                                                   \
  void OP::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
STUB(MapOp)
STUB(ReduceOp)
STUB(AddOp) STUB(ScaleOp) STUB(CopowerSingletonOp) STUB(CopowerFoldOp) STUB(LFunLambdaOp)
    STUB(LFunApplyOp) STUB(LFunScaleOp) STUB(LFunAddOp) STUB(LFunComposeOp) STUB(LFunForkOp)
        STUB(LFunJoinOp) STUB(LFunProjectOp) STUB(LFunInjectOp) STUB(LFunVForkOp) STUB(LFunVJoinOp)
            STUB(LFunTransposeOp) STUB(ApplyOp) STUB(CaseOp)

                LogicalResult MapOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  return failure();
}
OpFoldResult AddOp::fold(FoldAdaptor) { return {}; }
OpFoldResult ScaleOp::fold(FoldAdaptor) { return {}; }
OpFoldResult ToLinearOp::fold(FoldAdaptor) { return {}; }
OpFoldResult FromLinearOp::fold(FoldAdaptor) { return {}; }
OpFoldResult LFunTransposeOp::fold(FoldAdaptor) { return {}; }
