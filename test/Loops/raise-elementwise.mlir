// RUN: chad-opt %s --chad-raise-elementwise --canonicalize --split-input-file | FileCheck %s
// RUN: chad-opt %s --chad-raise-elementwise=check-extents --canonicalize --split-input-file | FileCheck %s --check-prefix=EXTENTS

// Numbers for each row and for each column, and two results.

// CHECK-DAG: #[[$WHOLE:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @two_results
// CHECK-SAME: %[[C:[^:]*]]: tensor<?x5xf64>, %{{[^:]*}}: tensor<?x?xf64>, %{{[^:]*}}: tensor<?x5xf64>, %[[SCALES:[^:]*]]: tensor<?xf64>, %[[BIAS:[^:]*]]: tensor<5xf64>, %[[K:[^:]*]]: f64
// CHECK: %[[PRODUCT:.*]] = linalg.matmul
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x5xf64>
// CHECK: %[[MADE:.*]]:2 = linalg.generic
// CHECK-SAME: indexing_maps = [#[[$COLUMN]], #[[$ROW]], #[[$WHOLE]], #[[$WHOLE]], #[[$WHOLE]]], iterator_types = ["parallel", "parallel"]
// CHECK-SAME: ins(%[[BIAS]], %[[SCALES]], %[[PRODUCT]] : tensor<5xf64>, tensor<?xf64>, tensor<?x5xf64>)
// CHECK: ^bb0(%[[B:[^:]*]]: f64, %[[S:[^:]*]]: f64, %[[X:[^:]*]]: f64,
// CHECK: %[[F:.*]] = arith.mulf %[[S]], %[[K]]
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[F]]
// CHECK: %[[Z:.*]] = arith.addf %[[Y]], %[[B]]
// CHECK: linalg.yield %[[Z]], %[[Y]]
// CHECK-NOT: chad.map
// CHECK: return %[[MADE]]#0, %[[MADE]]#1

// The arrays of each loop have one extent; the inner loop runs only if the outer one does.
// EXTENTS-LABEL: func.func @two_results
// EXTENTS-SAME: %[[SCALES:[^:]*]]: tensor<?xf64>, %{{[^:]*}}: tensor<5xf64>
// EXTENTS: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// EXTENTS: %[[NUMBERS:.*]] = tensor.dim %[[SCALES]], %c0
// EXTENTS: %[[SAME:.*]] = arith.cmpi eq, %[[ROWS]], %[[NUMBERS]]
// EXTENTS: cf.assert %[[SAME]], "'chad.map' has arrays of several extents"
// EXTENTS-NOT: cf.assert
// EXTENTS-LABEL: func.func @of_fold
// EXTENTS: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// EXTENTS: cf.assert
// EXTENTS: %[[WIDTH:.*]] = tensor.dim %{{.*}}, %c1
// EXTENTS: %[[OTHER:.*]] = tensor.dim %{{.*}}, %c1
// EXTENTS: %[[SAME:.*]] = arith.cmpi eq, %[[WIDTH]], %[[OTHER]]
// EXTENTS: %[[NONE:.*]] = arith.cmpi eq, %[[ROWS]], %c0
// EXTENTS: %[[RIGHT:.*]] = arith.ori %[[SAME]], %[[NONE]]
// EXTENTS: cf.assert %[[RIGHT]]
func.func @two_results(%c: tensor<?x5xf64>, %a: tensor<?x?xf64>, %b: tensor<?x5xf64>, %scales: tensor<?xf64>, %bias: tensor<5xf64>, %k: f64)
    -> (tensor<?x5xf64>, tensor<?x5xf64>) {
  %product = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x5xf64>) outs(%c : tensor<?x5xf64>) -> tensor<?x5xf64>
  %made:2 = chad.map (%row in %product : tensor<?x5xf64>, %s in %scales : tensor<?xf64>) -> (tensor<?x5xf64>, tensor<?x5xf64>) {
    %f = arith.mulf %s, %k : f64
    %own:2 = chad.map (%x in %row : tensor<5xf64>, %p in %bias : tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
      %y = arith.mulf %x, %f : f64
      %z = arith.addf %y, %p : f64
      chad.yield %z, %y : f64, f64
    }
    chad.yield %own#0, %own#1 : tensor<5xf64>, tensor<5xf64>
  }
  return %made#0, %made#1 : tensor<?x5xf64>, tensor<?x5xf64>
}

