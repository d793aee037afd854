// Compositions of affine maps in numbers of two sizes, which do not commute, and a map of them to numbers of a third size.
func.func @composed(%as: tensor<?xf32>, %bs: tensor<?xf64>) -> (tensor<?xf32>, tensor<?xf64>, tensor<?xi32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f64
  %scales, %offsets = chad.scan right inclusive (%a, %c in %as from %one : tensor<?xf32>, %b, %d in %bs from %zero : tensor<?xf64>) {
    %scale = arith.mulf %a, %c : f32
    %factor = arith.extf %a : f32 to f64
    %p = arith.mulf %factor, %d : f64
    %offset = arith.addf %p, %b : f64
    chad.yield %scale, %offset : f32, f64
  }
  %signs = chad.map (%o in %offsets : tensor<?xf64>) -> tensor<?xi32> {
    %is = arith.cmpf ogt, %o, %zero : f64
    %sign = arith.extui %is : i1 to i32
    chad.yield %sign : i32
  }
  return %scales, %offsets, %signs : tensor<?xf32>, tensor<?xf64>, tensor<?xi32>
}

// So many arrays that tiles of them are shorter, and so many that there are none.
func.func @five(%x0: tensor<?xf64>, %x1: tensor<?xf64>, %x2: tensor<?xf64>, %x3: tensor<?xf64>, %x4: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sums:5 = chad.scan left exclusive (%a0, %b0 in %x0 from %zero : tensor<?xf64>, %a1, %b1 in %x1 from %zero : tensor<?xf64>, %a2, %b2 in %x2 from %zero : tensor<?xf64>, %a3, %b3 in %x3 from %zero : tensor<?xf64>, %a4, %b4 in %x4 from %zero : tensor<?xf64>) {
    %s0 = arith.addf %a0, %b0 : f64
    %s1 = arith.addf %a1, %b1 : f64
    %s2 = arith.addf %a2, %b2 : f64
    %s3 = arith.addf %a3, %b3 : f64
    %s4 = arith.addf %a4, %b4 : f64
    chad.yield %s0, %s1, %s2, %s3, %s4 : f64, f64, f64, f64, f64
  }
  return %sums#0, %sums#1, %sums#2, %sums#3, %sums#4 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

func.func @ten(%x0: tensor<?xf64>, %x1: tensor<?xf64>, %x2: tensor<?xf64>, %x3: tensor<?xf64>, %x4: tensor<?xf64>, %x5: tensor<?xf64>, %x6: tensor<?xf64>, %x7: tensor<?xf64>, %x8: tensor<?xf64>, %x9: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sums:10 = chad.scan left exclusive (%a0, %b0 in %x0 from %zero : tensor<?xf64>, %a1, %b1 in %x1 from %zero : tensor<?xf64>, %a2, %b2 in %x2 from %zero : tensor<?xf64>, %a3, %b3 in %x3 from %zero : tensor<?xf64>, %a4, %b4 in %x4 from %zero : tensor<?xf64>, %a5, %b5 in %x5 from %zero : tensor<?xf64>, %a6, %b6 in %x6 from %zero : tensor<?xf64>, %a7, %b7 in %x7 from %zero : tensor<?xf64>, %a8, %b8 in %x8 from %zero : tensor<?xf64>, %a9, %b9 in %x9 from %zero : tensor<?xf64>) {
    %s0 = arith.addf %a0, %b0 : f64
    %s1 = arith.addf %a1, %b1 : f64
    %s2 = arith.addf %a2, %b2 : f64
    %s3 = arith.addf %a3, %b3 : f64
    %s4 = arith.addf %a4, %b4 : f64
    %s5 = arith.addf %a5, %b5 : f64
    %s6 = arith.addf %a6, %b6 : f64
    %s7 = arith.addf %a7, %b7 : f64
    %s8 = arith.addf %a8, %b8 : f64
    %s9 = arith.addf %a9, %b9 : f64
    chad.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9 : f64, f64, f64, f64, f64, f64, f64, f64, f64, f64
  }
  return %sums#0, %sums#1, %sums#2, %sums#3, %sums#4, %sums#5, %sums#6, %sums#7, %sums#8, %sums#9 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
