// Vectors of elements that are not adjacent are loaded one by one, through pointers that LLVM's vectorization
// of straight-line code does not compare: it would try to load all elements between them at once.

// RUN: chad-run %s --entry=main --target-cpu=znver4 --emit=llvm -o - | FileCheck %s
// RUN: chad-run %s --entry=main --arg='[[1, 2, 3], [4, 5, 6]]' --arg='[[1, 2, 3], [4, 5, 7], [0, 0, 0]]' | FileCheck %s --check-prefix=VALUE

// CHECK: %[[PLACE:.*]] = {{.*}}call ptr @llvm.strip.invariant.group
// CHECK: %[[X:.*]] = load double, ptr %[[PLACE]]
// CHECK: insertelement <{{.*}} x double> {{.*}}, double %[[X]]
// VALUE: [0, 1]
func.func @main(%xs: tensor<?x3xf64>, %cs: tensor<?x3xf64>) -> tensor<?xf64> {
  %nearest = chad.map (%x in %xs : tensor<?x3xf64>) -> tensor<?xf64> {
    %far = arith.constant 1.0e300 : f64
    %distances = chad.map (%c in %cs : tensor<?x3xf64>) -> tensor<?xf64> {
      %zero = arith.constant 0.0 : f64
      %squares = chad.map (%p in %x : tensor<3xf64>, %q in %c : tensor<3xf64>) -> tensor<3xf64> {
        %d = arith.subf %p, %q : f64
        %s = arith.mulf %d, %d : f64
        chad.yield %s : f64
      }
      %sum = chad.reduce (%a, %b in %squares from %zero : tensor<3xf64>) {
        %r = arith.addf %a, %b : f64
        chad.yield %r : f64
      }
      chad.yield %sum : f64
    }
    %least = chad.reduce (%a, %b in %distances from %far : tensor<?xf64>) {
      %r = arith.minimumf %a, %b : f64
      chad.yield %r : f64
    }
    chad.yield %least : f64
  }
  return %nearest : tensor<?xf64>
}
