// Numbers of all kinds in lanes, in a whole vector and in a part of one, and the interpreter. All are
// small integers, so that nothing is rounded.

// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere --host-features=false | diff %t.expected -
// RUN: chad-run %s --threads=3 --thread-grain=1 | diff %t.expected -
// RUN: chad-run %s --threads=3 --thread-grain=0 --vectorize-everywhere | diff %t.expected -
// RUN: FileCheck %s < %t.expected

func.func private @numbers() -> tensor<?xi32> {
  %n = arith.constant 19 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %c3 = arith.constant 3 : i32
  %r = chad.build %i < %n -> tensor<?xi32> {
    %a = arith.muli %i, %c5 : index
    %b = arith.remui %a, %c11 : index
    %c = arith.index_cast %b : index to i32
    %d = arith.subi %c, %c3 : i32
    chad.yield %d : i32
  }
  return %r : tensor<?xi32>
}

// Floats of 16 bits are read and written as they are, whatever they are computed in.
func.func private @halves(%is: tensor<?xi32>) -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>) {
  %xs, %ys = chad.map (%i in %is : tensor<?xi32>) -> (tensor<?xf16>, tensor<?xbf16>) {
    %x = arith.sitofp %i : i32 to f16
    %y = arith.sitofp %i : i32 to bf16
    chad.yield %x, %y : f16, bf16
  }
  %r:3 = chad.map (%x in %xs : tensor<?xf16>, %y in %ys : tensor<?xbf16>)
      -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>) {
    %a = arith.mulf %x, %x : f16
    %b = arith.addf %y, %y : bf16
    %c = arith.extf %a : f16 to f32
    %d = arith.extf %b : bf16 to f32
    %e = arith.subf %c, %d : f32
    %f = math.floor %e : f32
    chad.yield %a, %b, %f : f16, bf16, f32
  }
  return %r#0, %r#1, %r#2 : tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>
}

// Vectors have eight bits in a byte, arrays one.
func.func private @bits(%is: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi32>) {
  %c0 = arith.constant 0 : i32
  %r:2 = chad.map (%i in %is : tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi4>) {
    %a = arith.cmpi sgt, %i, %c0 : i32
    %b = arith.trunci %i : i32 to i4
    chad.yield %a, %b : i1, i4
  }
  %s = chad.map (%a in %r#0 : tensor<?xi1>, %b in %r#1 : tensor<?xi4>, %i in %is : tensor<?xi32>)
      -> tensor<?xi32> {
    %c = arith.extsi %b : i4 to i32
    %d = arith.muli %c, %i : i32
    %e = arith.select %a, %d, %c0 : i32
    chad.yield %e : i32
  }
  return %r#0, %s : tensor<?xi1>, tensor<?xi32>
}

// The same in rows.
func.func private @rows_of_bits(%is: tensor<?xi32>) -> (tensor<?x5xi1>, tensor<?xi32>) {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : index
  %rows = chad.map (%i in %is : tensor<?xi32>) -> tensor<?x5xi1> {
    %row = chad.build %j < %c5 -> tensor<5xi1> {
      %k = arith.index_cast %j : index to i32
      %l = arith.addi %k, %i : i32
      %a = arith.trunci %l : i32 to i1
      chad.yield %a : i1
    }
    chad.yield %row : tensor<5xi1>
  }
  %sums = chad.map (%row in %rows : tensor<?x5xi1>) -> tensor<?xi32> {
    %sum = chad.fold (%a in %row : tensor<5xi1>) with (%s = %c0 : i32) {
      %b = arith.extui %a : i1 to i32
      %c = arith.addi %s, %s : i32
      %d = arith.addi %c, %b : i32
      chad.yield %d : i32
    }
    chad.yield %sum : i32
  }
  return %rows, %sums : tensor<?x5xi1>, tensor<?xi32>
}

// What stands in a branch that no lane takes is not run: there is a division by zero.
func.func private @division(%is: tensor<?xi32>, %zero: i32) -> tensor<?xi32> {
  %c9 = arith.constant 9 : i32
  %r = chad.map (%i in %is : tensor<?xi32>) -> tensor<?xi32> {
    %c = arith.cmpi sgt, %i, %c9 : i32
    %a = scf.if %c -> i32 {
      %q = arith.divsi %c9, %zero : i32
      %p = arith.muli %q, %i : i32
      scf.yield %p : i32
    } else {
      %p = arith.addi %i, %i : i32
      scf.yield %p : i32
    }
    chad.yield %a : i32
  }
  return %r : tensor<?xi32>
}

// Nor is an element read that the array does not have.
func.func private @outside(%is: tensor<?xi32>, %table: tensor<3xi32>) -> tensor<?xi32> {
  %c1 = arith.constant 1 : index
  %far = arith.constant 1000000000000 : index
  %c9 = arith.constant 9 : i32
  %c4 = arith.constant 4 : i32
  %r = chad.map (%i in %is : tensor<?xi32>) -> tensor<?xi32> {
    %c = arith.cmpi sgt, %i, %c9 : i32
    %a = scf.if %c -> i32 {
      %t = tensor.extract %table[%far] : tensor<3xi32>
      %p = arith.muli %t, %i : i32
      scf.yield %p : i32
    } else {
      scf.yield %i : i32
    }
    %d = arith.cmpi sgt, %i, %c4 : i32
    %b = scf.if %d -> i32 {
      %t = tensor.extract %table[%c1] : tensor<3xi32>
      %p = arith.muli %t, %i : i32
      scf.yield %p : i32
    } else {
      scf.yield %a : i32
    }
    chad.yield %b : i32
  }
  return %r : tensor<?xi32>
}

// Poison is a constant that is no number.
func.func private @poison(%is: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : i32
  %p = ub.poison : i32
  %r = chad.map (%i in %is : tensor<?xi32>) -> tensor<?xi32> {
    %c = arith.cmpi sgt, %i, %c0 : i32
    %a = arith.muli %i, %i : i32
    %b = scf.if %c -> i32 {
      scf.yield %p : i32
    } else {
      scf.yield %a : i32
    }
    %d = arith.select %c, %c0, %b : i32
    chad.yield %d : i32
  }
  return %r : tensor<?xi32>
}

// Arrays whose extents differ between iterations.
func.func private @extents(%n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0 : index
  %xs = chad.build %i < %c12 -> tensor<?xi32> {
    %x = arith.index_cast %i : index to i32
    chad.yield %x : i32
  }
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %l:2 = chad.map (%i in %is : tensor<?xindex>) -> (tensor<?xi32>, tensor<?xi32>) {
    %k = arith.addi %i, %c1 : index
    %m = arith.divui %c12, %k : index
    %e = tensor.expand_shape %xs [[0, 1]] output_shape [%k, %m] : tensor<?xi32> into tensor<?x?xi32>
    %a = chad.fold (%r in %e : tensor<?x?xi32>) with (%s = %c0 : i32) {
      %f = tensor.extract %r[%zero] : tensor<?xi32>
      %o = arith.muli %s, %c3 : i32
      %t = arith.addi %o, %f : i32
      chad.yield %t : i32
    }
    %v = arith.index_cast %k : index to i32
    %w = tensor.splat %v[%i] : tensor<?xi32>
    %b = chad.fold (%f in %w : tensor<?xi32>) with (%s = %c0 : i32) {
      %o = arith.muli %s, %c3 : i32
      %t = arith.addi %o, %f : i32
      chad.yield %t : i32
    }
    chad.yield %a, %b : i32, i32
  }
  return %l#0, %l#1 : tensor<?xi32>, tensor<?xi32>
}

// Loops over integers, of which some are compared without a sign: 200 is -56 there.
func.func private @loops(%is: tensor<?xi32>, %n: i32) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d0 = arith.constant 0 : i8
  %d50 = arith.constant 50 : i8
  %d200 = arith.constant 200 : i8
  %l:2 = chad.map (%i in %is : tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
    %a = scf.for %j = %c0 to %n step %c1 iter_args(%s = %i) -> i32 : i32 {
      %t = arith.muli %s, %j : i32
      %u = arith.addi %t, %i : i32
      scf.yield %u : i32
    }
    %b = scf.for unsigned %j = %d0 to %d200 step %d50 iter_args(%s = %i) -> i32 : i8 {
      %t = arith.addi %s, %s : i32
      scf.yield %t : i32
    }
    chad.yield %a, %b : i32, i32
  }
  return %l#0, %l#1 : tensor<?xi32>, tensor<?xi32>
}