// What a fold collects is taken out of it.

// CHECK-LABEL: func.func @of_fold
// CHECK: %[[PRODUCT:.*]] = linalg.matmul
// CHECK: %[[MASKED:.*]] = linalg.generic
// CHECK-SAME: ins(%[[PRODUCT]], %{{.*}} : tensor<?x?xf64>, tensor<?x?xf64>)
// CHECK: arith.select
// As it then makes nothing else, it is a sum.
// CHECK: %[[SUMS:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["reduction", "parallel"]
// CHECK-SAME: ins(%[[MASKED]] : tensor<?x?xf64>) outs(%{{.*}} : tensor<?xf64>)
// CHECK: arith.addf
// CHECK-NOT: chad.fold
// CHECK: return %[[SUMS]], %[[MASKED]]
func.func @of_fold(%c: tensor<?x?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %mask: tensor<?x?xf64>, %start: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %product = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  %sums, %masked = chad.fold (%row in %product : tensor<?x?xf64>, %m in %mask : tensor<?x?xf64>) with (%s = %start : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %own:2 = chad.map (%x in %row : tensor<?xf64>, %y in %m : tensor<?xf64>, %t in %s : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      %positive = arith.cmpf ogt, %y, %zero : f64
      %z = arith.select %positive, %x, %zero : f64
      %u = arith.addf %t, %z : f64
      chad.yield %z, %u : f64, f64
    }
    chad.yield %own#1, %own#0 : tensor<?xf64>, tensor<?xf64>
  }
  return %sums, %masked : tensor<?xf64>, tensor<?x?xf64>
}

// -----

// Left as they are: what depends on a sum over the row, on a state, on an array of the nest, or on an element at an index; a
// row as it is; a loop that reads no product; and what a loop over a batch computes.

// CHECK-LABEL: func.func @left
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @left(%c: tensor<?x?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %start: tensor<?xf64>, %i: index)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %product = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  %shifted, %indexed, %rows = chad.map (%row in %product : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
    %sum = chad.reduce (%l, %r in %row from %zero : tensor<?xf64>) {
      %t = arith.addf %l, %r : f64
      chad.yield %t : f64
    }
    %own = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.subf %x, %sum : f64
      chad.yield %y : f64
    }
    %others = chad.map (%x in %own : tensor<?xf64>) -> tensor<?xf64> {
      %other = tensor.extract %row[%i] : tensor<?xf64>
      %y = arith.subf %x, %other : f64
      chad.yield %y : f64
    }
    chad.yield %own, %others, %row : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  %last, %states = chad.fold (%row in %product : tensor<?x?xf64>) with (%s = %start : tensor<?xf64>) collect (tensor<?x?xf64>) {
    %own = chad.map (%x in %row : tensor<?xf64>, %t in %s : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %t : f64
      chad.yield %y : f64
    }
    chad.yield %own, %own : tensor<?xf64>, tensor<?xf64>
  }
  %doubled = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %own = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.addf %x, %x : f64
      chad.yield %y : f64
    }
    chad.yield %own : tensor<?xf64>
  }
  %batch = chad.build %n < %i -> tensor<?x?x?xf64> {
    %one = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
    %own = chad.map (%row in %one : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %each = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
        %y = arith.addf %x, %x : f64
        chad.yield %y : f64
      }
      chad.yield %each : tensor<?xf64>
    }
    chad.yield %own : tensor<?x?xf64>
  }
  return %shifted, %indexed, %rows, %states, %doubled, %batch : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64>
}

