// Arrays with several unit dimensions, some of which only later passes know: compiled programs
// compute what the interpreter does.
// RUN: chad-run %s | FileCheck %s
// RUN: chad-run %s --interpret | FileCheck %s
// RUN: chad-run %s --target=cuda-emulated | FileCheck %s

// CHECK: tensor<1x1x2x1x2xf64> [{{\[\[\[\[}}-0.1400598983007{{[0-9]*}}, 0]], {{\[\[}}0, 2.0680646136285
// CHECK: tensor<1x1x2x1x1x2xf64> [{{\[\[\[\[\[}}-0.401546366168601

func.func private @f17(%a0: tensor<1x2xf64>, %a1: tensor<?x?xf64>, %a2: tensor<1x1x?xf64>, %a3: tensor<1x?x2xf64>, %k: f64) -> tensor<1x?x2xf64> { // ? = 2, ? = 1, ? = 2, ? = 1
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d2, d0, d1)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a0, %a1, %a2 : tensor<1x2xf64>, tensor<?x?xf64>, tensor<1x1x?xf64>) outs(%a3 : tensor<1x?x2xf64>) {
  ^bb0(%x0: f64, %x1: f64, %x2: f64, %acc: f64):
    %t0 = arith.subf %x2, %x2 : f64
    %t1 = arith.addf %acc, %acc : f64
    %t2 = math.exp %x0 : f64
    %t3 = arith.subf %x0, %x2 : f64
    %m = arith.mulf %t3, %x0 : f64
    linalg.yield %m : f64
  } -> tensor<1x?x2xf64>
  return %0 : tensor<1x?x2xf64>
}
func.func @main() -> (tensor<1x?x2x1x2xf64>, tensor<1x?x2x1x1x?xf64>) {
%f17_0 = arith.constant dense<[[4.015463661686018e-01, 1.471150605405849e+00]]> : tensor<1x2xf64>
%f17_1_s = arith.constant dense<[[1.345661928464921e+00], [5.826035386091326e-01]]> : tensor<2x1xf64>
%f17_1 = tensor.cast %f17_1_s : tensor<2x1xf64> to tensor<?x?xf64>
%f17_2_s = arith.constant dense<[[[9.431526306379114e-01, 8.742365971831072e-01]]]> : tensor<1x1x2xf64>
%f17_2 = tensor.cast %f17_2_s : tensor<1x1x2xf64> to tensor<1x1x?xf64>
%f17_3_s = arith.constant dense<[[[1.177389459084144e+00, 1.383085026703270e+00]]]> : tensor<1x1x2xf64>
%f17_3 = tensor.cast %f17_3_s : tensor<1x1x2xf64> to tensor<1x?x2xf64>
%f17_4 = arith.constant 3.407893801613524e-01 : f64
  %j, %j2 = chad.jacobian @f17(%f17_0, %f17_1, %f17_2, %f17_3, %f17_4) wrt [0, 2] mode<reverse> : (tensor<1x2xf64>, tensor<?x?xf64>, tensor<1x1x?xf64>, tensor<1x?x2xf64>, f64) -> (tensor<1x?x2x1x2xf64>, tensor<1x?x2x1x1x?xf64>)
  return %j, %j2 : tensor<1x?x2x1x2xf64>, tensor<1x?x2x1x1x?xf64>
}
