// Functions and linear functions that public functions take and return.

// x ↦ sin(xₙ · … sin(x₁ · x)): closures that a loop composes.
func.func @chain(%xs: tensor<?xf64>) -> ((f64) -> f64) {
  %id = chad.lambda (%y : f64) -> f64 {
    chad.yield %y : f64
  }
  %h = chad.fold (%x in %xs : tensor<?xf64>) with (%f = %id : (f64) -> f64) {
    %g = chad.lambda (%y : f64) -> f64 {
      %a = chad.apply %f(%y) : (f64) -> f64
      %b = arith.mulf %a, %x : f64
      %s = math.sin %b : f64
      chad.yield %s : f64
    }
    chad.yield %g : (f64) -> f64
  }
  return %h : (f64) -> f64
}

// f and g are the caller's. What is returned holds both.
func.func @compose(%f: (f64) -> f64, %g: (f64) -> f64) -> ((f64) -> f64) {
  %h = chad.lambda (%y : f64) -> f64 {
    %a = chad.apply %g(%y) : (f64) -> f64
    %b = chad.apply %f(%a) : (f64) -> f64
    chad.yield %b : f64
  }
  return %h : (f64) -> f64
}

// The derivative of a function that the caller has.
func.func private @at(%f: (f64) -> f64, %x: f64) -> f64 {
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @slope(%f: (f64) -> f64, %x: f64) -> f64 {
  %g = chad.grad @at(%f, %x) wrt [1] : ((f64) -> f64, f64) -> f64
  return %g : f64
}

// By what the function has captured.
func.func private @chain_at(%xs: tensor<?xf64>, %x: f64) -> f64 {
  %f = call @chain(%xs) : (tensor<?xf64>) -> ((f64) -> f64)
  %y = chad.apply %f(%x) : (f64) -> f64
  return %y : f64
}
func.func @by_captured(%xs: tensor<?xf64>, %x: f64) -> tensor<?xf64> {
  %g = chad.grad @chain_at(%xs, %x) wrt [0] : (tensor<?xf64>, f64) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

// Which function is in the data; it captures an array, and returns one that it has captured.
func.func @choose(%p: i1, %xs: tensor<?xf64>, %k: f64) -> ((tensor<?xf64>) -> tensor<?xf64>) {
  %f = scf.if %p -> ((tensor<?xf64>) -> tensor<?xf64>) {
    %plus = chad.lambda (%ys : tensor<?xf64>) -> tensor<?xf64> {
      %s = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
        %a = arith.mulf %x, %k : f64
        %b = arith.addf %a, %y : f64
        chad.yield %b : f64
      }
      chad.yield %s : tensor<?xf64>
    }
    scf.yield %plus : (tensor<?xf64>) -> tensor<?xf64>
  } else {
    %constant = chad.lambda (%ys : tensor<?xf64>) -> tensor<?xf64> {
      chad.yield %xs : tensor<?xf64>
    }
    scf.yield %constant : (tensor<?xf64>) -> tensor<?xf64>
  }
  return %f : (tensor<?xf64>) -> tensor<?xf64>
}

// The derivative of a program, as a value: the product of those of its steps.
!lf = !chad.lfun<(lin<f64>) -> (lin<tensor<?xf64>>)>
!ls = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func private @step(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @spread(%x: f64, %ks: tensor<?xf64>) -> tensor<?xf64> {
  %m = chad.map (%k in %ks : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %k, %x : f64
    %q = arith.mulf %p, %x : f64
    chad.yield %q : f64
  }
  return %m : tensor<?xf64>
}
func.func @derivative(%n: index, %x: f64, %ks: tensor<?xf64>) -> (tensor<?xf64>, !lf) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %id = chad.lfun.id : !ls
  %y, %m = scf.for %i = %c0 to %n step %c1 iter_args(%z = %x, %a = %id) -> (f64, !ls) {
    %s, %d = chad.linearize @step(%z) : (f64) -> (f64, !ls)
    %c = chad.lfun.compose %d, %a : !ls, !ls
    scf.yield %s, %c : f64, !ls
  }
  %ys, %d = chad.linearize @spread(%y, %ks) wrt [0] : (f64, tensor<?xf64>) -> (tensor<?xf64>, !lf)
  %r = chad.lfun.compose %d, %m : !lf, !ls
  return %ys, %r : tensor<?xf64>, !lf
}

// A list that only the program reads.
chad.record @list (f64, !chad.box<@list>)
func.func @push(%x: f64, %rest: !chad.box<@list>) -> !chad.box<@list> {
  %b = chad.box(%x, %rest) : (f64, !chad.box<@list>) -> !chad.box<@list>
  return %b : !chad.box<@list>
}
func.func @nil() -> !chad.box<@list> {
  %b = chad.empty_box : !chad.box<@list>
  return %b : !chad.box<@list>
}
func.func private @sum_of(%l: !chad.box<@list>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %e = chad.is_empty_box %l : !chad.box<@list>
  %s = scf.if %e -> f64 {
    scf.yield %zero : f64
  } else {
    %x, %rest = chad.open %l : !chad.box<@list> -> f64, !chad.box<@list>
    %t = func.call @sum_of(%rest) : (!chad.box<@list>) -> f64
    %u = arith.addf %x, %t : f64
    scf.yield %u : f64
  }
  return %s : f64
}
func.func @total(%l: !chad.box<@list>) -> f64 {
  %s = call @sum_of(%l) : (!chad.box<@list>) -> f64
  return %s : f64
}

// A function that returns functions.
func.func @curried(%k: f64) -> ((f64) -> ((f64) -> f64)) {
  %f = chad.lambda (%x : f64) -> ((f64) -> f64) {
    %g = chad.lambda (%y : f64) -> f64 {
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %p, %k : f64
      chad.yield %q : f64
    }
    chad.yield %g : (f64) -> f64
  }
  return %f : (f64) -> ((f64) -> f64)
}
