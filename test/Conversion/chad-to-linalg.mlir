// Maps, builds and reductions of scalars become structured ops; the same numbers
// come out.

// RUN: chad-opt %s --convert-chad-to-linalg --canonicalize --cse | FileCheck %s
// RUN: chad-run %s --entry=maps --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[1, 10, 100]' | FileCheck %s --check-prefix=MAPS
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=maps --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[1, 10, 100]' | FileCheck %s --check-prefix=MAPS
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=maps --arg='[]' --arg='[]' | FileCheck %s --check-prefix=EMPTY
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=reduces --arg='[3, 7, 5]' | FileCheck %s --check-prefix=REDUCES
// RUN: chad-opt %s --convert-chad-to-linalg | chad-run - --entry=reduces --arg='[]' | FileCheck %s --check-prefix=NONE

// CHECK-DAG: #[[$BOTH:[a-z0-9]+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$FIRST:[a-z0-9]+]] = affine_map<(d0, d1) -> (d0)>

// A nest is one op; what the outer map reads is read along the first dimension.
// CHECK-LABEL: @maps
// CHECK-NOT: chad.map
// CHECK: linalg.generic {indexing_maps = [#[[$FIRST]], #[[$BOTH]], #[[$BOTH]]], iterator_types = ["parallel", "parallel"]}
// CHECK: linalg.index 0
// MAPS: tensor<3x2xf64> {{\[\[}}1, 2], [30, 40], [500, 600]]
// MAPS-NEXT: tensor<3xindex> [0, 1, 4]
// EMPTY: tensor<0x0xf64> []
// EMPTY-NEXT: tensor<0xindex> []
func.func @maps(%m: tensor<?x?xf64>, %k: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %r = chad.map (%row in %m : tensor<?x?xf64>, %f in %k : tensor<?xf64>) -> tensor<?x?xf64> {
    %s = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %f, %x : f64
      chad.yield %p : f64
    }
    chad.yield %s : tensor<?xf64>
  }
  %n = tensor.dim %k, %c0 : tensor<?xf64>
  %squares = chad.build %i < %n -> tensor<?xindex> {
    %q = arith.muli %i, %i : index
    chad.yield %q : index
  }
  return %r, %squares : tensor<?x?xf64>, tensor<?xindex>
}

// CHECK-LABEL: @reduces
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]
// A body that is not of scalars stays.
// CHECK: chad.map
// REDUCES: f64 15
// REDUCES-NEXT: f64 7
// REDUCES-NEXT: tensor<3xf64> [15, 15, 15]
// NONE: f64 0
// NONE-NEXT: f64 -inf
// NONE-NEXT: tensor<0xf64> []
func.func @reduces(%xs: tensor<?xf64>) -> (f64, f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %sum, %max = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>,
                            %b, %y in %xs from %least : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    %m = arith.maximumf %b, %y : f64
    chad.yield %s, %m : f64, f64
  }
  %sums = chad.map (%u in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %sum, %max, %sums : f64, f64, tensor<?xf64>
}
