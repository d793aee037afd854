// A sum that moves with the iterations is divided among threads: each adds to its part of one array, and the last iterations of
// each, which reach into the next part, run afterwards.

// RUN: chad-opt %s --chad-choose-schedule --chad-parallelize-loops="threads=4 grain=1" --canonicalize --cse | FileCheck %s
// RUN: chad-opt %s --chad-choose-schedule --chad-parallelize-loops="threads=4 grain=1" --remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --threads=2 --thread-grain=1 | diff %t.expected -
// RUN: chad-run %s --threads=3 --thread-grain=1 | diff %t.expected -
// RUN: chad-run %s --threads=7 --thread-grain=1 --check-bounds | diff %t.expected -
// RUN: chad-run %s --threads=64 --thread-grain=1 | diff %t.expected -

// The cotangent of an array that windows read: the array is not filled before, and has no copies. The sum of numbers has.
// CHECK-LABEL: func.func private @windows
// CHECK: %[[COPIES:[0-9]+]] = tensor.empty(%{{.+}}) : tensor<?xf64>
// CHECK: %[[EMPTY:[0-9]+]] = tensor.empty(%dim{{.*}}) : tensor<?xf64>
// CHECK: %[[PARTS:[0-9]+]]:2 = scf.forall (%[[T:[a-z0-9]+]]) in (%[[N:[0-9]+]]) shared_outs(%{{[a-z0-9]+}} = %[[COPIES]], %[[OWN:[a-z0-9]+]] = %[[EMPTY]])
// CHECK: %[[PART:.+]] = tensor.extract_slice %[[OWN]][%[[BEGIN:[0-9]+]]] [%[[SIZE:[0-9]+]]] [1]
// CHECK: %[[ZEROS:.+]] = linalg.fill ins(%{{.+}}) outs(%[[PART]]
// CHECK: %[[ADDED:[0-9]+]]:2 = chad.fold {{.*}} %{{[a-z0-9]+}} = %[[ZEROS]] :
// CHECK: tensor.parallel_insert_slice %[[ADDED]]#1 into %[[OWN]][%[[BEGIN]]] [%[[SIZE]]] [1]
// CHECK: scf.for %{{.+}} = %c0 to %[[N]] step %c1 iter_args(%{{.+}} = %{{.+}}, %[[SUM:[a-z0-9]+]] = %[[PARTS]]#1)
// CHECK: chad.fold {{.*}} %{{[a-z0-9]+}} = %[[SUM]] :
// REMARK-DAG: Function=windows | Remark="iterations divided among threads, which sum in copies"
func.func private @windows(%x: tensor<?xf64>, %w: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %k = tensor.dim %w, %c0 : tensor<?xf64>
  %less = arith.subi %n, %k : index
  %positions = arith.addi %less, %c1 : index
  %numbers = chad.build %i < %positions -> tensor<?xindex> {
    chad.yield %i : index
  }
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %total, %sums = chad.fold (%p in %numbers : tensor<?xindex>) with (%t = %zero : f64, %s = %zeros : tensor<?xf64>) {
    %part = tensor.extract_slice %x[%p] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %dot = chad.fold (%a in %part : tensor<?xf64>, %b in %w : tensor<?xf64>) with (%d = %zero : f64) {
      %m = arith.mulf %a, %b : f64
      %e = arith.addf %d, %m : f64
      chad.yield %e : f64
    }
    %u = arith.addf %t, %dot : f64
    %old = tensor.extract_slice %s[%p] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %new = chad.map (%a in %old : tensor<?xf64>, %b in %w : tensor<?xf64>) -> tensor<?xf64> {
      %m = arith.mulf %b, %dot : f64
      %e = arith.addf %a, %m : f64
      chad.yield %e : f64
    }
    %v = tensor.insert_slice %new into %s[%p] [%k] [1] : tensor<?xf64> into tensor<?xf64>
    chad.yield %u, %v : f64, tensor<?xf64>
  }
  return %total, %sums : f64, tensor<?xf64>
}

// Rows at three places, in an array of static type that the caller gives; the rows that are collected come from both loops.
// CHECK-LABEL: func.func private @rows
// CHECK: scf.forall
// CHECK: chad.fold {{.*}} with (%{{.+}} = %{{.+}} : tensor<?x3xf64>)
// CHECK: scf.for
// CHECK: chad.fold {{.*}} with (%{{.+}} = %{{.+}} : tensor<355x3xf64>)
// CHECK: tensor.insert_slice
// REMARK-DAG: Function=rows | Remark="iterations divided among threads, which sum in parts of one array"
func.func private @rows(%x: tensor<350x3xf64>, %start: tensor<355x3xf64>) -> (tensor<355x3xf64>, tensor<350x3xf64>) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c350 = arith.constant 350 : index
  %numbers = chad.build %i < %c350 -> tensor<350xindex> {
    chad.yield %i : index
  }
  %sums, %all = chad.fold (%row in %x : tensor<350x3xf64>, %i in %numbers : tensor<350xindex>) with (%s = %start : tensor<355x3xf64>)
      collect (tensor<350x3xf64>) {
    %double = chad.map (%a in %row : tensor<3xf64>) -> tensor<3xf64> {
      %d = arith.addf %a, %a : f64
      chad.yield %d : f64
    }
    %j = arith.addi %i, %c2 : index
    %k = arith.addi %c5, %i : index
    %l = arith.subi %k, %c2 : index
    %s1 = chad.accumulate %row into %s[%j] : tensor<3xf64> into tensor<355x3xf64>
    %s2 = chad.accumulate %double into %s1[%l] : tensor<3xf64> into tensor<355x3xf64>
    %s3 = chad.accumulate %row into %s2[%i] : tensor<3xf64> into tensor<355x3xf64>
    chad.yield %s3, %double : tensor<355x3xf64>, tensor<3xf64>
  }
  return %sums, %all : tensor<355x3xf64>, tensor<350x3xf64>
}

