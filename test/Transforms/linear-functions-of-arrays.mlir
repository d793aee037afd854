// Linear functions of arrays that a loop composes, at either end, chooses, adds and transposes, and their matrices. The domain of
// such a function is known at run time only.
//
// RUN: %python %S/../Rules/Inputs/agree.py %s | FileCheck %s
// CHECK: 8 runs agree
// AGREE: --entry=matrix --arg='[1, 2, 3]' --arg='[0.5, 2]'
// AGREE: --entry=transposed --arg='[1, 2, 3]' --arg='[0.5, 2]' --arg='[1, 3]'
// AGREE: --entry=transposed --arg='[]' --arg='[0.5, 2]' --arg='[1, 3]'
// AGREE: --entry=derivatives --arg='[1, 2, 3]' --arg='[0.5, 2]' --arg='[1, 3]'
// AGREE: --entry=composed --arg='[0.7, 0.3, 1.1, 0.2]' --arg='[0.5, 1.2]' --arg='[1, -2]'
// AGREE: --entry=prepended --arg='[[[1, 2], [3, 4]], [[0, 1], [2, 5]]]' --arg='[1, 2]' --arg='[3, -1]'
// AGREE: --entry=parts --arg='[[1, 2], [3, 4]]' --arg=true --arg='[1, 10]' --arg='[5, 6, 7]'
// AGREE: --entry=parts --arg='[[1, 2], [3, 4]]' --arg=false --arg='[1, 10]' --arg='[5, 6, 7]'
// RUN: chad-run %s --entry=transposed --arg='[1, 2, 3]' --arg='[0.5, 2]' --arg='[1, 3]' --grad-check | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=composed --arg='[0.7, 0.3, 1.1, 0.2]' --arg='[0.5, 1.2]' --arg='[1, -2]' --grad-check | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=prepended --arg='[[[1, 2], [3, 4]], [[0, 1], [2, 5]]]' --arg='[1, 2]' --arg='[3, -1]' --grad-check | FileCheck %s --check-prefix=GRAD
// GRAD: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}
// GRAD: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

!v = !chad.lin<tensor<?xf64>>
!m = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func @matrix(%ws: tensor<?xf64>, %x: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %id = chad.lfun.id domain(%n) : !m
  %f = chad.fold (%w in %ws : tensor<?xf64>) with (%f = %id : !m) {
    %d = chad.lfun.diagonal %x : tensor<?xf64>
    %e = chad.lfun.compose %f, %d : !m, !m
    chad.yield %e : !m
  }
  %mat = chad.lfun.to_matrix %f domain(%n) codomain(%n) : !m -> tensor<?x?xf64>
  return %mat : tensor<?x?xf64>
}
func.func @transposed(%ws: tensor<?xf64>, %x: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %id = chad.lfun.id domain(%n) : !m
  %f = chad.fold (%w in %ws : tensor<?xf64>) with (%f = %id : !m) {
    %t = chad.lfun.transpose %f : !m
    %d = chad.lfun.diagonal %x : tensor<?xf64>
    %e = chad.lfun.compose %t, %d : !m, !m
    chad.yield %e : !m
  }
  %l = chad.to_linear %v : tensor<?xf64>
  %r = chad.lfun.apply %f(%l) : !m
  %a = chad.from_linear %r : !v
  return %a : tensor<?xf64>
}
func.func private @layer(%w: f64, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c = chad.scan left inclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %y = chad.map (%a in %c : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %w : f64
    %q = math.sin %p : f64
    chad.yield %q : f64
  }
  return %y : tensor<?xf64>
}
func.func @derivatives(%ws: tensor<?xf64>, %x: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %id = chad.lfun.id domain(%n) : !m
  %last, %f = chad.fold (%w in %ws : tensor<?xf64>) with (%s = %x : tensor<?xf64>, %f = %id : !m) {
    %y, %d = chad.linearize @layer(%w, %s) wrt [1] : (f64, tensor<?xf64>) -> (tensor<?xf64>, !m)
    %e = chad.lfun.compose %d, %f : !m, !m
    chad.yield %y, %e : tensor<?xf64>, !m
  }
  %t = chad.lfun.transpose %f : !m
  %l = chad.to_linear %v : tensor<?xf64>
  %r = chad.lfun.apply %t(%l) : !m
  %a = chad.from_linear %r : !v
  return %a : tensor<?xf64>
}
// Derivatives, diagonals and transposes, as the elements of an array choose.
func.func @composed(%ws: tensor<?xf64>, %x: tensor<?xf64>, %v: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.6 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %id = chad.lfun.id domain(%n) : !m
  %last, %f = chad.fold (%w in %ws : tensor<?xf64>) with (%s = %x : tensor<?xf64>, %f = %id : !m) {
    %big = arith.cmpf ogt, %w, %half : f64
    %y, %g = scf.if %big -> (tensor<?xf64>, !m) {
      %y, %d = chad.linearize @layer(%w, %s) wrt [1] : (f64, tensor<?xf64>) -> (tensor<?xf64>, !m)
      %e = chad.lfun.compose %d, %f : !m, !m
      scf.yield %y, %e : tensor<?xf64>, !m
    } else {
      %d = chad.lfun.diagonal %s : tensor<?xf64>
      %t = chad.lfun.transpose %f : !m
      %e = chad.lfun.compose %t, %d : !m, !m
      %a = chad.lfun.add %e, %f : !m, !m
      scf.yield %s, %a : tensor<?xf64>, !m
    }
    chad.yield %y, %g : tensor<?xf64>, !m
  }
  %l = chad.to_linear %v : tensor<?xf64>
  %r = chad.lfun.apply %f(%l) : !m
  %ft = chad.lfun.transpose %f : !m
  %rt = chad.lfun.apply %ft(%l) : !m
  %mat = chad.lfun.to_matrix %f domain(%n) codomain(%n) : !m -> tensor<?x?xf64>
  %a = chad.from_linear %r : !v
  %b = chad.from_linear %rt : !v
  return %a, %b, %mat : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}
