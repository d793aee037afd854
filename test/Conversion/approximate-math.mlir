// RUN: chad-opt %s --chad-approximate-math | FileCheck %s
// RUN: chad-opt %s --chad-approximate-math=fma=false | FileCheck %s --check-prefix=SPLIT

// Bounds, an integer from the low bits of a sum, a polynomial, whose even and whose
// odd powers are chains of their own, and two factors whose exponents are that integer's
// halves. No flag of the op stays.

// CHECK-LABEL: func.func @exp(
// CHECK-SAME: %[[X:.+]]: f64
// CHECK: %[[LOW:.+]] = arith.constant -7.460000e+02 : f64
// CHECK: %[[C:.+]] = arith.cmpf ogt, %[[LOW]], %[[X]] : f64
// CHECK: arith.select %[[C]], %[[LOW]], %[[X]] : f64
// CHECK: %[[S:.+]] = math.fma %{{.+}}, %{{.+}}, %[[M:.+]] : f64
// CHECK: %[[B:.+]] = arith.bitcast %[[S]] : f64 to i64
// CHECK: arith.subf %[[S]], %[[M]] : f64
// CHECK-COUNT-2: math.fma
// CHECK: %[[SQUARE:.+]] = arith.mulf %[[REST:.+]], %[[REST]] : f64
// CHECK-COUNT-7: math.fma %{{.+}}, %[[SQUARE]], %
// CHECK-COUNT-4: math.fma %{{.+}}, %[[REST]], %
// CHECK-NOT: math.fma
// CHECK: %[[R:.+]] = arith.shrui %[[B]]
// CHECK: %[[H:.+]] = arith.shli %[[R]]
// CHECK: %[[L:.+]] = arith.shli %[[B]]
// CHECK: arith.subi %[[L]], %[[H]]
// CHECK: arith.mulf %{{.+}}, %{{.+}} : f64
// CHECK: %[[E:.+]] = arith.mulf %{{.+}}, %{{.+}} : f64
// CHECK: return %[[E]]
// SPLIT-LABEL: func.func @exp(
// SPLIT-NOT: math.fma
func.func @exp(%x: f64) -> f64 {
  %r = math.exp %x fastmath<reassoc,nnan,contract> : f64
  return %r : f64
}

// The exponent of a logarithm's argument is put under a mantissa: no integer is converted.

// CHECK-LABEL: func.func @log(
// CHECK-NOT: arith.uitofp
// CHECK-NOT: arith.sitofp
// CHECK: arith.divf %{{.+}}, %{{.+}} : vector<8xf64>
// CHECK: arith.select %{{.+}}, %{{.+}}, %{{.+}} : vector<8xi1>, vector<8xf64>
// CHECK: return
// SPLIT-LABEL: func.func @log(
// SPLIT-NOT: math.fma
func.func @log(%x: vector<8xf64>) -> vector<8xf64> {
  %r = math.log %x : vector<8xf64>
  return %r : vector<8xf64>
}

// All functions, any shape.

// CHECK-LABEL: func.func @all(
// CHECK-NOT: math.{{exp|log|tanh}}
// CHECK: return
func.func @all(%x: f32, %v: vector<3xf32>, %w: vector<2x4xf64>, %s: vector<[4]xf64>)
    -> (f32, vector<3xf32>, vector<2x4xf64>, vector<[4]xf64>, f32) {
  %0 = math.exp2 %x : f32
  %1 = math.expm1 %0 : f32
  %2 = math.log2 %1 : f32
  %3 = math.log10 %2 : f32
  %4 = math.log1p %v : vector<3xf32>
  %5 = math.tanh %w : vector<2x4xf64>
  %6 = math.exp %s : vector<[4]xf64>
  %7 = math.exp %3 : f32
  return %3, %4, %5, %6, %7 : f32, vector<3xf32>, vector<2x4xf64>, vector<[4]xf64>, f32
}

// Sines and cosines of vectors, with a branch in which the C library computes the large elements,
// and only those.

// CHECK-LABEL: func.func @sincos(
// CHECK-SAME: %[[X:.+]]: vector<8xf64>
// CHECK: %[[C:.+]] = arith.cmpf oge,
// CHECK: %[[ANY:.+]] = vector.reduction <or>, %[[C]]
// CHECK: scf.if %[[ANY]] -> (vector<8xf64>)
// CHECK: %[[LARGE:.+]] = arith.select %[[C]], %[[X]], %{{.+}} : vector<8xi1>, vector<8xf64>
// CHECK: %[[SLOW:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %[[LARGE]])
// CHECK: %[[E:.+]] = vector.extract %{{.+}}[%[[I:.+]]] : f64 from vector<8xf64>
// CHECK: %[[S:.+]] = math.sin %[[E]] : f64
// CHECK: vector.insert %[[S]], %{{.+}} [%[[I]]]
// CHECK: loop_annotation
// CHECK: %[[R:.+]] = arith.select %[[C]], %[[SLOW]], %[[FAST:.+]] : vector<8xi1>, vector<8xf64>
// CHECK: scf.yield %[[R]]
// CHECK: scf.yield %[[FAST]]
// CHECK: scf.if
// CHECK: math.cos %{{.+}} : f64
// CHECK: return
func.func @sincos(%x: vector<8xf64>) -> (vector<8xf64>, vector<8xf64>) {
  %0 = math.sin %x : vector<8xf64>
  %1 = math.cos %x : vector<8xf64>
  return %0, %1 : vector<8xf64>, vector<8xf64>
}

// What is left alone.

// CHECK-LABEL: func.func @others(
// CHECK: math.exp %{{.+}} : f16
// CHECK: math.log %{{.+}} : bf16
// CHECK: math.tanh %{{.+}} : vector<4xf16>
// CHECK: math.exp %{{.+}} : tensor<4xf64>
// CHECK: math.sqrt %{{.+}} : f64
// CHECK: math.powf %{{.+}}, %{{.+}} : f64
// CHECK: math.atan %{{.+}} : f64
// CHECK: math.sin %{{.+}} : f64
// CHECK: math.cos %{{.+}} : vector<2x4xf64>
// CHECK: math.sin %{{.+}} : vector<[4]xf64>
func.func @others(%h: f16, %b: bf16, %v: vector<4xf16>, %t: tensor<4xf64>, %x: f64,
                  %w: vector<2x4xf64>, %s: vector<[4]xf64>)
    -> (f16, bf16, vector<4xf16>, tensor<4xf64>, f64, f64, f64, f64, vector<2x4xf64>,
        vector<[4]xf64>) {
  %0 = math.exp %h : f16
  %1 = math.log %b : bf16
  %2 = math.tanh %v : vector<4xf16>
  %3 = math.exp %t : tensor<4xf64>
  %4 = math.sqrt %x : f64
  %5 = math.powf %x, %4 : f64
  %6 = math.atan %x : f64
  %7 = math.sin %x : f64
  %8 = math.cos %w : vector<2x4xf64>
  %9 = math.sin %s : vector<[4]xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9
      : f16, bf16, vector<4xf16>, tensor<4xf64>, f64, f64, f64, f64, vector<2x4xf64>,
        vector<[4]xf64>
}