// A sum of static type that starts from a constant, not zero.
// CHECK-LABEL: func.func private @constant
// CHECK: %[[EMPTY:[0-9]+]] = tensor.empty() : tensor<302xf64>
// CHECK: scf.forall {{.*}} shared_outs(%{{.+}} = %[[EMPTY]])
// CHECK: linalg.fill
func.func private @constant(%x: tensor<301xf64>) -> tensor<302xf64> {
  %c1 = arith.constant 1 : index
  %c301 = arith.constant 301 : index
  %twos = arith.constant dense<2.0> : tensor<302xf64>
  %numbers = chad.build %i < %c301 -> tensor<301xindex> {
    chad.yield %i : index
  }
  %sums = chad.fold (%a in %x : tensor<301xf64>, %i in %numbers : tensor<301xindex>) with (%s = %twos : tensor<302xf64>) {
    %t = chad.accumulate %a into %s[%i] : f64 into tensor<302xf64>
    %j = arith.addi %i, %c1 : index
    %u = chad.accumulate %a into %t[%j] : f64 into tensor<302xf64>
    chad.yield %u : tensor<302xf64>
  }
  return %sums : tensor<302xf64>
}

// The index runs in the other direction, or the width changes: copies.
// CHECK-LABEL: func.func private @reversed
// CHECK: shared_outs(%{{.+}} = %{{.+}}) -> (tensor<?x?xf64>)
// REMARK-DAG: Function=reversed | Remark="iterations divided among threads, which sum in copies"
func.func private @reversed(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c1 : index
  %numbers = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %sums = chad.fold (%a in %x : tensor<?xf64>, %i in %numbers : tensor<?xindex>) with (%s = %zeros : tensor<?xf64>) {
    %j = arith.subi %last, %i : index
    %t = chad.accumulate %a into %s[%j] : f64 into tensor<?xf64>
    chad.yield %t : tensor<?xf64>
  }
  return %sums : tensor<?xf64>
}

func.func private @numbers(%n: index) -> tensor<?xf64> {
  %c7 = arith.constant 7 : index
  %c13 = arith.constant 13 : index
  %x = chad.build %i < %n -> tensor<?xf64> {
    %k = arith.muli %i, %c7 : index
    %r = arith.remui %k, %c13 : index
    %int = arith.index_cast %r : index to i64
    %float = arith.sitofp %int : i64 to f64
    chad.yield %float : f64
  }
  return %x : tensor<?xf64>
}

func.func @main() -> (f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>, tensor<355x3xf64>, tensor<350x3xf64>, tensor<?xf64>, tensor<302xf64>) {
  %n = arith.constant 301 : index
  %k = arith.constant 4 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0 : index
  %x = call @numbers(%n) : (index) -> tensor<?xf64>
  %w = call @numbers(%k) : (index) -> tensor<?xf64>
  // Windows of four, of all elements, of none; and no window.
  %a:2 = call @windows(%x, %w) : (tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %b:2 = call @windows(%x, %x) : (tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %empty = call @numbers(%none) : (index) -> tensor<?xf64>
  %c:2 = call @windows(%w, %empty) : (tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %single = call @numbers(%one) : (index) -> tensor<?xf64>
  %d:2 = call @windows(%empty, %single) : (tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %c1050 = arith.constant 1050 : index
  %flat = call @numbers(%c1050) : (index) -> tensor<?xf64>
  %static = tensor.cast %flat : tensor<?xf64> to tensor<1050xf64>
  %table = tensor.expand_shape %static [[0, 1]] output_shape [350, 3] : tensor<1050xf64> into tensor<350x3xf64>
  %start = arith.constant dense<1.0> : tensor<355x3xf64>
  %first = tensor.insert_slice %table into %start[0, 0] [350, 3] [1, 1] : tensor<350x3xf64> into tensor<355x3xf64>
  %e:2 = call @rows(%table, %first) : (tensor<350x3xf64>, tensor<355x3xf64>) -> (tensor<355x3xf64>, tensor<350x3xf64>)
  %r = call @reversed(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %known = tensor.cast %x : tensor<?xf64> to tensor<301xf64>
  %f = call @constant(%known) : (tensor<301xf64>) -> tensor<302xf64>
  return %a#0, %a#1, %b#0, %b#1, %c#0, %c#1, %d#0, %d#1, %e#0, %e#1, %r, %f
      : f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>, tensor<355x3xf64>, tensor<350x3xf64>, tensor<?xf64>, tensor<302xf64>
}
