// Ops of another dialect in a tool that embeds the project: their rules are part of their
// definition.

// RUN: example-opt %s --chad-forward=function=loss --canonicalize --chad-verify-linear \
// RUN:   | FileCheck %s --check-prefix=FORWARD
// RUN: example-opt %s --chad-reverse=function=loss --canonicalize --chad-verify-linear \
// RUN:   | FileCheck %s --check-prefix=REVERSE

// By partial derivatives: exp (x - softplus x).
// FORWARD-LABEL: func.func @loss.forward(
// FORWARD-SAME:    %[[W:.*]]: f64, %[[XS:.*]]: tensor<?xf64>)
// FORWARD:         %[[S:.*]] = example.softplus %[[W]]
// FORWARD:         chad.lfun.lambda (%[[DW:.*]]: !chad.lin<f64>, %[[DXS:.*]]: !chad.lin<tensor<?xf64>>)
// FORWARD:           %[[LESS:.*]] = arith.subf %[[W]], %[[S]]
// FORWARD:           math.exp %[[LESS]]
// FORWARD:           %[[PRODUCTS:.*]] = chad.map ({{.*}} in %[[DXS]] :
// The derivative of the staircase is zero: its tangent is not added.
// FORWARD-COUNT-1:     chad.add
// FORWARD-NOT:         chad.add
// FORWARD:             chad.yield
// FORWARD:           %[[SUM:.*]] = chad.reduce ({{.*}} in %[[PRODUCTS]]
// FORWARD:           chad.scale zero_absorbing %{{.*}}, %[[SUM]]

// REVERSE-LABEL: func.func @loss.reverse(
// REVERSE-SAME:    %[[W:.*]]: f64, %[[XS:.*]]: tensor<?xf64>)
// REVERSE:         %[[S:.*]] = example.softplus %[[W]]
// What the rule of softplus takes is kept by the map.
// REVERSE:         %[[YS:.*]]:2 = chad.map (%{{.*}} in %[[XS]] :
// REVERSE:           %[[D:.*]] = arith.subf
// REVERSE:           %[[Y:.*]] = example.softplus %[[D]]
// REVERSE:           chad.yield %[[Y]], %[[D]]
// REVERSE:         %[[NORM:.*]] = example.norm %[[YS]]#0
// REVERSE:         chad.lfun.lambda (%[[DY:.*]]: !chad.lin<f64>)
// REVERSE:           %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[NORM]]
// REVERSE:           %[[FACTOR:.*]] = chad.scale zero_absorbing %[[INVERSE]], %[[DY]]
// REVERSE:           chad.map (%[[E:.*]] in %[[YS]]#0 :
// REVERSE:             chad.scale %[[E]], %[[FACTOR]]
// REVERSE-NOT:       example
// REVERSE:           return
func.func @loss(%w: f64, %xs: tensor<?xf64>) -> f64 {
  %s = example.softplus %w : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %s, %x : f64
    %q = example.quantize %p : f64
    %d = arith.subf %p, %q : f64
    %y = example.softplus %d : f64
    chad.yield %y : f64
  }
  %norm = example.norm %ys : tensor<?xf64>
  return %norm : f64
}
