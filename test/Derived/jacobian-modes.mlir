// Jacobians in the way that is estimated to cost least: by columns, by rows, or as a product of parts.

// RUN: chad-opt %s --chad-to-first-order -o %t

// Two numbers in the middle: rows of the first part, columns of the second; neither mode alone takes less
// than twice as much.
// DEFINE: %{narrow} = --interpret --count --arg='[0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.15]'
// RUN: chad-run %t --entry=narrow_auto %{narrow} | FileCheck %s --check-prefix=NARROWAUTO
// NARROWAUTO: work 1{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=narrow_forward %{narrow} | FileCheck %s --check-prefix=NARROWFORWARD
// NARROWFORWARD: work 2{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=narrow_reverse %{narrow} | FileCheck %s --check-prefix=NARROWREVERSE
// NARROWREVERSE: work 2{{[0-9][0-9][0-9]}} (

// The narrow places are two; what is between them goes by either.
// DEFINE: %{twice} = --interpret --count --arg='[0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.15]'
// RUN: chad-run %t --entry=twice_auto %{twice} | FileCheck %s --check-prefix=TWICEAUTO
// TWICEAUTO: work 1{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=twice_forward %{twice} | FileCheck %s --check-prefix=TWICEFORWARD
// TWICEFORWARD: work 6{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=twice_reverse %{twice} | FileCheck %s --check-prefix=TWICEREVERSE
// TWICEREVERSE: work 4{{[0-9][0-9][0-9]}} (

// Fewer results than arguments: rows.
// DEFINE: %{tall} = --interpret --count --arg='[0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.15, 1.25, 1.35, 1.45, 1.55]'
// RUN: chad-run %t --entry=tall_auto %{tall} | FileCheck %s --check-prefix=TALLAUTO
// TALLAUTO: work 3{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=tall_reverse %{tall} | FileCheck %s --check-prefix=TALLREVERSE
// TALLREVERSE: work 3{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=tall_forward %{tall} | FileCheck %s --check-prefix=TALLFORWARD
// TALLFORWARD: work 15{{[0-9][0-9][0-9]}} (

// Fewer arguments than results: columns.
// DEFINE: %{wide} = --interpret --count --arg='[0.05, 0.15]'
// RUN: chad-run %t --entry=wide_auto %{wide} | FileCheck %s --check-prefix=WIDEAUTO
// WIDEAUTO: work 3{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=wide_forward %{wide} | FileCheck %s --check-prefix=WIDEFORWARD
// WIDEFORWARD: work 3{{[0-9][0-9][0-9]}} (
// RUN: chad-run %t --entry=wide_reverse %{wide} | FileCheck %s --check-prefix=WIDEREVERSE
// WIDEREVERSE: work 10{{[0-9][0-9][0-9]}} (

// RUN: chad-run %s --entry=narrow_agrees --arg='[0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.15]' | FileCheck %s
// RUN: chad-run %s --entry=twice_agrees --arg='[0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.15]' | FileCheck %s
// CHECK: i1 true
// RUN: chad-run %s --entry=narrow_auto --arg='[0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05, 1.15]' --grad-check | FileCheck %s --check-prefix=SECOND
// Terms of some hundreds cancel to some thousandths.
// SECOND: forward and reverse: worst relative error {{(0|.*e-1[0-9])}}
// SECOND: reverse and differences: worst relative error {{(0|.*e-(0[7-9]|[7-9]|1[0-9]))}}

// RUN: chad-opt %s --chad-differentiate | FileCheck %s --check-prefix=PARTS
// PARTS-DAG: func.func private @several.part(
// PARTS-DAG: func.func private @several.part_{{[0-9]+}}(
// DEFINE: %{several} = --arg='[[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]]' --arg=0.5 --arg=2 --arg='[0.1, 0.2, 0.3, -0.4]'
// RUN: chad-run %s --entry=several_auto %{several} | FileCheck %s --check-prefix=SEVERAL
// RUN: chad-run %s --entry=several_forward %{several} | FileCheck %s --check-prefix=SEVERAL
// RUN: chad-run %s --entry=several_reverse %{several} | FileCheck %s --check-prefix=SEVERAL
// RUN: chad-run %s --entry=several_auto %{several} --interpret | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: tensor<5x4x3x6xf32> {{\[\[\[\[}}2.8914{{.*}}e-06, 5.8429
// SEVERAL-NEXT: tensor<5x4xf32> {{\[\[}}0.0001705
// SEVERAL-NEXT: tensor<5x4x4xf32> {{\[\[\[}}-0.33750
// SEVERAL-NEXT: tensor<3x6xf32> {{\[\[-?}}0, {{-?}}0
// SEVERAL-NEXT: f32 {{-?}}0
// SEVERAL-NEXT: tensor<4xf32> [1, 1, 1, 1]
// SEVERAL-NEXT: tensor<9x3x6xf32> {{\[\[\[}}0.00016613{{.*}}, 0.00033572
// SEVERAL-NEXT: tensor<9xf32> {{.*}}-15.504
// SEVERAL-NEXT: tensor<9x4xf32> {{\[\[-?}}0, {{-?}}0

