//===- ChadDialect.td - The chad dialect -------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADDIALECT_TD
#define CHAD_IR_CHADDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/AttrTypeBase.td"

def Chad_Dialect : Dialect {
  let name = "chad";
  let cppNamespace = "::chad";
  let summary = "Combinatory Homomorphic Automatic Differentiation";
  let description = [{
    The dialect holds what a derivative needs and upstream dialects lack:

    * **linear types** (`!chad.lin`, `!chad.copower`, powers): commutative
      monoids in which tangents and cotangents live;
    * **linear functions** (`!chad.lfun`) and the operators that build them;
    * **array combinators** (`chad.map`, `chad.reduce`, `chad.scan`, ...) whose
      bodies are regions, and whose derivatives are combinators again;
    * **functions and sums as values** (`chad.lambda`, `chad.case`, ...);
    * **derivative requests** (`chad.grad`, `chad.vjp`, ...);
    * **UNF**, the unary normal form (`chad.unf.*`), in which a program is one chain of contexts
      (`!chad.ctx`), each used exactly once.

    All values are immutable: no op of the dialect writes into memory that a program can see.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

#endif // CHAD_IR_CHADDIALECT_TD
