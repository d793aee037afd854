// RUN: chad-opt %s --chad-place-arrays | FileCheck %s --check-prefix=BOTH
// RUN: chad-opt %s --chad-place-arrays=host-loops=0 | FileCheck %s --check-prefix=OTHER
// RUN: chad-opt %s --chad-place-arrays=host-loops=1 | FileCheck %s --check-prefix=BOTH

// Where no kernel can run the first version of a loop, there is only the other one. Numbers of other loops stay.
// BOTH: scf.if
// BOTH: device.version
// OTHER-LABEL: func.func @versions
// OTHER-NOT: scf.if
// OTHER-NOT: device.version
// OTHER: scf.for
// OTHER: scf.forall
// OTHER: device.unit = 1
// OTHER: return
func.func @versions(%xs: tensor<?xf64>, %n: index, %is: i1) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %r = scf.if %is -> (tensor<?xf64>) {
    %b = scf.forall (%t) in (1) shared_outs(%own = %xs) -> (tensor<?xf64>) {
      %f = linalg.fill ins(%half : f64) outs(%own : tensor<?xf64>) -> tensor<?xf64>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %f into %own[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
      }
    } {device.version, mapping = [#gpu.block<x>]}
    scf.yield %b : tensor<?xf64>
  } else {
    %e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %xs) -> (tensor<?xf64>) {
      %b = scf.forall (%t) in (1) shared_outs(%own = %s) -> (tensor<?xf64>) {
        %f = linalg.fill ins(%half : f64) outs(%own : tensor<?xf64>) -> tensor<?xf64>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %f into %own[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
        }
      } {mapping = [#gpu.block<x>]}
      scf.yield %b : tensor<?xf64>
    }
    scf.yield %e : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
