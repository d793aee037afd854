// Updates of rows at indices from the data are moved to loops of their own.

// RUN: chad-opt %s --split-input-file --chad-distribute-loops | FileCheck %s

// The condition is asked again, the row is added an element at a time.
// CHECK-LABEL: @nearest
// CHECK: %[[F:[0-9]+]]:2 = chad.fold (%{{.*}} in %[[XS:[a-z0-9]+]] : tensor<?x?xf64>) with (%{{.*}} : f64) collect (tensor<?xindex>)
// CHECK:   %[[R:[0-9]+]]:2 = chad.reduce
// CHECK:   chad.yield %{{.*}}, %[[R]]#1 : f64, index
// CHECK: %[[S:[0-9]+]] = chad.fold (%[[X:.*]] in %[[XS]] : tensor<?x?xf64>, %[[J:.*]] in %[[F]]#1 : tensor<?xindex>) with (%[[A:.*]] = %{{.*}} : tensor<?x?xf64>)
// CHECK:   %[[IS:[0-9]+]] = arith.cmpi ne, %[[J]]
// CHECK:   scf.if %[[IS]]
// CHECK:     chad.fold (%[[E:.*]] in %[[X]] : tensor<?xf64>, %[[I:.*]] in %{{.*}} : tensor<?xindex>) with (%[[B:.*]] = %[[A]] : tensor<?x?xf64>)
// CHECK:       %[[Y:[0-9]+]] = arith.addf %[[E]], %[[E]]
// CHECK:       chad.accumulate %[[Y]] into %[[B]][%[[J]], %[[I]]]
// CHECK: return %[[F]]#0, %[[S]]
func.func @nearest(%xs: tensor<?x?xf64>, %is: tensor<?xindex>, %as: tensor<?x?xf64>, %inf: f64) -> (f64, tensor<?x?xf64>) {
  %none = arith.constant -1 : index
  %zero = arith.constant 0.0 : f64
  %sum, %acc = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zero : f64, %a = %as : tensor<?x?xf64>) {
    %n, %j = chad.reduce (%l, %r in %x from %inf : tensor<?xf64>, %p, %q in %is from %none : tensor<?xindex>) {
      %less = arith.cmpf olt, %r, %l : f64
      %m = arith.select %less, %r, %l : f64
      %o = arith.select %less, %q, %p : index
      chad.yield %m, %o : f64, index
    }
    %t = arith.addf %s, %n : f64
    %isThere = arith.cmpi ne, %j, %none : index
    %b = scf.if %isThere -> (tensor<?x?xf64>) {
      %row = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
        %f = arith.addf %e, %e : f64
        chad.yield %f : f64
      }
      %c = chad.accumulate %row into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
      scf.yield %c : tensor<?x?xf64>
    } else {
      scf.yield %a : tensor<?x?xf64>
    }
    chad.yield %t, %b : f64, tensor<?x?xf64>
  }
  return %sum, %acc : f64, tensor<?x?xf64>
}

// -----

// A loop with nothing but the update stays, and so does one whose row would have to be kept.
// CHECK-LABEL: @stay
// CHECK-COUNT-2: chad.fold
// CHECK-NOT: chad.fold
func.func @stay(%xs: tensor<?x?xf64>, %js: tensor<?xindex>, %as: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %a1 = chad.fold (%x in %xs : tensor<?x?xf64>, %j in %js : tensor<?xindex>) with (%a = %as : tensor<?x?xf64>) {
    %b = chad.accumulate %x into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
    chad.yield %b : tensor<?x?xf64>
  }
  %a2 = chad.fold (%x in %xs : tensor<?x?xf64>, %j in %js : tensor<?xindex>) with (%a = %as : tensor<?x?xf64>) {
    %row = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
      %f = math.exp %e : f64
      chad.yield %f : f64
    }
    %b = chad.accumulate %row into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
    chad.yield %b : tensor<?x?xf64>
  }
  return %a1, %a2 : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// Neither the index nor the row is one of an iteration: a second loop would read no array.
// CHECK-LABEL: @always
// CHECK-COUNT-1: chad.fold
// CHECK-NOT: chad.fold
func.func @always(%xs: tensor<?x?xf64>, %row: tensor<?xf64>, %as: tensor<?x?xf64>) -> (f64, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sum, %acc = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zero : f64, %a = %as : tensor<?x?xf64>) {
    %j = arith.constant 0 : index
    %n = chad.reduce (%l, %r in %x from %zero : tensor<?xf64>) {
      %m = arith.addf %l, %r : f64
      chad.yield %m : f64
    }
    %t = arith.addf %s, %n : f64
    %b = chad.accumulate %row into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
    chad.yield %t, %b : f64, tensor<?x?xf64>
  }
  return %sum, %acc : f64, tensor<?x?xf64>
}

