// Sums of rows, of which each block has a copy: from zeros, and added to an array, whose elements are matrices.
func.func @rows(%xs: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %sum = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zeros : tensor<?xf64>) {
    %t = chad.map (%a in %s : tensor<?xf64>, %b in %x : tensor<?xf64>) -> tensor<?xf64> {
      %c = arith.addf %a, %b : f64
      chad.yield %c : f64
    }
    chad.yield %t : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}

func.func @added(%start: tensor<?x?xf64>, %us: tensor<?x?xf64>, %vs: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %sum = chad.fold (%u in %us : tensor<?x?xf64>, %v in %vs : tensor<?x?xf64>) with (%s = %start : tensor<?x?xf64>) {
    %t = chad.map (%row in %s : tensor<?x?xf64>, %a in %u : tensor<?xf64>) -> tensor<?x?xf64> {
      %r = chad.map (%e in %row : tensor<?xf64>, %b in %v : tensor<?xf64>) -> tensor<?xf64> {
        %p = arith.maximumf %a, %b : f64
        %c = arith.addf %e, %p : f64
        chad.yield %c : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %t : tensor<?x?xf64>
  }
  return %sum : tensor<?x?xf64>
}
