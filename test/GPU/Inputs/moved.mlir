// Sums over points of what loops inside compute, linearly, from arrays of a point.

// %start and the strictly lower triangles of Σᵢ sin(uᵢₖ) (xᵢ - mₖ)ᵀ, for each k, column by column.
func.func @triangles(%us: tensor<?x?x?xf64>, %xs: tensor<?x?xf64>, %ms: tensor<?x?xf64>,
                     %start: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %t = tensor.dim %start, %c1 : tensor<?x?xf64>
  %sum = chad.fold (%u in %us : tensor<?x?x?xf64>, %x in %xs : tensor<?x?xf64>)
      with (%s = %start : tensor<?x?xf64>) {
    %all = chad.map (%uk in %u : tensor<?x?xf64>, %m in %ms : tensor<?x?xf64>)
        -> tensor<?x?xf64> {
      %v = chad.map (%a in %x : tensor<?xf64>, %b in %m : tensor<?xf64>) -> tensor<?xf64> {
        %e = arith.subf %a, %b : f64
        chad.yield %e : f64
      }
      %w = chad.map (%a in %uk : tensor<?xf64>) -> tensor<?xf64> {
        %e = math.sin %a : f64
        chad.yield %e : f64
      }
      %zeros = tensor.splat %zero[%t] : tensor<?xf64>
      %rows = chad.build %i < %d -> tensor<?xindex> {
        chad.yield %i : index
      }
      %packed = chad.fold (%r in %w : tensor<?xf64>, %i in %rows : tensor<?xindex>)
          with (%acc = %zeros : tensor<?xf64>) {
        %columns = chad.build %j < %i -> tensor<?xindex> {
          chad.yield %j : index
        }
        %next = chad.fold (%j in %columns : tensor<?xindex>) with (%a = %acc : tensor<?xf64>) {
          %after = arith.addi %j, %c1 : index
          %double = arith.muli %j, %after : index
          %triangle = arith.divui %double, %c2 : index
          %begin = arith.muli %j, %d : index
          %column = arith.subi %begin, %triangle : index
          %below = arith.subi %i, %after : index
          %at = arith.addi %column, %below : index
          %c = tensor.extract %v[%j] : tensor<?xf64>
          %p = arith.mulf %c, %r : f64
          %b = chad.accumulate %p into %a[%at] : f64 into tensor<?xf64>
          chad.yield %b : tensor<?xf64>
        }
        chad.yield %next : tensor<?xf64>
      }
      chad.yield %packed : tensor<?xf64>
    }
    %n = arith.addf %s, %all : tensor<?x?xf64>
    chad.yield %n : tensor<?x?xf64>
  }
  return %sum : tensor<?x?xf64>
}

// -2 Σᵢ Aₖᵀ sin(uᵢₖ), for each k.
func.func @functions(%us: tensor<?x?x?xf64>, %as: tensor<?x?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant -2.0 : f64
  %k = tensor.dim %as, %c0 : tensor<?x?x?xf64>
  %n = tensor.dim %as, %c2 : tensor<?x?x?xf64>
  %start = tensor.splat %zero[%k, %n] : tensor<?x?xf64>
  %sum = chad.fold (%u in %us : tensor<?x?x?xf64>) with (%s = %start : tensor<?x?xf64>) {
    %all = chad.map (%uk in %u : tensor<?x?xf64>, %a in %as : tensor<?x?x?xf64>)
        -> tensor<?x?xf64> {
      %w = chad.map (%e in %uk : tensor<?xf64>) -> tensor<?xf64> {
        %r = math.sin %e : f64
        chad.yield %r : f64
      }
      %zeros = tensor.splat %zero[%n] : tensor<?xf64>
      %columns = chad.build %j < %n -> tensor<?xindex> {
        chad.yield %j : index
      }
      %product = chad.fold (%r in %w : tensor<?xf64>, %row in %a : tensor<?x?xf64>)
          with (%acc = %zeros : tensor<?xf64>) {
        %next = chad.fold (%j in %columns : tensor<?xindex>, %e in %row : tensor<?xf64>)
            with (%b = %acc : tensor<?xf64>) {
          %p = arith.mulf %e, %r : f64
          %c = chad.accumulate %p into %b[%j] : f64 into tensor<?xf64>
          chad.yield %c : tensor<?xf64>
        }
        chad.yield %next : tensor<?xf64>
      }
      %scaled = chad.map (%e in %product : tensor<?xf64>) -> tensor<?xf64> {
        %r = arith.mulf %e, %two : f64
        chad.yield %r : f64
      }
      chad.yield %scaled : tensor<?xf64>
    }
    %next = arith.addf %s, %all : tensor<?x?xf64>
    chad.yield %next : tensor<?x?xf64>
  }
  return %sum : tensor<?x?xf64>
}
