// Errors that are known at run time only are reported at the op, with the calls that led there; the
// exit code is 1.

// RUN: not chad-run %s --interpret --entry=extract --arg='[1, 2, 3]' --arg=5 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: not chad-run %s --interpret --entry=extract --arg='[1, 2, 3]' --arg=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// EXTRACT: errors.mlir:[[#@LINE+3]]:8: error: interpreter: index 5 is out of bounds for extent 3
// NEGATIVE: errors.mlir:[[#@LINE+2]]:8: error: interpreter: index -1 is out of bounds for extent 3
func.func @extract(%t: tensor<?xf64>, %i: index) -> f64 {
  %e = tensor.extract %t[%i] : tensor<?xf64>
  return %e : f64
}

// RUN: not chad-run %s --interpret --entry=calls --arg='[1]' --arg=1 2>&1 | FileCheck %s --check-prefix=CALLS
// CALLS: errors.mlir:[[#@LINE-5]]:8: error: interpreter: index 1 is out of bounds for extent 1
// CALLS: errors.mlir:[[#@LINE+3]]:10: note: called from here
func.func @calls(%t: tensor<?xf64>, %i: index) -> f64 {
  %r = scf.execute_region -> f64 {
    %e = func.call @extract(%t, %i) : (tensor<?xf64>, index) -> f64
    scf.yield %e : f64
  }
  return %r : f64
}

// RUN: not chad-run %s --interpret --entry=extents --arg='[1, 2]' --arg='[1]' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// EXTENTS: error: interpreter: arrays have the extents 2 and 1
func.func @extents(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%x in %a : tensor<?xf64>, %y in %b : tensor<?xf64>) -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return %r : tensor<?xf64>
}

// RUN: not chad-run %s --interpret --entry=elementwise --arg='[1, 2]' --arg='[1]' 2>&1 | FileCheck %s --check-prefix=ELEMENTWISE
// ELEMENTWISE: error: interpreter: operands have the shapes [2] and [1]
func.func @elementwise(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = arith.addf %a, %b : tensor<?xf64>
  return %r : tensor<?xf64>
}

// RUN: not chad-run %s --interpret --entry=ragged --arg=3 2>&1 | FileCheck %s --check-prefix=RAGGED
// RAGGED: error: interpreter: element 1 has shape [1], but element 0 has shape [0]
func.func @ragged(%n: index) -> tensor<?x?xindex> {
  %r = chad.build %i < %n -> tensor<?x?xindex> {
    %row = chad.build %j < %i -> tensor<?xindex> {
      chad.yield %j : index
    }
    chad.yield %row : tensor<?xindex>
  }
  return %r : tensor<?x?xindex>
}

// RUN: not chad-run %s --interpret --entry=negativeExtent --arg=-3 2>&1 | FileCheck %s --check-prefix=BUILD
// RUN: not chad-run %s --interpret --entry=negativeExtent --arg=1000000000000 2>&1 | FileCheck %s --check-prefix=HUGE
// BUILD: error: interpreter: extent -3 is negative
// HUGE: error: interpreter: a tensor of shape [1000000000000] is too large for the interpreter
func.func @negativeExtent(%n: index) -> tensor<?xindex> {
  %r = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  return %r : tensor<?xindex>
}

// RUN: not chad-run %s --interpret --entry=divide --arg=1 --arg=0 2>&1 | FileCheck %s --check-prefix=DIV
// RUN: not chad-run %s --interpret --entry=divide --arg=-128 --arg=-1 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// DIV: error: interpreter: division by zero
// OVERFLOW: error: interpreter: signed division overflows
func.func @divide(%a: i8, %b: i8) -> i8 {
  %r = arith.divsi %a, %b : i8
  return %r : i8
}

// RUN: not chad-run %s --interpret --entry=cast --arg='[1, 2]' 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: interpreter: result #0 has shape [2], but its type is 'tensor<3xf64>'
func.func @cast(%t: tensor<?xf64>) -> tensor<3xf64> {
  %r = tensor.cast %t : tensor<?xf64> to tensor<3xf64>
  return %r : tensor<3xf64>
}

