//===- Remarks.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Remarks.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace chad::detail;

static remark::RemarkOpts describe(Operation *op, RemarkName name) {
  auto options = remark::RemarkOpts::name(name.name).category(name.pass);
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? options.function(function.getName()) : options;
}

void chad::detail::remarkDone(Operation *op, RemarkName name, const Twine &text,
                              std::optional<Location> at) {
  if (wantsRemarks(op))
    remark::passed(at.value_or(op->getLoc()), describe(op, name)) << text.str();
}

void chad::detail::remarkMissed(Operation *op, RemarkName name, const Twine &text) {
  if (wantsRemarks(op))
    remark::missed(op->getLoc(), describe(op, name)) << text.str();
}

void chad::detail::remarkMissed(Location loc, StringRef function, RemarkName name,
                                const Twine &text) {
  auto options = remark::RemarkOpts::name(name.name).category(name.pass).function(function);
  if (loc.getContext()->getRemarkEngine())
    remark::missed(loc, options) << text.str();
}

void chad::detail::remarkLeft(Operation *op, RemarkName name, const Twine &text) {
  if (wantsRemarks(op))
    remark::analysis(op->getLoc(), describe(op, name)) << text.str();
}

namespace {
struct RemarkPrinter : remark::detail::MLIRRemarkStreamerBase {
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string text;
    for (const remark::detail::Remark::Arg &part : remark.getArgs())
      text += part.val;
    text += (" [" + remark.getCategoryName() + "]").str();
    // Code of one place may have been copied.
    if (said[remark.getLocation()].insert(text).second)
      emitRemark(remark.getLocation()) << text;
  }

  DenseMap<Location, llvm::StringSet<>> said;
};
} // namespace

LogicalResult chad::detail::printRemarks(MLIRContext &context,
                                         const remark::RemarkCategories &categories) {
  return remark::enableOptimizationRemarks(context, std::make_unique<RemarkPrinter>(),
                                           std::make_unique<remark::RemarkEmittingPolicyAll>(),
                                           categories);
}

std::string chad::detail::describePlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "?";
  return llvm::formatv("{0}:{1}:{2}", llvm::sys::path::filename(place.getFilename().getValue()),
                       place.getLine(), place.getColumn());
}
