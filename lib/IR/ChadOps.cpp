//===- ChadOps.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The generated definitions of the ops. They have a file of their own, since they take longest to
// compile.

#include "chad/IR/ChadOps.h"
#include "RegionAssembly.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

#define GET_OP_CLASSES
#include "chad/IR/ChadOps.cpp.inc"
