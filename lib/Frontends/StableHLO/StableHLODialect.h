//===- StableHLODialect.h -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The dialects StableHLO and CHLO, as far as it takes to read them: their operations are those that
// the generic form makes, and are not registered. Attributes and types are kept as text.
//
// Three forms become the same operations: the generic form, the syntax in which JAX prints a
// program by default, and bytecode of StableHLO itself.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_STABLEHLODIALECT_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_STABLEHLODIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

namespace chad::stablehlo {

/// A dialect whose operations are not registered, and whose attributes and types are kept as text.
class TextDialect : public mlir::Dialect {
public:
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser, mlir::Type type) const override;
  std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef name) const override;

protected:
  TextDialect(llvm::StringRef name, mlir::MLIRContext *context, mlir::TypeID id);
};

class StableHLODialect : public TextDialect {
public:
  explicit StableHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "stablehlo"; }
};

class CHLODialect : public TextDialect {
public:
  explicit CHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "chlo"; }
};

/// Shardings, by which JAX divides arrays among devices, and which mean nothing here. In bytecode
/// their attributes are skipped.
class ShardyDialect : public TextDialect {
public:
  explicit ShardyDialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "sdy"; }
};

/// Reads an operation of StableHLO, CHLO or Shardy in the syntax that these dialects give it, after
/// its name. The attributes become the properties that the generic form has.
mlir::ParseResult parseOperation(mlir::OpAsmParser &parser, mlir::OperationState &state);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_STABLEHLODIALECT_H
