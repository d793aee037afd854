// Bodies with properties that lanes, rows in lanes, or the estimate of the work of threads do not
// expect, in all ways of running, and by the interpreter. All numbers are small integers.

// RUN: chad-run %s --interpret > %t.expected
// RUN: chad-run %s | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere | diff %t.expected -
// RUN: chad-run %s --threads=3 --thread-grain=1 | diff %t.expected -
// RUN: chad-run %s --threads=3 --thread-grain=1 --vectorize-everywhere | diff %t.expected -
// RUN: FileCheck %s < %t.expected

func.func private @number(%i: index, %most: index) -> f64 {
  %c7 = arith.constant 7 : index
  %a = arith.muli %i, %c7 : index
  %b = arith.remui %a, %most : index
  %c = arith.index_cast %b : index to i32
  %d = arith.sitofp %c : i32 to f64
  return %d : f64
}

func.func private @matrix(%n: index, %m: index) -> tensor<?x?xf64> {
  %c5 = arith.constant 5 : index
  %r = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %m -> tensor<?xf64> {
      %k = arith.addi %i, %j : index
      %x = func.call @number(%k, %c5) : (index, index) -> f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// A state that is read at an index, too, and one that is collected, while its row is replaced.
func.func private @replaced(%x: tensor<?x?xf64>, %s: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %a = chad.fold (%row in %x : tensor<?x?xf64>) with (%st = %s : tensor<?xf64>) {
    %first = tensor.extract %st[%c0] : tensor<?xf64>
    %m = chad.map (%e in %row : tensor<?xf64>, %t in %st : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.subf %t, %first : f64
      %v = arith.addf %u, %e : f64
      chad.yield %v : f64
    }
    chad.yield %m : tensor<?xf64>
  }
  %b, %c = chad.fold (%row in %x : tensor<?x?xf64>) with (%st = %s : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %m = chad.map (%e in %row : tensor<?xf64>, %t in %st : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.subf %e, %t : f64
      chad.yield %u : f64
    }
    chad.yield %m, %st : tensor<?xf64>, tensor<?xf64>
  }
  return %a, %b, %c : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

// Two states of which each is made of the other, so that none may be overwritten early.
func.func private @swapped(%x: tensor<?x?xf64>, %s: tensor<?xf64>, %r: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %a:2 = chad.fold (%row in %x : tensor<?x?xf64>)
      with (%p = %s : tensor<?xf64>, %q = %r : tensor<?xf64>) {
    %m:2 = chad.map (%e in %row : tensor<?xf64>, %t in %p : tensor<?xf64>, %u in %q : tensor<?xf64>)
        -> (tensor<?xf64>, tensor<?xf64>) {
      %v = arith.subf %e, %u : f64
      %w = arith.addf %e, %t : f64
      chad.yield %v, %w : f64, f64
    }
    chad.yield %m#0, %m#1 : tensor<?xf64>, tensor<?xf64>
  }
  return %a#0, %a#1 : tensor<?xf64>, tensor<?xf64>
}

// Rows of a state.
func.func private @rows_of_a_state(%x: tensor<?x?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %a, %b = chad.fold (%i in %is : tensor<?xindex>) with (%st = %x : tensor<?x?xf64>)
      collect (tensor<?xf64>) {
    %w = arith.index_cast %i : index to i32
    %k = arith.sitofp %w : i32 to f64
    %m = chad.map (%row in %st : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %o = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %u = arith.subf %k, %e : f64
        chad.yield %u : f64
      }
      chad.yield %o : tensor<?xf64>
    }
    %s = chad.fold (%row in %m : tensor<?x?xf64>) with (%t = %zero : f64) {
      %u = chad.fold (%e in %row : tensor<?xf64>) with (%v = %t : f64) {
        %y = arith.addf %v, %e : f64
        chad.yield %y : f64
      }
      chad.yield %u : f64
    }
    chad.yield %m, %s : tensor<?x?xf64>, f64
  }
  return %a, %b : tensor<?x?xf64>, tensor<?xf64>
}

// Branches that add into an array: the other side has another array, or does more, or what is added
// is made in the branch.
func.func private @adding(%xs: tensor<?xf64>, %is: tensor<?xindex>, %acc: tensor<?xf64>,
                          %other: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %a = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%s = %acc : tensor<?xf64>) {
    %c = arith.cmpf ogt, %x, %two : f64
    %n = scf.if %c -> tensor<?xf64> {
      %t = chad.accumulate %x into %s[%i] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      scf.yield %s : tensor<?xf64>
    }
    chad.yield %n : tensor<?xf64>
  }
  %b = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%s = %acc : tensor<?xf64>) {
    %c = arith.cmpf ogt, %x, %two : f64
    %n = scf.if %c -> tensor<?xf64> {
      %y = arith.mulf %x, %two : f64
      %t = chad.accumulate %y into %s[%i] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      %t = chad.accumulate %two into %s[%i] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    chad.yield %n : tensor<?xf64>
  }
  %d:2 = chad.fold (%x in %xs : tensor<?xf64>, %i in %is : tensor<?xindex>)
      with (%s = %acc : tensor<?xf64>, %r = %zero : f64) {
    %c = arith.cmpf ogt, %x, %two : f64
    %n = scf.if %c -> tensor<?xf64> {
      %t = chad.accumulate %x into %s[%i] : f64 into tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } else {
      scf.yield %other : tensor<?xf64>
    }
    %u = scf.if %c -> f64 {
      %t = arith.addf %r, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %r : f64
    }
    chad.yield %n, %u : tensor<?xf64>, f64
  }
  return %a, %b, %d#0, %d#1 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64
}

// A sum under a condition that is the same in all lanes.
func.func private @one_condition(%x: tensor<?x?xf64>, %c: i1) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %s, %r = chad.fold (%row in %x : tensor<?x?xf64>) with (%a = %zero : f64) collect (tensor<?xf64>) {
    %t = chad.fold (%e in %row : tensor<?xf64>) with (%b = %a : f64) {
      %u = scf.if %c -> f64 {
        %v = arith.addf %b, %e : f64
        scf.yield %v : f64
      } else {
        %v = arith.subf %b, %e : f64
        scf.yield %v : f64
      }
      chad.yield %u : f64
    }
    %m = chad.reduce (%p, %q in %row from %zero : tensor<?xf64>) {
      %v = arith.maximumf %p, %q : f64
      chad.yield %v : f64
    }
    chad.yield %t, %m : f64, f64
  }
  return %s, %r : f64, tensor<?xf64>
}

