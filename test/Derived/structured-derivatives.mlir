// Derivatives whose matrices have the structure that a program asks for.

// Values, and derivatives of what is computed with them, each way, against differences and dual
// numbers.
// RUN: %python %S/../Rules/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

// What each becomes: no function is called for it.
// RUN: chad-opt %s --chad-expand-derived-ops --chad-differentiate | FileCheck %s --check-prefix=IR
// RUN: chad-opt %s | FileCheck %s --check-prefix=ASM
// ASM-LABEL: func.func @diagonal
// ASM: chad.linearize @sines(%{{.*}}, %{{.*}}) wrt [0] as<diagonal> : (
// ASM-LABEL: func.func @low_rank
// ASM: as<low_rank> {note = 1 : i64} : (

// IR-LABEL: func.func @diagonal
// IR: math.cos
// IR-NOT: chad.reduce
// IR: return
// IR-LABEL: func.func @permutation
// IR: chad.gather
// IR-NOT: chad.reduce
// IR: return
// IR-LABEL: func.func @slice
// IR-NOT: call
// IR-NOT: chad.reduce
// IR: return
// IR-LABEL: func.func @block
// IR-NOT: chad.reduce
// IR: return

// Two factors, with one number between them, also for arrays of unknown extents. Applied to four
// tangents, they cost less than a dense matrix or a function.
// IR-LABEL: func.func @low_rank
// IR: call @bottleneck.part
// IR: chad.reduce
// IR-LABEL: func.func @low_rank_dynamic
// IR: call @narrow.part
// IR-LABEL: func.func @four_times
// IR: call @bottleneck.part
// IR-LABEL: func.func @once
// IR-NOT: @bottleneck.part
// IR: return

// Products with the transpose and with a diagonal, a sum, and the transpose of the sum.
// RUN: chad-run %s --entry=products --arg='[1, 2, 3, 4, 5, 6]' --arg='[1, 0, 0, 0, 0]' --grad-check --threads=2 | FileCheck %s --check-prefix=GRADIENT
// GRADIENT: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}

// Rows of two arrays have extents of their own.
// RUN: chad-run %s --entry=rows --arg='[[1, 2], [3, 4]]' --arg='[[1, 2, 3], [4, 5, 6]]' --arg=3 | FileCheck %s --check-prefix=ROWS
// ROWS: tensor<2x2xf64> {{\[\[}}3, 6], [9, 12]]
// ROWS-NEXT: tensor<2x3xf64> {{\[\[}}3, 6, 9], [12, 15, 18]]

!d = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func private @sines(%x: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %r = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %b = arith.mulf %a, %k : f64
    %s = math.sin %b : f64
    %t = arith.mulf %s, %a : f64
    chad.yield %t : f64
  }
  return %r : tensor<?xf64>
}
func.func @diagonal(%x: tensor<?xf64>, %k: f64, %v: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) { // ? = 3 ? = 3
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y, %m = chad.linearize @sines(%x, %k) wrt [0] as<diagonal> : (tensor<?xf64>, f64) -> (tensor<?xf64>, !d)
  %t = chad.lfun.transpose %m : !d
  %p = chad.lfun.compose %m, %t : !d, !d
  %l = chad.to_linear %v : tensor<?xf64>
  %a = chad.lfun.apply %t(%l) : !d
  %b = chad.lfun.to_matrix %p domain(%n) codomain(%n) : !d -> tensor<?x?xf64>
  %r = chad.from_linear %a : !chad.lin<tensor<?xf64>>
  return %y, %r, %b : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

!p = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
func.func private @rotated(%x: tensor<3xf64>) -> tensor<3xf64> {
  %is = arith.constant dense<[1, 2, 0]> : tensor<3xindex>
  %a = chad.gather %x[%is] : tensor<3xf64>, tensor<3xindex> -> tensor<3xf64>
  %b = chad.gather %a[%is] : tensor<3xf64>, tensor<3xindex> -> tensor<3xf64>
  return %b : tensor<3xf64>
}
func.func @permutation(%x: tensor<3xf64>, %v: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>) {
  %y, %m = chad.linearize @rotated(%x) as<permutation> : (tensor<3xf64>) -> (tensor<3xf64>, !p)
  %l = chad.to_linear %v : tensor<3xf64>
  %a = chad.lfun.apply %m(%l) : !p
  %b = chad.lfun.to_matrix %m : !p -> tensor<3x3xf64>
  %r = chad.from_linear %a : !chad.lin<tensor<3xf64>>
  return %y, %r, %b : tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>
}

!s = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<2xf64>>)>
func.func private @part(%x: tensor<?xf64>, %o: index) -> tensor<2xf64> {
  %s = tensor.extract_slice %x[%o] [2] [2] : tensor<?xf64> to tensor<2xf64>
  return %s : tensor<2xf64>
}
func.func @slice(%x: tensor<?xf64>, %o: index, %w: tensor<2xf64>) -> (tensor<2xf64>, tensor<?xf64>) { // ? = 5 i = 1
  %y, %m = chad.linearize @part(%x, %o) as<slice> : (tensor<?xf64>, index) -> (tensor<2xf64>, !s)
  %t = chad.lfun.transpose %m : !s
  %l = chad.to_linear %w : tensor<2xf64>
  %a = chad.lfun.apply %t(%l) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<?xf64>>)>
  %r = chad.from_linear %a : !chad.lin<tensor<?xf64>>
  return %y, %r : tensor<2xf64>, tensor<?xf64>
}

