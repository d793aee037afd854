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

// The same where the fold makes something else, too: each block has a copy of the sum.
func.func @copies(%xs: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %zeros = tensor.splat %zero[%n] : tensor<?xf64>
  %sum, %mosts = chad.fold (%x in %xs : tensor<?x?xf64>) with (%s = %zeros : tensor<?xf64>) collect (tensor<?xf64>) {
    %most = chad.reduce (%l, %r in %x from %zero : tensor<?xf64>) {
      %m = arith.maximumf %l, %r : f64
      chad.yield %m : f64
    }
    %t = chad.map (%a in %s : tensor<?xf64>, %b in %x : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %b, %most : f64
      %c = arith.addf %a, %p : f64
      chad.yield %c : f64
    }
    chad.yield %t, %most : tensor<?xf64>, f64
  }
  return %sum, %mosts : tensor<?xf64>, tensor<?xf64>
}

// The next sum is collected, too: it is no sum that can be added up behind the loop.
func.func @prefixes(%start: tensor<?x?xf64>, %xs: tensor<?x?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %sum, %all = chad.fold (%x in %xs : tensor<?x?x?xf64>) with (%s = %start : tensor<?x?xf64>) collect (tensor<?x?x?xf64>) {
    %t = chad.map (%row in %s : tensor<?x?xf64>, %u in %x : tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = chad.map (%a in %row : tensor<?xf64>, %b in %u : tensor<?xf64>) -> tensor<?xf64> {
        %c = arith.addf %a, %b : f64
        chad.yield %c : f64
      }
      chad.yield %r : tensor<?xf64>
    }
    chad.yield %t, %t : tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %sum, %all : tensor<?x?xf64>, tensor<?x?x?xf64>
}

// Terms that the loop collects. Without an iteration, an array may have other extents than the sum.
func.func @collected(%xs: tensor<?x?x?xf64>, %k: index, %m: index) -> (tensor<?x?xf64>, tensor<?x?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%k, %m] : tensor<?x?xf64>
  %sum, %all = chad.fold (%x in %xs : tensor<?x?x?xf64>) with (%s = %zeros : tensor<?x?xf64>) collect (tensor<?x?x?xf64>) {
    %t:2 = chad.map (%row in %s : tensor<?x?xf64>, %u in %x : tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
      %r:2 = chad.map (%a in %row : tensor<?xf64>, %b in %u : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
        %p = math.exp %b : f64
        %q = arith.mulf %p, %b : f64
        %c = arith.addf %q, %a : f64
        chad.yield %c, %p : f64, f64
      }
      chad.yield %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
    }
    chad.yield %t#0, %t#1 : tensor<?x?xf64>, tensor<?x?xf64>
  }
  return %sum, %all : tensor<?x?xf64>, tensor<?x?x?xf64>
}
