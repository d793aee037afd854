// Sums of products that start from a value are products of matrices, to which the value is added.

// RUN: chad-opt %s --chad-raise-contractions | FileCheck %s
// RUN: chad-opt %s --chad-optimize-arrays | FileCheck %s --check-prefix=WHOLE
// RUN: chad-run %s --entry=values --interpret > %t.expected
// RUN: chad-opt %s --chad-raise-contractions | chad-run - --entry=values --interpret | diff %t.expected -
// RUN: chad-run %s --entry=values | diff %t.expected -
// RUN: FileCheck %s --check-prefix=VALUES < %t.expected

// Rows that start from rows: both products leave the loop, and start from the array in the end.
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-2: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK-NOT: chad.fold
// CHECK: return
// WHOLE-LABEL: func.func @rows
// WHOLE-NOT: chad.
// WHOLE: %[[FIRST:.*]] = linalg.generic {{.*}} outs(%arg2 : tensor<?x?xf64>)
// WHOLE: linalg.generic {{.*}} outs(%[[FIRST]] : tensor<?x?xf64>)
// WHOLE-NOT: chad.
// WHOLE: return
func.func @rows(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%x in %a : tensor<?x?xf64>, %s in %c : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %first = chad.fold (%u in %x : tensor<?xf64>, %row in %b : tensor<?x?xf64>) with (%t = %s : tensor<?xf64>) {
      %next = chad.map (%v in %row : tensor<?xf64>, %w in %t : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %w, %p : f64
        chad.yield %q : f64
      }
      chad.yield %next : tensor<?xf64>
    }
    %second = chad.fold (%u in %x : tensor<?xf64>, %row in %d : tensor<?x?xf64>) with (%t = %first : tensor<?xf64>) {
      %more = chad.map (%v in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %u, %v : f64
        chad.yield %p : f64
      }
      %next = arith.addf %t, %more : tensor<?xf64>
      chad.yield %next : tensor<?xf64>
    }
    chad.yield %second : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// Elements that start from elements.
// CHECK-LABEL: func.func @elements
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]}
// CHECK-NOT: chad.fold
// CHECK: return
// WHOLE-LABEL: func.func @elements
// WHOLE-NOT: chad.
// WHOLE: linalg.generic {{.*}} outs(%arg2 : tensor<?x?xf64>)
// WHOLE-NOT: chad.
// WHOLE: return
func.func @elements(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%x in %a : tensor<?x?xf64>, %s in %c : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %y = chad.map (%row in %b : tensor<?x?xf64>, %e in %s : tensor<?xf64>) -> tensor<?xf64> {
      %d = chad.fold (%u in %x : tensor<?xf64>, %v in %row : tensor<?xf64>) with (%t = %e : f64) {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %t, %p : f64
        chad.yield %q : f64
      }
      chad.yield %d : f64
    }
    chad.yield %y : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// A sum that starts from a value and is a factor is a product after the value has been taken away; one that is a term of
// another sum is none.
// CHECK-LABEL: func.func @factors
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: chad.map
// CHECK: %[[SUM:.+]] = arith.addf
// CHECK: arith.mulf %[[SUM]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @factors(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = chad.map (%x in %a : tensor<?x?xf64>, %s in %c : tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
    %y = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %d = chad.fold (%u in %x : tensor<?xf64>, %v in %row : tensor<?xf64>) with (%t = %s : f64) {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %t, %p : f64
        chad.yield %q : f64
      }
      %e = arith.mulf %d, %s : f64
      chad.yield %e : f64
    }
    %z = chad.fold (%row in %b : tensor<?x?xf64>) with (%sum = %zero : f64) {
      %d = chad.fold (%u in %x : tensor<?xf64>, %v in %row : tensor<?xf64>) with (%t = %s : f64) {
        %p = arith.mulf %u, %v : f64
        %q = arith.addf %t, %p : f64
        chad.yield %q : f64
      }
      %next = arith.addf %sum, %d : f64
      chad.yield %next : f64
    }
    chad.yield %y, %z : tensor<?xf64>, f64
  }
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?xf64>
}

// VALUES: tensor<2x2xf64> {{\[}}[19, 81], [37, 147]]
// VALUES-NEXT: tensor<2x2xf64> {{\[}}[22, 66], [42, 110]]
// VALUES-NEXT: tensor<2x2xf64> {{\[}}[196, 364], [638, 1144]]
// VALUES-NEXT: tensor<2xf64> [80, 162]
func.func @values() -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
  %a0 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %b0 = arith.constant dense<[[5.0, 8.0], [3.0, 21.0]]> : tensor<2x2xf64>
  %c0 = arith.constant dense<[[1.0, 21.0], [-5.0, 17.0]]> : tensor<2x2xf64>
  %v0 = arith.constant dense<[7.0, 11.0]> : tensor<2xf64>
  %a = tensor.cast %a0 : tensor<2x2xf64> to tensor<?x?xf64>
  %b = tensor.cast %b0 : tensor<2x2xf64> to tensor<?x?xf64>
  %c = tensor.cast %c0 : tensor<2x2xf64> to tensor<?x?xf64>
  %v = tensor.cast %v0 : tensor<2xf64> to tensor<?xf64>
  %0 = func.call @rows(%a, %b, %c, %a) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = func.call @elements(%a, %b, %c) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %2:2 = func.call @factors(%a, %b, %v) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
  return %0, %1, %2#0, %2#1 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>
}
