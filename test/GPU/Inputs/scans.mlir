// The product of all elements, and its gradient: scans from the left and from the right.
func.func private @product(%x: tensor<?xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %product = chad.reduce (%a, %b in %x from %one : tensor<?xf64>) {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  return %product : f64
}

func.func @products(%x: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %f, %d = chad.value_and_grad @product(%x) wrt [0] : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %f, %d : f64, tensor<?xf64>
}

// A scan with numbers of the elements, its sum, and a map that reads both.
func.func @numbered(%x: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %sums = chad.scan right inclusive (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %total = chad.reduce (%a, %b in %sums from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %r = chad.map (%s in %sums : tensor<?xf64>, %e in %x : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %int = arith.index_cast %i : index to i64
    %float = arith.sitofp %int : i64 to f64
    %p = arith.mulf %float, %e : f64
    %q = arith.addf %p, %s : f64
    chad.yield %q : f64
  }
  return %total, %r : f64, tensor<?xf64>
}
