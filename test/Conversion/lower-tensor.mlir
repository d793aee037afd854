// RUN: chad-opt %s --chad-lower-tensor | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:.+]]: tensor<?x3x2xf64>, %[[I:.+]]: tensor<?x1xi32>
// CHECK: %[[B:.+]] = chad.build %[[A:.+]] < %{{.+}} -> tensor<?x?x1x2xf64> {
// CHECK: chad.build %[[U:.+]] < %{{.+}} -> tensor<?x1x2xf64> {
// CHECK: chad.build %{{.+}} < %{{.+}} -> tensor<1x2xf64> {
// CHECK: chad.build %[[J:.+]] < %{{.+}} -> tensor<2xf64> {
// CHECK: %[[N:.+]] = tensor.extract %[[I]][%[[A]], %{{.+}}] : tensor<?x1xi32>
// CHECK: %[[K:.+]] = arith.index_cast %[[N]] : i32 to index
// CHECK: tensor.extract %[[X]][%[[U]], %[[K]], %[[J]]] : tensor<?x3x2xf64>
// CHECK: return %[[B]]
func.func @gather(%x: tensor<?x3x2xf64>, %i: tensor<?x1xi32>) -> tensor<?x?x1x2xf64> {
  %r = tensor.gather %x[%i] gather_dims([1]) : (tensor<?x3x2xf64>, tensor<?x1xi32>) -> tensor<?x?x1x2xf64>
  return %r : tensor<?x?x1x2xf64>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %[[S:.+]]: tensor<2x3xf64>, %[[D:.+]]: tensor<?x3xf64>
// CHECK: %[[R:.+]] = scf.for %[[A:.+]] = {{.*}} iter_args(%{{.+}} = %[[D]])
// CHECK: scf.for %[[J:.+]] = {{.*}} iter_args(%[[W:.+]] =
// CHECK: %[[E:.+]] = tensor.extract %[[S]][%[[A]], %[[J]]]
// CHECK: tensor.insert %[[E]] into %[[W]][%{{.+}}, %[[J]]]
// CHECK: return %[[R]]
func.func @scatter(%s: tensor<2x3xf64>, %d: tensor<?x3xf64>, %i: tensor<2x1xindex>) -> tensor<?x3xf64> {
  %r = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<2x3xf64>, tensor<?x3xf64>, tensor<2x1xindex>) -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

// CHECK-LABEL: func.func @poison
// CHECK: %[[N:.+]] = arith.constant 0 : index
// CHECK: tensor.empty(%[[N]]) : tensor<?x2xf64>
// CHECK: ub.poison : f64
func.func @poison() -> (tensor<?x2xf64>, f64) {
  %t = ub.poison : tensor<?x2xf64>
  %s = ub.poison : f64
  return %t, %s : tensor<?x2xf64>, f64
}

// CHECK-LABEL: func.func @forall
// CHECK-SAME: %[[X:.+]]: tensor<8xf64>, %[[N:.+]]: index
// CHECK: %[[R:.+]] = scf.for %[[I:.+]] = %{{.+}} to %[[N]] {{.*}} iter_args(%[[O:.+]] = %[[X]])
// CHECK: %[[V:.+]] = tensor.extract_slice %[[O]][%[[I]]]
// CHECK: %[[W:.+]] = tensor.insert_slice %[[V]] into %[[O]][0]
// CHECK: scf.yield %[[W]]
// CHECK: return %[[R]]
func.func @forall(%x: tensor<8xf64>, %n: index) -> tensor<8xf64> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %x) -> (tensor<8xf64>) {
    %v = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf64> to tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[0] [1] [1] : tensor<1xf64> into tensor<8xf64>
    }
  }
  return %r : tensor<8xf64>
}

// A switch between arrays is a chain of branches; one between scalars stays.

// CHECK-LABEL: func.func @switch(
// CHECK-SAME: %[[N:.+]]: index, %[[X:.+]]: tensor<?xf64>, %[[Y:.+]]: tensor<?xf64>, %[[A:.+]]: f64, %[[B:.+]]: f64
// CHECK: %[[C2:.+]] = arith.constant 2 : index
// CHECK: %[[IS2:.+]] = arith.cmpi eq, %[[N]], %[[C2]]
// CHECK: %[[R:.+]]:2 = scf.if %[[IS2]] -> (tensor<?xf64>, f64) {
// CHECK: scf.yield %[[X]], %[[A]]
// CHECK: } else {
// CHECK: %[[C0:.+]] = arith.constant 0 : index
// CHECK: %[[IS0:.+]] = arith.cmpi eq, %[[N]], %[[C0]]
// CHECK: %[[S:.+]]:2 = scf.if %[[IS0]] -> (tensor<?xf64>, f64) {
// CHECK: scf.yield %[[Y]], %[[A]]
// CHECK: } else {
// CHECK: scf.yield %[[Y]], %[[B]]
// CHECK: scf.yield %[[S]]#0, %[[S]]#1
// CHECK: %[[Q:.+]] = scf.index_switch
// CHECK: return %[[R]]#0, %[[R]]#1, %[[Q]]
func.func @switch(%n: index, %x: tensor<?xf64>, %y: tensor<?xf64>, %a: f64, %b: f64)
    -> (tensor<?xf64>, f64, f64) {
  %r, %s = scf.index_switch %n -> tensor<?xf64>, f64
  case 2 {
    scf.yield %x, %a : tensor<?xf64>, f64
  }
  case 0 {
    scf.yield %y, %a : tensor<?xf64>, f64
  }
  default {
    scf.yield %y, %b : tensor<?xf64>, f64
  }
  %q = scf.index_switch %n -> f64
  case 1 {
    scf.yield %a : f64
  }
  default {
    scf.yield %b : f64
  }
  return %r, %s, %q : tensor<?xf64>, f64, f64
}
