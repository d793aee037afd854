// A schedule that is edited after it was chosen is the one that later passes carry out.

// RUN: chad-opt %s --chad-to-first-order --chad-optimize-arrays --chad-choose-schedule > %t.mlir
// RUN: FileCheck %s --check-prefix=CHOSEN < %t.mlir
// RUN: sed 's/lanes = 8/lanes = 2/' %t.mlir | chad-opt --chad-to-cpu | FileCheck %s
// RUN: sed 's/lanes = 8/lanes = 2/' %t.mlir | chad-run - --arg='[1,2,3,0,-1]' > %t.changed
// RUN: chad-run %s --interpret --arg='[1,2,3,0,-1]' | FileCheck %s --check-prefix=VALUE
// RUN: FileCheck %s --check-prefix=VALUE < %t.changed
// CHOSEN: lanes = 8
// CHECK-NOT: vector<8xf64>
// CHECK: vector<2xf64>
// CHECK-NOT: vector<8xf64>
// VALUE: tensor<5xf64> [2.718281828{{[0-9]*}}, 7.38905609{{[0-9]*}}, 20.0855369{{[0-9]*}}, 1, 0.36787944{{[0-9]*}}]
func.func @main(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %e = math.exp %x : f64
    chad.yield %e : f64
  }
  return %ys : tensor<?xf64>
}
