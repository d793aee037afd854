// Integer and float arithmetic, comparisons, casts and selections, on scalars
// and elementwise on tensors.

// RUN: chad-run %s --interpret --entry=integers | FileCheck %s --check-prefix=INT
// INT: i8 -126
// INT-NEXT: i8 -56
// INT-NEXT: i8 -3
// INT-NEXT: i8 -4
// INT-NEXT: i8 -3
// INT-NEXT: i8 -1
// INT-NEXT: i8 124
// INT-NEXT: i8 125
// INT-NEXT: i8 1
// INT-NEXT: i8 -14
// INT-NEXT: i8 124
// INT-NEXT: i8 -4
// INT-NEXT: i8 0
func.func @integers() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant 127 : i8
  %b = arith.constant 3 : i8
  %c = arith.constant -7 : i8
  %d = arith.constant 2 : i8
  %e = arith.constant 100 : i8
  %k1 = arith.constant 1 : i8
  %sixteen = arith.constant 16 : i8
  %wrap = arith.addi %a, %b : i8
  %mul = arith.muli %e, %d : i8
  %div = arith.divsi %c, %d : i8
  %floor = arith.floordivsi %c, %d : i8
  %ceil = arith.ceildivsi %c, %d : i8
  %rem = arith.remsi %c, %d : i8
  %divu = arith.divui %c, %d : i8
  %ceilu = arith.ceildivui %c, %d : i8
  %remu = arith.remui %c, %d : i8
  %shl = arith.shli %c, %k1 : i8
  %shru = arith.shrui %c, %k1 : i8
  %shrs = arith.shrsi %c, %k1 : i8
  %far = arith.shli %c, %sixteen : i8
  return %wrap, %mul, %div, %floor, %ceil, %rem, %divu, %ceilu, %remu, %shl, %shru, %shrs, %far
      : i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// RUN: chad-run %s --interpret --entry=bits | FileCheck %s --check-prefix=BITS
// BITS: i8 4
// BITS-NEXT: i8 -11
// BITS-NEXT: i8 -15
// BITS-NEXT: i8 5
// BITS-NEXT: i8 -12
// BITS-NEXT: i8 -12
// BITS-NEXT: i8 5
// BITS-NEXT: i8 -7
// BITS-NEXT: i1 true
// BITS-NEXT: i8 -60
// BITS-NEXT: i8 -1
// BITS-NEXT: i8 -60
// BITS-NEXT: i8 4
func.func @bits() -> (i8, i8, i8, i8, i8, i8, i8, i8, i1, i8, i8, i8, i8) {
  %a = arith.constant 5 : i8
  %b = arith.constant -12 : i8
  %and = arith.andi %a, %b : i8
  %or = arith.ori %a, %b : i8
  %xor = arith.xori %a, %b : i8
  %maxs = arith.maxsi %a, %b : i8
  %maxu = arith.maxui %a, %b : i8
  %mins = arith.minsi %a, %b : i8
  %minu = arith.minui %a, %b : i8
  %m5 = arith.constant -5 : i8
  %m1 = arith.constant -2 : i8
  %sum, %carry = arith.addui_extended %m1, %m5 : i8, i1
  %lo, %hi = arith.mulsi_extended %a, %b : i8
  %ulo, %uhi = arith.mului_extended %a, %b : i8
  return %and, %or, %xor, %maxs, %maxu, %mins, %minu, %sum, %carry, %lo, %hi, %ulo, %uhi
      : i8, i8, i8, i8, i8, i8, i8, i8, i1, i8, i8, i8, i8
}

// An index has 64 bits.
// RUN: chad-run %s --interpret --entry=wrap --arg=9223372036854775807 | FileCheck %s --check-prefix=WRAP
// WRAP: index -9223372036854775808
func.func @wrap(%i: index) -> index {
  %one = arith.constant 1 : index
  %r = arith.addi %i, %one : index
  return %r : index
}

// RUN: chad-run %s --interpret --entry=compare --arg='[-1, 0, 1]' --arg=0 | FileCheck %s --check-prefix=CMP
// CMP: tensor<3xi1> [true, false, false]
// CMP-NEXT: tensor<3xi1> [false, false, true]
// CMP-NEXT: tensor<3xi1> [true, false, true]
func.func @compare(%a: tensor<3xi32>, %b: i32) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) {
  %bs = tensor.splat %b : tensor<3xi32>
  %slt = arith.cmpi slt, %a, %bs : tensor<3xi32>
  %sgt = arith.cmpi sgt, %a, %bs : tensor<3xi32>
  %ugt = arith.cmpi ugt, %a, %bs : tensor<3xi32>
  return %slt, %sgt, %ugt : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}

