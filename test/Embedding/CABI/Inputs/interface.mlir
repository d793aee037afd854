// Scalars and arrays of all types.
func.func @negate(%b: i1, %n: index, %i: i8, %h: f16, %z: tensor<f32>, %v: tensor<3x2xi1>)
    -> (i1, index, i8, f16, tensor<f32>, tensor<3x2xi1>) {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %0 = arith.xori %b, %true : i1
  %1 = arith.subi %c0, %n : index
  %2 = arith.subi %zero, %i : i8
  %3 = arith.negf %h : f16
  %4 = arith.negf %z : tensor<f32>
  %trues = tensor.splat %true : tensor<3x2xi1>
  %5 = arith.xori %v, %trues : tensor<3x2xi1>
  return %0, %1, %2, %3, %4, %5 : i1, index, i8, f16, tensor<f32>, tensor<3x2xi1>
}

// Two results that are one array, which is also the argument.
func.func @twice(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  return %xs, %xs : tensor<?xf64>, tensor<?xf64>
}

// Needs an array between its argument and its result.
func.func @sums(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c1 : index
  %sums = chad.scan left inclusive (%a, %x in %xs from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  %products = chad.build %i < %n -> tensor<?xf64> {
    %j = arith.subi %last, %i : index
    %s = tensor.extract %sums[%j] : tensor<?xf64>
    %x = tensor.extract %xs[%i] : tensor<?xf64>
    %p = arith.mulf %s, %x : f64
    chad.yield %p : f64
  }
  %r = chad.reduce (%a, %x in %products from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %x : f64
    chad.yield %s : f64
  }
  return %r : f64
}

// Fails where extents differ.
func.func @product(%long: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%x in %long : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}

// More memory than there is.
func.func @zeros(%n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %r = tensor.splat %zero[%n] : tensor<?xf64>
  return %r : tensor<?xf64>
}

// Its name is no identifier, and a unit argument has no value.
func.func @"strange-name"(%u: !chad.lin<i64>) {
  return
}
