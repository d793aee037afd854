// The fast Fourier transform by butterflies, in place on a buffer of 2ᵏ complex numbers: value,
// gradient and Hessian-vector product.
//
// RUN: chad-run %s --entry=fft --arg='[1, 2, 3, 4, 0, 0, 1i, -1]' --arg=3 | FileCheck %s --check-prefix=FFT
// RUN: chad-run %s --entry=fft --arg='[1, 2, 3, 4, 0, 0, 1i, -1]' --arg=3 --interpret | FileCheck %s --check-prefix=FFT
// FFT: tensor<8xcomplex<f64>> [9+1i, -2.12132{{[0-9]*}}-7.94974{{[0-9]*}}i, {{-2|-1.99999[0-9]*|-2.0000[0-9]*}}{{[+-][0-9.e-]*}}i, 4.12132{{[0-9]*}}-1.94974{{[0-9]*}}i, -1+1i, 2.12132{{[0-9]*}}+1.94974{{[0-9]*}}i, {{-2|-1.99999[0-9]*|-2.0000[0-9]*}}-{{2|1.99999[0-9]*|2.0000[0-9]*}}i, -0.12132{{[0-9]*}}+7.94974{{[0-9]*}}i]
//
// RUN: chad-run %s --entry=power --arg='[1, 2, 3, 4, 0, 0, 1i, -1]' --grad-check | FileCheck %s
// RUN: chad-run %s --entry=hvp --arg='[1, 2, 3, 4, 0, 0, 1i, -1]' --arg='[0, 1, 0.5i, 0, 0, -1, 0, 2]' --grad-check | FileCheck %s
// RUN: chad-run %s --entry=power --arg='[1, 2, 3, 4, 0, 0, 1i, -1]' --grad | FileCheck %s --check-prefix=GRAD
// RUN: chad-run %s --entry=power --arg='[1, 2, 3, 4, 0, 0, 1i, -1]' --grad --interpret | FileCheck %s --check-prefix=GRAD
// CHECK: {{^}}gradient check: [[ENTRIES:[0-9]+]] of [[ENTRIES]] entries
// GRAD: f64

// The number whose last `k` bits are those of `i` in the opposite order.
func.func private @reverse_bits(%i: index, %k: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %b = %c0 to %k step %c1 iter_args(%rest = %i, %sum = %c0) -> (index, index) {
    %bit = arith.andi %rest, %c1 : index
    %next = arith.shrui %rest, %c1 : index
    %twice = arith.shli %sum, %c1 : index
    %s = arith.ori %twice, %bit : index
    scf.yield %next, %s : index, index
  }
  return %r#1 : index
}

func.func private @transform(%x: memref<?xcomplex<f64>>, %y: memref<?xcomplex<f64>>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %minus_pi = arith.constant -3.14159265358979323846 : f64
  %n = memref.dim %x, %c0 : memref<?xcomplex<f64>>
  scf.for %i = %c0 to %n step %c1 {
    %j = func.call @reverse_bits(%i, %k) : (index, index) -> index
    %e = memref.load %x[%j] : memref<?xcomplex<f64>>
    memref.store %e, %y[%i] : memref<?xcomplex<f64>>
  }
  scf.for %stage = %c0 to %k step %c1 {
    %half = arith.shli %c1, %stage : index
    %size = arith.shli %c2, %stage : index
    %blocks = arith.divui %n, %size : index
    %half_int = arith.index_cast %half : index to i64
    %half_float = arith.sitofp %half_int : i64 to f64
    %angle = arith.divf %minus_pi, %half_float : f64
    scf.for %block = %c0 to %blocks step %c1 {
      %start = arith.muli %block, %size : index
      scf.for %j = %c0 to %half step %c1 {
        %j_int = arith.index_cast %j : index to i64
        %j_float = arith.sitofp %j_int : i64 to f64
        %a = arith.mulf %angle, %j_float : f64
        %cos = math.cos %a : f64
        %sin = math.sin %a : f64
        %w = complex.create %cos, %sin : complex<f64>
        %low = arith.addi %start, %j : index
        %high = arith.addi %low, %half : index
        %u = memref.load %y[%low] : memref<?xcomplex<f64>>
        %v = memref.load %y[%high] : memref<?xcomplex<f64>>
        %t = complex.mul %w, %v : complex<f64>
        %p = complex.add %u, %t : complex<f64>
        %m = complex.sub %u, %t : complex<f64>
        memref.store %p, %y[%low] : memref<?xcomplex<f64>>
        memref.store %m, %y[%high] : memref<?xcomplex<f64>>
      }
    }
  }
  return
}

func.func @fft(%x: memref<?xcomplex<f64>>, %k: index) -> memref<?xcomplex<f64>> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xcomplex<f64>>
  %y = memref.alloc(%n) : memref<?xcomplex<f64>>
  func.call @transform(%x, %y, %k) : (memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, index) -> ()
  return %y : memref<?xcomplex<f64>>
}

// A sum over the spectrum that is not quadratic.
func.func @power(%x: tensor<8xcomplex<f64>>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %m = bufferization.to_buffer %x : tensor<8xcomplex<f64>> to memref<8xcomplex<f64>>
  %d = memref.cast %m : memref<8xcomplex<f64>> to memref<?xcomplex<f64>>
  %y = func.call @fft(%d, %c3) : (memref<?xcomplex<f64>>, index) -> memref<?xcomplex<f64>>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> f64 {
    %e = memref.load %y[%i] : memref<?xcomplex<f64>>
    %size = complex.abs %e : complex<f64>
    %more = arith.addf %one, %size : f64
    %l = math.log %more : f64
    %s = arith.addf %sum, %l : f64
    scf.yield %s : f64
  }
  return %r : f64
}

// The gradient times a fixed direction, and the gradient of that.
func.func private @slope(%x: tensor<8xcomplex<f64>>, %v: tensor<8xcomplex<f64>>) -> f64 {
  %l = chad.to_linear %v : tensor<8xcomplex<f64>>
  %y, %dy = chad.jvp @power(%x) along(%l)
      : (tensor<8xcomplex<f64>>, !chad.lin<tensor<8xcomplex<f64>>>) -> (f64, !chad.lin<f64>)
  %r = chad.from_linear %dy : !chad.lin<f64>
  return %r : f64
}
func.func @hvp(%x: tensor<8xcomplex<f64>>, %v: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
  %g = chad.grad @slope(%x, %v) wrt [0]
      : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  return %g : tensor<8xcomplex<f64>>
}
