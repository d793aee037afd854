// Schedules written by hand are carried out if they are valid; otherwise a remark gives the reason.

// RUN: chad-opt %s --chad-vectorize-lanes | FileCheck %s
// RUN: chad-opt %s --chad-parallelize-loops=threads=2 --chad-vectorize-lanes --remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --threads=2 --thread-grain=1 | diff %t.expected -
// RUN: chad-run %s --host-features=false | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUE < %t.expected
// VALUE: tensor<5xf64> [2, 4, 6, 8, 10]

// REMARK-DAG: Category:chad-vectorize-lanes | Function=few | Remark="2 iterations at a time, each in a lane of vectors"
// REMARK-DAG: Category:chad-parallelize-loops | Function=follow | Remark="not divided among threads: its iterations follow each other"
// REMARK-DAG: Category:chad-vectorize-lanes | Function=follow | Remark="not vectorized, though its schedule says so: its iterations follow each other"
// REMARK-DAG: Category:chad-vectorize-lanes | Function=no_rows | Remark="not vectorized, though its schedule says so: it is no fold whose states are rows that a map makes"
// REMARK-DAG: Category:chad-parallelize-loops | Function=halves | Remark="iterations divided among threads"

// CHECK-LABEL: func.func private @few(
// CHECK: vector<2xf64>
func.func private @few(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.addf %x, %x : f64
    chad.yield %z : f64
  } {chad.schedule = #chad.schedule<lanes = 2>}
  return %zs : tensor<?xf64>
}

// CHECK-LABEL: func.func private @many(
// CHECK: vector<32xf64>
func.func private @many(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = chad.fold (%y in %xs : tensor<?xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %y : f64
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %z : f64
  } {chad.schedule = #chad.schedule<threads = true, lanes = 32>}
  return %zs : tensor<?xf64>
}

// CHECK-LABEL: func.func private @follow(
// CHECK-NOT: vector
func.func private @follow(%xs: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %z = chad.fold (%y in %xs : tensor<?xf64>) with (%s = %one : f64) {
    %p = arith.mulf %s, %y : f64
    %t = arith.addf %p, %one : f64
    chad.yield %t : f64
  } {chad.schedule = #chad.schedule<threads = true, lanes = 8>}
  return %z : f64
}

// CHECK-LABEL: func.func private @no_rows(
// CHECK-NOT: vector
func.func private @no_rows(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.addf %x, %x : f64
    chad.yield %z : f64
  } {chad.schedule = #chad.schedule<row_lanes = 8>}
  return %zs : tensor<?xf64>
}

// CHECK-LABEL: func.func private @halves(
func.func private @halves(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %half = arith.constant 0.5 : f64
  %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.mulf %x, %half : f64
    chad.yield %z : f64
  } {chad.schedule = #chad.schedule<threads = true>}
  return %zs : tensor<?xf64>
}

func.func @main() -> (tensor<5xf64>, tensor<5xf64>, f64, tensor<5xf64>, tensor<5xf64>) {
  %xs = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
  %x = tensor.cast %xs : tensor<5xf64> to tensor<?xf64>
  %a = call @few(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %b = call @many(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %c = call @follow(%x) : (tensor<?xf64>) -> f64
  %d = call @no_rows(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %e = call @halves(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %a5 = tensor.cast %a : tensor<?xf64> to tensor<5xf64>
  %b5 = tensor.cast %b : tensor<?xf64> to tensor<5xf64>
  %d5 = tensor.cast %d : tensor<?xf64> to tensor<5xf64>
  %e5 = tensor.cast %e : tensor<?xf64> to tensor<5xf64>
  return %a5, %b5, %c, %d5, %e5 : tensor<5xf64>, tensor<5xf64>, f64, tensor<5xf64>, tensor<5xf64>
}