// -----

// A matrix to which a fold adds, also terms of what it collects, is a sum behind it. The fold keeps sums of rows, and of what it does
// not collect.

// CHECK-LABEL: func.func @matrices
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xf64>, %[[CENTRES:[^:]*]]: tensor<?x?xf64>, %[[STARTS:[^:]*]]: tensor<?xf64>, %[[A:[^:]*]]: tensor<?x?xf64>, %[[B:[^:]*]]: tensor<?x?xf64>
// CHECK: %[[LOOP:.*]]:3 = chad.fold (%{{.*}} in %[[X]] : tensor<?x?xf64>) with (%{{.*}} = %[[STARTS]] : tensor<?xf64>, %{{.*}} = %[[B]] : tensor<?x?xf64>) collect (tensor<?x?x?xf64>) {
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["reduction", "parallel", "parallel"]
// CHECK-SAME: ins(%[[LOOP]]#2, %[[CENTRES]], %[[X]] : tensor<?x?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) outs(%[[A]] : tensor<?x?xf64>)
// CHECK: ^bb0(%[[W:[^:]*]]: f64, %[[C:[^:]*]]: f64, %[[Y:[^:]*]]: f64, %[[S:[^:]*]]: f64)
// CHECK: %[[D:.*]] = arith.subf %[[Y]], %[[C]]
// CHECK: %[[T:.*]] = arith.mulf %[[D]], %[[W]]
// CHECK: arith.addf %[[S]], %[[T]]
// CHECK: return %[[LOOP]]#0, %[[SUM]], %[[LOOP]]#1, %[[LOOP]]#2
func.func @matrices(%x: tensor<?x?xf64>, %centres: tensor<?x?xf64>, %row: tensor<?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:4 = chad.fold (%point in %x : tensor<?x?xf64>) with (%r0 = %row : tensor<?xf64>, %a0 = %a : tensor<?x?xf64>, %b0 = %b : tensor<?x?xf64>)
      collect (tensor<?x?x?xf64>) {
    %norm = chad.reduce (%l, %r in %point from %zero : tensor<?xf64>) {
      %t = arith.addf %l, %r : f64
      chad.yield %t : f64
    }
    %rows = chad.map (%s in %r0 : tensor<?xf64>) -> tensor<?xf64> {
      %t = arith.addf %s, %norm : f64
      chad.yield %t : f64
    }
    %each:3 = chad.map (%centre in %centres : tensor<?x?xf64>, %u in %a0 : tensor<?x?xf64>, %v in %b0 : tensor<?x?xf64>)
        -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
      %own:3 = chad.map (%y in %point : tensor<?xf64>, %c in %centre : tensor<?xf64>, %m in %u : tensor<?xf64>, %n in %v : tensor<?xf64>)
          -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
        %w = arith.mulf %norm, %c : f64
        %d = arith.subf %y, %c : f64
        %t = arith.mulf %d, %w : f64
        %p = arith.addf %m, %t : f64
        %q = arith.addf %n, %norm : f64
        chad.yield %w, %p, %q : f64, f64, f64
      }
      chad.yield %own#0, %own#1, %own#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %rows, %each#1, %each#2, %each#0 : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64>
}

// -----

// A term that is the same in all iterations says nothing of their number.

// CHECK-LABEL: func.func @same
// CHECK: chad.fold
func.func @same(%x: tensor<?x?xf64>, %row: tensor<?xf64>, %start: tensor<?xf64>) -> tensor<?xf64> {
  %sum = chad.fold (%r in %x : tensor<?x?xf64>) with (%s = %start : tensor<?xf64>) {
    %next = chad.map (%t in %s : tensor<?xf64>, %y in %row : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.addf %t, %y : f64
      chad.yield %u : f64
    }
    chad.yield %next : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}
