// Rows of lanes, of extents that are known and that are not, gathered and not, as wholes and element by element: compiled and
// interpreted. All numbers are small integers, so that nothing is rounded.

// DEFINE: %{arg} =
// DEFINE: %{type} = f64
// DEFINE: %{same} = sed 's/f64/%{type}/g' %s > %t.mlir && chad-run %t.mlir --interpret --full %{arg} > %t.expected \
// DEFINE:   && chad-run %t.mlir --vectorize-everywhere --full %{arg} | diff %t.expected - \
// DEFINE:   && chad-run %t.mlir --vectorize-everywhere --host-features=false --full %{arg} | diff %t.expected -
// REDEFINE: %{arg} = --arg=0 --arg=3
// RUN: %{same}
// REDEFINE: %{arg} = --arg=1 --arg=0
// RUN: %{same}
// REDEFINE: %{arg} = --arg=15 --arg=8
// RUN: %{same}
// REDEFINE: %{arg} = --arg=33 --arg=1
// RUN: %{same}
// REDEFINE: %{arg} = --arg=70 --arg=21
// RUN: %{same}
// REDEFINE: %{type} = f32
// REDEFINE: %{arg} = --arg=41 --arg=19
// RUN: %{same}

func.func private @number(%i: index, %j: index) -> f64 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = arith.muli %i, %c3 : index
  %1 = arith.addi %0, %j : index
  %2 = arith.remui %1, %c5 : index
  %3 = arith.index_cast %2 : index to i64
  %4 = arith.sitofp %3 : i64 to f64
  return %4 : f64
}

// Sums of a row and of the numbers that another row has at the same place; a row that is its cumulated sum.
func.func private @body(%n: index, %m: index) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x10xf64>, tensor<?x16xf64>, tensor<?xf64>, tensor<7xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %xs = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %m -> tensor<?xf64> {
      %x = func.call @number(%i, %j) : (index, index) -> f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %ys, %zs = chad.build %i < %n -> (tensor<?x10xf64>, tensor<?x16xf64>) {
    %y = chad.build %j < %c10 -> tensor<10xf64> {
      %x = func.call @number(%j, %i) : (index, index) -> f64
      chad.yield %x : f64
    }
    %z = chad.build %j < %c16 -> tensor<16xf64> {
      %x = func.call @number(%i, %j) : (index, index) -> f64
      chad.yield %x : f64
    }
    chad.yield %y, %z : tensor<10xf64>, tensor<16xf64>
  }
  %is = chad.build %i < %n -> tensor<?xindex> {
    %0 = arith.addi %i, %i : index
    %1 = arith.remui %0, %n : index
    chad.yield %1 : index
  }
  %a, %b = chad.map (%x in %xs : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
    %s, %t = chad.fold (%e in %x : tensor<?xf64>) with (%s = %zero : f64) collect (tensor<?xf64>) {
      %f = math.absf %e : f64
      %g = math.sqrt %f : f64
      %h = arith.mulf %g, %g : f64
      %k = math.roundeven %h : f64
      %r = arith.addf %s, %k : f64
      chad.yield %r, %r : f64, f64
    }
    chad.yield %s, %t : f64, tensor<?xf64>
  }
  %c, %d = chad.map (%y in %ys : tensor<?x10xf64>, %z in %zs : tensor<?x16xf64>) -> (tensor<?x10xf64>, tensor<?x16xf64>) {
    %first = tensor.extract %y[%c1] : tensor<10xf64>
    %last = tensor.extract %y[%c9] : tensor<10xf64>
    %e = math.sqrt %last : f64
    %f = arith.mulf %e, %e : f64
    %g = math.roundeven %f : f64
    %h = arith.addf %g, %first : f64
    %u = chad.map (%p in %y : tensor<10xf64>) -> tensor<10xf64> {
      %q = arith.addf %p, %h : f64
      chad.yield %q : f64
    }
    %s, %t = chad.fold (%p in %z : tensor<16xf64>) with (%s = %h : f64) collect (tensor<16xf64>) {
      %q = arith.addf %s, %p : f64
      chad.yield %q, %q : f64, f64
    }
    chad.yield %u, %t : tensor<10xf64>, tensor<16xf64>
  }
  // Rows that are gathered; numbers that are added at indices of lanes' own.
  %rows = chad.gather %zs[%is] : tensor<?x16xf64>, tensor<?xindex> -> tensor<?x16xf64>
  %none = tensor.splat %zero : tensor<7xf64>
  %v = chad.map (%z in %rows : tensor<?x16xf64>) -> tensor<?xf64> {
    %p = tensor.extract %z[%c2] : tensor<16xf64>
    %q = tensor.extract %z[%c15] : tensor<16xf64>
    %e = math.sqrt %p : f64
    %f = arith.mulf %e, %e : f64
    %g = math.roundeven %f : f64
    %h = arith.addf %g, %q : f64
    chad.yield %h : f64
  }
  %w = chad.fold (%x in %v : tensor<?xf64>, %i in %is : tensor<?xindex>) with (%s = %none : tensor<7xf64>) {
    %e = math.sqrt %x : f64
    %f = arith.mulf %e, %e : f64
    %g = math.roundeven %f : f64
    %j = arith.remui %i, %c7 : index
    %isOdd = arith.remui %i, %c2 : index
    %isAdded = arith.cmpi eq, %isOdd, %c1 : index
    %0 = chad.accumulate %x into %s[%j] : f64 into tensor<7xf64>
    %1 = scf.if %isAdded -> tensor<7xf64> {
      %2 = chad.accumulate %g into %0[%j] : f64 into tensor<7xf64>
      scf.yield %2 : tensor<7xf64>
    } else {
      scf.yield %0 : tensor<7xf64>
    }
    chad.yield %1 : tensor<7xf64>
  }
  return %a, %b, %c, %d, %v, %w : tensor<?xf64>, tensor<?x?xf64>, tensor<?x10xf64>, tensor<?x16xf64>, tensor<?xf64>, tensor<7xf64>
}
func.func @main(%n: index, %m: index) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x10xf64>, tensor<?x16xf64>, tensor<?xf64>, tensor<7xf64>) {
  %r:6 = func.call @body(%n, %m) : (index, index) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x10xf64>, tensor<?x16xf64>, tensor<?xf64>, tensor<7xf64>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<?xf64>, tensor<?x?xf64>, tensor<?x10xf64>, tensor<?x16xf64>, tensor<?xf64>, tensor<7xf64>
}
