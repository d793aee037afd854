// RUN: chad-opt %s --chad-eliminate-empty-tensors | FileCheck %s

// A chain of loops and ops with destinations.

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[ALL:.+]]: tensor<?x?xf64>, %[[ROW:.+]]: index, %[[N:.+]]: index
// CHECK: %[[S:.+]] = tensor.extract_slice %[[ALL]][%[[ROW]], 0] [1, %[[N]]] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
// CHECK: linalg.fill ins(%{{.+}} : f64) outs(%[[S]] : tensor<?xf64>)
func.func @chain(%all: tensor<?x?xf64>, %row: index, %n: index, %k: f64) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty(%n) : tensor<?xf64>
  %start = linalg.fill ins(%k : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> tensor<?xf64> {
    %b = tensor.insert %k into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %r = tensor.insert_slice %x into %all[%row, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// What says where the place is, comes first.

// CHECK-LABEL: func.func @moved(
// CHECK: %[[SUM:.+]] = arith.addi
// CHECK: %[[ALL:.+]] = tensor.splat %{{.+}}[%[[SUM]]]
// CHECK: %[[S:.+]] = tensor.extract_slice %[[ALL]][%{{.+}}] [%{{.+}}] [1]
// CHECK: linalg.fill ins(%{{.+}} : f64) outs(%[[S]] : tensor<?xf64>)
func.func @moved(%n: index, %k: f64) -> tensor<?xf64> {
  %empty = tensor.empty(%n) : tensor<?xf64>
  %x = linalg.fill ins(%k : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sum = arith.addi %n, %n : index
  %all = tensor.splat %k[%sum] : tensor<?xf64>
  %r = tensor.insert_slice %x into %all[%n] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  return %r : tensor<?xf64>
}

// Where the place depends on the array, or the array has other uses, nothing is done.

// CHECK-LABEL: func.func @late(
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @late(%all: tensor<?xf64>, %n: index, %k: f64)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %e0 = tensor.empty(%n) : tensor<?xf64>
  %x = linalg.fill ins(%k : f64) outs(%e0 : tensor<?xf64>) -> tensor<?xf64>
  %c0 = arith.constant 0 : index
  %later = tensor.dim %x, %c0 : tensor<?xf64>
  %r0 = tensor.insert_slice %x into %all[%later] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %e1 = tensor.empty(%n) : tensor<?xf64>
  %y = linalg.fill ins(%k : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
  %r1 = tensor.insert_slice %y into %all[%n] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  return %r0, %r1, %y : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// What a loop starts from is made beside it, each time, and here where the result is stored.

// CHECK-LABEL: func.func @splat(
// CHECK: scf.for
// CHECK: %[[S:.+]] = tensor.extract_slice
// CHECK: %[[ZEROS:.+]] = linalg.fill ins(%{{.+}} : f64) outs(%[[S]] : tensor<?xf64>)
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[ZEROS]])
func.func @splat(%n: index, %k: f64, %all: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = tensor.splat %k[%n] : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%rows = %all) -> (tensor<?x?xf64>) {
    %row = scf.for %j = %c0 to %i step %c1 iter_args(%a = %zeros) -> (tensor<?xf64>) {
      %b = tensor.insert %k into %a[%j] : tensor<?xf64>
      scf.yield %b : tensor<?xf64>
    }
    %next = tensor.insert_slice %row into %rows[%i, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// Each use of an array of nothing has one of its own.

// CHECK-LABEL: func.func @own(
// CHECK: %[[OUTER:.+]] = tensor.empty()
// CHECK-NEXT: scf.for {{.*}} iter_args(%{{.+}} = %[[OUTER]])
// CHECK: %[[INNER:.+]] = tensor.empty()
// CHECK-NEXT: linalg.fill {{.*}} outs(%[[INNER]]
func.func @own(%k: f64, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<2xf64>
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%a = %empty) -> tensor<2xf64> {
    %f = linalg.fill ins(%k : f64) outs(%empty : tensor<2xf64>) -> tensor<2xf64>
    %e = tensor.extract %f[%c1] : tensor<2xf64>
    %b = tensor.insert %e into %a[%i] : tensor<2xf64>
    scf.yield %b : tensor<2xf64>
  }
  return %x : tensor<2xf64>
}

// A branch writes the array, or leaves it; it becomes a loop, whose result is known to be in the place of the array.
// The extent of the array may be read.

// CHECK-LABEL: func.func @branch(
// CHECK-SAME: %[[ALL:.+]]: tensor<?x?xf64>, %[[ROW:[^:]+]]: index
// CHECK: %[[S:.+]] = tensor.extract_slice %[[ALL]][%[[ROW]], 0]
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[S]])
// CHECK: %[[Y:.+]] = scf.for
// CHECK: %[[COUNT:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[COUNT]] step %{{.+}} iter_args(%[[A:.+]] = %[[Y]])
// CHECK: tensor.extract %[[A]]
// CHECK: tensor.insert %{{.+}} into %[[A]]
func.func @branch(%all: tensor<?x?xf64>, %row: index, %n: index, %k: f64, %is: i1) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty(%n) : tensor<?xf64>
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%a = %empty) -> tensor<?xf64> {
    %b = tensor.insert %k into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %m = tensor.dim %x, %c0 : tensor<?xf64>
  %y = scf.for %i = %c0 to %m step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %e = tensor.extract %a[%i] : tensor<?xf64>
    %p = arith.mulf %e, %e : f64
    %b = tensor.insert %p into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %z = scf.if %is -> tensor<?xf64> {
    %e = tensor.extract %y[%c0] : tensor<?xf64>
    %p = arith.addf %e, %k : f64
    %b = tensor.insert %p into %y[%c0] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  } else {
    scf.yield %y : tensor<?xf64>
  }
  %r = tensor.insert_slice %z into %all[%row, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Where the sides make other arrays, or the array is read behind the branch, nothing is done.

// CHECK-LABEL: func.func @sides(
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @sides(%all: tensor<?xf64>, %n: index, %k: f64, %is: i1) -> (tensor<?xf64>, tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %e0 = tensor.empty(%n) : tensor<?xf64>
  %x = linalg.fill ins(%k : f64) outs(%e0 : tensor<?xf64>) -> tensor<?xf64>
  %e1 = tensor.empty(%n) : tensor<?xf64>
  %y = linalg.fill ins(%k : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
  %z = scf.if %is -> tensor<?xf64> {
    scf.yield %x : tensor<?xf64>
  } else {
    scf.yield %y : tensor<?xf64>
  }
  %r0 = tensor.insert_slice %z into %all[%n] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %e2 = tensor.empty(%n) : tensor<?xf64>
  %u = linalg.fill ins(%k : f64) outs(%e2 : tensor<?xf64>) -> tensor<?xf64>
  %v = scf.if %is -> tensor<?xf64> {
    %b = tensor.insert %k into %u[%c0] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  } else {
    scf.yield %u : tensor<?xf64>
  }
  %r1 = tensor.insert_slice %v into %all[%n] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %e = tensor.extract %u[%c0] : tensor<?xf64>
  return %r0, %r1, %e : tensor<?xf64>, tensor<?xf64>, f64
}

// A side that leaves the array open leaves the place as it is.

// CHECK-LABEL: func.func @open(
// CHECK-SAME: %[[ALL:.+]]: tensor<?x?xf64>, %[[ROW:.+]]: index, %[[N:.+]]: index, %[[K:.+]]: f64, %[[IS:.+]]: i1
// CHECK: %[[S:.+]] = tensor.extract_slice %[[ALL]][%[[ROW]], 0] [1, %[[N]]] [1, 1]
// CHECK: %[[COUNT:.+]] = arith.select %[[IS]], %c0{{.*}}, %c1
// CHECK: %[[Z:.+]] = scf.for %{{.+}} = %c0{{.*}} to %[[COUNT]] step %c1{{.*}} iter_args(%[[A:.+]] = %[[S]])
// CHECK: linalg.fill ins(%[[K]] : f64) outs(%[[A]] : tensor<?xf64>)
// CHECK: tensor.insert_slice %[[Z]] into %[[ALL]]
func.func @open(%all: tensor<?x?xf64>, %row: index, %n: index, %k: f64, %is: i1) -> tensor<?x?xf64> {
  %empty = tensor.empty(%n) : tensor<?xf64>
  %z = scf.if %is -> tensor<?xf64> {
    scf.yield %empty : tensor<?xf64>
  } else {
    %y = linalg.fill ins(%k : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %y : tensor<?xf64>
  }
  %r = tensor.insert_slice %z into %all[%row, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// What a side that leaves the array open does besides is kept.

// CHECK-LABEL: func.func @checked(
// CHECK-SAME: %[[IS:[a-z0-9]+]]: i1, %[[FINE:[a-z0-9]+]]: i1)
// CHECK: %[[COUNT:.+]] = arith.select %[[IS]], %c1{{.*}}, %c0
// CHECK: %[[FIRST:.+]] = scf.for {{.*}} to %[[COUNT]] {{.*}} iter_args(%[[A:.+]] = %{{.+}})
// CHECK: cf.assert %[[FINE]]
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: scf.for {{.*}} iter_args(%[[B:.+]] = %[[FIRST]])
// CHECK: linalg.fill {{.*}} outs(%[[B]]
// CHECK: tensor.insert_slice
func.func @checked(%all: tensor<?x?xf64>, %row: index, %n: index, %k: f64, %is: i1, %fine: i1) -> tensor<?x?xf64> {
  %z = scf.if %is -> tensor<?xf64> {
    %empty = tensor.empty(%n) : tensor<?xf64>
    cf.assert %fine, "not fine"
    scf.yield %empty : tensor<?xf64>
  } else {
    %empty = tensor.empty(%n) : tensor<?xf64>
    %y = linalg.fill ins(%k : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %y : tensor<?xf64>
  }
  %r = tensor.insert_slice %z into %all[%row, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
