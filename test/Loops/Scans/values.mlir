// Scans and recurrences of many lengths, in each direction, compiled and interpreted. All
// numbers are sums of powers of two, so that nothing is rounded.

// RUN: chad-run %s --interpret --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=17 --arg=40 > %t.expected
// RUN: chad-run %s --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=17 --arg=40 | diff %t.expected -
// RUN: chad-run %s --host-features=false --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=17 --arg=40 | diff %t.expected -
// RUN: sed 's/f64/f32/g' %s > %t.mlir
// RUN: chad-run %t.mlir --interpret --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=17 --arg=40 > %t.expected
// RUN: chad-run %t.mlir --arg=0 --arg=1 --arg=7 --arg=8 --arg=9 --arg=17 --arg=40 | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK-COUNT-60: tensor<

// The numbers 1 to 5, and 2 and 1/2 in turns, with signs.
func.func private @numbers(%n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %two = arith.constant 2.0 : f64
  %half = arith.constant 0.5 : f64
  %r:2 = chad.build %i < %n -> (tensor<?xf64>, tensor<?xf64>) {
    %0 = arith.remui %i, %c5 : index
    %1 = arith.addi %0, %c1 : index
    %2 = arith.index_cast %1 : index to i32
    %x = arith.sitofp %2 : i32 to f64
    %3 = arith.remui %i, %c2 : index
    %4 = arith.cmpi eq, %3, %c1 : index
    %5 = arith.select %4, %half, %two : f64
    %6 = arith.remui %i, %c3 : index
    %7 = arith.cmpi eq, %6, %c2 : index
    %8 = arith.negf %5 : f64
    %y = arith.select %7, %8, %5 : f64
    chad.yield %x, %y : f64, f64
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

func.func private @all(%n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %x, %y = func.call @numbers(%n) : (index) -> (tensor<?xf64>, tensor<?xf64>)
  %iota = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %s_left_inclusive = chad.scan left inclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %b : f64
    chad.yield %r : f64
  }
  %p_left_inclusive = chad.scan left inclusive (%a, %b in %y from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  %s_left_exclusive = chad.scan left exclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %b : f64
    chad.yield %r : f64
  }
  %p_left_exclusive = chad.scan left exclusive (%a, %b in %y from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  %s_right_inclusive = chad.scan right inclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %b : f64
    chad.yield %r : f64
  }
  %p_right_inclusive = chad.scan right inclusive (%a, %b in %y from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  %s_right_exclusive = chad.scan right exclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %r = arith.addf %a, %b : f64
    chad.yield %r : f64
  }
  %p_right_exclusive = chad.scan right exclusive (%a, %b in %y from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  %m_left, %v_left = chad.scan left inclusive (%a0, %a1 in %y from %one : tensor<?xf64>, %b0, %b1 in %x from %zero : tensor<?xf64>) {
    %m = arith.mulf %a1, %a0 : f64
    %q = arith.mulf %a1, %b0 : f64
    %v = arith.addf %q, %b1 : f64
    chad.yield %m, %v : f64, f64
  }
  %m_right, %v_right = chad.scan right inclusive (%a0, %a1 in %y from %one : tensor<?xf64>, %b0, %b1 in %x from %zero : tensor<?xf64>) {
    %m = arith.mulf %a0, %a1 : f64
    %q = arith.mulf %a0, %b1 : f64
    %v = arith.addf %q, %b0 : f64
    chad.yield %m, %v : f64, f64
  }
  // What comes before and after; states of several kinds, one of which is the element.
  %f_left:7 = chad.fold (%e in %x : tensor<?xf64>, %g in %y : tensor<?xf64>, %i in %iota : tensor<?xindex>)
      with (%s = %one : f64, %t = %one : f64, %u = %one : f64)
      collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>) {
    %0 = arith.subf %e, %s : f64
    %1 = arith.divf %t, %g : f64
    %2 = arith.negf %1 : f64
    %3 = arith.subf %s, %t : f64
    %4 = arith.addf %u, %0 : f64
    %5 = arith.addi %i, %i : index
    chad.yield %0, %2, %e, %s, %3, %4, %5 : f64, f64, f64, f64, f64, f64, index
  }
  // What comes before and after; states of several kinds, one of which is the element.
  %f_right:7 = chad.fold right (%e in %x : tensor<?xf64>, %g in %y : tensor<?xf64>, %i in %iota : tensor<?xindex>)
      with (%s = %one : f64, %t = %one : f64, %u = %one : f64)
      collect (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>) {
    %0 = arith.subf %e, %s : f64
    %1 = arith.divf %t, %g : f64
    %2 = arith.negf %1 : f64
    %3 = arith.subf %s, %t : f64
    %4 = arith.addf %u, %0 : f64
    %5 = arith.addi %i, %i : index
    chad.yield %0, %2, %e, %s, %3, %4, %5 : f64, f64, f64, f64, f64, f64, index
  }
  // A map that reads two scans, the second in the loop of which it is done.
  %from_left = chad.scan left exclusive (%a, %b in %y from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  %from_right = chad.scan right exclusive (%a, %b in %y from %one : tensor<?xf64>) {
    %r = arith.mulf %a, %b : f64
    chad.yield %r : f64
  }
  %others = chad.map (%a in %from_left : tensor<?xf64>, %b in %from_right : tensor<?xf64>, %e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %0 = arith.mulf %a, %b : f64
    %r = arith.mulf %0, %e : f64
    chad.yield %r : f64
  }
  return %s_left_inclusive, %p_left_inclusive, %s_left_exclusive, %p_left_exclusive, %s_right_inclusive, %p_right_inclusive, %s_right_exclusive, %p_right_exclusive, %m_left, %m_right, %f_left#0, %f_left#1, %f_left#2, %f_left#3, %f_left#4, %f_left#5, %f_left#6, %f_right#0, %f_right#1, %f_right#2, %f_right#3, %f_right#4, %f_right#5, %f_right#6, %others : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>
}

func.func @main(%n0: index, %n1: index, %n2: index, %n3: index, %n4: index, %n5: index, %n6: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>) {
  %r0:25 = func.call @all(%n0) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  %r1:25 = func.call @all(%n1) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  %r2:25 = func.call @all(%n2) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  %r3:25 = func.call @all(%n3) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  %r4:25 = func.call @all(%n4) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  %r5:25 = func.call @all(%n5) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  %r6:25 = func.call @all(%n6) : (index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>)
  return %r0#0, %r0#1, %r0#2, %r0#3, %r0#4, %r0#5, %r0#6, %r0#7, %r0#8, %r0#9, %r0#10, %r0#11, %r0#12, %r0#13, %r0#14, %r0#15, %r0#16, %r0#17, %r0#18, %r0#19, %r0#20, %r0#21, %r0#22, %r0#23, %r0#24, %r1#0, %r1#1, %r1#2, %r1#3, %r1#4, %r1#5, %r1#6, %r1#7, %r1#8, %r1#9, %r1#10, %r1#11, %r1#12, %r1#13, %r1#14, %r1#15, %r1#16, %r1#17, %r1#18, %r1#19, %r1#20, %r1#21, %r1#22, %r1#23, %r1#24, %r2#0, %r2#1, %r2#2, %r2#3, %r2#4, %r2#5, %r2#6, %r2#7, %r2#8, %r2#9, %r2#10, %r2#11, %r2#12, %r2#13, %r2#14, %r2#15, %r2#16, %r2#17, %r2#18, %r2#19, %r2#20, %r2#21, %r2#22, %r2#23, %r2#24, %r3#0, %r3#1, %r3#2, %r3#3, %r3#4, %r3#5, %r3#6, %r3#7, %r3#8, %r3#9, %r3#10, %r3#11, %r3#12, %r3#13, %r3#14, %r3#15, %r3#16, %r3#17, %r3#18, %r3#19, %r3#20, %r3#21, %r3#22, %r3#23, %r3#24, %r4#0, %r4#1, %r4#2, %r4#3, %r4#4, %r4#5, %r4#6, %r4#7, %r4#8, %r4#9, %r4#10, %r4#11, %r4#12, %r4#13, %r4#14, %r4#15, %r4#16, %r4#17, %r4#18, %r4#19, %r4#20, %r4#21, %r4#22, %r4#23, %r4#24, %r5#0, %r5#1, %r5#2, %r5#3, %r5#4, %r5#5, %r5#6, %r5#7, %r5#8, %r5#9, %r5#10, %r5#11, %r5#12, %r5#13, %r5#14, %r5#15, %r5#16, %r5#17, %r5#18, %r5#19, %r5#20, %r5#21, %r5#22, %r5#23, %r5#24, %r6#0, %r6#1, %r6#2, %r6#3, %r6#4, %r6#5, %r6#6, %r6#7, %r6#8, %r6#9, %r6#10, %r6#11, %r6#12, %r6#13, %r6#14, %r6#15, %r6#16, %r6#17, %r6#18, %r6#19, %r6#20, %r6#21, %r6#22, %r6#23, %r6#24 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, f64, f64, f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xindex>, tensor<?xf64>
}
