// Iterations that add to elements or rows of sums at indices, under a condition. Many of them run in rounds.

func.func private @nearest(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %total = chad.fold (%point in %points : tensor<?x?xf64>) with (%s = %zero : f64) {
    %all = chad.map (%centre in %centres : tensor<?x?xf64>) -> tensor<?xf64> {
      %distance = chad.fold (%x in %point : tensor<?xf64>, %c in %centre : tensor<?xf64>) with (%d = %zero : f64) {
        %e = arith.subf %x, %c : f64
        %f = arith.mulf %e, %e : f64
        %g = arith.addf %d, %f : f64
        chad.yield %g : f64
      }
      chad.yield %distance : f64
    }
    %least = chad.reduce (%a, %b in %all from %inf : tensor<?xf64>) {
      %m = arith.minimumf %a, %b : f64
      chad.yield %m : f64
    }
    %t = arith.addf %s, %least : f64
    chad.yield %t : f64
  }
  return %total : f64
}

func.func @gradient(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>) -> (f64, tensor<?x?xf64>) {
  %f, %g = chad.value_and_grad @nearest(%centres, %points) wrt [0] : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?x?xf64>)
  return %f, %g : f64, tensor<?x?xf64>
}

func.func @both(%centres: tensor<?x?xf64>, %points: tensor<?x?xf64>) -> (f64, tensor<?x?xf64>, tensor<?x?xf64>) {
  %f, %g, %h = chad.value_and_grad @nearest(%centres, %points) wrt [0, 1] : (tensor<?x?xf64>, tensor<?x?xf64>) -> (f64, tensor<?x?xf64>, tensor<?x?xf64>)
  return %f, %g, %h : f64, tensor<?x?xf64>, tensor<?x?xf64>
}

// Numbers; the order of the additions is that of the iterations of a block.
func.func @numbers(%xs: tensor<?xf32>, %ks: tensor<?xindex>, %start: tensor<?xf32>) -> (tensor<?xf32>, f32, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %s, %t, %us = chad.fold (%x in %xs : tensor<?xf32>, %k in %ks : tensor<?xindex>)
      with (%a = %start : tensor<?xf32>, %b = %zero : f32) collect (tensor<?xf32>) {
    %positive = arith.cmpf ogt, %x, %zero : f32
    %c = scf.if %positive -> (tensor<?xf32>) {
      %d = chad.accumulate %x into %a[%k] : f32 into tensor<?xf32>
      scf.yield %d : tensor<?xf32>
    } else {
      scf.yield %a : tensor<?xf32>
    }
    %e = arith.addf %b, %x : f32
    %u = arith.addf %x, %x : f32
    chad.yield %c, %e, %u : tensor<?xf32>, f32, f32
  }
  return %s, %t, %us : tensor<?xf32>, f32, tensor<?xf32>
}

// Rows of known length, in the branch where the condition does not hold, and numbers, in another branch; the index is
// computed in the branch.
func.func @two(%xs: tensor<?x3xf64>, %ks: tensor<?xindex>, %rows: tensor<?x3xf64>, %counts: tensor<?xf64>)
    -> (tensor<?x3xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %s, %t = chad.fold (%x in %xs : tensor<?x3xf64>, %k in %ks : tensor<?xindex>)
      with (%a = %rows : tensor<?x3xf64>, %b = %counts : tensor<?xf64>) {
    %first = tensor.extract %x[%c0] : tensor<3xf64>
    %positive = arith.cmpf ogt, %first, %zero : f64
    %c = scf.if %positive -> (tensor<?x3xf64>) {
      scf.yield %a : tensor<?x3xf64>
    } else {
      %half = arith.divui %k, %c2 : index
      %row = chad.map (%y in %x : tensor<3xf64>) -> tensor<3xf64> {
        %z = math.sin %y : f64
        chad.yield %z : f64
      }
      %d = chad.accumulate %row into %a[%half] : tensor<3xf64> into tensor<?x3xf64>
      scf.yield %d : tensor<?x3xf64>
    }
    %isOdd = arith.remui %k, %c2 : index
    %odd = arith.cmpi ne, %isOdd, %c0 : index
    %e = scf.if %odd -> (tensor<?xf64>) {
      %f = chad.accumulate %one into %b[%k] : f64 into tensor<?xf64>
      scf.yield %f : tensor<?xf64>
    } else {
      scf.yield %b : tensor<?xf64>
    }
    chad.yield %c, %e : tensor<?x3xf64>, tensor<?xf64>
  }
  return %s, %t : tensor<?x3xf64>, tensor<?xf64>
}

// The extremum of an array that each thread computes, and its place; all elements are compared.
func.func @extrema(%xs: tensor<?x?xf64>, %ys: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xindex>) {
  %none = arith.constant -1 : index
  %low = arith.constant 0xFFF0000000000000 : f64
  %high = arith.constant 0x7FF0000000000000 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ys, %c0 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %is = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %ms, %js, %ns, %ks = chad.map (%row in %xs : tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xindex>) {
    %all = chad.map (%other in %ys : tensor<?x?xf64>) -> tensor<?xf64> {
      %p = chad.fold (%x in %row : tensor<?xf64>, %y in %other : tensor<?xf64>) with (%s = %zero : f64) {
        %q = arith.subf %y, %x : f64
        %r = arith.addf %s, %q : f64
        chad.yield %r : f64
      }
      chad.yield %p : f64
    }
    %m = chad.reduce (%a, %b in %all from %low : tensor<?xf64>) {
      %c = arith.maximumf %a, %b : f64
      chad.yield %c : f64
    }
    %places = chad.map (%x in %all : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xindex> {
      %e = arith.cmpf oeq, %x, %m : f64
      %u = arith.cmpf uno, %x, %x : f64
      %o = arith.ori %e, %u : i1
      %k = arith.select %o, %i, %none : index
      chad.yield %k : index
    }
    %j = chad.reduce (%a, %b in %places from %none : tensor<?xindex>) {
      %c = arith.minui %a, %b : index
      chad.yield %c : index
    }
    %least = chad.map (%other in %ys : tensor<?x?xf64>) -> tensor<?xf64> {
      %p = chad.fold (%x in %row : tensor<?xf64>, %y in %other : tensor<?xf64>) with (%s = %zero : f64) {
        %q = arith.subf %x, %y : f64
        %r = arith.addf %s, %q : f64
        chad.yield %r : f64
      }
      chad.yield %p : f64
    }
    %l = chad.reduce (%a, %b in %least from %high : tensor<?xf64>) {
      %c = arith.minimumf %a, %b : f64
      chad.yield %c : f64
    }
    %where = chad.map (%x in %least : tensor<?xf64>, %i in %is : tensor<?xindex>) -> tensor<?xindex> {
      %e = arith.cmpf oeq, %x, %l : f64
      %u = arith.cmpf uno, %x, %x : f64
      %o = arith.ori %e, %u : i1
      %k = arith.select %o, %i, %none : index
      chad.yield %k : index
    }
    %k = chad.reduce (%a, %b in %where from %none : tensor<?xindex>) {
      %c = arith.minui %a, %b : index
      chad.yield %c : index
    }
    chad.yield %m, %j, %l, %k : f64, index, f64, index
  }
  return %ms, %js, %ns, %ks : tensor<?xf64>, tensor<?xindex>, tensor<?xf64>, tensor<?xindex>
}
