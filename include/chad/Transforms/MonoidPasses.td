//===- MonoidPasses.td - Derivatives over other monoids ----*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the code of derivatives says of a program when its linear part is read in another monoid.

#ifndef CHAD_TRANSFORMS_MONOIDPASSES_TD
#define CHAD_TRANSFORMS_MONOIDPASSES_TD

include "mlir/Pass/PassBase.td"

class MonoidPass<string name> : Pass<name, "::mlir::ModuleOp"> {
  list<Option> target = [
    Option<"function", "function", "std::string", "",
           "the function; without it, each function with floats among arguments and results">,
    ListOption<"wrt", "wrt", "int64_t", "positions of the arguments; all that hold floats">,
    ListOption<"of", "of", "int64_t", "positions of the results; all that hold floats">,
    Option<"name", "name", "std::string", "", "the name of what is made">,
  ];
  let options = target;
  let dependentDialects = ["::chad::ChadDialect", "::mlir::affine::AffineDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadReplaceMonoid : Pass<"chad-replace-monoid", "::mlir::ModuleOp"> {
  let summary = "read code on linear values in another monoid";
  let description = [{
    For each function that has linear arguments, adds one with carriers of a monoid in their
    places. Sums, zeros, products by factors and choices become those of the monoid; what moves
    values stays, with other types.

    | `monoid` | carrier | 0 | a + b | k · a | choice |
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
    `chad-dependence` and `chad-rounding` apply this to derivatives.

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

    The tangents of forward mode are read as sets of columns, 64 at a time. The pattern has all
    entries that can be other than zero when the program takes the same ways through branches and
    loops and reads the same elements; it does not depend on other values, so that an
    entry which is zero at this point by chance is in it. Groups of columns are divided again and again, and
    groups that no row has in common share bits: a banded Jacobian of n columns takes about log n
    runs of the program.

    With `colours`, `@f.colouring` is made, which also returns the colour of each column, or of each
    row, and how many there are. Columns of one colour have no row in common, so that one product with
    the sum of their basis vectors gives them all; the greedy algorithm takes columns with
    most neighbours first. `symmetric` is for Hessians: the pattern is made symmetric, and colours are such
    that each entry is alone in one of the two places that it has.

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
    From `@f : (x...) -> (y...)` makes `@f.dependence : (x...) -> (sets...)`: for each result `of` an
    `i64`, or an array of them in its shape, in which bit `k` says that the element has been
    computed from the `k`-th of the arguments `wrt`. There may be 64 of them.

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

    Dependence is that of derivatives: what only chooses a branch or an index, or is rounded to an integer,
    is no part of it.

    Source: Vákár & Smeding 2022, §11.3.
  }];
}

def ChadRounding : MonoidPass<"chad-rounding"> {
  let summary = "add a function that bounds the rounding errors of results";
  let description = [{
    From `@f : (x...) -> (y..., )` makes `@f.rounding : (x...) -> (y..., bounds...)`: for each result
    `of` an `f64`, or an array of them in its shape, which bounds the difference between what is
    computed and what exact arithmetic would give, to first order in the unit roundoff.

    ```mlir
    func.func @f(%x: f32, %y: f32) -> f32 {
      %s = arith.addf %x, %y : f32
      %p = arith.mulf %s, %x : f32
      return %p : f32
    }
    ```

    At 1 and 2, `@f.rounding` gives 3, and the bound 2⁻²⁴ · (3 + 3).

    Each operation adds the unit roundoff of its type times its result: once for arithmetic,
    square roots and conversions, four times for other functions, of which two units in the last
    place are assumed. The monoid of bounds sums their sizes with the sizes of the
    derivatives as factors. With `inputs`, each argument `wrt` counts as rounded, too. Sums are taken
    in the order in which the function that is made adds. Overflow, underflow and a branch that
    rounding changes are not counted.

    Source: Higham 2002, §3; Vákár & Smeding 2022, §11.3.
  }];
  let options = target # [
    Option<"inputs", "inputs", "bool", "false", "count arguments as rounded">,
  ];
}

#endif // CHAD_TRANSFORMS_MONOIDPASSES_TD