func.func @prepended(%ms: tensor<?x?x?xf64>, %v: tensor<?xf64>, %w: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %ms, %c1 : tensor<?x?x?xf64>
  %zero = chad.lfun.zero domain(%n) codomain(%n) : !m
  %id = chad.lfun.id domain(%n) : !m
  %f, %g = chad.fold (%a in %ms : tensor<?x?x?xf64>) with (%f = %id : !m, %g = %zero : !m) {
    %d = chad.lfun.from_matrix %a : tensor<?x?xf64>, !m
    %e = chad.lfun.compose %f, %d : !m, !m
    %h = chad.lfun.transpose %e : !m
    %k = chad.lfun.add %g, %h : !m, !m
    chad.yield %e, %k : !m, !m
  }
  %l = chad.to_linear %v : tensor<?xf64>
  %r = chad.lfun.apply %f(%l) : !m
  %a = chad.from_linear %r : !chad.lin<tensor<?xf64>>
  %gt = chad.lfun.transpose %g : !m
  %l2 = chad.to_linear %w : tensor<?xf64>
  %r2 = chad.lfun.apply %gt(%l2) : !m
  %b = chad.from_linear %r2 : !chad.lin<tensor<?xf64>>
  %mat = chad.lfun.to_matrix %g domain(%n) codomain(%n) : !m -> tensor<?x?xf64>
  return %a, %b, %mat : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}
!pairs = !chad.lfun<(!v, !v) -> (!v, !v)>
!one = !chad.lfun<(!v, !v) -> (!v)>
!s = !chad.lfun<(!v) -> (!v)>
// (x, y) ↦ (d·x, y) or (d·x, 0), by parts of several extents.
func.func @parts(%ds: tensor<?x?xf64>, %p: i1, %x: tensor<?xf64>, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %k = tensor.dim %y, %c0 : tensor<?xf64>
  %id = chad.lfun.id domain(%n, %k) : !pairs
  %f = chad.fold (%d in %ds : tensor<?x?xf64>) with (%f = %id : !pairs) {
    %diag = chad.lfun.diagonal %d : tensor<?xf64>
    %px = chad.lfun.project [0] domain(%n, %k) : !one
    %py = chad.lfun.project [1] domain(%n, %k) : !one
    %dx = chad.lfun.compose %diag, %px : !s, !one
    %r = scf.if %p -> !one {
      %zx = chad.lfun.zero domain(%n, %k) codomain(%k) : !one
      %a = chad.lfun.add %py, %zx : !one, !one
      scf.yield %a : !one
    } else {
      %zx = chad.lfun.zero domain(%n, %k) codomain(%k) : !one
      scf.yield %zx : !one
    }
    %g = chad.lfun.fork %dx, %r : !one, !one
    %h = chad.lfun.compose %f, %g : !pairs, !pairs
    chad.yield %h : !pairs
  }
  %l = chad.to_linear %x : tensor<?xf64>
  %m = chad.to_linear %y : tensor<?xf64>
  %a, %b = chad.lfun.apply %f(%l, %m) : !pairs
  %t = chad.lfun.transpose %f : !pairs
  %c, %d = chad.lfun.apply %t(%a, %b) : !pairs
  %ra = chad.from_linear %a : !v
  %rb = chad.from_linear %b : !v
  %rc = chad.from_linear %c : !v
  %rd = chad.from_linear %d : !v
  return %ra, %rb, %rc, %rd : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
