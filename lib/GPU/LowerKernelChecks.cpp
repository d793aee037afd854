//===- LowerKernelChecks.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers assertions in kernels. An assertion that fails stores its number in a global of the
// device.

#include "Descriptors.h"
#include "MemorySpaces.h"
#include "chad/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERKERNELCHECKS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

std::string chad::detail::describeLocation(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  return place ? (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
                  Twine(place.getColumn()) + ": ")
                     .str()
               : "";
}

std::string chad::detail::describeCheck(cf::AssertOp op) {
  return describeLocation(op.getLoc()) + op.getMsg().str();
}

namespace {
struct LowerKernelChecks : chad::impl::ChadLowerKernelChecksBase<LowerKernelChecks> {
  void runOnOperation() override {
    llvm::StringMap<int32_t> numbers;
    std::string messages;
    auto pointer = LLVM::LLVMPointerType::get(&getContext(), deviceSpace);
    getOperation().walk([&](gpu::GPUFuncOp kernel) {
      unsigned last = kernel.getNumArguments();
      if (failed(kernel.insertArgument(last, pointer, DictionaryAttr(), kernel.getLoc())))
        return signalPassFailure();
      Value error = kernel.getArgument(last);
      SmallVector<cf::AssertOp> checks;
      kernel.walk([&](cf::AssertOp op) { checks.push_back(op); });
      for (cf::AssertOp op : checks) {
        std::string message = describeCheck(op);
        auto [known, isNew] = numbers.try_emplace(message, int32_t(numbers.size() + 1));
        int32_t number = known->second;
        if (isNew)
          messages += message + '\0';
        OpBuilder builder(op);
        Location loc = op.getLoc();
        Value isTrue = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
        Value fails = arith::XOrIOp::create(builder, loc, op.getArg(), isTrue);
        scf::IfOp::create(builder, loc, fails, [&](OpBuilder &nested, Location at) {
          Value value = LLVM::ConstantOp::create(nested, at, nested.getI32IntegerAttr(number));
          LLVM::StoreOp::create(nested, at, value, error);
          scf::YieldOp::create(nested, at);
        });
        op.erase();
      }
    });
    setText(getOperation(), messagesName, messages);
  }
};
} // namespace
