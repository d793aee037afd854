// Derivatives of function values: of lambdas that the program shows, of functions that data choose,
// that loops compose, and that are arguments.

// DEFINE: %{all} = chad-run %s --entry=visible --arg=0.7 --arg=1.3
// RUN: %{all} | FileCheck %s --check-prefix=VISIBLE
// RUN: %{all} --interpret | FileCheck %s --check-prefix=VISIBLE
// VISIBLE: f64 1.3480123
// VISIBLE-NEXT: f64 0.5029138
// VISIBLE-NEXT: f64 1.3480123
// VISIBLE-NEXT: f64 2.6960247
// VISIBLE-NEXT: f64 1.3480123
// VISIBLE-NEXT: f64 0.356330

// RUN: %python %S/../Rules/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

// A lambda that the program shows becomes the same code as a function that it names.
// RUN: chad-opt %s --chad-to-first-order > %t
// RUN: sed -n '/func.func @by_value/,/^  }/p' %t | sed 's/@by_value/@f/' > %t.value
// RUN: sed -n '/func.func @by_name/,/^  }/p' %t | sed 's/@by_name/@f/' > %t.name
// RUN: diff %t.value %t.name
// RUN: FileCheck %s --check-prefix=SAME --input-file=%t.value
// SAME: arith.mulf
// SAME-NOT: call

// A request at another function of the same lambda names the same function.
// RUN: chad-opt %s --chad-expand-derived-ops | FileCheck %s --check-prefix=NAMED
// NAMED: func.func private @lambda(%{{.*}}: f64, %{{.*}}: f64) -> f64
// NAMED-LABEL: func.func @visible
// NAMED: chad.grad @lambda(%[[k:.*]], %[[x:.*]]) wrt [1] of [0]
// NAMED: chad.value_and_grad @lambda(%[[k]], %[[x]]) wrt [1] of [0]

func.func @visible(%k: f64, %x: f64) -> (f64, f64, f64, f64, f64, f64) {
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %k, %y : f64
    %s = math.sin %p : f64
    %q = arith.mulf %s, %y : f64
    chad.yield %q : f64
  }
  %two = arith.constant 2.0 : f64
  %v = chad.to_linear %two : f64
  %g = chad.grad %f(%x) : ((f64) -> f64, f64) -> f64
  %a:2 = chad.value_and_grad %f(%x) : ((f64) -> f64, f64) -> (f64, f64)
  %b:2 = chad.jvp %f(%x) along(%v) : ((f64) -> f64, f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %c = chad.jacobian %f(%x) : ((f64) -> f64, f64) -> f64
  %h = chad.hessian %f(%x) : ((f64) -> f64, f64) -> f64
  %d = chad.from_linear %b#1 : !chad.lin<f64>
  %e0 = arith.mulf %a#0, %k : f64
  %e = arith.mulf %e0, %k : f64
  return %g, %e, %a#1, %d, %c, %h : f64, f64, f64, f64, f64, f64
}

