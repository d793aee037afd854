//===- MonoidPasses.td - Derivatives over other monoids ----*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes that add functions which compute properties of a program. The functions are derivatives
// whose tangents are read in another commutative monoid, such as sets or bounds.

#ifndef CHAD_TRANSFORMS_MONOIDPASSES_TD
#define CHAD_TRANSFORMS_MONOIDPASSES_TD

include "mlir/Pass/PassBase.td"

class MonoidPass<string name> : Pass<name, "::mlir::ModuleOp"> {
  list<Option> target = [
    Option<"function", "function", "std::string", "",
           "the function; without it, each function with floats among arguments and results">,
    ListOption<"wrt", "wrt", "int64_t", "positions of the arguments; all that hold floats">,
    ListOption<"of", "of", "int64_t", "positions of the results; all that hold floats">,
    Option<"name", "name", "std::string", "", "the name of the function that is added">,
  ];
  let options = target;
  let dependentDialects = ["::chad::ChadDialect", "::mlir::affine::AffineDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadReplaceMonoid : Pass<"chad-replace-monoid", "::mlir::ModuleOp"> {
  let summary = "read code on linear values in another monoid";
  let description = [{
    For each function that has linear arguments, adds a function in which values of another
    commutative monoid replace the linear values. Sums, zeros, products by factors and choices
    become those of the monoid; ops that only move values stay, with other types.

    | `monoid` | values | 0 | a + b | k · a | choice |
    |---|---|---|---|---|---|
    | `sets` | `i64`, a set of bits | empty | union | a | union |
    | `bounds` | `f64`, at least 0 | 0 | a + b | abs(k) · a, 0 where a is 0 | choice |

    ```mlir
    func.func @f(%k: f64, %v: !chad.lin<f64>, %w: !chad.lin<f64>) -> !chad.lin<f64> {
      %s = chad.scale %k, %v : f64, !chad.lin<f64>
      %r = chad.add %s, %w : !chad.lin<f64>
      return %r : !chad.lin<f64>
    }
    ```

    With `--chad-replace-monoid=monoid=sets`, this is added:

    ```mlir
    func.func @f.sets(%k: f64, %v: i64, %w: i64) -> i64 {
      %r = arith.ori %v, %w : i64
      return %r : i64
    }
    ```

    An op on linear values that has no meaning in the monoid is an error. `chad-sparsity`,
    `chad-dependence` and `chad-rounding` apply this replacement to derivatives.

    Source: Vákár & Smeding 2022, §11.3.
  }];
  let options = [
    Option<"monoid", "monoid", "std::string", "\"sets\"", "`sets` or `bounds`">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadSparsity : MonoidPass<"chad-sparsity"> {
  let summary = "add a function that computes the sparsity pattern of a Jacobian";
  let description = [{
    From `@f : (x...) -> (y...)` makes `@f.sparsity : (x...) -> (offsets, columns)`, two
    `tensor<?xindex>`: row `i` of the Jacobian has entries at most in the columns
    `columns[offsets[i]]` to `columns[offsets[i + 1] - 1]`, in ascending order. Columns are the
    elements of the arguments `wrt`, one argument after the other in row-major order; rows are
    those of the results `of`.

    ```mlir
    func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
      %y = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %a, %a : f64
        chad.yield %p : f64
      }
      return %y : tensor<?xf64>
    }
    ```

    For three elements, `@f.sparsity` gives `[0, 1, 2, 3]` and `[0, 1, 2]`.

    The tangents of forward mode are read as sets of columns, 64 at a time. The pattern contains
    each entry that can be other than zero when the program takes the same branches, runs its loops
    as often, and reads the same elements. It does not depend on other values: an entry that happens
    to be zero at this point is in the pattern. Groups of columns are halved repeatedly, and groups
    that have no row in common share a bit. So the pattern of a banded Jacobian of n columns takes
    about log n runs of the program.

    With `colours`, the pass adds `@f.colouring`, which also returns the colour of each column, or
    of each row, and the number of colours. Columns of one colour have no row in common, so that the
    product of the Jacobian with the sum of their basis vectors gives all their entries. The
    algorithm is greedy, and takes columns with the most neighbours first. `symmetric` is for
    Hessians: the pattern is made symmetric, and for each pair of equal entries at least one can be
    read directly, because no other column of the same colour has an entry in its row.

    Source: Griewank & Walther 2008, §7, §8; Vákár & Smeding 2022, §11.3.
  }];
  let options = target # [
    Option<"colours", "colours", "std::string", "\"none\"",
           "also a colouring: of `columns`, of `rows`, or `symmetric`">,
  ];
}

def ChadDependence : MonoidPass<"chad-dependence"> {
  let summary = "add a function that computes on which arguments results depend";
  let description = [{
    From `@f : (x...) -> (y...)` makes `@f.dependence : (x...) -> (sets...)`. For each result `of`
    it returns an `i64`, or an array of `i64` in the shape of the result. Bit `k` of an element says
    that the element was computed from the `k`-th of the arguments `wrt`, of which there may be 64.

    ```mlir
    func.func @f(%x: f64, %y: f64, %z: f64) -> (f64, f64) {
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %y, %z : f64
      return %p, %q : f64, f64
    }
    ```

    With `--chad-dependence=function=f`, this is added, after simplification:

    ```mlir
    func.func @f.dependence(%x: f64, %y: f64, %z: f64) -> (i64, i64) {
      %p = arith.constant 3 : i64
      %q = arith.constant 6 : i64
      return %p, %q : i64, i64
    }
    ```

    Dependence is that of derivatives: a value that only chooses a branch or an index, or that is
    rounded to an integer, does not count.

    Source: Vákár & Smeding 2022, §11.3.
  }];
}

def ChadRounding : MonoidPass<"chad-rounding"> {
  let summary = "add a function that bounds the rounding errors of results";
  let description = [{
    From `@f : (x...) -> (y...)` makes `@f.rounding : (x...) -> (y..., bounds...)`. For each result
    `of` it also returns an `f64`, or an array of `f64` in the shape of the result, which bounds the
    difference between the computed value and the value in exact arithmetic, to first order in the
    unit roundoff.

    ```mlir
    func.func @f(%x: f32, %y: f32) -> f32 {
      %s = arith.addf %x, %y : f32
      %p = arith.mulf %s, %x : f32
      return %p : f32
    }
    ```

    At 1 and 2, `@f.rounding` gives 3, and the bound 2⁻²⁴ · (3 + 3).

    Each operation contributes an error of the unit roundoff of its type times its result: once for
    arithmetic, square roots and conversions, and four times for other functions, which are assumed
    to be exact up to two units in the last place. The bound is the sum of these errors, each
    multiplied by the absolute value of the derivative of the result by the result of that
    operation. With `inputs`, each argument `wrt` counts as rounded, too. The bound holds for the
    order of summation of the function that is added. Overflow, underflow and a branch that rounding
    changes are not counted.

    Source: Higham 2002, §3; Vákár & Smeding 2022, §11.3.
  }];
  let options = target # [
    Option<"inputs", "inputs", "bool", "false", "count arguments as rounded">,
  ];
}

#endif // CHAD_TRANSFORMS_MONOIDPASSES_TD
