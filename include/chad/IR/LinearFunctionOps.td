//===- LinearFunctionOps.td - Linear functions -------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_LINEARFUNCTIONOPS_TD
#define CHAD_IR_LINEARFUNCTIONOPS_TD

include "chad/IR/ChadOpBase.td"

// A linear function knows the shapes of its domain and codomain. Where a type has
// dynamic dimensions, the ops that make a linear function from nothing take their
// sizes, one for each dynamic dimension of a tensor of floats, in order:
// `domain(...)` and `codomain(...)`. With them every linear function has a
// transpose, and every zero a shape.

class Chad_LFunOp<string mnemonic, list<Trait> traits = []> : Chad_Op<"lfun." # mnemonic, traits>;
class Chad_LFunInferOp<string mnemonic, list<Trait> traits = []>
    : Chad_InferOp<"lfun." # mnemonic, traits>;

def Chad_LFunLambdaOp : Chad_LFunOp<"lambda", [Pure, SingleBlock, Chad_LinearRegion,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "a linear function given by a region";
  let description = [{
    `λv. body`. The body may use values from outside; it is linear in its arguments
    jointly, which `chad-verify-linear` proves.

    ```mlir
    %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
      %w = chad.scale %k, %v : f64, !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    ```

    Canonicalization replaces the application of such a function by the body of the region:

    ```mlir
    %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
      %w = chad.scale %k, %v : f64, !chad.lin<f64>
      chad.yield %w : !chad.lin<f64>
    }
    %r = chad.lfun.apply %m(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %r = chad.scale %k, %x : f64, !chad.lin<f64>
    ```
  }];
  let arguments = (ins Variadic<Index>:$domainSizes);
  let results = (outs Chad_LFunType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def Chad_LFunApplyOp : Chad_LFunOp<"apply", [Pure,
    TypesMatchWith<"arguments match the domain", "map", "args",
                   "::llvm::cast<LFunType>($_self).getInputs()">,
    TypesMatchWith<"results match the codomain", "map", "results",
                   "::llvm::cast<LFunType>($_self).getOutputs()">,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "applies a linear function";
  let description = [{
    `m • x`. Canonicalization applies the laws of application (Ellis et al. 2020, Fig. 4), which
    replace the application of an operator by applications of its operands:

    ```mlir
    %m = chad.lfun.compose %f, %g
        : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %r = chad.lfun.apply %m(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes `f • (g • x)`:

    ```mlir
    %y = chad.lfun.apply %g(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %r = chad.lfun.apply %f(%y) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins Chad_LFunType:$map, Variadic<Chad_Linear>:$args);
  let results = (outs Variadic<Chad_Linear>:$results);
  let assemblyFormat = "$map `(` $args `)` attr-dict `:` qualified(type($map))";
  let hasCanonicalizer = 1;
}

def Chad_LFunZeroOp : Chad_LFunOp<"zero", [Pure, AttrSizedOperandSegments]> {
  let summary = "the zero function";
  let description = [{
    `0 : A ⊸ B`.

    ```mlir
    %m = chad.lfun.zero codomain(%n) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
    ```
  }];
  let arguments = (ins Variadic<Index>:$domainSizes, Variadic<Index>:$codomainSizes);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    (`domain` `(` $domainSizes^ `)`)? (`codomain` `(` $codomainSizes^ `)`)?
    attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Chad_LFunIdOp : Chad_LFunOp<"id", [Pure]> {
  let summary = "the identity";
  let description = [{
    `1 : A ⊸ A`.

    ```mlir
    %m = chad.lfun.id domain(%n) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
    ```
  }];
  let arguments = (ins Variadic<Index>:$domainSizes);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "(`domain` `(` $domainSizes^ `)`)? attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def Chad_LFunScaleOp : Chad_LFunOp<"scale", [Pure]> {
  let summary = "scaling by a scalar";
  let description = [{
    `S(k) : A ⊸ A`. All floats in `A` have the factor's type.

    ```mlir
    %m = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    `S(a) ∘ S(b) = S(ab)`:

    ```mlir
    %f = chad.lfun.scale %a : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %g = chad.lfun.scale %b : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %k = arith.mulf %a, %b : f64
    %m = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins AnyFloat:$factor, Variadic<Index>:$domainSizes);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    $factor (`domain` `(` $domainSizes^ `)`)? attr-dict `:` type($factor) `,` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Chad_LFunAddOp : Chad_LFunInferOp<"add"> {
  let summary = "sum of linear functions";
  let description = [{
    `(m₁ + ... + mₙ) • x = m₁ • x + ... + mₙ • x`, of one or more functions.

    ```mlir
    %m = chad.lfun.add %f, %g
        : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    `S(a) + S(b) = S(a + b)`:

    ```mlir
    %f = chad.lfun.scale %a : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %g = chad.lfun.scale %b : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.add %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %k = arith.addf %a, %b : f64
    %m = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins Variadic<Chad_LFunType>:$maps);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "$maps attr-dict `:` qualified(type($maps))";
  let hasCanonicalizer = 1;
}

def Chad_LFunComposeOp : Chad_LFunInferOp<"compose"> {
  let summary = "composition of linear functions";
  let description = [{
    `m₁ ∘ ... ∘ mₙ`: the last operand is applied first. One or more operands.

    ```mlir
    %m = chad.lfun.compose %f, %g
        : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<index>) -> (lin<f64>)>
    ```

    Canonicalization merges nested compositions into one op and drops identities:

    ```mlir
    %one = chad.lfun.id : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %fg = chad.lfun.compose %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.compose %fg, %one, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %m = chad.lfun.compose %f, %g, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins Variadic<Chad_LFunType>:$maps);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "$maps attr-dict `:` qualified(type($maps))";
  let hasCanonicalizer = 1;
}

def Chad_LFunForkOp : Chad_LFunInferOp<"fork"> {
  let summary = "vertical juxtaposition of linear functions";
  let description = [{
    `(m₁ × ... × mₙ) • x = (m₁ • x, ..., mₙ • x)`: one domain, the codomains one
    after the other. Elliott writes `△`.

    ```mlir
    %m = chad.lfun.fork %f, %g
        : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f32>)>
    ```

    `(f × g) ∘ h = (f ∘ h) × (g ∘ h)`:

    ```mlir
    %fork = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.compose %fork, %h
        : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %fh = chad.lfun.compose %f, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %gh = chad.lfun.compose %g, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.fork %fh, %gh : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins Variadic<Chad_LFunType>:$maps);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "$maps attr-dict `:` qualified(type($maps))";
  let hasCanonicalizer = 1;
}

def Chad_LFunJoinOp : Chad_LFunInferOp<"join"> {
  let summary = "horizontal juxtaposition of linear functions";
  let description = [{
    `(m₁ ⋈ ... ⋈ mₙ) • (x₁, ..., xₙ) = m₁ • x₁ + ... + mₙ • xₙ`: one codomain, the
    domains one after the other. Elliott writes `▽`.

    ```mlir
    %m = chad.lfun.join %f, %g
        : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f32>) -> (lin<f64>)>
    ```

    `(f ⋈ g) ∘ (h × k) = f ∘ h + g ∘ k`:

    ```mlir
    %join = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %fork = chad.lfun.fork %h, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.compose %join, %fork
        : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    ```

    becomes

    ```mlir
    %fh = chad.lfun.compose %f, %h : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %gk = chad.lfun.compose %g, %k : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.add %fh, %gk : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins Variadic<Chad_LFunType>:$maps);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "$maps attr-dict `:` qualified(type($maps))";
  let hasCanonicalizer = 1;
}

def Chad_LFunProjectOp : Chad_LFunOp<"project", [Pure]> {
  let summary = "projection of a product";
  let description = [{
    Keeps the components at the given positions, which ascend strictly.

    ```mlir
    %m = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f32>) -> (lin<f32>)>
    ```

    `π₁ ∘ (f × g) = g`, counted from zero, so that

    ```mlir
    %fork = chad.lfun.fork %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %p = chad.lfun.project [1] : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
    %m = chad.lfun.compose %p, %fork
        : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    %r = chad.lfun.apply %m(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %r = chad.lfun.apply %g(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$positions, Variadic<Index>:$domainSizes);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    $positions (`domain` `(` $domainSizes^ `)`)? attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Chad_LFunInjectOp : Chad_LFunOp<"inject", [Pure]> {
  let summary = "injection into a product";
  let description = [{
    Puts its arguments at the given positions, which ascend strictly, and zero
    elsewhere: the transpose of the projection.

    ```mlir
    %m = chad.lfun.inject [1] : !chad.lfun<(lin<f32>) -> (lin<f64>, lin<f32>)>
    ```

    `(f ⋈ g) ∘ ι₁ = g`, counted from zero, so that

    ```mlir
    %join = chad.lfun.join %f, %g : !chad.lfun<(lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>)>
    %i = chad.lfun.inject [1] : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    %m = chad.lfun.compose %join, %i
        : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    %r = chad.lfun.apply %m(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %r = chad.lfun.apply %g(%x) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$positions, Variadic<Index>:$codomainSizes);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    $positions (`codomain` `(` $codomainSizes^ `)`)? attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

class Chad_LFunVectorOp<string mnemonic> : Chad_LFunOp<mnemonic, [RecursiveMemoryEffects,
    RecursivelySpeculatable, SingleBlock]> {
  let results = (outs Chad_LFunType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Chad_LFunVForkOp : Chad_LFunVectorOp<"vfork"> {
  let summary = "vertical juxtaposition of a vector of linear functions";
  let description = [{
    `V(v) • x = build(n, i. v[i] • x)`, where the region gives `v[i]`. This is also the operator
    `L` of Ellis et al., applied to a function of the index. `domain` gives the sizes of the
    dynamic dimensions of the domain, which are needed if the extent is zero and there is no
    `v[i]`.

    ```mlir
    %m = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
      %k = tensor.extract %ks[%i] : tensor<?xf64>
      %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    ```

    Its application is an array:

    ```mlir
    %m = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
      %k = tensor.extract %ks[%i] : tensor<?xf64>
      %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    %r = chad.lfun.apply %m(%x) : !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
    ```

    becomes

    ```mlir
    %r = chad.build %i < %n -> !chad.lin<tensor<?xf64>> {
      %k = tensor.extract %ks[%i] : tensor<?xf64>
      %s = chad.scale %k, %x : f64, !chad.lin<f64>
      chad.yield %s : !chad.lin<f64>
    }
    ```

    Source: Ellis et al. 2020, Fig. 3-5.
  }];
  let arguments = (ins Index:$extent, Variadic<Index>:$domainSizes);
}

def Chad_LFunVJoinOp : Chad_LFunVectorOp<"vjoin"> {
  let summary = "horizontal juxtaposition of a vector of linear functions";
  let description = [{
    `H(v) • x = Σᵢ v[i] • x[i]`, where the region gives `v[i]`. This is also the operator `L'` of
    Ellis et al., applied to a function of the index. `codomain` gives the sizes of the result,
    which are needed if the sum is empty.

    ```mlir
    %m = chad.lfun.vjoin %i < %n -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
      %k = tensor.extract %ks[%i] : tensor<?xf64>
      %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    ```

    Its transpose is a `chad.lfun.vfork`:

    ```mlir
    %m = chad.lfun.vjoin %i < %n -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)> {
      %k = tensor.extract %ks[%i] : tensor<?xf64>
      %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    %t = chad.lfun.transpose %m : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<f64>)>
    ```

    becomes

    ```mlir
    %t = chad.lfun.vfork %i < %n -> !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)> {
      %k = tensor.extract %ks[%i] : tensor<?xf64>
      %s = chad.lfun.scale %k : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      chad.yield %s : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    ```

    Source: Ellis et al. 2020, Fig. 3-5.
  }];
  let arguments = (ins Index:$extent, Variadic<Index>:$codomainSizes);
}

def Chad_LFunTransposeOp : Chad_LFunInferOp<"transpose"> {
  let summary = "transpose of a linear function";
  let description = [{
    `⟨mᵀ • t, s⟩ = ⟨t, m • s⟩` for all `s` and `t`. Canonicalization replaces the transpose of a
    composed function by transposes of its parts:

    ```mlir
    %m = chad.lfun.compose %f, %g
        : !chad.lfun<(lin<f64>) -> (lin<f32>)>, !chad.lfun<(lin<index>) -> (lin<f64>)>
    %t = chad.lfun.transpose %m : !chad.lfun<(lin<index>) -> (lin<f32>)>
    ```

    becomes `gᵀ ∘ fᵀ`:

    ```mlir
    %gt = chad.lfun.transpose %g : !chad.lfun<(lin<index>) -> (lin<f64>)>
    %ft = chad.lfun.transpose %f : !chad.lfun<(lin<f64>) -> (lin<f32>)>
    %t = chad.lfun.compose %gt, %ft
        : !chad.lfun<(lin<f64>) -> (lin<index>)>, !chad.lfun<(lin<f32>) -> (lin<f64>)>
    ```

    A linear function is its own derivative. So the transpose of a function that is given by a
    region is the reverse derivative of the region, at any point. `chad-simplify` computes it; the
    values that the region captures count as constants:

    ```mlir
    %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
      %w = chad.scale %k, %v : f64, !chad.lin<f64>
      chad.yield %w, %v : !chad.lin<f64>, !chad.lin<f64>
    }
    %t = chad.lfun.transpose %m : !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
    %r = chad.lfun.apply %t(%x, %y) : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
    ```

    becomes, by `chad-opt --chad-simplify`,

    ```mlir
    %w = chad.scale %k, %x : f64, !chad.lin<f64>
    %r = chad.add %y, %w : !chad.lin<f64>
    ```

    Source: Ellis et al. 2020, §2.3, Fig. 5.
  }];
  let arguments = (ins Chad_LFunType:$map);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "$map attr-dict `:` qualified(type($map))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // CHAD_IR_LINEARFUNCTIONOPS_TD
