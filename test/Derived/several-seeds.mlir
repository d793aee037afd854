// Several tangents, or cotangents, at once: arrays of them, along a leading dimension.

// DEFINE: %{arguments} = --arg='[1, 2, 0.5]' --arg=3 --arg='[[1, 0, 0], [0.1, 0.2, -0.3]]' --arg='[0.5, 0.6]'
// RUN: chad-run %s --entry=fwd %{arguments} | FileCheck %s --check-prefix=FORWARD
// RUN: chad-run %s --entry=fwd %{arguments} --interpret | FileCheck %s --check-prefix=FORWARD
// FORWARD: tensor<3xf64> [2.52441295{{.*}}, 0.42336002{{.*}}, -1.05234968
// FORWARD-NEXT: tensor<2x3xf64> {{\[\[}}2.0416424{{.*}}, -2.8994174{{.*}}, -2.984761{{.*}}], [0.6669732{{.*}}, -0.8063212{{.*}}, -0.2104699
// FORWARD-NEXT: tensor<2xf64> [-3.842536{{.*}}, -0.3498178
// RUN: chad-run %s --entry=rev %{arguments} | FileCheck %s --check-prefix=REVERSE
// RUN: chad-run %s --entry=rev %{arguments} --interpret | FileCheck %s --check-prefix=REVERSE
// REVERSE: tensor<3xf64> [2.52441295{{.*}}, 0.42336002{{.*}}, -1.05234968
// REVERSE-NEXT: tensor<2x3xf64> {{\[\[}}-0.4583133{{.*}}, -2.8896737{{.*}}, -1.4046850{{.*}}], [-2.084158{{.*}}, -3.218793{{.*}}, -0.8428110
// REVERSE-NEXT: tensor<2xf64> [1.1573748{{.*}}, 0.5966907
// RUN: chad-run %s --entry=fwd %{arguments} --grad-check | FileCheck %s --check-prefix=SECOND
// RUN: chad-run %s --entry=rev %{arguments} --grad-check | FileCheck %s --check-prefix=SECOND
// SECOND: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// SECOND: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

// RUN: not chad-run %s --entry=fwd --arg='[1, 2]' --arg=3 --arg='[[1, 0], [0, 1]]' --arg='[1]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// EXTENTS: several extents: 2 and 1

// No seeds: the results are there all the same.
// RUN: chad-run %s --entry=none --arg='[1, 2, 0.5]' --arg=3 | FileCheck %s --check-prefix=NONE
// NONE: tensor<3xf64> [2.52441295
// NONE-NEXT: tensor<0x3xf64> []
// NONE-NEXT: tensor<0xf64> []

func.func private @g(%x: tensor<?xf64>, %k: tensor<f64>) -> (tensor<?xf64>, tensor<f64>) {
  %kk = tensor.extract %k[] : tensor<f64>
  %zero = arith.constant 0.0 : f64
  %y = chad.scan left inclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %z = chad.map (%a in %y : tensor<?xf64>) -> tensor<?xf64> {
    %s = math.sin %a : f64
    %t = arith.mulf %s, %kk : f64
    chad.yield %t : f64
  }
  %p = chad.reduce (%a, %b in %z from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %r = tensor.from_elements %p : tensor<f64>
  return %z, %r : tensor<?xf64>, tensor<f64>
}
func.func @fwd(%x: tensor<?xf64>, %k: tensor<f64>, %v: tensor<?x?xf64>, %u: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
  %vl = chad.to_linear %v : tensor<?x?xf64>
  %ul = chad.to_linear %u : tensor<?xf64>
  %y, %z, %dy, %dz = chad.jvp @g(%x, %k) along(%vl, %ul) : (tensor<?xf64>, tensor<f64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, tensor<f64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  %a = chad.from_linear %dy : !chad.lin<tensor<?x?xf64>>
  %b = chad.from_linear %dz : !chad.lin<tensor<?xf64>>
  return %y, %a, %b : tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>
}
func.func @rev(%x: tensor<?xf64>, %k: tensor<f64>, %v: tensor<?x?xf64>, %u: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
  %vl = chad.to_linear %v : tensor<?x?xf64>
  %ul = chad.to_linear %u : tensor<?xf64>
  %y, %z, %dy, %dz = chad.vjp @g(%x, %k) seed(%vl, %ul) : (tensor<?xf64>, tensor<f64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>) -> (tensor<?xf64>, tensor<f64>, !chad.lin<tensor<?x?xf64>>, !chad.lin<tensor<?xf64>>)
  %a = chad.from_linear %dy : !chad.lin<tensor<?x?xf64>>
  %b = chad.from_linear %dz : !chad.lin<tensor<?xf64>>
  return %y, %a, %b : tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>
}
func.func @none(%x: tensor<?xf64>, %k: tensor<f64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %v = tensor.splat %zero[%c0, %c3] : tensor<?x?xf64>
  %u = tensor.splat %zero[%c0] : tensor<?xf64>
  %r:3 = func.call @rev(%x, %k, %v, %u) : (tensor<?xf64>, tensor<f64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
  return %r#0, %r#1, %r#2 : tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>
}
