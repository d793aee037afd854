// Sums as arguments and results of functions of C, and gradients by them.

!shape = !chad.sum<(f64), (f64, f64), (tensor<?xf64>, index), ()>
!by_shape = !chad.sum<(f64), (f64, f64), (tensor<?xf64>), ()>
!item = !chad.sum<(f64, i32), (tensor<2xf64>)>
!by_item = !chad.sum<(f64), (tensor<2xf64>)>
!nested = !chad.sum<(!shape, i1), (f32, tensor<2x3xf32>)>
!pair = !chad.sum<(f64, f32)>

// k·r² of a circle, w·h of a rectangle, the sum of an array times one of its elements, k of nothing.
func.func @area(%s: !shape, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %a = chad.case %s : !shape -> f64
    (%r: f64) {
      %p = arith.mulf %r, %r : f64
      %q = arith.mulf %p, %k : f64
      chad.yield %q : f64
    }
    (%w: f64, %h: f64) {
      %p = arith.mulf %w, %h : f64
      chad.yield %p : f64
    }
    (%xs: tensor<?xf64>, %i: index) {
      %r = chad.reduce (%u, %v in %xs from %zero : tensor<?xf64>) {
        %t = arith.addf %u, %v : f64
        chad.yield %t : f64
      }
      %x = tensor.extract %xs[%i] : tensor<?xf64>
      %p = arith.mulf %r, %x : f64
      chad.yield %p : f64
    }
    () { chad.yield %k : f64 }
  return %a : f64
}
func.func @area_and_grad(%s: !shape, %k: f64) -> (f64, !by_shape, f64) {
  %a, %ds, %dk = chad.value_and_grad @area(%s, %k) wrt [0, 1]
      : (!shape, f64) -> (f64, !by_shape, f64)
  return %a, %ds, %dk : f64, !by_shape, f64
}
!along_shape = !chad.sum<(lin<f64>), (lin<f64>, lin<f64>), (lin<tensor<?xf64>>), ()>
func.func @area_along(%s: !shape, %k: f64, %ds: !along_shape, %dk: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %a, %da = chad.jvp @area(%s, %k) along(%ds, %dk) wrt [0, 1]
      : (!shape, f64, !along_shape, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %a, %da : f64, !chad.lin<f64>
}
func.func @area_back(%s: !shape, %k: f64, %da: !chad.lin<f64>) -> (!along_shape, !chad.lin<f64>) {
  %a, %ds, %dk = chad.vjp @area(%s, %k) seed(%da) wrt [0, 1]
      : (!shape, f64, !chad.lin<f64>) -> (f64, !along_shape, !chad.lin<f64>)
  return %ds, %dk : !along_shape, !chad.lin<f64>
}
func.func @total(%items: tensor<?x!item>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %vs = chad.map (%s in %items : tensor<?x!item>) -> tensor<?xf64> {
    %v = chad.case %s : !item -> f64
      (%a: f64, %n: i32) {
        %f = arith.sitofp %n : i32 to f64
        %p = arith.mulf %a, %a : f64
        %q = arith.mulf %p, %f : f64
        chad.yield %q : f64
      }
      (%t: tensor<2xf64>) {
        %x = tensor.extract %t[%c0] : tensor<2xf64>
        %y = tensor.extract %t[%c1] : tensor<2xf64>
        %p = arith.mulf %x, %y : f64
        %q = arith.mulf %p, %k : f64
        chad.yield %q : f64
      }
    chad.yield %v : f64
  }
  %r = chad.reduce (%u, %v in %vs from %zero : tensor<?xf64>) {
    %t = arith.addf %u, %v : f64
    chad.yield %t : f64
  }
  return %r : f64
}
func.func @total_grad(%items: tensor<?x!item>, %k: f64) -> (tensor<?x!by_item>, f64) {
  %ds, %dk = chad.grad @total(%items, %k) wrt [0, 1]
      : (tensor<?x!item>, f64) -> (tensor<?x!by_item>, f64)
  return %ds, %dk : tensor<?x!by_item>, f64
}
// The squared slope of the area, a function of the second order when it is differentiated.
func.func @slope(%s: !shape, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ds = chad.grad @area(%s, %k) wrt [0] : (!shape, f64) -> !by_shape
  %r = chad.case %ds : !by_shape -> f64
    (%a: f64) {
      %p = arith.mulf %a, %a : f64
      chad.yield %p : f64
    }
    (%a: f64, %b: f64) {
      %p = arith.mulf %a, %a : f64
      %q = arith.mulf %p, %b : f64
      chad.yield %q : f64
    }
    (%a: tensor<?xf64>) {
      %squares = chad.map (%x in %a : tensor<?xf64>) -> tensor<?xf64> {
        %q = arith.mulf %x, %x : f64
        chad.yield %q : f64
      }
      %t = chad.reduce (%u, %v in %squares from %zero : tensor<?xf64>) {
        %w = arith.addf %u, %v : f64
        chad.yield %w : f64
      }
      chad.yield %t : f64
    }
    () { chad.yield %zero : f64 }
  return %r : f64
}
func.func @slope_grad(%s: !shape, %k: f64) -> (!by_shape, f64) {
  %ds, %dk = chad.grad @slope(%s, %k) wrt [0, 1] : (!shape, f64) -> (!by_shape, f64)
  return %ds, %dk : !by_shape, f64
}
func.func @same(%n: !nested, %items: tensor<?x!item>, %p: !pair)
    -> (!nested, tensor<?x!item>, !pair) {
  return %n, %items, %p : !nested, tensor<?x!item>, !pair
}
