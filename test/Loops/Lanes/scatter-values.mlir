// Lanes add to elements at indices of their own, some of them only if a condition holds; where it
// does not hold, the index may be that of no element. All numbers are small integers.

// RUN: chad-run %s --interpret --arg=0 --arg=1 --arg=7 --arg=8 --arg=33 --arg=70 > %t.expected
// RUN: chad-run %s --arg=0 --arg=1 --arg=7 --arg=8 --arg=33 --arg=70 | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere --arg=0 --arg=1 --arg=7 --arg=8 --arg=33 --arg=70 | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere --host-features=false --arg=0 --arg=1 --arg=7 --arg=8 --arg=33 --arg=70 | diff %t.expected -
// RUN: sed 's/f64/f32/g' %s > %t.mlir
// RUN: chad-run %t.mlir --interpret --arg=0 --arg=1 --arg=7 --arg=8 --arg=33 --arg=70 > %t.expected
// RUN: chad-run %t.mlir --vectorize-everywhere --arg=0 --arg=1 --arg=7 --arg=8 --arg=33 --arg=70 | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK-COUNT-3: tensor<0xf32>
// CHECK-COUNT-2: tensor<5xf32>

// Row i of each lane adds i to element i mod 5, in an array of the lane and in one of all lanes;
// with a condition only where i mod 3 is not zero. There are no elements if n is zero.
func.func private @add(%n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %far = arith.constant 123456789 : index
  %is_empty = arith.cmpi eq, %n, %c0 : index
  %size = arith.select %is_empty, %c0, %c5 : index
  %acc = tensor.splat %zero[%size] : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %all, %some = chad.fold (%i in %is : tensor<?xindex>)
      with (%a = %acc : tensor<?xf64>, %b = %acc : tensor<?xf64>) {
    %bin = arith.remui %i, %c5 : index
    %int = arith.index_cast %i : index to i64
    %x = arith.sitofp %int : i64 to f64
    %a2 = chad.accumulate %x into %a[%bin] : f64 into tensor<?xf64>
    %rest = arith.remui %i, %c3 : index
    %holds = arith.cmpi ne, %rest, %c0 : index
    %at = arith.select %holds, %bin, %far : index
    %b2 = scf.if %holds -> tensor<?xf64> {
      %t = chad.accumulate %x into %b[%at] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      scf.yield %b : tensor<?xf64>
    }
    chad.yield %a2, %b2 : tensor<?xf64>, tensor<?xf64>
  }
  // An array of each lane.
  %own = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %bin = arith.remui %i, %c5 : index
    %rest = arith.remui %i, %c3 : index
    %holds = arith.cmpi ne, %rest, %c0 : index
    %at = arith.select %holds, %bin, %far : index
    %int = arith.index_cast %i : index to i64
    %x = arith.sitofp %int : i64 to f64
    %zeros = tensor.splat %zero[%size] : tensor<?xf64>
    %c = scf.if %holds -> tensor<?xf64> {
      %t = chad.accumulate %x into %zeros[%at] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      scf.yield %zeros : tensor<?xf64>
    }
    %d = chad.accumulate %x into %c[%bin] : f64 into tensor<?xf64>
    %norm = chad.fold (%e in %d : tensor<?xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %e, %e : f64
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %norm : f64
  }
  return %all, %some, %own : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

func.func @main(%n0: index, %n1: index, %n2: index, %n3: index, %n4: index, %n5: index)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
        tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0:3 = call @add(%n0) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  %1:3 = call @add(%n1) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  %2:3 = call @add(%n2) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  %3:3 = call @add(%n3) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  %4:3 = call @add(%n4) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  %5:3 = call @add(%n5) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %2#0, %2#1, %2#2, %3#0, %3#1, %3#2, %4#0, %4#1, %4#2, %5#0, %5#1, %5#2
      : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
        tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
