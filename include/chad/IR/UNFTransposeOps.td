//===- UNFTransposeOps.td - Transposes of the UNF ops ------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_UNFTRANSPOSEOPS_TD
#define CHAD_IR_UNFTRANSPOSEOPS_TD

include "chad/IR/UNFOps.td"

// The transpose `Jᵀp` of an op `p : T → U` at a point takes the context of the cotangents of `U` to
// that of `T`. All components are linear types. Its operands are the values of the primal program
// that it needs (Huot & Shaikhha 2022, Fig. 8, 10).

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

def Chad_UNFVarTOp : Chad_UNFInferOp<"var_t"> {
  let summary = "transpose of chad.unf.var";
  let description = [{
    `T̄, v ↦ T̄` with `T̄ᵢ += v`: adds the last component into component i and drops it.

    ```mlir
    %d = chad.unf.var_t %c[0] : !chad.ctx<[lin<f64>, lin<index>, lin<f64>]>
    ```

    gives a `!chad.ctx<[lin<f64>, lin<index>]>`. Source: Huot & Shaikhha 2022, Fig. 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$index);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx `[` $index `]` attr-dict `:` qualified(type($ctx))";
}

def Chad_UNFPairTOp : Chad_UNFInferOp<"pair_t"> {
  let summary = "transpose of chad.unf.pair";
  let description = [{
    `T̄, (v, w) ↦ T̄, v, w`: takes the pair at the end apart.

    ```mlir
    %d = chad.unf.pair_t %c : !chad.ctx<[tuple<!chad.lin<f64>, !chad.lin<index>>]>
    ```

    gives a `!chad.ctx<[lin<f64>, lin<index>]>`. Source: Huot & Shaikhha 2022, Fig. 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx attr-dict `:` qualified(type($ctx))";
}

def Chad_UNFGetTOp : Chad_UNFInferOp<"get_t"> {
  let summary = "transpose of chad.unf.get";
  let description = [{
    `T̄, t, v ↦ T̄, t` with `tᵢ += v`: adds the last component into part i of the tuple
    before it and drops it.

    ```mlir
    %d = chad.unf.get_t %c[1] : !chad.ctx<[tuple<!chad.lin<f64>, !chad.lin<f32>>, lin<f32>]>
    ```

    gives a `!chad.ctx<[tuple<!chad.lin<f64>, !chad.lin<f32>>]>`. Source: Huot &
    Shaikhha 2022, Fig. 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$index);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = "$ctx `[` $index `]` attr-dict `:` qualified(type($ctx))";
}

def Chad_UNFProjTOp : Chad_UNFOp<"proj_t", [Pure]> {
  let summary = "transpose of chad.unf.proj";
  let description = [{
    `T̄₁, T̄₃ ↦ T̄₁, 0, T̄₃`: inserts `size` zeros at position `offset`. `sizes` gives a size for
    each dynamic dimension of these zeros, as in `chad.zero`.

    ```mlir
    %d = chad.unf.proj_t %c[1, 2] sizes(%n)
        : !chad.ctx<[lin<f64>]> -> !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<f32>]>
    ```

    Source: Huot & Shaikhha 2022, Fig. 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$offset, I64Attr:$size,
                       Variadic<Index>:$sizes);
  let results = (outs Chad_CtxType:$result);
  let assemblyFormat = [{
    $ctx `[` $offset `,` $size `]` (`sizes` `(` $sizes^ `)`)? attr-dict
    `:` qualified(type($ctx)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

def Chad_UNFOpTOp : Chad_UNFRegionOp<"op_t", [Chad_LinearRegion]> {
  let summary = "transpose of chad.unf.op";
  let description = [{
    `T̄, x̄₁, ..., x̄ₙ, z̄₁, ..., z̄ₘ ↦ T̄, x̄₁ + ∂₁op·z̄, ..., x̄ₙ + ∂ₙop·z̄`. The region takes
    the last m components and yields the n increments; it is linear. It uses primal
    values from outside.

    ```mlir
    %d = chad.unf.op_t (%z : !chad.lin<f64>) of %c : !chad.ctx<[lin<f64>, lin<f64>, lin<f64>]> {
      %dx = chad.scale %y, %z : f64, !chad.lin<f64>
      %dy = chad.scale %x, %z : f64, !chad.lin<f64>
      chad.yield %dx, %dy : !chad.lin<f64>, !chad.lin<f64>
    }
    ```

    is the transpose of a product. Source: Huot & Shaikhha 2022, Fig. 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "unsigned":$numCotangents,
                                 "BodyBuilder":$body)>];
}

def Chad_UNFMapTOp : Chad_UNFLoopOp<"map_t", [Chad_LinearRegion, AttrSizedOperandSegments]> {
  let summary = "transpose of chad.unf.map";
  let description = [{
    `T̄, [Ā₁], ..., [Āₙ], [Z̄₁], ..., [Z̄ₘ] ↦ T̄', [Ā₁'], ..., [Āₙ']`, where `cotangents` is m.
    For each i, in any order,
    `(T̄, x̄) ← body(T̄, x₁[i], ..., xₙ[i], z̄₁[i], ..., z̄ₘ[i])` and `Āₖ[i] += x̄ₖ`.
    The region takes the cotangents `T̄` of the free variables and returns them increased. After
    them it takes an element of each primal array and of each incoming cotangent. It is linear in
    its arguments of linear type. Values that the map computed for each element, and that are not
    to be recomputed, are given as arrays `keeping (%r in %rs : type)`; the region takes their
    elements before the cotangents.

    ```mlir
    %d = chad.unf.map_t [%dk : !chad.lin<f64>] (%x in %xs : tensor<?xf64>) (%z : !chad.lin<f64>)
        of %c : !chad.ctx<[lin<f64>, lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
      %s = chad.scale %x, %z : f64, !chad.lin<f64>
      %t = chad.add %dk, %s : !chad.lin<f64>
      %dx = chad.scale %k, %z : f64, !chad.lin<f64>
      chad.yield %t, %dx : !chad.lin<f64>, !chad.lin<f64>
    }
    ```

    is the transpose of `map (x ↦ k·x)`. Source: Huot & Shaikhha 2022, Fig. 10, with
    the cotangents of free variables accumulated instead of reduced.
  }];
  let arguments = (ins Chad_CtxType:$ctx, I64Attr:$cotangents, Variadic<Chad_Array>:$arrays,
                       Variadic<Chad_Array>:$kept);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "unsigned":$numCotangents,
                                 "::mlir::ValueRange":$arrays, "::mlir::ValueRange":$kept,
                                 "BodyBuilder":$body)>];
}

/// The transpose of a reduction or a scan. It has two regions: the combiner of the primal op, by
/// which the prefixes are computed again, and the adjoint of one step.
class Chad_UNFAssociativeTOp<string mnemonic> : Chad_UNFLoopOp<mnemonic, [
    Chad_LinearRegion, AttrSizedOperandSegments]> {
  let regions = (region SizedRegion<1>:$combiner, SizedRegion<1>:$adjoint);
}

def Chad_UNFReduceTOp : Chad_UNFAssociativeTOp<"reduce_t"> {
  let summary = "transpose of chad.unf.reduce";
  let description = [{
    `T̄, [Ā], z̄ ↦ T̄', [Ā']`. The combiner `f` is that of the reduction, with free
    variables from outside. With `acc₀ = unit`, `accᵢ = f(accᵢ₋₁, xᵢ)`, and starting
    from `ā = z̄`, for i from n down to 1:
    `(T̄, ā, x̄) ← adjoint(T̄, accᵢ₋₁, xᵢ, ā)` and `Āᵢ += x̄`.
    The adjoint takes the cotangents of the free variables, which it returns increased, the left
    operands, the right ones, and the cotangents of the results of `f`; it yields the cotangents
    of both operands. The unit is a constant. With several arrays each of these is a list.

    ```mlir
    %d = chad.unf.reduce_t (%a, %x in %xs from %one : tensor<?xf64>)
        of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<f64>]> {
      %r = arith.mulf %a, %x : f64
      chad.yield %r : f64
    } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
      %da = chad.scale %x, %z : f64, !chad.lin<f64>
      %dx = chad.scale %a, %z : f64, !chad.lin<f64>
      chad.yield %da, %dx : !chad.lin<f64>, !chad.lin<f64>
    }
    ```

    Since `f` is associative, this is the product of the prefix and the suffix of
    each element, which two scans compute in parallel. Source: Huot & Shaikhha 2022,
    Fig. 10, §7.1.
  }];
  let arguments = (ins Chad_CtxType:$ctx, Variadic<Chad_Array>:$arrays, Variadic<AnyType>:$units);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "::mlir::ValueRange":$arrays,
                                 "::mlir::ValueRange":$units, "BodyBuilder":$combiner,
                                 "BodyBuilder":$adjoint)>];
}

def Chad_UNFScanTOp : Chad_UNFAssociativeTOp<"scan_t"> {
  let summary = "transpose of chad.unf.scan";
  let description = [{
    `T̄, [Ā], [Z̄] ↦ T̄', [Ā']`, with regions as in `chad.unf.reduce_t`. From `ā = 0`, for
    i from n down to 1, where `z̄ᵢ` is the cotangent of result i:

    * `left inclusive`: `ā += z̄ᵢ`; `(T̄, ā, x̄) ← adjoint(T̄, accᵢ₋₁, xᵢ, ā)`; `Āᵢ += x̄`;
    * `left exclusive`: `(T̄, ā, x̄) ← adjoint(T̄, accᵢ₋₁, xᵢ, ā)`; `Āᵢ += x̄`; `ā += z̄ᵢ`.

    A scan from the right is the mirror image: `accᵢ = f(xᵢ, accᵢ₊₁)`, i ascends, and
    `(T̄, x̄, ā) ← adjoint(T̄, xᵢ, accᵢ₊₁, ā)`.

    ```mlir
    %d = chad.unf.scan_t left inclusive (%a, %x in %xs from %zero : tensor<?xf64>)
        of %c : !chad.ctx<[lin<tensor<?xf64>>, lin<tensor<?xf64>>]> {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    } adjoint (%a : f64, %x : f64, %z : !chad.lin<f64>) {
      chad.yield %z, %z : !chad.lin<f64>, !chad.lin<f64>
    }
    ```

    adds the suffix sums of `Z̄` into `Ā`. Source: Huot & Shaikhha 2022, Fig. 10.
  }];
  let arguments = (ins Chad_CtxType:$ctx, Chad_DirectionAttr:$direction, Chad_ScanKindAttr:$kind,
                       Variadic<Chad_Array>:$arrays, Variadic<AnyType>:$units);
  let builders = [OpBuilder<(ins "::mlir::Value":$ctx, "Direction":$direction, "ScanKind":$kind,
                                 "::mlir::ValueRange":$arrays, "::mlir::ValueRange":$units,
                                 "BodyBuilder":$combiner, "BodyBuilder":$adjoint)>];
}

#endif // CHAD_IR_UNFTRANSPOSEOPS_TD
