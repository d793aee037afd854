//===- BoxOps.td - Records on the heap ---------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_BOXOPS_TD
#define CHAD_IR_BOXOPS_TD

include "chad/IR/ChadOpBase.td"

def Chad_RecordOp : Chad_Op<"record", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "names what boxes hold";
  let description = [{
    Says that a `!chad.box<@name>` holds values of these types, the fields. A field may
    be a box of the same record, so that boxes form lists and trees.

    ```mlir
    chad.record @list (f64, !chad.box<@list>)
    func.func private @head(%l: !chad.box<@list>) -> f64 {
      %x, %rest = chad.open %l : !chad.box<@list> -> f64, !chad.box<@list>
      return %x : f64
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeArrayAttr:$fields);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What a box of this record holds, or, where `isLinear`, a tangent of such a box: the
    /// tangents of the fields that are differentiable.
    ::llvm::SmallVector<::mlir::Type> getPayload(bool isLinear);

    // MLIR does not find uses of a symbol inside of types: a record may be used by types alone.
    bool canDiscardOnUseEmpty() { return false; }
  }];
}

class Chad_BoxedOp<string mnemonic, list<Trait> traits = []> : Chad_Op<mnemonic, traits # [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]>;

def Chad_BoxOp : Chad_BoxedOp<"box", [Pure]> {
  let summary = "puts values in a box";
  let description = [{
    A box is an immutable value that holds one value for each field of its record. It differs from
    a tuple in its type, which only names the record, so that a record may have fields of its own
    box type.

    ```mlir
    chad.record @pair (f64, tensor<?xf64>)
    func.func private @make(%x: f64, %t: tensor<?xf64>) -> !chad.box<@pair> {
      %b = chad.box(%x, %t) : (f64, tensor<?xf64>) -> !chad.box<@pair>
      return %b : !chad.box<@pair>
    }
    ```

    At `!chad.lin<!chad.box<@pair>>` the operands are the tangents of the differentiable
    fields.

    The derivatives are those of a tuple. Forward, the tangent of the box is the box of the
    tangents. In reverse, the cotangents of the operands are what the cotangent of the box
    holds:

        b = box(x):   db = box(dx),   x̄ += open(b̄)
  }];
  let arguments = (ins Variadic<AnyType>:$payload);
  let results = (outs Chad_Boxed:$result);
  let assemblyFormat = "`(` $payload `)` attr-dict `:` functional-type($payload, $result)";
}

def Chad_OpenOp : Chad_BoxedOp<"open", [NoMemoryEffect]> {
  let summary = "takes values out of a box";
  let description = [{
    Returns the values that the box holds. A box of a linear type may be zero: then all results
    are zero, and one size is given for each dynamic dimension of the results, in order of
    appearance.

    ```mlir
    chad.record @pair (f64, tensor<?xf64>)
    func.func private @open(%b: !chad.box<@pair>, %db: !chad.lin<!chad.box<@pair>>, %n: index) -> f64 {
      %x, %t = chad.open %b : !chad.box<@pair> -> f64, tensor<?xf64>
      %dx, %dt = chad.open %db[%n] : !chad.lin<!chad.box<@pair>> -> !chad.lin<f64>, !chad.lin<tensor<?xf64>>
      return %x : f64
    }
    ```

    Canonicalization replaces the `open` of a known box by the values that were put into the box:

    ```mlir
    chad.record @pair (f64, f64)
    func.func @first(%x: f64, %y: f64) -> f64 {
      %b = chad.box(%x, %y) : (f64, f64) -> !chad.box<@pair>
      %u, %v = chad.open %b : !chad.box<@pair> -> f64, f64
      return %u : f64
    }
    ```

    becomes

    ```mlir
    chad.record @pair (f64, f64)
    func.func @first(%x: f64, %y: f64) -> f64 {
      return %x : f64
    }
    ```

    The derivatives are those of a projection:

        x = open(b):   dx = open(db),   b̄ += box(x̄)
  }];
  let arguments = (ins Chad_Boxed:$box, Variadic<Index>:$sizes);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $box (`[` $sizes^ `]`)? attr-dict `:` qualified(type($box)) (`->` type($results)^)?
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Chad_EmptyBoxOp : Chad_Op<"empty_box", [Pure]> {
  let summary = "makes a box that holds nothing";
  let description = [{
    A box, or an array of boxes, that holds nothing and must not be opened. After linear types are
    erased it represents a zero cotangent, or a value that is never read.

    ```mlir
    %b = chad.empty_box : !chad.box<@pair>
    %bs = chad.empty_box(%n) : tensor<?x!chad.box<@pair>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Chad_Boxes:$result);
  let assemblyFormat = "(`(` $sizes^ `)`)? attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def Chad_IsEmptyBoxOp : Chad_Op<"is_empty_box", [Pure]> {
  let summary = "whether a box holds nothing";
  let description = [{
    ```mlir
    %z = chad.is_empty_box %b : !chad.box<@pair>
    ```
  }];
  let arguments = (ins Chad_BoxType:$box);
  let results = (outs I1:$result);
  let assemblyFormat = "$box attr-dict `:` qualified(type($box))";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Boxes in memory
//===----------------------------------------------------------------------===//

def Chad_ArenaOp : Chad_Op<"arena"> {
  let summary = "memory for records that is freed as a whole";
  let description = [{
    Memory for the records of one call of a function, which lives until the function
    returns. The result is its address.

    ```mlir
    %arena = chad.arena
    ```
  }];
  let results = (outs Res<I64, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict";
}

def Chad_ArenaPutOp : Chad_Op<"arena.put", [NoMemoryEffect]> {
  let summary = "makes a record in an arena";
  let description = [{
    `chad-lower-boxes` replaces `chad.box` by this op. Arrays are copied into the record. The
    address is never 0, because 0 represents an empty box.

    ```mlir
    %b = chad.arena.put %arena(%x, %t) : f64, tensor<?xf64>
    ```
  }];
  let arguments = (ins I64:$arena, Variadic<AnyType>:$payload);
  let results = (outs I64:$result);
  let assemblyFormat = "$arena `(` $payload `)` attr-dict (`:` type($payload)^)?";
}

def Chad_ArenaGetOp : Chad_Op<"arena.get", [NoMemoryEffect]> {
  let summary = "reads a record in an arena";
  let description = [{
    `chad-lower-boxes` replaces `chad.open` by this op. Arrays are not copied, because a record is
    never written again.

    ```mlir
    %x, %t = chad.arena.get %b : f64, tensor<?xf64>
    ```
  }];
  let arguments = (ins I64:$address);
  let results = (outs Variadic<AnyType>:$payload);
  let assemblyFormat = "$address attr-dict (`:` type($payload)^)?";
}

#endif // CHAD_IR_BOXOPS_TD
