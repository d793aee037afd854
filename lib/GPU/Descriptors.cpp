//===- Descriptors.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad::detail;

Value chad::detail::createBuffer(OpBuilder &builder, Location loc, MemRefType type, Value address,
                                 ValueRange fields) {
  LLVMTypeConverter converter(builder.getContext());
  Type descriptorType = converter.convertType(type);
  auto descriptor = MemRefDescriptor::poison(builder, loc, descriptorType);
  descriptor.setAllocatedPtr(builder, loc, address);
  descriptor.setAlignedPtr(builder, loc, address);
  int64_t rank = type.getRank();
  descriptor.setOffset(builder, loc, fields.front());
  for (int64_t dim = 0; dim < rank; ++dim) {
    descriptor.setSize(builder, loc, dim, fields[1 + dim]);
    descriptor.setStride(builder, loc, dim, fields[1 + rank + dim]);
  }
  Value value = descriptor;
  return UnrealizedConversionCastOp::create(builder, loc, type, value).getResult(0);
}

Value chad::detail::createBytes(OpBuilder &builder, Location loc, MemRefType type, Value address,
                                Value size) {
  Type word = builder.getI64Type();
  Value zero = LLVM::ConstantOp::create(builder, loc, word, 0);
  Value one = LLVM::ConstantOp::create(builder, loc, word, 1);
  return createBuffer(builder, loc, type, address, {zero, size, one});
}

void chad::detail::setText(ModuleOp module, StringRef name, StringRef text) {
  if (auto old = module.lookupSymbol<LLVM::GlobalOp>(name))
    old.erase();
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  std::string bytes = text.str() + '\0';
  LLVM::GlobalOp::create(
      builder, module.getLoc(), LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, name, builder.getStringAttr(bytes));
}

void chad::detail::declareRuntime(ModuleOp module, StringRef name, TypeRange args,
                                  TypeRange results) {
  if (module.lookupSymbol(name))
    return;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      func::FuncOp::create(builder, module.getLoc(), name, builder.getFunctionType(args, results));
  function.setPrivate();
}

std::string chad::detail::kernelName(StringRef module, StringRef kernel) {
  std::string name = "chad_";
  for (char c : (module + "_" + kernel).str())
    if (llvm::isAlnum(c) || c == '_')
      name += c;
    else
      // Names that differ give symbols that differ.
      name += "$" + (c == '.' ? std::string() : llvm::utohexstr(static_cast<unsigned char>(c)));
  return name;
}
