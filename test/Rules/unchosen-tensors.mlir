// A cotangent or tangent of a value that was not chosen is zero, and stays zero through operations
// on tensors, although it is multiplied by an infinite derivative. The derivative of each function
// at 0 is that of the constant.
//
// RUN: chad-run %s --entry=main --arg=0 --arg=0 | FileCheck %s
// RUN: chad-run %s --entry=main --arg=0 --arg=0 --vectorize-everywhere | FileCheck %s
// CHECK-COUNT-24: {{^f(32|64) 0$}}
// CHECK-NOT: {{.}}

func.func private @splat(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.splat %s : tensor<3xf64>
  %e = tensor.extract %t[%c0] : tensor<3xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @gather(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.from_elements %s, %x : tensor<2xf64>
  %i = arith.constant dense<[[0], [1], [0]]> : tensor<3x1xindex>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<2xf64>, tensor<3x1xindex>) -> tensor<3xf64>
  %e = tensor.extract %g[%c0] : tensor<3xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @gather2(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.from_elements %s, %x : tensor<2xf64>
  %i = arith.constant dense<[[[0], [1]], [[0], [0]]]> : tensor<2x2x1xindex>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<2xf64>, tensor<2x2x1xindex>) -> tensor<2x2xf64>
  %e = tensor.extract %g[%c0, %c0] : tensor<2x2xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @gather0(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.from_elements %s, %x : tensor<2xf64>
  %i = arith.constant dense<[0]> : tensor<1xindex>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<2xf64>, tensor<1xindex>) -> tensor<f64>
  %e = tensor.extract %g[] : tensor<f64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @scatter(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.from_elements %s, %s : tensor<2xf64>
  %d = tensor.splat %s : tensor<4xf64>
  %i = arith.constant dense<[[3], [0]]> : tensor<2x1xindex>
  %g = tensor.scatter %t into %d[%i] scatter_dims([0]) unique : (tensor<2xf64>, tensor<4xf64>, tensor<2x1xindex>) -> tensor<4xf64>
  %e = tensor.extract %g[%c0] : tensor<4xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @ext(%x: f32) -> f64 {
  %z = arith.constant 0.0 : f32
  %zd = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %z : f32
  %s = math.sqrt %x : f32
  %e = arith.extf %s : f32 to f64
  %r = arith.select %c, %e, %zd : f64
  return %r : f64
}
func.func private @tensorext(%x: f32) -> f64 {
  %z = arith.constant 0.0 : f32
  %zd = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f32
  %t = tensor.splat %x : tensor<3xf32>
  %s = math.sqrt %t : tensor<3xf32>
  %n = arith.negf %s : tensor<3xf32>
  %e = arith.extf %n : tensor<3xf32> to tensor<3xf64>
  %f = tensor.extract %e[%c0] : tensor<3xf64>
  %r = arith.select %c, %f, %zd : f64
  return %r : f64
}
func.func private @pad(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.from_elements %s, %s : tensor<2xf64>
  %g = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %s : f64
  } : tensor<2xf64> to tensor<3xf64>
  %e = tensor.extract %g[%c0] : tensor<3xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @padcomputed(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %t = tensor.from_elements %x, %x : tensor<2xf64>
  %g = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    %s = math.sqrt %x : f64
    tensor.yield %s : f64
  } : tensor<2xf64> to tensor<3xf64>
  %e = tensor.extract %g[%c0] : tensor<3xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @generate(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %g = tensor.generate {
  ^bb0(%i: index):
    %s = math.sqrt %x : f64
    tensor.yield %s : f64
  } : tensor<3xf64>
  %e = tensor.extract %g[%c0] : tensor<3xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @insertslice(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c = arith.cmpf ogt, %x, %z : f64
  %s = math.sqrt %x : f64
  %t = tensor.from_elements %s, %s : tensor<2xf64>
  %d = tensor.splat %s : tensor<4xf64>
  %g = tensor.insert_slice %t into %d[0] [2] [2] : tensor<2xf64> into tensor<4xf64>
  %k = tensor.expand_shape %g [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %l = tensor.extract_slice %k[0, 0] [2, 1] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
  %o = tensor.concat dim(0) %l, %l : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  %e = tensor.extract %o[%c0] : tensor<4xf64>
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func private @hist(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %z : f64
  %xs = tensor.splat %x : tensor<3xf64>
  %s = math.sqrt %xs : tensor<3xf64>
  %sum = chad.reduce (%a, %b in %s from %z : tensor<3xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  %prod = chad.reduce (%a, %b in %s from %sum : tensor<3xf64>) {
    %m = arith.mulf %a, %b : f64
    chad.yield %m : f64
  }
  %c0 = arith.constant 0 : index
  %e = arith.addf %prod, %prod : f64
  %r = arith.select %c, %e, %z : f64
  return %r : f64
}
func.func @main(%x: f64, %w: f32) -> (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f32, f64, f32, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64) {
  %splat_r = chad.grad @splat(%x) : (f64) -> f64
  %splat_j = chad.jacobian @splat(%x) mode<forward> : (f64) -> f64
  %gather_r = chad.grad @gather(%x) : (f64) -> f64
  %gather_j = chad.jacobian @gather(%x) mode<forward> : (f64) -> f64
  %gather2_r = chad.grad @gather2(%x) : (f64) -> f64
  %gather2_j = chad.jacobian @gather2(%x) mode<forward> : (f64) -> f64
  %gather0_r = chad.grad @gather0(%x) : (f64) -> f64
  %gather0_j = chad.jacobian @gather0(%x) mode<forward> : (f64) -> f64
  %scatter_r = chad.grad @scatter(%x) : (f64) -> f64
  %scatter_j = chad.jacobian @scatter(%x) mode<forward> : (f64) -> f64
  %ext_r = chad.grad @ext(%w) : (f32) -> f32
  %ext_j = chad.jacobian @ext(%w) mode<forward> : (f32) -> f64
  %tensorext_r = chad.grad @tensorext(%w) : (f32) -> f32
  %tensorext_j = chad.jacobian @tensorext(%w) mode<forward> : (f32) -> f64
  %pad_r = chad.grad @pad(%x) : (f64) -> f64
  %pad_j = chad.jacobian @pad(%x) mode<forward> : (f64) -> f64
  %padcomputed_r = chad.grad @padcomputed(%x) : (f64) -> f64
  %padcomputed_j = chad.jacobian @padcomputed(%x) mode<forward> : (f64) -> f64
  %generate_r = chad.grad @generate(%x) : (f64) -> f64
  %generate_j = chad.jacobian @generate(%x) mode<forward> : (f64) -> f64
  %insertslice_r = chad.grad @insertslice(%x) : (f64) -> f64
  %insertslice_j = chad.jacobian @insertslice(%x) mode<forward> : (f64) -> f64
  %hist_r = chad.grad @hist(%x) : (f64) -> f64
  %hist_j = chad.jacobian @hist(%x) mode<forward> : (f64) -> f64
  return %splat_r, %splat_j, %gather_r, %gather_j, %gather2_r, %gather2_j, %gather0_r, %gather0_j, %scatter_r, %scatter_j, %ext_r, %ext_j, %tensorext_r, %tensorext_j, %pad_r, %pad_j, %padcomputed_r, %padcomputed_j, %generate_r, %generate_j, %insertslice_r, %insertslice_j, %hist_r, %hist_j : f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f32, f64, f32, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64
}
