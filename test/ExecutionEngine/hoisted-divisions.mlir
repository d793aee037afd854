// Remainders and floor divisions that do not change in a loop move out of it. Where the loop does
// not run, the divisor may be zero.

// RUN: chad-run %s --entry=unsigned --arg='[]' --arg=3 | FileCheck %s --check-prefix=NONE
// RUN: chad-run %s --entry=signed --arg='[]' --arg=3 | FileCheck %s --check-prefix=NONE
// RUN: chad-run %s --entry=floor --arg='[]' --arg=3 | FileCheck %s --check-prefix=NONE
// NONE: tensor<0xindex> []
// RUN: chad-run %s --entry=unsigned --arg='[1, 2]' --arg=3 | FileCheck %s --check-prefix=TWO
// RUN: chad-run %s --entry=signed --arg='[1, 2]' --arg=3 | FileCheck %s --check-prefix=TWO
// RUN: chad-run %s --entry=floor --arg='[1, 2]' --arg=3 | FileCheck %s --check-prefix=TWO
// TWO: tensor<2xindex> [2, 3]
// RUN: chad-run %s --entry=minus --arg='[5, -7, -9223372036854775808]' --arg=-1 | FileCheck %s --check-prefix=MINUS
// MINUS: tensor<3xi64> [0, 0, 0]

func.func @unsigned(%xs: tensor<?xindex>, %k: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xindex>
  %r = chad.map (%x in %xs : tensor<?xindex>) -> tensor<?xindex> {
    %p = arith.remui %k, %n : index
    %q = arith.addi %x, %p : index
    chad.yield %q : index
  }
  return %r : tensor<?xindex>
}

func.func @signed(%xs: tensor<?xindex>, %k: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xindex>
  %r = chad.map (%x in %xs : tensor<?xindex>) -> tensor<?xindex> {
    %p = arith.remsi %k, %n : index
    %q = arith.addi %x, %p : index
    chad.yield %q : index
  }
  return %r : tensor<?xindex>
}

func.func @floor(%xs: tensor<?xindex>, %k: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xindex>
  %r = chad.map (%x in %xs : tensor<?xindex>) -> tensor<?xindex> {
    %p = arith.floordivsi %k, %n : index
    %q = arith.addi %x, %p : index
    chad.yield %q : index
  }
  return %r : tensor<?xindex>
}

func.func @minus(%xs: tensor<?xi64>, %d: i64) -> tensor<?xi64> {
  %r = chad.map (%x in %xs : tensor<?xi64>) -> tensor<?xi64> {
    %p = arith.remsi %x, %d : i64
    chad.yield %p : i64
  }
  return %r : tensor<?xi64>
}