// Loops whose bounds and steps differ between iterations.
func.func private @ranges(%n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %r:3 = chad.build %i < %n -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %a = scf.for %j = %c0 to %i step %c1 iter_args(%s = %zero) -> f64 {
      %t = arith.addf %s, %one : f64
      scf.yield %t : f64
    }
    %b = scf.for %j = %i to %c20 step %c1 iter_args(%s = %zero) -> f64 {
      %t = arith.addf %s, %one : f64
      scf.yield %t : f64
    }
    %k = arith.addi %i, %c1 : index
    %c = scf.for %j = %c0 to %c20 step %k iter_args(%s = %zero) -> f64 {
      %t = arith.addf %s, %one : f64
      scf.yield %t : f64
    }
    chad.yield %a, %b, %c : f64, f64, f64
  }
  return %r#0, %r#1, %r#2 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// Elements of short rows that branches read, at known and at unknown places.
func.func private @short_rows(%x: tensor<?x?xf64>, %k: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f64
  %y = tensor.cast %x : tensor<?x?xf64> to tensor<?x4xf64>
  %a:2 = chad.map (%row in %y : tensor<?x4xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %e = tensor.extract %row[%c1] : tensor<4xf64>
    %c = arith.cmpf ogt, %e, %two : f64
    %r = scf.if %c -> f64 {
      %f = tensor.extract %row[%c2] : tensor<4xf64>
      %g = arith.mulf %f, %e : f64
      scf.yield %g : f64
    } else {
      scf.yield %e : f64
    }
    %h = tensor.extract %row[%k] : tensor<4xf64>
    %i = arith.addf %h, %r : f64
    chad.yield %r, %i : f64, f64
  }
  return %a#0, %a#1 : tensor<?xf64>, tensor<?xf64>
}

