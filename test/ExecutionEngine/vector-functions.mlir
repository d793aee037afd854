// Loops call vector functions that LLVM does not know without chad's tables.

// REQUIRES: libmvec
// RUN: chad-run %s --emit=llvm | FileCheck %s
// RUN: chad-run %s --emit=llvm --vector-math=false | FileCheck %s --check-prefix=SCALAR
// RUN: chad-run %s --arg='[0, 1, 2, 3, 4, 5, 6, 7, 8]' | FileCheck %s --check-prefix=VALUES

// CHECK-DAG: call <{{[0-9]+}} x double> @_ZGV{{[bde]}}N{{[248]}}v_erf(
// CHECK-DAG: call <{{[0-9]+}} x double> @_ZGV{{[bde]}}N{{[248]}}v_cbrt(
// CHECK-DAG: call <{{[0-9]+}} x double> @_ZGV{{[bde]}}N{{[248]}}v_atan(
// CHECK-DAG: call <{{[0-9]+}} x double> @_ZGV{{[bde]}}N{{[248]}}vv_pow(
// SCALAR-NOT: _ZGV
// VALUES: tensor<9xf64> [0, 2.729947108932{{[0-9]+}}, 4.93401415996{{[0-9]+}}, 
func.func @main(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %k = arith.constant 1.5 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %0 = math.erf %x : f64
    %1 = math.cbrt %0 : f64
    %2 = math.atan %x : f64
    %3 = math.powf %x, %k : f64
    %4 = arith.addf %1, %2 : f64
    %5 = arith.addf %3, %4 : f64
    chad.yield %5 : f64
  }
  return %ys : tensor<?xf64>
}
