// L x = b by forward substitution, an element at a time.
// RUN: %python %S/check.py %s

func.func @triangular_solve(%l: tensor<?x?xf64>, %b: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?xf64>
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%x = %b) -> (tensor<?xf64>) {
    %bi = tensor.extract %x[%i] : tensor<?xf64>
    %rest = scf.for %j = %c0 to %i step %c1 iter_args(%s = %bi) -> (f64) {
      %lij = tensor.extract %l[%i, %j] : tensor<?x?xf64>
      %xj = tensor.extract %x[%j] : tensor<?xf64>
      %p = arith.mulf %lij, %xj : f64
      %t = arith.subf %s, %p : f64
      scf.yield %t : f64
    }
    %lii = tensor.extract %l[%i, %i] : tensor<?x?xf64>
    %xi = arith.divf %rest, %lii : f64
    %next = tensor.insert %xi into %x[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  %loss = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %xi = tensor.extract %x[%i] : tensor<?xf64>
    %q = arith.mulf %xi, %xi : f64
    %t = arith.addf %s, %q : f64
    scf.yield %t : f64
  }
  return %loss : f64
}
