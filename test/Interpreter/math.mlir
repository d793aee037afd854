// RUN: chad-run %s --interpret --entry=unary --arg=0.5 | FileCheck %s --check-prefix=UNARY
// UNARY: f64 0.5
// UNARY-NEXT: f64 1.0471975511965{{[0-9]+}}
// UNARY-NEXT: f64 0.5235987755982{{[0-9]+}}
// UNARY-NEXT: f64 0.4812118250596{{[0-9]+}}
// UNARY-NEXT: f64 0.463647609000{{[0-9]+}}
// UNARY-NEXT: f64 0.549306144334{{[0-9]+}}
// UNARY-NEXT: f64 0.793700525984{{[0-9]+}}
// UNARY-NEXT: f64 1
// UNARY-NEXT: f64 0.877582561890{{[0-9]+}}
// UNARY-NEXT: f64 1.127625965206{{[0-9]+}}
// UNARY-NEXT: f64 0.520499877813{{[0-9]+}}
// UNARY-NEXT: f64 0.479500122186{{[0-9]+}}
// UNARY-NEXT: f64 1.648721270700{{[0-9]+}}
// UNARY-NEXT: f64 1.414213562373{{[0-9]+}}
// UNARY-NEXT: f64 0.648721270700{{[0-9]+}}
// UNARY-NEXT: f64 0
// UNARY-NEXT: f64 -0.693147180559{{[0-9]+}}
// UNARY-NEXT: f64 -0.301029995663{{[0-9]+}}
// UNARY-NEXT: f64 0.405465108108{{[0-9]+}}
// UNARY-NEXT: f64 -1
func.func @unary(%x: f64) -> (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64,
                              f64, f64, f64, f64, f64, f64, f64, f64, f64, f64) {
  %0 = math.absf %x : f64
  %1 = math.acos %x : f64
  %2 = math.asin %x : f64
  %3 = math.asinh %x : f64
  %4 = math.atan %x : f64
  %5 = math.atanh %x : f64
  %6 = math.cbrt %x : f64
  %7 = math.ceil %x : f64
  %8 = math.cos %x : f64
  %9 = math.cosh %x : f64
  %10 = math.erf %x : f64
  %11 = math.erfc %x : f64
  %12 = math.exp %x : f64
  %13 = math.exp2 %x : f64
  %14 = math.expm1 %x : f64
  %15 = math.floor %x : f64
  %16 = math.log %x : f64
  %17 = math.log10 %x : f64
  %18 = math.log1p %x : f64
  %19 = math.log2 %x : f64
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19
      : f64, f64, f64, f64, f64, f64, f64, f64, f64, f64,
        f64, f64, f64, f64, f64, f64, f64, f64, f64, f64
}

// RUN: chad-run %s --interpret --entry=more --arg='[-2.5, 0.5, 2.5]' | FileCheck %s --check-prefix=MORE
// MORE: tensor<3xf32> [-3, 1, 3]
// MORE-NEXT: tensor<3xf32> [-2, 0, 2]
// MORE-NEXT: tensor<3xf32> [-2, 0, 2]
// MORE-NEXT: tensor<3xf32> [nan, 1.4142135, 0.6324555]
// MORE-NEXT: tensor<3xf32> [nan, 0.70710677, 1.5811388]
// MORE-NEXT: tensor<3xf32> [-0.5984721, 0.47942555, 0.5984721]
// MORE-NEXT: tensor<3xf32> [-0.5984721, 0.47942555, 0.5984721]
// MORE-NEXT: tensor<3xf32> [-0.8011436, 0.87758255, -0.8011436]
// MORE-NEXT: tensor<3xf32> [-6.0502043, 0.5210953, 6.0502043]
// MORE-NEXT: tensor<3xf32> [0.7470223, 0.5463025, -0.7470223]
// MORE-NEXT: tensor<3xf32> [-0.9866143, 0.46211717, 0.9866143]
// MORE-NEXT: tensor<3xf32> [nan, nan, 1.5667993]
func.func @more(%x: tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
        tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = math.round %x : tensor<3xf32>
  %1 = math.roundeven %x : tensor<3xf32>
  %2 = math.trunc %x : tensor<3xf32>
  %3 = math.rsqrt %x : tensor<3xf32>
  %4 = math.sqrt %x : tensor<3xf32>
  %5 = math.sin %x : tensor<3xf32>
  %6, %7 = math.sincos %x : tensor<3xf32>
  %8 = math.sinh %x : tensor<3xf32>
  %9 = math.tan %x : tensor<3xf32>
  %10 = math.tanh %x : tensor<3xf32>
  %11 = math.acosh %x : tensor<3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
      : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
        tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// RUN: chad-run %s --interpret --entry=several --arg=-2 --arg=3 --arg=3 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: f64 -0.5880026035475675
// SEVERAL-NEXT: f64 2
// SEVERAL-NEXT: f64 -8
// SEVERAL-NEXT: f64 -3
// SEVERAL-NEXT: f64 -8
// SEVERAL-NEXT: f64 3
func.func @several(%x: f64, %y: f64, %n: i32) -> (f64, f64, f64, f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %0 = math.atan2 %x, %y : f64
  %1 = math.copysign %x, %y : f64
  %2 = math.powf %x, %y : f64
  %3 = math.fma %x, %y, %y : f64
  %4 = math.fpowi %x, %n : f64, i32
  %5 = math.clampf %y to [%x, %y] : f64
  return %0, %1, %2, %3, %4, %5 : f64, f64, f64, f64, f64, f64
}

// One rounding: in two the product would lose what is left here.
// RUN: chad-run %s --interpret --entry=fused --arg=1.0000001 | FileCheck %s --check-prefix=FUSED
// FUSED: f32 1.4210855e-14
func.func @fused(%x: f32) -> f32 {
  %square = arith.mulf %x, %x : f32
  %minus = arith.negf %square : f32
  %rest = math.fma %x, %x, %minus : f32
  return %rest : f32
}

// RUN: chad-run %s --interpret --entry=integers --arg=40 --arg=-3 --arg=3 | FileCheck %s --check-prefix=INT
// INT: i32 3
// INT-NEXT: i32 26
// INT-NEXT: i32 3
// INT-NEXT: i32 2
// INT-NEXT: i32 -27
// INT-NEXT: i32 0
func.func @integers(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32, i32, i32, i32) {
  %0 = math.absi %b : i32
  %1 = math.ctlz %a : i32
  %2 = math.cttz %a : i32
  %3 = math.ctpop %a : i32
  %4 = math.ipowi %b, %c : i32
  %5 = math.ipowi %c, %b : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// RUN: chad-run %s --interpret --entry=tests --arg='[1, inf, nan, 1e-45]' | FileCheck %s --check-prefix=TEST
// TEST: tensor<4xi1> [true, false, false, true]
// TEST-NEXT: tensor<4xi1> [false, true, false, false]
// TEST-NEXT: tensor<4xi1> [false, false, true, false]
// TEST-NEXT: tensor<4xi1> [true, false, false, false]
func.func @tests(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = math.isfinite %x : tensor<4xf32>
  %1 = math.isinf %x : tensor<4xf32>
  %2 = math.isnan %x : tensor<4xf32>
  %3 = math.isnormal %x : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
