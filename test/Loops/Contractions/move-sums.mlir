// RUN: chad-opt %s --chad-raise-contractions=batches --canonicalize --cse | FileCheck %s
// RUN: chad-opt %s --chad-raise-contractions --canonicalize --cse | FileCheck %s --check-prefix=INSIDE

// Each iteration adds the lower triangle of a product of two vectors, row by row, at packed positions. All products are one
// product of matrices, of which the triangle is read once.

// CHECK-LABEL: func.func @triangle
// CHECK-NOT: chad.fold
// CHECK: %[[SUMS:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%arg0, %arg1 : tensor<40x16xf64>, tensor<40x16xf64>)
// CHECK: chad.fold (%[[I:.*]] in %{{.*}} : tensor<16xindex>) with
// CHECK: chad.fold (%[[J:.*]] in %{{.*}} : tensor<?xindex>) with
// CHECK: tensor.extract %[[SUMS]][%[[J]], %[[I]]]
// CHECK: chad.accumulate
// For the CPU, it stays in the loop.
// INSIDE-LABEL: func.func @triangle
// INSIDE-NOT: linalg.generic
// INSIDE: return
func.func @triangle(%us: tensor<40x16xf64>, %vs: tensor<40x16xf64>, %start: tensor<120xf64>) -> tensor<120xf64> {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero : tensor<120xf64>
  %rows = chad.build %i < %c16 -> tensor<16xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%u in %us : tensor<40x16xf64>, %v in %vs : tensor<40x16xf64>)
      with (%s = %start : tensor<120xf64>) {
    %term = chad.fold (%r in %v : tensor<16xf64>, %i in %rows : tensor<16xindex>)
        with (%acc = %zeros : tensor<120xf64>) {
      %columns = chad.build %j < %i -> tensor<?xindex> {
        chad.yield %j : index
      }
      %next = chad.fold (%j in %columns : tensor<?xindex>) with (%a = %acc : tensor<120xf64>) {
        %less = arith.subi %i, %c1 : index
        %double = arith.muli %i, %less : index
        %begin = arith.shrui %double, %c1 : index
        %at = arith.addi %begin, %j : index
        %e = tensor.extract %u[%j] : tensor<16xf64>
        %p = arith.mulf %e, %r : f64
        %b = chad.accumulate %p into %a[%at] : f64 into tensor<120xf64>
        chad.yield %b : tensor<120xf64>
      }
      chad.yield %next : tensor<120xf64>
    }
    %t = arith.addf %s, %term : tensor<120xf64>
    chad.yield %t : tensor<120xf64>
  }
  return %sum : tensor<120xf64>
}

// What multiplies the elements is the same in all iterations: the vectors are summed first. Without an iteration no index need
// be valid.

// CHECK-LABEL: func.func @function
// CHECK: %[[SUM:.*]] = chad.fold (%[[U:.*]] in %arg0 : tensor<?x16xf64>) with (%[[S:.*]] = %{{.*}} : tensor<16xf64>)
// CHECK-NEXT: arith.addf %[[S]], %[[U]]
// CHECK-NEXT: chad.yield
// CHECK: %[[RUNS:.*]] = arith.cmpi ne
// CHECK: scf.if %[[RUNS]]
// CHECK: tensor.extract %[[SUM]]
// CHECK: chad.accumulate
// CHECK: } else {
// CHECK: scf.yield
func.func @function(%us: tensor<?x16xf64>, %a: tensor<16x24xf64>, %places: tensor<24xindex>, %start: tensor<?xf64>)
    -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %start, %c0 : tensor<?xf64>
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %sum = chad.fold (%u in %us : tensor<?x16xf64>) with (%s = %start : tensor<?xf64>) {
    %term = chad.fold (%e in %u : tensor<16xf64>, %row in %a : tensor<16x24xf64>) with (%acc = %zeros : tensor<?xf64>) {
      %next = chad.fold (%w in %row : tensor<24xf64>, %p in %places : tensor<24xindex>) with (%b = %acc : tensor<?xf64>) {
        %q = arith.mulf %w, %e : f64
        %c = chad.accumulate %q into %b[%p] : f64 into tensor<?xf64>
        chad.yield %c : tensor<?xf64>
      }
      chad.yield %next : tensor<?xf64>
    }
    %t = arith.addf %s, %term : tensor<?xf64>
    chad.yield %t : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}

// The places depend on the iteration: all is added where it was.

