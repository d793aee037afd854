// Loops whose states change their extents, and choices between arrays of several extents:
// compiled programs compute what the interpreter does.

// RUN: chad-run %s --entry=grow --arg='[0.5, 0.25]' --arg=4 --interpret > %t.grow
// RUN: chad-run %s --entry=grow --arg='[0.5, 0.25]' --arg=4 --count-allocations | FileCheck %s --check-prefix=GROW
// RUN: FileCheck %s --check-prefix=GROW < %t.grow
// GROW: tensor<32xf64> [0.5, 0.25, 0.479425538604203, 0.24740395925452294, {{.*}}
// RUN: chad-run %s --entry=grow --arg='[]' --arg=4 | FileCheck %s --check-prefix=GROW-NOTHING
// GROW-NOTHING: tensor<0xf64> []
//
// RUN: chad-run %s --entry=over_grown --arg='[0.5, 0.25]' --arg=0.5 --interpret > %t.over
// RUN: chad-run %s --entry=over_grown --arg='[0.5, 0.25]' --arg=0.5 | diff %t.over -
//
// RUN: chad-run %s --entry=push --arg='[0.5]' --arg=3 --interpret > %t.push
// RUN: chad-run %s --entry=push --arg='[0.5]' --arg=3 | diff %t.push -
// RUN: chad-run %s --entry=push --arg='[]' --arg=3 --interpret > %t.push0
// RUN: chad-run %s --entry=push --arg='[]' --arg=3 | diff %t.push0 -
// RUN: chad-run %s --entry=push --arg='[0.5]' --arg=40 --threads=2 | FileCheck %s --check-prefix=LONG
// RUN: chad-run %s --entry=push --arg='[0.5]' --arg=40 --vectorize-everywhere | FileCheck %s --check-prefix=LONG
// LONG: tensor<41xf64> [0.5, 0.479425538604203,
//
// RUN: chad-run %s --entry=from_static --arg=0.5 --arg=3 | FileCheck %s --check-prefix=STATIC
// STATIC: f64 3.767170617759
// RUN: chad-run %s --entry=from_static --arg=0.5 --arg=0 | FileCheck %s --check-prefix=STATIC0
// STATIC0: f64 0.5
//
// RUN: chad-run %s --entry=wider --arg='[[1, 2], [3, 4]]' --arg=2 --interpret > %t.wider
// RUN: chad-run %s --entry=wider --arg='[[1, 2], [3, 4]]' --arg=2 | diff %t.wider -
// RUN: chad-run %s --entry=wider_elements --arg='[[1, 2], [3, 4]]' --arg=2 --interpret > %t.wider
// RUN: chad-run %s --entry=wider_elements --arg='[[1, 2], [3, 4]]' --arg=2 | diff %t.wider -
// RUN: chad-run %s --entry=reduce --arg='[[1, 2], [3, 4], [5, 6]]' --interpret > %t.reduce
// RUN: chad-run %s --entry=reduce --arg='[[1, 2], [3, 4], [5, 6]]' | diff %t.reduce -
// RUN: chad-run %s --entry=swap --arg='[1, 2]' --arg='[3]' --arg=3 --interpret > %t.swap
// RUN: chad-run %s --entry=swap --arg='[1, 2]' --arg='[3]' --arg=3 | diff %t.swap -
//
// RUN: chad-run %s --entry=pick --arg=0 --arg='[1, 2, 3]' --arg='[9]' | FileCheck %s --check-prefix=PICK
// PICK: tensor<1xf64> [0.4121184852417566]
// RUN: chad-run %s --entry=pick --arg=1 --arg='[1, 2, 3]' --arg='[]' | FileCheck %s --check-prefix=PICK3
// PICK3: tensor<3xf64>
// RUN: chad-run %s --entry=pick --arg=0 --arg='[1, 2, 3]' --arg='[]' --vectorize-everywhere | FileCheck %s --check-prefix=PICK0
// PICK0: tensor<0xf64> []
// RUN: chad-run %s --entry=pick_both --arg=0 --arg='[1, 2, 3]' --arg='[9]' --interpret > %t.both
// RUN: chad-run %s --entry=pick_both --arg=0 --arg='[1, 2, 3]' --arg='[9]' | diff %t.both -
// RUN: chad-run %s --entry=pick_rows --arg='[true, false, true]' --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[7]' --interpret > %t.rows
// RUN: chad-run %s --entry=pick_rows --arg='[true, false, true]' --arg='[[1, 2], [3, 4], [5, 6]]' --arg='[7]' | diff %t.rows -

