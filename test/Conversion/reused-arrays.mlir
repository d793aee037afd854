// An array that only one loop reads is overwritten by its result, also where its extent is asked
// for.

// RUN: chad-opt %s --convert-chad-to-scf | FileCheck %s
// RUN: chad-run %s --arg=[] --arg=2 | FileCheck %s --check-prefixes=EMPTY
// RUN: chad-run %s --arg=[3] --arg=2 | FileCheck %s --check-prefixes=ONE
// RUN: chad-run %s --arg=[3,4,5] --arg=2 | FileCheck %s --check-prefixes=SOME
// RUN: chad-run %s --interpret --arg=[3,4,5] --arg=2 | FileCheck %s --check-prefixes=SOME

// CHECK-LABEL: @main
// CHECK: %[[MADE:.*]] = tensor.insert_slice
// CHECK-NOT: tensor.empty
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %[[MADE]])
// CHECK: tensor.dim %[[MADE]]
// EMPTY: tensor<0xf64> []
// EMPTY-NEXT: index 0
// ONE: tensor<1xf64> [4]
// ONE-NEXT: index 1
// SOME: tensor<3xf64> [4, 6, 7]
// SOME-NEXT: index 3
func.func @main(%xs: tensor<?xf64>, %y: f64) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %few = arith.minsi %n, %c1 : index
  %twos = tensor.splat %y[%few] : tensor<?xf64>
  %made = tensor.insert_slice %twos into %xs[0] [%few] [1] : tensor<?xf64> into tensor<?xf64>
  %r = chad.map (%x in %made : tensor<?xf64>) -> tensor<?xf64> {
    %z = arith.addf %x, %y : f64
    chad.yield %z : f64
  }
  %m = tensor.dim %made, %c0 : tensor<?xf64>
  return %r, %m : tensor<?xf64>, index
}
