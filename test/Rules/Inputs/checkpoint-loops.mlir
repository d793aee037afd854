// Loops for checkpoint_bits.py.

// Products that are added or subtracted, one of which has two uses.
func.func @scalar(%x: FLOAT, %k: FLOAT, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> FLOAT {
    %p = arith.mulf %s, %k : FLOAT
    %q = arith.addf %p, %s : FLOAT
    %t = math.sin %q : FLOAT
    %a = arith.mulf %t, %k : FLOAT
    %u = arith.subf %a, %p : FLOAT
    scf.yield %u : FLOAT
  } OUTER
  return %r : FLOAT
}
// A chaotic map, in a loop of its own in each step.
func.func @nested(%x: FLOAT, %k: FLOAT, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1.0 : FLOAT
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> FLOAT {
    %u = scf.for %j = %c0 to %c7 step %c1 iter_args(%w = %s) -> FLOAT {
      %p = arith.mulf %w, %w : FLOAT
      %q = arith.mulf %p, %k : FLOAT
      %v = arith.subf %one, %q : FLOAT
      scf.yield %v : FLOAT
    } INNER
    scf.yield %u : FLOAT
  } OUTER
  return %r : FLOAT
}
// A product with a matrix, whose sums may be vectorized in many ways.
func.func @matrix(%x: tensor<5xFLOAT>, %k: tensor<5x5xFLOAT>, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : FLOAT
  %zeros = arith.constant dense<0.0> : tensor<5xFLOAT>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<5xFLOAT> {
    %v = linalg.matvec ins(%k, %s : tensor<5x5xFLOAT>, tensor<5xFLOAT>) outs(%zeros : tensor<5xFLOAT>) -> tensor<5xFLOAT>
    %u = math.tanh %v : tensor<5xFLOAT>
    scf.yield %u : tensor<5xFLOAT>
  } OUTER
  %f = chad.reduce (%a, %b in %r from %zero : tensor<5xFLOAT>) {
    %c = arith.addf %a, %b : FLOAT
    chad.yield %c : FLOAT
  }
  return %f : FLOAT
}
// A sum over an array of unknown extent.
func.func @array(%x: tensor<?xFLOAT>, %k: tensor<?xFLOAT>, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : FLOAT
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xFLOAT> {
    %m = arith.mulf %s, %k : tensor<?xFLOAT>
    %d = chad.reduce (%a, %b in %m from %zero : tensor<?xFLOAT>) {
      %c = arith.addf %a, %b : FLOAT
      chad.yield %c : FLOAT
    }
    %e = math.sin %d : FLOAT
    %u = chad.map (%a in %s : tensor<?xFLOAT>, %b in %k : tensor<?xFLOAT>) -> tensor<?xFLOAT> {
      %g = arith.mulf %a, %e : FLOAT
      %h = arith.addf %g, %b : FLOAT
      chad.yield %h : FLOAT
    }
    scf.yield %u : tensor<?xFLOAT>
  } OUTER
  %f = chad.reduce (%a, %b in %r from %zero : tensor<?xFLOAT>) {
    %c = arith.addf %a, %b : FLOAT
    chad.yield %c : FLOAT
  }
  return %f : FLOAT
}
// Functions, and sums in each of several lanes.
func.func @lanes(%x: tensor<11xFLOAT>, %k: tensor<11xFLOAT>, %n: index) -> FLOAT {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : FLOAT
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<11xFLOAT> {
    %t = math.sin %s : tensor<11xFLOAT>
    %u = chad.map (%b in %k : tensor<11xFLOAT>) -> tensor<11xFLOAT> {
      %d = chad.fold (%a in %t : tensor<11xFLOAT>) with (%c = %zero : FLOAT) {
        %p = arith.mulf %a, %b : FLOAT
        %e = math.exp %p : FLOAT
        %f = arith.addf %c, %e : FLOAT
        chad.yield %f : FLOAT
      }
      %h = math.atan %d : FLOAT
      chad.yield %h : FLOAT
    }
    scf.yield %u : tensor<11xFLOAT>
  } OUTER
  %f = chad.reduce (%a, %b in %r from %zero : tensor<11xFLOAT>) {
    %c = arith.addf %a, %b : FLOAT
    chad.yield %c : FLOAT
  }
  return %f : FLOAT
}
