//===- PipelinePasses.td - Parts of pipelines -------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Parts of `chad-to-first-order` and of the pipelines that follow, and what only tests run.

#ifndef CHAD_TRANSFORMS_PIPELINEPASSES_TD
#define CHAD_TRANSFORMS_PIPELINEPASSES_TD

include "mlir/Pass/PassBase.td"

def ChadInterchangeFolds : Pass<"chad-interchange-folds", "::mlir::ModuleOp"> {
  let summary = "interchange loops: one that carries a state, and one over the rows of the state or of a batch";
  let description = [{
    The pass looks for a fold that carries an array of rows and whose body has a fold over these
    rows, with a state of its own, that makes the next rows: for example the layers of a network
    inside of time steps. An iteration of the inner fold uses the row that the same inner iteration
    made in the previous outer step, and the state that the previous inner iteration made. Either
    loop may therefore be the outer one. The pass interchanges the loops where the innermost body
    then reads and writes fewer arrays: arrays that do not depend on the step are read once, the row
    becomes the state of the inner loop, and the states of all steps become one array.

    ```mlir
    %last, %sums = chad.fold (%x in %xs : tensor<?x?xf64>) with (%hs = %h : tensor<?x?xf64>)
        collect (tensor<?xf64>) {
      %top, %next = chad.fold (%w in %ws : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
          with (%y = %x : tensor<?xf64>) collect (tensor<?x?xf64>) {
        %z = chad.map (%a in %w : tensor<?xf64>, %b in %s : tensor<?xf64>, %c in %y : tensor<?xf64>)
            -> tensor<?xf64> {
          %p = arith.mulf %a, %b : f64
          %q = arith.addf %p, %c : f64
          chad.yield %q : f64
        }
        chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
      }
      %sum = chad.reduce (%a, %b in %top from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %next, %sum : tensor<?x?xf64>, f64
    }
    ```

    becomes

    ```mlir
    %tops, %last = chad.fold (%w in %ws : tensor<?x?xf64>, %s in %h : tensor<?x?xf64>)
        with (%ys = %xs : tensor<?x?xf64>) collect (tensor<?x?xf64>) {
      %end, %all = chad.fold (%y in %ys : tensor<?x?xf64>) with (%b = %s : tensor<?xf64>)
          collect (tensor<?x?xf64>) {
        %z = chad.map (%a in %w : tensor<?xf64>, %d in %b : tensor<?xf64>, %c in %y : tensor<?xf64>)
            -> tensor<?xf64> {
          %p = arith.mulf %a, %d : f64
          %q = arith.addf %p, %c : f64
          chad.yield %q : f64
        }
        chad.yield %z, %z : tensor<?xf64>, tensor<?xf64>
      }
      chad.yield %all, %end : tensor<?x?xf64>, tensor<?xf64>
    }
    %sums = chad.map (%top in %tops : tensor<?x?xf64>) -> tensor<?xf64> {
      %sum = chad.reduce (%a, %b in %top from %zero : tensor<?xf64>) {
        %s = arith.addf %a, %b : f64
        chad.yield %s : f64
      }
      chad.yield %sum : f64
    }
    ```

    Code before and after the inner loop within a step is then no longer part of a sequential loop.

    The pass also looks for a map whose body has a fold that multiplies by a matrix which is the same
    in all iterations of the map: for example a recurrent network on each sequence of a batch. The fold
    goes around the map, so that the products of the matrix and one vector are a product of
    matrices in each step, and so are those in the derivative. What the map computes before and after the
    fold becomes maps of its own, and the arrays that the fold reads are transposed. A derivative then keeps
    the states of the whole batch at a time, where it kept those of one sequence.

    ```mlir
    %lasts = chad.map (%xs in %batch : tensor<?x?x64xf64>) -> tensor<?x64xf64> {
      %last = chad.fold (%x in %xs : tensor<?x64xf64>) with (%h = %start : tensor<64xf64>) {
        %next = chad.map (%row in %w : tensor<64x64xf64>, %a in %x : tensor<64xf64>) -> tensor<64xf64> {
          %products = arith.mulf %row, %h : tensor<64xf64>
          %sum = chad.reduce (%l, %r in %products from %zero : tensor<64xf64>) {
            %s = arith.addf %l, %r : f64
            chad.yield %s : f64
          }
          %y = arith.addf %sum, %a : f64
          chad.yield %y : f64
        }
        chad.yield %next : tensor<64xf64>
      }
      chad.yield %last : tensor<64xf64>
    }
    ```

    becomes

    ```mlir
    %steps = linalg.transpose ins(%batch : tensor<?x?x64xf64>) outs(%init : tensor<?x?x64xf64>)
        permutation = [1, 0, 2]
    %starts = chad.map (%xs in %batch : tensor<?x?x64xf64>) -> tensor<?x64xf64> {
      chad.yield %start : tensor<64xf64>
    }
    %lasts = chad.fold (%all in %steps : tensor<?x?x64xf64>) with (%hs = %starts : tensor<?x64xf64>) {
      %nexts = chad.map (%h in %hs : tensor<?x64xf64>, %x in %all : tensor<?x64xf64>) -> tensor<?x64xf64> {
        %next = chad.map (%row in %w : tensor<64x64xf64>, %a in %x : tensor<64xf64>) -> tensor<64xf64> {
          %products = arith.mulf %row, %h : tensor<64xf64>
          %sum = chad.reduce (%l, %r in %products from %zero : tensor<64xf64>) {
            %s = arith.addf %l, %r : f64
            chad.yield %s : f64
          }
          %y = arith.addf %sum, %a : f64
          chad.yield %y : f64
        }
        chad.yield %next : tensor<64xf64>
      }
      chad.yield %nexts : tensor<?x64xf64>
    }
    ```

    The pass runs before derivatives are made, since the loops of a derivative have the order of the
    loops of its function. Loops whose rows change their extent from step to step stay as they are,
    and so do loops over scalars, whose rows fit the first-level cache in either order, and maps of less than
    8 iterations.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numInterchanged", "num-interchanged", "Number of loops "
                                                                     "interchanged">];
}

def ChadRemoveFunctions : Pass<"chad-remove-functions", "::mlir::ModuleOp"> {
  let summary = "remove function values and sums";
  let description = [{
    Makes a program first-order before it is differentiated. It runs `chad-simplify`, and then, for
    functions and sums that no law removes, `chad-lower-sums`, `chad-defunctionalize` and
    `chad-lower-sums` again. A program without functions and sums as values stays as it is.
    `chad-differentiate`,
    `chad-forward` and `chad-reverse` begin with it.

    ```mlir
    func.func private @twice(%f: (f64) -> f64, %x: f64) -> f64 {
      %y = chad.apply %f(%x) : (f64) -> f64
      %z = chad.apply %f(%y) : (f64) -> f64
      return %z : f64
    }
    func.func @main(%x: f64, %k: f64) -> f64 {
      %f = chad.lambda (%y : f64) -> f64 {
        %z = arith.mulf %y, %k : f64
        chad.yield %z : f64
      }
      %r = func.call @twice(%f, %x) : ((f64) -> f64, f64) -> f64
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-remove-functions`,

    ```mlir
    func.func @main(%x: f64, %k: f64) -> f64 {
      %y = arith.mulf %x, %k : f64
      %r = arith.mulf %y, %k : f64
      return %r : f64
    }
    ```
  }];
  let options = [
    Option<"linear", "linear", "bool", "false",
           "remove linear functions, too, such as derivatives that a condition chooses">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadDefunctionalize : Pass<"chad-defunctionalize", "::mlir::ModuleOp"> {
  let summary = "replace function values by sums of the values that the functions capture";
  let description = [{
    If it is known which functions a value may be, the value becomes a sum: a tag that says which
    function it is, with the values that this function captures. `chad.apply` becomes a
    `chad.case`. Functions may be chosen by conditions, carried by loops, captured by other
    functions, and passed to and returned from private functions. A lambda becomes a private
    function that takes the captured values as arguments.

    ```mlir
    func.func @f(%b: i1, %x: f64, %k: f64) -> f64 {
      %h = scf.if %b -> ((f64) -> f64) {
        %f = chad.lambda (%y : f64) -> f64 {
          %z = arith.mulf %y, %k : f64
          chad.yield %z : f64
        }
        scf.yield %f : (f64) -> f64
      } else {
        %g = chad.lambda (%y : f64) -> f64 {
          %z = math.sin %y : f64
          chad.yield %z : f64
        }
        scf.yield %g : (f64) -> f64
      }
      %r = chad.apply %h(%x) : (f64) -> f64
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-defunctionalize`,

    ```mlir
    func.func @f(%b: i1, %x: f64, %k: f64) -> f64 {
      %h = scf.if %b -> !chad.sum<(f64), ()> {
        %f = chad.inj 0(%k) : (f64) -> !chad.sum<(f64), ()>
        scf.yield %f : !chad.sum<(f64), ()>
      } else {
        %g = chad.inj 1() : () -> !chad.sum<(f64), ()>
        scf.yield %g : !chad.sum<(f64), ()>
      }
      %r = chad.case %h : !chad.sum<(f64), ()> -> f64
      (%c : f64) {
        %v = func.call @f.lambda(%c, %x) : (f64, f64) -> f64
        chad.yield %v : f64
      }
      () {
        %v = func.call @f.lambda_0(%x) : (f64) -> f64
        chad.yield %v : f64
      }
      return %r : f64
    }
    func.func private @f.lambda_0(%y: f64) -> f64 {
      %z = math.sin %y : f64
      return %z : f64
    }
    func.func private @f.lambda(%k: f64, %y: f64) -> f64 {
      %z = arith.mulf %y, %k : f64
      return %z : f64
    }
    ```

    Linear functions, `chad.lfun.lambda` and `chad.lfun.apply`, are treated alike.

    The cotangent of a function value is then the cotangent of the captured values, to which each
    application adds its part: the fold over the copower of its applications.

    A function value stays as it is if a public or external function takes or returns it, or if it
    may capture, directly or indirectly, another value of its own set of possible functions. A
    loop that composes functions makes such values.

    Source: Vákár & Smeding 2022, §7, §9.4; Reynolds 1972 for the transformation.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::func::FuncDialect"];
}

def ChadLowerSums : Pass<"chad-lower-sums", "::mlir::ModuleOp"> {
  let summary = "replace a sum by a tag and the values of all alternatives";
  let description = [{
    A value of a sum type becomes a tag, if there is more than one alternative, and the values of
    all alternatives. The values of an alternative that the tag does not name are zeros, or empty
    arrays where the extent is not known. `chad.case` becomes a branch on the tag. The signatures
    of functions change accordingly.

    ```mlir
    func.func @or(%s: !chad.sum<(), (f64)>, %default: f64) -> f64 {
      %r = chad.case %s : !chad.sum<(), (f64)> -> f64
      () {
        chad.yield %default : f64
      }
      (%x : f64) {
        chad.yield %x : f64
      }
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-lower-sums`,

    ```mlir
    func.func @or(%tag: i1, %x: f64, %default: f64) -> f64 {
      %r = scf.if %tag -> f64 {
        scf.yield %x : f64
      } else {
        scf.yield %default : f64
      }
      return %r : f64
    }
    ```

    An array of sums becomes an array of tags and an array for each value in an alternative, so that
    `tensor<?x!chad.sum<(f64), (tensor<3xi32>)>>` becomes `tensor<?xi1>`, `tensor<?xf64>` and
    `tensor<?x3xi32>`.

    Sums of linear types stay, and so do sums that hold a type without a zero.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadLowerCopowers : Pass<"chad-lower-copowers", "::mlir::ModuleOp"> {
  let summary = "represent copowers that are built at run time as trees of boxes";
  let description = [{
    A copower becomes a tree of boxes: the empty tree for zero, a node for the sum of two copowers,
    and a leaf for a pair. A fold over the copower becomes a function that traverses the tree.

    ```mlir
    !c = !chad.copower<(f64), (lin<f64>)>
    func.func private @two(%x: f64, %v: !chad.lin<f64>, %c: !c) -> !c {
      %s = chad.copower.singleton (%x) tensor (%v) : !c
      %r = chad.add %s, %c : !c
      return %r : !c
    }
    ```

    becomes

    ```mlir
    chad.record @copower (!chad.box<@copower>, !chad.box<@copower>, !chad.box<@copower.pair>)
    chad.record @copower.pair (f64, !chad.lin<f64>)
    func.func private @two(%x: f64, %v: !chad.lin<f64>, %c: !chad.box<@copower>) -> !chad.box<@copower> {
      %leaf = chad.box(%x, %v) : (f64, !chad.lin<f64>) -> !chad.box<@copower.pair>
      %none = chad.empty_box : !chad.box<@copower>
      %s = chad.box(%none, %none, %leaf) : (!chad.box<@copower>, !chad.box<@copower>, !chad.box<@copower.pair>) -> !chad.box<@copower>
      %no = chad.empty_box : !chad.box<@copower.pair>
      %r = chad.box(%s, %c, %no) : (!chad.box<@copower>, !chad.box<@copower>, !chad.box<@copower.pair>) -> !chad.box<@copower>
      return %r : !chad.box<@copower>
    }
    ```

    Source: Vákár & Smeding 2022, §9.2.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::func::FuncDialect"];
}

def ChadLowerBoxes : Pass<"chad-lower-boxes", "::mlir::ModuleOp"> {
  let summary = "replace boxes by addresses of records in an arena";
  let description = [{
    A box becomes the address of its record, an `i64`, which is 0 where the box is empty. All
    records of one call of a public function are in one arena, which is passed to the functions that
    this function calls.

    ```mlir
    chad.record @pair (f64, f64)
    func.func private @swap(%b: !chad.box<@pair>) -> !chad.box<@pair> {
      %x, %y = chad.open %b : !chad.box<@pair> -> f64, f64
      %r = chad.box(%y, %x) : (f64, f64) -> !chad.box<@pair>
      return %r : !chad.box<@pair>
    }
    func.func @second(%x: f64, %y: f64) -> f64 {
      %b = chad.box(%x, %y) : (f64, f64) -> !chad.box<@pair>
      %s = call @swap(%b) : (!chad.box<@pair>) -> !chad.box<@pair>
      %r:2 = chad.open %s : !chad.box<@pair> -> f64, f64
      return %r#0 : f64
    }
    ```

    becomes

    ```mlir
    func.func private @swap(%b: i64, %arena: i64) -> i64 {
      %p:2 = chad.arena.get %b : f64, f64
      %r = chad.arena.put %arena(%p#1, %p#0) : f64, f64
      return %r : i64
    }
    func.func @second(%x: f64, %y: f64) -> f64 {
      %arena = chad.arena
      %b = chad.arena.put %arena(%x, %y) : f64, f64
      %s = call @swap(%b, %arena) : (i64, i64) -> i64
      %r:2 = chad.arena.get %s : f64, f64
      return %r#0 : f64
    }
    ```

    A public or external function that takes or returns boxes is refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def ChadLimitInlining : Pass<"chad-limit-inlining", "::mlir::ModuleOp"> {
  let summary = "mark functions that must not be inlined";
  let description = [{
    The pass marks functions whose inlining would let the module grow without bound or
    exponentially. Inlining a recursive function only unrolls it, and doubles the code with each
    step if the function calls itself twice. A chain of functions, each of which calls the previous
    one twice, doubles the code with each function; a function is marked if its inlining would make
    the module more than a few times larger.

    ```mlir
    func.func @descend(%x: f64) -> f64 {
      %y = func.call @descend(%x) : (f64) -> f64
      return %y : f64
    }
    ```

    becomes, by `chad-opt --chad-limit-inlining`,

    ```mlir
    func.func @descend(%x: f64) -> f64 attributes {no_inline} {
      %y = func.call @descend(%x) : (f64) -> f64
      return %y : f64
    }
    ```
  }];
}

def ChadSkipZeros : Pass<"chad-skip-zeros"> {
  let summary = "compute only the parts of derivatives that are not zero";
  let description = [{
    A block of an array is a rectangular part of it, whose position may be computed at run time and
    whose extents are static. Where a `chad.map` reads an array that is zero outside of a block,
    each result that is linear in this array is zero outside of the block, too. The pass computes
    the result in the block alone, and makes the rest by `chad.zero`. A slice, a reshape, and a
    concatenation with zeros of an array with a block have a block again; a sum over such an array
    is a sum over the block. If other results of the map are needed for all elements, computations
    that they share with the block are repeated for the block, if the block is at most a third of
    the array.

    The tangent by one of many arguments is such an array. A Jacobian is computed with one tangent
    for each argument in turn: with n arguments, the Jacobian of a map over them then takes n steps,
    not n².

    ```mlir
    func.func @f(%x: tensor<100xf64>, %one: !chad.lin<f64>) -> !chad.lin<tensor<100x100xf64>> {
      %c100 = arith.constant 100 : index
      %zero = chad.zero : !chad.lin<tensor<100xf64>>
      %j = chad.build %i < %c100 -> !chad.lin<tensor<100x100xf64>> {
        %seed = chad.accumulate %one into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<100xf64>>
        %row = chad.map (%a in %x : tensor<100xf64>, %v in %seed : !chad.lin<tensor<100xf64>>) -> !chad.lin<tensor<100xf64>> {
          %c = math.cos %a : f64
          %w = chad.scale %c, %v : f64, !chad.lin<f64>
          chad.yield %w : !chad.lin<f64>
        }
        chad.yield %row : !chad.lin<tensor<100xf64>>
      }
      return %j : !chad.lin<tensor<100x100xf64>>
    }
    ```

    becomes, by `chad-opt --chad-skip-zeros`,

    ```mlir
    func.func @f(%x: tensor<100xf64>, %one: !chad.lin<f64>) -> !chad.lin<tensor<100x100xf64>> {
      %c0 = arith.constant 0 : index
      %c100 = arith.constant 100 : index
      %1 = chad.from_linear %one : !chad.lin<f64>
      %ones = tensor.from_elements %1 : tensor<1xf64>
      %box = chad.to_linear %ones : tensor<1xf64>
      %zero = chad.zero : !chad.lin<tensor<100xf64>>
      %j = chad.build %i < %c100 -> !chad.lin<tensor<100x100xf64>> {
        %part = tensor.extract_slice %x[%i] [1] [1] : tensor<100xf64> to tensor<1xf64>
        %made = chad.map (%a in %part : tensor<1xf64>, %v in %box : !chad.lin<tensor<1xf64>>) -> !chad.lin<tensor<1xf64>> {
          %c = math.cos %a : f64
          %w = chad.scale %c, %v : f64, !chad.lin<f64>
          chad.yield %w : !chad.lin<f64>
        }
        %plain = chad.from_linear %made : !chad.lin<tensor<1xf64>>
        %e = tensor.extract %plain[%c0] : tensor<1xf64>
        %l = chad.to_linear %e : f64
        %row = chad.accumulate %l into %zero[%i] : !chad.lin<f64> into !chad.lin<tensor<100xf64>>
        chad.yield %row : !chad.lin<tensor<100xf64>>
      }
      return %j : !chad.lin<tensor<100x100xf64>>
    }
    ```

    Code that no longer depends on the iterations of a loop moves out of the loop. A sum inside of a
    map moves out, too: into a map of its own.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadScalarize : Pass<"chad-scalarize"> {
  let summary = "make elementwise ops on tensors maps of scalar ops";
  let description = [{
    An op of any dialect with the `ElementwiseMappable` traits that works on ranked tensors
    becomes a nested `chad.map` of its scalar form, so that derivative rules and lowerings need no
    other case. An operand whose elements are all equal becomes a scalar. Ops on vectors stay.

    ```mlir
    %z = arith.mulf %x, %y : tensor<?x4xf64>
    ```

    becomes, by `chad-opt --chad-scalarize`,

    ```mlir
    %z = chad.map (%p in %x : tensor<?x4xf64>, %q in %y : tensor<?x4xf64>) -> tensor<?x4xf64> {
      %r = chad.map (%a in %p : tensor<4xf64>, %b in %q : tensor<4xf64>) -> tensor<4xf64> {
        %c = arith.mulf %a, %b : f64
        chad.yield %c : f64
      }
      chad.yield %r : tensor<4xf64>
    }
    ```

    Chains of such ops are chains of maps, which canonicalization fuses.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numScalarized", "num-scalarized", "Number of ops on tensors replaced">];
}

def ChadPrintLinearity : Pass<"test-chad-print-linearity"> {
  let summary = "print whether each value of a linear region is zero, constant or linear";
  let description = [{
    Emits a remark at each op in a linear region that says, for each result, whether
    it is `zero` (a structural zero), `constant` (independent of the linear
    arguments) or `linear`, and the same for the arguments of its regions.

    ```mlir
    // scale.mlir
    func.func @scale(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
      %e = math.exp %k : f64
      %w = chad.scale %e, %v : f64, !chad.lin<f64>
      return %w : !chad.lin<f64>
    }
    ```

    ```console
    $ chad-opt --test-chad-print-linearity scale.mlir 2>&1 | grep remark
    scale.mlir:3:8: remark: results: constant
    scale.mlir:4:8: remark: results: linear
    ```
  }];
}

#endif // CHAD_TRANSFORMS_PIPELINEPASSES_TD