!b = !chad.lfun<(lin<tensor<3xf64>>, lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>)>
func.func private @mixed(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %is = arith.constant dense<[2, 0, 2]> : tensor<3xindex>
  %g = chad.gather %y[%is] : tensor<3xf64>, tensor<3xindex> -> tensor<3xf64>
  %p = arith.mulf %x, %g : tensor<3xf64>
  %r = math.exp %p : tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @block(%x: tensor<3xf64>, %y: tensor<3xf64>, %v: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>) {
  %z, %m = chad.linearize @mixed(%x, %y) as<block> : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, !b)
  %l = chad.to_linear %v : tensor<3xf64>
  %a = chad.lfun.apply %m(%l, %l) : !b
  %b:2 = chad.lfun.to_matrix %m : !b -> tensor<3x3xf64>, tensor<3x3xf64>
  %r = chad.from_linear %a : !chad.lin<tensor<3xf64>>
  return %z, %r, %b#0, %b#1 : tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>
}

!l = !chad.lfun<(lin<tensor<6xf64>>) -> (lin<tensor<5xf64>>)>
!lt = !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<6xf64>>)>
func.func private @bottleneck(%x: tensor<6xf64>) -> tensor<5xf64> {
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %tenth = arith.constant 0.1 : f64
  %e = math.sin %x : tensor<6xf64>
  %s = chad.reduce (%a, %b in %e from %zero : tensor<6xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %r = chad.build %i < %c5 -> tensor<5xf64> {
    %j = arith.index_cast %i : index to i64
    %k = arith.sitofp %j : i64 to f64
    %l = arith.mulf %k, %tenth : f64
    %p = arith.mulf %l, %s : f64
    %q = math.cos %p : f64
    chad.yield %q : f64
  }
  return %r : tensor<5xf64>
}
func.func @low_rank(%x: tensor<6xf64>, %v: tensor<6xf64>, %w: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<6xf64>, tensor<5x6xf64>) {
  %y, %m = chad.linearize @bottleneck(%x) as<low_rank> {note = 1 : i64} : (tensor<6xf64>) -> (tensor<5xf64>, !l)
  %t = chad.lfun.transpose %m : !l
  %vl = chad.to_linear %v : tensor<6xf64>
  %wl = chad.to_linear %w : tensor<5xf64>
  %a = chad.lfun.apply %m(%vl) : !l
  %b = chad.lfun.apply %t(%wl) : !lt
  %c = chad.lfun.to_matrix %m : !l -> tensor<5x6xf64>
  %ra = chad.from_linear %a : !chad.lin<tensor<5xf64>>
  %rb = chad.from_linear %b : !chad.lin<tensor<6xf64>>
  return %y, %ra, %rb, %c : tensor<5xf64>, tensor<5xf64>, tensor<6xf64>, tensor<5x6xf64>
}
func.func @products(%x: tensor<6xf64>, %w: tensor<5xf64>) -> (tensor<5x5xf64>, tensor<5x6xf64>, tensor<6xf64>) {
  %y, %m = chad.linearize @bottleneck(%x) as<low_rank> : (tensor<6xf64>) -> (tensor<5xf64>, !l)
  %t = chad.lfun.transpose %m : !l
  %p = chad.lfun.compose %m, %t : !l, !lt
  %a = chad.lfun.to_matrix %p : !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<5xf64>>)> -> tensor<5x5xf64>
  %d = chad.lfun.diagonal %w : tensor<5xf64>
  %q = chad.lfun.compose %d, %m : !chad.lfun<(lin<tensor<5xf64>>) -> (lin<tensor<5xf64>>)>, !l
  %s = chad.lfun.add %q, %m : !l, !l
  %b = chad.lfun.to_matrix %s : !l -> tensor<5x6xf64>
  %st = chad.lfun.transpose %s : !l
  %wl = chad.to_linear %w : tensor<5xf64>
  %c = chad.lfun.apply %st(%wl) : !lt
  %r = chad.from_linear %c : !chad.lin<tensor<6xf64>>
  return %a, %b, %r : tensor<5x5xf64>, tensor<5x6xf64>, tensor<6xf64>
}
func.func private @narrow(%x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %e = math.sin %s : f64
  %c3 = arith.constant 3 : index
  %r = chad.build %i < %c3 -> tensor<?xf64> {
    %j = arith.index_cast %i : index to i64
    %k = arith.sitofp %j : i64 to f64
    %p = arith.mulf %k, %e : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @low_rank_dynamic(%x: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> { // ? = 4 ? = 4
  %y, %m = chad.linearize @narrow(%x) as<low_rank> : (tensor<?xf64>) -> (tensor<?xf64>, !d)
  %l = chad.to_linear %v : tensor<?xf64>
  %a = chad.lfun.apply %m(%l) : !d
  %r = chad.from_linear %a : !chad.lin<tensor<?xf64>>
  return %r : tensor<?xf64>
}
func.func @four_times(%x: tensor<6xf64>, %vs: tensor<4x6xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %y, %m = chad.linearize @bottleneck(%x) as<auto> : (tensor<6xf64>) -> (tensor<5xf64>, !l)
  %s = chad.fold (%v in %vs : tensor<4x6xf64>) with (%s = %zero : f64) {
    %l = chad.to_linear %v : tensor<6xf64>
    %a = chad.lfun.apply %m(%l) : !l
    %w = chad.from_linear %a : !chad.lin<tensor<5xf64>>
    %e = tensor.extract %w[%c1] : tensor<5xf64>
    %t = arith.addf %s, %e : f64
    chad.yield %t : f64
  }
  return %s : f64
}
func.func @once(%x: tensor<6xf64>, %v: tensor<6xf64>) -> tensor<5xf64> {
  %y, %m = chad.linearize @bottleneck(%x) as<auto> : (tensor<6xf64>) -> (tensor<5xf64>, !l)
  %l = chad.to_linear %v : tensor<6xf64>
  %a = chad.lfun.apply %m(%l) : !l
  %w = chad.from_linear %a : !chad.lin<tensor<5xf64>>
  return %w : tensor<5xf64>
}

!rows = !chad.lfun<(lin<tensor<?x?xf64>>, lin<tensor<?x?xf64>>) -> (lin<tensor<?x?xf64>>, lin<tensor<?x?xf64>>)>
func.func private @scaled_rows(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %k: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %r:2 = chad.map (%a in %x : tensor<?x?xf64>, %b in %y : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
    %p = chad.map (%c in %a : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %c, %k : f64
      chad.yield %q : f64
    }
    %s = chad.map (%c in %b : tensor<?xf64>) -> tensor<?xf64> {
      %q = arith.mulf %c, %k : f64
      chad.yield %q : f64
    }
    chad.yield %p, %s : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?x?xf64>
}
func.func @rows(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %k: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) { // ? = 2 ? = 2 ? = 2 ? = 3
  %z:3 = chad.linearize @scaled_rows(%x, %y, %k) wrt [0, 1] as<auto> : (tensor<?x?xf64>, tensor<?x?xf64>, f64) -> (tensor<?x?xf64>, tensor<?x?xf64>, !rows)
  %xl = chad.to_linear %x : tensor<?x?xf64>
  %yl = chad.to_linear %y : tensor<?x?xf64>
  %a:2 = chad.lfun.apply %z#2(%xl, %yl) : !rows
  %p = chad.from_linear %a#0 : !chad.lin<tensor<?x?xf64>>
  %q = chad.from_linear %a#1 : !chad.lin<tensor<?x?xf64>>
  return %p, %q : tensor<?x?xf64>, tensor<?x?xf64>
}
