// The reverse sweep computes the extents of arrays in a loop again, before the ops that need them:
// the reverse derivative of a forward derivative of paddings of unknown size.
// RUN: chad-run %s --entry=t --arg=[[1,2,3],[4,5,6]] --arg=0.5 --arg=1 --arg=2 --arg=[[0.1,0.2,0.3],[0.4,0.5,0.6]] --arg=0.7 --grad-check | FileCheck %s
// CHECK: gradient check: 420 of 420 entries
func.func private @f(%x: tensor<2x?xf64>, %v: f64, %l: index, %n: index) -> tensor<?x?x?xf64> {
  %r = chad.build %i < %n -> tensor<?x?x?xf64> {
    %i32 = arith.index_cast %i : index to i32
    %k = arith.sitofp %i32 : i32 to f64
    %y = chad.map (%row in %x : tensor<2x?xf64>) -> tensor<2x?xf64> {
      %z = chad.map (%e in %row : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.mulf %k, %e : f64
        chad.yield %p : f64
      }
      chad.yield %z : tensor<?xf64>
    }
    %p = tensor.pad %y low[%l, 0] high[2, 0] {
    ^bb0(%a: index, %b: index):
      %s = math.sin %v : f64
      %a32 = arith.index_cast %a : index to i32
      %ak = arith.sitofp %a32 : i32 to f64
      %m = arith.mulf %s, %ak : f64
      tensor.yield %m : f64
    } : tensor<2x?xf64> to tensor<?x?xf64>
    chad.yield %p : tensor<?x?xf64>
  }
  return %r : tensor<?x?x?xf64>
}
func.func @t(%x: tensor<2x?xf64>, %v: f64, %l: index, %n: index, %dx: tensor<2x?xf64>, %dv: f64) -> tensor<?x?x?xf64> {
  %a = chad.to_linear %dx : tensor<2x?xf64>
  %b = chad.to_linear %dv : f64
  %y, %dy = chad.jvp @f(%x, %v, %l, %n) along(%a, %b) wrt [0, 1] : (tensor<2x?xf64>, f64, index, index, !chad.lin<tensor<2x?xf64>>, !chad.lin<f64>) -> (tensor<?x?x?xf64>, !chad.lin<tensor<?x?x?xf64>>)
  %r = chad.from_linear %dy : !chad.lin<tensor<?x?x?xf64>>
  return %r : tensor<?x?x?xf64>
}
