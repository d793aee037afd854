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
// Artifacts are read in two steps. The bytecode interface of the dialect `vhlo` reads types and
// attributes as those of MLIR itself, and gives the attributes of an operation their names. Then
// each operation of VHLO is replaced by the one of StableHLO in the generic form.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_VHLO_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_VHLO_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"

namespace chad::stablehlo {

/// The dialect VHLO. Its operations are not registered: the generic form represents them
/// completely. Its types and attributes become those of MLIR, so that the dialect needs no syntax.
class VHLODialect : public mlir::Dialect {
public:
  explicit VHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "vhlo"; }
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser, mlir::Type type) const override;
};

/// Returns the names of the attributes of an operation, `vhlo.pad_v1` for example, in the order in
/// which they are encoded, which is alphabetic. The list is empty if the operation has no
/// attributes or is not known. In StableHLO, the name of an optional attribute ends in `?`.
llvm::ArrayRef<llvm::StringRef> getEncodedAttributes(llvm::StringRef name);

/// Reads a list of signed integers.
mlir::LogicalResult readIntegers(mlir::DialectBytecodeReader &reader,
                                 llvm::SmallVectorImpl<int64_t> &list);

/// Reads a case of the enumeration that has this code in VHLO. The cases have the names of those of
/// StableHLO.
mlir::FailureOr<llvm::StringRef> readCase(mlir::DialectBytecodeReader &reader, uint64_t code);

/// Reads the attribute for the requested accuracy of a function, after the code of its kind.
/// Returns null if it cannot be read.
mlir::Attribute readResultAccuracy(mlir::DialectBytecodeReader &reader);

/// Replaces the operations of `vhlo` by those of StableHLO and `func`. Emits an error at an
/// operation that cannot be replaced.
mlir::LogicalResult convertVHLO(mlir::ModuleOp module);

/// Replaces composite operations that stand for operations of CHLO by these operations, which have
/// import rules. Returns the private functions that were the decompositions.
llvm::SmallVector<mlir::func::FuncOp> replaceComposites(mlir::ModuleOp module);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_VHLO_H
