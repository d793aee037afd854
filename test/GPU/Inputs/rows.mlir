// Loops over rows, of which each thread reads and writes its own: ROW is the extent of a row.

// What is read goes through a tile, in which the results follow what is read.
func.func @softmax(%xs: tensor<?xROWxf64>) -> tensor<?xROWxf64> {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant -1.0e30 : f64
  %ys = chad.map (%row in %xs : tensor<?xROWxf64>) -> tensor<?xROWxf64> {
    %max = chad.reduce (%a, %b in %row from %lowest : tensor<ROWxf64>) {
      %m = arith.maximumf %a, %b : f64
      chad.yield %m : f64
    }
    %sum, %exps = chad.fold (%x in %row : tensor<ROWxf64>) with (%s = %zero : f64) collect (tensor<ROWxf64>) {
      %d = arith.subf %x, %max : f64
      %e = math.exp %d : f64
      %t = arith.addf %s, %e : f64
      chad.yield %t, %e : f64, f64
    }
    %parts = chad.map (%e in %exps : tensor<ROWxf64>) -> tensor<ROWxf64> {
      %p = arith.divf %e, %sum : f64
      chad.yield %p : f64
    }
    chad.yield %parts : tensor<ROWxf64>
  }
  return %ys : tensor<?xROWxf64>
}

// Rows of several lengths, and a sum. What is read is read again after results have been written.
func.func @several(%xs: tensor<?xROWxf64>, %ys: tensor<?xOTHERxf32>, %zs: tensor<?xf64>)
    -> (f64, tensor<?xROWxf64>, tensor<?xOTHERxf32>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %total, %us, %vs, %ws = chad.fold (%row in %xs : tensor<?xROWxf64>, %other in %ys : tensor<?xOTHERxf32>, %z in %zs : tensor<?xf64>)
      with (%s = %zero : f64) collect (tensor<?xROWxf64>, tensor<?xOTHERxf32>, tensor<?xf64>) {
    %p = chad.fold (%y in %other : tensor<OTHERxf32>) with (%q = %z : f64) {
      %e = arith.extf %y : f32 to f64
      %r = arith.addf %q, %e : f64
      chad.yield %r : f64
    }
    %scaled = chad.map (%x in %row : tensor<ROWxf64>) -> tensor<ROWxf64> {
      %t = arith.mulf %x, %p : f64
      chad.yield %t : f64
    }
    %q = chad.fold (%x in %row : tensor<ROWxf64>) with (%g = %zero : f64) {
      %t = arith.mulf %x, %x : f64
      %h = arith.addf %g, %t : f64
      chad.yield %h : f64
    }
    %narrow = arith.truncf %q : f64 to f32
    %shifted = chad.map (%y in %other : tensor<OTHERxf32>) -> tensor<OTHERxf32> {
      %t = arith.addf %y, %narrow : f32
      chad.yield %t : f32
    }
    %t = arith.addf %s, %q : f64
    chad.yield %t, %scaled, %shifted, %p : f64, tensor<ROWxf64>, tensor<OTHERxf32>, f64
  }
  return %total, %us, %vs, %ws : f64, tensor<?xROWxf64>, tensor<?xOTHERxf32>, tensor<?xf64>
}

func.func private @loss(%xs: tensor<?xROWxf64>, %table: tensor<?xROWxf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %total = chad.fold (%row in %xs : tensor<?xROWxf64>) with (%s = %zero : f64) {
    %near = chad.fold (%entry in %table : tensor<?xROWxf64>) with (%m = %zero : f64) {
      %square = chad.fold (%x in %row : tensor<ROWxf64>, %c in %entry : tensor<ROWxf64>) with (%d = %one : f64) {
        %f = arith.subf %x, %c : f64
        %g = arith.mulf %f, %f : f64
        %h = arith.addf %d, %g : f64
        chad.yield %h : f64
      }
      %inverse = arith.divf %one, %square : f64
      %n = arith.addf %m, %inverse : f64
      chad.yield %n : f64
    }
    %log = math.log %near : f64
    %t = arith.addf %s, %log : f64
    chad.yield %t : f64
  }
  return %total : f64
}

// The gradient by rows that are read for each row of another array.
func.func @gradient(%xs: tensor<?xROWxf64>, %table: tensor<?xROWxf64>) -> (f64, tensor<?xROWxf64>) {
  %f, %g = chad.value_and_grad @loss(%xs, %table) wrt [0] : (tensor<?xROWxf64>, tensor<?xROWxf64>) -> (f64, tensor<?xROWxf64>)
  return %f, %g : f64, tensor<?xROWxf64>
}

// Nothing but the first element of a row is read: there are no tiles.
func.func @firsts(%xs: tensor<?xROWxf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %ys = chad.map (%row in %xs : tensor<?xROWxf64>) -> tensor<?xf64> {
    %x = tensor.extract %row[%c0] : tensor<ROWxf64>
    %y = math.sin %x : f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// Matrices of known extents, which are read and written element by element: all of some, and half of others.
func.func @frames(%ps: tensor<?x2x3xf64>, %qs: tensor<?x2x3xf64>, %ss: tensor<?xf64>) -> (tensor<?x2x3xf64>, tensor<?x2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ms, %ns = chad.map (%p in %ps : tensor<?x2x3xf64>, %q in %qs : tensor<?x2x3xf64>, %s in %ss : tensor<?xf64>) -> (tensor<?x2x3xf64>, tensor<?x2xf64>) {
    %p00 = tensor.extract %p[%c0, %c0] : tensor<2x3xf64>
    %p01 = tensor.extract %p[%c0, %c1] : tensor<2x3xf64>
    %p02 = tensor.extract %p[%c0, %c2] : tensor<2x3xf64>
    %p10 = tensor.extract %p[%c1, %c0] : tensor<2x3xf64>
    %p11 = tensor.extract %p[%c1, %c1] : tensor<2x3xf64>
    %p12 = tensor.extract %p[%c1, %c2] : tensor<2x3xf64>
    %q00 = tensor.extract %q[%c0, %c0] : tensor<2x3xf64>
    %q12 = tensor.extract %q[%c1, %c2] : tensor<2x3xf64>
    %a = arith.mulf %p00, %s : f64
    %b = arith.mulf %p01, %q12 : f64
    %c = arith.subf %p02, %p10 : f64
    %d = arith.addf %p11, %q00 : f64
    %e = math.sin %p12 : f64
    %m = tensor.from_elements %a, %b, %c, %d, %e, %p00 : tensor<2x3xf64>
    %n = tensor.from_elements %e, %a : tensor<2xf64>
    chad.yield %m, %n : tensor<2x3xf64>, tensor<2xf64>
  }
  return %ms, %ns : tensor<?x2x3xf64>, tensor<?x2xf64>
}
