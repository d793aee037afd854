//===- ArrayOps.td - Array combinators ---------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_ARRAYOPS_TD
#define CHAD_IR_ARRAYOPS_TD

include "chad/IR/ChadOpBase.td"

// An array is a ranked tensor of rank 1 or more. Its elements are its slices along the first
// dimension: scalars (rank 1) or tensors of one rank less. `!chad.lin` of an array is an array of
// `!chad.lin` of the elements.

def Chad_Direction : I32EnumAttr<"Direction", "direction of a scan or fold", [
    I32EnumAttrCase<"Left", 0, "left">, I32EnumAttrCase<"Right", 1, "right">]> {
  let cppNamespace = "::chad";
  let genSpecializedAttr = 0;
}
def Chad_DirectionAttr : EnumAttr<Chad_Dialect, Chad_Direction, "direction"> {
  let assemblyFormat = "`<` $value `>`";
}

def Chad_ScanKind : I32EnumAttr<"ScanKind", "whether a scan includes the element itself", [
    I32EnumAttrCase<"Inclusive", 0, "inclusive">, I32EnumAttrCase<"Exclusive", 1, "exclusive">]> {
  let cppNamespace = "::chad";
  let genSpecializedAttr = 0;
}
def Chad_ScanKindAttr : EnumAttr<Chad_Dialect, Chad_ScanKind, "scan_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

