// Values and derivatives of programs on complex numbers: each function of the dialect, by real and
// imaginary parts, against differences; gradients in JAX's convention.
//
// DEFINE: %{entry} = abs
// DEFINE: %{at} = 1.5-0.5i
// DEFINE: %{check} = chad-run %s --entry=%{entry} --arg=%{at} --grad-check | FileCheck %s
// RUN: %{check}
// REDEFINE: %{entry} = angle
// RUN: %{check}
// REDEFINE: %{entry} = exp
// RUN: %{check}
// REDEFINE: %{entry} = expm1
// RUN: %{check}
// REDEFINE: %{entry} = log
// RUN: %{check}
// REDEFINE: %{entry} = log1p
// RUN: %{check}
// REDEFINE: %{entry} = sin
// RUN: %{check}
// REDEFINE: %{entry} = cos
// RUN: %{check}
// REDEFINE: %{entry} = tan
// RUN: %{check}
// REDEFINE: %{entry} = tanh
// RUN: %{check}
// REDEFINE: %{entry} = sqrt
// RUN: %{check}
// REDEFINE: %{at} = -1.5-0.5i
// RUN: %{check}
// The root has derivatives where the real part changes its sign.
// REDEFINE: %{at} = 0+2i
// RUN: %{check}
// REDEFINE: %{at} = 2
// RUN: %{check}
// REDEFINE: %{entry} = rsqrt
// RUN: %{check}
// REDEFINE: %{entry} = sign
// RUN: %{check}
// REDEFINE: %{entry} = conj_neg
// RUN: %{check}
// REDEFINE: %{entry} = powi
// RUN: %{check}
// REDEFINE: %{entry} = holomorphic_grad
// RUN: %{check}
// RUN: chad-run %s --entry=binary --arg=1.5-0.5i --arg=-0.75+2i --grad-check | FileCheck %s
// RUN: chad-run %s --entry=atan2 --arg=0.5-0.25i --arg=0.75+1i --grad-check | FileCheck %s
// RUN: chad-run %s --entry=choices --arg=0.5-0.25i --arg=0.75+1i --grad-check | FileCheck %s
// CHECK: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries
//
// Values, as Python's cmath has them.
// RUN: chad-run %s --entry=exp --arg=1.5-0.5i | FileCheck %s --check-prefix=EXP
// RUN: chad-run %s --entry=exp --arg=1.5-0.5i --interpret | FileCheck %s --check-prefix=EXP
// EXP: complex<f64> 3.9330{{[0-9]*}}-2.1486{{[0-9]*}}i
// RUN: chad-run %s --entry=sqrt --arg=-4-0.0i | FileCheck %s --check-prefix=SQRT
// RUN: chad-run %s --entry=sqrt --arg=-4-0.0i --interpret | FileCheck %s --check-prefix=SQRT
// SQRT: complex<f64> 0-2i
// RUN: chad-run %s --entry=tan --arg=1+1000i | FileCheck %s --check-prefix=TAN
// TAN: complex<f64> 0+1i
// Where an exponential function overflows, a sine that is zero remains zero, and a product that is a number is one.
// RUN: chad-run %s --entry=exp --arg=1000 | FileCheck %s --check-prefix=OVER
// RUN: chad-run %s --entry=exp --arg=1000 --interpret | FileCheck %s --check-prefix=OVER
// OVER: complex<f64> inf+0i
// RUN: chad-run %s --entry=exp --arg=710-0.5i | FileCheck %s --check-prefix=NEAR
// NEAR: complex<f64> inf-1.07103414400{{[0-9]*}}e+308i
// RUN: chad-run %s --entry=cos --arg=0+1000i | FileCheck %s --check-prefix=COSINE
// COSINE: complex<f64> inf-0i
// RUN: chad-run %s --entry=log --arg=0.6+0.8i | FileCheck %s --check-prefix=UNIT
// RUN: chad-run %s --entry=log --arg=0.6+0.8i --interpret | FileCheck %s --check-prefix=UNIT
// UNIT: complex<f64> 2.2204460492503{{[0-9]*}}e-17+0.927295218001612{{[0-9]*}}i
// RUN: chad-run %s --entry=binary --arg=1+2i --arg=3-1i --interpret | FileCheck %s --check-prefix=BINARY
// RUN: chad-run %s --entry=binary --arg=1+2i --arg=3-1i | FileCheck %s --check-prefix=BINARY
// BINARY: complex<f64> 5+5i
// BINARY-NEXT: complex<f64> 0.{{1|09999}}{{[0-9]*}}+0.7{{[0-9]*}}i
// BINARY-NEXT: complex<f64>
// Squares of the parts would vanish, or overflow.
// RUN: chad-run %s --entry=abs --arg=3e-200-4e-200i | FileCheck %s --check-prefix=TINY
// TINY: f64 {{5|4.99999}}{{[0-9.]*}}e-200
// RUN: chad-run %s --entry=abs --arg=3e200-4e200i --grad | FileCheck %s --check-prefix=HUGE
// HUGE: f64 {{5|4.99999}}{{[0-9.]*}}e+200
// HUGE: complex<f64> 0.{{6|59999}}{{[0-9]*}}+0.{{8|79999}}{{[0-9]*}}i
// RUN: chad-run %s --entry=sqrt --arg=0+2e-200i | FileCheck %s --check-prefix=ROOT
// ROOT: complex<f64> {{1|9.99999}}{{[0-9.]*}}e-10{{[01]}}+{{1|9.99999}}{{[0-9.]*}}e-10{{[01]}}i
// RUN: chad-run %s --entry=log --arg=1e-200 | FileCheck %s --check-prefix=LOG
// LOG: complex<f64> -460.517018598809{{[0-9]*}}+0i
// RUN: chad-run %s --entry=divide --arg=4e200+2e200i --arg=2e200 | FileCheck %s --check-prefix=DIVIDE
// RUN: chad-run %s --entry=divide --arg=4e-200+2e-200i --arg=2e-200 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: complex<f64> {{2|1.99999}}{{[0-9]*}}+{{1|0.99999}}{{[0-9]*}}i
// RUN: chad-run %s --entry=pow --arg=0 --arg=2 | FileCheck %s --check-prefix=POW
// POW: complex<f64> 0+0i
// RUN: chad-run %s --entry=equal --arg=1+2i --arg=1+2i | FileCheck %s --check-prefix=EQUAL
// EQUAL: i1 true
// EQUAL-NEXT: i1 false
//
// The gradient of |z|² is 2 conj(z), that of Re z is 1 and that of Im z is -i; the pullback of
// a holomorphic function is the product with its derivative, as is the pushforward.
// RUN: chad-run %s --entry=norm --arg=3-4i --grad | FileCheck %s --check-prefix=NORM
// RUN: chad-run %s --entry=norm --arg=3-4i --grad --interpret | FileCheck %s --check-prefix=NORM
// NORM: f64 25
// NORM-NEXT: complex<f64> 6+8i
// RUN: chad-run %s --entry=asks --arg=1+1i --arg=2-1i | FileCheck %s --check-prefix=ASKS
// RUN: chad-run %s --entry=asks --arg=1+1i --arg=2-1i --interpret | FileCheck %s --check-prefix=ASKS
// ASKS: complex<f64> 0+2i
// ASKS-NEXT: complex<f64> 6+2i
// ASKS-NEXT: complex<f64> 6+2i
// ASKS-NEXT: complex<f64> 0-1i
//
// Arrays, in files too.
// RUN: chad-run %s --entry=spectrum --arg='[1+1i, 2, -1i]' --grad-check | FileCheck %s
// RUN: chad-run %s --entry=spectrum --arg='[1+1i, 2, -1i]' --out=%t.npy | FileCheck %s --check-prefix=ARRAY
// RUN: chad-run %s --entry=spectrum --arg='[1+1i, 2, -1i]' --interpret | FileCheck %s --check-prefix=ARRAY
// ARRAY: tensor<3xcomplex<f64>> [0+2i, 4+0i, -1{{[+-]}}0i]
// RUN: chad-run %s --entry=spectrum --arg=%t.npy | FileCheck %s --check-prefix=AGAIN
// AGAIN: tensor<3xcomplex<f64>> [-4+0i, 16+0i, 1{{[+-]}}0i]
// RUN: chad-run %s --entry=energy --arg='[1+1i, 2, -1i]' --grad | FileCheck %s --check-prefix=ENERGY
// RUN: chad-run %s --entry=energy --arg='[1+1i, 2, -1i]' --grad --interpret | FileCheck %s --check-prefix=ENERGY
// ENERGY: f64 7
// ENERGY-NEXT: tensor<3xcomplex<f64>> [2-2i, 4{{[+-]}}0i, {{-?}}0+2i]