// -----

// Constants, sizes and questions about them are asked for again.
// CHECK-LABEL: @sizes
// CHECK: chad.fold (%{{.*}} in %[[XS:[a-z0-9]+]] : tensor<8x?xf64>, %{{.*}} in %{{.*}} : tensor<8xindex>) with (%{{.*}} : f64)
// CHECK:   chad.reduce
// CHECK: %[[S:[0-9]+]] = chad.fold (%[[X:.*]] in %[[XS]] : tensor<8x?xf64>, %[[J:.*]] in %{{.*}} : tensor<8xindex>) with (%[[A:.*]] = %{{.*}} : tensor<?x?xf64>)
// CHECK:   %[[C:.*]] = arith.constant 1 : index
// CHECK:   %[[N:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK:   chad.accumulate %[[X]] into %[[A]][%[[J]]]
func.func @sizes(%xs: tensor<8x?xf64>, %js: tensor<8xindex>, %as: tensor<?x?xf64>) -> (f64, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sum, %acc = chad.fold (%x in %xs : tensor<8x?xf64>, %j in %js : tensor<8xindex>) with (%s = %zero : f64, %a = %as : tensor<?x?xf64>) {
    %one = arith.constant 1 : index
    %none = arith.constant 0 : index
    %n = chad.reduce (%l, %r in %x from %zero : tensor<?xf64>) {
      %m = arith.addf %l, %r : f64
      chad.yield %m : f64
    }
    %t = arith.addf %s, %n : f64
    %size = tensor.dim %a, %none : tensor<?x?xf64>
    %isThere = arith.cmpi ugt, %size, %one : index
    %b = scf.if %isThere -> (tensor<?x?xf64>) {
      %c = chad.accumulate %x into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
      scf.yield %c : tensor<?x?xf64>
    } else {
      scf.yield %a : tensor<?x?xf64>
    }
    chad.yield %t, %b : f64, tensor<?x?xf64>
  }
  return %sum, %acc : f64, tensor<?x?xf64>
}

// -----

// What costs no more than to read it again is computed in both loops, from a number that is kept; but
// of an extent of the other loop's state the number itself.
// CHECK-LABEL: @again
// CHECK: %[[F:[0-9]+]]:3 = chad.fold {{.*}} with (%[[T:.*]] = %{{.*}} : tensor<?xf64>) collect (tensor<?xindex>, tensor<?xindex>)
// CHECK:   %[[K:.*]] = chad.fold
// CHECK:   %[[D:.*]] = tensor.dim %[[T]]
// CHECK:   chad.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf64>, index, index
// CHECK: chad.fold (%[[X:.*]] in %{{.*}} : tensor<?x?xf64>, %[[KEPT:.*]] in %[[F]]#1 : tensor<?xindex>, %[[SIZE:.*]] in %[[F]]#2 : tensor<?xindex>)
// CHECK-DAG:   arith.addi %{{.*}}, %{{.*}} : index
// CHECK-DAG:   arith.cmpi ugt, %{{.*}}, %{{.*}} : index
// CHECK:   chad.accumulate %[[X]]
func.func @again(%xs: tensor<?x?xf64>, %iss: tensor<?x?xindex>, %ts: tensor<?xf64>, %as: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum, %acc = chad.fold (%x in %xs : tensor<?x?xf64>, %is in %iss : tensor<?x?xindex>) with (%t = %ts : tensor<?xf64>, %a = %as : tensor<?x?xf64>) {
    %n = chad.fold (%i in %is : tensor<?xindex>) with (%l = %c0 : index) {
      %m = arith.addi %l, %i : index
      chad.yield %m : index
    }
    %next = chad.map (%e in %t : tensor<?xf64>, %y in %x : tensor<?xf64>) -> tensor<?xf64> {
      %z = arith.addf %e, %y : f64
      chad.yield %z : f64
    }
    %j = arith.addi %n, %one : index
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %isLong = arith.cmpi ugt, %size, %one : index
    %b = scf.if %isLong -> (tensor<?x?xf64>) {
      %c = chad.accumulate %x into %a[%j] : tensor<?xf64> into tensor<?x?xf64>
      scf.yield %c : tensor<?x?xf64>
    } else {
      scf.yield %a : tensor<?x?xf64>
    }
    chad.yield %next, %b : tensor<?xf64>, tensor<?x?xf64>
  }
  return %sum, %acc : tensor<?xf64>, tensor<?x?xf64>
}
