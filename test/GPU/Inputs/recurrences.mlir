// Folds whose steps are affine in their states.

// The value of a polynomial at a point, and the values of all its suffixes.
func.func @horner(%cs: tensor<?xf64>, %x: f64) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %last, %all = chad.fold right (%c in %cs : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
    %p = arith.mulf %s, %x : f64
    %t = arith.addf %p, %c : f64
    chad.yield %t, %t : f64, f64
  }
  return %last, %all : f64, tensor<?xf64>
}

// Two states with steps of each kind, what is collected before and after a step, and an index.
func.func @two(%as: tensor<?xf64>, %bs: tensor<?xf64>, %s0: f64) -> (f64, f64, tensor<?xf64>, tensor<?xf64>) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %as, %c0 : tensor<?xf64>
  %is = chad.build %k < %n -> tensor<?xindex> {
    chad.yield %k : index
  }
  %s, %t, %before, %after = chad.fold (%a in %as : tensor<?xf64>, %b in %bs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%u = %s0 : f64, %v = %one : f64) collect (tensor<?xf64>, tensor<?xf64>) {
    %w = arith.index_cast %i : index to i64
    %f = arith.sitofp %w : i64 to f64
    %p = arith.mulf %a, %u : f64
    %q = arith.subf %b, %p : f64
    %r = arith.divf %v, %a : f64
    %uv = arith.mulf %u, %v : f64
    %g = arith.addf %q, %f : f64
    chad.yield %q, %r, %uv, %g : f64, f64, f64, f64
  }
  return %s, %t, %before, %after : f64, f64, tensor<?xf64>, tensor<?xf64>
}

// Only the last state, in f32.
func.func @last(%as: tensor<?xf32>, %bs: tensor<?xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = chad.fold (%a in %as : tensor<?xf32>, %b in %bs : tensor<?xf32>) with (%u = %zero : f32) {
    %p = arith.mulf %a, %u : f32
    %q = arith.addf %p, %b : f32
    chad.yield %q : f32
  }
  return %s : f32
}

// Each state waits for another one: the steps follow each other.
func.func @chained(%as: tensor<?xf64>, %s0: f64) -> (f64, f64) {
  %s, %t = chad.fold (%a in %as : tensor<?xf64>) with (%u = %s0 : f64, %v = %s0 : f64) {
    %p = arith.mulf %a, %v : f64
    %q = arith.addf %p, %u : f64
    chad.yield %v, %q : f64, f64
  }
  return %s, %t : f64, f64
}

// A fold that reads what another one collects, at the same positions: the products of the elements before each one and after it,
// weighted. Both are kernels, or neither.
func.func @swept(%as: tensor<?xf64>, %ws: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p, %before, %after = chad.fold (%a in %as : tensor<?xf64>) with (%s = %one : f64) collect (tensor<?xf64>, tensor<?xf64>) {
    %q = arith.mulf %s, %a : f64
    chad.yield %q, %s, %q : f64, f64, f64
  }
  %t, %made = chad.fold right (%w in %ws : tensor<?xf64>, %a in %as : tensor<?xf64>, %b in %before : tensor<?xf64>)
      with (%s = %zero : f64) collect (tensor<?xf64>) {
    %u = arith.addf %s, %w : f64
    %v = arith.mulf %a, %u : f64
    %d = arith.mulf %b, %u : f64
    chad.yield %v, %d : f64, f64
  }
  return %after, %made : tensor<?xf64>, tensor<?xf64>
}
