//===- ReportAllocations.cpp ----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Remarks.h"
#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace chad {
#define GEN_PASS_DEF_CHADREPORTALLOCATIONS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The innermost loop around `op`; null if there is none.
static Operation *findLoop(Operation *op) {
  while ((op = op->getParentOp()))
    if (isa<scf::ForOp, scf::WhileOp, scf::ParallelOp>(op))
      return op;
  return nullptr;
}

namespace {
struct ReportAllocations : chad::impl::ChadReportAllocationsBase<ReportAllocations> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!wantsRemarks(getOperation()))
      return;
    getOperation()->walk([&](memref::AllocOp alloc) {
      Operation *loop = findLoop(alloc);
      if (!loop)
        return;
      std::string type;
      llvm::raw_string_ostream(type) << alloc.getType();
      remarkMissed(loop, {"chad-report-allocations", "allocates"},
                   "each iteration allocates " + type + " for what is made at " +
                       describePlace(alloc.getLoc()) +
                       ": it is needed beside the one before, or its extents are not known before "
                       "the loop");
    });
  }
};
} // namespace