// A fold over indices alone of rows, and one of rows that the body makes.
func.func private @indices(%n: index, %s: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %s, %c0 : tensor<?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %a = chad.fold (%i in %is : tensor<?xindex>) with (%st = %s : tensor<?xf64>) {
    %w = arith.index_cast %i : index to i32
    %k = arith.sitofp %w : i32 to f64
    %o = chad.map (%e in %st : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.subf %k, %e : f64
      chad.yield %u : f64
    }
    chad.yield %o : tensor<?xf64>
  }
  %b, %c = chad.fold (%i in %is : tensor<?xindex>) with (%st = %s : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %row = chad.build %j < %m -> tensor<?xf64> {
      %l = arith.addi %i, %j : index
      %w = arith.index_cast %l : index to i32
      %k = arith.sitofp %w : i32 to f64
      chad.yield %k : f64
    }
    %o = chad.map (%e in %st : tensor<?xf64>, %f in %row : tensor<?xf64>) -> tensor<?xf64> {
      %u = arith.subf %f, %e : f64
      chad.yield %u : f64
    }
    chad.yield %o, %o : tensor<?xf64>, tensor<?xf64>
  }
  return %a, %b, %c : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

// What there is to do is not known before the loop: it depends on numbers that its body reads.
func.func private @work(%x: tensor<?x?xf64>, %ns: tensor<?xindex>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %a:2 = chad.map (%row in %x : tensor<?x?xf64>, %n in %ns : tensor<?xindex>)
      -> (tensor<?xf64>, tensor<?xf64>) {
    %part = tensor.extract_slice %row[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %s = chad.fold (%e in %part : tensor<?xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %t : f64
      %v = arith.addf %u, %e : f64
      chad.yield %v : f64
    }
    %m = tensor.dim %part, %c0 : tensor<?xf64>
    %o = arith.divui %m, %n : index
    %p = arith.addi %o, %m : index
    %ys = chad.build %j < %p -> tensor<?xf64> {
      %w = arith.index_cast %j : index to i32
      %k = arith.sitofp %w : i32 to f64
      chad.yield %k : f64
    }
    %zs = tensor.insert_slice %part into %ys[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    %t = chad.fold (%e in %zs : tensor<?xf64>) with (%t = %zero : f64) {
      %u = arith.addf %t, %t : f64
      %v = arith.addf %u, %e : f64
      chad.yield %v : f64
    }
    chad.yield %s, %t : f64, f64
  }
  return %a#0, %a#1 : tensor<?xf64>, tensor<?xf64>
}

// CHECK-COUNT-24: {{tensor|f64}}
func.func @main() -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>,
    tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, tensor<?xf64>, f64,
    tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
    tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c19 = arith.constant 19 : index
  %true = arith.constant true
  %false = arith.constant false
  %x = call @matrix(%c5, %c19) : (index, index) -> tensor<?x?xf64>
  %y = call @matrix(%c19, %c4) : (index, index) -> tensor<?x?xf64>
  %s = chad.build %i < %c19 -> tensor<?xf64> {
    %v = func.call @number(%i, %c4) : (index, index) -> f64
    chad.yield %v : f64
  }
  %r = chad.build %i < %c19 -> tensor<?xf64> {
    %v = func.call @number(%i, %c5) : (index, index) -> f64
    chad.yield %v : f64
  }
  %is = chad.build %i < %c19 -> tensor<?xindex> {
    %v = arith.muli %i, %i : index
    %w = arith.remui %v, %c5 : index
    chad.yield %w : index
  }
  %ns = chad.build %i < %c19 -> tensor<?xindex> {
    %v = arith.remui %i, %c3 : index
    %w = arith.addi %v, %c2 : index
    chad.yield %w : index
  }
  %0:3 = call @replaced(%x, %s) : (tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>)
  %1:2 = call @swapped(%x, %s, %r) : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %2:2 = call @rows_of_a_state(%x, %c3) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %3:4 = call @adding(%r, %is, %s, %r) : (tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>)
      -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64)
  %4:2 = call @one_condition(%y, %true) : (tensor<?x?xf64>, i1) -> (f64, tensor<?xf64>)
  %5:2 = call @one_condition(%y, %false) : (tensor<?x?xf64>, i1) -> (f64, tensor<?xf64>)
  %6:3 = call @ranges(%c19) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  %7:2 = call @short_rows(%y, %c3) : (tensor<?x?xf64>, index) -> (tensor<?xf64>, tensor<?xf64>)
  %8:3 = call @indices(%c5, %s) : (index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>)
  %9:2 = call @work(%y, %ns) : (tensor<?x?xf64>, tensor<?xindex>) -> (tensor<?xf64>, tensor<?xf64>)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %3#2, %3#3, %4#0, %4#1, %5#0,
      %6#0, %6#1, %6#2, %7#0, %7#1, %8#0, %8#1, %8#2, %9#0, %9#1
      : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>,
    tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, tensor<?xf64>, f64,
    tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>,
    tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>
}
