// Stencils and their derivatives, compiled and interpreted: rims of any width, also wider than
// what they are around, empty arrays, rows and columns, steps of two, infinities.

// RUN: chad-opt %s --chad-to-first-order > %t.mlir
// RUN: chad-run %t.mlir --interpret --arg=0 --arg=2 --full > %t.expected
// RUN: chad-run %t.mlir --arg=0 --arg=2 --full | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg=1 --arg=1 --full > %t.expected
// RUN: chad-run %t.mlir --arg=1 --arg=1 --full | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg=3 --arg=0 --full > %t.expected
// RUN: chad-run %t.mlir --arg=3 --arg=0 --full | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg=3 --arg=5 --full > %t.expected
// RUN: chad-run %t.mlir --arg=3 --arg=5 --full | diff %t.expected -
// RUN: chad-run %t.mlir --interpret --arg=19 --arg=3 --full > %t.expected
// RUN: chad-run %t.mlir --arg=19 --arg=3 --full | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK-COUNT-9: tensor<

// The weighted sum of neighbours that are %k to the left and to the right.
func.func private @line(%xs: tensor<?xf64>, %k: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %kk = arith.addi %k, %k : index
  %padded = tensor.pad %xs low[%k] high[%k] {
  ^bb0(%j: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %left = tensor.extract_slice %padded[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %own = tensor.extract_slice %padded[%k] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %right = tensor.extract_slice %padded[%kk] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = chad.map (%l in %left : tensor<?xf64>, %x in %own : tensor<?xf64>, %r in %right : tensor<?xf64>, %y in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %0 = arith.mulf %two, %x : f64
    %1 = arith.addf %l, %0 : f64
    %2 = arith.subf %1, %r : f64
    %3 = arith.addf %2, %y : f64
    chad.yield %3 : f64
  }
  return %r : tensor<?xf64>
}

// Padded by ones, all of it read, and every second element.
func.func private @wide(%xs: tensor<?xf64>, %k: index) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %padded = tensor.pad %xs low[%k] high[3] {
  ^bb0(%j: index):
    tensor.yield %one : f64
  } : tensor<?xf64> to tensor<?xf64>
  %r = chad.map (%x in %padded : tensor<?xf64>) -> tensor<?xf64> {
    %0 = arith.mulf %x, %x : f64
    chad.yield %0 : f64
  }
  %0 = arith.addi %n, %c1 : index
  %half = arith.divui %0, %c2 : index
  %every = tensor.extract_slice %padded[1] [%half] [2] : tensor<?xf64> to tensor<?xf64>
  %s = chad.reduce (%a, %b in %every from %zero : tensor<?xf64>) {
    %1 = arith.addf %a, %b : f64
    chad.yield %1 : f64
  }
  return %r, %s : tensor<?xf64>, f64
}

// Neighbours in a plane, twice, with rows that are padded when they are read.
func.func private @plane(%xs: tensor<?x?xf64>, %k: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %is = chad.build %i < %c2 -> tensor<2xindex> {
    chad.yield %i : index
  }
  %end = chad.fold (%i in %is : tensor<2xindex>) with (%now = %xs : tensor<?x?xf64>) {
    %padded = tensor.pad %now low[1, %k] high[1, %k] {
    ^bb0(%j: index, %l: index):
      tensor.yield %zero : f64
    } : tensor<?x?xf64> to tensor<?x?xf64>
    %above = tensor.extract_slice %padded[0, 0] [%m, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %below = tensor.extract_slice %padded[2, %k] [%m, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %next = chad.map (%a in %above : tensor<?x?xf64>, %row in %now : tensor<?x?xf64>, %b in %below : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %side = func.call @line(%row, %k) : (tensor<?xf64>, index) -> tensor<?xf64>
      %r = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>, %z in %side : tensor<?xf64>) -> tensor<?xf64> {
        %0 = arith.addf %x, %z : f64
        %1 = arith.subf %0, %y : f64
        chad.yield %1 : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %next : tensor<?x?xf64>
  }
  return %end : tensor<?x?xf64>
}

func.func @main(%n: index, %k: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %xs = chad.build %i < %n -> tensor<?xf64> {
    %0 = arith.index_cast %i : index to i64
    %x = arith.sitofp %0 : i64 to f64
    %y = arith.addf %x, %one : f64
    chad.yield %y : f64
  }
  %xss = chad.build %i < %c3 -> tensor<3x?xf64> {
    %row = chad.build %j < %n -> tensor<?xf64> {
      %0 = arith.muli %j, %c3 : index
      %1 = arith.addi %i, %0 : index
      %2 = arith.index_cast %1 : index to i64
      %x = arith.sitofp %2 : i64 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %plane = tensor.cast %xss : tensor<3x?xf64> to tensor<?x?xf64>
  // An infinity does not reach what it is not added to.
  %far = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %is = arith.cmpf oeq, %x, %one : f64
    %0 = arith.select %is, %inf, %x : f64
    chad.yield %0 : f64
  }
  %l = chad.to_linear %xs : tensor<?xf64>
  %f = chad.to_linear %far : tensor<?xf64>
  %p = chad.to_linear %plane : tensor<?x?xf64>
  %u = chad.to_linear %one : f64
  %0:2 = chad.vjp @line(%xs, %k) seed(%l) wrt [0] : (tensor<?xf64>, index, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %w:2 = func.call @wide(%xs, %k) : (tensor<?xf64>, index) -> (tensor<?xf64>, f64)
  %wl = chad.to_linear %w#0 : tensor<?xf64>
  %1:3 = chad.vjp @wide(%xs, %k) seed(%wl, %u) wrt [0] : (tensor<?xf64>, index, !chad.lin<tensor<?xf64>>, !chad.lin<f64>) -> (tensor<?xf64>, f64, !chad.lin<tensor<?xf64>>)
  %2:2 = chad.vjp @plane(%plane, %k) seed(%p) wrt [0] : (tensor<?x?xf64>, index, !chad.lin<tensor<?x?xf64>>) -> (tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>)
  %3:2 = chad.vjp @line(%far, %k) seed(%f) wrt [0] : (tensor<?xf64>, index, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, !chad.lin<tensor<?xf64>>)
  %r0 = chad.from_linear %0#1 : !chad.lin<tensor<?xf64>>
  %r1 = chad.from_linear %1#2 : !chad.lin<tensor<?xf64>>
  %r2 = chad.from_linear %2#1 : !chad.lin<tensor<?x?xf64>>
  %r3 = chad.from_linear %3#1 : !chad.lin<tensor<?xf64>>
  return %0#0, %r0, %1#0, %1#1, %r1, %2#0, %r2, %plane, %3#0, %r3 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>
}
