// An array that both blocks of a branch make, or that one of them takes from elsewhere, is made in its final place, by
// a loop of one iteration or none for each block. The results do not change.

// RUN: chad-run %s --interpret --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[1,0,1] | FileCheck %s
// RUN: chad-run %s --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[1,0,1] | FileCheck %s
// RUN: chad-run %s --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[1,0,1] --target=cuda-emulated | FileCheck %s
// RUN: chad-opt %s --chad-eliminate-empty-tensors | FileCheck %s --check-prefix=DONE
// RUN: chad-opt %s --chad-eliminate-empty-tensors | chad-run - --arg=[[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]] --arg=[1,0,1] | FileCheck %s
// CHECK: tensor<3x3xf64> {{\[}}[1, 4, 9], [14, 15, 16], [49, 64, 81]]
// CHECK: tensor<3x3xf64> {{\[}}[0.5, 0.5, 0.5], [16, 25, 36], [0.5, 0.5, 0.5]]
// CHECK: tensor<3x3xf64> {{\[}}[1, 4, 9], [4, 5, 6], [49, 64, 81]]

// DONE-LABEL: func.func @f(
// DONE-SAME:    %[[XS:.*]]: tensor<?x?xf64>,
func.func @f(%xs: tensor<?x?xf64>, %at: tensor<?xindex>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10.0 : f64
  %half = arith.constant 0.5 : f64
  %n = tensor.dim %xs, %c0 : tensor<?x?xf64>
  %m = tensor.dim %xs, %c1 : tensor<?x?xf64>
  %halves = tensor.splat %half[%m] : tensor<?xf64>
  %all = tensor.empty(%n, %m) : tensor<?x?xf64>

  // DONE: scf.for %[[I:.*]] = {{.*}} iter_args(%[[ALL:.*]] = %{{.*}})
  // DONE:   %[[IS:.*]] = arith.cmpi eq
  // DONE-NOT: scf.if
  // DONE:   %[[PLACE:.*]] = tensor.extract_slice %[[ALL]][%[[I]], 0]
  // DONE:   %[[COUNT:.*]] = arith.select %[[IS]], %c1{{.*}}, %c0{{.*}}
  // DONE:   %[[FIRST:.*]] = scf.for {{.*}} to %[[COUNT]] {{.*}} iter_args(%[[A:.*]] = %[[PLACE]])
  // DONE:     scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
  // DONE:   %[[COUNT:.*]] = arith.select %[[IS]], %c0{{.*}}, %c1{{.*}}
  // DONE:   %[[SECOND:.*]] = scf.for {{.*}} to %[[COUNT]] {{.*}} iter_args(%[[B:.*]] = %[[FIRST]])
  // DONE:     scf.for {{.*}} iter_args(%{{.*}} = %[[B]])
  // DONE:   tensor.insert_slice %[[SECOND]] into %[[ALL]][%[[I]], 0]
  %made = scf.for %i = %c0 to %n step %c1 iter_args(%done = %all) -> tensor<?x?xf64> {
    %p = tensor.extract %at[%i] : tensor<?xindex>
    %is = arith.cmpi eq, %p, %c1 : index
    %row = scf.if %is -> tensor<?xf64> {
      %empty = tensor.empty(%m) : tensor<?xf64>
      %r = scf.for %j = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xf64> {
        %x = tensor.extract %xs[%i, %j] : tensor<?x?xf64>
        %y = arith.mulf %x, %x : f64
        %u = tensor.insert %y into %t[%j] : tensor<?xf64>
        scf.yield %u : tensor<?xf64>
      }
      scf.yield %r : tensor<?xf64>
    } else {
      %empty = tensor.empty(%m) : tensor<?xf64>
      %r = scf.for %j = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xf64> {
        %x = tensor.extract %xs[%i, %j] : tensor<?x?xf64>
        %y = arith.addf %x, %ten : f64
        %u = tensor.insert %y into %t[%j] : tensor<?xf64>
        scf.yield %u : tensor<?xf64>
      }
      scf.yield %r : tensor<?xf64>
    }
    %next = tensor.insert_slice %row into %done[%i, 0] [1, %m] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }

  // An array of one number, from outside of the loop.
  // DONE: scf.for {{.*}} iter_args(%[[ALL:.*]] = %{{.*}})
  // DONE-NOT: scf.if
  // DONE:   %[[FIRST:.*]] = scf.for
  // DONE:     %[[FILLED:.*]] = linalg.fill ins(%{{.*}}) outs(%[[A:.*]] : tensor<?xf64>)
  // DONE:     scf.yield %[[FILLED]]
  // DONE:   scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
  %filled = scf.for %i = %c0 to %n step %c1 iter_args(%done = %all) -> tensor<?x?xf64> {
    %p = tensor.extract %at[%i] : tensor<?xindex>
    %is = arith.cmpi eq, %p, %c1 : index
    %row = scf.if %is -> tensor<?xf64> {
      scf.yield %halves : tensor<?xf64>
    } else {
      %empty = tensor.empty(%m) : tensor<?xf64>
      %r = scf.for %j = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xf64> {
        %x = tensor.extract %xs[%i, %j] : tensor<?x?xf64>
        %y = arith.mulf %x, %x : f64
        %u = tensor.insert %y into %t[%j] : tensor<?xf64>
        scf.yield %u : tensor<?xf64>
      }
      scf.yield %r : tensor<?xf64>
    }
    %next = tensor.insert_slice %row into %done[%i, 0] [1, %m] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }

  // A row of another array.
  // DONE: scf.for {{.*}} iter_args(%[[ALL:.*]] = %{{.*}})
  // DONE-NOT: scf.if
  // DONE:     %[[ROW:.*]] = tensor.extract_slice %[[XS]]
  // DONE:     bufferization.materialize_in_destination %[[ROW]] in
  %copied = scf.for %i = %c0 to %n step %c1 iter_args(%done = %all) -> tensor<?x?xf64> {
    %p = tensor.extract %at[%i] : tensor<?xindex>
    %is = arith.cmpi eq, %p, %c1 : index
    %row = scf.if %is -> tensor<?xf64> {
      %empty = tensor.empty(%m) : tensor<?xf64>
      %r = scf.for %j = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xf64> {
        %x = tensor.extract %xs[%i, %j] : tensor<?x?xf64>
        %y = arith.mulf %x, %x : f64
        %u = tensor.insert %y into %t[%j] : tensor<?xf64>
        scf.yield %u : tensor<?xf64>
      }
      scf.yield %r : tensor<?xf64>
    } else {
      %r = tensor.extract_slice %xs[%i, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      scf.yield %r : tensor<?xf64>
    }
    %next = tensor.insert_slice %row into %done[%i, 0] [1, %m] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %made, %filled, %copied : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
