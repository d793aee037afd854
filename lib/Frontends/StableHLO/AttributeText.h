//===- AttributeText.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads attributes of StableHLO from their text, because its dialect need not be registered. MLIR
// keeps an attribute of an unregistered dialect as text; an attribute of a registered dialect is
// printed.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_ATTRIBUTETEXT_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_ATTRIBUTETEXT_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>

namespace chad::stablehlo {

/// Makes the attribute `#dialect<text>`, or `#dialect.kind<...>`, in the form in which the parser
/// represents attributes of unregistered dialects.
mlir::Attribute makeText(mlir::MLIRContext *context, llvm::StringRef dialect,
                         const llvm::Twine &text);

/// Writes the dimensions of one side of a convolution in their order, as `[b, 0, 1, f]`. `first`
/// and `second` are the letters of the dimensions that are not spatial. A dimension without a
/// meaning is written as an empty entry.
std::string writeConvolutionSide(llvm::StringRef first, int64_t firstDim, llvm::StringRef second,
                                 int64_t secondDim, llvm::ArrayRef<int64_t> spatial);

/// Parses `#dialect<kind VALUE>`, a case of an enumeration, and returns the text `VALUE`; nothing
/// for any other attribute.
std::optional<std::string> parseEnumText(mlir::Attribute attr, llvm::StringRef kind);

/// The numbers of `#dialect.kind<name = [1, 2], other = 3>`, by name. A field that is left out is
/// not in the map.
using Fields = llvm::StringMap<llvm::SmallVector<int64_t>>;
std::optional<Fields> parseFields(mlir::Attribute attr, llvm::StringRef kind);

/// One side of `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: the positions of its two
/// named dimensions, and those of the spatial dimensions, in order.
struct ConvolutionSide {
  int64_t first = -1;
  int64_t second = -1;
  llvm::SmallVector<int64_t> spatial;
};
struct ConvolutionDims {
  /// The batch and feature dimensions of the input.
  ConvolutionSide input;
  /// The input and output feature dimensions of the kernel.
  ConvolutionSide kernel;
  /// The batch and feature dimensions of the result.
  ConvolutionSide output;
};
std::optional<ConvolutionDims> parseConvolutionDims(mlir::Attribute attr);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_ATTRIBUTETEXT_H
