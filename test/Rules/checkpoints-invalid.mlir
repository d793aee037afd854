// RUN: chad-opt %s --chad-reverse=function=f --verify-diagnostics

func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: a binomial schedule is for loops whose states keep their shape, and state 0 changes it}}
  // expected-note @below {{without 'binomial', such a loop may have a budget}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {
    %u = tensor.concat dim(0) %s, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %t = math.sin %u : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  } {chad.checkpoint = {states = 3, binomial}}
  return %r : tensor<?xf64>
}
