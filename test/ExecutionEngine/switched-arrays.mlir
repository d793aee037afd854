// An array that is the result of a switch is updated; the arrays among which the switch chooses do not change.
// RUN: chad-run %s --arg='[1, 2]' --arg=0 --arg=7 | FileCheck %s
// RUN: chad-run %s --arg='[1, 2]' --arg=2 --arg=7 | FileCheck %s --check-prefix=TWO

// CHECK: tensor<2xf64> [7, 0]
// CHECK: tensor<2xf64> [0, 0]
// TWO: tensor<2xf64> [7, 2]
// TWO: tensor<2xf64> [0, 0]
func.func @main(%x: tensor<?xf64>, %n: index, %f: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %s = tensor.splat %zero[%d] : tensor<?xf64>
  %chosen = scf.index_switch %n -> tensor<?xf64>
  case 2 {
    scf.yield %x : tensor<?xf64>
  }
  default {
    scf.yield %s : tensor<?xf64>
  }
  %i = tensor.insert %f into %chosen[%c0] : tensor<?xf64>
  return %i, %s : tensor<?xf64>, tensor<?xf64>
}
