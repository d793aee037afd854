// The numbers of derivatives by the rules of another dialect, compiled after its ops are
// lowered, and by the interpreter's differences of the lowered functions.

// RUN: example-opt %s --chad-to-first-order --example-lower --inline \
// RUN:   | chad-run - --arg=0.5 --arg='[0.7, -1.2, 2.2]' | FileCheck %s
// RUN: example-opt %s --example-lower \
// RUN:   | chad-run - --interpret --arg=0.5 --arg='[0.7, -1.2, 2.2]' | FileCheck %s

// CHECK:      f64 1.21042649
// CHECK-NEXT: f64 0.331781185
// CHECK-NEXT: tensor<3xf64> [0.298757702{{[0-9]*}}, 0.264239381{{[0-9]*}}, 0.28507096{{[0-9]*}}]
// CHECK-NEXT: f64 0.331781185
// CHECK-NEXT: f64 0.957901851
// CHECK-NEXT: f64 0{{$}}

func.func private @loss(%w: f64, %xs: tensor<?xf64>) -> f64 {
  %s = example.softplus %w : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %s, %x : f64
    %q = example.quantize %p : f64
    %d = arith.subf %p, %q : f64
    %y = example.softplus %d : f64
    chad.yield %y : f64
  }
  %norm = example.norm %ys : tensor<?xf64>
  return %norm : f64
}
func.func private @gradient(%w: f64, %xs: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %dw, %dxs = chad.grad @loss(%w, %xs) : (f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %dw, %dxs : f64, tensor<?xf64>
}
func.func private @at_zero(%x: f64) -> f64 {
  %xs = tensor.from_elements %x, %x : tensor<2xf64>
  %norm = example.norm %xs : tensor<2xf64>
  %zero = arith.constant 0.0 : f64
  %r = arith.mulf %norm, %zero : f64
  return %r : f64
}

func.func @main(%w: f64, %xs: tensor<?xf64>) -> (f64, f64, tensor<?xf64>, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %v = chad.to_linear %one : f64
  %y, %dw, %dxs = chad.value_and_grad @loss(%w, %xs)
      : (f64, tensor<?xf64>) -> (f64, f64, tensor<?xf64>)
  %same, %t = chad.jvp @loss(%w, %xs) along(%v) wrt [0]
      : (f64, tensor<?xf64>, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %forward = chad.from_linear %t : !chad.lin<f64>
  // Forward over reverse.
  %dw2, %dxs2, %tw, %txs = chad.jvp @gradient(%w, %xs) along(%v) wrt [0]
      : (f64, tensor<?xf64>, !chad.lin<f64>)
      -> (f64, tensor<?xf64>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>)
  %second = chad.from_linear %tw : !chad.lin<f64>
  // 0 · ∞ = 0
  %safe = chad.grad @at_zero(%zero) : (f64) -> f64
  return %y, %dw, %dxs, %forward, %second, %safe : f64, f64, tensor<?xf64>, f64, f64, f64
}
