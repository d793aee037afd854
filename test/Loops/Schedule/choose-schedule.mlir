// Which loops run in threads and in lanes, and that the schedule of a loop is obeyed.

// RUN: chad-opt %s --chad-choose-schedule | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule=threads=false | FileCheck %s --check-prefix=ONE
// RUN: chad-opt %s --chad-choose-schedule=vector-bits=256 | FileCheck %s --check-prefix=NARROW
// RUN: chad-opt %s --chad-choose-schedule | chad-opt --chad-choose-schedule=threads=false | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule='threads=false everywhere' | FileCheck %s --check-prefix=ALL
// RUN: chad-opt %s --chad-choose-schedule='threads=false l2-bytes=65536' | FileCheck %s --check-prefix=SMALL

// ONE-NOT: threads = true

// A function of each element: flat, one vector at a time.
// CHECK-LABEL: func.func @flat(
// CHECK: {chad.schedule = #chad.schedule<threads = true, lanes = 8>}
// ONE-LABEL: func.func @flat(
// ONE: {chad.schedule = #chad.schedule<lanes = 8>}
// NARROW-LABEL: func.func @flat(
// NARROW: {chad.schedule = #chad.schedule<threads = true, lanes = 4>}
func.func @flat(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = math.exp %x : f64
    chad.yield %z : f64
  }
  return %zs : tensor<?xf64>
}

// A float is half as wide.
// CHECK-LABEL: func.func @float(
// CHECK: {chad.schedule = #chad.schedule<threads = true, lanes = 16>}
func.func @float(%xs: tensor<?xf32>) -> tensor<?xf32> {
  %zs = chad.map (%x in %xs : tensor<?xf32>) -> tensor<?xf32> {
    %z = math.exp %x : f32
    chad.yield %z : f32
  }
  return %zs : tensor<?xf32>
}

// Too little for lanes, unless they are asked for everywhere; the inner loop has none of its own.
// CHECK-LABEL: func.func @little(
// CHECK: chad.map
// CHECK-NOT: lanes
// CHECK: {chad.schedule = #chad.schedule<threads = true>}
// ONE-LABEL: func.func @little(
// ONE-NOT: chad.schedule
// ONE: return
// ALL-LABEL: func.func @little(
// ALL: {chad.schedule = #chad.schedule<lanes = 16>}
func.func @little(%xs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zs = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %z = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %x : f64
      chad.yield %p : f64
    }
    chad.yield %z : tensor<?xf64>
  }
  return %zs : tensor<?x?xf64>
}

