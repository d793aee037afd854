// Iterations that add rows to sums of rows, computed from what they find in the row. Many of them run in rounds.

func.func private @loss(%w: tensor<?xf64>, %xs: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %total = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zero : f64) {
    %z = chad.fold (%a in %w : tensor<?xf64>, %b in %x : tensor<?xf64>) with (%t = %zero : f64) {
      %p = arith.mulf %a, %b : f64
      %q = arith.addf %t, %p : f64
      chad.yield %q : f64
    }
    %h = math.tanh %z : f64
    %u = arith.addf %s, %h : f64
    chad.yield %u : f64
  }
  return %total : f64
}

func.func @gradient(%w: tensor<?xf64>, %xs: tensor<?x?xf64>) -> (f64, tensor<?xf64>) {
  %f, %g = chad.value_and_grad @loss(%w, %xs) wrt [0] : (tensor<?xf64>, tensor<?x?xf64>) -> (f64, tensor<?xf64>)
  return %f, %g : f64, tensor<?xf64>
}

func.func @both(%w: tensor<?xf64>, %xs: tensor<?x?xf64>) -> (f64, tensor<?xf64>, tensor<?x?xf64>) {
  %f, %g, %h = chad.value_and_grad @loss(%w, %xs) wrt [0, 1] : (tensor<?xf64>, tensor<?x?xf64>) -> (f64, tensor<?xf64>, tensor<?x?xf64>)
  return %f, %g, %h : f64, tensor<?xf64>, tensor<?x?xf64>
}

func.func @second(%w: tensor<?xf64>, %xs: tensor<?x?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %h = chad.hvp @loss(%w, %xs) along(%v) wrt [0] : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %h : tensor<?xf64>
}

// Sums of two types and lengths, one of them known, an index that addends are computed from, a sum at indices under a
// condition, a sum of numbers, and numbers that are collected.
func.func @several(%xs: tensor<?x?xf32>, %ys: tensor<?x5xf64>, %ks: tensor<?xindex>, %w: tensor<?xf32>,
                   %rows: tensor<?xf32>, %known: tensor<5xf64>, %counts: tensor<?xf64>)
    -> (tensor<?xf32>, tensor<5xf64>, tensor<?xf64>, f32, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f64
  %one32 = arith.constant 1.0 : f32
  %a, %b, %c, %d, %zs = chad.fold (%x in %xs : tensor<?x?xf32>, %y in %ys : tensor<?x5xf64>, %k in %ks : tensor<?xindex>)
      with (%p = %rows : tensor<?xf32>, %q = %known : tensor<5xf64>, %r = %counts : tensor<?xf64>, %s = %zero : f32)
      collect (tensor<?xf32>) {
    %most = chad.fold (%e in %x : tensor<?xf32>) with (%t = %zero : f32) {
      %m = arith.maximumf %e, %t : f32
      chad.yield %m : f32
    }
    %p1 = chad.map (%e in %x : tensor<?xf32>, %o in %p : tensor<?xf32>, %f in %w : tensor<?xf32>) -> tensor<?xf32> {
      %m = arith.mulf %e, %most : f32
      %n = arith.subf %m, %f : f32
      %t = arith.addf %n, %o : f32
      chad.yield %t : f32
    }
    %q1 = chad.map (%e in %y : tensor<5xf64>, %o in %q : tensor<5xf64>) -> tensor<5xf64> {
      %i = arith.index_cast %k : index to i64
      %n = arith.sitofp %i : i64 to f64
      %m = arith.mulf %e, %n : f64
      %t = arith.addf %o, %m : f64
      chad.yield %t : f64
    }
    %isPositive = arith.cmpf ogt, %most, %one32 : f32
    %r1 = scf.if %isPositive -> (tensor<?xf64>) {
      %t = chad.accumulate %one into %r[%k] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      scf.yield %r : tensor<?xf64>
    }
    %s1 = arith.addf %s, %most : f32
    chad.yield %p1, %q1, %r1, %s1, %most : tensor<?xf32>, tensor<5xf64>, tensor<?xf64>, f32, f32
  }
  return %a, %b, %c, %d, %zs : tensor<?xf32>, tensor<5xf64>, tensor<?xf64>, f32, tensor<?xf32>
}

// A state that the next one is computed from in another way has no rounds: it is no sum.
func.func @dependent(%xs: tensor<?x?xf64>, %start: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %a = chad.fold (%x in %xs : tensor<?x?xf64>) with (%p = %start : tensor<?xf64>) {
    %z = chad.fold (%e in %x : tensor<?xf64>) with (%t = %zero : f64) {
      %m = arith.maximumf %e, %t : f64
      chad.yield %m : f64
    }
    %p1 = chad.map (%e in %x : tensor<?xf64>, %o in %p : tensor<?xf64>) -> tensor<?xf64> {
      %half = arith.constant 0.5 : f64
      %h = arith.mulf %o, %half : f64
      %m = arith.mulf %e, %z : f64
      %t = arith.addf %h, %m : f64
      chad.yield %t : f64
    }
    chad.yield %p1 : tensor<?xf64>
  }
  return %a : tensor<?xf64>
}

// Iterations that only add, without numbers of their own, are shared by threads.
func.func @plain(%xs: tensor<?x?xf64>, %start: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %a, %ys = chad.fold (%x in %xs : tensor<?x?xf64>) with (%p = %start : tensor<?xf64>) collect (tensor<?x?xf64>) {
    %p1, %y = chad.map (%e in %x : tensor<?xf64>, %o in %p : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
      %m = arith.mulf %e, %e : f64
      %t = arith.addf %o, %m : f64
      chad.yield %t, %m : f64, f64
    }
    chad.yield %p1, %y : tensor<?xf64>, tensor<?xf64>
  }
  return %a, %ys : tensor<?xf64>, tensor<?x?xf64>
}
