//===- StableHLODialect.h -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The dialects StableHLO and CHLO, as far as they are needed to read programs. Operations are not
// registered: they are those that the parser makes of the generic form. Attributes and types are
// kept as text.
//
// Three forms of a program give the same operations: the generic form, the syntax in which JAX
// prints programs by default, and bytecode that StableHLO itself wrote.

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

/// The dialect of shardings, by which JAX divides arrays among devices, and which have no meaning
/// here. In bytecode, its attributes are skipped.
class ShardyDialect : public TextDialect {
public:
  explicit ShardyDialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "sdy"; }
};

/// Parses an operation of StableHLO, CHLO or Shardy in the syntax of these dialects, after the name
/// of the operation. The attributes become the properties of the generic form.
mlir::ParseResult parseOperation(mlir::OpAsmParser &parser, mlir::OperationState &state);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_STABLEHLODIALECT_H