// Iterations that follow each other have none; what is inside may.
// CHECK-LABEL: func.func @steps(
// CHECK: chad.fold
// CHECK: chad.map
// CHECK: } {chad.schedule = #chad.schedule<threads = true>}
// CHECK: chad.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @steps(%xs: tensor<?xf64>, %k: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %k : tensor<?xf64>) {
    %c0 = arith.constant 0 : index
    %first = tensor.extract %s[%c0] : tensor<?xf64>
    %t = chad.map (%a in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %x : f64
      %q = arith.addf %p, %first : f64
      chad.yield %q : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// What there is stays.
// CHECK-LABEL: func.func @given(
// CHECK: {chad.schedule = #chad.schedule<lanes = 4>}
func.func @given(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %z = math.exp %x : f64
    chad.yield %z : f64
  } {chad.schedule = #chad.schedule<lanes = 4>}
  return %zs : tensor<?xf64>
}

// A batch of one has no lanes and no threads; what is inside has.
// CHECK-LABEL: func.func @batch_of_one(
// CHECK: } {chad.schedule = #chad.schedule<threads = true, lanes = 8>}
// CHECK-NEXT: chad.yield
// CHECK-NEXT: }{{$}}
func.func @batch_of_one(%xs: tensor<1x100xf64>) -> tensor<1x100xf64> {
  %zs = chad.map (%row in %xs : tensor<1x100xf64>) -> tensor<1x100xf64> {
    %ys = chad.map (%x in %row : tensor<100xf64>) -> tensor<100xf64> {
      %y = math.exp %x : f64
      chad.yield %y : f64
    }
    chad.yield %ys : tensor<100xf64>
  }
  return %zs : tensor<1x100xf64>
}

// Three iterations leave most of eight lanes without one, and fit into one vector of four.
// CHECK-LABEL: func.func @three(
// CHECK: {chad.schedule = #chad.schedule<lanes = 8>}
// CHECK: {chad.schedule = #chad.schedule<threads = true>}
// NARROW-LABEL: func.func @three(
// NARROW: {chad.schedule = #chad.schedule<threads = true, lanes = 4>}
// ALL-LABEL: func.func @three(
// ALL: lanes = 16
func.func @three(%xs: tensor<3x5xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %zs = chad.map (%x in %xs : tensor<3x5xf64>) -> tensor<3xf64> {
    %es = chad.map (%a in %x : tensor<5xf64>) -> tensor<5xf64> {
      %e = math.exp %a : f64
      chad.yield %e : f64
    }
    %z = chad.reduce (%a, %b in %es from %zero : tensor<5xf64>) {
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    chad.yield %z : f64
  }
  return %zs : tensor<3xf64>
}

// Each iteration of the first loop keeps 100 numbers of 8 bytes: those of 16 lanes take 12,800 bytes, less than half of a cache of
// 64 KiB. An iteration of the second one keeps ten times as many, and gets the lanes of one vector. Numbers of 4 bytes have twice as
// many lanes.
// ONE-LABEL: func.func @kept(
// ONE: lanes = 16>
// ONE: lanes = 16>
// ONE: lanes = 32>
// SMALL-LABEL: func.func @kept(
// SMALL: lanes = 16>
// SMALL: lanes = 8>
// SMALL: lanes = 32>
func.func @kept(%xs: tensor<?x10x10xf64>, %ys: tensor<?x100x10xf64>, %zs: tensor<?x10x10xf32>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant 0.0 : f32
  %a = chad.map (%x in %xs : tensor<?x10x10xf64>) -> tensor<?xf64> {
    %squares = chad.map (%row in %x : tensor<10x10xf64>) -> tensor<10x10xf64> {
      %q = chad.map (%e in %row : tensor<10xf64>) -> tensor<10xf64> {
        %p = math.exp %e : f64
        chad.yield %p : f64
      }
      chad.yield %q : tensor<10xf64>
    }
    %sum = chad.fold (%row in %squares : tensor<10x10xf64>) with (%s = %zero : f64) {
      %t = chad.fold (%e in %row : tensor<10xf64>) with (%u = %s : f64) {
        %v = arith.mulf %u, %e : f64
        chad.yield %v : f64
      }
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  %b = chad.map (%x in %ys : tensor<?x100x10xf64>) -> tensor<?xf64> {
    %squares = chad.map (%row in %x : tensor<100x10xf64>) -> tensor<100x10xf64> {
      %q = chad.map (%e in %row : tensor<10xf64>) -> tensor<10xf64> {
        %p = math.exp %e : f64
        chad.yield %p : f64
      }
      chad.yield %q : tensor<10xf64>
    }
    %sum = chad.fold (%row in %squares : tensor<100x10xf64>) with (%s = %zero : f64) {
      %t = chad.fold (%e in %row : tensor<10xf64>) with (%u = %s : f64) {
        %v = arith.mulf %u, %e : f64
        chad.yield %v : f64
      }
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  %c = chad.map (%x in %zs : tensor<?x10x10xf32>) -> tensor<?xf32> {
    %squares = chad.map (%row in %x : tensor<10x10xf32>) -> tensor<10x10xf32> {
      %q = chad.map (%e in %row : tensor<10xf32>) -> tensor<10xf32> {
        %p = math.exp %e : f32
        chad.yield %p : f32
      }
      chad.yield %q : tensor<10xf32>
    }
    %sum = chad.fold (%row in %squares : tensor<10x10xf32>) with (%s = %none : f32) {
      %t = chad.fold (%e in %row : tensor<10xf32>) with (%u = %s : f32) {
        %v = arith.mulf %u, %e : f32
        chad.yield %v : f32
      }
      chad.yield %t : f32
    }
    chad.yield %sum : f32
  }
  return %a, %b, %c : tensor<?xf64>, tensor<?xf64>, tensor<?xf32>
}

// A stencil whose elements are read by index: lanes, of which each has a row, would read them one by one. LLVM vectorizes the
// loop along the row.
// CHECK-LABEL: func.func @stencil
// CHECK-NOT: lanes
// CHECK: return
func.func @stencil(%x: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %y = chad.build %i < %c64 -> tensor<64x64xf64> {
    %before = arith.subi %i, %c1 : index
    %above = arith.maxsi %before, %c0 : index
    %after = arith.addi %i, %c1 : index
    %below = arith.minsi %after, %c63 : index
    %row = chad.build %j < %c64 -> tensor<64xf64> {
      %a = tensor.extract %x[%above, %j] : tensor<64x64xf64>
      %b = tensor.extract %x[%i, %j] : tensor<64x64xf64>
      %c = tensor.extract %x[%below, %j] : tensor<64x64xf64>
      %f = arith.addf %a, %c : f64
      %g = arith.addf %b, %b : f64
      %h = arith.subf %f, %g : f64
      %k = arith.mulf %h, %b : f64
      %l = arith.addf %k, %b : f64
      %m = arith.mulf %l, %b : f64
      %n = arith.addf %m, %h : f64
      %o = arith.mulf %n, %n : f64
      chad.yield %o : f64
    }
    chad.yield %row : tensor<64xf64>
  }
  return %y : tensor<64x64xf64>
}