// RUN: chad-run %s --interpret --entry=floats --arg='[1, -0.0, nan, inf]' --arg='[3, 0, 1, -2.5]' | FileCheck %s --check-prefix=FLOAT
// FLOAT: tensor<4xf64> [4, 0, nan, inf]
// FLOAT-NEXT: tensor<4xf64> [-2, -0, nan, inf]
// FLOAT-NEXT: tensor<4xf64> [3, -0, nan, -inf]
// FLOAT-NEXT: tensor<4xf64> [0.3333333333333333, nan, nan, -inf]
// FLOAT-NEXT: tensor<4xf64> [3, 0, nan, inf]
// FLOAT-NEXT: tensor<4xf64> [3, 0, 1, inf]
// FLOAT-NEXT: tensor<4xf64> [1, -0, nan, -2.5]
// FLOAT-NEXT: tensor<4xf64> [1, -0, 1, -2.5]
// FLOAT-NEXT: tensor<4xf64> [1, nan, nan, nan]
// FLOAT-NEXT: tensor<4xi1> [true, false, false, false]
// FLOAT-NEXT: tensor<4xi1> [true, false, true, false]
// FLOAT-NEXT: tensor<4xi1> [false, false, true, false]
func.func @floats(%a: tensor<4xf64>, %b: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
        tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %add = arith.addf %a, %b : tensor<4xf64>
  %sub = arith.subf %a, %b : tensor<4xf64>
  %mul = arith.mulf %a, %b : tensor<4xf64>
  %div = arith.divf %a, %b : tensor<4xf64>
  %max = arith.maximumf %a, %b : tensor<4xf64>
  %maxnum = arith.maxnumf %a, %b : tensor<4xf64>
  %min = arith.minimumf %a, %b : tensor<4xf64>
  %minnum = arith.minnumf %a, %b : tensor<4xf64>
  %rem = arith.remf %a, %b : tensor<4xf64>
  %olt = arith.cmpf olt, %a, %b : tensor<4xf64>
  %ult = arith.cmpf ult, %a, %b : tensor<4xf64>
  %uno = arith.cmpf uno, %a, %b : tensor<4xf64>
  return %add, %sub, %mul, %div, %max, %maxnum, %min, %minnum, %rem, %olt, %ult, %uno
      : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
        tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Every op rounds to its type: in f32 a third is 0.33333334, 2^24 + 1 is 2^24.
// RUN: chad-run %s --interpret --entry=rounding | FileCheck %s --check-prefix=ROUND
// ROUND: f32 0.33333334
// ROUND-NEXT: f32 16777216
// ROUND-NEXT: f16 0.3333
// ROUND-NEXT: bf16 0.334
// ROUND-NEXT: f16 inf
// ROUND-NEXT: f64 0.3333333432674408
func.func @rounding() -> (f32, f32, f16, bf16, f16, f64) {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %third = arith.divf %one, %three : f32
  %big = arith.constant 16777216.0 : f32
  %sum = arith.addf %big, %one : f32
  %half = arith.truncf %third : f32 to f16
  %brain = arith.truncf %third : f32 to bf16
  %huge = arith.truncf %big : f32 to f16
  %wide = arith.extf %third : f32 to f64
  return %third, %sum, %half, %brain, %huge, %wide : f32, f32, f16, bf16, f16, f64
}

// RUN: chad-run %s --interpret --entry=casts --arg=-200 --arg=2.75 | FileCheck %s --check-prefix=CAST
// CAST: i8 56
// CAST-NEXT: i64 -200
// CAST-NEXT: i64 4294967096
// CAST-NEXT: index -200
// CAST-NEXT: index 4294967096
// CAST-NEXT: f64 -200
// CAST-NEXT: f64 4294967096
// CAST-NEXT: i32 2
// CAST-NEXT: i32 -2
// CAST-NEXT: i8 0
// CAST-NEXT: i64 4613374868287651840
// CAST-NEXT: f32 1
func.func @casts(%i: i32, %x: f64)
    -> (i8, i64, i64, index, index, f64, f64, i32, i32, i8, i64, f32) {
  %trunc = arith.trunci %i : i32 to i8
  %sext = arith.extsi %i : i32 to i64
  %zext = arith.extui %i : i32 to i64
  %index = arith.index_cast %i : i32 to index
  %indexu = arith.index_castui %i : i32 to index
  %s = arith.sitofp %i : i32 to f64
  %u = arith.uitofp %i : i32 to f64
  %fs = arith.fptosi %x : f64 to i32
  %neg = arith.negf %x : f64
  %fn = arith.fptosi %neg : f64 to i32
  %fu = arith.fptoui %neg : f64 to i8
  %bits = arith.bitcast %x : f64 to i64
  %pattern = arith.constant 0x3F800000 : i32
  %f = arith.bitcast %pattern : i32 to f32
  return %trunc, %sext, %zext, %index, %indexu, %s, %u, %fs, %fn, %fu, %bits, %f
      : i8, i64, i64, index, index, f64, f64, i32, i32, i8, i64, f32
}

// RUN: chad-run %s --interpret --entry=choose --arg=false --arg='[true, false]' | FileCheck %s --check-prefix=SELECT
// SELECT: tensor<2xf64> [3, 4]
// SELECT-NEXT: tensor<2xf64> [1, 4]
// SELECT-NEXT: !chad.lin<f64> 2.5
func.func @choose(%c: i1, %cs: tensor<2xi1>) -> (tensor<2xf64>, tensor<2xf64>, !chad.lin<f64>) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %b = arith.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %x = arith.constant 2.5 : f64
  %zero = chad.zero : !chad.lin<f64>
  %v = chad.to_linear %x : f64
  %0 = arith.select %c, %a, %b : tensor<2xf64>
  %1 = arith.select %cs, %a, %b : tensor<2xi1>, tensor<2xf64>
  %2 = arith.select %c, %zero, %v : !chad.lin<f64>
  return %0, %1, %2 : tensor<2xf64>, tensor<2xf64>, !chad.lin<f64>
}

// Poison may be any value; here it is zero.
// RUN: chad-run %s --interpret --entry=poison | FileCheck %s --check-prefix=POISON
// POISON: f64 0
// POISON-NEXT: tensor<2xi32> [0, 0]
func.func @poison() -> (f64, tensor<2xi32>) {
  %0 = ub.poison : f64
  %1 = ub.poison : tensor<2xi32>
  return %0, %1 : f64, tensor<2xi32>
}
