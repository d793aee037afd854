// Programs on buffers and shapes, and functions of ml_program, are raised to values before they are
// differentiated: each stage shows them, the unary normal form, too.

// RUN: chad-explain %s @layer | FileCheck %s --check-prefix=LAYER
// RUN: chad-explain %s @count | FileCheck %s --check-prefix=COUNT
// RUN: chad-explain %s @first | FileCheck %s --check-prefix=FIRST
// RUN: chad-explain %s @layer --format=json | %python -c "import json, sys; print(*(s['id'] for s in json.load(sys.stdin)['stages'] if s['missing']))" \
// RUN:   | FileCheck %s --check-prefix=ALL --allow-empty
// RUN: not chad-explain %s @none 2>&1 | FileCheck %s --check-prefix=NAMES
// LAYER: 1. The function [function]
// LAYER: func.func @layer(%x: f64) -> f64
// LAYER: ml_program.global_load_const
// LAYER: 2. The function without calls [inlined]
// LAYER-NOT: ml_program
// LAYER: chad.unf.enter(%x)
// LAYER: [vjp-simplified]
// LAYER: chad.scale
// ALL-NOT: {{.}}
// COUNT: 1. The function [function]
// COUNT: shape.num_elements
// COUNT: [inlined]
// COUNT-NOT: shape.num_elements
// COUNT: Out of the normal form [from-unf]
// COUNT: Simplified, it is the reverse derivative above
// FIRST: memref.load
// FIRST: [inlined]
// FIRST-NOT: memref
// FIRST: chad.unf.enter
// NAMES: there is no function '@none'; the functions of the program: @layer, @count, @first

ml_program.global private @weight(2.0 : f64) : f64

ml_program.func @layer(%x: f64) -> f64 {
  %w = ml_program.global_load_const @weight : f64
  %s = math.sin %x : f64
  %y = arith.mulf %w, %s : f64
  ml_program.return %y : f64
}

func.func @count(%xs: tensor<?xf64>, %y: f64) -> f64 {
  %shape = shape.shape_of %xs : tensor<?xf64> -> !shape.shape
  %size = shape.num_elements %shape : !shape.shape -> !shape.size
  %n = shape.size_to_index %size : !shape.size
  %i = arith.index_cast %n : index to i64
  %k = arith.sitofp %i : i64 to f64
  %r = arith.mulf %k, %y : f64
  return %r : f64
}

func.func @first(%xs: memref<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %x = memref.load %xs[%c0] : memref<2xf64>
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