// CHECK: tensor<19xf16> [9, 4, 49, 1,
// CHECK-NEXT: tensor<19xbf16> [-6, 4, 14, 2,
// CHECK-NEXT: tensor<19xf32> [15, 0, 35, -1,
// CHECK-NEXT: tensor<19xi1> [false, true, true, true,
// CHECK-NEXT: tensor<19xi32> [0, 4, 49, 1,
// CHECK-NEXT: tensor<19x5xi1> {{.}}[true, false, true, false, true], [false, true
// CHECK-NEXT: tensor<19xi32> [21, 10, 21, 21,
// CHECK-NEXT: tensor<19xi32> [-6, 4, 14, 2,
// CHECK-NEXT: tensor<19xi32> [-3, 2, 28, 1,
// CHECK-NEXT: tensor<19xi32> [9, 0, 0, 0,
// CHECK-NEXT: tensor<4xi32> [0, 6,
// CHECK-NEXT: tensor<4xi32> [0, 2,
// CHECK-NEXT: tensor<19xi32> [-195,
// CHECK-NEXT: tensor<19xi32> [-48,
func.func @main() -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xi1>, tensor<?xi32>,
                      tensor<?x5xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
                      tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %c4 = arith.constant 4 : index
  %table = arith.constant dense<[3, 4, 5]> : tensor<3xi32>
  %is = call @numbers() : () -> tensor<?xi32>
  %0:3 = call @halves(%is) : (tensor<?xi32>) -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>)
  %1:2 = call @bits(%is) : (tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi32>)
  %2:2 = call @rows_of_bits(%is) : (tensor<?xi32>) -> (tensor<?x5xi1>, tensor<?xi32>)
  %3 = call @division(%is, %c0) : (tensor<?xi32>, i32) -> tensor<?xi32>
  %4 = call @outside(%is, %table) : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32>
  %5 = call @poison(%is) : (tensor<?xi32>) -> tensor<?xi32>
  %6:2 = call @extents(%c4) : (index) -> (tensor<?xi32>, tensor<?xi32>)
  %7:2 = call @loops(%is, %c5) : (tensor<?xi32>, i32) -> (tensor<?xi32>, tensor<?xi32>)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %2#0, %2#1, %3, %4, %5, %6#0, %6#1, %7#0, %7#1
      : tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xi1>, tensor<?xi32>,
        tensor<?x5xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
        tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
