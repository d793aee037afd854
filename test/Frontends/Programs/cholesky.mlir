// The logarithm of the determinant of a positive definite matrix by Cholesky's factorization, in
// place, an element at a time (Golub & Van Loan 2013, algorithm 4.2.1).
// RUN: %python %S/check.py %s

func.func @cholesky(%a: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %l = scf.for %j = %c0 to %n step %c1 iter_args(%l0 = %a) -> (tensor<?x?xf64>) {
    %l1 = scf.for %i = %j to %n step %c1 iter_args(%l = %l0) -> (tensor<?x?xf64>) {
      %aij = tensor.extract %l[%i, %j] : tensor<?x?xf64>
      %s = scf.for %k = %c0 to %j step %c1 iter_args(%s = %aij) -> (f64) {
        %lik = tensor.extract %l[%i, %k] : tensor<?x?xf64>
        %ljk = tensor.extract %l[%j, %k] : tensor<?x?xf64>
        %p = arith.mulf %lik, %ljk : f64
        %t = arith.subf %s, %p : f64
        scf.yield %t : f64
      }
      %isDiagonal = arith.cmpi eq, %i, %j : index
      %lij = scf.if %isDiagonal -> (f64) {
        %r = math.sqrt %s : f64
        scf.yield %r : f64
      } else {
        %ljj = tensor.extract %l[%j, %j] : tensor<?x?xf64>
        %r = arith.divf %s, %ljj : f64
        scf.yield %r : f64
      }
      %next = tensor.insert %lij into %l[%i, %j] : tensor<?x?xf64>
      scf.yield %next : tensor<?x?xf64>
    }
    scf.yield %l1 : tensor<?x?xf64>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %lii = tensor.extract %l[%i, %i] : tensor<?x?xf64>
    %log = math.log %lii : f64
    %t = arith.addf %s, %log : f64
    scf.yield %t : f64
  }
  %logdet = arith.mulf %two, %sum : f64
  return %logdet : f64
}
