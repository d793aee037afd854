// Each combinator becomes a loop in destination style.

// RUN: chad-opt %s --split-input-file --convert-chad-to-scf --canonicalize --cse | FileCheck %s

// Several results; the inner map writes into the row of the outer result.
// CHECK-LABEL: @maps
// CHECK: %[[INIT:[a-z0-9_]+]] = tensor.empty(%{{.*}}, 
// CHECK: scf.for %[[I:[a-z0-9_]+]] = {{.*}} iter_args({{.*}}, %[[OUT:[a-z0-9_]+]] = %[[INIT]])
// CHECK: %[[ROW:[a-z0-9_]+]] = tensor.extract_slice %[[OUT]][%[[I]], 0]
// CHECK: %[[NEW:[a-z0-9_]+]] = scf.for {{.*}} iter_args(%[[INNER:[a-z0-9_]+]] = %[[ROW]])
// CHECK: tensor.insert %{{.*}} into %[[INNER]]
// CHECK: tensor.insert_slice %[[NEW]] into %[[OUT]][%[[I]], 0]
func.func @maps(%xs: tensor<?xf64>, %m: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %sums, %rows = chad.map (%x in %xs : tensor<?xf64>, %row in %m : tensor<?x?xf64>)
      -> (tensor<?xf64>, tensor<?x?xf64>) {
    %scaled = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %e : f64
      chad.yield %p : f64
    }
    chad.yield %x, %scaled : f64, tensor<?xf64>
  }
  return %sums, %rows : tensor<?xf64>, tensor<?x?xf64>
}

// -----

// An array of indices is the loop's index: there is one loop.
// CHECK-LABEL: @iota
// CHECK-NOT: tensor.empty
// CHECK: scf.for %[[I:[a-z0-9_]+]] =
// CHECK-NEXT: tensor.extract %{{.*}}[%[[I]]]
// CHECK-NOT: scf.for
func.func @iota(%xs: tensor<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %s : f64) {
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %b = arith.addf %a, %x : f64
    chad.yield %b : f64
  }
  return %r : f64
}

// -----

// A right fold counts down; what it collects stands at the element's index.
// CHECK-LABEL: @right
// CHECK: %[[LAST:[a-z0-9_]+]] = arith.subi
// CHECK: scf.for %[[STEP:[a-z0-9_]+]] = {{.*}} iter_args(%[[S:[a-z0-9_]+]] = %{{.*}}, %[[ALL:[a-z0-9_]+]] = %{{.*}})
// CHECK-NEXT: %[[I:[a-z0-9_]+]] = arith.subi %[[LAST]], %[[STEP]]
// CHECK-NEXT: tensor.extract %{{.*}}[%[[I]]]
// CHECK: tensor.insert %{{.*}} into %[[ALL]][%[[I]]]
func.func @right(%xs: tensor<?xf64>, %s: f64) -> (f64, tensor<?xf64>) {
  %r, %all = chad.fold right (%x in %xs : tensor<?xf64>) with (%a = %s : f64)
      collect (tensor<?xf64>) {
    %b = arith.mulf %a, %x : f64
    chad.yield %b, %a : f64, f64
  }
  return %r, %all : f64, tensor<?xf64>
}

// -----

// The body of a reduction is associative: its sum may be taken in any order.
// CHECK-LABEL: @reduce
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
// CHECK: arith.mulf %{{[a-z0-9_]*}}, %{{[a-z0-9_]*}} : f64
func.func @reduce(%xs: tensor<?xf64>, %zero: f64) -> (f64, f64) {
  %s = chad.reduce (%a, %x in %xs from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %x : f64
    chad.yield %r : f64
  }
  %f = chad.fold (%x in %xs : tensor<?xf64>) with (%a = %zero : f64) {
    %r = arith.mulf %a, %x : f64
    chad.yield %r : f64
  }
  return %s, %f : f64, f64
}

// -----

