// Slices that drop some of their unit dimensions and keep others, with another dimension between.

// RUN: chad-opt %s --canonicalize | FileCheck %s
// RUN: chad-run %s --entry=main > %t.expected --interpret
// RUN: chad-run %s --entry=main | diff %t.expected -
// RUN: chad-run %s --entry=main --threads=2 --thread-grain=1 | diff %t.expected -
// RUN: chad-opt %s --chad-to-first-order --chad-to-linalg | chad-run - --entry=main | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUE < %t.expected
// RUN: chad-run %s --entry=loss --arg=[[[[1,2],[3,4],[5,6]],[[7,8],[9,10],[11,12]]]] --arg=1 --arg=2 --arg=[[[1,2],[3,4]]] --grad-check | FileCheck %s --check-prefix=GRADIENT
// RUN: chad-run %s --entry=loss --arg=[[[[1,2],[3,4],[5,6]],[[7,8],[9,10],[11,12]]]] --arg=1 --arg=2 --arg=[[[1,2],[3,4]]] --grad | sed -E 's/(\.[0-9]{12})[0-9]+/\1/g' > %t.gradient
// RUN: chad-run %s --entry=loss --arg=[[[[1,2],[3,4],[5,6]],[[7,8],[9,10],[11,12]]]] --arg=1 --arg=2 --arg=[[[1,2],[3,4]]] --grad --specialize | sed -E 's/(\.[0-9]{12})[0-9]+/\1/g' | diff %t.gradient -

// VALUE: tensor<1x2x2xf64> {{\[\[}}[3, 4], [9, 10]]]
// VALUE: tensor<1x2x3x2xf64> {{\[\[\[}}[1, 2], [20, 30], [5, 6]], {{\[}}[7, 8], [40, 50], [11, 12]]]]
// GRADIENT: gradient check: 16 of 16 entries

// CHECK-LABEL: func.func @part(
// CHECK: %[[S:.+]] = tensor.extract_slice %{{.+}}[0, 0, %{{.+}}, 0] [1, %[[N:.+]], 1, 2] [1, 1, 1, 1] : tensor<1x?x3x2xf64> to tensor<?x2xf64>
// CHECK: tensor.expand_shape %[[S]] {{\[\[}}0, 1], [2]] output_shape [1, %[[N]], 2] : tensor<?x2xf64> into tensor<1x?x2xf64>
func.func @part(%x: tensor<1x?x3x2xf64>, %i: index, %n: index) -> tensor<1x?x2xf64> {
  %s = tensor.extract_slice %x[0, 0, %i, 0] [1, %n, 1, 2] [1, 1, 1, 1] : tensor<1x?x3x2xf64> to tensor<1x?x2xf64>
  return %s : tensor<1x?x2xf64>
}

// CHECK-LABEL: func.func @put(
// CHECK: %[[S:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2]] : tensor<1x?x2xf64> into tensor<?x2xf64>
// CHECK: tensor.insert_slice %[[S]] into %{{.+}}[0, 0, %{{.+}}, 0] [1, %{{.+}}, 1, 2] [1, 1, 1, 1] : tensor<?x2xf64> into tensor<1x?x3x2xf64>
func.func @put(%x: tensor<1x?x3x2xf64>, %i: index, %n: index, %y: tensor<1x?x2xf64>) -> tensor<1x?x3x2xf64> {
  %s = tensor.insert_slice %y into %x[0, 0, %i, 0] [1, %n, 1, 2] [1, 1, 1, 1] : tensor<1x?x2xf64> into tensor<1x?x3x2xf64>
  return %s : tensor<1x?x3x2xf64>
}

// CHECK-LABEL: func.func @in_parallel(
// CHECK: scf.forall
// CHECK: %[[S:.+]] = tensor.collapse_shape
// CHECK: tensor.parallel_insert_slice %[[S]] into
func.func @in_parallel(%x: tensor<1x?x3x2xf64>, %n: index, %y: tensor<1x?x2xf64>) -> tensor<1x?x3x2xf64> {
  %r = scf.forall (%i) in (3) shared_outs(%a = %x) -> (tensor<1x?x3x2xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %a[0, 0, %i, 0] [1, %n, 1, 2] [1, 1, 1, 1] : tensor<1x?x2xf64> into tensor<1x?x3x2xf64>
    }
  }
  return %r : tensor<1x?x3x2xf64>
}

