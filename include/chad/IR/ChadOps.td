//===- ChadOps.td - All ops of the chad dialect ------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADOPS_TD
#define CHAD_IR_CHADOPS_TD

include "chad/IR/ScheduleAttr.td"
include "chad/IR/ArrayOps.td"
include "chad/IR/BoxOps.td"
include "chad/IR/LinearOps.td"
include "chad/IR/LinearFunctionOps.td"
include "chad/IR/FunctionOps.td"
include "chad/IR/DerivativeOps.td"
include "chad/IR/UNFOps.td"
include "chad/IR/UNFTransposeOps.td"

#endif // CHAD_IR_CHADOPS_TD
