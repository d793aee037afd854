// RUN: chad-opt %s --chad-verify-linear | FileCheck %s

// CHECK-LABEL: func @scalars
func.func @scalars(%k: f64, %c: i1) -> !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)> {
  %m = chad.lfun.lambda (%v : !chad.lin<f64>, %w : !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
    %x = chad.from_linear %v : !chad.lin<f64>
    %y = chad.from_linear %w : !chad.lin<f64>
    %e = math.exp %k : f64
    %0 = arith.mulf %e, %x : f64
    %1 = arith.mulf %y, %k : f64
    %2 = arith.addf %0, %1 : f64
    %3 = arith.subf %2, %x : f64
    %4 = arith.divf %3, %e : f64
    %5 = arith.negf %4 : f64
    %6 = arith.truncf %5 : f64 to f32
    %7 = arith.extf %6 : f32 to f64
    %8 = math.fma %k, %7, %y : f64
    // A zero is linear.
    %zero = arith.constant -0.0 : f64
    %9 = arith.select %c, %8, %zero : f64
    %10 = chad.to_linear %9 : f64
    %11 = chad.add %10, %w : !chad.lin<f64>
    %absorbed = chad.scale zero_absorbing %k, %11 : f64, !chad.lin<f64>
    %12 = chad.scale %k, %absorbed : f64, !chad.lin<f64>
    %13 = chad.zero : !chad.lin<f64>
    chad.yield %12, %13 : !chad.lin<f64>, !chad.lin<f64>
  }
  return %m : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>, lin<f64>)>
}

// An unused linear argument is the zero map; a linear value may be used twice.
// CHECK-LABEL: func @unused
func.func @unused(%v: !chad.lin<f64>, %w: !chad.lin<f64>) -> !chad.lin<f64> {
  %0 = chad.add %w, %w : !chad.lin<f64>
  return %0 : !chad.lin<f64>
}

// CHECK-LABEL: func @no_results
func.func @no_results(%v: !chad.lin<f64>) {
  return
}

// What is independent of the linear argument may have any type.
// CHECK-LABEL: func @cartesian_result
func.func @cartesian_result(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %y = math.sin %x : f64
  %d = math.cos %x : f64
  %w = chad.scale %d, %v : f64, !chad.lin<f64>
  return %y, %w : f64, !chad.lin<f64>
}

// A function without linear arguments returns any linear value, and so does a
// lambda.
// CHECK-LABEL: func @seed
func.func @seed(%x: f64) -> (!chad.lin<f64>, (f64) -> !chad.lin<f64>) {
  %v = chad.to_linear %x : f64
  %f = chad.lambda (%y : f64) -> !chad.lin<f64> {
    %z = arith.mulf %x, %y : f64
    %w = chad.to_linear %z : f64
    chad.yield %w : !chad.lin<f64>
  }
  return %v, %f : !chad.lin<f64>, (f64) -> !chad.lin<f64>
}

// The unit monoid holds zero alone.
// CHECK-LABEL: func @unit_monoid
func.func @unit_monoid(%i: index, %v: !chad.lin<f64>) -> (!chad.lin<index>, !chad.lin<f64>) {
  %0 = chad.to_linear %i : index
  return %0, %v : !chad.lin<index>, !chad.lin<f64>
}

