// Laws of linear functions that a condition chooses: Huot & Shaikhha 2022, Fig. 12.
// RUN: chad-opt %s --canonicalize --split-input-file | FileCheck %s

!lf = !chad.lfun<(lin<f64>) -> (lin<f64>)>
!fork = !chad.lfun<(lin<f64>) -> (lin<f64>, lin<f64>)>
!join = !chad.lfun<(lin<f64>, lin<f64>) -> (lin<f64>)>

// select(p, a, b) • v = if p then a • v else b • v
// CHECK-LABEL: func @apply_select
// CHECK-SAME: %[[P:[^:]*]]: i1, %[[K:[^:]*]]: f64, %[[V:[^:]*]]: !chad.lin<f64>
// CHECK: %[[R:.*]] = scf.if %[[P]] -> (!chad.lin<f64>)
// CHECK-NEXT: %[[S:.*]] = chad.scale %[[K]], %[[V]]
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V]]
// CHECK: return %[[R]]
func.func @apply_select(%p: i1, %k: f64, %v: !chad.lin<f64>) -> !chad.lin<f64> {
  %s = chad.lfun.scale %k : f64, !lf
  %id = chad.lfun.id : !lf
  %m = scf.if %p -> !lf {
    scf.yield %s : !lf
  } else {
    scf.yield %id : !lf
  }
  %r = chad.lfun.apply %m(%v) : !lf
  return %r : !chad.lin<f64>
}

// select(p, a, b)ᵀ = select(p, aᵀ, bᵀ)
// CHECK-LABEL: func @transpose_select
// CHECK-SAME: %[[P:[^:]*]]: i1, %[[A:[^:]*]]: !chad.lfun<{{.*}}>, %[[B:[^:]*]]: !chad.lfun<{{.*}}>)
// CHECK-DAG: %[[AT:.*]] = chad.lfun.transpose %[[A]]
// CHECK-DAG: %[[BT:.*]] = chad.lfun.transpose %[[B]]
// CHECK: arith.select %[[P]], %[[AT]], %[[BT]]
func.func @transpose_select(%p: i1, %a: !fork, %b: !fork) -> !join {
  %m = arith.select %p, %a, %b : !fork
  %t = chad.lfun.transpose %m : !fork
  return %t : !join
}

// (if p then a else b)ᵀ = if p then aᵀ else bᵀ
// CHECK-LABEL: func @transpose_branch
// CHECK-SAME: %[[P:[^:]*]]: i1, %[[K:[^:]*]]: f64
// CHECK: %[[M:.*]] = scf.if
// CHECK: %[[S:.*]] = math.sin %[[K]]
// CHECK-NEXT: %[[A:.*]] = chad.lfun.scale %[[S]]
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: %[[B:.*]] = chad.lfun.scale
// CHECK-NEXT: scf.yield %[[B]]
// CHECK: return %[[M]]
func.func @transpose_branch(%p: i1, %k: f64) -> !lf {
  %m = scf.if %p -> !lf {
    %s = math.sin %k : f64
    %a = chad.lfun.scale %s : f64, !lf
    scf.yield %a : !lf
  } else {
    %c = math.cos %k : f64
    %b = chad.lfun.scale %c : f64, !lf
    scf.yield %b : !lf
  }
  %t = chad.lfun.transpose %m : !lf
  return %t : !lf
}

// A choice that is used as it is, too, stays.
// CHECK-LABEL: func @transpose_shared
// CHECK: %[[M:.*]] = scf.index_switch
// CHECK: %[[T:.*]] = chad.lfun.transpose %[[M]]
// CHECK: return %[[M]], %[[T]]
func.func @transpose_shared(%i: index, %a: !fork, %k: f64) -> (!fork, !join) {
  %m = scf.index_switch %i -> !fork
  case 0 {
    %s = chad.lfun.scale %k : f64, !lf
    %f = chad.lfun.fork %s, %s : !lf, !lf
    scf.yield %f : !fork
  }
  default {
    scf.yield %a : !fork
  }
  %t = chad.lfun.transpose %m : !fork
  return %m, %t : !fork, !join
}
