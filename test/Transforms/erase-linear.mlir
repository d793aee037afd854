// RUN: chad-opt %s --chad-erase-linear | FileCheck %s

// CHECK-LABEL: func @scalars
// CHECK-SAME: (%[[K:.*]]: f64, %[[V:.*]]: f64) -> f64
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[S:.*]] = arith.mulf %[[K]], %[[V]] : f64
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[S]], %[[Z]] : f64
// CHECK-NEXT: %[[X:.*]] = math.exp %[[K]] : f64
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[R]], %[[X]] : f64
// CHECK-NEXT: return %[[T]]
func.func @scalars(%k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %z = chad.zero : !chad.lin<f64>
  %s = chad.scale %k, %v : f64, !chad.lin<f64>
  %r = chad.add %s, %z : !chad.lin<f64>
  %k0 = chad.from_linear %v : !chad.lin<f64>
  %x = math.exp %k : f64
  %y = chad.to_linear %x : f64
  %t = chad.add %r, %y : !chad.lin<f64>
  return %t : !chad.lin<f64>
}

// CHECK-LABEL: func @absorbing_mul
// CHECK: %[[P:.*]] = arith.mulf %[[K:.*]], %[[V:.*]] : f32
// CHECK: %[[C:.*]] = arith.cmpf oeq, %[[K]], %{{.*}}
// CHECK-NEXT: %[[S:.*]] = arith.select %[[C]], %[[K]], %[[P]]
// CHECK: %[[D:.*]] = arith.cmpf oeq, %[[V]], %{{.*}}
// CHECK-NEXT: arith.select %[[D]], %[[V]], %[[S]]
// CHECK-NEXT: %[[M:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
func.func @absorbing_mul(%k: f32, %v: f32) -> f32 {
  %p = chad.absorbing_mul both %k, %v : f32
  %m = arith.mulf %p, %p {chad.absorbing} : f32
  return %m : f32
}

// CHECK-LABEL: func @zero_absorbing
// CHECK: %[[P:.*]] = arith.mulf %[[K:.*]], %[[V:.*]] : f32
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[C:.*]] = arith.cmpf oeq, %[[V]], %[[Z]]
// CHECK-NEXT: arith.select %[[C]], %[[V]], %[[P]]
func.func @zero_absorbing(%k: f32, %v: !chad.lin<f32>) -> !chad.lin<f32> {
  %s = chad.scale zero_absorbing %k, %v : f32, !chad.lin<f32>
  return %s : !chad.lin<f32>
}

// CHECK-LABEL: func @tensors
// CHECK-SAME: (%[[K:.*]]: f64, %[[N:.*]]: index, %[[V:.*]]: tensor<?x3xf64>, %[[W:.*]]: tensor<f64>)
// CHECK: %[[Z:.*]] = tensor.splat %{{.*}}[%[[N]]] : tensor<?x3xf64>
// CHECK: %[[A:.*]] = arith.addf %[[V]], %[[Z]] : tensor<?x3xf64>
// CHECK-NEXT: %[[S:.*]] = chad.map (%[[ROW:.*]] in %[[A]] : tensor<?x3xf64>) -> tensor<?x3xf64> {
// CHECK-NEXT: %[[T:.*]] = chad.map (%[[X:.*]] in %[[ROW]] : tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT: arith.mulf %[[K]], %[[X]] : f64
// CHECK: %[[X:.*]] = tensor.extract %[[W]][]
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[K]], %[[X]]
// CHECK-NEXT: tensor.from_elements %[[Y]] : tensor<f64>
// CHECK: arith.constant dense<0.0{{.*}}> : tensor<2xf64>
func.func @tensors(%k: f64, %n: index, %v: !chad.lin<tensor<?x3xf64>>, %w: !chad.lin<tensor<f64>>)
    -> (!chad.lin<tensor<?x3xf64>>, !chad.lin<tensor<f64>>, !chad.lin<tensor<2xf64>>) {
  %z = chad.zero(%n) : !chad.lin<tensor<?x3xf64>>
  %a = chad.add %v, %z : !chad.lin<tensor<?x3xf64>>
  %s = chad.scale %k, %a : f64, !chad.lin<tensor<?x3xf64>>
  %t = chad.scale %k, %w : f64, !chad.lin<tensor<f64>>
  %u = chad.zero : !chad.lin<tensor<2xf64>>
  return %s, %t, %u : !chad.lin<tensor<?x3xf64>>, !chad.lin<tensor<f64>>, !chad.lin<tensor<2xf64>>
}

