// An extent that a fold changes is computed from extents (`fold-extent-states`). If only the extent
// of the array is used, the array is not computed.

// RUN: chad-opt %s --split-input-file --canonicalize --cse | FileCheck %s

// CHECK-LABEL: @doubled
// CHECK-SAME: %[[XS:[a-z0-9]+]]: tensor<?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[XS]]
// CHECK: %[[LAST:.*]] = chad.fold {{.*}} with (%[[M:.*]] = %[[N]] : index) {
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[M]], %[[M]]
// CHECK-NEXT: chad.yield %[[NEXT]] : index
// CHECK: return %[[LAST]]
func.func @doubled(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %b = chad.map (%x in %a : tensor<?xf64>) -> tensor<?xf64> {
      %s = math.sin %x : f64
      chad.yield %s : f64
    }
    %c = tensor.concat dim(0) %a, %b : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %n : index
}

// -----

// The sum of all extents, each of which is that before and one more, or half of it.
// CHECK-LABEL: @sum_of_extents
// CHECK: chad.fold {{.*}} with (%[[SUM:.*]] = %{{.*}} : index, %[[M:.*]] = %{{.*}} : index) {
// CHECK-NEXT: arith.addi %[[SUM]], %[[M]]
// CHECK-NEXT: arith.divui %[[M]]
// CHECK-NEXT: arith.addi %[[M]]
// CHECK-NEXT: arith.select
// CHECK-NEXT: chad.yield
func.func @sum_of_extents(%xs: tensor<?xf64>, %is: tensor<?xi1>) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r, %s = chad.fold (%i in %is : tensor<?xi1>) with (%a = %xs : tensor<?xf64>, %t = %c0 : index) {
    %n = tensor.dim %a, %c0 : tensor<?xf64>
    %u = arith.addi %t, %n : index
    %h = arith.divui %n, %c2 : index
    %c = scf.if %i -> tensor<?xf64> {
      %e = tensor.extract_slice %a[0] [1] [1] : tensor<?xf64> to tensor<1xf64>
      %d = tensor.concat dim(0) %e, %a : (tensor<1xf64>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    } else {
      %d = tensor.extract_slice %a[0] [%h] [1] : tensor<?xf64> to tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    }
    chad.yield %c, %u : tensor<?xf64>, index
  }
  return %s : index
}

// -----

// An extent that an element decides on stays one of the array.
// CHECK-LABEL: @filtered
// CHECK: chad.fold {{.*}} with (%{{.*}} = %{{.*}} : tensor<?xindex>
func.func @filtered(%xs: tensor<?xindex>, %is: tensor<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xindex>) {
    %h = tensor.extract %a[%i] : tensor<?xindex>
    %d = tensor.extract_slice %a[0] [%h] [1] : tensor<?xindex> to tensor<?xindex>
    chad.yield %d : tensor<?xindex>
  }
  %n = tensor.dim %r, %c0 : tensor<?xindex>
  return %n : index
}

// -----

// Reshapes multiply, padding adds what an element says.
// CHECK-LABEL: @products_and_padding
// CHECK: chad.fold (%[[I:.*]] in %{{.*}} : tensor<?xindex>) with (%[[M:.*]] = %{{.*}} : index) {
// CHECK-NEXT: %[[LOW:.*]] = arith.addi %[[I]], %[[M]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[LOW]], %[[I]]
// CHECK-NEXT: %[[TWICE:.*]] = arith.muli %[[SUM]], %{{.*}}
// CHECK-NEXT: chad.yield %[[TWICE]] : index
func.func @products_and_padding(%xs: tensor<?xf64>, %is: tensor<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %r = chad.fold (%i in %is : tensor<?xindex>) with (%a = %xs : tensor<?xf64>) {
    %p = tensor.pad %a low[%i] high[%i] {
    ^bb0(%j: index):
      tensor.yield %zero : f64
    } : tensor<?xf64> to tensor<?xf64>
    %pairs = chad.map (%x in %p : tensor<?xf64>) -> tensor<?x2xf64> {
      %pair = tensor.from_elements %x, %zero : tensor<2xf64>
      chad.yield %pair : tensor<2xf64>
    }
    %c = tensor.collapse_shape %pairs [[0, 1]] : tensor<?x2xf64> into tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %n : index
}

// -----

// A choice between arrays is one between extents; one that depends on what a branch computes stays.
// CHECK-LABEL: @chosen
// CHECK: chad.fold {{.*}} with (%[[M:.*]] = %{{.*}} : index) {
// CHECK-NEXT: %[[MORE:.*]] = arith.addi %[[M]], %[[M]]
// CHECK-NEXT: arith.select %{{.*}}, %[[MORE]], %[[M]]
// CHECK-LABEL: @chosen_inside
// CHECK: chad.fold {{.*}} with (%{{.*}} = %{{.*}} : tensor<?xf64>)
func.func @chosen(%xs: tensor<?xf64>, %is: tensor<?xi1>) -> index {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xi1>) with (%a = %xs : tensor<?xf64>) {
    %b = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %c = arith.select %i, %b, %a : tensor<?xf64>
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %n : index
}
func.func @chosen_inside(%xs: tensor<?xf64>, %is: tensor<?xi1>, %js: tensor<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %r = chad.fold (%i in %is : tensor<?xi1>) with (%a = %xs : tensor<?xf64>) {
    %c = scf.if %i -> tensor<?xf64> {
      %x = tensor.extract %a[%c0] : tensor<?xf64>
      %zero = arith.constant 0.0 : f64
      %inner = arith.cmpf olt, %x, %zero : f64
      %b = tensor.concat dim(0) %a, %a : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %d = arith.select %inner, %b, %a : tensor<?xf64>
      scf.yield %d : tensor<?xf64>
    } else {
      scf.yield %a : tensor<?xf64>
    }
    chad.yield %c : tensor<?xf64>
  }
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  return %n : index
}
