//===- VHLO.h -------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Portable artifacts of StableHLO, which are what `jax.export` serializes: bytecode of the dialect
// `vhlo`, a copy of StableHLO whose operations have versions, and whose encoding never changes.
// https://github.com/openxla/stablehlo/blob/main/docs/vhlo.md
//
// They are read in two steps. The bytecode interface of a dialect `vhlo` reads types and attributes
// as those of MLIR itself, and the attributes of an operation under their names. Then each
// operation is replaced by that of StableHLO in the generic form.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_VHLO_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_VHLO_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"

namespace chad::stablehlo {

/// Its operations are not registered: the generic form has all that is needed of them. Types and
/// attributes are those of MLIR, so that it has no syntax.
class VHLODialect : public mlir::Dialect {
public:
  explicit VHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "vhlo"; }
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser, mlir::Type type) const override;
};

/// The names of the attributes of an operation, `vhlo.pad_v1` for example, in the order in which
/// they are encoded: that of the alphabet. Empty where it has none, or is not known. In StableHLO,
/// which leaves some of them out, the names of these end in `?`.
llvm::ArrayRef<llvm::StringRef> getEncodedAttributes(llvm::StringRef name);

/// Reads a list of signed integers.
mlir::LogicalResult readIntegers(mlir::DialectBytecodeReader &reader,
                                 llvm::SmallVectorImpl<int64_t> &list);

/// Reads a case of the enumeration that has this code in VHLO, whose cases are those of StableHLO.
mlir::FailureOr<llvm::StringRef> readCase(mlir::DialectBytecodeReader &reader, uint64_t code);

/// Reads how exact a function is asked to be, after the number that says that it is this. Null
/// where it cannot be read.
mlir::Attribute readResultAccuracy(mlir::DialectBytecodeReader &reader);

/// Replaces the operations of `vhlo` by those of StableHLO and `func`, and reports one that cannot
/// be.
mlir::LogicalResult convertVHLO(mlir::ModuleOp module);

/// Replaces composite operations that stand for functions of CHLO by these, which have rules and
/// derivatives of their own. Gives the private functions that defined them.
llvm::SmallVector<mlir::func::FuncOp> replaceComposites(mlir::ModuleOp module);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_VHLO_H
