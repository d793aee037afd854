// Arrays without elements have the inner extents that their elements would have, interpreted and
// compiled, and a gradient has the shape of its argument.

// RUN: chad-run %s --interpret --arg=0 --arg=3 | FileCheck %s
// RUN: chad-run %s --arg=0 --arg=3 | FileCheck %s

func.func private @matvec(%a: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
    %products = chad.map (%u in %row : tensor<?xf64>, %v in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %u, %v : f64
      chad.yield %p : f64
    }
    %sum = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  return %r : tensor<?xf64>
}

// The cotangent of a row is zero or a sum of two, and depends on a largest element.
func.func private @largest(%a: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %r = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
    %max = chad.reduce (%s, %u in %row from %low : tensor<?xf64>) {
      %t = arith.maximumf %s, %u : f64
      chad.yield %t : f64
    }
    %product = chad.fold (%u in %row : tensor<?xf64>) with (%s = %max : f64) {
      %t = arith.mulf %u, %s : f64
      chad.yield %t : f64
    }
    chad.yield %product : f64
  }
  %sum = chad.reduce (%s, %u in %r from %zero : tensor<?xf64>) {
    %t = arith.addf %s, %u : f64
    chad.yield %t : f64
  }
  return %sum : f64
}

func.func @main(%m: index, %n: index) -> (
    tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>,
    tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x0xf64>) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.splat %one[%m, %n] : tensor<?x?xf64>
  %x = tensor.splat %one[%n] : tensor<?xf64>
  %y = tensor.splat %one[%m] : tensor<?xf64>
  %ylin = chad.to_linear %y : tensor<?xf64>
  %v, %alin, %xlin = chad.vjp @matvec(%a, %x) seed(%ylin)
      : (tensor<?x?xf64>, tensor<?xf64>, !chad.lin<tensor<?xf64>>)
      -> (tensor<?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  // CHECK: tensor<0x3xf64> []
  // CHECK-NEXT: tensor<3xf64> [0, 0, 0]
  %abar = chad.from_linear %alin : !chad.lin<tensor<?x?xf64>>
  %xbar = chad.from_linear %xlin : !chad.lin<tensor<?xf64>>
  // CHECK-NEXT: tensor<0x3xf64> []
  %gradient = chad.grad @largest(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>

  // A row is what a loop with a state makes of another one.
  // CHECK-NEXT: tensor<0x3xf64> []
  %folded = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %sum = chad.fold (%e in %x : tensor<?xf64>) with (%s = %row : tensor<?xf64>) {
      %next = chad.map (%u in %s : tensor<?xf64>) -> tensor<?xf64> {
        %w = arith.addf %u, %e : f64
        chad.yield %w : f64
      }
      chad.yield %next : tensor<?xf64>
    }
    chad.yield %sum : tensor<?xf64>
  }
  // One of two rows.
  // CHECK-NEXT: tensor<0x3xf64> []
  %chosen = chad.map (%u in %y : tensor<?xf64>, %row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %isSmall = arith.cmpf olt, %u, %one : f64
    %r = scf.if %isSmall -> (tensor<?xf64>) {
      %t = math.exp %row : tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    chad.yield %r : tensor<?xf64>
  }
  // Elements of two dimensions, and an extent computed within.
  // CHECK-NEXT: tensor<0x3x4xf64> []
  %deep = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?x?xf64> {
    %d = tensor.dim %row, %c0 : tensor<?xf64>
    %larger = arith.addi %d, %c1 : index
    %t = chad.map (%u in %row : tensor<?xf64>) -> tensor<?x?xf64> {
      %s = chad.build %j < %larger -> tensor<?xf64> {
        chad.yield %u : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  // The states of a loop without iterations, and rows that nothing selects.
  // CHECK-NEXT: tensor<0x3xf64> []
  %last, %states = chad.fold (%row in %a : tensor<?x?xf64>) with (%s = %x : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %next = arith.addf %s, %row : tensor<?xf64>
    chad.yield %next, %next : tensor<?xf64>, tensor<?xf64>
  }
  // CHECK-NEXT: tensor<0x3xf64> []
  %scanned = chad.scan left inclusive (%s, %row in %a from %x : tensor<?x?xf64>) {
    %next = arith.addf %s, %row : tensor<?xf64>
    chad.yield %next : tensor<?xf64>
  }
  // CHECK-NEXT: tensor<0x3xf64> []
  %indices = chad.build %i < %m -> tensor<?xindex> {
    chad.yield %i : index
  }
  %bins = chad.hist %indices : tensor<?xindex> bins %m (%s, %row in %a from %x : tensor<?x?xf64>)
      -> tensor<?x?xf64> {
    %next = arith.addf %s, %row : tensor<?xf64>
    chad.yield %next : tensor<?xf64>
  }
  // Elements that have no elements of their own, as their type says.
  // CHECK-NEXT: tensor<3x0xf64> {{\[\[}}], [], []]
  %nothing = chad.map (%u in %x : tensor<?xf64>) -> tensor<?x0xf64> {
    %t = chad.build %i < %c0 -> tensor<0xf64> {
      chad.yield %u : f64
    }
    %s = math.tanh %t : tensor<0xf64>
    chad.yield %s : tensor<0xf64>
  }
  return %abar, %xbar, %gradient, %folded, %chosen, %deep, %states, %scanned, %bins, %nothing
      : tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>,
        tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x0xf64>
}

// RUN: chad-run %s --entry=no_columns --arg='[[], []]' --arg='[[]]' | FileCheck %s --check-prefix=COLUMNS
// RUN: chad-run %s --entry=no_columns --interpret --arg='[[], []]' --arg='[[]]' | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: tensor<3x0xf64>
func.func @no_columns(%x: tensor<?x0xf64>, %y: tensor<?x0xf64>) -> tensor<?x0xf64> {
  %r = tensor.concat dim(0) %x, %y : (tensor<?x0xf64>, tensor<?x0xf64>) -> tensor<?x0xf64>
  return %r : tensor<?x0xf64>
}
