// A sum that begins with -0.0 and to which nothing is added, or -0.0, is -0.0.

// RUN: chad-run %s --interpret --arg=[] --arg=[] | FileCheck %s
// RUN: chad-run %s --arg=[] --arg=[] | FileCheck %s
// RUN: chad-run %s --vectorize-everywhere --arg=[] --arg=[] | FileCheck %s
// RUN: chad-run %s --threads=2 --thread-grain=1 --arg=[] --arg=[] | FileCheck %s
// RUN: chad-run %s --interpret --arg=[-0.0,-0.0,-0.0] --arg=[2,2,2] | FileCheck %s
// RUN: chad-run %s --arg=[-0.0,-0.0,-0.0] --arg=[2,2,2] | FileCheck %s
// RUN: chad-run %s --vectorize-everywhere --arg=[-0.0,-0.0,-0.0] --arg=[2,2,2] | FileCheck %s
// RUN: chad-run %s --threads=2 --thread-grain=1 --arg=[-0.0,-0.0,-0.0] --arg=[2,2,2] | FileCheck %s

// CHECK:      f64 -0
// CHECK-NEXT: f64 -0
// CHECK-NEXT: tensor<3xf64> [-0, -0, -0]
// CHECK-NEXT: tensor<3xf64> [-0, -0, -0]
// CHECK-NEXT: tensor<3xf64> [-0, -0, -0]
func.func @main(%xs: tensor<?xf64>, %is: tensor<?xindex>)
    -> (f64, f64, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %z = arith.constant -0.0 : f64
  %c3 = arith.constant 3 : index
  %zs = chad.build %i < %c3 -> tensor<3xf64> {
    chad.yield %z : f64
  }
  %fold = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %z : f64) {
    %t = arith.addf %s, %x : f64
    chad.yield %t : f64
  }
  %reduce = chad.reduce (%s, %x in %xs from %z : tensor<?xf64>) {
    %t = arith.addf %s, %x : f64
    chad.yield %t : f64
  }
  %scatter = chad.scatter_add %xs into %zs[%is] : tensor<?xf64> into tensor<3xf64>, tensor<?xindex>
  %accumulate = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%s = %zs : tensor<3xf64>) {
    %t = chad.accumulate %x into %s[%i] : f64 into tensor<3xf64>
    chad.yield %t : tensor<3xf64>
  }
  %rows = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %zs : tensor<3xf64>) {
    %t = chad.map (%a in %s : tensor<3xf64>) -> tensor<3xf64> {
      %b = arith.addf %a, %x : f64
      chad.yield %b : f64
    }
    chad.yield %t : tensor<3xf64>
  }
  return %fold, %reduce, %scatter, %accumulate, %rows
      : f64, f64, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