func.func private @narrow(%x0: tensor<12xf64>) -> tensor<16xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n0 = arith.constant 2 : index
  %x1 = chad.build %i < %n0 -> tensor<2xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x0 : tensor<12xf64>) -> tensor<12xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<12xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n1 = arith.constant 16 : index
  %x2 = chad.build %i < %n1 -> tensor<16xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x1 : tensor<2xf64>) -> tensor<2xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<2xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  return %x2 : tensor<16xf64>
}
func.func @narrow_auto(%x: tensor<12xf64>) -> tensor<16x12xf64> {
  %j = chad.jacobian @narrow(%x) : (tensor<12xf64>) -> tensor<16x12xf64>
  return %j : tensor<16x12xf64>
}
func.func @narrow_forward(%x: tensor<12xf64>) -> tensor<16x12xf64> {
  %j = chad.jacobian @narrow(%x) mode<forward> : (tensor<12xf64>) -> tensor<16x12xf64>
  return %j : tensor<16x12xf64>
}
func.func @narrow_reverse(%x: tensor<12xf64>) -> tensor<16x12xf64> {
  %j = chad.jacobian @narrow(%x) mode<reverse> : (tensor<12xf64>) -> tensor<16x12xf64>
  return %j : tensor<16x12xf64>
}
func.func private @tall(%x0: tensor<16xf64>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n0 = arith.constant 12 : index
  %x1 = chad.build %i < %n0 -> tensor<12xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x0 : tensor<16xf64>) -> tensor<16xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<16xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n1 = arith.constant 8 : index
  %x2 = chad.build %i < %n1 -> tensor<8xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x1 : tensor<12xf64>) -> tensor<12xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<12xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n2 = arith.constant 2 : index
  %x3 = chad.build %i < %n2 -> tensor<2xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x2 : tensor<8xf64>) -> tensor<8xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<8xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  return %x3 : tensor<2xf64>
}
func.func @tall_auto(%x: tensor<16xf64>) -> tensor<2x16xf64> {
  %j = chad.jacobian @tall(%x) : (tensor<16xf64>) -> tensor<2x16xf64>
  return %j : tensor<2x16xf64>
}
func.func @tall_forward(%x: tensor<16xf64>) -> tensor<2x16xf64> {
  %j = chad.jacobian @tall(%x) mode<forward> : (tensor<16xf64>) -> tensor<2x16xf64>
  return %j : tensor<2x16xf64>
}
func.func @tall_reverse(%x: tensor<16xf64>) -> tensor<2x16xf64> {
  %j = chad.jacobian @tall(%x) mode<reverse> : (tensor<16xf64>) -> tensor<2x16xf64>
  return %j : tensor<2x16xf64>
}
func.func private @wide(%x0: tensor<2xf64>) -> tensor<16xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n0 = arith.constant 8 : index
  %x1 = chad.build %i < %n0 -> tensor<8xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x0 : tensor<2xf64>) -> tensor<2xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<2xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n1 = arith.constant 12 : index
  %x2 = chad.build %i < %n1 -> tensor<12xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x1 : tensor<8xf64>) -> tensor<8xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<8xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n2 = arith.constant 16 : index
  %x3 = chad.build %i < %n2 -> tensor<16xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x2 : tensor<12xf64>) -> tensor<12xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<12xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  return %x3 : tensor<16xf64>
}
func.func @wide_auto(%x: tensor<2xf64>) -> tensor<16x2xf64> {
  %j = chad.jacobian @wide(%x) : (tensor<2xf64>) -> tensor<16x2xf64>
  return %j : tensor<16x2xf64>
}
func.func @wide_forward(%x: tensor<2xf64>) -> tensor<16x2xf64> {
  %j = chad.jacobian @wide(%x) mode<forward> : (tensor<2xf64>) -> tensor<16x2xf64>
  return %j : tensor<16x2xf64>
}
func.func @wide_reverse(%x: tensor<2xf64>) -> tensor<16x2xf64> {
  %j = chad.jacobian @wide(%x) mode<reverse> : (tensor<2xf64>) -> tensor<16x2xf64>
  return %j : tensor<16x2xf64>
}
func.func private @twice(%x0: tensor<12xf64>) -> tensor<12xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n0 = arith.constant 2 : index
  %x1 = chad.build %i < %n0 -> tensor<2xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x0 : tensor<12xf64>) -> tensor<12xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<12xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n1 = arith.constant 12 : index
  %x2 = chad.build %i < %n1 -> tensor<12xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x1 : tensor<2xf64>) -> tensor<2xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<2xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n2 = arith.constant 2 : index
  %x3 = chad.build %i < %n2 -> tensor<2xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x2 : tensor<12xf64>) -> tensor<12xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<12xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  %n3 = arith.constant 12 : index
  %x4 = chad.build %i < %n3 -> tensor<12xf64> {
    %ii = arith.index_cast %i : index to i64
    %if = arith.sitofp %ii : i64 to f64
    %c = arith.addf %if, %one : f64
    %t = chad.map (%e in %x3 : tensor<2xf64>) -> tensor<2xf64> {
      %p = arith.mulf %e, %c : f64
      %s = math.sin %p : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<2xf64>) {
      %w = arith.addf %u, %v : f64
      chad.yield %w : f64
    }
    chad.yield %r : f64
  }
  return %x4 : tensor<12xf64>
}
func.func @twice_auto(%x: tensor<12xf64>) -> tensor<12x12xf64> {
  %j = chad.jacobian @twice(%x) : (tensor<12xf64>) -> tensor<12x12xf64>
  return %j : tensor<12x12xf64>
}
func.func @twice_forward(%x: tensor<12xf64>) -> tensor<12x12xf64> {
  %j = chad.jacobian @twice(%x) mode<forward> : (tensor<12xf64>) -> tensor<12x12xf64>
  return %j : tensor<12x12xf64>
}
func.func @twice_reverse(%x: tensor<12xf64>) -> tensor<12x12xf64> {
  %j = chad.jacobian @twice(%x) mode<reverse> : (tensor<12xf64>) -> tensor<12x12xf64>
  return %j : tensor<12x12xf64>
}
func.func @narrow_agrees(%x: tensor<12xf64>) -> i1 {
  %zero = arith.constant 0.0 : f64
  %bound = arith.constant 1.0e-11 : f64
  %auto = chad.jacobian @narrow(%x) : (tensor<12xf64>) -> tensor<16x12xf64>
  %forward = chad.jacobian @narrow(%x) mode<forward> : (tensor<12xf64>) -> tensor<16x12xf64>
  %reverse = chad.jacobian @narrow(%x) mode<reverse> : (tensor<12xf64>) -> tensor<16x12xf64>
  %worst = chad.fold (%p in %auto : tensor<16x12xf64>, %q in %forward : tensor<16x12xf64>, %r in %reverse : tensor<16x12xf64>) with (%w = %zero : f64) {
    %v = chad.fold (%a in %p : tensor<12xf64>, %b in %q : tensor<12xf64>, %c in %r : tensor<12xf64>) with (%u = %w : f64) {
      %d = arith.subf %a, %b : f64
      %e = arith.subf %a, %c : f64
      %f = math.absf %d : f64
      %g = math.absf %e : f64
      %h = arith.maximumf %f, %g : f64
      %m = arith.maximumf %u, %h : f64
      chad.yield %m : f64
    }
    chad.yield %v : f64
  }
  %ok = arith.cmpf olt, %worst, %bound : f64
  return %ok : i1
}
func.func @twice_agrees(%x: tensor<12xf64>) -> i1 {
  %zero = arith.constant 0.0 : f64
  %bound = arith.constant 1.0e-11 : f64
  %auto = chad.jacobian @twice(%x) : (tensor<12xf64>) -> tensor<12x12xf64>
  %forward = chad.jacobian @twice(%x) mode<forward> : (tensor<12xf64>) -> tensor<12x12xf64>
  %reverse = chad.jacobian @twice(%x) mode<reverse> : (tensor<12xf64>) -> tensor<12x12xf64>
  %worst = chad.fold (%p in %auto : tensor<12x12xf64>, %q in %forward : tensor<12x12xf64>, %r in %reverse : tensor<12x12xf64>) with (%w = %zero : f64) {
    %v = chad.fold (%a in %p : tensor<12xf64>, %b in %q : tensor<12xf64>, %c in %r : tensor<12xf64>) with (%u = %w : f64) {
      %d = arith.subf %a, %b : f64
      %e = arith.subf %a, %c : f64
      %f = math.absf %d : f64
      %g = math.absf %e : f64
      %h = arith.maximumf %f, %g : f64
      %m = arith.maximumf %u, %h : f64
      chad.yield %m : f64
    }
    chad.yield %v : f64
  }
  %ok = arith.cmpf olt, %worst, %bound : f64
  return %ok : i1
}
// Several arguments and results, an index and a scalar that pass through, arrays of two dimensions.
func.func private @several(%x: tensor<3x6xf32>, %k: f32, %n: index, %y: tensor<4xf32>)
    -> (tensor<5x4xf32>, index, f32, tensor<9xf32>) {
  %zero = arith.constant 0.0 : f32
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = chad.map (%row in %x : tensor<3x6xf32>) -> tensor<3xf32> {
    %t = chad.map (%e in %row : tensor<6xf32>) -> tensor<6xf32> {
      %p = arith.mulf %e, %k : f32
      %s1 = math.sin %p : f32
      %s2 = math.cos %s1 : f32
      %s3 = math.exp %s2 : f32
      %s4 = math.tanh %s3 : f32
      %s = math.sin %s4 : f32
      chad.yield %s : f32
    }
    %r = chad.reduce (%u, %v in %t from %zero : tensor<6xf32>) {
      %w = arith.addf %u, %v : f32
      chad.yield %w : f32
    }
    chad.yield %r : f32
  }
  %a = chad.reduce (%u, %v in %rows from %zero : tensor<3xf32>) {
    %w = arith.addf %u, %v : f32
    chad.yield %w : f32
  }
  %b = chad.reduce (%u, %v in %y from %zero : tensor<4xf32>) {
    %w = arith.addf %u, %v : f32
    chad.yield %w : f32
  }
  %ii = arith.index_cast %n : index to i32
  %if = arith.sitofp %ii : i32 to f32
  %m = chad.build %i < %c5 -> tensor<5x4xf32> {
    %row = chad.map (%e in %y : tensor<4xf32>) -> tensor<4xf32> {
      %p = arith.mulf %b, %a : f32
      %q = arith.mulf %p, %if : f32
      %s1 = math.sin %q : f32
      %s2 = math.cos %s1 : f32
      %s3 = math.exp %s2 : f32
      %s4 = math.tanh %s3 : f32
      %s = math.cos %s4 : f32
      chad.yield %s : f32
    }
    chad.yield %row : tensor<4xf32>
  }
  %l = chad.build %i < %c9 -> tensor<9xf32> {
    %p = scf.for %j = %c0 to %n step %c1 iter_args(%q = %a) -> f32 {
      %r = arith.mulf %q, %k : f32
      scf.yield %r : f32
    }
    %s1 = math.sin %p : f32
    %s2 = math.cos %s1 : f32
    %s = math.exp %s2 : f32
    chad.yield %s : f32
  }
  return %m, %n, %b, %l : tensor<5x4xf32>, index, f32, tensor<9xf32>
}
func.func @several_auto(%x: tensor<3x6xf32>, %k: f32, %n: index, %y: tensor<4xf32>)
    -> (tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>) {
  %j:9 = chad.jacobian @several(%x, %k, %n, %y) : (tensor<3x6xf32>, f32, index, tensor<4xf32>)
      -> (tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>)
  return %j#0, %j#1, %j#2, %j#3, %j#4, %j#5, %j#6, %j#7, %j#8
      : tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>
}
func.func @several_forward(%x: tensor<3x6xf32>, %k: f32, %n: index, %y: tensor<4xf32>)
    -> (tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>) {
  %j:9 = chad.jacobian @several(%x, %k, %n, %y) mode<forward> : (tensor<3x6xf32>, f32, index, tensor<4xf32>)
      -> (tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>)
  return %j#0, %j#1, %j#2, %j#3, %j#4, %j#5, %j#6, %j#7, %j#8
      : tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>
}
func.func @several_reverse(%x: tensor<3x6xf32>, %k: f32, %n: index, %y: tensor<4xf32>)
    -> (tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>) {
  %j:9 = chad.jacobian @several(%x, %k, %n, %y) mode<reverse> : (tensor<3x6xf32>, f32, index, tensor<4xf32>)
      -> (tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>)
  return %j#0, %j#1, %j#2, %j#3, %j#4, %j#5, %j#6, %j#7, %j#8
      : tensor<5x4x3x6xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<3x6xf32>, f32, tensor<4xf32>, tensor<9x3x6xf32>, tensor<9xf32>, tensor<9x4xf32>
}
