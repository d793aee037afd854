// Loops read the elements of padded and shifted arrays from the original arrays.

// RUN: chad-opt %s --split-input-file --chad-forward-slices --canonicalize | FileCheck %s

// A stencil: what the extents imply is not asked.
// CHECK-LABEL: @stencil
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK-NOT: tensor.pad
// CHECK: chad.build %[[I:[a-z0-9]+]] <
// CHECK: %[[END:[0-9]+]] = arith.addi %{{.*}}, %c-1
// CHECK-NEXT: %[[HAS:[0-9]+]] = arith.cmpi slt, %[[I]], %[[END]]
// CHECK-NEXT: scf.if %[[HAS]]
// CHECK-NEXT: %[[J:[0-9]+]] = arith.addi %[[I]], %c1
// CHECK-NEXT: tensor.extract %[[XS]][%[[J]]]
// CHECK: %[[HAS:[0-9]+]] = arith.cmpi sge, %[[I]], %c1
// CHECK-NEXT: scf.if %[[HAS]]
// CHECK-NEXT: %[[J:[0-9]+]] = arith.addi %[[I]], %c-1
// CHECK-NEXT: tensor.extract %[[XS]][%[[J]]]
// CHECK-NOT: cmpi
// CHECK: return
func.func @stencil(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %padded = tensor.pad %xs low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %right = tensor.extract_slice %padded[2] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %sums = chad.map (%l in %left : tensor<?xf64>, %r in %right : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %l, %r : f64
    chad.yield %s : f64
  }
  return %sums : tensor<?xf64>
}

// -----

// Its derivative: a product that is cheap is computed where it is read, and not stored.
// CHECK-LABEL: @adjoint
// CHECK-SAME: %[[YS:[a-z0-9]+]]: tensor<?xf64>, %[[K:[a-z0-9]+]]: f64
// CHECK-NOT: tensor.insert_slice
// CHECK: chad.build %[[I:[a-z0-9]+]] <
// CHECK: %[[L:[0-9]+]] = scf.if
// CHECK:   %[[Y:.*]] = tensor.extract %[[YS]]
// CHECK:   arith.mulf %[[K]], %[[Y]]
// CHECK: %[[R:[0-9]+]] = scf.if
// CHECK:   %[[Y:.*]] = tensor.extract %[[YS]]
// CHECK:   %[[P:[0-9]+]] = arith.mulf %[[K]], %[[Y]]
// CHECK:   arith.addf %[[L]], %[[P]]
// CHECK: else
// CHECK:   scf.yield %[[L]]
// CHECK: arith.addf %[[R]]
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @adjoint(%ys: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %ys, %c0 : tensor<?xf64>
  %m = arith.addi %n, %c2 : index
  %scaled = chad.map (%y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %k, %y : f64
    chad.yield %p : f64
  }
  %zeros = tensor.splat %zero[%m] : tensor<?xf64>
  %right = tensor.insert_slice %scaled into %zeros[2] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %start = tensor.extract_slice %right[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %sum = chad.map (%a in %start : tensor<?xf64>, %b in %scaled : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %both = tensor.insert_slice %sum into %right[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %middle = tensor.extract_slice %both[1] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = chad.map (%a in %middle : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %a, %y : f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// -----

// Elements that are costly are stored once.
// CHECK-LABEL: @costly
// CHECK: %[[ES:[0-9]+]] = chad.map
// CHECK: math.exp
// CHECK: chad.build
// CHECK: tensor.extract %[[ES]]
// CHECK-NOT: math.exp
// CHECK: return
func.func @costly(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %es = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  %padded = tensor.pad %es low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = chad.map (%l in %left : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %l, %l : f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// -----

// What is needed as a whole is made anyway, and an array that others write to is no rim.
// CHECK-LABEL: @whole
// CHECK: tensor.pad
// CHECK-NOT: chad.build
// CHECK: tensor.insert_slice
// CHECK-NOT: chad.build
// CHECK: return
func.func @whole(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %padded = tensor.pad %xs low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = chad.map (%l in %left : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %l, %l : f64
    chad.yield %s : f64
  }
  %in = tensor.insert_slice %xs into %ys[1] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %t = chad.map (%y in %in : tensor<?xf64>) -> tensor<?xf64> {
    %s = arith.addf %y, %y : f64
    chad.yield %s : f64
  }
  return %padded, %r, %t : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// -----

// What is dead goes with the loops inside of it.
// CHECK-LABEL: func.func @dead_nest
// CHECK-NEXT: return
func.func @dead_nest(%x: tensor<?x?xf64>) {
  %r = chad.map (%row in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%a in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %a : f64
      chad.yield %p : f64
    }
    %dead = chad.map (%a in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.addf %a, %a : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  return
}

// -----

// What a fold collects without its states is computed where it is read, as what a map makes; what it
// collects of them is read.
// CHECK-LABEL: @collected
// CHECK-NOT: tensor.pad
// CHECK: %[[FOLD:.*]]:2 = chad.fold
// CHECK: chad.yield %{{.*}}, %[[STATE:.*]] : f64, f64
// CHECK: chad.build
// CHECK-DAG: tensor.extract %[[FOLD]]#1[
// CHECK-DAG: tensor.extract %arg0[
func.func @collected(%xs: tensor<?xf64>, %k: f64, %n: index) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sum, %scaled, %sums = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>, tensor<?xf64>) {
    %y = arith.mulf %k, %x : f64
    %t = arith.addf %s, %y : f64
    chad.yield %t, %y, %t : f64, f64, f64
  }
  %padded = tensor.pad %scaled low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %before = tensor.pad %sums low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %last = tensor.extract_slice %before[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = chad.map (%l in %left : tensor<?xf64>, %b in %last : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %l, %b : f64
    chad.yield %p : f64
  }
  return %sum, %r : f64, tensor<?xf64>
}
