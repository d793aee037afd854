// Short rows, on request also where it does not pay.

// RUN: chad-opt %s --chad-choose-schedule=everywhere --chad-vectorize-lanes | FileCheck %s
// RUN: sed s/f64/f32/g %s | chad-opt - --chad-choose-schedule=everywhere --chad-vectorize-lanes | FileCheck %s --check-prefix=FOUR
// RUN: chad-opt %s --chad-choose-schedule='everywhere vector-bits=256' --chad-vectorize-lanes=vector-bits=256 | FileCheck %s --check-prefix=NARROW

// Short rows of known extent are read and written eight elements at a time, and transposed. Those of two groups of lanes are in
// registers.
// CHECK-LABEL: @short_rows
// CHECK-COUNT-8: vector.transfer_read {{.*}} : tensor<?x3xf64>, vector<8xf64>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.transfer_read {{.*}} : tensor<?x3xf64>, vector<8xf64>
// CHECK-COUNT-32: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: math.exp
// CHECK-NOT: scf.for
// CHECK-COUNT-3: vector.extract_strided_slice {{.*}} {offsets = [0]
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.transfer_write {{.*}} : vector<8xf64>, tensor<?x2x3xf64>
// CHECK-COUNT-3: vector.extract_strided_slice {{.*}} {offsets = [8]
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.transfer_write {{.*}} : vector<8xf64>, tensor<?x2x3xf64>
//
// Of four groups, of 32 numbers of 32 bits, a loop reads them, too.
// FOUR-LABEL: @short_rows
// FOUR: scf.for %{{.*}} = %{{.*}} to %c32{{.*}} step %c8{{.*}} -> (tensor<3x32xf32>)
// FOUR-COUNT-8: vector.transfer_read {{.*}} : tensor<?x3xf32>, vector<8xf32>
// FOUR-COUNT-24: vector.shuffle
// FOUR-COUNT-3: vector.transfer_write {{.*}} : vector<8xf32>, tensor<3x32xf32>
// FOUR-NOT: vector.shuffle
// FOUR: math.exp
func.func @short_rows(%xs: tensor<?x3xf64>) -> tensor<?x2x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = chad.map (%x in %xs : tensor<?x3xf64>) -> tensor<?x2x3xf64> {
    %a = tensor.extract %x[%c0] : tensor<3xf64>
    %b = tensor.extract %x[%c1] : tensor<3xf64>
    %c = tensor.extract %x[%c2] : tensor<3xf64>
    %e = math.exp %a : f64
    %f = math.exp %b : f64
    %g = math.exp %c : f64
    %s = math.log %e : f64
    %y = tensor.from_elements %e, %f, %g, %s, %a, %b : tensor<2x3xf64>
    chad.yield %y : tensor<2x3xf64>
  }
  return %r : tensor<?x2x3xf64>
}

// Rows of truth values have no vectors in memory. A long row is written in a loop, not by one op for each element and lane, whose
// number would make bufferization slow.
// CHECK-LABEL: @truth_values
// CHECK-COUNT-16: tensor.insert {{.*}} : tensor<?x65xi1>
// CHECK-NOT: tensor.insert {{.*}} : tensor<?x65xi1>
// CHECK: return
func.func @truth_values(%xs: tensor<?xf64>, %limits: tensor<65xf64>) -> tensor<?x65xi1> {
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x65xi1> {
    %e = math.exp %x : f64
    %row = chad.map (%limit in %limits : tensor<65xf64>) -> tensor<65xi1> {
      %less = arith.cmpf olt, %e, %limit : f64
      chad.yield %less : i1
    }
    chad.yield %row : tensor<65xi1>
  }
  return %r : tensor<?x65xi1>
}

