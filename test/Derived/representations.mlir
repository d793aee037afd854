// Representations of a derivative: a function of tangents, its dual, or a matrix that is computed by
// rows, as by continuations, or by columns.

// RUN: %python %S/../Rules/Inputs/derivatives.py --compiled %s | FileCheck %s
// CHECK: {{^}}[[#]] functions, 0 wrong

// All give one linear function.
// DEFINE: %{all} = chad-run %s --entry=all --arg='[1, 2, 3]' --arg=0.5 --arg='[1, 10, 100]' --arg='[1, -1, 2]'
// DEFINE: %{shorten} = sed -E 's/(\.[0-9]{13})[0-9]+/\1/g'
// RUN: %{all} | %{shorten} | FileCheck %s --check-prefix=ALL
// RUN: %{all} --interpret | %{shorten} | FileCheck %s --check-prefix=ALL
// RUN: %{all} --grad-check --threads=2 | FileCheck %s --check-prefix=CHECKED
// ALL: tensor<3xf64> [[FORWARD:.*]]
// ALL-NEXT: tensor<3xf64> [[REVERSE:.*]]
// ALL-NEXT: tensor<3xf64> [[FORWARD]]
// ALL-NEXT: tensor<3xf64> [[REVERSE]]
// CHECKED: forward and reverse: worst relative error {{(0|.*e-1[3-9])}}

// The dual is the reverse derivative, a continuation makes rows, and a beginning columns.
// RUN: chad-opt %s --chad-expand-derived-ops --chad-differentiate | FileCheck %s --check-prefix=IR
// IR-LABEL: func.func @as_dual
// IR: call @square.kept
// IR: chad.lfun.lambda (%{{.*}}: !chad.lin<tensor<3xf64>>) -> (!chad.lin<tensor<3xf64>>
// IR: call @square.back
// IR: chad.lfun.transpose
// IR-LABEL: func.func @by_rows
// IR: call @square.back
// IR-LABEL: func.func @by_columns
// IR: call @square.jvp

// What is chosen: the dual where only the transpose is taken, a matrix in a loop over an expensive
// function of few arguments, and a function elsewhere.
// RUN: chad-opt %s --chad-expand-derived-ops --chad-differentiate | FileCheck %s --check-prefix=AUTO
// AUTO-LABEL: func.func @only_transposed
// AUTO: call @square.kept
// AUTO: chad.lfun.lambda {{.*}} {
// AUTO-NEXT: call @square.back
// AUTO-LABEL: func.func @in_a_loop
// AUTO-NOT: @long.forward
// AUTO: call @long.{{back|jvp}}
// AUTO-LABEL: func.func @once
// AUTO: call @long.forward

// A matrix costs as much as three applications of the function here, one for each column.
// AUTO-LABEL: func.func @three_times
// AUTO: call @wide.forward
// AUTO-LABEL: func.func @thirty_times
// AUTO-NOT: @wide.forward
// AUTO: call @wide.{{back|jvp}}

// A derivative whose matrix has a known structure is kept as that: its matrix, its transpose, and
// its products.
// AUTO-LABEL: func.func @diagonal
// AUTO-NOT: call
// AUTO: math.cos
// AUTO-NOT: chad.reduce
// AUTO: return
// AUTO-LABEL: func.func @reads
// AUTO-NOT: call
// AUTO: return
// AUTO-LABEL: func.func @part
// AUTO-NOT: call
// AUTO: return

// A custom rule for reverse mode is what the transpose runs.
// RUN: chad-run %S/Inputs/custom-rule.mlir --entry=main --arg=0.5 --arg=1 | FileCheck %s --check-prefix=CUSTOM
// CUSTOM: f64 1.6487212707001282
// CUSTOM-NEXT: f64 10

// No matrix between floats of two types.
// RUN: sed 's/as<auto>/as<matrix>/; s/@mixed_auto/@mixed_matrix/' %S/Inputs/mixed-floats.mlir > %t.mlir
// RUN: chad-opt %S/Inputs/mixed-floats.mlir --chad-expand-derived-ops --chad-differentiate | FileCheck %s --check-prefix=MIXED
// RUN: not chad-opt %t.mlir --chad-expand-derived-ops --chad-differentiate 2>&1 | FileCheck %s --check-prefix=NONE
// MIXED: call @f.forward
// NONE: error: chad: '!chad.lfun<(lin<f64>) -> (lin<f32>)>' has no matrix: not all values are floats of one type

