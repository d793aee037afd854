// One loop of each kind.
func.func @main(%xs: tensor<?xf64>, %ms: tensor<?x?xf32>, %is: tensor<?xindex>, %c: f64, %r: tensor<f64>)
    -> (tensor<?xf64>, f64, f64, index, tensor<?xf64>, tensor<?xf64>, tensor<?xf32>, tensor<?xf64>,
        tensor<f64>, tensor<3xf64>, i1) {
  %zero = arith.constant 0.0 : f64
  %zero32 = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : index
  %lowest = arith.constant 0xFFF0000000000000 : f64
  // A map, and a build with an index.
  %squares = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = arith.mulf %x, %x : f64
    %z = arith.mulf %y, %c : f64
    chad.yield %z : f64
  }
  // A sum, and a reduction that is not commutative by its text: the greatest and where it is.
  %sum = chad.reduce (%a, %b in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %positions = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %max, %at = chad.reduce (%a, %b in %xs from %lowest : tensor<?xf64>, %i, %j in %positions from %none : tensor<?xindex>) {
    %is_greater = arith.cmpf ogt, %b, %a : f64
    %v = arith.select %is_greater, %b, %a : f64
    %k = arith.select %is_greater, %j, %i : index
    chad.yield %v, %k : f64, index
  }
  // Scans from both sides.
  %sums = chad.scan left inclusive (%a, %b in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  %rest = chad.scan right exclusive (%a, %b in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %a, %b : f64
    chad.yield %t : f64
  }
  // Rows that are reduced.
  %rows = chad.map (%row in %ms : tensor<?x?xf32>) -> tensor<?xf32> {
    %s = chad.reduce (%a, %b in %row from %zero32 : tensor<?xf32>) {
      %t = arith.addf %a, %b : f32
      chad.yield %t : f32
    }
    chad.yield %s : f32
  }
  // Elements chosen by data, in either direction.
  %gathered = chad.gather %xs[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %scalar = tensor.extract %r[] : tensor<f64>
  %twice = arith.addf %scalar, %scalar : f64
  %boxed = tensor.from_elements %twice : tensor<f64>
  %table = arith.constant dense<[1.0, 2.5, -3.0]> : tensor<3xf64>
  %is_large = arith.cmpf ogt, %sum, %c : f64
  return %squares, %sum, %max, %at, %sums, %rest, %rows, %gathered, %boxed, %table, %is_large
      : tensor<?xf64>, f64, f64, index, tensor<?xf64>, tensor<?xf64>, tensor<?xf32>, tensor<?xf64>,
        tensor<f64>, tensor<3xf64>, i1
}