// What is differentiated is real, and another argument complex.
// RUN: chad-run %s --entry=slope --arg=0.5 --arg=2+3i | FileCheck %s --check-prefix=SLOPE
// SLOPE: f64 1.0806046117362795
// SLOPE: f64 1.0806046117362795
func.func private @wave(%x: f64, %z: complex<f64>) -> f64 {
  %re = complex.re %z : complex<f64>
  %y = arith.mulf %x, %re : f64
  %s = math.sin %y : f64
  return %s : f64
}
func.func @slope(%x: f64, %z: complex<f64>) -> (f64, f64) {
  %j = chad.jacobian @wave(%x, %z) wrt [0] : (f64, complex<f64>) -> f64
  %v, %d = chad.linearize @wave(%x, %z) wrt [0] : (f64, complex<f64>) -> (f64, !chad.lfun<(lin<f64>) -> (lin<f64>)>)
  %one = arith.constant 1.0 : f64
  %t = chad.to_linear %one : f64
  %r = chad.lfun.apply %d(%t) : !chad.lfun<(lin<f64>) -> (lin<f64>)>
  %o = chad.from_linear %r : !chad.lin<f64>
  return %j, %o : f64, f64
}

func.func @abs(%z: complex<f64>) -> f64 {
  %r = complex.abs %z : complex<f64>
  return %r : f64
}
func.func @angle(%z: complex<f64>) -> f64 {
  %r = complex.angle %z : complex<f64>
  return %r : f64
}
func.func @exp(%z: complex<f64>) -> complex<f64> {
  %r = complex.exp %z : complex<f64>
  return %r : complex<f64>
}
func.func @expm1(%z: complex<f64>) -> complex<f64> {
  %r = complex.expm1 %z : complex<f64>
  return %r : complex<f64>
}
func.func @log(%z: complex<f64>) -> complex<f64> {
  %r = complex.log %z : complex<f64>
  return %r : complex<f64>
}
func.func @log1p(%z: complex<f64>) -> complex<f64> {
  %r = complex.log1p %z : complex<f64>
  return %r : complex<f64>
}
func.func @sin(%z: complex<f64>) -> complex<f64> {
  %r = complex.sin %z : complex<f64>
  return %r : complex<f64>
}
func.func @cos(%z: complex<f64>) -> complex<f64> {
  %r = complex.cos %z : complex<f64>
  return %r : complex<f64>
}
func.func @tan(%z: complex<f64>) -> complex<f64> {
  %r = complex.tan %z : complex<f64>
  return %r : complex<f64>
}
func.func @tanh(%z: complex<f64>) -> complex<f64> {
  %r = complex.tanh %z : complex<f64>
  return %r : complex<f64>
}
func.func @sqrt(%z: complex<f64>) -> complex<f64> {
  %r = complex.sqrt %z : complex<f64>
  return %r : complex<f64>
}
func.func @rsqrt(%z: complex<f64>) -> complex<f64> {
  %r = complex.rsqrt %z : complex<f64>
  return %r : complex<f64>
}
func.func @sign(%z: complex<f64>) -> complex<f64> {
  %r = complex.sign %z : complex<f64>
  return %r : complex<f64>
}
func.func @conj_neg(%z: complex<f64>) -> complex<f64> {
  %c = complex.conj %z : complex<f64>
  %n = complex.neg %c : complex<f64>
  %p = complex.mul %z, %n : complex<f64>
  return %p : complex<f64>
}
func.func @powi(%z: complex<f64>) -> (complex<f64>, complex<f64>) {
  %c3 = arith.constant 3 : i32
  %n2 = arith.constant -2 : i32
  %r = complex.powi %z, %c3 : complex<f64>, i32
  %s = complex.powi %z, %n2 : complex<f64>, i32
  return %r, %s : complex<f64>, complex<f64>
}
func.func @binary(%z: complex<f64>, %w: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>) {
  %m = complex.mul %z, %w : complex<f64>
  %d = complex.div %z, %w : complex<f64>
  %p = complex.pow %z, %w : complex<f64>
  %a = complex.add %p, %z : complex<f64>
  %s = complex.sub %a, %w : complex<f64>
  return %m, %d, %s : complex<f64>, complex<f64>, complex<f64>
}
func.func @divide(%z: complex<f64>, %w: complex<f64>) -> complex<f64> {
  %q = complex.div %z, %w : complex<f64>
  return %q : complex<f64>
}
func.func @pow(%z: complex<f64>, %w: complex<f64>) -> complex<f64> {
  %p = complex.pow %z, %w : complex<f64>
  return %p : complex<f64>
}
func.func @atan2(%y: complex<f64>, %x: complex<f64>) -> complex<f64> {
  %r = complex.atan2 %y, %x : complex<f64>
  return %r : complex<f64>
}
func.func @equal(%z: complex<f64>, %w: complex<f64>) -> (i1, i1) {
  %e = complex.eq %z, %w : complex<f64>
  %n = complex.neq %z, %w : complex<f64>
  return %e, %n : i1, i1
}

