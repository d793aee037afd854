//===- ChadDialect.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADDIALECT_H
#define CHAD_IR_CHADDIALECT_H

#include "mlir/IR/Dialect.h"

#include "chad/IR/ChadDialect.h.inc"

#endif // CHAD_IR_CHADDIALECT_H