!m = !chad.lfun<(lin<tensor<3xf64>>, lin<f64>) -> (lin<tensor<3xf64>>)>
!t = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<3xf64>>, lin<f64>)>
func.func private @square(%x: tensor<3xf64>, %k: f64) -> tensor<3xf64> {
  %y = chad.map (%a in %x : tensor<3xf64>) -> tensor<3xf64> {
    %b = arith.mulf %a, %k : f64
    %s = math.sin %b : f64
    %c = arith.mulf %s, %a : f64
    chad.yield %c : f64
  }
  return %y : tensor<3xf64>
}
func.func private @use(%m: !m, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %vl = chad.to_linear %v : tensor<3xf64>
  %wl = chad.to_linear %w : tensor<3xf64>
  %one = arith.constant 1.0 : f64
  %ol = chad.to_linear %one : f64
  %t = chad.lfun.transpose %m : !m
  %a = chad.lfun.apply %m(%vl, %ol) : !m
  %b:2 = chad.lfun.apply %t(%wl) : !t
  %r = chad.from_linear %a : !chad.lin<tensor<3xf64>>
  %s = chad.from_linear %b#0 : !chad.lin<tensor<3xf64>>
  return %r, %s : tensor<3xf64>, tensor<3xf64>
}
func.func @as_function(%x: tensor<3xf64>, %k: f64, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y, %m = chad.linearize @square(%x, %k) as<function> : (tensor<3xf64>, f64) -> (tensor<3xf64>, !m)
  %r:2 = func.call @use(%m, %v, %w) : (!m, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @as_dual(%x: tensor<3xf64>, %k: f64, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y, %m = chad.linearize @square(%x, %k) as<dual> : (tensor<3xf64>, f64) -> (tensor<3xf64>, !m)
  %r:2 = func.call @use(%m, %v, %w) : (!m, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @as_matrix(%x: tensor<3xf64>, %k: f64, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y, %m = chad.linearize @square(%x, %k) as<matrix> : (tensor<3xf64>, f64) -> (tensor<3xf64>, !m)
  %r:2 = func.call @use(%m, %v, %w) : (!m, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @by_rows(%x: tensor<3xf64>, %k: f64, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y, %m = chad.linearize @square(%x, %k) as<continuation> : (tensor<3xf64>, f64) -> (tensor<3xf64>, !m)
  %r:2 = func.call @use(%m, %v, %w) : (!m, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @by_columns(%x: tensor<3xf64>, %k: f64, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %y, %m = chad.linearize @square(%x, %k) as<begin> : (tensor<3xf64>, f64) -> (tensor<3xf64>, !m)
  %r:2 = func.call @use(%m, %v, %w) : (!m, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @all(%x: tensor<3xf64>, %k: f64, %v: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %p:2 = func.call @as_dual(%x, %k, %v, %w) : (tensor<3xf64>, f64, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %q:2 = func.call @as_matrix(%x, %k, %v, %w) : (tensor<3xf64>, f64, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %p#0, %p#1, %q#0, %q#1 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

func.func @only_transposed(%x: tensor<3xf64>, %k: f64, %w: tensor<3xf64>) -> (tensor<3xf64>, f64) {
  %y, %m = chad.linearize @square(%x, %k) as<auto> : (tensor<3xf64>, f64) -> (tensor<3xf64>, !m)
  %t = chad.lfun.transpose %m : !m
  %wl = chad.to_linear %w : tensor<3xf64>
  %b:2 = chad.lfun.apply %t(%wl) : !t
  %r = chad.from_linear %b#0 : !chad.lin<tensor<3xf64>>
  %s = chad.from_linear %b#1 : !chad.lin<f64>
  return %r, %s : tensor<3xf64>, f64
}

!s = !chad.lfun<(lin<f64>) -> (lin<f64>)>
func.func private @long(%x: f64, %ks: tensor<10xf64>) -> f64 {
  %r = chad.fold (%k in %ks : tensor<10xf64>) with (%s = %x : f64) {
    %p = arith.mulf %s, %k : f64
    %q = math.sin %p : f64
    chad.yield %q : f64
  }
  return %r : f64
}
func.func @in_a_loop(%x: f64, %ks: tensor<10xf64>, %vs: tensor<?xf64>) -> tensor<?xf64> { // ? = 4
  %y, %m = chad.linearize @long(%x, %ks) wrt [0] as<auto> : (f64, tensor<10xf64>) -> (f64, !s)
  %r = chad.map (%v in %vs : tensor<?xf64>) -> tensor<?xf64> {
    %l = chad.to_linear %v : f64
    %a = chad.lfun.apply %m(%l) : !s
    %w = chad.from_linear %a : !chad.lin<f64>
    chad.yield %w : f64
  }
  return %r : tensor<?xf64>
}
func.func @once(%x: f64, %ks: tensor<10xf64>, %v: f64) -> f64 {
  %y, %m = chad.linearize @long(%x, %ks) wrt [0] as<auto> : (f64, tensor<10xf64>) -> (f64, !s)
  %l = chad.to_linear %v : f64
  %a = chad.lfun.apply %m(%l) : !s
  %w = chad.from_linear %a : !chad.lin<f64>
  return %w : f64
}

// A continuation as a function of linear functions: k ↦ k ∘ ∂f. Composed from the left it is
// reverse mode, and a beginning, h ↦ ∂f ∘ h, composed from the right forward mode.
func.func @continued(%x: f64, %y: f64, %v: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %id = chad.lfun.id : !s
  %c = chad.lambda (%k : !s) -> !s {
    %m = chad.lfun.scale %x : f64, !s
    %r = chad.lfun.compose %k, %m : !s, !s
    chad.yield %r : !s
  }
  %b = chad.lambda (%h : !s) -> !s {
    %m = chad.lfun.scale %y : f64, !s
    %r = chad.lfun.compose %m, %h : !s, !s
    chad.yield %r : !s
  }
  %m0 = chad.apply %c(%id) : (!s) -> !s
  %m1 = chad.apply %c(%m0) : (!s) -> !s
  %n = chad.apply %b(%m1) : (!s) -> !s
  %l = chad.to_linear %v : f64
  %p = chad.lfun.apply %n(%l) : !s
  %q = chad.lfun.apply %m1(%l) : !s
  %r = chad.from_linear %p : !chad.lin<f64>
  %s = chad.from_linear %q : !chad.lin<f64>
  return %r, %s : f64, f64
}

!w = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<4xf64>>)>
func.func private @wide(%x: tensor<3xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %r = chad.build %i < %c4 -> tensor<4xf64> {
    %p = chad.reduce (%a, %b in %x from %one : tensor<3xf64>) {
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    %q = math.sin %p : f64
    chad.yield %q : f64
  }
  return %r : tensor<4xf64>
}
func.func @three_times(%x: tensor<3xf64>, %vs: tensor<3x3xf64>) -> tensor<3x4xf64> {
  %y, %m = chad.linearize @wide(%x) as<auto> : (tensor<3xf64>) -> (tensor<4xf64>, !w)
  %r = chad.map (%v in %vs : tensor<3x3xf64>) -> tensor<3x4xf64> {
    %l = chad.to_linear %v : tensor<3xf64>
    %a = chad.lfun.apply %m(%l) : !w
    %w = chad.from_linear %a : !chad.lin<tensor<4xf64>>
    chad.yield %w : tensor<4xf64>
  }
  return %r : tensor<3x4xf64>
}
func.func @thirty_times(%x: tensor<3xf64>, %vs: tensor<30x3xf64>) -> tensor<30x4xf64> {
  %y, %m = chad.linearize @wide(%x) as<auto> : (tensor<3xf64>) -> (tensor<4xf64>, !w)
  %r = chad.map (%v in %vs : tensor<30x3xf64>) -> tensor<30x4xf64> {
    %l = chad.to_linear %v : tensor<3xf64>
    %a = chad.lfun.apply %m(%l) : !w
    %w = chad.from_linear %a : !chad.lin<tensor<4xf64>>
    chad.yield %w : tensor<4xf64>
  }
  return %r : tensor<30x4xf64>
}

!d = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
func.func private @sines(%x: tensor<?xf64>, %k: f64) -> tensor<?xf64> {
  %r = chad.map (%a in %x : tensor<?xf64>) -> tensor<?xf64> {
    %b = arith.mulf %a, %k : f64
    %s = math.sin %b : f64
    chad.yield %s : f64
  }
  return %r : tensor<?xf64>
}
func.func @diagonal(%x: tensor<?xf64>, %k: f64, %v: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) { // ? = 3 ? = 3
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y, %m = chad.linearize @sines(%x, %k) wrt [0] as<auto> : (tensor<?xf64>, f64) -> (tensor<?xf64>, !d)
  %t = chad.lfun.transpose %m : !d
  %l = chad.to_linear %v : tensor<?xf64>
  %a = chad.lfun.apply %t(%l) : !d
  %e = chad.lfun.diagonal %v : tensor<?xf64>
  %p = chad.lfun.compose %m, %e : !d, !d
  %r = chad.from_linear %a : !chad.lin<tensor<?xf64>>
  %b = chad.lfun.to_matrix %m domain(%n) codomain(%n) : !d -> tensor<?x?xf64>
  %c = chad.lfun.to_matrix %p domain(%n) codomain(%n) : !d -> tensor<?x?xf64>
  return %r, %b, %c : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

!r = !chad.lfun<(lin<tensor<3xf64>>) -> (lin<tensor<2xf64>>)>
func.func private @choose(%x: tensor<3xf64>) -> tensor<2xf64> {
  %is = arith.constant dense<[2, 1]> : tensor<2xindex>
  %y = chad.map (%a in %x : tensor<3xf64>) -> tensor<3xf64> {
    %s = math.exp %a : f64
    chad.yield %s : f64
  }
  %r = chad.gather %y[%is] : tensor<3xf64>, tensor<2xindex> -> tensor<2xf64>
  return %r : tensor<2xf64>
}
func.func @reads(%x: tensor<3xf64>, %v: tensor<3xf64>) -> (tensor<2xf64>, tensor<2x3xf64>) {
  %y, %m = chad.linearize @choose(%x) as<auto> : (tensor<3xf64>) -> (tensor<2xf64>, !r)
  %l = chad.to_linear %v : tensor<3xf64>
  %a = chad.lfun.apply %m(%l) : !r
  %b = chad.lfun.to_matrix %m : !r -> tensor<2x3xf64>
  %p = chad.from_linear %a : !chad.lin<tensor<2xf64>>
  return %p, %b : tensor<2xf64>, tensor<2x3xf64>
}

!p = !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<2xf64>>)>
func.func private @slice(%x: tensor<?xf64>, %o: index) -> tensor<2xf64> {
  %s = tensor.extract_slice %x[%o] [2] [2] : tensor<?xf64> to tensor<2xf64>
  %r = math.exp %s : tensor<2xf64>
  return %r : tensor<2xf64>
}
func.func @part(%x: tensor<?xf64>, %o: index, %v: tensor<?xf64>, %w: tensor<2xf64>) -> (tensor<2xf64>, tensor<?xf64>, tensor<2x?xf64>) { // ? = 5 i = 1 ? = 5
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y, %m = chad.linearize @slice(%x, %o) as<auto> : (tensor<?xf64>, index) -> (tensor<2xf64>, !p)
  %t = chad.lfun.transpose %m : !p
  %l = chad.to_linear %v : tensor<?xf64>
  %k = chad.to_linear %w : tensor<2xf64>
  %a = chad.lfun.apply %m(%l) : !p
  %b = chad.lfun.apply %t(%k) : !chad.lfun<(lin<tensor<2xf64>>) -> (lin<tensor<?xf64>>)>
  %q = chad.lfun.to_matrix %m domain(%n) : !p -> tensor<2x?xf64>
  %r = chad.from_linear %a : !chad.lin<tensor<2xf64>>
  %s = chad.from_linear %b : !chad.lin<tensor<?xf64>>
  return %r, %s, %q : tensor<2xf64>, tensor<?xf64>, tensor<2x?xf64>
}