// One run of unit dimensions: whichever of them is dropped, the result is the same.
// CHECK-LABEL: func.func @one_run(
// CHECK-NEXT: tensor.extract_slice {{.*}} to tensor<1x?xf64>
// CHECK-NEXT: return
func.func @one_run(%x: tensor<4x5x?xf64>, %i: index, %n: index) -> tensor<1x?xf64> {
  %s = tensor.extract_slice %x[%i, %i, 0] [1, 1, %n] [1, 1, 1] : tensor<4x5x?xf64> to tensor<1x?xf64>
  return %s : tensor<1x?xf64>
}

func.func @main() -> (tensor<1x2x2xf64>, tensor<1x2x3x2xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]]> : tensor<1x2x3x2xf64>
  %b = arith.constant dense<[[[20.0, 30.0], [40.0, 50.0]]]> : tensor<1x2x2xf64>
  %x = tensor.cast %a : tensor<1x2x3x2xf64> to tensor<1x?x3x2xf64>
  %y = tensor.cast %b : tensor<1x2x2xf64> to tensor<1x?x2xf64>
  %p = call @part(%x, %c1, %c2) : (tensor<1x?x3x2xf64>, index, index) -> tensor<1x?x2xf64>
  %q = call @put(%x, %c1, %c2, %y) : (tensor<1x?x3x2xf64>, index, index, tensor<1x?x2xf64>) -> tensor<1x?x3x2xf64>
  %r = tensor.cast %p : tensor<1x?x2xf64> to tensor<1x2x2xf64>
  %s = tensor.cast %q : tensor<1x?x3x2xf64> to tensor<1x2x3x2xf64>
  return %r, %s : tensor<1x2x2xf64>, tensor<1x2x3x2xf64>
}

func.func @loss(%x: tensor<1x?x3x2xf64>, %i: index, %n: index, %y: tensor<1x?x2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %p = func.call @part(%x, %i, %n) : (tensor<1x?x3x2xf64>, index, index) -> tensor<1x?x2xf64>
  %m = arith.mulf %p, %y : tensor<1x?x2xf64>
  %q = func.call @put(%x, %c0, %n, %m) : (tensor<1x?x3x2xf64>, index, index, tensor<1x?x2xf64>) -> tensor<1x?x3x2xf64>
  %s = math.sin %q : tensor<1x?x3x2xf64>
  %flat = tensor.collapse_shape %s [[0, 1, 2, 3]] : tensor<1x?x3x2xf64> into tensor<?xf64>
  %r = chad.fold (%e in %flat : tensor<?xf64>) with (%t = %zero : f64) {
    %u = arith.mulf %e, %e : f64
    %v = arith.addf %t, %u : f64
    chad.yield %v : f64
  }
  return %r : f64
}

// All of an expanded array, without a dimension that was added, is the array.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3xf64>
// CHECK-NOT: extract_slice
// CHECK: return %[[X]]
func.func @whole(%x: tensor<?x3xf64>, %n: index) -> tensor<?x3xf64> {
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [%n, 1, 3] : tensor<?x3xf64> into tensor<?x1x3xf64>
  %s = tensor.extract_slice %e[0, 0, 0] [%n, 1, 3] [1, 1, 1] : tensor<?x1x3xf64> to tensor<?x3xf64>
  return %s : tensor<?x3xf64>
}

// A part of it is not.
// CHECK-LABEL: func.func @not_whole(
// CHECK: tensor.extract_slice
func.func @not_whole(%x: tensor<?x3xf64>, %n: index, %m: index) -> tensor<?x3xf64> {
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [%n, 1, 3] : tensor<?x3xf64> into tensor<?x1x3xf64>
  %s = tensor.extract_slice %e[0, 0, 0] [%m, 1, 3] [1, 1, 1] : tensor<?x1x3xf64> to tensor<?x3xf64>
  return %s : tensor<?x3xf64>
}
