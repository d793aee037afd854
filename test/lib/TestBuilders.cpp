//===- TestBuilders.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Builds one of each combinator through the C++ builders, whose result types
// follow from the body, changes loops by their interface, and prints the module.

#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace chad;

static void yieldSum(OpBuilder &b, Location loc, ValueRange args) {
  YieldOp::create(b, loc, ValueRange{arith::AddFOp::create(b, loc, args[0], args[1])});
}

static void yieldTwice(OpBuilder &b, Location loc, ValueRange args) {
  YieldOp::create(b, loc, ValueRange{args.back(), args.back()});
}

static void yieldLastSum(OpBuilder &b, Location loc, ValueRange args) {
  yieldSum(b, loc, args.take_back(2));
}

/// The ops of the unary normal form and their transposes.
static void buildContexts(ImplicitLocOpBuilder &b, Value xs, Value zero) {
  Value ctx = UNFEnterOp::create(b, ValueRange{zero, xs});
  ctx = UNFVarOp::create(b, ctx, 0);
  ctx = UNFOpOp::create(b, ctx, 1, yieldTwice);
  ctx = UNFProjOp::create(b, ctx, 2, 3);
  ctx = UNFMapOp::create(b, ctx, 1, yieldSum);
  ctx = UNFReduceOp::create(b, ctx, zero, yieldLastSum);
  ctx = UNFPairOp::create(b, ctx);
  ctx = UNFGetOp::create(b, ctx, 1);
  UNFLeaveOp::create(b, ctx);
  ctx = UNFEnterOp::create(b, ValueRange{xs});
  ctx = UNFScanOp::create(b, ctx, Direction::Left, ScanKind::Inclusive, zero, yieldSum);
  UNFLeaveOp::create(b, ctx);

  Value v = ToLinearOp::create(b, zero), vs = ToLinearOp::create(b, xs);
  ctx = UNFEnterOp::create(b, ValueRange{v, vs, vs});
  ctx = UNFMapTOp::create(b, ctx, 1, xs, ValueRange{}, yieldTwice);
  ctx = UNFVarOp::create(b, ctx, 0);
  ctx = UNFReduceTOp::create(b, ctx, xs, zero, yieldSum,
                             [](OpBuilder &b, Location loc, ValueRange args) {
                               YieldOp::create(b, loc, ValueRange{args[0], args[3], args[3]});
                             });
  ctx = UNFVarOp::create(b, ctx, 1);
  ctx = UNFScanTOp::create(b, ctx, Direction::Right, ScanKind::Exclusive, xs, zero, yieldSum,
                           [](OpBuilder &b, Location loc, ValueRange args) {
                             YieldOp::create(b, loc, ValueRange{args[0], args[3], args[3]});
                           });
  UNFLeaveOp::create(b, ctx);
  ctx = UNFEnterOp::create(b, ValueRange{v, v});
  ctx = UNFOpTOp::create(b, ctx, 1, [](OpBuilder &b, Location loc, ValueRange args) {
    YieldOp::create(b, loc, args);
  });
  UNFLeaveOp::create(b, ctx);
}

/// Loops that are changed: each reads, carries or collects more than it was built with.
static void changeLoops(ImplicitLocOpBuilder &b, Value xs, Value n, Value zero) {
  IRRewriter rewriter(b);
  auto yieldAll = [](OpBuilder &b, Location loc, ValueRange args) {
    YieldOp::create(b, loc, args);
  };
  // A build that is given a state reads its index from an iota.
  ArrayLoopOpInterface build = BuildOp::create(b, n, yieldAll);
  Value state = build.getBodyBlock().addArgument(zero.getType(), b.getLoc());
  build.getYield()->insertOperands(0, state);
  rewriter.setInsertionPoint(build);
  rebuildLoop(rewriter, build, {}, zero, build.getCollected().getTypes());
  rewriter.eraseOp(build);

  // A map that collects an index, and no longer reads what it read first.
  ArrayLoopOpInterface map = MapOp::create(b, ValueRange{xs, xs}, [](auto &b, auto loc, auto args) {
    YieldOp::create(b, loc, args.drop_front());
  });
  rewriter.setInsertionPoint(map);
  Value index = addElement(rewriter, map, createIota(rewriter, b.getLoc(), n));
  ArrayLoopOpInterface larger = addCollected(rewriter, map, index);
  rewriter.eraseOp(map);
  llvm::BitVector first(3);
  first.set(0);
  eraseElements(rewriter, larger, first);

  // A loop without states is a map.
  rewriter.setInsertionPointToEnd(b.getInsertionBlock());
  ArrayLoopOpInterface loop = createLoop(rewriter, b.getLoc(), xs, {}, xs.getType());
  Block *body = createBody(rewriter, loop);
  YieldOp::create(rewriter, b.getLoc(), ValueRange(body->getArguments()));
}

/// Whether the operands of an associative body are told apart, whatever the direction.
static bool knowsElements(ImplicitLocOpBuilder &b, Value xs, Value zero) {
  for (Direction direction : {Direction::Left, Direction::Right}) {
    CombinatorOpInterface scan =
        ScanOp::create(b, direction, ScanKind::Inclusive, xs, zero, yieldSum);
    Value left = scan.getBody().getArgument(0), right = scan.getBody().getArgument(1);
    bool isLeft = direction == Direction::Left;
    if (getArrayOfElement(isLeft ? right : left) != xs ||
        getArrayOfElement(isLeft ? left : right) ||
        scan.getStateArgs().front() != (isLeft ? left : right) || scan.getCollected().size() != 1 ||
        !scan.getFinalStates().empty())
      return false;
  }
  return true;
}

int main() {
  MLIRContext context;
  context.loadDialect<ChadDialect, arith::ArithDialect, func::FuncDialect, tensor::TensorDialect>();
  ImplicitLocOpBuilder b(UnknownLoc::get(&context), &context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getLoc());
  b.setInsertionPointToEnd(module->getBody());

  Type f64 = b.getF64Type();
  auto dynamic = RankedTensorType::get({ShapedType::kDynamic}, f64);
  auto fixed = RankedTensorType::get({4}, f64);
  auto type = b.getFunctionType({dynamic, fixed, b.getIndexType(), f64}, {});
  auto function = func::FuncOp::create(b, "builders", type);
  b.setInsertionPointToEnd(function.addEntryBlock());
  Value xs = function.getArgument(0), ys = function.getArgument(1);
  Value n = function.getArgument(2), zero = function.getArgument(3);

  MapOp::create(b, ValueRange{xs, ys}, yieldSum);
  BuildOp::create(b, n, [&](OpBuilder &b, Location loc, ValueRange args) {
    YieldOp::create(b, loc, ValueRange{args[0], ys});
  });
  BuildOp::create(b, arith::ConstantIndexOp::create(b, 3),
                  [&](OpBuilder &b, Location loc, ValueRange args) {
                    YieldOp::create(b, loc, ValueRange{args[0]});
                  });
  ReduceOp::create(b, xs, zero, yieldSum);
  ScanOp::create(b, Direction::Right, ScanKind::Exclusive, xs, zero, yieldSum);
  FoldOp::create(b, Direction::Left, ValueRange{ys}, ValueRange{zero},
                 [](OpBuilder &b, Location loc, ValueRange args) {
                   Value sum = arith::AddFOp::create(b, loc, args[0], args[1]);
                   YieldOp::create(b, loc, ValueRange{sum, args[1]});
                 });
  buildContexts(b, xs, zero);
  changeLoops(b, xs, n, zero);
  if (!knowsElements(b, xs, zero))
    return 1;
  func::ReturnOp::create(b);
  if (failed(verify(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
