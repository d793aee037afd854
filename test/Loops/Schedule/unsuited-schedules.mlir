// Schedules that are not valid for their loops are not carried out, and the results are the same.
// DEFINE: %{rows} = chad-run %s --entry=rows_of_indices --arg='[[1, 7], [5, 2], [3, 3]]' --arg='[4, 0]' --remarks
// RUN: %{rows} 2>&1 | FileCheck %s
// RUN: %{rows} --threads=3 --thread-grain=1 2>&1 | FileCheck %s
// CHECK: remark: not vectorized, though its schedule says so: it is no fold whose states are rows that a map makes
// CHECK: tensor<2xindex> [5, 7]

// RUN: chad-opt %s --chad-parallelize-loops="threads=3 grain=1" --remarks-filter=".*" 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: one thread: there is too little to do for more
// THREADS-LABEL: @one_row
// THREADS-NEXT: linalg.matmul ins(

// RUN: chad-opt %s --chad-vectorize-lanes --remarks-filter=".*" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TAIL
// TAIL: Function=no_tail | Remark="not vectorized, though its schedule says so: no functions of scalars follow the loops in its body"
func.func @no_tail(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  } {chad.schedule = #chad.schedule<tail_lanes = 8>}
  return %ys : tensor<?xf64>
}
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