// Units disappear, with the attributes of their arguments.
// CHECK-LABEL: func private @declared
// CHECK-SAME: (f64 {test.name = "v"}, tensor<?xf64>) -> (tensor<?xf64> {test.name = "w"})
func.func private @declared(!chad.lin<index> {test.name = "u"}, !chad.lin<f64> {test.name = "v"},
                            tensor<?xf64>)
    -> (!chad.lin<i32>, !chad.lin<tensor<?xf64>> {test.name = "w"})

// CHECK-LABEL: func @units
// CHECK-SAME: (%[[V:.*]]: f64, %[[X:.*]]: tensor<?xf64>, %[[I:.*]]: index) -> tensor<?xf64>
// CHECK-NEXT: %[[R:.*]] = call @declared(%[[V]], %[[X]]) : (f64, tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: return %[[R]]
func.func @units(%v: !chad.lin<f64>, %x: tensor<?xf64>, %i: index, %a: !chad.lin<tensor<?xindex>>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<index>, !chad.lin<tensor<?xindex>>) {
  %u = chad.to_linear %i : index
  %u2 = chad.add %u, %u : !chad.lin<index>
  %0, %1 = func.call @declared(%u2, %v, %x)
      : (!chad.lin<index>, !chad.lin<f64>, tensor<?xf64>) -> (!chad.lin<i32>, !chad.lin<tensor<?xf64>>)
  %b = chad.accumulate %u into %a[%i] : !chad.lin<index> into !chad.lin<tensor<?xindex>>
  return %1, %u2, %b : !chad.lin<tensor<?xf64>>, !chad.lin<index>, !chad.lin<tensor<?xindex>>
}

