// Schedules that are not valid for their loops are not carried out, and the results are the same.
// RUN: chad-run %s --remarks 2>&1 | FileCheck %s
// RUN: chad-run %s --remarks --threads=3 --thread-grain=1 2>&1 | FileCheck %s --check-prefixes=CHECK,THREADS

// THREADS: remark: one thread: there is too little to do for more
// CHECK: remark: not vectorized, though its schedule says so: it is no fold whose states are rows that a map makes
// CHECK: tensor<2xindex> [5, 7]
// CHECK: tensor<1x2xf64> {{\[\[}}8, 12]]

func.func @rows_of_indices(%m: tensor<?x?xindex>, %start: tensor<?xindex>) -> tensor<?xindex> {
  %end = chad.fold (%row in %m : tensor<?x?xindex>) with (%s = %start : tensor<?xindex>) {
    %next = chad.map (%a in %s : tensor<?xindex>, %b in %row : tensor<?xindex>) -> tensor<?xindex> {
      %c = arith.maxui %a, %b : index
      chad.yield %c : index
    }
    chad.yield %next : tensor<?xindex>
  } {chad.schedule = #chad.schedule<row_lanes = 8>}
  return %end : tensor<?xindex>
}
func.func @one_row(%a: tensor<1x?xf64>, %b: tensor<?x2xf64>, %c: tensor<1x2xf64>) -> tensor<1x2xf64> {
  %d = linalg.matmul {chad.schedule = #chad.schedule<threads = true>} ins(%a, %b : tensor<1x?xf64>, tensor<?x2xf64>) outs(%c : tensor<1x2xf64>) -> tensor<1x2xf64>
  return %d : tensor<1x2xf64>
}
func.func @main() -> (tensor<2xindex>, tensor<1x2xf64>) {
  %m = arith.constant dense<[[1, 7], [5, 2], [3, 3]]> : tensor<3x2xindex>
  %s = arith.constant dense<[4, 0]> : tensor<2xindex>
  %md = tensor.cast %m : tensor<3x2xindex> to tensor<?x?xindex>
  %sd = tensor.cast %s : tensor<2xindex> to tensor<?xindex>
  %r = call @rows_of_indices(%md, %sd) : (tensor<?x?xindex>, tensor<?xindex>) -> tensor<?xindex>
  %r2 = tensor.cast %r : tensor<?xindex> to tensor<2xindex>
  %a = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf64>
  %b = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %ad = tensor.cast %a : tensor<1x2xf64> to tensor<1x?xf64>
  %bd = tensor.cast %b : tensor<2x2xf64> to tensor<?x2xf64>
  %p = call @one_row(%ad, %bd, %a) : (tensor<1x?xf64>, tensor<?x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  return %r2, %p : tensor<2xindex>, tensor<1x2xf64>
}
