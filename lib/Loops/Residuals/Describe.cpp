//===- Describe.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Remarks about the values that are kept, and those that are computed again.

#include "Choice.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/LoopUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr llvm::StringLiteral pass = "chad-choose-residuals";

static std::string countOf(unsigned number, StringRef what) {
  return llvm::formatv("{0} {1}{2}", number, what, number == 1 ? "" : "s");
}

static std::string quote(Value value) {
  return llvm::formatv("'{0}'", value.getDefiningOp()->getName().getStringRef());
}

namespace {
/// What an iteration keeps.
struct Amount {
  void add(Value value) {
    if (isa<RankedTensorType>(value.getType()))
      ++arrays;
    else
      ++numbers, bytes += bytesOf(value.getType());
  }
  std::string describe() const {
    std::string text = countOf(numbers, "number") + " (" + countOf(bytes, "byte") + ")";
    if (arrays == 0)
      return numbers == 0 ? "nothing" : text;
    return (numbers == 0 ? "" : text + " and ") + countOf(arrays, "array");
  }
  unsigned numbers = 0, bytes = 0, arrays = 0;
};
} // namespace

static std::string whyKept(const Nest &nest, Value value) {
  Origin origin = originOf(nest, value);
  if (!origin.why.empty())
    return origin.why;
  if (origin.flops > bytesOf(value.getType()))
    return llvm::formatv("{0} again would cost {1}", quote(value),
                         countOf(origin.flops, "operation"));
  return "nothing cheaper gives it";
}

void chad::detail::describeChoice(const Nest &nest, const Choice &choice) {
  struct Summary {
    Amount before, after;
    unsigned flops = 0;
  };
  llvm::MapVector<Block *, Summary> summaries;
  DenseSet<Value> wanted;
  SmallVector<Value> again;
  for (Residual residual : nest.residuals) {
    if (nest.isThere(residual.made) || !wanted.insert(residual.made).second)
      continue;
    summaries[residual.made.getParentBlock()].before.add(residual.made);
    if (!choice.isKept(residual.made))
      again.push_back(residual.made);
  }
  if (wanted.empty())
    return;
  for (Value value : choice.kept)
    summaries[value.getParentBlock()].after.add(value);
  for (auto [value, flops] : choice.redone)
    summaries[value.getParentBlock()].flops += flops;
  for (auto &[block, summary] : summaries) {
    Operation *loop = block->getParentOp();
    std::string before = summary.before.describe(), after = summary.after.describe();
    std::string text = "each iteration keeps " + after + " for a loop that follows";
    if (before != after)
      text += " instead of " + before;
    if (summary.flops > 0)
      text += ", and " + countOf(summary.flops, "operation") +
              (summary.flops == 1 ? " is done again" : " are done again");
    remarkDone(loop, {pass, "residuals"}, text);
  }
  for (Value value : choice.kept)
    remarkDone(nest.loop(), {pass, "kept"},
               llvm::formatv("{0} is kept: {1}", value.getType(), whyKept(nest, value)),
               value.getLoc());
  for (Value value : again) {
    std::string how = value.getDefiningOp() ? "computed again, by " + quote(value)
                                            : std::string("read where it comes from");
    remarkDone(nest.loop(), {pass, "recomputed"}, llvm::formatv("{0} is {1}", value.getType(), how),
               value.getLoc());
  }
}
