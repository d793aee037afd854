// Rows of several vectors are read and written by vectors along the row. They must not be unrolled
// first: LLVM would then vectorize the loop over rows, with gathers and scatters.

// RUN: chad-run %s --entry=main --target-cpu=znver4 --emit=llvm -o - | FileCheck %s

// CHECK-NOT: masked.gather
// CHECK-NOT: masked.scatter
// CHECK: fadd {{.*}}<8 x double>
// CHECK-NOT: masked.gather
// CHECK-NOT: masked.scatter
func.func @main(%a: tensor<50x50x50xf64>, %c: tensor<48x48x48xf64>) -> tensor<50x50x50xf64> {
  %part = tensor.extract_slice %a[1, 1, 2] [48, 48, 48] [1, 1, 1] : tensor<50x50x50xf64> to tensor<48x48x48xf64>
  %sum = chad.map (%p in %part : tensor<48x48x48xf64>, %q in %c : tensor<48x48x48xf64>) -> tensor<48x48x48xf64> {
    %rows = chad.map (%r in %p : tensor<48x48xf64>, %s in %q : tensor<48x48xf64>) -> tensor<48x48xf64> {
      %row = chad.map (%x in %r : tensor<48xf64>, %y in %s : tensor<48xf64>) -> tensor<48xf64> {
        %z = arith.addf %x, %y : f64
        chad.yield %z : f64
      }
      chad.yield %row : tensor<48xf64>
    }
    chad.yield %rows : tensor<48x48xf64>
  }
  %b = tensor.insert_slice %sum into %a[1, 1, 2] [48, 48, 48] [1, 1, 1] : tensor<48x48x48xf64> into tensor<50x50x50xf64>
  return %b : tensor<50x50x50xf64>
}
