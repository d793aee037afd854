// A recursive function whose derivative keeps arrays in records, which are in the memory of the CPU;
// its loops are kernels all the same.
func.func private @down(%n: index, %xs: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> f64 {
    %s = chad.reduce (%a, %b in %xs from %zero : tensor<?xf64>) {
      %t = arith.addf %a, %b : f64
      chad.yield %t : f64
    }
    scf.yield %s : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = math.sin %x : f64
      chad.yield %y : f64
    }
    %q = func.call @down(%m, %ys) : (index, tensor<?xf64>) -> f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func @main(%n: index, %xs: tensor<?xf64>) -> f64 {
  %r = func.call @down(%n, %xs) : (index, tensor<?xf64>) -> f64
  return %r : f64
}
