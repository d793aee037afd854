//===- AllOps.td - All ops, for their reference page -------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_ALLOPS_TD
#define CHAD_IR_ALLOPS_TD

include "chad/IR/ChadOps.td"
include "chad/IR/DerivedOps.td"

#endif // CHAD_IR_ALLOPS_TD
