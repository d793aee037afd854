// Values of all kinds go in and come out; calls, and names that the C library has too.

// RUN: chad-run %s --entry=scalars --arg=true --arg=-3 --arg=2.5 --arg=-7 --arg=250 | FileCheck %s --check-prefix=SCALARS
// SCALARS: i8 -6
// SCALARS-NEXT: i1 true
// SCALARS-NEXT: f32 2.5
// SCALARS-NEXT: i64 -3
// SCALARS-NEXT: index -7
func.func @scalars(%a: i1, %b: i64, %c: f32, %d: index, %e: i8) -> (i8, i1, f32, i64, index) {
  return %e, %a, %c, %b, %d : i8, i1, f32, i64, index
}

// One array several times, arguments, and constants.
// RUN: chad-run %s --entry=arrays --count-allocations --arg='[1, 2]' --arg=4 | FileCheck %s --check-prefix=ARRAYS
// ARRAYS: left 0
// ARRAYS-NEXT: tensor<2xf32> [1, 2]
// ARRAYS-NEXT: tensor<2xf32> [1, 2]
// ARRAYS-NEXT: tensor<2x2xi1> {{\[\[}}true, false], [false, true]]
// ARRAYS-NEXT: tensor<i64> 4
// ARRAYS-NEXT: tensor<2x0xf64> {{\[\[}}], []]
// ARRAYS-NEXT: tensor<2xf32> [1, 2]
func.func @arrays(%x: tensor<?xf32>, %n: i64)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<2x2xi1>, tensor<i64>, tensor<2x0xf64>, tensor<2xf32>) {
  %c = arith.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %t = tensor.from_elements %n : tensor<i64>
  %e = tensor.empty() : tensor<2x0xf64>
  %s = tensor.cast %x : tensor<?xf32> to tensor<2xf32>
  return %x, %x, %c, %t, %e, %s
      : tensor<?xf32>, tensor<?xf32>, tensor<2x2xi1>, tensor<i64>, tensor<2x0xf64>, tensor<2xf32>
}

// RUN: chad-run %s --entry=zeros | FileCheck %s --check-prefix=ZEROS
// ZEROS: tensor<2xf64> [0, 0]
// ZEROS-NEXT: tensor<2xf64> [0, 0]
func.func @zeros() -> (tensor<2xf64>, tensor<2xf64>) {
  %z = arith.constant dense<0.0> : tensor<2xf64>
  return %z, %z : tensor<2xf64>, tensor<2xf64>
}

// The caller's arrays stay as they are: a run repeats.
// RUN: chad-run %s --entry=malloc --arg='[1, 2]' --time | FileCheck %s --check-prefix=MALLOC
// MALLOC: time {{.*}}, median of {{[0-9]+}} runs
// MALLOC-NEXT: tensor<2xf64> [8, 2]
func.func @malloc(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %r = func.call @free(%x, %c3) : (tensor<?xf64>, index) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func private @free(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> tensor<?xf64> {
    scf.yield %x : tensor<?xf64>
  } else {
    %e = tensor.extract %x[%c0] : tensor<?xf64>
    %d = arith.addf %e, %e : f64
    %y = tensor.insert %d into %x[%c0] : tensor<?xf64>
    %m = arith.subi %n, %c1 : index
    %z = func.call @free(%y, %m) : (tensor<?xf64>, index) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A derivative is expanded on the way.
// RUN: chad-run %s --entry=slope --arg=0.5 | FileCheck %s --check-prefix=SLOPE
// RUN: chad-run %s --emit=first-order | FileCheck %s --check-prefix=ORDER
// RUN: chad-run %s --emit=llvm -O2 | FileCheck %s --check-prefix=LLVM
// SLOPE: f64 1.284025416687
// ORDER: func.func @slope
// ORDER-NOT: chad.grad
// LLVM: define double @chad.slope(double
func.func @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  %z = math.exp %y : f64
  return %z : f64
}
func.func @slope(%x: f64) -> f64 {
  %g = chad.grad @square(%x) : (f64) -> f64
  return %g : f64
}

// A loop inside of another fills an array of the same type: each has its own.
// RUN: chad-run %s --entry=inner --arg=0.5 --vectorize-everywhere | FileCheck %s --check-prefix=INNER
// RUN: chad-run %s --entry=inner --arg=0.5 | FileCheck %s --check-prefix=INNER
// INNER: tensor<2x2xf64> {{\[\[}}0, 0], [0, 0]]
// INNER-NEXT: tensor<2x2x2xf64> {{\[\[\[}}0, 0], [0, 0]], {{\[\[}}0, 0], [0, 0]]]
func.func @inner(%x: f64) -> (tensor<?x2xf64>, tensor<?x2x?xf64>) {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.build %i < %c2 -> (tensor<?x2xf64>, tensor<?x2x?xf64>) {
    %rows:2 = chad.build %j < %c2 -> (tensor<2xf64>, tensor<2x?xf64>) {
      %xs:2 = chad.build %k < %c2 -> (tensor<?xf64>, tensor<?xf64>) {
        chad.yield %x, %zero : f64, f64
      }
      %s:2 = chad.fold (%e in %xs#0 : tensor<?xf64>) with (%a = %x : f64, %b = %zero : f64) {
        %c = arith.addf %a, %x : f64
        %d = math.cos %c : f64
        %f = arith.mulf %d, %b : f64
        chad.yield %c, %f : f64, f64
      }
      chad.yield %s#1, %xs#1 : f64, tensor<?xf64>
    }
    chad.yield %rows#0, %rows#1 : tensor<2xf64>, tensor<2x?xf64>
  }
  return %r#0, %r#1 : tensor<?x2xf64>, tensor<?x2x?xf64>
}
