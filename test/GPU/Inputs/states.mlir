// Loops inside of the iterations of kernels whose states are arrays: memory for a state is there once, whatever becomes
// of it.

// Two states: the next of the one is computed, the other one takes over the one.
func.func @wave(%starts: tensor<?x?xf64>, %forces: tensor<?x?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %a:2 = chad.map (%start in %starts : tensor<?x?xf64>, %force in %forces : tensor<?x?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
    %width = tensor.dim %start, %c0 : tensor<?xf64>
    %rest = tensor.splat %zero[%width] : tensor<?xf64>
    %r:2 = chad.fold (%push in %force : tensor<?x?xf64>) with (%now = %start : tensor<?xf64>, %before = %rest : tensor<?xf64>) {
      %next = chad.map (%p in %push : tensor<?xf64>, %u in %now : tensor<?xf64>, %v in %before : tensor<?xf64>) -> tensor<?xf64> {
        %s = arith.mulf %u, %p : f64
        %t = arith.mulf %two, %s : f64
        %n = arith.subf %t, %v : f64
        chad.yield %n : f64
      }
      chad.yield %next, %now : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
  }
  return %a#0, %a#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

// Three states: two change places, and are added, the one reversed.
func.func @change(%starts: tensor<?x?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r:3 = chad.map (%start in %starts : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
    %width = tensor.dim %start, %c0 : tensor<?xf64>
    %last = arith.subi %width, %c1 : index
    %ones = tensor.splat %one[%width] : tensor<?xf64>
    %s:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start, %b = %ones, %c = %start) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
      %sum = chad.build %k < %width -> tensor<?xf64> {
        %l = arith.subi %last, %k : index
        %p = tensor.extract %a[%l] : tensor<?xf64>
        %q = tensor.extract %b[%k] : tensor<?xf64>
        %t = arith.addf %p, %q : f64
        chad.yield %t : f64
      }
      scf.yield %b, %a, %sum : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %s#0, %s#1, %s#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// A state, or an array from outside of the loop, is collected, as one op or as a branch chooses.
func.func @chosen(%xs: tensor<?x?x?xf64>, %others: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %a:3 = chad.map (%x in %xs : tensor<?x?x?xf64>, %other in %others : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>) {
    %width = tensor.dim %other, %c0 : tensor<?xf64>
    %start = tensor.splat %zero[%width] : tensor<?xf64>
    %r:3 = chad.fold (%y in %x : tensor<?x?xf64>) with (%state = %start : tensor<?xf64>) collect (tensor<?x?xf64>, tensor<?x?xf64>) {
      %sum = chad.reduce (%l, %q in %y from %zero : tensor<?xf64>) {
        %t = arith.addf %l, %q : f64
        chad.yield %t : f64
      }
      %is = arith.cmpf ogt, %sum, %zero : f64
      %one = arith.select %is, %state, %other : tensor<?xf64>
      %two:2 = scf.if %is -> (tensor<?xf64>, tensor<?xf64>) {
        %next = chad.map (%e in %y : tensor<?xf64>, %f in %state : tensor<?xf64>) -> tensor<?xf64> {
          %h = arith.mulf %f, %f : f64
          %g = arith.addf %e, %h : f64
          chad.yield %g : f64
        }
        scf.yield %state, %next : tensor<?xf64>, tensor<?xf64>
      } else {
        scf.yield %other, %state : tensor<?xf64>, tensor<?xf64>
      }
      chad.yield %two#1, %one, %two#0 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %r#0, %r#1, %r#2 : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %a#0, %a#1, %a#2 : tensor<?x?xf64>, tensor<?x?x?xf64>, tensor<?x?x?xf64>
}

// Iterations whose number is not known before.
func.func @until(%xs: tensor<?x?xf64>, %limit: f64) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %a = chad.map (%x in %xs : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %r:3 = scf.while (%p = %x, %q = %x, %e = %zero) : (tensor<?xf64>, tensor<?xf64>, f64) -> (tensor<?xf64>, tensor<?xf64>, f64) {
      %c = arith.cmpf olt, %e, %limit : f64
      scf.condition(%c) %p, %q, %e : tensor<?xf64>, tensor<?xf64>, f64
    } do {
    ^bb0(%p: tensor<?xf64>, %q: tensor<?xf64>, %e: f64):
      %d = tensor.dim %p, %c0 : tensor<?xf64>
      %last = arith.subi %d, %c1 : index
      %t = chad.build %k < %d -> tensor<?xf64> {
        %l = arith.subi %last, %k : index
        %f = tensor.extract %p[%l] : tensor<?xf64>
        %g = tensor.extract %q[%k] : tensor<?xf64>
        %h = arith.addf %f, %g : f64
        chad.yield %h : f64
      }
      %next = arith.addf %e, %one : f64
      scf.yield %t, %p, %next : tensor<?xf64>, tensor<?xf64>, f64
    }
    chad.yield %r#1 : tensor<?xf64>
  }
  return %a : tensor<?x?xf64>
}

// The same inside of a counted loop: the condition hands the states on in another order.
func.func @nested(%xs: tensor<?x?xf64>, %limit: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f64
  %a:2 = chad.map (%x in %xs : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
    %s:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %x, %v = %x) -> (tensor<?xf64>, tensor<?xf64>) {
      %r:3 = scf.while (%e = %z, %p = %u, %q = %v) : (f64, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, f64, tensor<?xf64>) {
        %c = arith.cmpf olt, %e, %limit : f64
        scf.condition(%c) %q, %e, %p : tensor<?xf64>, f64, tensor<?xf64>
      } do {
      ^bb0(%q: tensor<?xf64>, %e: f64, %p: tensor<?xf64>):
        %d = tensor.dim %p, %c0 : tensor<?xf64>
        %last = arith.subi %d, %c1 : index
        %t = chad.build %k < %d -> tensor<?xf64> {
          %l = arith.subi %last, %k : index
          %e1 = tensor.extract %p[%l] : tensor<?xf64>
          %f = tensor.extract %q[%k] : tensor<?xf64>
          %g = arith.subf %e1, %f : f64
          chad.yield %g : f64
        }
        %one = arith.constant 1.0 : f64
        %e2 = arith.addf %e, %one : f64
        scf.yield %e2, %t, %p : f64, tensor<?xf64>, tensor<?xf64>
      }
      scf.yield %r#2, %r#0 : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %s#0, %s#1 : tensor<?xf64>, tensor<?xf64>
  }
  return %a#0, %a#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

// The sum of the squared distances of rows from the nearest centre. In the gradient by a row, a branch makes an array
// or takes one of zeros.
func.func private @distances(%centres: tensor<?x?xf64>, %rows: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %total = chad.fold (%row in %rows : tensor<?x?xf64>) with (%sum = %zero : f64) {
    %all = chad.map (%centre in %centres : tensor<?x?xf64>) -> tensor<?xf64> {
      %distance = chad.fold (%x in %row : tensor<?xf64>, %c in %centre : tensor<?xf64>) with (%s = %zero : f64) {
        %d = arith.subf %x, %c : f64
        %q = arith.mulf %d, %d : f64
        %t = arith.addf %s, %q : f64
        chad.yield %t : f64
      }
      chad.yield %distance : f64
    }
    %nearest = chad.reduce (%a, %b in %all from %inf : tensor<?xf64>) {
      %m = arith.minimumf %a, %b : f64
      chad.yield %m : f64
    }
    %next = arith.addf %sum, %nearest : f64
    chad.yield %next : f64
  }
  return %total : f64
}

func.func @gradients(%centres: tensor<?x?xf64>, %rows: tensor<?x?xf64>) -> (f64, tensor<?x?xf64>, tensor<?x?xf64>) {
  %r:3 = chad.value_and_grad @distances(%centres, %rows) wrt [0, 1] of [0]
      : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?x?xf64>, tensor<?x?xf64>)
  return %r#0, %r#1, %r#2 : f64, tensor<?x?xf64>, tensor<?x?xf64>
}

func.func @wave_back(%starts: tensor<?x?xf64>, %forces: tensor<?x?x?xf64>, %c: !chad.lin<tensor<?x?xf64>>, %d: !chad.lin<tensor<?x?xf64>>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>) {
  %r:4 = chad.vjp @wave(%starts, %forces) seed(%c, %d) wrt [0, 1] of [0, 1]
      : (tensor<?x?xf64>, tensor<?x?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?xf64>>)
      -> (tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<?x?xf64>, tensor<?x?xf64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>
}
