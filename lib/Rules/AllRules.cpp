//===- AllRules.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/AllRules.h"
#include "chad/Rules/ArithRules.h"
#include "chad/Rules/ChadRules.h"
#include "chad/Rules/FuncRules.h"
#include "chad/Rules/LinalgRules.h"
#include "chad/Rules/MathRules.h"
#include "chad/Rules/SCFRules.h"
#include "chad/Rules/TensorRules.h"

void chad::registerAllRules(mlir::DialectRegistry &registry) {
  registerArithRules(registry);
  registerChadRules(registry);
  registerFuncRules(registry);
  registerLinalgRules(registry);
  registerMathRules(registry);
  registerSCFRules(registry);
  registerTensorRules(registry);
}
