// The dialect `index` is arithmetic on indices.
//
// RUN: chad-opt %s --chad-raise | FileCheck %s --check-prefix=IR
//
// DEFINE: %{args} = --arg='[1, 2, 3, 4]' --arg=4
// DEFINE: %{run} = chad-run %s --entry=chain %{args}
// RUN: %{run} | FileCheck %s
// RUN: %{run} --interpret | FileCheck %s
// RUN: %{run} --grad-check | FileCheck %s --check-prefix=CHECK-GRAD
// CHECK: f64 20
// CHECK-GRAD: forward and reverse: worst relative error {{(0|.*e-1[3-9]) }}
// CHECK-GRAD: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[1-9][0-9])) }}

// IR-LABEL: func.func @chain(
// IR-NOT: index.
func.func @chain(%x: tensor<?xf64>, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = index.constant 0
  %c1 = index.constant 1
  %m = index.sub %n, %c1
  %sum = scf.for %i = %c0 to %m step %c1 iter_args(%acc = %zero) -> f64 {
    %j = index.add %i, %c1
    %k = index.mul %j, %c1
    %u = tensor.extract %x[%i] : tensor<?xf64>
    %v = tensor.extract %x[%k] : tensor<?xf64>
    %p = arith.mulf %u, %v : f64
    %s = arith.addf %acc, %p : f64
    scf.yield %s : f64
  }
  return %sum : f64
}

// Each of the other ops.
// RUN: chad-run %s --entry=others --arg=7 --arg=3 | FileCheck %s --check-prefix=OTHERS
// RUN: chad-run %s --entry=others --arg=7 --arg=3 --interpret | FileCheck %s --check-prefix=OTHERS
// OTHERS: tensor<19xindex> [2, 2, 3, 3, 2, 1, 1, 7, 7, 3, 3, 56, 0, 0, 3, 7, 4, 7, 64]
// OTHERS: i1 true
// OTHERS: i1 false
func.func @others(%a: index, %b: index) -> (tensor<19xindex>, i1, i1) {
  %0 = index.divs %a, %b
  %1 = index.divu %a, %b
  %2 = index.ceildivs %a, %b
  %3 = index.ceildivu %a, %b
  %4 = index.floordivs %a, %b
  %5 = index.rems %a, %b
  %6 = index.remu %a, %b
  %7 = index.maxs %a, %b
  %8 = index.maxu %a, %b
  %9 = index.mins %a, %b
  %10 = index.minu %a, %b
  %11 = index.shl %a, %b
  %12 = index.shrs %a, %b
  %13 = index.shru %a, %b
  %14 = index.and %a, %b
  %15 = index.or %a, %b
  %16 = index.xor %a, %b
  %i = index.casts %a : index to i32
  %17 = index.castu %i : i32 to index
  %18 = index.sizeof
  %t = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18 : tensor<19xindex>
  %less = index.cmp slt(%b, %a)
  %no = index.bool.constant false
  return %t, %less, %no : tensor<19xindex>, i1, i1
}
