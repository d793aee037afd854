// Results of two iterations at a time are those of the loops as written, also if an inner loop
// begins after its end.

// RUN: chad-run %s --interpret --entry=main | FileCheck %s
// RUN: chad-opt %s --chad-unroll-and-jam | chad-run - --entry=main | FileCheck %s
// RUN: chad-opt %s --chad-unroll-and-jam | FileCheck %s --check-prefix=JAM
// RUN: chad-run %s --entry=main | FileCheck %s
// CHECK: tensor<7xf64> [120300, 120000, 0, 102, 213, 212, 424]

// JAM-LABEL: func private @later
// JAM: step %c2
func.func private @later(%xs: tensor<?xf64>, %m: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %p = scf.for %j = %m to %i step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r : f64
}

// Before zero the inner loops have no iterations; the bound is a sum.
// JAM-LABEL: func private @before
// JAM: step %c2
func.func private @before(%xs: tensor<?xf64>, %from: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c-1 = arith.constant -1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %from to %c4 step %c1 iter_args(%s = %zero) -> (f64) {
    %end = arith.addi %c-1, %i : index
    %p = scf.for %j = %c0 to %end step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r : f64
}

// Inner loops that become shorter: by exactly one each time, and after the last one has none.
// JAM-LABEL: func private @shorter
// JAM: step %c2
func.func private @shorter(%xs: tensor<?xf64>, %n: index, %end: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %count = arith.subi %end, %i : index
    %p = scf.for %j = %c0 to %count step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r : f64
}

// JAM-LABEL: func private @triangle
// JAM: scf.for {{.*}} step %c2
// JAM: scf.for
// JAM: tensor.extract
// JAM: arith.addf
// JAM: arith.addf
// JAM: scf.yield
// JAM-NOT: scf.for
// JAM: scf.yield
func.func private @triangle(%xs: tensor<?xf64>, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %count = arith.subi %last, %i : index
    %p = scf.for %j = %c0 to %count step %c1 iter_args(%t = %s) -> (f64) {
      %x = tensor.extract %xs[%j] : tensor<?xf64>
      %u = arith.addf %t, %x : f64
      scf.yield %u : f64
    }
    scf.yield %p : f64
  } {chad.any_order}
  return %r : f64
}

func.func @main() -> tensor<7xf64> {
  %xs = arith.constant dense<[1.0, 100.0, 10.0, 100.0, 10000.0, 100000.0, 5.0]> : tensor<7xf64>
  %ys = tensor.cast %xs : tensor<7xf64> to tensor<?xf64>
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c-3 = arith.constant -3 : index
  %a = func.call @later(%ys, %c3) : (tensor<?xf64>, index) -> f64
  %b = func.call @later(%ys, %c4) : (tensor<?xf64>, index) -> f64
  %c = func.call @later(%ys, %c9) : (tensor<?xf64>, index) -> f64
  %d = func.call @before(%ys, %c-3) : (tensor<?xf64>, index) -> f64
  %e = func.call @shorter(%ys, %c9, %c3) : (tensor<?xf64>, index, index) -> f64
  %f = func.call @shorter(%ys, %c2, %c3) : (tensor<?xf64>, index, index) -> f64
  %g = func.call @triangle(%ys, %c5) : (tensor<?xf64>, index) -> f64
  %r = tensor.from_elements %a, %b, %c, %d, %e, %f, %g : tensor<7xf64>
  return %r : tensor<7xf64>
}
