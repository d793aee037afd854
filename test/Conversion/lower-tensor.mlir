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