// CHECK-LABEL: func @tensors
func.func @tensors(%v: !chad.lin<tensor<?xf64>>, %w: !chad.lin<f64>, %i: index, %n: index,
                   %shape: tensor<2xindex>, %is: tensor<2x1xindex>) -> !chad.lin<tensor<?x?xf64>> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %t = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  %s = chad.from_linear %w : !chad.lin<f64>
  // The shape of a linear value is no linear value.
  %d = tensor.dim %t, %c0 : tensor<?xf64>
  %empty = tensor.empty(%d) : tensor<?xf64>
  %0 = tensor.extract %t[%i] : tensor<?xf64>
  %1 = tensor.insert %0 into %empty[%i] : tensor<?xf64>
  %2 = tensor.extract_slice %1[%i] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %3 = tensor.insert_slice %2 into %t[%i] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  %4 = tensor.pad %3 low[%n] high[%n] {
  ^bb0(%j: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %5 = tensor.generate %d {
  ^bb0(%j: index):
    %e = tensor.extract %4[%j] : tensor<?xf64>
    tensor.yield %e : f64
  } : tensor<?xf64>
  %6 = tensor.concat dim(0) %4, %5 : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %7 = tensor.from_elements %s, %0, %zero : tensor<3xf64>
  %8 = tensor.cast %7 : tensor<3xf64> to tensor<?xf64>
  %9 = tensor.reshape %8(%shape) : (tensor<?xf64>, tensor<2xindex>) -> tensor<?x?xf64>
  %10 = tensor.collapse_shape %9 [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %11 = tensor.gather %10[%is] gather_dims([0]) : (tensor<?xf64>, tensor<2x1xindex>) -> tensor<2x1xf64>
  %12 = tensor.splat %s[%n, %n] : tensor<?x?xf64>
  %13 = chad.to_linear %12 : tensor<?x?xf64>
  return %13 : !chad.lin<tensor<?x?xf64>>
}

// CHECK-LABEL: func @linalg
func.func @linalg(%a: tensor<?x?xf64>, %v: !chad.lin<tensor<?xf64>>, %n: index) -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<f64>>, !chad.lin<tensor<?x?xf64>>) {
  %zero = arith.constant 0.0 : f64
  %x = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%a, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%init : tensor<?xf64>) -> tensor<?xf64>
  %scalar = arith.constant dense<0.0> : tensor<f64>
  %column = tensor.extract_slice %a[0, 0] [%n, 1] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %d = linalg.dot ins(%column, %y : tensor<?xf64>, tensor<?xf64>) outs(%scalar : tensor<f64>) -> tensor<f64>
  %empty2 = tensor.empty(%n, %n) : tensor<?x?xf64>
  %b = linalg.broadcast ins(%y : tensor<?xf64>) outs(%empty2 : tensor<?x?xf64>) dimensions = [0]
  %t = linalg.transpose ins(%b : tensor<?x?xf64>) outs(%empty2 : tensor<?x?xf64>) permutation = [1, 0]
  %m = linalg.matmul ins(%a, %t : tensor<?x?xf64>, tensor<?x?xf64>) outs(%t : tensor<?x?xf64>) -> tensor<?x?xf64>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %y : tensor<?x?xf64>, tensor<?xf64>) outs(%m : tensor<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %acc: f64):
    %e = math.exp %p : f64
    %r = arith.mulf %e, %q : f64
    %s = arith.addf %acc, %r : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %r0 = chad.to_linear %y : tensor<?xf64>
  %r1 = chad.to_linear %d : tensor<f64>
  %r2 = chad.to_linear %g : tensor<?x?xf64>
  return %r0, %r1, %r2 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<f64>>, !chad.lin<tensor<?x?xf64>>
}