// Exclusive scans store before they combine.
// CHECK-LABEL: @exclusive
// CHECK: scf.for %[[I:[a-z0-9_]+]] = {{.*}} iter_args(%[[A:[a-z0-9_]+]] = %{{.*}}, %[[OUT:[a-z0-9_]+]] = %{{.*}})
// CHECK: tensor.insert %[[A]] into %[[OUT]][%[[I]]]
// CHECK: arith.addf
func.func @exclusive(%xs: tensor<?xf64>, %zero: f64) -> tensor<?xf64> {
  %y = chad.scan left exclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %x : f64
    chad.yield %r : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Only the body knows how long the rows are: it tells for the first element, and
// nothing else of the body is computed for that.
// CHECK-LABEL: @rows
// CHECK: %[[SIZE:[a-z0-9_]+]] = scf.if
// CHECK-NOT: math.exp
// CHECK: tensor.extract
// CHECK: else
// CHECK: tensor.empty(%{{.*}}, %[[SIZE]])
// CHECK: scf.for
// CHECK: math.exp
func.func @rows(%sizes: tensor<?xindex>, %x: f64) -> tensor<?x?xf64> {
  %r = chad.map (%n in %sizes : tensor<?xindex>) -> tensor<?x?xf64> {
    %row = chad.build %i < %n -> tensor<?xf64> {
      %e = math.exp %x : f64
      chad.yield %e : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// -----

// What is gathered from the array that is added to is gathered before.
// CHECK-LABEL: @accesses
// CHECK: scf.for
// CHECK: tensor.extract
// CHECK: scf.for {{.*}} iter_args(%[[ACC:[a-z0-9_]+]] = %{{.*}})
// CHECK: %[[AT:[a-z0-9_]+]] = tensor.extract
// CHECK: %[[OLD:[a-z0-9_]+]] = tensor.extract %[[ACC]][%[[AT]]]
// CHECK: arith.addf %[[OLD]]
// CHECK: tensor.insert %{{.*}} into %[[ACC]][%[[AT]]]
// CHECK: %[[ROW:[a-z0-9_]+]] = tensor.extract_slice
// CHECK: linalg.generic {{.*}} outs(%[[ROW]]
// CHECK: tensor.insert_slice
func.func @accesses(%xs: tensor<?xf64>, %is: tensor<?xindex>, %m: tensor<?x3xf64>,
                    %v: tensor<3xf64>, %i: index) -> (tensor<?xf64>, tensor<?x3xf64>) {
  %g = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %s = chad.scatter_add %g into %xs[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  %a = chad.accumulate %v into %m[%i] : tensor<3xf64> into tensor<?x3xf64>
  return %s, %a : tensor<?xf64>, tensor<?x3xf64>
}

// -----

// CHECK-LABEL: @hist
// CHECK: %[[UNITS:[a-z0-9_]+]] = tensor.splat
// CHECK: scf.for {{.*}} iter_args(%[[BINS:[a-z0-9_]+]] = %[[UNITS]],
// The last bin stays at hand.
// CHECK: %[[NEXT:[a-z0-9_]+]]:2 = scf.if
// CHECK: %[[IS:[a-z0-9_]+]] = arith.cmpi eq
// CHECK: scf.if %[[IS]]
// CHECK: else
// CHECK-NEXT: tensor.extract %[[BINS]]
// CHECK: tensor.insert %{{.*}} into %[[BINS]]
// CHECK: else
// CHECK-NEXT: scf.yield %[[BINS]],
// CHECK: scf.yield %[[NEXT]]#0,
func.func @hist(%is: tensor<?xindex>, %xs: tensor<?xf64>, %n: index, %zero: f64) -> tensor<?xf64> {
  %h = chad.hist %is : tensor<?xindex> bins %n (%a, %x in %xs from %zero : tensor<?xf64>)
      -> tensor<?xf64> {
    %r = arith.addf %a, %x : f64
    chad.yield %r : f64
  }
  return %h : tensor<?xf64>
}

// -----

// Elements of 0, 1, 2, ... are their indices, and a cast of that array is none.
// CHECK-LABEL: @indices
// CHECK-SAME: %[[IS:[a-z0-9]+]]: tensor<?xindex>
// CHECK: scf.for
// CHECK: %[[I:[a-z0-9_]+]] = tensor.extract %[[IS]]
// CHECK-NEXT: tensor.insert %[[I]] into
// CHECK: scf.for
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @indices(%is: tensor<?xindex>, %n: index) -> (tensor<?xindex>, tensor<3xindex>) {
  %iota = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %g = chad.gather %iota[%is] : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %k = tensor.cast %iota : tensor<?xindex> to tensor<3xindex>
  %d = chad.map (%a in %k : tensor<3xindex>) -> tensor<3xindex> {
    %b = arith.muli %a, %a : index
    chad.yield %b : index
  }
  return %g, %d : tensor<?xindex>, tensor<3xindex>
}

// -----

// A part of an array that takes the place of the part is made there.
// CHECK-LABEL: @updated_part
// CHECK: %[[PART:.+]] = tensor.extract_slice %arg0[%arg1] [%arg2] [1]
// CHECK: %[[NEW:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %[[PART]])
// CHECK: tensor.insert_slice %[[NEW]] into %arg0[%arg1] [%arg2] [1]
func.func @updated_part(%x: tensor<?xf64>, %i: index, %n: index) -> tensor<?xf64> {
  %part = tensor.extract_slice %x[%i] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %new = chad.map (%e in %part : tensor<?xf64>) -> tensor<?xf64> {
    %f = arith.addf %e, %e : f64
    chad.yield %f : f64
  }
  %y = tensor.insert_slice %new into %x[%i] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  return %y : tensor<?xf64>
}

// So does a thread with its part.
// CHECK-LABEL: @own_part
// CHECK: scf.forall
// CHECK: %[[PART:.*]] = tensor.extract_slice
// CHECK-NOT: tensor.empty
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[PART]])
func.func @own_part(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = scf.forall (%t) in (4) shared_outs(%own = %x) -> (tensor<?xf64>) {
    %i = arith.muli %t, %n : index
    %part = tensor.extract_slice %own[%i] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %new = chad.map (%e in %part : tensor<?xf64>) -> tensor<?xf64> {
      %f = arith.addf %e, %e : f64
      chad.yield %f : f64
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %own[%i] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    }
  }
  return %y : tensor<?xf64>
}

// Not where it goes elsewhere.
// CHECK-LABEL: @moved_part
// CHECK: tensor.empty
func.func @moved_part(%x: tensor<?xf64>, %i: index, %n: index) -> tensor<?xf64> {
  %part = tensor.extract_slice %x[%i] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %new = chad.map (%e in %part : tensor<?xf64>) -> tensor<?xf64> {
    %f = arith.addf %e, %e : f64
    chad.yield %f : f64
  }
  %y = tensor.insert_slice %new into %x[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

// A gather is a part of the loop that alone reads its elements, and so is an array of what a
// function makes of them where iterations may run in any order.
// CHECK-LABEL: @gathered
// CHECK: scf.for
// CHECK: %[[AT:[a-z0-9_]+]] = arith.index_cast
// CHECK: tensor.extract %arg0[%[[AT]]]
// CHECK: math.exp
// CHECK: arith.addf
// CHECK-NOT: scf.for
// CHECK: return
func.func @gathered(%xs: tensor<?xf64>, %is: tensor<?xi32>, %zero: f64) -> f64 {
  %g = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xi32> -> tensor<?xf64>
  %e = chad.map (%x in %g : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %s = chad.reduce (%a, %x in %e from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %x : f64
    chad.yield %r : f64
  }
  return %s : f64
}

// -----

// Not where iterations follow each other.
// CHECK-LABEL: @followed
// CHECK: scf.for
// CHECK: math.exp
// CHECK: scf.for
// CHECK: arith.divf
func.func @followed(%xs: tensor<?xf64>, %one: f64) -> f64 {
  %e = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = math.exp %x : f64
    chad.yield %y : f64
  }
  %s = chad.fold (%x in %e : tensor<?xf64>) with (%a = %one : f64) {
    %p = arith.addf %a, %x : f64
    %r = arith.divf %one, %p : f64
    chad.yield %r : f64
  }
  return %s : f64
}
