//===- RegionAssembly.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shared pieces of the assembly and the verifiers of the ops with regions.

#ifndef CHAD_LIB_IR_REGIONASSEMBLY_H
#define CHAD_LIB_IR_REGIONASSEMBLY_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/OpImplementation.h"

namespace chad::detail {

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// `%x in %xs : type`, or `%a, %x in %xs from %init : type`.
struct ArrayBindings {
  llvm::SmallVector<mlir::OpAsmParser::Argument> lefts, elements;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> arrays, inits;
  llvm::SmallVector<mlir::Type> arrayTypes, elementTypes;
  llvm::SMLoc loc;
};

/// Parses a parenthesised list of bindings, with accumulators or without.
mlir::ParseResult parseArrayBindings(mlir::OpAsmParser &parser, ArrayBindings &bindings,
                                     bool withInits);

/// Resolves the arrays, then the accumulators' start values.
mlir::ParseResult resolveBindings(mlir::OpAsmParser &parser, const ArrayBindings &bindings,
                                  mlir::OperationState &result);

/// The arguments of an associative body: left operands, then right ones.
llvm::SmallVector<mlir::OpAsmParser::Argument> combinerArguments(const ArrayBindings &bindings);

/// Parses `left inclusive` and the like.
mlir::ParseResult parseScanMode(mlir::OpAsmParser &parser, Direction &direction, ScanKind &kind);

/// Parses `(%x : type, ...)`.
mlir::ParseResult parseTypedArguments(mlir::OpAsmParser &parser,
                                      llvm::SmallVectorImpl<mlir::OpAsmParser::Argument> &args);

/// Parses `keyword(%a, %b)`, if it is there, as operands of type index.
mlir::ParseResult parseOptionalSizes(mlir::OpAsmParser &parser, llvm::StringRef keyword,
                                     mlir::OperationState &result);

/// Parses `@f(args)`, or `%f(args)` for a function value, which is then the first of `args`.
mlir::ParseResult parseCalled(mlir::OpAsmParser &parser, mlir::FlatSymbolRefAttr &callee,
                              llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &args);
void printCalled(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::FlatSymbolRefAttr callee,
                 mlir::OperandRange args);

/// Parses `as<...>`, if it is there, and the attributes that follow it. A structure of a matrix is
/// the representation `matrix` and an attribute `chad.structure`.
mlir::ParseResult parseRepresented(mlir::OpAsmParser &parser, RepresentationAttr &representation,
                                   mlir::NamedAttrList &attributes);
void printRepresented(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      RepresentationAttr representation, mlir::DictionaryAttr attributes);

/// Parses the region with its arguments and the attributes that follow it.
mlir::ParseResult parseBody(mlir::OpAsmParser &parser, mlir::OperationState &result,
                            llvm::ArrayRef<mlir::OpAsmParser::Argument> args);

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void printArrayBindings(mlir::OpAsmPrinter &printer, mlir::ValueRange arrays,
                        mlir::Block::BlockArgListType elements, mlir::ValueRange inits = {},
                        mlir::Block::BlockArgListType lefts = {});
void printTypedArguments(mlir::OpAsmPrinter &printer, mlir::Block::BlockArgListType args);
void printOptionalSizes(mlir::OpAsmPrinter &printer, llvm::StringRef keyword,
                        mlir::ValueRange sizes);
void printBody(mlir::OpAsmPrinter &printer, mlir::Operation *op,
               llvm::ArrayRef<llvm::StringRef> elidedAttrs = {});

//===----------------------------------------------------------------------===//
// Types and bodies
//===----------------------------------------------------------------------===//

/// Builds a region of an op and returns the types that it yields.
mlir::TypeRange buildBody(mlir::OpBuilder &builder, mlir::OperationState &state,
                          mlir::TypeRange argTypes, BodyBuilder body);

llvm::SmallVector<mlir::Type> elementTypesOf(mlir::TypeRange arrays);

llvm::SmallVector<mlir::Type> twice(llvm::ArrayRef<mlir::Type> types);

/// The static extent of the arrays, if one of them has one; otherwise `ShapedType::kDynamic`.
int64_t commonExtent(mlir::TypeRange arrays);

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks the number and the types of a region's arguments; `name` names it.
mlir::LogicalResult verifyBodyArguments(mlir::Operation *op, mlir::Region &body,
                                        mlir::TypeRange expected, llvm::StringRef name = "body");

/// Checks what a region yields; `what` names the expected values ("element").
mlir::LogicalResult verifyYield(mlir::Operation *op, mlir::Region &body, mlir::TypeRange expected,
                                llvm::StringRef what, llvm::StringRef name = "body");

/// Checks that `sizes` are as many as zeros of `types` need.
mlir::LogicalResult verifySizes(mlir::Operation *op, mlir::ValueRange sizes, mlir::TypeRange types,
                                llvm::StringRef what);

} // namespace chad::detail

#endif // CHAD_LIB_IR_REGIONASSEMBLY_H
