//===- FirstOrder.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Pipelines/Pipelines.h"

void chad::buildFirstOrderPipeline(mlir::OpPassManager &) {}
