// RUN: chad-opt %s --chad-erase-linear | FileCheck %s
// RUN: chad-opt %s --chad-erase-linear | FileCheck %s --check-prefix=ADD

// The tangents of a box are boxes of the tangents, or empty; a function adds two of them.
chad.record @list (f64, index, tensor<?xf64>, !chad.box<@list>)
// CHECK-DAG: chad.record @list.tangent (f64, tensor<?xf64>, !chad.box<@list.tangent>)

// CHECK-LABEL: func private @sum
// CHECK-SAME: (%[[A:.*]]: !chad.box<@list.tangent>, %[[B:.*]]: !chad.box<@list.tangent>, %[[N:.*]]: index)
// CHECK: %[[S:.*]] = call @list.tangent.add(%[[A]], %[[B]])
// CHECK: %[[EMPTY:.*]] = chad.is_empty_box %[[S]]
// CHECK: scf.if %[[EMPTY]]
// CHECK: tensor.splat %{{.*}}[%[[N]]]
// CHECK: chad.empty_box
// CHECK: else
// CHECK: chad.open %[[S]]
func.func private @sum(%a: !chad.lin<!chad.box<@list>>, %b: !chad.lin<!chad.box<@list>>, %n: index)
    -> (!chad.lin<tensor<?xf64>>) {
  %s = chad.add %a, %b : !chad.lin<!chad.box<@list>>
  %x, %t, %rest = chad.open %s[%n] : !chad.lin<!chad.box<@list>>
      -> !chad.lin<f64>, !chad.lin<tensor<?xf64>>, !chad.lin<!chad.box<@list>>
  return %t : !chad.lin<tensor<?xf64>>
}

// CHECK-LABEL: func private @zeros
// CHECK: chad.empty_box(%{{.*}}) : tensor<?x!chad.box<@list.tangent>>
// CHECK: chad.map
// CHECK: call @list.tangent.add
func.func private @zeros(%n: index, %t: !chad.lin<tensor<?x!chad.box<@list>>>)
    -> !chad.lin<tensor<?x!chad.box<@list>>> {
  %z = chad.zero(%n) : !chad.lin<tensor<?x!chad.box<@list>>>
  %s = chad.add %z, %t : !chad.lin<tensor<?x!chad.box<@list>>>
  return %s : !chad.lin<tensor<?x!chad.box<@list>>>
}

// ADD: func private @list.tangent.add(%[[A:.*]]: !chad.box<@list.tangent>, %[[B:.*]]: !chad.box<@list.tangent>)
// ADD: %[[E:.*]] = chad.is_empty_box %[[A]]
// ADD: scf.if %[[E]]
// ADD-NEXT: scf.yield %[[B]]
// ADD: %[[F:.*]] = chad.is_empty_box %[[B]]
// ADD: scf.if %[[F]]
// ADD-NEXT: scf.yield %[[A]]
// ADD: %[[X:.*]]:3 = chad.open %[[A]]
// ADD: %[[Y:.*]]:3 = chad.open %[[B]]
// ADD: arith.addf %[[X]]#0, %[[Y]]#0 : f64
// ADD: arith.addf %[[X]]#1, %[[Y]]#1 : tensor<?xf64>
// ADD: call @list.tangent.add(%[[X]]#2, %[[Y]]#2)
// ADD: chad.box(
