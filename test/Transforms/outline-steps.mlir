// The step of a loop with checkpoints is one function, which all runs call, and its reverse derivative is
// another one, whatever the schedule.
//
// RUN: sed 's/ATTR/chad.checkpoint/' %s | chad-opt - --chad-differentiate | FileCheck %s
// RUN: sed 's/ATTR/chad.checkpoint = {inline}/' %s | chad-opt - --chad-differentiate | FileCheck %s --check-prefix=INLINE
//
// The machine code of the functions does not depend on the schedule.
// RUN: %python %S/Inputs/step_code.py %s chad.checkpoint 'chad.checkpoint = {states = 1000}' 'chad.checkpoint = {states = 4, binomial}' | FileCheck %s --check-prefix=CODE
// CODE: 3 schedules, 1 code of f.step, 1 code of f.step.back

// No float is computed outside.
// CHECK-LABEL: func private @f.vjp
// CHECK-NOT:   math.sin
// CHECK:       call @f.step(
// CHECK-NOT:   chad.scale
// CHECK:       call @f.step.back(
// CHECK:       return

// The step takes elements, states and what all steps read.
// CHECK-LABEL: func private @f.step(
// CHECK-SAME:    f64, %{{.*}}: tensor<?xf64>, %{{.*}}: tensor<3xf64>) -> (tensor<?xf64>, f64) attributes {chad.step = array<i64: 2>, no_inline}

// The reverse derivative takes cotangents of the results, and last that to which it adds.
// CHECK-LABEL: func private @f.step.back(
// CHECK-SAME:    !chad.lin<tensor<?xf64>>, %{{.*}}: !chad.lin<f64>, %[[SUM:.*]]: !chad.lin<tensor<3xf64>>)
// CHECK-SAME:    chad.step = array<i64: 2>, no_inline
// CHECK:         chad.accumulate {{.*}} into %[[SUM]]

// INLINE-LABEL: func private @f.vjp
// INLINE-NOT: f.step

func.func @f(%xs: tensor<?xf64>, %y: tensor<?xf64>, %k: tensor<3xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c1 = arith.constant 1 : index
  %s, %all = chad.fold (%x in %xs : tensor<?xf64>) with (%s = %y : tensor<?xf64>) collect (tensor<?xf64>) {
    %e = tensor.extract %k[%c1] : tensor<3xf64>
    %q = arith.mulf %x, %e : f64
    %t = chad.map (%a in %s : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %a, %q : f64
      %r = math.sin %p : f64
      chad.yield %r : f64
    }
    chad.yield %t, %q : tensor<?xf64>, f64
  } {ATTR}
  return %s, %all : tensor<?xf64>, tensor<?xf64>
}
func.func @main(%xs: tensor<?xf64>, %y: tensor<?xf64>, %k: tensor<3xf64>, %a: !chad.lin<tensor<?xf64>>, %b: !chad.lin<tensor<?xf64>>)
    -> (!chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<3xf64>>) {
  %r:5 = chad.vjp @f(%xs, %y, %k) seed(%a, %b) : (tensor<?xf64>, tensor<?xf64>, tensor<3xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>)
      -> (tensor<?xf64>, tensor<?xf64>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<3xf64>>)
  return %r#2, %r#3, %r#4 : !chad.lin<tensor<?xf64>>, !chad.lin<tensor<?xf64>>, !chad.lin<tensor<3xf64>>
}
