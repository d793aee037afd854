//===- LibraryCalls.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Until memory is freed and addresses are numbers, a product by a library is a call that has its
// buffers as arguments, with the indices of the product as attributes. The runtime then has words.

#include "LibraryCalls.h"
#include "Descriptors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad::detail;

static constexpr StringLiteral prefix = "chadrt.product.", mapsAttr = "product.maps",
                               loopsAttr = "product.loops", flagsAttr = "product.flags";

/// The runtime has the same numbers (lib/GPURuntime/Library.h).
enum Flag : int64_t { Overwrites = 1, Deterministic = 2, RoundsFactors = 4 };

static int64_t numberOf(Type scalar) {
  return scalar.isF64() ? 0 : scalar.isF32() ? 1 : scalar.isF16() ? 2 : 3;
}

bool chad::detail::isLibraryCall(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee().starts_with(prefix);
}

Value chad::detail::createLibraryCall(RewriterBase &rewriter, linalg::LinalgOp op,
                                      const ProductLoops &loops, const ProductRounding &rounding,
                                      bool overwrites) {
  Location loc = op.getLoc();
  SmallVector<Value> buffers = {op.getDpsInputs()[0], op.getDpsInputs()[1], op.getDpsInits()[0]};
  Type word = rewriter.getI64Type();
  auto type = rewriter.getFunctionType(TypeRange(ValueRange(buffers)), word);
  // One function for each list of types.
  auto module = op->getParentOfType<ModuleOp>();
  std::string name;
  for (unsigned number = 0;; ++number) {
    name = (prefix + Twine(number)).str();
    auto known = module.lookupSymbol<func::FuncOp>(name);
    if (!known || known.getFunctionType() == type)
      break;
  }
  declareRuntime(module, name, type.getInputs(), type.getResults());
  auto call = func::CallOp::create(rewriter, loc, name, word, buffers);
  call->setAttr(mapsAttr, op.getIndexingMaps());
  call->setAttr(loopsAttr, rewriter.getDenseI64ArrayAttr({loops.row, loops.column, loops.common}));
  int64_t flags = (overwrites ? Overwrites : 0) | (rounding.deterministic ? Deterministic : 0) |
                  (rounding.roundsFactors ? RoundsFactors : 0);
  call->setAttr(flagsAttr, rewriter.getI64IntegerAttr(flags));
  Value zero = arith::ConstantIntOp::create(rewriter, loc, 0, 64);
  return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne, call.getResult(0), zero);
}

SmallVector<Value> chad::detail::describeProduct(RewriterBase &rewriter, func::CallOp call) {
  Location loc = call.getLoc();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(rewriter, loc, value, 64);
  };
  auto word = [&](Value value) -> Value {
    return arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), value);
  };
  auto maps = call->getAttrOfType<ArrayAttr>(mapsAttr).getAsValueRange<AffineMapAttr>();
  SmallVector<AffineMap> indices(maps.begin(), maps.end());
  ArrayRef<int64_t> loops = call->getAttrOfType<DenseI64ArrayAttr>(loopsAttr).asArrayRef();
  int64_t row = loops[0], column = loops[1], common = loops[2];

  // The address of each buffer, its distances along each loop, and the extents of loops.
  unsigned numLoops = indices.front().getNumDims();
  SmallVector<Value> extents(numLoops), addresses;
  SmallVector<SmallVector<Value>> strides;
  for (auto [buffer, map] : llvm::zip_equal(call.getOperands(), indices)) {
    auto parts = memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
    Type scalar = cast<MemRefType>(buffer.getType()).getElementType();
    Value start = memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, buffer);
    Value bytes = arith::ConstantIndexOp::create(rewriter, loc, scalar.getIntOrFloatBitWidth() / 8);
    Value offset = arith::MulIOp::create(rewriter, loc, parts.getOffset(), bytes);
    addresses.push_back(word(arith::AddIOp::create(rewriter, loc, start, offset)));
    SmallVector<Value> &own = strides.emplace_back(numLoops);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      own[loop] = word(parts.getStrides()[dim]);
      extents[loop] = word(parts.getSizes()[dim]);
    }
  }
  auto scalarOf = [&](unsigned operand) {
    return number(numberOf(cast<MemRefType>(call.getOperand(operand).getType()).getElementType()));
  };
  SmallVector<Value> words = {scalarOf(0), scalarOf(2),
                              number(call->getAttrOfType<IntegerAttr>(flagsAttr).getInt())};
  words.append({extents[row], extents[column], extents[common]});
  const std::pair<int64_t, int64_t> dims[] = {{row, common}, {common, column}, {row, column}};
  for (auto [operand, pair] : llvm::enumerate(dims))
    words.append({addresses[operand], strides[operand][pair.first], strides[operand][pair.second]});
  words.push_back(number(static_cast<int64_t>(numLoops) - 3));
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    if (llvm::is_contained(loops, loop))
      continue;
    words.push_back(extents[loop]);
    for (const SmallVector<Value> &own : strides)
      words.push_back(own[loop] ? own[loop] : number(0));
  }
  return words;
}
