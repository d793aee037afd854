// A branch whose arguments are not known.
//
// RUN: chad-opt %s --allow-unregistered-dialect --chad-bufferize -verify-diagnostics

func.func @branch(%x: tensor<1xf32>) {
  // expected-error @below {{the arguments of the branch 'unknown.branch' are not known}}
  // expected-note @below {{branch by 'cf.br' or 'cf.cond_br'}}
  "unknown.branch"(%x)[^next] : (tensor<1xf32>) -> ()
^next(%y: tensor<1xf32>):
  "unknown.use"(%y) : (tensor<1xf32>) -> ()
  return
}