func.func @by_value(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3
  %f = chad.lambda (%v : tensor<?xf64>) -> f64 {
    %zero = arith.constant 0.0 : f64
    %s = chad.map (%a in %v : tensor<?xf64>) -> tensor<?xf64> {
      %b = arith.mulf %a, %k : f64
      %c = arith.mulf %b, %a : f64
      chad.yield %c : f64
    }
    %r = chad.reduce (%a, %b in %s from %zero : tensor<?xf64>) {
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    chad.yield %r : f64
  }
  %g = chad.grad %f(%xs) : ((tensor<?xf64>) -> f64, tensor<?xf64>) -> tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func private @named(%v: tensor<?xf64>, %k: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = chad.map (%a in %v : tensor<?xf64>) -> tensor<?xf64> {
    %b = arith.mulf %a, %k : f64
    %c = arith.mulf %b, %a : f64
    chad.yield %c : f64
  }
  %r = chad.reduce (%a, %b in %s from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  return %r : f64
}
func.func @by_name(%xs: tensor<?xf64>, %k: f64) -> tensor<?xf64> { // ? = 3
  %g = chad.grad @named(%xs, %k) wrt [0] : (tensor<?xf64>, f64) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

// The request is in a loop, and differentiated by what the lambda captures.
func.func @descent(%k: f64, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %rate = arith.constant 0.1 : f64
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %k, %y : f64
    %s = math.sin %p : f64
    chad.yield %s : f64
  }
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> (f64) {
    %g = chad.grad %f(%y) : ((f64) -> f64, f64) -> f64
    %d = arith.mulf %g, %rate : f64
    %n = arith.subf %y, %d : f64
    scf.yield %n : f64
  }
  return %r : f64
}

// Data choose the function.
func.func @chosen(%c: i1, %k: f64, %x: f64) -> f64 { // i = 1
  %f = scf.if %c -> ((f64) -> f64) {
    %a = chad.lambda (%y : f64) -> f64 {
      %p = arith.mulf %k, %y : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    scf.yield %a : (f64) -> f64
  } else {
    %a = chad.lambda (%y : f64) -> f64 {
      %p = arith.mulf %y, %y : f64
      chad.yield %p : f64
    }
    scf.yield %a : (f64) -> f64
  }
  %g = chad.grad %f(%x) : ((f64) -> f64, f64) -> f64
  %v = arith.mulf %g, %x : f64
  return %v : f64
}

// A loop composes the function.
func.func @composed(%xs: tensor<?xf64>, %k: f64) -> f64 { // ? = 3
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
  %g = chad.grad %h(%k) : ((f64) -> f64, f64) -> f64
  return %g : f64
}

// A function of functions: Newton's step for any function of one number.
func.func private @newton(%f: (f64) -> f64, %x: f64) -> f64 {
  %v:2 = chad.value_and_grad %f(%x) : ((f64) -> f64, f64) -> (f64, f64)
  %q = arith.divf %v#0, %v#1 : f64
  %r = arith.subf %x, %q : f64
  return %r : f64
}
func.func @root(%k: f64, %x: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %y, %y : f64
    %q = arith.subf %p, %k : f64
    chad.yield %q : f64
  }
  %a = func.call @newton(%f, %x) : ((f64) -> f64, f64) -> f64
  %b = func.call @newton(%f, %a) : ((f64) -> f64, f64) -> f64
  return %b : f64
}

// A request in the function of another request.
func.func @twice(%k: f64, %x: f64) -> f64 {
  %f = chad.lambda (%y : f64) -> f64 {
    %p = arith.mulf %y, %y : f64
    %q = arith.mulf %p, %k : f64
    %s = math.sin %q : f64
    chad.yield %s : f64
  }
  %df = chad.lambda (%y : f64) -> f64 {
    %g = chad.grad %f(%y) : ((f64) -> f64, f64) -> f64
    chad.yield %g : f64
  }
  %h = chad.grad %df(%x) : ((f64) -> f64, f64) -> f64
  return %h : f64
}

// A map over functions' slopes, and a linear function of a function value.
func.func @slopes(%ks: tensor<?xf64>, %x: f64) -> (tensor<?xf64>, f64) { // ? = 3
  %gs = chad.map (%k in %ks : tensor<?xf64>) -> tensor<?xf64> {
    %f = chad.lambda (%y : f64) -> f64 {
      %p = arith.mulf %k, %y : f64
      %e = math.exp %p : f64
      chad.yield %e : f64
    }
    %g = chad.grad %f(%x) : ((f64) -> f64, f64) -> f64
    chad.yield %g : f64
  }
  %c0 = arith.constant 0 : index
  %k = tensor.extract %ks[%c0] : tensor<?xf64>
  %f = chad.lambda (%y : f64, %z : f64) -> f64 {
    %p = arith.mulf %k, %y : f64
    %q = arith.mulf %p, %z : f64
    %s = math.sin %q : f64
    chad.yield %s : f64
  }
  %v:2 = chad.linearize %f(%x, %k) wrt [1] : ((f64, f64) -> f64, f64, f64) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  %one = arith.constant 1.0 : f64
  %l = chad.to_linear %one : f64
  %d = chad.lfun.apply %v#1(%l) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %r = chad.from_linear %d : !chad.lin<f64>
  return %gs, %r : tensor<?xf64>, f64
}
