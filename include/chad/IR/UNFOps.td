//===- UNFOps.td - Unary normal form -----------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_UNFOPS_TD
#define CHAD_IR_UNFOPS_TD

include "chad/IR/ArrayOps.td"

// A program in unary normal form is a chain of ops on one context: each op takes the context,
// computes on its last components, and returns the whole context. `T` stands for a list of
// components (Huot & Shaikhha 2022, §4, Fig. 6). An op uses up the context that it takes, so that a
// program in which two ops take the same context is not valid.

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

class Chad_UNFOp<string mnemonic, list<Trait> traits = []>
    : Chad_Op<"unf." # mnemonic, traits # [
        DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]>;

/// From a context to a context that follows from it and the attributes.
class Chad_UNFInferOp<string mnemonic> : Chad_UNFOp<mnemonic, [Pure, InferTypeOpAdaptor]>;

/// With regions that take components of the context as values.
class Chad_UNFRegionOp<string mnemonic, list<Trait> traits = []>
    : Chad_UNFOp<mnemonic, traits # [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]> {
  let results = (outs Chad_CtxType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
}

class Chad_UNFLoopOp<string mnemonic, list<Trait> traits = []>
    : Chad_UNFRegionOp<mnemonic, traits # [DeclareOpInterfaceMethods<LoopLikeOpInterface>]>;

//===----------------------------------------------------------------------===//
// Into and out of contexts
//===----------------------------------------------------------------------===//