/// A combinator runs its body any number of times. It has no side effects besides those of the
/// body.
class Chad_Combinator<string mnemonic, list<Trait> traits = []> : Chad_Op<mnemonic, traits # [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock, Chad_CombinatorOpInterface,
    DeclareOpInterfaceMethods<LoopLikeOpInterface>,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Chad_MapOp : Chad_Combinator<"map", [Chad_ArrayLoopOpInterface, Chad_ReifyShapes]> {
  let summary = "applies a body to each element of one or more arrays";
  let description = [{
    `zⱼ[i] = bodyⱼ(x₁[i], ..., xₙ[i])`. The arrays have one extent; elements may
    be tensors; the body may use values from outside and may nest. All iterations
    are independent.

    The static extents of arrays and results agree. The inner extents of a result, which are all but
    the first, must be the same for all elements. If the arrays are empty, the body never runs. A
    dynamic inner extent is then the extent that the body would give for an element of zeros, if the
    body computes it from shapes (that of the element, too) and from indices defined outside. It is
    0 if the body would have to read an element.

    ```mlir
    %z = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %y : f64
      chad.yield %p : f64
    }
    ```

    A map of a map that nothing else uses is fused with it:

    ```mlir
    %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = math.exp %x : f64
      chad.yield %y : f64
    }
    %zs = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
      %z = arith.mulf %y, %k : f64
      chad.yield %z : f64
    }
    ```

    becomes

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = math.exp %x : f64
      %z = arith.mulf %y, %k : f64
      chad.yield %z : f64
    }
    ```
  }];
  let arguments = (ins Variadic<Chad_Array>:$arrays);
  let results = (outs Variadic<Chad_Array>:$results);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$arrays, "BodyBuilder":$body)>];
}

def Chad_BuildOp : Chad_Combinator<"build", [Chad_ArrayLoopOpInterface, Chad_ReifyShapes]> {
  let summary = "builds arrays from a function of the index";
  let description = [{
    `zⱼ[i] = bodyⱼ(i)` for `0 ≤ i < extent`. The inner extents of results follow the rule of
    `chad.map`.

    ```mlir
    %squares = chad.build %i < %n -> tensor<?xindex> {
      %s = arith.muli %i, %i : index
      chad.yield %s : index
    }
    ```

    Source: Ellis et al. 2020, §1.2.
  }];
  let arguments = (ins Index:$extent);
  let results = (outs Variadic<Chad_Array>:$results);
  let hasCanonicalizer = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$extent, "BodyBuilder":$body)>];
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getIndexArg() { return getBody().getArgument(0); }
  }];
}

def Chad_ReduceOp : Chad_Combinator<"reduce", [SameVariadicOperandSize]> {
  let summary = "reduces arrays with an associative body";
  let description = [{
    `r = x[0] ⊕ x[1] ⊕ ... ⊕ x[n-1]`, where ⊕ is the body and `unit` its unit.
    With several arrays ⊕ works on tuples: the body takes the left operands, then
    the right ones. The body must be associative and `unit` neutral; this is not
    checked, and any association order may be used. The empty reduction is `unit`.

    ```mlir
    %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    }
    ```
  }];
  let arguments = (ins Variadic<Chad_Array>:$arrays, Variadic<AnyType>:$units);
  let results = (outs Variadic<AnyType>:$results);
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$arrays, "::mlir::ValueRange":$units,
                                 "BodyBuilder":$body)>];
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getLeftArgs() {
      return getBody().getArguments().take_front(getUnits().size());
    }
    ::mlir::Block::BlockArgListType getRightArgs() {
      return getBody().getArguments().drop_front(getUnits().size());
    }
    ::mlir::Block::BlockArgListType getElementArgs() { return getRightArgs(); }
    ::mlir::Block::BlockArgListType getStateArgs() { return getLeftArgs(); }
    ::mlir::OperandRange getInitialStates() { return getUnits(); }
    ::mlir::MutableOperandRange getInitialStatesMutable() { return getUnitsMutable(); }
  }];
}

def Chad_ScanOp : Chad_Combinator<"scan", [SameVariadicOperandSize,
    Chad_ReifyShapes]> {
  let summary = "all prefix or suffix reductions with an associative body";
  let description = [{
    `left inclusive`: `y[i] = x[0] ⊕ ... ⊕ x[i]`; `left exclusive`: without
    `x[i]`, so `y[0] = unit`; `right inclusive`: `y[i] = x[i] ⊕ ... ⊕ x[n-1]`;
    `right exclusive`: without `x[i]`, so `y[n-1] = unit`. The body takes the left
    operands, then the right ones, in array order whatever the direction, and is
    associative with the neutral element `unit` (not checked).

    ```mlir
    %y = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    }
    ```
  }];
  let arguments = (ins Chad_DirectionAttr:$direction, Chad_ScanKindAttr:$kind,
                       Variadic<Chad_Array>:$arrays, Variadic<AnyType>:$units);
  let results = (outs Variadic<Chad_Array>:$results);
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "Direction":$direction, "ScanKind":$kind,
                                 "::mlir::ValueRange":$arrays, "::mlir::ValueRange":$units,
                                 "BodyBuilder":$body)>];
  let extraClassDeclaration = [{
    // The operands of the body stand as in the arrays, whatever the direction.
    ::mlir::Block::BlockArgListType getElementArgs() {
      return getDirection() == Direction::Left
                 ? getBody().getArguments().drop_front(getUnits().size())
                 : getBody().getArguments().take_front(getUnits().size());
    }
    ::mlir::Block::BlockArgListType getStateArgs() {
      return getDirection() == Direction::Left
                 ? getBody().getArguments().take_front(getUnits().size())
                 : getBody().getArguments().drop_front(getUnits().size());
    }
    ::mlir::OperandRange getInitialStates() { return getUnits(); }
    ::mlir::MutableOperandRange getInitialStatesMutable() { return getUnitsMutable(); }
    ::mlir::ResultRange getFinalStates() { return getResults().take_front(0); }
    ::mlir::ResultRange getCollected() { return getResults(); }
  }];
}

def Chad_FoldOp : Chad_Combinator<"fold", [AttrSizedOperandSegments, Chad_ArrayLoopOpInterface,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
                              ["getEntrySuccessorOperands", "areTypesCompatible"]>,
    Chad_ReifyShapes]> {
  let summary = "sequential loop over arrays with carried state";
  let description = [{
    Runs over the elements from the left (or, with `right`, from the right),
    carrying state. The body takes the elements, then the state, and yields the
    next state and, after it, any number of values that are collected into arrays
    (`collect`), at the index of the element that they were computed from. The
    results are the final state, then the collected arrays. The body need not be
    associative.

    ```mlir
    %last, %all = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %s0 : f64)
        collect (tensor<?xf64>) {
      %d = arith.mulf %s, %half : f64
      %t = arith.addf %d, %x : f64
      chad.yield %t, %t : f64, f64
    }
    ```

    Source: Ellis et al. 2020, Fig. 12-15.
  }];
  let arguments = (ins Chad_DirectionAttr:$direction, Variadic<Chad_Array>:$arrays,
                       Variadic<AnyType>:$initialStates);
  let results = (outs Variadic<AnyType>:$results);
  let hasCanonicalizer = 1;
  // Verified before the edges of control flow, which are counted by what this verifies.
  let hasRegionVerifier = 0;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "Direction":$direction, "::mlir::ValueRange":$arrays,
                                 "::mlir::ValueRange":$initialStates, "BodyBuilder":$body)>];
  let extraClassDeclaration = [{
    // The op may not have been verified yet.
    ::mlir::Block::BlockArgListType getStateArgs() {
      ::mlir::Block::BlockArgListType args = getBody().getArguments();
      return args.drop_front(std::min<size_t>(getArrays().size(), args.size()));
    }
  }];
}

def Chad_HistOp : Chad_Combinator<"hist", [SameVariadicOperandSize,
    Chad_ReifyShapes]> {
  let summary = "reduces the elements of each bin";
  let description = [{
    `r[b] = ⊕ { x[i] : indices[i] = b }` for `0 ≤ b < bins`; the elements of a bin
    are combined in array order. The body must be associative with the neutral
    element `unit` (not checked); a bin with no element holds `unit`. An index
    outside of `[0, bins)` contributes to no bin.

    ```mlir
    %h = chad.hist %bin : tensor<?xindex> bins %n (%a, %x in %xs from %zero : tensor<?xf64>)
        -> tensor<?xf64> {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    }
    ```
  }];
  let arguments = (ins Chad_IndexArray:$indices, Index:$bins,
                       Variadic<Chad_Array>:$arrays, Variadic<AnyType>:$units);
  let results = (outs Variadic<Chad_Array>:$results);
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getElementArgs() {
      return getBody().getArguments().drop_front(getUnits().size());
    }
    ::mlir::Block::BlockArgListType getStateArgs() {
      return getBody().getArguments().take_front(getUnits().size());
    }
    ::mlir::OperandRange getInitialStates() { return getUnits(); }
    ::mlir::MutableOperandRange getInitialStatesMutable() { return getUnitsMutable(); }
    ::mlir::ResultRange getFinalStates() { return getResults().take_front(0); }
    ::mlir::ResultRange getCollected() { return getResults().take_front(0); }
  }];
}

def Chad_HistIntoOp : Chad_Op<"hist_into", [SameVariadicOperandSize, RecursiveMemoryEffects,
    RecursivelySpeculatable, SingleBlock]> {
  let summary = "reduces the elements of each bin into given arrays";
  let description = [{
    `r[b] = dest[b] ⊕ (⊕ { x[i] : indices[i] = b })`, with as many bins as `dest` has elements: as
    `chad.hist`, but what the arrays hold is combined with the elements of each bin.

    ```mlir
    %h = chad.hist_into %bin : tensor<?xindex> (%a, %x in %xs from %zero : tensor<?xf64>)
        into (%dest) -> tensor<?xf64> {
      %r = arith.addf %a, %x : f64
      chad.yield %r : f64
    }
    ```

    `chad-expand-derived-ops` makes it a `chad.hist`, and a map that combines.
  }];
  let arguments = (ins Chad_IndexArray:$indices, Variadic<Chad_Array>:$arrays,
                       Variadic<AnyType>:$units, Variadic<Chad_Array>:$dests);
  let results = (outs Variadic<Chad_Array>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Chad_GatherOp : Chad_Op<"gather", [NoMemoryEffect,
    Chad_ReifyShapes,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "reads the elements of an array at given indices";
  let description = [{
    `r[i] = source[indices[i]]`. The result's leading dimensions are those of the
    indices (of any rank), followed by those of an element. An index outside of
    the array is undefined behaviour, as in `tensor.extract`; the op is therefore
    not speculatable.

    ```mlir
    %r = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
    ```
  }];
  let arguments = (ins Chad_Array:$source, Chad_IndexArray:$indices);
  let results = (outs Chad_Array:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` type($source) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Chad_ScatterAddOp : Chad_Op<"scatter_add", [NoMemoryEffect,
    TypesMatchWith<"result type is the accumulator's", "acc", "result", "$_self">,
    Chad_ReifyShapes,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "adds values into an array at given indices";
  let description = [{
    `r = acc`, then `r[indices[i]] += values[i]` for each `i`, in any order. The
    transpose of `chad.gather`. An index outside of the array is undefined
    behaviour.

    ```mlir
    %r = chad.scatter_add %vs into %acc[%is]
        : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
    ```
  }];
  let arguments = (ins Chad_Array:$values, Chad_Array:$acc, Chad_IndexArray:$indices);
  let results = (outs Chad_Array:$result);
  let assemblyFormat = [{
    $values `into` $acc `[` $indices `]` attr-dict
    `:` type($values) `into` type($acc) `,` type($indices)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Chad_AccumulateOp : Chad_Op<"accumulate", [NoMemoryEffect,
    TypesMatchWith<"result type is the accumulator's", "acc", "result", "$_self">,
    Chad_ReifyShapes,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["getLinearOperandGroups"]>]> {
  let summary = "adds one value into an array";
  let description = [{
    `r = acc`, then `r[i, j, ...] += value`. With fewer indices than dimensions the value is a
    tensor of the remaining dimensions. This is the transpose of an indexed read. If the array is
    the state of a loop, the op updates it in place, so that the cotangent of one read costs
    constant time.

    ```mlir
    %r = chad.accumulate %v into %acc[%i] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    ```

    Source: Huot & Shaikhha 2022, §4.
  }];
  let arguments = (ins AnyType:$value, Chad_Array:$acc, Variadic<Index>:$indices);
  let results = (outs Chad_Array:$result);
  let assemblyFormat = [{
    $value `into` $acc `[` $indices `]` attr-dict `:` type($value) `into` type($acc)
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

/// MLIR's trait `ReturnLike`, without its default method by which every operand is forwarded.
def Chad_ReturnLike : NativeOpTrait<"ReturnLike">;

def Chad_YieldOp : Chad_Op<"yield", [Pure, Terminator, Chad_ReturnLike,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>,
    ParentOneOf<["MapOp", "BuildOp", "ReduceOp", "ScanOp", "FoldOp", "HistOp", "HistIntoOp",
                 "LambdaOp", "CaseOp", "LFunLambdaOp", "LFunVForkOp", "LFunVJoinOp", "LFunFoldOp",
                 "CopowerFoldOp", "UNFOpOp", "UNFMapOp", "UNFReduceOp", "UNFScanOp", "UNFOpTOp",
                 "UNFMapTOp", "UNFReduceTOp", "UNFScanTOp"]>]> {
  let summary = "ends a region and names its results";
  let description = [{
    Ends each region of this dialect. The description of the parent op says what the values mean.

    ```mlir
    %ys, %ns = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xindex>) {
      chad.yield %x, %n : f64, index
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // CHAD_IR_ARRAYOPS_TD
