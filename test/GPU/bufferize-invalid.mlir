// What MLIR's bufferization does not check.
//
// RUN: chad-opt %s --split-input-file --allow-unregistered-dialect --chad-bufferize-on-device -verify-diagnostics

func.func @branch(%x: tensor<1xf32>) {
  // expected-error @below {{the arguments of the branch 'unknown.branch' are not known}}
  // expected-note @below {{branch by 'cf.br' or 'cf.cond_br'}}
  "unknown.branch"(%x)[^next] : (tensor<1xf32>) -> ()
^next(%y: tensor<1xf32>):
  "unknown.use"(%y) : (tensor<1xf32>) -> ()
  return
}

// -----

func.func private @print(tensor<*xf32>)
func.func @without_rank(%x: tensor<5xf32>) {
  // expected-error @below {{an array on a device must have a rank}}
  %y = tensor.cast %x : tensor<5xf32> to tensor<*xf32>
  call @print(%y) : (tensor<*xf32>) -> ()
  return
}