def Chad_UNFEnterOp : Chad_UNFOp<"enter", [
    TypesMatchWith<"values match the context's components", "result", "values",
                   "::llvm::cast<CtxType>($_self).getComponents()">]> {
  let summary = "makes a context of values";
  let description = [{
    Makes `[A₁, ..., Aₙ]` from `A₁ ... Aₙ`. Each execution of the op makes a new context, which is
    used once. The op therefore has the memory effect of an allocation: an unused op is removed,
    but two equal ops are not merged, and no op moves out of a loop.

    ```mlir
    %c = chad.unf.enter (%x, %n) : !chad.ctx<[f64, index]>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs Res<Chad_CtxType, "", [MemAlloc]>:$result);
  let assemblyFormat = "`(` $values `)` attr-dict `:` qualified(type($result))";
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$values)>];
}

def Chad_UNFLeaveOp : Chad_UNFOp<"leave", [InferTypeOpAdaptor]> {
  let summary = "takes a context apart";
  let description = [{
    `[A₁, ..., Aₙ]` to `A₁ ... Aₙ`. Where the context was just made, canonicalization forwards its
    values (`unf-leave-of-enter`). The op has the memory effect of freeing what `chad.unf.enter`
    allocates. It therefore stays even if its values are unused, so that each context is used
    exactly once after dead code is removed.

    ```mlir
    %x, %n = chad.unf.leave %c : !chad.ctx<[f64, index]>
    ```
  }];
  let arguments = (ins Arg<Chad_CtxType, "", [MemFree]>:$ctx);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = "$ctx attr-dict `:` qualified(type($ctx))";
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

def Chad_UNFVarOp : Chad_UNFInferOp<"var"> {
  let summary = "copies a component to the end";
  let description = [{
    `var i : T → T, Tᵢ`.

    ```mlir
    %d = chad.unf.var %c[0] : !chad.ctx<[f64, index]>
    ```

    gives a `!chad.ctx<[f64, index, f64]>`. Source: Huot & Shaikhha 2022, Fig. 6.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$index);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx `[` $index `]` attr-dict `:` qualified(type($ctx))";
}

def Chad_UNFPairOp : Chad_UNFInferOp<"pair"> {
  let summary = "makes a tuple of the last two components";
  let description = [{
    `pair : T, A, B → T, A×B`.

    ```mlir
    %d = chad.unf.pair %c : !chad.ctx<[i1, f64, index]>
    ```

    gives a `!chad.ctx<[i1, tuple<f64, index>]>`. Source: Huot & Shaikhha 2022, Fig. 6.
  }];
  let arguments = (ins Chad_CtxType:$ctx);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx attr-dict `:` qualified(type($ctx))";
}

def Chad_UNFGetOp : Chad_UNFInferOp<"get"> {
  let summary = "copies a part of the tuple at the end";
  let description = [{
    `πᵢ : T, A₁×...×Aₙ → T, A₁×...×Aₙ, Aᵢ`, counted from zero.

    ```mlir
    %d = chad.unf.get %c[1] : !chad.ctx<[i1, tuple<f64, index>]>
    ```

    gives a `!chad.ctx<[i1, tuple<f64, index>, index]>`. Source: Huot & Shaikhha
    2022, Fig. 9.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$index);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx `[` $index `]` attr-dict `:` qualified(type($ctx))";
}

def Chad_UNFProjOp : Chad_UNFInferOp<"proj"> {
  let summary = "drops components";
  let description = [{
    `proj : T₁, T₂, T₃ → T₁, T₃`, where `T₂` is `size` components from `offset` on.

    ```mlir
    %d = chad.unf.proj %c[1, 2] : !chad.ctx<[f64, index, i1, f32]>
    ```

    gives a `!chad.ctx<[f64, f32]>`. Source: Huot & Shaikhha 2022, Fig. 6.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$offset, I64Attr:$size);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx `[` $offset `,` $size `]` attr-dict `:` qualified(type($ctx))";
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

def Chad_UNFOpOp : Chad_UNFRegionOp<"op"> {
  let summary = "computes on the last components and appends the results";
  let description = [{
    `op n : T, A₁, ..., Aₙ → T, A₁, ..., Aₙ, B₁, ..., Bₘ`. The region takes the last
    n components as values. With n = 0 it is the constant `c_{Γ;0}`.

    ```mlir
    %d = chad.unf.op (%x : f64, %y : f64) of %c : !chad.ctx<[i1, f64, f64]> -> f64 {
      %z = arith.mulf %x, %y : f64
      chad.yield %z : f64
    }
    ```

    gives a `!chad.ctx<[i1, f64, f64, f64]>`. Source: Huot & Shaikhha 2022, Fig. 6, 9.
  }];
  let arguments = (ins Chad_CtxType:$ctx);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "unsigned":$numArguments,
                                 "BodyBuilder":$body)>];
}

def Chad_UNFMapOp : Chad_UNFLoopOp<"map"> {
  let summary = "maps over the arrays at the end of the context";
  let description = [{
    `map : T, [A₁], ..., [Aₙ] → T, [A₁], ..., [Aₙ], [B₁], ..., [Bₘ]` with
    `zⱼ[i] = bodyⱼ(T, x₁[i], ..., xₙ[i])`; `arrays` is n. The region takes the
    components `T`, written in square brackets, then an element of each array. The
    arrays have one extent, and so have the results.

    ```mlir
    %d = chad.unf.map [%k : f64] (%x : f64, %y : f64)
        of %c : !chad.ctx<[f64, tensor<?xf64>, tensor<?xf64>]> -> f64 {
      %p = arith.mulf %x, %y : f64
      %z = arith.mulf %k, %p : f64
      chad.yield %z : f64
    }
    ```

    appends a `tensor<?xf64>`. Source: Huot & Shaikhha 2022, Fig. 6.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$arrays);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "unsigned":$numArrays,
                                 "BodyBuilder":$body)>];
}

def Chad_UNFReduceOp : Chad_UNFLoopOp<"reduce"> {
  let summary = "reduces the arrays at the end of the context";
  let description = [{
    `reduce : T, [A₁], ..., [Aₙ] → T, [A₁], ..., [Aₙ], A₁, ..., Aₙ` with
    `r = unit ⊕ x[0] ⊕ ... ⊕ x[n-1]` as in `chad.reduce`: one unit for each array;
    the region takes `T`, the left operands and the right ones.

    ```mlir
    %d = chad.unf.reduce [%k : index] (%a, %x from %one : f64)
        of %c : !chad.ctx<[index, tensor<?xf64>]> {
      %r = arith.mulf %a, %x : f64
      chad.yield %r : f64
    }
    ```

    appends an `f64`. Source: Huot & Shaikhha 2022, Fig. 6, §7.1.
  }];
  let arguments = (ins Chad_CtxType:$ctx, Variadic<AnyType>:$units);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "::mlir::ValueRange":$units,
                                 "BodyBuilder":$body)>];
}

def Chad_UNFScanOp : Chad_UNFLoopOp<"scan"> {
  let summary = "scans the arrays at the end of the context";
  let description = [{
    `scan : T, [A₁], ..., [Aₙ] → T, [A₁], ..., [Aₙ], [A₁], ..., [Aₙ]`: all prefix
    (`left`) or suffix (`right`) reductions as in `chad.scan`; the region is that of
    `chad.unf.reduce`.

    ```mlir
    %d = chad.unf.scan left exclusive (%a, %x from %zero : f64)
        of %c : !chad.ctx<[tensor<?xf64>]> {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    }
    ```

    appends a `tensor<?xf64>`. Source: Huot & Shaikhha 2022, Fig. 6, 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx, Chad_DirectionAttr:$direction, Chad_ScanKindAttr:$kind,
                       Variadic<AnyType>:$units);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "Direction":$direction, "ScanKind":$kind,
                                 "::mlir::ValueRange":$units, "BodyBuilder":$body)>];
}

#endif // CHAD_IR_UNFOPS_TD
