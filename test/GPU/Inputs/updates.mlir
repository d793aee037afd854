// Updates at indices: each kind of a histogram and of a scatter_add.

func.func @sums(%bins: index, %is: tensor<?xi32>, %xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %h = chad.hist %is : tensor<?xi32> bins %bins (%a, %b in %xs from %zero : tensor<?xf64>)
      -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %h : tensor<?xf64>
}

// Neither numbers nor a commutative body: the last element of a bin, and how many there are.
func.func @last(%bins: index, %is: tensor<?xindex>, %xs: tensor<?xindex>)
    -> (tensor<?xindex>, tensor<?xindex>) {
  %none = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %is, %c0 : tensor<?xindex>
  %ones = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %c1 : index
  }
  %h:2 = chad.hist %is : tensor<?xindex> bins %bins (%a, %b in %xs from %none : tensor<?xindex>, %c, %d in %ones from %c0 : tensor<?xindex>)
      -> (tensor<?xindex>, tensor<?xindex>) {
    %isNone = arith.cmpi eq, %b, %none : index
    %e = arith.select %isNone, %a, %b : index
    %f = arith.addi %c, %d : index
    chad.yield %e, %f : index, index
  }
  return %h#0, %h#1 : tensor<?xindex>, tensor<?xindex>
}

func.func @rows(%is: tensor<?xindex>, %rows: tensor<?x3xf64>, %acc: tensor<?x3xf64>)
    -> tensor<?x3xf64> {
  %r = chad.scatter_add %rows into %acc[%is] : tensor<?x3xf64> into tensor<?x3xf64>, tensor<?xindex>
  return %r : tensor<?x3xf64>
}

// At an array of indices, into zeros.
func.func @cubes(%is: tensor<?x?xi32>, %cubes: tensor<?x?x2x2xf32>, %n: index)
    -> tensor<?x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = tensor.splat %zero[%n] : tensor<?x2x2xf32>
  %r = chad.scatter_add %cubes into %zeros[%is]
      : tensor<?x?x2x2xf32> into tensor<?x2x2xf32>, tensor<?x?xi32>
  return %r : tensor<?x2x2xf32>
}

func.func @empty(%is: tensor<?xindex>, %rows: tensor<?x3xf64>, %acc: tensor<0x3xf64>)
    -> (tensor<0x3xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %r = chad.scatter_add %rows into %acc[%is] : tensor<?x3xf64> into tensor<0x3xf64>, tensor<?xindex>
  %xs = chad.map (%i in %is : tensor<?xindex>) -> tensor<?xf64> {
    %x = arith.constant 1.0 : f64
    chad.yield %x : f64
  }
  %h = chad.hist %is : tensor<?xindex> bins %c0 (%a, %b in %xs from %zero : tensor<?xf64>)
      -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %r, %h : tensor<0x3xf64>, tensor<?xf64>
}

func.func @none(%is: tensor<0xindex>, %xs: tensor<0xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %h = chad.hist %is : tensor<0xindex> bins %n (%a, %b in %xs from %zero : tensor<0xf64>)
      -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %h : tensor<?xf64>
}

// A sum of integers is the same in any order.
func.func @counts(%bins: index, %is: tensor<?xindex>, %xs: tensor<?xindex>, %ys: tensor<?xi32>)
    -> (tensor<?xindex>, tensor<?xi32>) {
  %zero = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %h = chad.hist %is : tensor<?xindex> bins %bins (%a, %b in %xs from %zero : tensor<?xindex>)
      -> tensor<?xindex> {
    %s = arith.addi %a, %b : index
    chad.yield %s : index
  }
  %g = chad.hist %is : tensor<?xindex> bins %bins (%a, %b in %ys from %none : tensor<?xi32>)
      -> tensor<?xi32> {
    %s = arith.addi %a, %b : i32
    chad.yield %s : i32
  }
  return %h, %g : tensor<?xindex>, tensor<?xi32>
}