// CHECK-LABEL: func @combinators
func.func @combinators(%xs: tensor<?xf64>, %vs: !chad.lin<tensor<?xf64>>, %is: tensor<?xindex>, %n: index, %k: f64)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>) {
  %zero = chad.zero : !chad.lin<f64>
  %0 = chad.map (%x in %xs : tensor<?xf64>, %v in %vs : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %d = math.cos %x : f64
    %w = chad.scale %d, %v : f64, !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  // A body may use linear values from outside.
  %flat = chad.from_linear %0 : !chad.lin<tensor<?xf64>>
  %1 = chad.build %i < %n -> !chad.lin<tensor<?xf64>> {
    %e = tensor.extract %flat[%i] : tensor<?xf64>
    %v = chad.to_linear %e : f64
    chad.yield %v : !chad.lin<f64>
  }
  %2 = chad.reduce (%a, %v in %1 from %zero : !chad.lin<tensor<?xf64>>) {
    %s = chad.add %a, %v : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %3 = chad.hist %is : tensor<?xindex> bins %n (%a, %v in %1 from %zero : !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
    %s = chad.add %a, %v : !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %4 = chad.gather %flat[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %5 = chad.scatter_add %4 into %flat[%is] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
  %6 = chad.to_linear %5 : tensor<?xf64>
  %7 = chad.accumulate %2 into %6[%n] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
  // A state that starts as zero and another that stays zero.
  %8:3 = chad.fold (%v in %7 : !chad.lin<tensor<?xf64>>) with (%s = %zero : !chad.lin<f64>, %z = %zero : !chad.lin<f64>)
      collect (!chad.lin<tensor<?xf64>>) {
    %t = chad.scale %k, %s : f64, !chad.lin<f64>
    %u = chad.add %t, %v : !chad.lin<f64>
    chad.yield %u, %z, %s : !chad.lin<f64>, !chad.lin<f64>, !chad.lin<f64>
  }
  %9 = chad.add %8#0, %8#1 : !chad.lin<f64>
  return %7, %3, %2, %8#2, %9 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<f64>
}

// The recurrence y = a y + b as a scan over affine pairs, linear in the second.
// CHECK-LABEL: func @affine_pairs
func.func @affine_pairs(%as: tensor<?xf64>) -> !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %as, %c0 : tensor<?xf64>
  %m = chad.lfun.lambda (%bs : !chad.lin<tensor<?xf64>>) domain(%n) -> !chad.lin<tensor<?xf64>> {
    %one = arith.constant 1.0 : f64
    %zero = chad.zero : !chad.lin<f64>
    %a, %b = chad.scan left inclusive (%a1, %a2 in %as from %one : tensor<?xf64>, %b1, %b2 in %bs from %zero : !chad.lin<tensor<?xf64>>) {
      %p = arith.mulf %a1, %a2 : f64
      %s = chad.scale %a2, %b1 : f64, !chad.lin<f64>
      %t = chad.add %s, %b2 : !chad.lin<f64>
      chad.yield %p, %t : f64, !chad.lin<f64>
    }
    chad.yield %b : !chad.lin<tensor<?xf64>>
  }
  return %m : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
}

// CHECK-LABEL: func @control_flow
func.func @control_flow(%c: i1, %n: index, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = chad.zero : !chad.lin<f64>
  %0 = scf.if %c -> !chad.lin<f64> {
    scf.yield %v : !chad.lin<f64>
  } else {
    scf.yield %zero : !chad.lin<f64>
  }
  %1:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %x = %k, %z = %zero) -> (!chad.lin<f64>, f64, !chad.lin<f64>) {
    %y = arith.mulf %x, %x : f64
    %s = chad.scale %y, %0 : f64, !chad.lin<f64>
    %b = chad.add %a, %s : !chad.lin<f64>
    scf.yield %b, %y, %z : !chad.lin<f64>, f64, !chad.lin<f64>
  }
  %2:2 = scf.while (%a = %1#0, %i = %n) : (!chad.lin<f64>, index) -> (!chad.lin<f64>, index) {
    %more = arith.cmpi ne, %i, %c0 : index
    scf.condition(%more) %a, %i : !chad.lin<f64>, index
  } do {
  ^bb0(%a: !chad.lin<f64>, %i: index):
    %j = arith.subi %i, %c1 : index
    %b = chad.scale %k, %a : f64, !chad.lin<f64>
    scf.yield %b, %j : !chad.lin<f64>, index
  }
  %3 = scf.index_switch %n -> !chad.lin<f64>
  case 0 {
    scf.yield %2#0 : !chad.lin<f64>
  }
  default {
    %s = chad.add %0, %1#2 : !chad.lin<f64>
    scf.yield %s : !chad.lin<f64>
  }
  %4 = scf.execute_region -> !chad.lin<f64> {
    scf.yield %3 : !chad.lin<f64>
  }
  return %4 : !chad.lin<f64>
}

// CHECK-LABEL: func @blocks
func.func @blocks(%c: i1, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %zero = chad.zero : !chad.lin<f64>
  cf.br ^loop(%zero : !chad.lin<f64>)
^loop(%a: !chad.lin<f64>):
  %s = chad.scale %k, %a : f64, !chad.lin<f64>
  %t = chad.add %s, %v : !chad.lin<f64>
  cf.cond_br %c, ^loop(%t : !chad.lin<f64>), ^end(%t : !chad.lin<f64>)
^end(%r: !chad.lin<f64>):
  return %r : !chad.lin<f64>
}

// A call is linear jointly in what has a linear type.
func.func private @callee(%x: f64, %v: !chad.lin<f64>, %w: !chad.lin<f64>) -> (f64, !chad.lin<f64>)
// CHECK-LABEL: func @calls
func.func @calls(%x: f64, %f: (f64, !chad.lin<f64>) -> !chad.lin<f64>, %g: (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>), %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %zero = chad.zero : !chad.lin<f64>
  %0:2 = func.call @callee(%x, %v, %zero) : (f64, !chad.lin<f64>, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %1:2 = func.call_indirect %g(%0#0, %0#1) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %h = func.constant @callee : (f64, !chad.lin<f64>, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %2:2 = chad.apply %h(%1#0, %1#1, %v) : (f64, !chad.lin<f64>, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  return %2#0, %2#1 : f64, !chad.lin<f64>
}

// CHECK-LABEL: func @linear_functions
func.func @linear_functions(%m: !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>, %c: !chad.copower<(f64), (lin<f64>)>, %x: f64, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.copower<(f64), (lin<f64>)>) {
  %0 = chad.lfun.apply %m(%v, %v) : !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>
  %1 = chad.copower.singleton (%x) tensor (%0) : !chad.copower<(f64), (lin<f64>)>
  %2 = chad.add %1, %c : !chad.copower<(f64), (lin<f64>)>
  %3 = chad.copower.fold %2 : !chad.copower<(f64), (lin<f64>)> (%y : f64, %w : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale %y, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  // A linear function of its own: nothing is captured that depends on %v.
  %n = chad.lfun.lambda (%w : !chad.lin<f64>) -> !chad.lin<f64> {
    %s = chad.scale %x, %w : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %4 = chad.lfun.apply %n(%3) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %4, %2 : !chad.lin<f64>, !chad.copower<(f64), (lin<f64>)>
}

// A power is a linear type: a lambda is linear in what it captures, and
// application is linear in the function.
// CHECK-LABEL: func @powers
func.func @powers(%a: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %f = chad.lambda (%x : f64) -> !chad.lin<f64> {
    %s = chad.scale %x, %v : f64, !chad.lin<f64>
    chad.yield %s : !chad.lin<f64>
  }
  %g = chad.add %f, %f : (f64) -> !chad.lin<f64>
  %r = chad.apply %g(%a) : (f64) -> !chad.lin<f64>
  return %r : !chad.lin<f64>
}

// CHECK-LABEL: func @sums
func.func @sums(%t: !chad.sum<(f64), (f64)>, %s: !chad.sum<(lin<f64>), (lin<f64>)>, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.sum<(lin<f64>), (lin<f64>)>) {
  %0 = chad.case %t : !chad.sum<(f64), (f64)> -> !chad.lin<f64>
  (%x : f64) {
    %a = chad.scale %x, %v : f64, !chad.lin<f64>
    chad.yield %a : !chad.lin<f64>
  }
  (%x : f64) {
    chad.yield %v : !chad.lin<f64>
  }
  %1 = chad.case %s : !chad.sum<(lin<f64>), (lin<f64>)> -> !chad.lin<f64>
  (%x : !chad.lin<f64>) {
    %a = chad.add %x, %x : !chad.lin<f64>
    chad.yield %a : !chad.lin<f64>
  }
  (%x : !chad.lin<f64>) {
    chad.yield %x : !chad.lin<f64>
  }
  %2 = chad.add %0, %1 : !chad.lin<f64>
  %3 = chad.inj 1(%2) : (!chad.lin<f64>) -> !chad.sum<(lin<f64>), (lin<f64>)>
  return %2, %3 : !chad.lin<f64>, !chad.sum<(lin<f64>), (lin<f64>)>
}

func.func private @f(f64, index) -> (index, f64)
// CHECK-LABEL: func @requests
func.func @requests(%x: f64, %i: index, %v: !chad.lin<f64>) -> (index, f64, !chad.lin<f64>) {
  %0:3 = chad.jvp @f(%x, %i) along(%v) : (f64, index, !chad.lin<f64>) -> (index, f64, !chad.lin<f64>)
  %1:3 = chad.vjp @f(%0#1, %0#0) seed(%0#2) : (f64, index, !chad.lin<f64>) -> (index, f64, !chad.lin<f64>)
  %2:3 = chad.linearize @f(%1#1, %i) : (f64, index) -> (index, f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  %3 = chad.lfun.apply %2#2(%1#2) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  return %2#0, %2#1, %3 : index, f64, !chad.lin<f64>
}

// What is linear in nothing is zero.
// CHECK-LABEL: func @linear_in_nothing
func.func @linear_in_nothing(%c: i1, %m: !chad.lfun<() -> (lin<f64>)>, %v: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.sum<(), (lin<f64>)>) {
  %0 = chad.lfun.apply %m() : !chad.lfun<() -> (lin<f64>)>
  %1 = chad.add %0, %v : !chad.lin<f64>
  %2 = chad.inj 0() : () -> !chad.sum<(), (lin<f64>)>
  return %1, %2 : !chad.lin<f64>, !chad.sum<(), (lin<f64>)>
}

// A call is looked into where the signature does not say what is linear: where arguments of
// Cartesian type depend on linear arguments, or only some of linear type do.
func.func private @mixed(%x: f64, %t: f64, %v: !chad.lin<f64>) -> (f64, f64, !chad.lin<f64>) {
  %y = math.sin %x : f64
  %d = math.cos %x : f64
  %dt = arith.mulf %d, %t : f64
  %s = arith.mulf %x, %t : f64
  %w = chad.scale %s, %v : f64, !chad.lin<f64>
  return %y, %dt, %w : f64, f64, !chad.lin<f64>
}
// CHECK-LABEL: func @by_tangent
func.func @by_tangent(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>, !chad.lin<f64>) {
  %t = chad.from_linear %v : !chad.lin<f64>
  %seed = chad.to_linear %x : f64
  %r:3 = call @mixed(%x, %t, %seed) : (f64, f64, !chad.lin<f64>) -> (f64, f64, !chad.lin<f64>)
  %dt = chad.to_linear %r#1 : f64
  return %r#0, %dt, %r#2 : f64, !chad.lin<f64>, !chad.lin<f64>
}
// CHECK-LABEL: func @by_cotangent
func.func @by_cotangent(%x: f64, %v: !chad.lin<f64>) -> (f64, f64, !chad.lin<f64>) {
  %r:3 = call @mixed(%x, %x, %v) : (f64, f64, !chad.lin<f64>) -> (f64, f64, !chad.lin<f64>)
  return %r#0, %r#1, %r#2 : f64, f64, !chad.lin<f64>
}
func.func private @apart(%v: !chad.lin<f64>, %w: !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>) {
  return %w, %v : !chad.lin<f64>, !chad.lin<f64>
}
// CHECK-LABEL: func @by_one
func.func @by_one(%x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %seed = chad.to_linear %x : f64
  %r:2 = call @apart(%v, %seed) : (!chad.lin<f64>, !chad.lin<f64>) -> (!chad.lin<f64>, !chad.lin<f64>)
  %y = chad.from_linear %r#0 : !chad.lin<f64>
  return %y, %r#1 : f64, !chad.lin<f64>
}
func.func private @unchanged(%t: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  return %t, %v : f64, !chad.lin<f64>
}
// CHECK-LABEL: func @joined_with_zero
func.func @joined_with_zero(%v: !chad.lin<f64>) -> !chad.lin<f64> {
  %t = chad.from_linear %v : !chad.lin<f64>
  %zero = chad.zero : !chad.lin<f64>
  %s:2 = call @unchanged(%t, %zero) : (f64, !chad.lin<f64>) -> (f64, !chad.lin<f64>)
  %u = chad.to_linear %s#0 : f64
  %r = chad.add %u, %s#1 : !chad.lin<f64>
  return %r : !chad.lin<f64>
}
// What is linear is passed on through the calls, although only the last of them returns it.
func.func private @turn(%n: index, %a: f64, %b: f64, %c: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %stop = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %stop -> (f64, f64) {
    scf.yield %a, %c : f64, f64
  } else {
    %m = arith.subi %n, %c1 : index
    %s:2 = func.call @turn_back(%m, %b, %a, %c) : (index, f64, f64, f64) -> (f64, f64)
    %t = arith.addf %s#0, %s#0 : f64
    scf.yield %t, %s#1 : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}
func.func private @turn_back(%n: index, %a: f64, %b: f64, %c: f64) -> (f64, f64) {
  %r:2 = func.call @turn(%n, %a, %b, %c) : (index, f64, f64, f64) -> (f64, f64)
  return %r#0, %r#1 : f64, f64
}
// CHECK-LABEL: func @recursion
func.func @recursion(%n: index, %x: f64, %v: !chad.lin<f64>) -> (f64, !chad.lin<f64>) {
  %t = chad.from_linear %v : !chad.lin<f64>
  %u = arith.mulf %x, %t : f64
  %r:2 = call @turn(%n, %t, %u, %x) : (index, f64, f64, f64) -> (f64, f64)
  %w = chad.to_linear %r#0 : f64
  return %r#1, %w : f64, !chad.lin<f64>
}
// CHECK-LABEL: func @mapped
func.func @mapped(%x: f64, %v: !chad.lin<tensor<?xf64>>) -> !chad.lin<tensor<?xf64>> {
  %t = chad.from_linear %v : !chad.lin<tensor<?xf64>>
  %s = chad.vmap @product(%x, %t) : (f64, tensor<?xf64>) -> tensor<?xf64>
  %r = chad.to_linear %s : tensor<?xf64>
  return %r : !chad.lin<tensor<?xf64>>
}
func.func private @product(%x: f64, %t: f64) -> f64 {
  %p = arith.mulf %x, %t : f64
  return %p : f64
}
