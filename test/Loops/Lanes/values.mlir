// Sums over rows in lanes, of many lengths, compiled and interpreted. All numbers are small
// integers, so that nothing is rounded.

// RUN: chad-run %s --interpret --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=16 --arg=17 --arg=40 > %t.expected
// RUN: chad-run %s --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=16 --arg=17 --arg=40 | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=16 --arg=17 --arg=40 | diff %t.expected -
// RUN: chad-run %s --vectorize-everywhere --host-features=false --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=16 --arg=17 --arg=40 | diff %t.expected -
// RUN: sed 's/f64/f32/g; s/i64/i32/g' %s > %t.mlir
// RUN: chad-run %t.mlir --interpret --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=16 --arg=17 --arg=40 > %t.expected
// RUN: chad-run %t.mlir --vectorize-everywhere --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=16 --arg=17 --arg=40 | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK-COUNT-24: tensor<

func.func private @float(%i: index) -> f64 {
  %int = arith.index_cast %i : index to i64
  %float = arith.sitofp %int : i64 to f64
  return %float : f64
}

// For n points of 3 numbers and 5 components of 3: per component a sum of numbers, of rows, and
// of the lower triangles of products; of all points one sum that depends on signs, and one that
// is added at an index of each point's own.
func.func private @all(%n: index)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f64
  %three = arith.constant 3.0 : f64
  %points = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %c3 -> tensor<?xf64> {
      %0 = arith.muli %i, %c5 : index
      %1 = arith.muli %j, %c2 : index
      %2 = arith.addi %0, %1 : index
      %3 = arith.remui %2, %c7 : index
      %4 = func.call @float(%3) : (index) -> f64
      %5 = arith.subf %4, %three : f64
      chad.yield %5 : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %means = chad.build %k < %c5 -> tensor<?x?xf64> {
    %row = chad.build %j < %c3 -> tensor<?xf64> {
      %0 = arith.muli %k, %c4 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.remui %1, %c3 : index
      %3 = func.call @float(%2) : (index) -> f64
      chad.yield %3 : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %numbers = chad.build %j < %c3 -> tensor<?xindex> {
    chad.yield %j : index
  }
  %five = chad.build %k < %c5 -> tensor<?xf64> {
    chad.yield %zero : f64
  }
  %by_three = chad.build %k < %c5 -> tensor<?x?xf64> {
    %row = chad.build %j < %c3 -> tensor<?xf64> {
      chad.yield %zero : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %by_six = chad.build %k < %c5 -> tensor<?x?xf64> {
    %row = chad.build %j < %c6 -> tensor<?xf64> {
      chad.yield %zero : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %r:6 = chad.fold (%x in %points : tensor<?x?xf64>)
      with (%signs = %zero : f64, %a = %five : tensor<?xf64>, %b = %by_three : tensor<?x?xf64>,
            %c = %by_six : tensor<?x?xf64>, %h = %five : tensor<?xf64>, %total = %zero : f64) {
    %norms, %differences = chad.map (%mean in %means : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>) {
      %norm, %d = chad.fold (%e in %x : tensor<?xf64>, %m in %mean : tensor<?xf64>)
          with (%s = %zero : f64) collect (tensor<?xf64>) {
        %v = arith.subf %e, %m : f64
        %q = arith.mulf %v, %v : f64
        %t = arith.addf %s, %q : f64
        chad.yield %t, %v : f64, f64
      }
      chad.yield %norm, %d : f64, tensor<?xf64>
    }
    %sum = chad.fold (%norm in %norms : tensor<?xf64>) with (%s = %zero : f64) {
      %t = arith.addf %s, %norm : f64
      chad.yield %t : f64
    }
    %total2 = arith.addf %sum, %total : f64
    %first = tensor.extract %x[%c0] : tensor<?xf64>
    %is_positive = arith.cmpf ogt, %first, %zero : f64
    %signs2 = scf.if %is_positive -> f64 {
      %s = arith.addf %signs, %first : f64
      scf.yield %s : f64
    } else {
      %s = arith.subf %signs, %three : f64
      scf.yield %s : f64
    }
    %int = arith.fptosi %sum : f64 to i64
    %index = arith.index_cast %int : i64 to index
    %bin = arith.remui %index, %c5 : index
    %h2 = chad.accumulate %first into %h[%bin] : f64 into tensor<?xf64>
    %a2, %b2, %c2s = chad.map (%norm in %norms : tensor<?xf64>, %d in %differences : tensor<?x?xf64>,
                              %ak in %a : tensor<?xf64>, %bk in %b : tensor<?x?xf64>,
                              %ck in %c : tensor<?x?xf64>)
        -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
      %ak2 = arith.addf %ak, %norm : f64
      %bk2 = chad.map (%e in %bk : tensor<?xf64>, %v in %d : tensor<?xf64>) -> tensor<?xf64> {
        %t = arith.subf %e, %v : f64
        chad.yield %t : f64
      }
      %ck2 = chad.fold (%i in %numbers : tensor<?xindex>, %v in %d : tensor<?xf64>)
          with (%s = %ck : tensor<?xf64>) {
        %next = arith.addi %i, %c1 : index
        %js = chad.build %j < %next -> tensor<?xindex> {
          chad.yield %j : index
        }
        %t = chad.fold (%j in %js : tensor<?xindex>) with (%u = %s : tensor<?xf64>) {
          %w = tensor.extract %d[%j] : tensor<?xf64>
          %p = arith.mulf %v, %w : f64
          %0 = arith.muli %i, %next : index
          %1 = arith.divui %0, %c2 : index
          %at = arith.addi %1, %j : index
          %y = chad.accumulate %p into %u[%at] : f64 into tensor<?xf64>
          chad.yield %y : tensor<?xf64>
        }
        chad.yield %t : tensor<?xf64>
      }
      chad.yield %ak2, %bk2, %ck2 : f64, tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %signs2, %a2, %b2, %c2s, %h2, %total2
        : f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5
      : f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64
}

func.func @main(%n0: index, %n1: index, %n2: index, %n3: index, %n4: index, %n5: index, %n6: index, %n7: index)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64) {
  %r0:6 = func.call @all(%n0) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r1:6 = func.call @all(%n1) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r2:6 = func.call @all(%n2) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r3:6 = func.call @all(%n3) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r4:6 = func.call @all(%n4) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r5:6 = func.call @all(%n5) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r6:6 = func.call @all(%n6) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  %r7:6 = func.call @all(%n7) : (index)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64)
  return %r0#0, %r0#1, %r0#2, %r0#3, %r0#4, %r0#5,
      %r1#0, %r1#1, %r1#2, %r1#3, %r1#4, %r1#5,
      %r2#0, %r2#1, %r2#2, %r2#3, %r2#4, %r2#5,
      %r3#0, %r3#1, %r3#2, %r3#3, %r3#4, %r3#5,
      %r4#0, %r4#1, %r4#2, %r4#3, %r4#4, %r4#5,
      %r5#0, %r5#1, %r5#2, %r5#3, %r5#4, %r5#5,
      %r6#0, %r6#1, %r6#2, %r6#3, %r6#4, %r6#5,
      %r7#0, %r7#1, %r7#2, %r7#3, %r7#4, %r7#5
      : f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64,
        f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64
}
