//===- Passes.td - Passes on derived ops ------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_DERIVED_PASSES_TD
#define CHAD_DERIVED_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChadExpandDerivedOps : Pass<"chad-expand-derived-ops", "::mlir::ModuleOp"> {
  let summary = "expand ops that are defined by other ops: Hessians, batches, matrices";
  let description = [{
    `chad.hvp` and `chad.hessian` become requests for derivatives of a gradient, which is added to
    the module. `chad.vmap` becomes a `chad.map` around a call. `chad.filter` and `chad.scatter`
    become histograms that compute positions, and reads at these positions. `chad.hist_into` becomes
    a histogram that is combined with the arrays. A request for the derivative of a function value
    becomes one that names a function. `chad.lfun.fold` becomes a linear function that runs the
    loop, `chad.lfun.from_matrix` one that multiplies by the matrix, and so do the functions of known
    structure: `chad.lfun.diagonal`, `chad.lfun.gather` and `chad.lfun.slice`.
    `chad.lfun.to_matrix` becomes the product of the matrices that are composed, or the images of a
    basis. `chad-differentiate` begins with this pass.

    ```mlir
    func.func private @f(%x: tensor<?xf64>) -> f64
    func.func @h(%x: tensor<?xf64>) -> tensor<?x?xf64> {
      %h = chad.hessian @f(%x) : (tensor<?xf64>) -> tensor<?x?xf64>
      return %h : tensor<?x?xf64>
    }
    ```

    becomes, by `chad-opt --chad-expand-derived-ops`,

    ```mlir
    func.func private @f(%x: tensor<?xf64>) -> f64
    func.func private @f.gradient(%x: tensor<?xf64>) -> tensor<?xf64> {
      %g = chad.grad @f(%x) wrt [0] of [0] : (tensor<?xf64>) -> tensor<?xf64>
      return %g : tensor<?xf64>
    }
    func.func @h(%x: tensor<?xf64>) -> tensor<?x?xf64> {
      %h = chad.jacobian @f.gradient(%x) wrt [0] mode<forward> : (tensor<?xf64>) -> tensor<?x?xf64>
      return %h : tensor<?x?xf64>
    }
    ```
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ChadVectorizeFunction : Pass<"chad-vectorize-function", "::mlir::ModuleOp"> {
  let summary = "add a function over a batch of arguments";
  let description = [{
    From `@f : (x...) -> (y...)` makes `@f.vmap`, which takes an array of values for each argument
    `mapped`, and the other arguments as `@f` does. Its results are arrays. The calls are the
    iterations of a map: each takes its own branches, and its loops run their own number of times.

    ```mlir
    func.func private @f(%x: tensor<3xf64>, %k: f64) -> f64
    ```

    With `--chad-vectorize-function="function=f mapped=0"`, this is added:

    ```mlir
    func.func private @f(%x: tensor<3xf64>, %k: f64) -> f64
    func.func @f.vmap(%xs: tensor<?x3xf64>, %k: f64) -> tensor<?xf64> {
      %ys = chad.map (%x in %xs : tensor<?x3xf64>) -> tensor<?xf64> {
        %y = func.call @f(%x, %k) : (tensor<3xf64>, f64) -> f64
        chad.yield %y : f64
      }
      return %ys : tensor<?xf64>
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "", "the function">,
    ListOption<"mapped", "mapped", "int64_t",
               "positions of the arguments to pass arrays for; without it, all">,
    Option<"extent", "extent", "int64_t", "-1", "the number of calls, if it is known">,
    Option<"name", "name", "std::string", "", "the name of the function that is added">,
  ];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadToOperators : Pass<"chad-to-operators", "::mlir::func::FuncOp"> {
  let summary = "write linear functions without variables";
  let description = [{
    A `chad.lfun.lambda` becomes a composition of operators: its arguments projections, a product
    with a scalar `S(k)`, a branch the choice of two linear functions, and `chad.map`, `chad.build`,
    `chad.reduce` and `chad.fold` a `chad.lfun.fold`. Other ops become small lambdas that are
    composed. With the laws of operators (`--canonicalize`), this is the full Jacobian of Ellis et
    al. 2020, Fig. 6 and 13, whose transpose is found by algebra.

    ```mlir
    func.func @f(%k: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
      %m = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
        %w = chad.scale %k, %v : f64, !chad.lin<f64>
        %s = chad.add %w, %v : !chad.lin<f64>
        chad.yield %s : !chad.lin<f64>
      }
      return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    ```

    becomes, by `chad-opt --chad-to-operators --canonicalize`,

    ```mlir
    func.func @f(%k: f64) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
      %one = arith.constant 1.0 : f64
      %s = arith.addf %k, %one : f64
      %m = chad.lfun.scale %s : f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>
      return %m : !chad.lfun<(lin<f64>) -> (lin<f64>)>
    }
    ```

    A region with an op that has effects, or with values whose shapes depend on it, stays as it is;
    a remark says why.
  }];
  let dependentDialects = ["::chad::ChadDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

#endif // CHAD_DERIVED_PASSES_TD