// Branches, loops and calls carry pairs.
func.func private @square(%z: complex<f64>) -> complex<f64> {
  %r = complex.mul %z, %z : complex<f64>
  return %r : complex<f64>
}
func.func @choices(%z: complex<f64>, %c: complex<f64>) -> complex<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = complex.constant [2.0, 0.0] : complex<f64>
  %half = arith.constant 0.5 : f64
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z) -> complex<f64> {
    %s = func.call @square(%a) : (complex<f64>) -> complex<f64>
    %n = complex.add %s, %c : complex<f64>
    %size = complex.abs %n : complex<f64>
    %large = arith.cmpf ogt, %size, %half : f64
    %next = scf.if %large -> complex<f64> {
      %d = complex.div %n, %two : complex<f64>
      scf.yield %d : complex<f64>
    } else {
      scf.yield %n : complex<f64>
    }
    scf.yield %next : complex<f64>
  }
  return %r : complex<f64>
}

func.func @norm(%z: complex<f64>) -> f64 {
  %c = complex.conj %z : complex<f64>
  %p = complex.mul %z, %c : complex<f64>
  %r = complex.re %p : complex<f64>
  return %r : f64
}
func.func private @imaginary(%z: complex<f64>) -> f64 {
  %r = complex.im %z : complex<f64>
  return %r : f64
}
func.func @asks(%z: complex<f64>, %v: complex<f64>)
    -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %lv = chad.to_linear %v : complex<f64>
  %y, %dy = chad.jvp @square(%z) along(%lv)
      : (complex<f64>, !chad.lin<complex<f64>>) -> (complex<f64>, !chad.lin<complex<f64>>)
  %y2, %dz = chad.vjp @square(%z) seed(%lv)
      : (complex<f64>, !chad.lin<complex<f64>>) -> (complex<f64>, !chad.lin<complex<f64>>)
  %a = chad.from_linear %dy : !chad.lin<complex<f64>>
  %b = chad.from_linear %dz : !chad.lin<complex<f64>>
  %g = chad.grad @imaginary(%z) : (complex<f64>) -> complex<f64>
  return %y, %a, %b, %g : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}
