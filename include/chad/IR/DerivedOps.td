//===- DerivedOps.td - Ops that others define --------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a derived op means is said by other ops of the dialect, which `chad-expand-derived-ops`
// puts in its place. No other pass has a case for it.

#ifndef CHAD_IR_DERIVEDOPS_TD
#define CHAD_IR_DERIVEDOPS_TD

include "chad/IR/RequestBase.td"

//===----------------------------------------------------------------------===//
// Second derivatives
//===----------------------------------------------------------------------===//

def Chad_HvpOp : Chad_Request<"hvp", [AttrSizedOperandSegments]> {
  let summary = "Hessian-vector product of a scalar function at a point";
  let description = [{
    `∇²f(x) • v`, where `v` has one component for each argument `wrt`: the derivative of the
    gradient along `v`. The components of `v` and the results either all have linear types, or all
    have the types of the arguments `wrt`; by a sum, those of its tangent or of the gradient by it.
    Exactly one result is differentiated, as in `chad.grad`.

    ```mlir
    func.func private @f(tensor<?xf64>, index) -> f64
    %p = chad.hvp @f(%x, %n) along(%v) : (tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
    ```

    `mode` says how the gradient is differentiated: by `forward`, which `auto` means too, in forward
    mode; by `reverse` in reverse mode, which gives the same because the Hessian is symmetric.
    Either costs a constant times the cost of `f`, and no matrix is stored:

    ```mlir
    func.func private @cube(%x: f64) -> f64 {
      %s = arith.mulf %x, %x : f64
      %c = arith.mulf %s, %x : f64
      return %c : f64
    }
    func.func @curvature(%x: f64, %v: f64) -> f64 {
      %p = chad.hvp @cube(%x) along(%v) : (f64, f64) -> f64
      return %p : f64
    }
    ```

    becomes, by `chad-opt --chad-expand-derived-ops`,

    ```mlir
    func.func private @cube(%x: f64) -> f64 {
      %s = arith.mulf %x, %x : f64
      %c = arith.mulf %s, %x : f64
      return %c : f64
    }
    func.func private @cube.gradient(%x: f64) -> f64 {
      %g = chad.grad @cube(%x) wrt [0] of [0] : (f64) -> f64
      return %g : f64
    }
    func.func @curvature(%x: f64, %v: f64) -> f64 {
      %d = chad.to_linear %v : f64
      %r:2 = chad.jvp @cube.gradient(%x) along(%d) wrt [0]
          : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
      %p = chad.from_linear %r#1 : !chad.lin<f64>
      return %p : f64
    }
    ```
  }];
  let arguments = !con(requestArguments, (ins Variadic<AnyType>:$vectors,
      DefaultValuedAttr<Chad_JacobianModeAttr, "::chad::JacobianMode::Automatic">:$mode));
  let assemblyFormat = [{
    custom<Called>($callee, $args) `along` `(` $vectors `)` (`wrt` $wrt^)? (`of` $of^)?
    (`mode` `` $mode^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Chad_HessianOp : Chad_Request<"hessian"> {
  let summary = "Hessian of a scalar function at a point";
  let description = [{
    For each pair of arguments `wrt`, in lexicographic order: a tensor with the dimensions of the
    first argument followed by those of the second (a scalar where both are scalars), whose elements
    have the type of the first. Exactly one result is differentiated, as in `chad.grad`. By a sum,
    it is the `chad.jacobian` of the gradient.

    ```mlir
    func.func private @f(tensor<?xf64>) -> f64
    %h = chad.hessian @f(%x) : (tensor<?xf64>) -> tensor<?x?xf64>
    ```

    The Hessian is the Jacobian of the gradient. The mode `forward`, which `auto` means too,
    computes it column by column, and the mode `reverse` row by row. The mode `forward` costs as
    much as one `chad.hvp` for each unit vector.

    ```mlir
    func.func private @f(f64, f64) -> f64
    %xx, %xy, %yx, %yy = chad.hessian @f(%x, %y) mode<reverse> : (f64, f64) -> (f64, f64, f64, f64)
    ```
  }];
  let arguments = !con(requestArguments,
      (ins DefaultValuedAttr<Chad_JacobianModeAttr, "::chad::JacobianMode::Automatic">:$mode));
  let assemblyFormat = [{
    custom<Called>($callee, $args) (`wrt` $wrt^)? (`of` $of^)? (`mode` `` $mode^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Functions over batches
//===----------------------------------------------------------------------===//

def Chad_VmapOp : Chad_Op<"vmap", [NoMemoryEffect,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let summary = "calls a function for each element of arrays";
  let description = [{
    `y[i] = f(x[i], w)`. An operand whose type is an array of the parameter's type is mapped over
    its first dimension; an operand of the parameter's own type is the same for all calls. At least
    one operand is mapped. The results are arrays of the function's results.

    ```mlir
    func.func private @f(tensor<3xf64>, f64) -> f64
    %ys = chad.vmap @f(%xs, %w) : (tensor<?x3xf64>, f64) -> tensor<?xf64>
    ```

    The calls are independent. The function may contain branches, loops, calls and requests for
    derivatives. This program computes a gradient for each example of a batch:

    ```mlir
    func.func private @loss(%w: f64, %x: f64) -> f64 {
      %p = arith.mulf %w, %x : f64
      %s = math.sin %p : f64
      return %s : f64
    }
    func.func private @slope(%w: f64, %x: f64) -> f64 {
      %g = chad.grad @loss(%w, %x) wrt [0] : (f64, f64) -> f64
      return %g : f64
    }
    func.func @slopes(%w: f64, %xs: tensor<?xf64>) -> tensor<?xf64> {
      %gs = chad.vmap @slope(%w, %xs) : (f64, tensor<?xf64>) -> tensor<?xf64>
      return %gs : tensor<?xf64>
    }
    ```

    The op means a `chad.map` around the call, and its derivative is that of the map:

    ```mlir
    func.func private @f(%x: f64, %w: f64) -> f64
    func.func @all(%xs: tensor<?xf64>, %w: f64) -> tensor<?xf64> {
      %ys = chad.vmap @f(%xs, %w) : (tensor<?xf64>, f64) -> tensor<?xf64>
      return %ys : tensor<?xf64>
    }
    ```

    becomes, by `chad-opt --chad-expand-derived-ops`,

    ```mlir
    func.func private @f(%x: f64, %w: f64) -> f64
    func.func @all(%xs: tensor<?xf64>, %w: f64) -> tensor<?xf64> {
      %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
        %y = func.call @f(%x, %w) : (f64, f64) -> f64
        chad.yield %y : f64
      }
      return %ys : tensor<?xf64>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

def Chad_FilterOp : Chad_Op<"filter", [NoMemoryEffect]> {
  let summary = "selects the elements of arrays at which a condition holds";
  let description = [{
    Returns, for each array, the elements `x[i]` for which `mask[i]` is true, in order. All arrays
    and the mask have one extent; the extent of the results is the number of true elements of the
    mask.

    ```mlir
    %kept, %places = chad.filter %xs, %js where %mask
        : tensor<?xf64>, tensor<?xindex> where tensor<?xi1> -> tensor<?xf64>, tensor<?xindex>
    ```

    The cotangent of a result goes to the elements that were selected. An example is a function
    that returns the positive elements of an array:

    ```mlir
    func.func private @positive(%xs: tensor<?xf64>) -> tensor<?xf64> {
      %zero = arith.constant 0.0 : f64
      %mask = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xi1> {
        %c = arith.cmpf ogt, %x, %zero : f64
        chad.yield %c : i1
      }
      %ys = chad.filter %xs where %mask : tensor<?xf64> where tensor<?xi1> -> tensor<?xf64>
      return %ys : tensor<?xf64>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$arrays, 1DTensorOf<[I1]>:$mask);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $arrays `where` $mask attr-dict `:` type($arrays) `where` type($mask) `->` type($results)
  }];
  let hasVerifier = 1;
}

def Chad_ScatterOp : Chad_Op<"scatter", [NoMemoryEffect,
    TypesMatchWith<"result type is that of the array written into", "dest", "result", "$_self">]> {
  let summary = "writes values into an array at given indices";
  let description = [{
    `r = dest`, then `r[indices[i]] = values[i]` for each `i` in order: if several values have one
    index, the last value remains. A value whose index is outside of the array is not written.

    ```mlir
    %r = chad.scatter %vs into %xs[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
    ```

    An element that is overwritten, of `dest` or of `values`, gets no cotangent. `chad.scatter_add`
    adds values instead of overwriting elements.
  }];
  let arguments = (ins AnyRankedTensor:$values, AnyRankedTensor:$dest, Chad_IndexArray:$indices);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $values `into` $dest `[` $indices `]` attr-dict
    `:` type($values) `into` type($dest) `,` type($indices)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Linear functions as matrices
//===----------------------------------------------------------------------===//

def Chad_LFunFromMatrixOp : Chad_Op<"lfun.from_matrix", [Pure]> {
  let summary = "the linear function that a matrix represents";
  let description = [{
    `m • x = a · x`: the product is summed over the dimensions of `x`, which are the last dimensions
    of the matrix `a`; the first dimensions of `a` are those of `m • x`. With `transposed`, the
    first dimensions of `a` are those of `x`, and the last those of `m • x`. The matrix is
    generalized: domain and codomain are arrays of any rank, or scalars. All have one type of float.

    ```mlir
    %m = chad.lfun.from_matrix %a
        : tensor<?x?xf64>, !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
    ```

    Its transpose is represented by the same matrix:

    ```mlir
    %m = chad.lfun.from_matrix %a
        : tensor<2x3xf64>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
    %t = chad.lfun.transpose %m : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
    ```

    becomes

    ```mlir
    %t = chad.lfun.from_matrix transposed %a
        : tensor<2x3xf64>, !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<3xf64>>)>
    ```

    Source: Elliott 2018, §8-9.
  }];
  let arguments = (ins AnyTypeOf<[AnyFloat, AnyRankedTensor]>:$matrix, UnitAttr:$transposed);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    (`transposed` $transposed^)? $matrix attr-dict `:` type($matrix) `,` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Chad_LFunToMatrixOp : Chad_Op<"lfun.to_matrix", [Pure, AttrSizedOperandSegments]> {
  let summary = "the matrix of a linear function";
  let description = [{
    For each output of the function and, within it, each input: a tensor of the output's dimensions
    followed by the input's (the scalar type where both are scalars), as `chad.jacobian` gives for a
    derivative. `domain` and `codomain` are the sizes of the dynamic dimensions of the inputs and of
    the outputs, as in `chad.lfun.zero`.

    ```mlir
    %a = chad.lfun.to_matrix %m domain(%n) codomain(%k)
        : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)> -> tensor<?x?xf64>
    ```

    The matrix of a function that was made from a matrix is that matrix:

    ```mlir
    %m = chad.lfun.from_matrix %a
        : tensor<2x3xf64>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
    %b = chad.lfun.to_matrix %m : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)> -> tensor<2x3xf64>
    %r = math.exp %b : tensor<2x3xf64>
    ```

    becomes

    ```mlir
    %r = math.exp %a : tensor<2x3xf64>
    ```

    A composition of functions that were made from matrices becomes a product of matrices. Its order
    takes the fewest multiplications; dynamic programming finds it, at run time if extents are
    dynamic. Any other function is applied to each vector of a basis of its domain, or, where the
    codomain is known to be smaller, its transpose to each vector of a basis of the codomain.
    `chad-expand-derived-ops` makes these replacements.

    Source: Elliott 2018, §9, §11.
  }];
  let arguments = (ins Chad_LFunType:$map, Variadic<Index>:$domainSizes,
                       Variadic<Index>:$codomainSizes);
  let results = (outs Variadic<AnyTypeOf<[AnyFloat, AnyRankedTensor]>>:$results);
  let assemblyFormat = [{
    $map (`domain` `(` $domainSizes^ `)`)? (`codomain` `(` $codomainSizes^ `)`)? attr-dict
    `:` qualified(type($map)) `->` type($results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Matrices of a known structure
//===----------------------------------------------------------------------===//

// A matrix that is mostly zeros is kept as what says where its other entries are. Block matrices
// are forks of joins, and a matrix of low rank `u · vᵀ` is the composition of `u` and `vᵀ`. A
// composition keeps the structure where the product has one; `chad.lfun.to_matrix` multiplies by
// such a factor without products of zeros.

def Chad_LFunDiagonalOp : Chad_InferOp<"lfun.diagonal"> {
  let summary = "the linear function that a diagonal matrix represents";
  let description = [{
    `(diag(d) • x)[i] = d[i] · x[i]`, for an array `d` of floats of any rank, or for a scalar.

    ```mlir
    %m = chad.lfun.diagonal %d : tensor<?xf64>
    ```

    It is its own transpose. Products and sums of diagonal matrices and scalings are diagonal:

    ```mlir
    %a = chad.lfun.diagonal %d : tensor<?xf64>
    %b = chad.lfun.diagonal %e : tensor<?xf64>
    %m = chad.lfun.compose %a, %b
        : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>, !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
    ```

    becomes

    ```mlir
    %de = arith.mulf %d, %e : tensor<?xf64>
    %m = chad.lfun.diagonal %de : tensor<?xf64>
    ```

    Source: Elliott 2018, §9.
  }];
  let arguments = (ins AnyTypeOf<[AnyFloat, AnyRankedTensor]>:$entries);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = "$entries attr-dict `:` type($entries)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Chad_LFunGatherOp : Chad_Op<"lfun.gather", [NoMemoryEffect]> {
  let summary = "the linear function that a permutation, or a choice of rows, represents";
  let description = [{
    `(m • x)[i] = x[indices[i]]`: row `i` of its matrix is row `indices[i]` of the identity. If
    each index occurs once, the matrix is that of a permutation. `transposed` is the transpose,
    which adds element `i` of its argument to element `indices[i]` of a zero. `from` are the sizes
    of the dynamic dimensions of the array that is read. An index outside of it is undefined
    behaviour, as in `chad.gather`; the op is therefore not speculatable.

    ```mlir
    %m = chad.lfun.gather %is from(%n)
        : tensor<?xindex>, !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
    ```

    A product of two is one:

    ```mlir
    %a = chad.lfun.gather %is
        : tensor<2xindex>, !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
    %b = chad.lfun.gather %js
        : tensor<3xindex>, !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<3xf64>>)>
    %m = chad.lfun.compose %a, %b
        : !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>, !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<3xf64>>)>
    ```

    becomes

    ```mlir
    %ks = chad.gather %js[%is] : tensor<3xindex>, tensor<2xindex> -> tensor<2xindex>
    %m = chad.lfun.gather %ks
        : tensor<2xindex>, !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<2xf64>>)>
    ```

    A permutation of constant indices after its transpose, or before it, is the identity.
  }];
  let arguments = (ins RankedTensorOf<[Index]>:$indices, Variadic<Index>:$sizes,
                       UnitAttr:$transposed);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    (`transposed` $transposed^)? $indices (`from` `(` $sizes^ `)`)? attr-dict
    `:` type($indices) `,` qualified(type($result))
  }];
  let extraClassDeclaration = [{
    /// The types of the array that is read and of what is read, before it is transposed.
    ::mlir::Type getSource() {
      return (getTransposed() ? getType().getOutputs() : getType().getInputs()).front();
    }
    ::mlir::Type getPart() {
      return (getTransposed() ? getType().getInputs() : getType().getOutputs()).front();
    }
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Chad_LFunSliceOp : Chad_Op<"lfun.slice", [Pure, AttrSizedOperandSegments]> {
  let summary = "the linear function that a slice of the identity represents";
  let description = [{
    `(m • x)[i, ...] = x[offset + stride · i, ...]`: the offset, size and stride in each dimension,
    as of `tensor.extract_slice`. `transposed` is the transpose, which puts its argument into a
    zero. `from` are the sizes of the dynamic dimensions of the array that the slice is of.

    ```mlir
    %m = chad.lfun.slice [%o] [%k] [1] from(%n)
        : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
    ```

    A slice of a slice is a slice, and a slice after its transpose is the identity:

    ```mlir
    %a = chad.lfun.slice [1] [2] [2] : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<2xf64>>)>
    %b = chad.lfun.slice [3] [4] [1] : !chad.lfun<(lin<tensor<9xf64>>) -> (lin<tensor<4xf64>>)>
    %m = chad.lfun.compose %a, %b
        : !chad.lfun<(lin<tensor<4xf64>>) -> (lin<tensor<2xf64>>)>, !chad.lfun<(lin<tensor<9xf64>>) -> (lin<tensor<4xf64>>)>
    ```

    becomes

    ```mlir
    %m = chad.lfun.slice [4] [2] [2] : !chad.lfun<(lin<tensor<9xf64>>) -> (lin<tensor<2xf64>>)>
    ```
  }];
  let arguments = (ins Variadic<Index>:$offsets, Variadic<Index>:$sizes, Variadic<Index>:$strides,
                       Variadic<Index>:$sourceSizes, DenseI64ArrayAttr:$staticOffsets,
                       DenseI64ArrayAttr:$staticSizes, DenseI64ArrayAttr:$staticStrides,
                       UnitAttr:$transposed);
  let results = (outs Chad_LFunType:$result);
  let assemblyFormat = [{
    (`transposed` $transposed^)? custom<DynamicIndexList>($offsets, $staticOffsets)
    custom<DynamicIndexList>($sizes, $staticSizes)
    custom<DynamicIndexList>($strides, $staticStrides) (`from` `(` $sourceSizes^ `)`)? attr-dict
    `:` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$strides,
                   "::mlir::ValueRange":$sourceSizes, "bool":$transposed)>];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStrides();

    /// The types of the array that the slice is of and of the slice, before it is transposed.
    ::mlir::Type getSource() {
      return (getTransposed() ? getType().getOutputs() : getType().getInputs()).front();
    }
    ::mlir::Type getPart() {
      return (getTransposed() ? getType().getInputs() : getType().getOutputs()).front();
    }
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // CHAD_IR_DERIVEDOPS_TD