// CHECK-LABEL: func.func @elsewhere
// CHECK: chad.fold
// CHECK: chad.accumulate
// CHECK-NOT: chad.accumulate
// CHECK: return
func.func @elsewhere(%us: tensor<40x16xf64>, %a: tensor<16x24xf64>, %places: tensor<40x24xindex>, %start: tensor<99xf64>)
    -> tensor<99xf64> {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero : tensor<99xf64>
  %sum = chad.fold (%u in %us : tensor<40x16xf64>, %ps in %places : tensor<40x24xindex>) with (%s = %start : tensor<99xf64>) {
    %term = chad.fold (%e in %u : tensor<16xf64>, %row in %a : tensor<16x24xf64>) with (%acc = %zeros : tensor<99xf64>) {
      %next = chad.fold (%w in %row : tensor<24xf64>, %p in %ps : tensor<24xindex>) with (%b = %acc : tensor<99xf64>) {
        %q = arith.mulf %w, %e : f64
        %c = chad.accumulate %q into %b[%p] : f64 into tensor<99xf64>
        chad.yield %c : tensor<99xf64>
      }
      chad.yield %next : tensor<99xf64>
    }
    %t = arith.addf %s, %term : tensor<99xf64>
    chad.yield %t : tensor<99xf64>
  }
  return %sum : tensor<99xf64>
}

// The products are summed over the rows in each iteration: there are more of them than sums.

// CHECK-LABEL: func.func @reduced
// CHECK-NOT: tensor<16x24x16xf64>
// CHECK: return
func.func @reduced(%us: tensor<40x16xf64>, %vs: tensor<40x16x24xf64>, %places: tensor<24xindex>) -> tensor<99xf64> {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero : tensor<99xf64>
  %sum = chad.fold (%u in %us : tensor<40x16xf64>, %v in %vs : tensor<40x16x24xf64>) with (%s = %zeros : tensor<99xf64>) {
    %term = chad.fold (%e in %u : tensor<16xf64>) with (%acc = %zeros : tensor<99xf64>) {
      %next = chad.fold (%row in %v : tensor<16x24xf64>) with (%b = %acc : tensor<99xf64>) {
        %inner = chad.fold (%w in %row : tensor<24xf64>, %p in %places : tensor<24xindex>) with (%c = %b : tensor<99xf64>) {
          %q = arith.mulf %w, %e : f64
          %d = chad.accumulate %q into %c[%p] : f64 into tensor<99xf64>
          chad.yield %d : tensor<99xf64>
        }
        chad.yield %inner : tensor<99xf64>
      }
      chad.yield %next : tensor<99xf64>
    }
    %t = arith.addf %s, %term : tensor<99xf64>
    chad.yield %t : tensor<99xf64>
  }
  return %sum : tensor<99xf64>
}

// A factor that a loop collects already is not collected again, and again.
// CHECK-LABEL: func.func @collected
// CHECK: return
func.func @collected(%xs: tensor<?x?xf32>, %a: tensor<?xf32>, %b: tensor<?xf32>, %zeros: tensor<?x?x?xf32>, %n: index, %m: index, %o: index) -> tensor<?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = chad.fold (%x in %xs : tensor<?x?xf32>, %p in %a : tensor<?xf32>, %q in %b : tensor<?xf32>) with (%s = %zeros : tensor<?x?x?xf32>) {
    %u, %v = chad.fold right (%y in %x : tensor<?xf32>) with (%t = %zero : f32, %w = %zero : f32) {
      %f = arith.mulf %p, %y : f32
      %g = arith.addf %t, %f : f32
      %h = arith.mulf %q, %y : f32
      %k = arith.addf %w, %h : f32
      chad.yield %g, %k : f32, f32
    }
    %numbers = chad.build %i < %n -> tensor<?xindex> {
      chad.yield %i : index
    }
    %last, %each = chad.fold right (%i in %numbers : tensor<?xindex>) with (%t = %u : f32) collect (tensor<?xf32>) {
      chad.yield %zero, %t : f32, f32
    }
    %addend = chad.map (%e in %each : tensor<?xf32>) -> tensor<?x?x?xf32> {
      %f = arith.addf %e, %v : f32
      %rows = chad.build %i < %m -> tensor<?x?xf32> {
        %row = chad.build %j < %o -> tensor<?xf32> {
          chad.yield %f : f32
        }
        chad.yield %row : tensor<?xf32>
      }
      chad.yield %rows : tensor<?x?xf32>
    }
    %next = arith.addf %s, %addend : tensor<?x?x?xf32>
    chad.yield %next : tensor<?x?x?xf32>
  }
  return %sum : tensor<?x?x?xf32>
}