func.func @grow(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %times = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.fold (%i in %times : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %b = chad.map (%x in %a : tensor<?xf64>) -> tensor<?xf64> {
      %s = math.sin %x : f64
      chad.yield %s : f64
    }
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func @push(%xs: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %b = chad.reduce (%x, %y in %a from %zero : tensor<?xf64>) {
      %m = arith.addf %x, %y : f64
      chad.yield %m : f64
    }
    %s = math.sin %b : f64
    %e = tensor.from_elements %s : tensor<1xf64>
    %c = tensor.concat dim(0) %a, %e : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func @from_static(%x: f64, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.from_elements %x : tensor<1xf64>
  %xs = tensor.cast %e : tensor<1xf64> to tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?xf64>) {
    %b = func.call @sines(%a) : (tensor<?xf64>) -> tensor<?xf64>
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  %s = chad.reduce (%u, %v in %r from %zero : tensor<?xf64>) {
    %m = arith.addf %v, %u : f64
    chad.yield %m : f64
  }
  return %s : f64
}
func.func private @sines(%a: tensor<?xf64>) -> tensor<?xf64> {
  %b = chad.map (%y in %a : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.sin %y : f64
    chad.yield %s : f64
  }
  return %b : tensor<?xf64>
}

// The rows become longer: what a map makes of them does not fit in their place.
func.func @wider(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x?xf64>) {
    %b = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %c = tensor.concat dim(0) %row, %row : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      chad.yield %c : tensor<?xf64>
    }
    scf.yield %b : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @wider_elements(%xs: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %xs) -> (tensor<?x?xf64>) {
    %m = tensor.dim %a, %c1 : tensor<?x?xf64>
    %more = arith.addi %m, %c1 : index
    %b = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %c = chad.build %j < %more -> tensor<?xf64> {
        %k = arith.remui %j, %m : index
        %e = tensor.extract %row[%k] : tensor<?xf64>
        chad.yield %e : f64
      }
      chad.yield %c : tensor<?xf64>
    }
    scf.yield %b : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

// All rows, one after another.
func.func @reduce(%xs: tensor<?x?xf64>) -> tensor<?xf64> {
  %none = tensor.empty() : tensor<0xf64>
  %unit = tensor.cast %none : tensor<0xf64> to tensor<?xf64>
  %r = chad.reduce (%a, %b in %xs from %unit : tensor<?x?xf64>) {
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func @swap(%xs: tensor<?xf64>, %ys: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %times = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r:2 = chad.fold (%i in %times : tensor<?xindex>)
      with (%a = %xs : tensor<?xf64>, %b = %ys : tensor<?xf64>) {
    chad.yield %b, %a : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

func.func @pick(%c: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = scf.if %c -> tensor<?xf64> {
    scf.yield %a : tensor<?xf64>
  } else {
    scf.yield %b : tensor<?xf64>
  }
  %s = chad.map (%x in %r : tensor<?xf64>) -> tensor<?xf64> {
    %m = math.sin %x : f64
    chad.yield %m : f64
  }
  return %s : tensor<?xf64>
}

// Arms that are known to have one shape, and arms that are not, chosen by one condition.
func.func @pick_both(%c: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %m = chad.map (%x in %a : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.exp %x : f64
    chad.yield %s : f64
  }
  %p = arith.select %c, %a, %m : tensor<?xf64>
  %q = arith.select %c, %a, %b : tensor<?xf64>
  %n = tensor.dim %q, %c0 : tensor<?xf64>
  return %p, %q, %n : tensor<?xf64>, tensor<?xf64>, index
}

func.func @pick_rows(%cs: tensor<?xi1>, %as: tensor<?x?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = chad.map (%c in %cs : tensor<?xi1>, %a in %as : tensor<?x?xf64>) -> tensor<?xf64> {
    %p = arith.select %c, %a, %b : tensor<?xf64>
    %s = chad.reduce (%x, %y in %p from %zero : tensor<?xf64>) {
      %m = arith.addf %x, %y : f64
      chad.yield %m : f64
    }
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// Elements of several extents make no array: an error, and nothing is written beyond a row.
// RUN: not chad-run %s --entry=ragged_build --arg=3 2>&1 | FileCheck %s --check-prefix=RAGGED
// RUN: not chad-run %s --entry=ragged_map --arg='[2, 1]' --arg='[1, 2, 3]' 2>&1 | FileCheck %s --check-prefix=RAGGED
// RUN: not chad-run %s --entry=ragged_states --arg='[0.5]' --arg=3 2>&1 | FileCheck %s --check-prefix=RAGGED
// RUN: not chad-run %s --entry=ragged_scan --arg='[[1, 2], [3, 4]]' 2>&1 | FileCheck %s --check-prefix=RAGGED
// RAGGED: makes an array of elements of several extents
func.func @ragged_build(%n: index) -> tensor<?x?xf64> {
  %r = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %i -> tensor<?xf64> {
      %k = arith.index_cast %j : index to i64
      %f = arith.sitofp %k : i64 to f64
      chad.yield %f : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @ragged_map(%is: tensor<?xindex>, %xs: tensor<?xf64>) -> tensor<?x?xf64> {
  %r = chad.map (%i in %is : tensor<?xindex>) -> tensor<?x?xf64> {
    %row = tensor.extract_slice %xs[0] [%i] [1] : tensor<?xf64> to tensor<?xf64>
    chad.yield %row : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @ragged_states(%xs: tensor<?xf64>, %n: index) -> tensor<?x?xf64> {
  %times = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r, %all = chad.fold (%i in %times : tensor<?xindex>) with (%a = %xs : tensor<?xf64>)
      collect (tensor<?x?xf64>) {
    %c = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c, %a : tensor<?xf64>, tensor<?xf64>
  }
  return %all : tensor<?x?xf64>
}
func.func @ragged_scan(%xs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %none = tensor.empty() : tensor<0xf64>
  %unit = tensor.cast %none : tensor<0xf64> to tensor<?xf64>
  %r = chad.scan left inclusive (%a, %b in %xs from %unit : tensor<?x?xf64>) {
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  return %r : tensor<?x?xf64>
}

// The extents of what a branch yields are those of the arm that is taken: of the other one, here, an
// array without elements stands for what was not injected.
// RUN: chad-run %s --entry=chosen_rows --arg='[[[1, 2], [4, 5]], [[1, 2], [4, 5]]]' --arg='[[2, 2], [2, 2]]' --arg='[[3, 3], [3, 3]]' --arg=0 | FileCheck %s --check-prefix=CHOSEN0
// RUN: chad-run %s --entry=chosen_rows --arg='[[[1, 2], [4, 5]], [[1, 2], [4, 5]]]' --arg='[[2, 2], [2, 2]]' --arg='[[3, 3], [3, 3]]' --arg=1 | FileCheck %s --check-prefix=CHOSEN1
// CHOSEN0: tensor<2x2x2xf64> {{\[\[\[}}3, 3], [3, 3]], {{\[\[}}3, 3], [3, 3]]]
// CHOSEN1: tensor<2x2x2xf64> {{\[\[\[}}2, 2], [4, 5]], {{\[\[}}2, 2], [4, 5]]]
func.func @chosen_rows(%xs: tensor<2x?x?xf64>, %y: tensor<?x?xf64>, %z: tensor<?x?xf64>, %i: index) -> tensor<2x?x?xf64> {
  %r = chad.map (%x in %xs : tensor<2x?x?xf64>) -> tensor<2x?x?xf64> {
    %a = chad.inj 0(%x, %y) : (tensor<?x?xf64>, tensor<?x?xf64>) -> !chad.sum<(tensor<?x?xf64>, tensor<?x?xf64>), (tensor<?x?xf64>)>
    %b = chad.inj 1(%z) : (tensor<?x?xf64>) -> !chad.sum<(tensor<?x?xf64>, tensor<?x?xf64>), (tensor<?x?xf64>)>
    %one = arith.constant 1 : index
    %c = arith.cmpi eq, %i, %one : index
    %s = arith.select %c, %a, %b : !chad.sum<(tensor<?x?xf64>, tensor<?x?xf64>), (tensor<?x?xf64>)>
    %v = chad.case %s : !chad.sum<(tensor<?x?xf64>, tensor<?x?xf64>), (tensor<?x?xf64>)> -> tensor<?x?xf64>
    (%u : tensor<?x?xf64>, %w : tensor<?x?xf64>) {
      %m = arith.maximumf %u, %w : tensor<?x?xf64>
      chad.yield %m : tensor<?x?xf64>
    }
    (%u : tensor<?x?xf64>) {
      %k = arith.constant dense<0.0> : tensor<2x2xf64>
      %kd = tensor.cast %k : tensor<2x2xf64> to tensor<?x?xf64>
      %m = arith.addf %u, %kd : tensor<?x?xf64>
      chad.yield %m : tensor<?x?xf64>
    }
    chad.yield %v : tensor<?x?xf64>
  }
  return %r : tensor<2x?x?xf64>
}

func.func @over_grown(%xs: tensor<?xf64>, %x: f64) -> f64 {
  %grown = chad.fold (%e in %xs : tensor<?xf64>) with (%s = %xs : tensor<?xf64>) {
    %p = tensor.pad %s low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %x : f64
    } : tensor<?xf64> to tensor<?xf64>
    chad.yield %p : tensor<?xf64>
  }
  %r = chad.fold (%e in %grown : tensor<?xf64>) with (%t = %x : f64) {
    %u = math.tanh %t : f64
    chad.yield %u : f64
  }
  return %r : f64
}
