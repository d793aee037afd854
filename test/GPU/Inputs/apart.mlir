// Loops inside of a loop over rows that add to an array, each iteration to an element of its own.

func.func @shifted(%xs: tensor<?x?xf64>, %a: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %less = arith.subi %n, %c1 : index
  %is = chad.build %i < %less -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sums:2 = chad.fold (%row in %xs : tensor<?x?xf64>) with (%f = %zero : f64, %s = %a : tensor<?xf64>) {
    %t:2 = chad.fold (%i in %is : tensor<?xindex>) with (%g = %f : f64, %u = %s : tensor<?xf64>) {
      %j = arith.addi %i, %c1 : index
      %x = tensor.extract %row[%i] : tensor<?xf64>
      %y = tensor.extract %row[%j] : tensor<?xf64>
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %g, %p : f64
      %v = chad.accumulate %p into %u[%j] : f64 into tensor<?xf64>
      chad.yield %q, %v : f64, tensor<?xf64>
    }
    chad.yield %t#0, %t#1 : f64, tensor<?xf64>
  }
  return %sums#0, %sums#1 : f64, tensor<?xf64>
}

func.func @reversed(%xs: tensor<?x?xf64>, %a: tensor<?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %last = arith.subi %n, %c1 : index
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%row in %xs : tensor<?x?xf64>) with (%s = %a : tensor<?xf64>) {
    %t = chad.fold (%i in %is : tensor<?xindex>, %x in %row : tensor<?xf64>) with (%u = %s : tensor<?xf64>) {
      %j = arith.subi %last, %i : index
      %v = chad.accumulate %x into %u[%j] : f64 into tensor<?xf64>
      chad.yield %v : tensor<?xf64>
    }
    chad.yield %t : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}

// Every second element; of two dimensions.
func.func @rows(%xs: tensor<?x?xf64>, %a: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%row in %xs : tensor<?x?xf64>) with (%s = %a : tensor<?x3xf64>) {
    %t = chad.fold (%i in %is : tensor<?xindex>, %x in %row : tensor<?xf64>) with (%u = %s : tensor<?x3xf64>) {
      %j = arith.muli %i, %c2 : index
      %y = arith.mulf %x, %x : f64
      %r = tensor.from_elements %x, %y, %x : tensor<3xf64>
      %v = chad.accumulate %r into %u[%j] : tensor<3xf64> into tensor<?x3xf64>
      %w = chad.accumulate %y into %v[%j, %c1] : f64 into tensor<?x3xf64>
      chad.yield %w : tensor<?x3xf64>
    }
    chad.yield %t : tensor<?x3xf64>
  }
  return %sum : tensor<?x3xf64>
}

// Two iterations add to one element: these stay in order.
func.func @pairs(%xs: tensor<?x?xf64>, %a: tensor<?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sum = chad.fold (%row in %xs : tensor<?x?xf64>) with (%s = %a : tensor<?xf64>) {
    %t = chad.fold (%i in %is : tensor<?xindex>, %x in %row : tensor<?xf64>) with (%u = %s : tensor<?xf64>) {
      %j = arith.addi %i, %c1 : index
      %v = chad.accumulate %x into %u[%i] : f64 into tensor<?xf64>
      %w = chad.accumulate %x into %v[%j] : f64 into tensor<?xf64>
      chad.yield %w : tensor<?xf64>
    }
    chad.yield %t : tensor<?xf64>
  }
  return %sum : tensor<?xf64>
}

// Σ_rows Σᵢ sin(rowᵢ wᵢ₊₁), whose gradient by w adds in this way.
func.func private @waves(%xs: tensor<?x?xf64>, %w: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %sums = chad.fold (%row in %xs : tensor<?x?xf64>) with (%s = %zero : f64) {
    %t = chad.fold (%i in %is : tensor<?xindex>, %x in %row : tensor<?xf64>) with (%u = %s : f64) {
      %j = arith.addi %i, %c1 : index
      %y = tensor.extract %w[%j] : tensor<?xf64>
      %p = arith.mulf %x, %y : f64
      %q = math.sin %p : f64
      %v = arith.addf %u, %q : f64
      chad.yield %v : f64
    }
    chad.yield %t : f64
  }
  return %sums : f64
}

func.func @gradient(%xs: tensor<?x?xf64>, %w: tensor<?xf64>) -> (f64, tensor<?x?xf64>, tensor<?xf64>) {
  %r:3 = chad.value_and_grad @waves(%xs, %w) wrt [0, 1]
      : (tensor<?x?xf64>, tensor<?xf64>) -> (f64, tensor<?x?xf64>, tensor<?xf64>)
  return %r#0, %r#1, %r#2 : f64, tensor<?x?xf64>, tensor<?xf64>
}
