// The derivative of a loop over states that are arrays: they are computed where they are kept. The
// numbers are exact. Without iterations, with one and with several.

// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=0 --interpret > %t.0
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=0 | diff %t.0 -
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=0 --threads=2 | diff %t.0 -
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=1 --interpret > %t.1
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=1 | diff %t.1 -
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=1 --threads=2 | diff %t.1 -
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=3 --interpret > %t.3
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=3 | diff %t.3 -
// RUN: chad-opt %s --chad-to-first-order | chad-run - --entry=both --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=3 --threads=2 | diff %t.3 -
// RUN: chad-run %s --entry=evolve --grad-check --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=3
// RUN: chad-run %s --entry=slope --grad-check --arg='[[1, 2, 0.5], [0.25, -1, 3]]' --arg=0.5 --arg=3
// RUN: chad-opt %s --chad-to-first-order --chad-to-cpu --mlir-print-ir-after=chad-keep-states-in-place 2>&1 | FileCheck %s

// CHECK: func.func @both
// CHECK: scf.for
// CHECK-NOT: memref.copy
// CHECK: call @both_step

// uᵢⱼ' = uᵢⱼ² + k uᵢ₋₁ⱼ
func.func @evolve(%u: tensor<?x?xf64>, %k: f64, %n: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = tensor.dim %u, %c0 : tensor<?x?xf64>
  %columns = tensor.dim %u, %c1 : tensor<?x?xf64>
  %steps = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %end = chad.fold (%i in %steps : tensor<?xindex>) with (%now = %u : tensor<?x?xf64>) {
    %padded = tensor.pad %now low[1, 0] high[0, 0] {
    ^bb0(%j: index, %l: index):
      tensor.yield %zero : f64
    } : tensor<?x?xf64> to tensor<?x?xf64>
    %above = tensor.extract_slice %padded[0, 0] [%rows, %columns] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %next = chad.map (%r in %now : tensor<?x?xf64>, %s in %above : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %row = chad.map (%a in %r : tensor<?xf64>, %b in %s : tensor<?xf64>) -> tensor<?xf64> {
        %0 = arith.mulf %a, %a : f64
        %1 = arith.mulf %k, %b : f64
        %2 = arith.addf %0, %1 : f64
        chad.yield %2 : f64
      }
      chad.yield %row : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %end : tensor<?x?xf64>
}

func.func @both(%u: tensor<?x?xf64>, %k: f64, %n: index)
    -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<f64>) {
  %seed = chad.to_linear %u : tensor<?x?xf64>
  %r, %du, %dk = chad.vjp @evolve(%u, %k, %n) seed(%seed) wrt [0, 1]
      : (tensor<?x?xf64>, f64, index, !chad.lin<tensor<?x?xf64>>)
      -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<f64>)
  return %r, %du, %dk : tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<f64>
}

// The derivative of the sum of squares by k: the second derivatives keep states, too.
func.func @slope(%u: tensor<?x?xf64>, %k: f64, %n: index) -> f64 {
  %loss, %slope = chad.value_and_grad @loss(%u, %k, %n) wrt [1] : (tensor<?x?xf64>, f64, index) -> (f64, f64)
  return %slope : f64
}
func.func private @loss(%u: tensor<?x?xf64>, %k: f64, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %end = func.call @evolve(%u, %k, %n) : (tensor<?x?xf64>, f64, index) -> tensor<?x?xf64>
  %sum = chad.fold (%row in %end : tensor<?x?xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%e in %row : tensor<?xf64>) with (%v = %s : f64) {
      %q = arith.mulf %e, %e : f64
      %w = arith.addf %v, %q : f64
      chad.yield %w : f64
    }
    chad.yield %t : f64
  }
  return %sum : f64
}
