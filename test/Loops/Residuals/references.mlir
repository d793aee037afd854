// Values that are no numbers are kept as any: boxes, sums and complex numbers.
//
// RUN: chad-opt %s --chad-choose-residuals | FileCheck %s

!s = !chad.sum<(), (f64)>
chad.record @r (f64)

// CHECK-LABEL: @sums
// CHECK: chad.map (%{{.*}} in %{{.*}} : tensor<?x!chad.sum<(), (f64)>>
func.func @sums(%ss: tensor<?x!s>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %t = chad.map (%s in %ss : tensor<?x!s>) -> tensor<?x!s> {
    chad.yield %s : !s
  }
  %r = chad.map (%s in %t : tensor<?x!s>) -> tensor<?xf64> {
    %v = chad.case %s : !s -> f64
      () { chad.yield %zero : f64 }
      (%x: f64) { chad.yield %x : f64 }
    chad.yield %v : f64
  }
  return %r : tensor<?xf64>
}
// CHECK-LABEL: @boxes
func.func @boxes(%bs: tensor<?x!chad.box<@r>>) -> tensor<?xf64> {
  %t = chad.map (%b in %bs : tensor<?x!chad.box<@r>>) -> tensor<?x!chad.box<@r>> {
    chad.yield %b : !chad.box<@r>
  }
  %r = chad.map (%b in %t : tensor<?x!chad.box<@r>>) -> tensor<?xf64> {
    %x = chad.open %b : !chad.box<@r> -> f64
    chad.yield %x : f64
  }
  return %r : tensor<?xf64>
}
// CHECK-LABEL: @complex
func.func @complex(%zs: tensor<?xcomplex<f64>>) -> tensor<?xf64> {
  %t = chad.map (%z in %zs : tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
    chad.yield %z : complex<f64>
  }
  %r = chad.map (%z in %t : tensor<?xcomplex<f64>>) -> tensor<?xf64> {
    %x = complex.re %z : complex<f64>
    chad.yield %x : f64
  }
  return %r : tensor<?xf64>
}