// CHECK-LABEL: func @combinators
// CHECK-SAME: (%[[XS:.*]]: tensor<?xf64>, %[[VS:.*]]: tensor<?xf64>, %[[N:.*]]: index, %[[IS:.*]]: tensor<?xindex>)
// CHECK: %[[M:.*]] = chad.map (%{{.*}} in %[[XS]] : tensor<?xf64>, %{{.*}} in %[[VS]] : tensor<?xf64>) -> tensor<?xf64> {
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: chad.yield %{{.*}} : f64
// CHECK: %[[R:.*]] = chad.reduce (%{{.*}}, %{{.*}} in %[[M]] from %{{.*}} : tensor<?xf64>) {
// CHECK-NEXT: arith.addf
// CHECK-NEXT: chad.yield %{{.*}} : f64
// CHECK: %[[F:.*]]:2 = chad.fold right (%{{.*}} in %[[M]] : tensor<?xf64>) with (%{{.*}} = %[[VS]] : tensor<?xf64>) collect (tensor<?xf64>) {
// CHECK: chad.accumulate %{{.*}} into %{{.*}}[%{{.*}}] : f64 into tensor<?xf64>
// CHECK: chad.yield %{{.*}}, %{{.*}} : tensor<?xf64>, f64
// CHECK: chad.scan left inclusive (%{{.*}}, %{{.*}} in %[[F]]#1 from %{{.*}} : tensor<?xf64>) {
// CHECK: chad.hist %[[IS]] : tensor<?xindex> bins %[[N]] (%{{.*}}, %{{.*}} in %[[M]] from %{{.*}} : tensor<?xf64>) -> tensor<?xf64> {
// CHECK: chad.gather %{{.*}}[%[[IS]]] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
// CHECK: chad.scatter_add %{{.*}} into %[[F]]#0[%[[IS]]] : tensor<?xf64> into tensor<?xf64>, tensor<?xindex>
func.func @combinators(%xs: tensor<?xf64>, %vs: !chad.lin<tensor<?xf64>>, %n: index, %is: tensor<?xindex>)
    -> (!chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>) {
  %u = chad.to_linear %n : index
  %us = chad.to_linear %is : tensor<?xindex>
  %z = chad.zero : !chad.lin<f64>
  %m:2 = chad.map (%x in %xs : tensor<?xf64>, %v in %vs : !chad.lin<tensor<?xf64>>, %w in %us : !chad.lin<tensor<?xindex>>)
      -> (!chad.lin<tensor<?xindex>>, !chad.lin<tensor<?xf64>>) {
    %s = chad.scale %x, %v : f64, !chad.lin<f64>
    chad.yield %w, %s : !chad.lin<index>, !chad.lin<f64>
  }
  %r:2 = chad.reduce (%a, %v in %m#0 from %u : !chad.lin<tensor<?xindex>>,
                      %b, %w in %m#1 from %z : !chad.lin<tensor<?xf64>>) {
    %c = chad.add %a, %v : !chad.lin<index>
    %d = chad.add %b, %w : !chad.lin<f64>
    chad.yield %c, %d : !chad.lin<index>, !chad.lin<f64>
  }
  %f:4 = chad.fold right (%e in %m#0 : !chad.lin<tensor<?xindex>>, %v in %m#1 : !chad.lin<tensor<?xf64>>)
      with (%s = %u : !chad.lin<index>, %acc = %vs : !chad.lin<tensor<?xf64>>)
      collect (!chad.lin<tensor<?xindex>>, !chad.lin<tensor<?xf64>>) {
    %next = chad.accumulate %v into %acc[%n] : !chad.lin<f64> into !chad.lin<tensor<?xf64>>
    chad.yield %s, %next, %e, %v : !chad.lin<index>, !chad.lin<tensor<?xf64>>, !chad.lin<index>, !chad.lin<f64>
  }
  %sc = chad.scan left inclusive (%b, %w in %f#3 from %z : !chad.lin<tensor<?xf64>>) {
    %d = chad.add %b, %w : !chad.lin<f64>
    chad.yield %d : !chad.lin<f64>
  }
  %h:2 = chad.hist %is : tensor<?xindex> bins %n
      (%a, %v in %m#0 from %u : !chad.lin<tensor<?xindex>>, %b, %w in %m#1 from %z : !chad.lin<tensor<?xf64>>)
      -> (!chad.lin<tensor<?xindex>>, !chad.lin<tensor<?xf64>>) {
    %d = chad.add %b, %w : !chad.lin<f64>
    chad.yield %a, %d : !chad.lin<index>, !chad.lin<f64>
  }
  %g = chad.gather %sc[%is] : !chad.lin<tensor<?xf64>>, tensor<?xindex> -> !chad.lin<tensor<?xf64>>
  %gu = chad.gather %us[%is] : !chad.lin<tensor<?xindex>>, tensor<?xindex> -> !chad.lin<tensor<?xindex>>
  %t = chad.scatter_add %g into %f#1[%is] : !chad.lin<tensor<?xf64>> into !chad.lin<tensor<?xf64>>, tensor<?xindex>
  return %r#1, %t, %gu : !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xindex>>
}

// Where all arrays are units, indices give the extent; where nothing is left to
// be computed there is no op.
// CHECK-LABEL: func @extents
// CHECK-SAME: (%[[IS:.*]]: tensor<?xindex>, %[[K:.*]]: f64)
// CHECK: %[[D:.*]] = tensor.dim %[[IS]]
// CHECK: %[[J:.*]] = chad.build %{{.*}} < %[[D]] -> tensor<?xindex>
// CHECK: chad.map (%{{.*}} in %[[J]] : tensor<?xindex>) -> tensor<?xf64> {
// CHECK-NEXT: chad.yield %[[K]]
// CHECK: %[[E:.*]] = arith.constant 4 : index
// CHECK: %[[J:.*]] = chad.build %{{.*}} < %[[E]] -> tensor<4xindex>
// CHECK: chad.fold (%{{.*}} in %[[J]] : tensor<4xindex>) with (%{{.*}} = %[[K]] : f64) {
// CHECK-NOT: chad.map
// CHECK-NOT: chad.reduce
// CHECK: return
func.func @extents(%is: tensor<?xindex>, %k: f64, %us: !chad.lin<tensor<4xi32>>)
    -> (tensor<?xf64>, f64, !chad.lin<tensor<4xi32>>, !chad.lin<i32>) {
  %u = chad.to_linear %is : tensor<?xindex>
  %uu = chad.add %u, %u : !chad.lin<tensor<?xindex>>
  %0 = chad.map (%x in %uu : !chad.lin<tensor<?xindex>>) -> tensor<?xf64> {
    chad.yield %k : f64
  }
  %1 = chad.fold (%x in %us : !chad.lin<tensor<4xi32>>) with (%s = %k : f64) {
    %t = arith.mulf %s, %s : f64
    chad.yield %t : f64
  }
  %2 = chad.map (%x in %us : !chad.lin<tensor<4xi32>>) -> !chad.lin<tensor<4xi32>> {
    %y = chad.add %x, %x : !chad.lin<i32>
    chad.yield %y : !chad.lin<i32>
  }
  %z = chad.zero : !chad.lin<i32>
  %3 = chad.reduce (%a, %x in %us from %z : !chad.lin<tensor<4xi32>>) {
    %y = chad.add %x, %a : !chad.lin<i32>
    chad.yield %y : !chad.lin<i32>
  }
  return %0, %1, %2, %3 : tensor<?xf64>, f64, !chad.lin<tensor<4xi32>>, !chad.lin<i32>
}

// What a body does is not lost with its results.
// CHECK-LABEL: func @effects
// CHECK: chad.map (%[[X:.*]] in %{{.*}} : tensor<?xf64>) -> tensor<?xi1> {
// CHECK: call @effect(%[[X]]) : (f64) -> ()
// CHECK: chad.yield %{{.*}} : i1
func.func @effects(%xs: tensor<?xf64>) -> !chad.lin<tensor<?xindex>> {
  %0 = chad.map (%x in %xs : tensor<?xf64>) -> !chad.lin<tensor<?xindex>> {
    %u = func.call @effect(%x) : (f64) -> !chad.lin<index>
    chad.yield %u : !chad.lin<index>
  }
  return %0 : !chad.lin<tensor<?xindex>>
}
func.func private @effect(f64) -> !chad.lin<index>

// CHECK-LABEL: func @control_flow
// CHECK-SAME: (%[[B:.*]]: i1, %[[N:.*]]: index, %[[V:.*]]: f64) -> f64
// CHECK: scf.if %[[B]] -> (f64) {
// CHECK: scf.yield %[[V]] : f64
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f64) {
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (f64) -> f64 {
// CHECK: scf.condition(%{{.*}}) %{{.*}} : f64
// CHECK: arith.select %[[B]], %{{.*}}, %[[V]] : f64
// CHECK: scf.if %[[B]] {
// CHECK-NEXT: func.call @effect
func.func @control_flow(%b: i1, %n: index, %v: !chad.lin<f64>, %u: !chad.lin<index>)
    -> (!chad.lin<f64>, !chad.lin<index>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 3.0 : f64
  %0:2 = scf.if %b -> (!chad.lin<index>, !chad.lin<f64>) {
    scf.yield %u, %v : !chad.lin<index>, !chad.lin<f64>
  } else {
    %w = chad.add %v, %v : !chad.lin<f64>
    scf.yield %u, %w : !chad.lin<index>, !chad.lin<f64>
  }
  %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0#0, %w = %0#1) -> (!chad.lin<index>, !chad.lin<f64>) {
    %x = chad.add %w, %v : !chad.lin<f64>
    scf.yield %a, %x : !chad.lin<index>, !chad.lin<f64>
  }
  %2:2 = scf.while (%a = %1#0, %w = %1#1) : (!chad.lin<index>, !chad.lin<f64>) -> (!chad.lin<index>, !chad.lin<f64>) {
    scf.condition(%b) %a, %w : !chad.lin<index>, !chad.lin<f64>
  } do {
  ^bb0(%a: !chad.lin<index>, %w: !chad.lin<f64>):
    scf.yield %a, %w : !chad.lin<index>, !chad.lin<f64>
  }
  %3 = arith.select %b, %2#1, %v : !chad.lin<f64>
  %4 = scf.if %b -> !chad.lin<index> {
    %e = func.call @effect(%k) : (f64) -> !chad.lin<index>
    scf.yield %e : !chad.lin<index>
  } else {
    scf.yield %2#0 : !chad.lin<index>
  }
  return %3, %4 : !chad.lin<f64>, !chad.lin<index>
}

// CHECK-LABEL: func @branches
// CHECK: cf.cond_br %{{.*}}, ^[[A:.*]](%[[V:.*]] : f64), ^[[B:.*]]{{$}}
// CHECK: ^[[A]](%[[W:.*]]: f64):
// CHECK-NEXT: return %[[W]] : f64
func.func @branches(%b: i1, %u: !chad.lin<index>, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  cf.cond_br %b, ^bb1(%u, %v : !chad.lin<index>, !chad.lin<f64>), ^bb2(%u : !chad.lin<index>)
^bb1(%a: !chad.lin<index>, %w: !chad.lin<f64>):
  return %w : !chad.lin<f64>
^bb2(%c: !chad.lin<index>):
  cf.br ^bb1(%c, %v : !chad.lin<index>, !chad.lin<f64>)
}

// CHECK-LABEL: func @functions
// CHECK-SAME: (%[[F:.*]]: (f64) -> f64, %[[S:.*]]: !chad.sum<(), (f64)>, %[[V:.*]]: f64)
// CHECK: %[[G:.*]] = chad.lambda (%[[X:.*]]: f64) -> f64 {
// CHECK-NEXT: chad.apply %[[F]](%[[X]]) : (f64) -> f64
// CHECK: chad.apply %[[G]](%[[V]]) : (f64) -> f64
// CHECK: chad.case %[[S]] : !chad.sum<(), (f64)> -> f64
// CHECK-NEXT: () {
// CHECK: (%[[Y:.*]]: f64) {
// CHECK-NEXT: chad.yield %[[Y]] : f64
// CHECK: chad.inj 1(%{{.*}}) : (f64) -> !chad.sum<(), (f64)>
func.func @functions(%f: (!chad.lin<f64>, !chad.lin<index>) -> !chad.lin<f64>,
                     %s: !chad.sum<(lin<index>), (lin<f64>, lin<i1>)>, %v: !chad.lin<f64>)
    -> (!chad.lin<f64>, !chad.sum<(lin<index>), (lin<f64>, lin<i1>)>) {
  %z = chad.zero : !chad.lin<i1>
  %u = chad.zero : !chad.lin<index>
  %g = chad.lambda (%a : !chad.lin<index>, %x : !chad.lin<f64>) -> !chad.lin<f64> {
    %y = chad.apply %f(%x, %a) : (!chad.lin<f64>, !chad.lin<index>) -> !chad.lin<f64>
    chad.yield %y : !chad.lin<f64>
  }
  %r = chad.apply %g(%u, %v) : (!chad.lin<index>, !chad.lin<f64>) -> !chad.lin<f64>
  %c = chad.case %s : !chad.sum<(lin<index>), (lin<f64>, lin<i1>)> -> !chad.lin<f64>
  (%a : !chad.lin<index>) {
    chad.yield %r : !chad.lin<f64>
  }
  (%y : !chad.lin<f64>, %b : !chad.lin<i1>) {
    chad.yield %y : !chad.lin<f64>
  }
  %t = chad.inj 1(%c, %z) : (!chad.lin<f64>, !chad.lin<i1>) -> !chad.sum<(lin<index>), (lin<f64>, lin<i1>)>
  return %c, %t : !chad.lin<f64>, !chad.sum<(lin<index>), (lin<f64>, lin<i1>)>
}

// A state whose elements are units has the extent that it began with, not that of the fold's arrays.
// CHECK-LABEL: func.func @over_a_state
// CHECK-SAME: (%[[A:.*]]: tensor<?xindex>, %{{.*}}: tensor<?xindex>)
// CHECK: %[[N:.*]] = tensor.dim %[[A]]
// CHECK: chad.build %{{.*}} < %[[N]]
func.func @over_a_state(%a: tensor<?xindex>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %z = chad.to_linear %a : tensor<?xindex>
  %g = chad.fold (%i in %is : tensor<?xindex>) with (%s = %z : !chad.lin<tensor<?xindex>>) {
    %t = chad.add %s, %s : !chad.lin<tensor<?xindex>>
    chad.yield %t : !chad.lin<tensor<?xindex>>
  }
  %r = chad.map (%x in %g : !chad.lin<tensor<?xindex>>) -> tensor<?xf64> {
    %u = arith.constant 1.5 : f64
    chad.yield %u : f64
  }
  return %r : tensor<?xf64>
}