// RUN: not chad-run %s --interpret --entry=slice --arg='[1, 2, 3]' --arg=2 2>&1 | FileCheck %s --check-prefix=SLICE
// SLICE: error: interpreter: a slice of size 2 from 2 with stride 1 is out of bounds for extent 3
func.func @slice(%t: tensor<?xf64>, %i: index) -> tensor<2xf64> {
  %r = tensor.extract_slice %t[%i] [2] [1] : tensor<?xf64> to tensor<2xf64>
  return %r : tensor<2xf64>
}

// RUN: not chad-run %s --interpret --entry=step --arg=0 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: error: interpreter: step 0 is not positive
func.func @step(%s: index) -> index {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %s iter_args(%a = %c0) -> index {
    scf.yield %i : index
  }
  return %r : index
}

// RUN: not chad-run %s --interpret --entry=forever --arg=0 2>&1 | FileCheck %s --check-prefix=DEPTH
// DEPTH: error: interpreter: more than 1000 calls are open: the recursion does not end or is too deep
// DEPTH: note: called from here
func.func @forever(%i: index) -> index {
  %r = func.call @forever(%i) : (index) -> index
  return %r : index
}

// RUN: not chad-run %s --interpret --entry=gather --arg='[1, 2]' --arg='[0, 2]' 2>&1 | FileCheck %s --check-prefix=GATHER
// GATHER: error: interpreter: index 2 is out of bounds for extent 2
func.func @gather(%t: tensor<?xf64>, %is: tensor<?xindex>) -> tensor<?xf64> {
  %r = chad.gather %t[%is] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// RUN: not chad-run %s --interpret --entry=tags 2>&1 | FileCheck %s --check-prefix=TAGS
// TAGS: error: interpreter: adds values of the tags 0 and 1 of a sum
func.func @tags() -> !chad.sum<(lin<f64>), (lin<f64>)> {
  %z = chad.zero : !chad.lin<f64>
  %a = chad.inj 0(%z) : (!chad.lin<f64>) -> !chad.sum<(lin<f64>), (lin<f64>)>
  %b = chad.inj 1(%z) : (!chad.lin<f64>) -> !chad.sum<(lin<f64>), (lin<f64>)>
  %r = chad.add %a, %b : !chad.sum<(lin<f64>), (lin<f64>)>
  return %r : !chad.sum<(lin<f64>), (lin<f64>)>
}

// RUN: not chad-run %s --interpret --entry=domain --arg='[1, 2]' --arg=3 2>&1 | FileCheck %s --check-prefix=DOMAIN
// DOMAIN: error: interpreter: argument #0 has shape [2], but the linear function takes shape [3]
func.func @domain(%v: !chad.lin<tensor<?xf64>>, %n: index) -> !chad.lin<tensor<?xf64>> {
  %m = chad.lfun.id domain(%n) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  %r = chad.lfun.apply %m(%v) : !chad.lfun<(lin<tensor<?xf64>>) -> (lin<tensor<?xf64>>)>
  return %r : !chad.lin<tensor<?xf64>>
}

// RUN: not chad-run %s --interpret --entry=request --arg='[1, 2]' --arg=7 2>&1 | FileCheck %s --check-prefix=REQUEST
// REQUEST: errors.mlir:9:8: error: interpreter: index 7 is out of bounds for extent 2
// REQUEST: errors.mlir:[[#@LINE+2]]:8: note: called from here
func.func @request(%t: tensor<?xf64>, %i: index) -> tensor<?xf64> {
  %g = chad.grad @extract(%t, %i) : (tensor<?xf64>, index) -> tensor<?xf64>
  return %g : tensor<?xf64>
}

// RUN: not chad-run %s --interpret --entry=unsupported 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: errors.mlir:[[#@LINE+2]]:3: error: interpreter: unsupported op 'gpu.barrier'
func.func @unsupported() {
  gpu.barrier
  return
}

// RUN: not chad-run %s --interpret --entry=quad 2>&1 | FileCheck %s --check-prefix=QUAD
// QUAD: error: interpreter: values of type 'f128' are not supported
func.func @quad() {
  %x = arith.constant 1.0 : f128
  return
}

// RUN: not chad-run %s --interpret --entry=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: errors.mlir:[[#@LINE+1]]:1: error: 'declared' has no body here: there is nothing to run
func.func private @declared()

// RUN: not chad-run %s --interpret --entry=assert --arg=false 2>&1 | FileCheck %s --check-prefix=ASSERT
// ASSERT: error: interpreter: assertion failed: it is false
func.func @assert(%c: i1) {
  cf.assert %c, "it is false"
  return
}
