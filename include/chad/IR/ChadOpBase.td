//===- ChadOpBase.td - Base classes of the ops -------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADOPBASE_TD
#define CHAD_IR_CHADOPBASE_TD

include "chad/IR/ChadTypes.td"
include "chad/IR/ChadInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Chad_Op<string mnemonic, list<Trait> traits = []>
    : Op<Chad_Dialect, mnemonic, traits>;

/// An op whose result types follow from its operands and attributes.
class Chad_InferOp<string mnemonic, list<Trait> traits = []>
    : Chad_Op<mnemonic, traits # [Pure, InferTypeOpAdaptor]>;

/// The region's linear arguments are those of linear type.
def Chad_LinearRegion : NativeOpTrait<"LinearRegion"> {
  let cppNamespace = "::chad::OpTrait";
}

/// The op computes the extents of its results from its operands, one dimension at a time.
def Chad_ReifyShapes : DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                                 ["reifyResultShapes", "reifyDimOfResult"]>;

#endif // CHAD_IR_CHADOPBASE_TD
