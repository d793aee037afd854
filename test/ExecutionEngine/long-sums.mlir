// A sum of many products keeps its loop, and with it the sums that vectorization has made of it:
// unrolled, they would become one chain of additions. A sum of few is unrolled.

// RUN: chad-run %s --entry=long --target-cpu=znver4 --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: @chad.long(
// CHECK-COUNT-4: phi <8 x double>
// CHECK-COUNT-4: fmul {{.*}}<8 x double>
// CHECK: br i1
// CHECK-LABEL: @chad.short(
// CHECK-NOT: phi <8 x double>
// CHECK: fmul {{.*}}<8 x double>
// CHECK-NOT: phi <8 x double>
// CHECK: define
func.func @long(%m: tensor<200x200xf64>, %v: tensor<200xf64>) -> tensor<200xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %m : tensor<200x200xf64>) -> tensor<200xf64> {
    %sum = chad.fold (%x in %row : tensor<200xf64>, %y in %v : tensor<200xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %y : f64
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  return %r : tensor<200xf64>
}
func.func @short(%m: tensor<64x64xf64>, %v: tensor<64xf64>) -> tensor<64xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %m : tensor<64x64xf64>) -> tensor<64xf64> {
    %sum = chad.fold (%x in %row : tensor<64xf64>, %y in %v : tensor<64xf64>) with (%s = %zero : f64) {
      %p = arith.mulf %x, %y : f64
      %t = arith.addf %s, %p : f64
      chad.yield %t : f64
    }
    chad.yield %sum : f64
  }
  return %r : tensor<64xf64>
}