// A gradient of a gradient.
func.func private @size(%z: complex<f64>) -> f64 {
  %e = complex.exp %z : complex<f64>
  %r = complex.abs %e : complex<f64>
  %i = complex.im %e : complex<f64>
  %p = arith.mulf %r, %i : f64
  return %p : f64
}
func.func @holomorphic_grad(%z: complex<f64>) -> complex<f64> {
  %g = chad.grad @size(%z) : (complex<f64>) -> complex<f64>
  return %g : complex<f64>
}

func.func @spectrum(%z: tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
  %r = chad.map (%e in %z : tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
    %s = complex.mul %e, %e : complex<f64>
    chad.yield %s : complex<f64>
  }
  return %r : tensor<?xcomplex<f64>>
}
#id = affine_map<(i) -> (i)>
func.func @energy(%z: tensor<?xcomplex<f64>>) -> f64 {
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %init = tensor.from_elements %zero : tensor<complex<f64>>
  %sum = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%z : tensor<?xcomplex<f64>>) outs(%init : tensor<complex<f64>>) {
  ^bb0(%e: complex<f64>, %a: complex<f64>):
    %c = complex.conj %e : complex<f64>
    %p = complex.mul %e, %c : complex<f64>
    %s = complex.add %a, %p : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<complex<f64>>
  %t = tensor.extract %sum[] : tensor<complex<f64>>
  %r = complex.re %t : complex<f64>
  return %r : f64
}
