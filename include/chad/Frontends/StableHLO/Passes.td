//===- Passes.td - StableHLO -------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_FRONTENDS_STABLEHLO_PASSES_TD
#define CHAD_FRONTENDS_STABLEHLO_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChadImportStableHLO : Pass<"chad-import-stablehlo", "::mlir::ModuleOp"> {
  let summary = "programs of JAX, in StableHLO, to linalg, tensor, scf and chad";
  let description = [{
    Each op of StableHLO and CHLO becomes ops of `linalg`, `tensor`, `scf`, `arith`, `math` and this
    dialect, which are differentiated and compiled like all others. The ops of the two dialects are not
    registered, and their attributes are text, whether they are read in the generic form, in the
    syntax in which JAX prints them, or as bytecode. A portable artifact, bytecode of the dialect
    VHLO as `jax.export` serializes it, becomes the generic form first.

    ```mlir
    func.func @step(%w: tensor<3x2xf64>, %x: tensor<2xf64>) -> tensor<f64> {
      %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
      %y = "stablehlo.dot_general"(%w, %x)
          <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
          : (tensor<3x2xf64>, tensor<2xf64>) -> tensor<3xf64>
      %t = "stablehlo.tanh"(%y) : (tensor<3xf64>) -> tensor<3xf64>
      %s = "stablehlo.reduce"(%t, %zero) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f64>, %b: tensor<f64>):
        %c = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
        "stablehlo.return"(%c) : (tensor<f64>) -> ()
      }) : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
      return %s : tensor<f64>
    }
    ```

    becomes

    ```mlir
    func.func @step(%w: tensor<3x2xf64>, %x: tensor<2xf64>) -> tensor<f64> {
      %zero = arith.constant 0.0 : f64
      %start = arith.constant 0.0 : f64
      %rows = tensor.empty() : tensor<3xf64>
      %zeros = linalg.fill ins(%start : f64) outs(%rows : tensor<3xf64>) -> tensor<3xf64>
      %y = linalg.contract indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>]
          ins(%w, %x : tensor<3x2xf64>, tensor<2xf64>) outs(%zeros : tensor<3xf64>) -> tensor<3xf64>
      %t = math.tanh %y : tensor<3xf64>
      %place = tensor.empty() : tensor<f64>
      %init = linalg.fill ins(%zero : f64) outs(%place : tensor<f64>) -> tensor<f64>
      %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
          ins(%t : tensor<3xf64>) outs(%init : tensor<f64>) {
      ^bb0(%b: f64, %a: f64):
        %c = arith.addf %a, %b : f64
        linalg.yield %c : f64
      } -> tensor<f64>
      return %s : tensor<f64>
    }
    ```

    Tensors of rank 0 become scalars inside of functions, so that conditions, counters and the
    bodies of reductions are scalar code. Arguments and results of functions keep their types,
    except that signed and unsigned integers become signless. A `while` loop with a counter becomes
    a `chad.fold`, and an array of which each iteration writes one row becomes one of its collected
    arrays. Calls of private functions that are small, or called once, are replaced by their bodies.

    An op that cannot be imported is an error, which lists the ops that can. The page
    [Frontends](../../../docs/Frontends.md) has a table of them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::chad::ChadDialect"];
}

#endif // CHAD_FRONTENDS_STABLEHLO_PASSES_TD
