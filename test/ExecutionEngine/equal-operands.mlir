// RUN: chad-run %s --arg='[3, 1, 2]' | FileCheck %s
// RUN: chad-run %s --arg='[3, 1, 2]' --interpret | FileCheck %s
// RUN: chad-run %s --arg='[]' | FileCheck %s --check-prefix=EMPTY

// Comparisons and differences of an array of dynamic extents with itself, also where the operands are
// found to be equal only after other ops are folded, have its extents.
// CHECK: tensor<3xi1> [true, true, true]
// CHECK-NEXT: tensor<3xi1> [false, false, false]
// CHECK-NEXT: tensor<3xi32> [0, 0, 0]
// CHECK-NEXT: tensor<3xi32> [0, 0, 0]
// CHECK-NEXT: tensor<3xi1> [true, true, true]
// CHECK-NEXT: i32 3
// EMPTY: tensor<0xi1> []
func.func @main(%a: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi1>, i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %equal = arith.cmpi eq, %a, %a : tensor<?xi32>
  %less = arith.cmpi ult, %a, %a : tensor<?xi32>
  %none = arith.xori %a, %a : tensor<?xi32>
  %difference = arith.subi %a, %a : tensor<?xi32>
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %zeros = tensor.splat %zero[%n] : tensor<?xi32>
  %same = arith.ori %a, %a : tensor<?xi32>
  %later = arith.cmpi sge, %same, %a : tensor<?xi32>
  %ones = arith.extui %later : tensor<?xi1> to tensor<?xi32>
  %count = chad.reduce (%x, %y in %ones from %zero : tensor<?xi32>) {
    %s = arith.addi %x, %y : i32
    chad.yield %s : i32
  }
  return %equal, %less, %none, %difference, %later, %count
      : tensor<?xi1>, tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi1>, i32
}
