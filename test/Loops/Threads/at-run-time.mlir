// Without a given number of threads, the function asks the runtime for it once, also if the first
// loop that might need it is not divided.

// RUN: chad-opt %s --chad-choose-schedule --chad-parallelize-loops | FileCheck %s

// CHECK-LABEL: func.func @guessed
// CHECK: call @omp_get_max_threads
// CHECK: chad.fold
// CHECK-NOT: call @omp_get_max_threads
// CHECK: return
func.func @guessed(%w: tensor<?x?xf64>, %h: tensor<?x?xf64>, %x: tensor<?xf64>,
                   %n: tensor<?xindex>) -> tensor<?x?xf64> {
  %last = chad.fold (%k in %n : tensor<?xindex>) with (%hs = %h : tensor<?x?xf64>) {
    %x0 = tensor.extract_slice %x[2] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %top, %next = chad.fold (%r in %w : tensor<?x?xf64>, %s in %hs : tensor<?x?xf64>)
        with (%y = %x0 : tensor<?xf64>) collect (tensor<?x?xf64>) {
      %z = chad.map (%a in %r : tensor<?xf64>, %b in %s : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %a, %b : f64
        chad.yield %p : f64
      }
      chad.yield %y, %z : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %last : tensor<?x?xf64>
}

// An extent that no array has is not asked for again.
// CHECK-LABEL: func.func @no_such_extent
// CHECK: tensor.dim
// CHECK: return
func.func @no_such_extent(%xs: tensor<?xf64>) -> tensor<?xindex> {
  %none = arith.constant -1 : index
  %n = tensor.dim %xs, %none : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    %q = arith.muli %i, %i : index
    chad.yield %q : index
  }
  return %is : tensor<?xindex>
}
