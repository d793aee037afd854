// RUN: chad-opt %s | FileCheck %s
// RUN: chad-opt %s --mlir-print-op-generic | chad-opt | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s

func.func private @scalar(%x: f64, %n: index) -> f64
func.func private @vector(%x: tensor<3xf64>, %k: f64) -> (tensor<?xf64>, f64, index)

// CHECK-LABEL: func @requests
func.func @requests(%x: f64, %n: index, %dx: !chad.lin<f64>, %xs: tensor<3xf64>,
                    %dxs: !chad.lin<tensor<3xf64>>, %dys: !chad.lin<tensor<?xf64>>) {
  // Integers have no tangent to give.
  // CHECK: chad.jvp @scalar(%{{.*}}, %{{.*}}) along(%{{.*}}) : (f64, index, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %0:2 = chad.jvp @scalar(%x, %n) along(%dx) : (f64, index, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  // CHECK: chad.jvp @vector(%{{.*}}, %{{.*}}) along(%{{.*}}) wrt [0] of [0] :
  %1:4 = chad.jvp @vector(%xs, %x) along(%dxs) wrt [0] of [0]
      : (tensor<3xf64>, f64, !chad.lin<tensor<3xf64>>) -> (tensor<?xf64>, f64, index, !chad.lin<tensor<?xf64>>)
  // CHECK: chad.vjp @vector(%{{.*}}, %{{.*}}) seed(%{{.*}}, %{{.*}}) :
  %2:5 = chad.vjp @vector(%xs, %x) seed(%dys, %dx)
      : (tensor<3xf64>, f64, !chad.lin<tensor<?xf64>>, !chad.lin<f64>)
      -> (tensor<?xf64>, f64, index, !chad.lin<tensor<3xf64>>, !chad.lin<f64>)
  // CHECK: chad.grad @vector(%{{.*}}, %{{.*}}) of [1] : (tensor<3xf64>, f64) -> (tensor<3xf64>, f64)
  %3:2 = chad.grad @vector(%xs, %x) of [1] : (tensor<3xf64>, f64) -> (tensor<3xf64>, f64)
  // CHECK: chad.value_and_grad @scalar(%{{.*}}, %{{.*}}) : (f64, index) -> (f64, f64)
  %4:2 = chad.value_and_grad @scalar(%x, %n) : (f64, index) -> (f64, f64)
  // CHECK: chad.jacobian @vector(%{{.*}}, %{{.*}}) of [0] mode<reverse> : (tensor<3xf64>, f64) -> (tensor<?x3xf64>, tensor<?xf64>)
  %5:2 = chad.jacobian @vector(%xs, %x) of [0] mode<reverse> : (tensor<3xf64>, f64) -> (tensor<?x3xf64>, tensor<?xf64>)
  // CHECK: chad.linearize @scalar(%{{.*}}, %{{.*}}) : (f64, index) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  %6:2 = chad.linearize @scalar(%x, %n) : (f64, index) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  // CHECK: chad.absorbing_mul %{{.*}}, %{{.*}} : f64
  %product = chad.absorbing_mul %x, %x : f64
  // CHECK: chad.absorbing_mul both %{{.*}}, %{{.*}} : f64
  %both = chad.absorbing_mul both %x, %x : f64
  // CHECK: chad.stop_gradient %{{.*}} : tensor<3xf64>
  %7 = chad.stop_gradient %xs : tensor<3xf64>
  return
}
