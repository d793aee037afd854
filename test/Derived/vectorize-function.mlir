// A function over a batch as a function of the module.

// RUN: chad-opt %s --chad-vectorize-function="function=f mapped=0" | FileCheck %s
// CHECK: func.func @f.vmap(%[[X:.*]]: tensor<?x3xf64>, %[[K:.*]]: f64) -> (tensor<?xf64>, tensor<?xi1>)
// CHECK: %[[Y:.*]]:2 = chad.map (%[[E:.*]] in %[[X]] : tensor<?x3xf64>) -> (tensor<?xf64>, tensor<?xi1>) {
// CHECK-NEXT: func.call @f(%[[E]], %[[K]]) : (tensor<3xf64>, f64) -> (f64, i1)
// CHECK: return %[[Y]]#0, %[[Y]]#1

// RUN: chad-opt %s --chad-vectorize-function="function=f extent=4 name=four" | FileCheck %s --check-prefix=ALL
// ALL: func.func @four(%{{.*}}: tensor<4x3xf64>, %{{.*}}: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xi1>)

// A loop that runs as often as each element says.
// RUN: chad-opt %s --chad-vectorize-function="function=f mapped=0" \
// RUN:   | chad-run - --entry=f.vmap --arg='[[1, 2, 3], [-1, -2, -3], [0.5, 0.5, 0.75]]' --arg=1 \
// RUN:   | FileCheck %s --check-prefix=VALUES
// VALUES: tensor<3xf64> [0, -5, -0.25]
// VALUES-NEXT: tensor<3xi1> [true, false, true]

// RUN: not chad-opt %s --chad-vectorize-function="function=f mapped=5" 2>&1 | FileCheck %s --check-prefix=POSITION
// POSITION: error: chad: '@f' has 2 arguments, and option 'mapped' names #5
// RUN: not chad-opt %s --chad-vectorize-function="function=g" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: chad: there is no function '@g'
// RUN: not chad-opt %s --chad-vectorize-function="function=buffer" 2>&1 | FileCheck %s --check-prefix=BUFFER
// BUFFER: error: chad: '@buffer' takes argument #0 of type 'memref<3xf64>', of which there are no arrays; leave it out of option 'mapped', or, if it is a buffer, run '--chad-raise' first
// RUN: not chad-opt %s --chad-vectorize-function="function=made" 2>&1 | FileCheck %s --check-prefix=MADE
// MADE: error: chad: '@made' has result #0 of type 'memref<f64>', of which there are no arrays
// RUN: not chad-opt %s --chad-vectorize-function="function=constant" 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: chad: '@constant' has no arguments to pass arrays for

func.func private @f(%x: tensor<3xf64>, %k: f64) -> (f64, i1) {
  %zero = arith.constant 0.0 : f64
  %s = chad.reduce (%a, %b in %x from %k : tensor<3xf64>) {
    %c = arith.addf %a, %b : f64
    chad.yield %c : f64
  }
  %c = arith.cmpf ogt, %s, %zero : f64
  %n = scf.while (%t = %s) : (f64) -> f64 {
    %d = arith.cmpf ogt, %t, %zero : f64
    scf.condition(%d) %t : f64
  } do {
  ^bb0(%t: f64):
    %u = arith.subf %t, %k : f64
    scf.yield %u : f64
  }
  return %n, %c : f64, i1
}
func.func private @buffer(memref<3xf64>)
func.func private @made(f64) -> memref<f64>
func.func private @constant() -> f64
