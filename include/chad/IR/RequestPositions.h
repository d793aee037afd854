//===- RequestPositions.h ---------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_REQUESTPOSITIONS_H
#define CHAD_IR_REQUESTPOSITIONS_H

#include "mlir/IR/TypeRange.h"
#include <optional>

namespace chad {

/// Which of the arguments or results of these types are differentiated: those that are chosen, or
/// all that hold floats. What is chosen has been verified.
llvm::SmallVector<int64_t>
getDifferentiated(mlir::TypeRange types,
                  std::optional<llvm::ArrayRef<int64_t>> chosen = std::nullopt);

} // namespace chad

#endif // CHAD_IR_REQUESTPOSITIONS_H
