// RUN: chad-opt %s --chad-hoist-checks | FileCheck %s

// Assertions in two loops move before both, with the condition that the loops have iterations.

// CHECK-LABEL: func.func @nest(
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
// CHECK:       %[[OUTER:.*]] = arith.cmpi sge, %c0, %[[N]] : index
// CHECK-DAG:   %[[INNER:.*]] = arith.cmpi sge, %c0, %[[M]] : index
// CHECK-DAG:   %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[K]] : index
// CHECK:       %[[ONCE:.*]] = arith.ori %[[SAME]], %[[INNER]] : i1
// CHECK:       %[[HOLDS:.*]] = arith.ori %[[ONCE]], %[[OUTER]] : i1
// CHECK:       cf.assert %[[HOLDS]], "they differ"
// CHECK-NEXT:  scf.for
// CHECK-NOT:   cf.assert
// CHECK:       return
func.func @nest(%n: index, %m: index, %k: index, %a: memref<?x?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %same = arith.cmpi eq, %m, %k : index
      cf.assert %same, "they differ"
      memref.store %x, %a[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// Known to have iterations, one loop needs no condition; what differs from iteration to iteration
// stays, as does what is read from memory.

// CHECK-LABEL: func.func @stays(
// CHECK:       cf.assert %arg2, "always"
// CHECK:       scf.for
// CHECK:         cf.assert %{{.*}}, "below"
// CHECK:         memref.load
// CHECK:         cf.assert %{{.*}}, "read"
func.func @stays(%n: index, %a: memref<?xindex>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %below = arith.cmpi ult, %i, %n : index
    cf.assert %below, "below"
    %e = memref.load %a[%c0] : memref<?xindex>
    %known = arith.cmpi ult, %e, %n : index
    cf.assert %known, "read"
    cf.assert %c, "always"
  }
  return
}

// Assertions of a block stand together, before what happens between them, with what they need.

// CHECK-LABEL: func.func @gathered(
// CHECK:       cf.assert %{{.*}}, "first"
// CHECK-NEXT:  cf.assert %{{.*}}, "second"
// CHECK:       memref.store
// CHECK:       arith.divui
// CHECK:       cf.assert %{{.*}}, "quotient"
// CHECK-NEXT:  cf.assert %{{.*}}, "of the quotient"
func.func @gathered(%n: index, %m: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %first = arith.cmpi eq, %n, %m : index
  cf.assert %first, "first"
  memref.store %x, %a[%c0] : memref<?xf64>
  %size = memref.dim %a, %c0 : memref<?xf64>
  %second = arith.cmpi eq, %n, %size : index
  cf.assert %second, "second"
  %q = arith.divui %n, %m : index
  %some = arith.cmpi ne, %q, %c0 : index
  cf.assert %some, "quotient"
  memref.store %x, %a[%q] : memref<?xf64>
  %less = arith.cmpi ult, %q, %c7 : index
  cf.assert %less, "of the quotient"
  return
}

// Without signs, a loop from the greatest number to zero has no iterations.

// CHECK-LABEL: func.func @unsigned(
// CHECK:       %[[EMPTY:.*]] = arith.cmpi uge
// CHECK:       %[[HOLDS:.*]] = arith.ori %arg0, %[[EMPTY]]
// CHECK:       cf.assert %[[HOLDS]], "always"
func.func @unsigned(%c: i1) {
  %last = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %last to %c0 step %c1 {
    cf.assert %c, "always"
  }
  return
}

// An assertion about each element of an array gets a loop of its own: that all of them meet the
// condition.

// The condition is that of the largest number, which a message then has.

// CHECK-LABEL: func.func @read(
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index, %[[XS:[a-z0-9]+]]: tensor<?xf64>, %[[IS:[a-z0-9]+]]: tensor<?xindex>
// CHECK:       %[[EACH:.*]] = chad.map (%[[I:.*]] in %[[IS]]
// CHECK:         chad.yield %[[I]]
// CHECK:       %[[MOST:.*]] = chad.reduce (%{{.*}} in %[[EACH]] from %c0{{.*}} : tensor<?xindex>)
// CHECK:         arith.maxui
// CHECK:       %[[INSIDE:.*]] = arith.cmpi ult, %[[MOST]], %[[N]]
// CHECK:       %[[EMPTY:.*]] = arith.cmpi eq, %dim{{.*}}, %c0
// CHECK:       %[[HOLDS:.*]] = arith.ori %[[INSIDE]], %[[EMPTY]]
// CHECK:       cf.assert %[[HOLDS]], "outside"
// CHECK:       chad.map (%{{.*}} in %[[IS]]
// CHECK-NOT:   cf.assert
// CHECK:       return
func.func @read(%n: index, %xs: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %ys = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %inside = arith.cmpi ult, %i, %n : index
    cf.assert %inside, "outside"
    %y = tensor.extract %xs[%i] : tensor<?xf64>
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// Assertions of nested loops leave both. The second one reads an element that the first one says is
// there, and comes after it.

// CHECK-LABEL: func.func @chain(
// CHECK:       chad.map (%[[ROW:.*]] in %{{.*}} : tensor<?x?xindex>) -> (tensor<?xindex>, tensor<?xi1>)
// CHECK:         chad.map (%{{.*}} in %[[ROW]] : tensor<?xindex>) -> tensor<?xindex>
// CHECK-NOT:       tensor.extract
// CHECK:         chad.reduce
// CHECK:       chad.reduce
// CHECK:       cf.assert %{{.*}}, "first"
// CHECK:       chad.map
// CHECK:         chad.map
// CHECK:           tensor.extract
// CHECK:       cf.assert %{{.*}}, "second"
// CHECK:       chad.map
// CHECK-NOT:   cf.assert
// CHECK:       return
func.func @chain(%n: index, %xs: tensor<?xindex>, %rows: tensor<?x?xindex>) -> tensor<?x?xindex> {
  %ys = chad.map (%row in %rows : tensor<?x?xindex>) -> tensor<?x?xindex> {
    %zs = chad.map (%i in %row : tensor<?xindex>) -> tensor<?xindex> {
      %first = arith.cmpi ult, %i, %n : index
      cf.assert %first, "first"
      %j = tensor.extract %xs[%i] : tensor<?xindex>
      %second = arith.cmpi ult, %j, %n : index
      cf.assert %second, "second"
      %k = tensor.extract %xs[%j] : tensor<?xindex>
      chad.yield %k : index
    }
    chad.yield %zs : tensor<?xindex>
  }
  return %ys : tensor<?x?xindex>
}

// What depends on a state stays, and so does what is asserted about elements that are read after it.

// CHECK-LABEL: func.func @state(
// CHECK-NOT:   cf.assert
// CHECK:       chad.build
// CHECK:       cf.assert %{{.*}}, "index"
// CHECK:       chad.fold
// CHECK:         cf.assert %{{.*}}, "state"
// CHECK:         cf.assert %{{.*}}, "read"
// CHECK:       return
func.func @state(%n: index, %xs: tensor<?xindex>, %s0: index) -> index {
  %is = chad.build %i < %n -> tensor<?xindex> {
    %low = arith.cmpi ult, %i, %n : index
    cf.assert %low, "index"
    chad.yield %i : index
  }
  %last = chad.fold (%i in %is : tensor<?xindex>) with (%s = %s0 : index) {
    %inside = arith.cmpi ult, %s, %n : index
    cf.assert %inside, "state"
    %x = tensor.extract %xs[%i] : tensor<?xindex>
    %small = arith.cmpi ult, %x, %n : index
    cf.assert %small, "read"
    %next = tensor.extract %xs[%x] : tensor<?xindex>
    chad.yield %next : index
  }
  return %last : index
}

// A condition that is the same in all iterations holds, or there is no iteration. An element that it
// needs is read in iterations only, since there may be none.

// CHECK-LABEL: func.func @same(
// CHECK-SAME:  %[[P:[a-z0-9]+]]: i1
// CHECK:       %[[SIZE:.*]] = tensor.dim
// CHECK:       %[[EMPTY:.*]] = arith.cmpi eq, %[[SIZE]], %c0
// CHECK:       %[[HOLDS:.*]] = arith.ori %[[P]], %[[EMPTY]]
// CHECK:       cf.assert %[[HOLDS]], "same"
// CHECK-NOT:   tensor.extract
// CHECK:       chad.build
// CHECK-NEXT:    tensor.extract
// CHECK:       cf.assert %{{.*}}, "element"
// CHECK:       chad.map
// CHECK-NOT:   cf.assert
// CHECK:       return
func.func @same(%p: i1, %n: index, %is: tensor<?xindex>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %ys = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xindex> {
    cf.assert %p, "same"
    %first = tensor.extract %is[%c0] : tensor<?xindex>
    %small = arith.cmpi ult, %first, %n : index
    cf.assert %small, "element"
    chad.yield %i : index
  }
  return %ys : tensor<?xindex>
}

// Conditions that are no comparison with a bound: all of them are true. A comparison with the smallest
// number, and numbers of other types.

// CHECK-LABEL: func.func @kinds(
// CHECK:       chad.reduce (%{{.*}} from %true{{.*}} : tensor<?xi1>)
// CHECK:         arith.andi
// CHECK:       cf.assert %{{.*}}, "flag"
// CHECK:       chad.reduce (%{{.*}} from %true{{.*}} : tensor<?xi1>)
// CHECK:       cf.assert %{{.*}}, "equal"
// CHECK:       arith.constant 127 : i8
// CHECK:         arith.minsi %{{.*}} : i8
// CHECK:       cf.assert %{{.*}}, "positive"
// CHECK:       arith.constant -9223372036854775808 : index
// CHECK:         arith.maxsi %{{.*}} : index
// CHECK:       cf.assert %{{.*}}, "small"
// CHECK:       chad.map
// CHECK-NOT:   cf.assert
// CHECK:       return
func.func @kinds(%flags: tensor<?xi1>, %bytes: tensor<?xi8>, %is: tensor<?xindex>, %n: index)
    -> tensor<?xindex> {
  %zero = arith.constant 0 : i8
  %r = chad.map (%flag in %flags : tensor<?xi1>, %byte in %bytes : tensor<?xi8>, %i in %is : tensor<?xindex>)
      -> tensor<?xindex> {
    cf.assert %flag, "flag"
    %j = arith.index_cast %byte : i8 to index
    %equal = arith.cmpi eq, %i, %j : index
    cf.assert %equal, "equal"
    %positive = arith.cmpi sgt, %byte, %zero : i8
    cf.assert %positive, "positive"
    %small = arith.cmpi sle, %i, %n : index
    cf.assert %small, "small"
    chad.yield %i : index
  }
  return %r : tensor<?xindex>
}