// So are rows that are read as wholes, by a loop over squares. What is left is read as one more square, of which columns beyond the
// end are not used, or, one or two columns, element by element.
// CHECK-LABEL: @whole_rows
// CHECK: %[[LEFT:.*]] = arith.remui %[[SIZE:[a-z0-9_]+]], %c8
// CHECK: %[[WHOLE:.*]] = arith.subi %[[SIZE]], %[[LEFT]]
// CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[LEFT]], %c3
// CHECK: %[[CUT:.*]] = arith.select %[[LONG]], %[[SIZE]], %[[WHOLE]]
// CHECK: scf.for %[[FIRST:.*]] = %c0{{.*}} to %[[WHOLE]] step %c8{{.*}} -> (tensor<?xvector<16xf64>>)
// CHECK-COUNT-8: vector.transfer_read %{{.*}}[%{{.*}}, %[[FIRST]]], %{{[a-z0-9_]+}} {in_bounds = [true]} : tensor<?x?xf64>, vector<8xf64>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.transfer_read %{{.*}}[%{{.*}}, %[[FIRST]]], %{{[a-z0-9_]+}} {in_bounds = [true]} : tensor<?x?xf64>, vector<8xf64>
// CHECK-COUNT-32: vector.shuffle
// CHECK-COUNT-8: tensor.insert %{{.*}} : tensor<?xvector<16xf64>>
// CHECK: scf.for %[[LAST:.*]] = %[[WHOLE]] to %[[CUT]] step %c8{{.*}} -> (tensor<?xvector<16xf64>>)
// CHECK-COUNT-16: vector.transfer_read %{{.*}}[%{{.*}}, %[[LAST]]], %{{[a-z0-9_]+}} : tensor<?x?xf64>, vector<8xf64>
// CHECK: arith.minui
// CHECK: scf.for %[[COLUMN:.*]] = %[[CUT]] to %[[SIZE]]
// CHECK-COUNT-16: tensor.extract %{{.*}}[%{{.*}}, %[[COLUMN]]]
// CHECK: chad.fold
func.func @whole_rows(%xs: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?xf64> {
    %s = chad.fold (%x in %row : tensor<?xf64>) with (%a = %zero : f64) {
      %e = math.exp %x : f64
      %t = arith.addf %a, %e : f64
      chad.yield %t : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// Rows of unknown extent are written in the same way; without masked stores what is left is written element by element.
// CHECK-LABEL: @written_rows
// CHECK: math.exp
// CHECK: scf.for %[[FIRST:.*]] = %c0{{.*}} to %[[WHOLE:[a-z0-9_]+]] step %c8{{.*}} -> (tensor<?x?xf64>)
// CHECK-COUNT-16: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %[[FIRST]]] {in_bounds = [true]} : vector<8xf64>, tensor<?x?xf64>
// CHECK: scf.for %[[LAST:.*]] = %[[WHOLE]] to %[[CUT:[a-z0-9_]+]] step %c8{{.*}} -> (tensor<?x?xf64>)
// CHECK-COUNT-16: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %[[LAST]]] : vector<8xf64>, tensor<?x?xf64>
// CHECK: scf.for %[[COLUMN:.*]] = %[[CUT]] to
// CHECK-COUNT-16: tensor.insert %{{.*}} into %{{.*}}[%{{.*}}, %[[COLUMN]]] : tensor<?x?xf64>
// NARROW-LABEL: @written_rows
// NARROW: math.exp
// NARROW: scf.for %{{.*}} = %c0{{.*}} to %[[WHOLE:[a-z0-9_]+]] step %c8{{.*}} -> (tensor<?x?xf64>)
// NARROW: scf.for %{{.*}} = %[[WHOLE]] to
// NARROW-COUNT-8: tensor.insert {{.*}} : tensor<?x?xf64>
func.func @written_rows(%xs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%row in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %s = chad.fold (%x in %row : tensor<?xf64>) with (%a = %zero : f64) {
      %e = math.exp %x : f64
      %t = arith.addf %a, %e : f64
      chad.yield %t : f64
    }
    %y = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %x, %s : f64
      chad.yield %p : f64
    }
    chad.yield %y : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// A long row that is transposed is read from where its lanes were computed, by squares that are whole, and one that is cut.
// CHECK-LABEL: @transposed_rows
// CHECK: %[[LANES:[0-9]+]] = chad.map {{.*}} -> tensor<26x3xvector<32xf64>>
// CHECK: scf.for %[[FIRST:.*]] = %c0{{.*}} to %c72{{.*}} step %c8{{.*}} -> (tensor<?x78xf64>)
// CHECK: %[[AT:.*]] = arith.addi %[[FIRST]], %c0
// CHECK: %[[I:.*]] = arith.divui %[[AT]], %c26
// CHECK: %[[J:.*]] = arith.remui %[[AT]], %c26
// CHECK: tensor.extract %[[LANES]][%[[J]], %[[I]]]
// CHECK-COUNT-8: vector.transfer_write {{.*}} %[[FIRST]]] {in_bounds = [true]} : vector<8xf64>, tensor<?x78xf64>
// CHECK: tensor.extract %[[LANES]][%c20{{[a-z0-9_]*}}, %c2{{[a-z0-9_]*}}]
// CHECK-COUNT-8: vector.transfer_write {{.*}}, %c72{{[a-z0-9_]*}}] : vector<8xf64>, tensor<?x78xf64>
// CHECK: tensor.expand_shape
func.func @transposed_rows(%xs: tensor<?xf64>, %ks: tensor<26x3xf64>) -> tensor<?x3x26xf64> {
  %c3 = arith.constant 3 : index
  %c26 = arith.constant 26 : index
  %r = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?x3x26xf64> {
    %e = math.exp %x : f64
    %y = chad.map (%row in %ks : tensor<26x3xf64>) -> tensor<26x3xf64> {
      %z = chad.map (%k in %row : tensor<3xf64>) -> tensor<3xf64> {
        %p = arith.mulf %e, %k : f64
        chad.yield %p : f64
      }
      chad.yield %z : tensor<3xf64>
    }
    %t = chad.build %i < %c3 -> tensor<3x26xf64> {
      %u = chad.build %j < %c26 -> tensor<26xf64> {
        %v = tensor.extract %y[%j, %i] : tensor<26x3xf64>
        chad.yield %v : f64
      }
      chad.yield %u : tensor<26xf64>
    }
    chad.yield %t : tensor<3x26xf64>
  }
  return %r : tensor<?x3x26xf64>
}

// Lanes add to elements at positions of their own one after the other.
// CHECK-LABEL: @own_positions
// CHECK: vector.transfer_write {{.*}} : vector<16xindex>, tensor<16xindex>
// CHECK: scf.for %[[LANE:.*]] = %c0{{.*}} to %c16{{.*}} step %c1{{.*}} iter_args(%[[SUMS:.*]] =
// CHECK: %[[AT:.*]] = tensor.extract %{{.*}}[%[[LANE]]] : tensor<16xindex>
// CHECK: %[[OLD:.*]] = tensor.extract %[[SUMS]][%[[AT]]] : tensor<4xvector<8xf64>>
// CHECK: %[[PLACE:.*]] = arith.andi %[[LANE]], %c7
// CHECK: %[[NEW:.*]] = vector.insert %{{.*}}, %[[OLD]] [%[[PLACE]]] : f64 into vector<8xf64>
// CHECK: tensor.insert %[[NEW]] into %[[SUMS]][%[[AT]]]
func.func @own_positions(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %none = tensor.splat %zero : tensor<4xf64>
  %r = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %none : tensor<4xf64>) {
    %e = math.exp %x : f64
    %t = chad.accumulate %e into %s[%i] : f64 into tensor<4xf64>
    chad.yield %t : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
