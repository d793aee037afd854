// Rows that are read and written in lanes, of extents on both sides of multiples of eight. All numbers are small integers, so that
// nothing is rounded.

// DEFINE: %{args} = --arg=0 --arg=1 --arg=2 --arg=3 --arg=7 --arg=8 --arg=9 --arg=11 --arg=14 --arg=16 --arg=18 --arg=21
// RUN: chad-run %s --entry=main --arg=19 %{args} --full --interpret > %t.expected
// RUN: chad-run %s --entry=main --arg=19 %{args} --full | diff %t.expected -
// RUN: chad-run %s --entry=main --arg=19 %{args} --full --vectorize-everywhere | diff %t.expected -
// RUN: chad-run %s --entry=main --arg=19 %{args} --full --vectorize-everywhere --target-cpu=x86-64-v3 | diff %t.expected -
// RUN: sed s/f64/f32/g %s > %t.f32.mlir
// RUN: chad-run %t.f32.mlir --entry=main --arg=19 %{args} --full --interpret > %t.expected.f32
// RUN: chad-run %t.f32.mlir --entry=main --arg=19 %{args} --full --vectorize-everywhere | diff %t.expected.f32 -

func.func private @rows(%n: index, %d: index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>) {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %xs = chad.build %i < %n -> tensor<?x?xf64> {
    %row = chad.build %j < %d -> tensor<?xf64> {
      %k = arith.muli %i, %d : index
      %l = arith.addi %k, %j : index
      %m = arith.index_cast %l : index to i64
      %x = arith.sitofp %m : i64 to f64
      chad.yield %x : f64
    }
    chad.yield %row : tensor<?xf64>
  }
  %sums, %pairs = chad.map (%row in %xs : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x2x?xf64>) {
    %s = chad.fold (%x in %row : tensor<?xf64>) with (%a = %zero : f64) {
      %t = arith.addf %a, %x : f64
      chad.yield %t : f64
    }
    %y = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.addf %x, %s : f64
      chad.yield %p : f64
    }
    %both = chad.build %k < %c2 -> tensor<2x?xf64> {
      %m = arith.index_cast %k : index to i64
      %f = arith.sitofp %m : i64 to f64
      %z = chad.map (%x in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %x, %f : f64
        %q = arith.subf %p, %s : f64
        chad.yield %q : f64
      }
      chad.yield %z : tensor<?xf64>
    }
    chad.yield %y, %both : tensor<?xf64>, tensor<2x?xf64>
  }
  return %sums, %pairs : tensor<?x?xf64>, tensor<?x2x?xf64>
}

func.func @main(%n: index, %d0: index, %d1: index, %d2: index, %d3: index, %d4: index, %d5: index, %d6: index, %d7: index, %d8: index, %d9: index, %d10: index, %d11: index)
    -> (tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>) {
  %r0:2 = func.call @rows(%n, %d0) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r1:2 = func.call @rows(%n, %d1) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r2:2 = func.call @rows(%n, %d2) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r3:2 = func.call @rows(%n, %d3) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r4:2 = func.call @rows(%n, %d4) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r5:2 = func.call @rows(%n, %d5) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r6:2 = func.call @rows(%n, %d6) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r7:2 = func.call @rows(%n, %d7) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r8:2 = func.call @rows(%n, %d8) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r9:2 = func.call @rows(%n, %d9) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r10:2 = func.call @rows(%n, %d10) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  %r11:2 = func.call @rows(%n, %d11) : (index, index) -> (tensor<?x?xf64>, tensor<?x2x?xf64>)
  return %r0#0, %r0#1, %r1#0, %r1#1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r4#1, %r5#0, %r5#1, %r6#0, %r6#1, %r7#0, %r7#1, %r8#0, %r8#1, %r9#0, %r9#1, %r10#0, %r10#1, %r11#0, %r11#1
      : tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?x2x?xf64>
}
